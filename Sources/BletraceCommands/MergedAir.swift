import Bytes
import CaptureFiles
import Report
import Tracking

/// Captures of one session by several sniffers, made one: `--merge-air`.
struct MergedAir {
  /// The merged file, pcapng or pcap.
  let octets: [UInt8]
  private let operands: [Argument]
  private let facts: [AirMerger.Fact]

  init(
    _ operands: [Argument], as container: CaptureFileWriter.Container, _ invocation: Invocation,
    isQuiet: Bool
  ) throws(CommandFailure) {
    guard operands.count > 1 else {
      throw CommandFailure(
        "'--merge-air' needs two captures or more, of sniffers that heard one session")
    }
    guard operands.count <= AirMerger.mostCaptures else {
      throw CommandFailure("'--merge-air' takes \(AirMerger.mostCaptures) captures at most")
    }
    guard container == .pcapng || container == .pcap else {
      throw CommandFailure(
        "packets of a sniffer cannot be stored as \(container.rawValue); write pcapng or pcap")
    }
    self.operands = operands
    var merger = AirMerger()
    for operand in operands {
      merger.beginCapture()
      try Self.read(operand, into: &merger, invocation, isQuiet)
    }
    let names = operands.map(\.asInput.text).joined(separator: ", ")
    do throws(AirMerger.Fault) {
      (octets, facts) = try merger.merge(as: container, comment: "bletrace merged \(names)")
    } catch {
      throw Self.failure(error, operands)
    }
  }

  private static func read(
    _ operand: Argument, into merger: inout AirMerger, _ invocation: Invocation, _ isQuiet: Bool
  ) throws(CommandFailure) {
    try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
      let progress = ProgressLine(
        for: input.name, size: input.size, invocation: invocation, isQuiet: isQuiet)
      defer { progress?.erase() }
      var reader = try input.reader()
      var batch: [CapturedRecord] = []
      while true {
        do throws(CaptureFileError) {
          guard try reader.nextBatch(into: &batch) else { break }
        } catch {
          throw CommandFailure(input.name, error)
        }
        for record in batch {
          do throws(AirMerger.Fault) {
            try merger.add(record, in: reader.window.span)
          } catch {
            throw failure(error, [operand])
          }
        }
        progress?.update(bytesRead: reader.windowOffset, records: batch.last?.number ?? 0)
      }
      if let trouble = input.trouble(reader) { throw trouble }
    }
  }

  private static func failure(
    _ fault: AirMerger.Fault, _ operands: [Argument]
  ) -> CommandFailure {
    func name(_ index: Int) -> String {
      operands.indices.contains(index) ? operands[index].asInput.text : ""
    }
    switch fault {
    case .nothingSniffed(let index):
      return CommandFailure(
        "\(name(index)): has no packets of a sniffer, and '--merge-air' merges nothing else")
    case .nothingCommon(let index):
      return CommandFailure(
        "\(name(index)): has too few packets that the other captures have as well, so that their "
          + "clocks cannot be compared")
    case .tooManyPackets:
      return CommandFailure(
        "\(name(0)): there are more than \(grouped(AirMerger.mostPackets)) packets or "
          + "\(AirMerger.mostOctets >> 20) MiB of them, and '--merge-air' keeps all in memory")
    }
  }

  // MARK: - What it says

  /// - Parameter alias: how a redacted report calls a capture, by its number.
  func captures(alias: (Int) -> String?) -> [ReportV1.MergedCapture] {
    facts.indices.map { index in
      ReportV1.MergedCapture {
        $0.path = alias(index + 1) ?? operands[index].text
        $0.packets = facts[index].packets
        $0.alone = facts[index].alone
        $0.offsetUs = Int(reported: facts[index].offsetUs)
        $0.driftPpm = facts[index].drift * 1e6
        $0.common = facts[index].common
        $0.offByUs = Int(reported: facts[index].offByUs)
      }
    }
  }

  /// Names all captures.
  var name: Argument { Argument(operands.map(\.asInput.text).joined(separator: " + ")) }

  /// The capture, to be read once as if it were a file.
  func input(_ invocation: Invocation) throws(CommandFailure) -> CaptureInput {
    let (descriptor, status) = try invocation.open(invocation.place(of: operands[0]).file)
    try? POSIX.close(descriptor)
    return CaptureInput(merged: octets, name, status)
  }
}
