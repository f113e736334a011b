import Bytes
import CaptureFiles

/// The captures that export reads, one after the other, as one with frames numbered continuously.
///
/// Several are joined in the order of their first records, whatever their order on the command
/// line: a rotated log has its older part under the other name.
struct JoinedCaptures {
  private let operands: [Argument]
  private let invocation: Invocation
  private let isQuiet: Bool
  /// How the file that holds all of them frames its packets; nil where it is not known before they
  /// are read.
  let link: LinkType?
  /// The capture that has packets of a sniffer, and the one that has others, as far as is known.
  private let sniffed: Argument?
  private let other: Argument?
  /// The time of the first record; nil where it is not known before it is read.
  let start: TraceTime?

  /// What is known of the capture that a batch is from.
  struct Source {
    var link: LinkType?
    /// Whether its format may leave the direction of a packet open.
    var lacksDirections: Bool
    /// Records that were lost before a record of the batch, in all captures.
    var losses: DropCount
  }

  /// Looks into each capture once, for its format and its first record.
  init(
    _ operands: [Argument], _ invocation: Invocation, isQuiet: Bool
  ) throws(CommandFailure) {
    self.invocation = invocation
    self.isQuiet = isQuiet
    guard operands.count > 1 || operands.first?.isStandardInput != true else {
      (self.operands, link, start) = (operands, nil, nil)
      (sniffed, other) = (nil, nil)
      return
    }
    guard !operands.contains(where: \.isStandardInput) else {
      throw CommandFailure(
        "standard input cannot be joined with other captures, as it can be read only once")
    }
    var beginnings: [Beginning] = []
    for operand in operands { beginnings.append(try Beginning(operand, invocation)) }
    let times = beginnings.compactMap(\.time)
    if times.count == beginnings.count {
      // Stable: parts of the same time stay in the order of the command line.
      beginnings = beginnings.enumerated().sorted {
        ($0.element.time ?? times[0], $0.offset) < ($1.element.time ?? times[0], $1.offset)
      }.map(\.element)
    }
    self.operands = beginnings.map(\.operand)
    link = Self.link(of: beginnings.map(\.link))
    start = beginnings.first?.first
    let first = LinkType(rawValue: beginnings[0].link)
    sniffed = beginnings.first { LinkType(rawValue: $0.link)?.isAir ?? false }?.operand
    other = beginnings.first { LinkType(rawValue: $0.link) != first }?.operand
  }

  /// What the file can hold, as far as is known before it is written.
  func check(_ container: CaptureFileWriter.Container) throws(CommandFailure) {
    guard let sniffed else { return }
    switch container {
    case .pcapng: return
    case .pcap:
      guard let other else { return }
      throw CommandFailure(
        "\(other.asInput.text): pcap holds packets of one link type only; write pcapng")
    case .btsnoop, .packetlogger:
      throw CommandFailure(
        "\(sniffed.asInput.text): packets of a sniffer cannot be stored as "
          + "\(container.rawValue); write pcapng or pcap")
    }
  }

  /// How a capture begins.
  struct Beginning {
    var operand: Argument
    var link = ""
    var first: TraceTime?
    /// Of the first packet, as notes of a logger may be of another day; nil where the capture does
    /// not know the time of day, or has no packet at its beginning.
    var time: TraceTime?

    init(_ operand: Argument, _ invocation: Invocation) throws(CommandFailure) {
      self.operand = operand
      let found = try CaptureInput.open(operand, invocation) {
        (input) throws(CommandFailure) -> (String, TraceTime?, TraceTime?) in
        var reader = try input.reader()
        var batch: [CapturedRecord] = []
        do throws(CaptureFileError) {
          _ = try reader.nextBatch(into: &batch)
        } catch {
          throw CommandFailure(input.name, error)
        }
        let time = batch.first { $0.kind.isPacket }?.time
        return (
          reader.linkTypeName, batch.first?.time,
          reader.timeOfDayIsKnown ? time : nil
        )
      }
      (link, first, time) = found
    }
  }

  /// - Parameter names: of the link types of all captures; "mixed" is pcapng with several, which
  ///   needs the monitor's framing.
  private static func link(of names: [String]) -> LinkType {
    let links = names.map { $0 == "mixed" ? .linuxMonitor : LinkType(rawValue: $0) ?? .hciH4 }
    if links.contains(.linuxMonitor) { return .linuxMonitor }
    return links.allSatisfy(\.isAir) ? links[0] : .hciH4
  }

  /// Reads all of them once.
  ///
  /// - Parameters:
  ///   - complaining: whether what is wrong with them is said.
  ///   - take: gets each batch, with frames numbered continuously, and its octets.
  /// - Returns: how many frames there are, and how many records were lost in all.
  func read(
    complaining: Bool,
    _ take: ([CapturedRecord], Span<UInt8>, inout Source) throws(ExportFailure) -> Void
  ) throws(ExportFailure) -> (frames: Int, drops: Int) {
    var base = 0
    var losses = DropCount()
    for operand in operands {
      let result: Result<Int, ExportFailure>
      do throws(CommandFailure) {
        result = try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
          do throws(ExportFailure) {
            return .success(try read(input, base, &losses, complaining, take))
          } catch {
            return .failure(error)
          }
        }
      } catch {
        throw .read(error)
      }
      base = try result.get()
    }
    return (base, losses.total)
  }

  /// - Returns: the number of the last frame.
  private func read(
    _ input: CaptureInput, _ base: Int, _ losses: inout DropCount, _ complaining: Bool,
    _ take: ([CapturedRecord], Span<UInt8>, inout Source) throws(ExportFailure) -> Void
  ) throws(ExportFailure) -> Int {
    let progress = ProgressLine(
      for: input.name, size: input.size, invocation: invocation, isQuiet: isQuiet)
    defer { progress?.erase() }
    var reader: CaptureReader
    do throws(CommandFailure) {
      reader = try input.reader()
    } catch {
      throw .read(error)
    }
    var batch: [CapturedRecord] = []
    var last = base
    losses.begin(base)
    while true {
      do throws(CaptureFileError) {
        guard try reader.nextBatch(into: &batch) else { break }
      } catch {
        throw .read(CommandFailure(input.name, error))
      }
      if base > 0 { for index in batch.indices { batch[index].number += base } }
      last = batch.last?.number ?? last
      losses.take(reader.losses, total: reader.droppedRecords)
      var source = Source(
        link: LinkType(rawValue: reader.linkTypeName),
        lacksDirections: reader.format == .pcap || reader.format == .pcapng, losses: losses)
      progress?.update(bytesRead: reader.windowOffset, records: last)
      try take(batch, reader.window.span, &source)
      losses = source.losses
    }
    losses.take(reader.losses, total: reader.droppedRecords)
    if let trouble = input.trouble(reader) { throw .read(trouble) }
    if complaining { complain(reader, input) }
    return last
  }

  /// What the reader knows of the file and no record shows.
  private func complain(_ reader: CaptureReader, _ input: CaptureInput) {
    let name = input.name.text
    if let damage = reader.unreadable {
      let what = damage.skippedOctets > 0 ? "skipped" : "unreadable"
      invocation.complain("\(name): \(what) at offset \(damage.offset): \(damage.reason)")
    }
    guard !isQuiet else { return }
    if reader.unreadable == nil, reader.cutShort {
      invocation.complain("\(name): ends in the middle of a record, which is left out or cut")
    }
    if !reader.timeOfDayIsKnown {
      invocation.complain("\(name): has no time of day; times in the output count from 1970-01-01")
    }
    if reader.skippedRecords > 0 {
      let count = grouped(reader.skippedRecords)
      invocation.complain(
        "\(name): packets that are not Bluetooth are left out (\(count)), and frames are "
          + "numbered from 1")
    }
  }
}

/// What can go wrong while one capture is read and another written.
enum ExportFailure: Error {
  case read(CommandFailure)
  case write(WriteFailure)
}
