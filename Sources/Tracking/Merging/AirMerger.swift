import Bytes
import CaptureFiles
import LinkLayer

/// Captures that several sniffers made of one session at the same time, made one: each packet that
/// any of them heard, once, on the clock of the first capture.
///
/// Two of them heard the same packet if it has the same octets and the same time, once it is known
/// how their clocks went by each other: that show packets which each heard once only. Of one
/// connection no two packets begin at the same time: there the time alone is enough, where clocks
/// are good, also if one sniffer decrypted the packet or heard it with a wrong CRC.
package struct AirMerger: Sendable {
  package enum Fault: Error, Hashable, Sendable {
    /// A capture by its index, which has no packets of a sniffer; or too few that the captures
    /// before it have as well.
    case nothingSniffed(Int)
    case nothingCommon(Int)
    case tooManyPackets
  }

  /// What became of a capture.
  package struct Fact: Hashable, Sendable {
    package var packets = 0
    /// Those that no other capture has with a good CRC.
    package var alone = 0
    package var offsetUs: Int64 = 0
    package var drift = 0.0
    package var common = 0
    package var offByUs = 0.0
  }

  /// A packet as it is written.
  struct Heard: Sendable {
    /// By the clock of its capture; in the end by that of the first one.
    var time: Int64
    /// Its record, among all octets.
    var start: Int
    var count: Int
    var originalCount: Int
    /// Made from what was sent.
    var key: UInt64
    var address: UInt32
    var channel: UInt8?
    var isGood: Bool
    var isDecrypted: Bool
    /// The captures that have it with a good CRC: a bit each.
    var hearers: UInt64
  }

  package static let mostCaptures = 64
  /// In all captures together: they are kept in memory.
  package static let mostPackets = 1 << 20
  package static let mostOctets = 1 << 26
  /// More packets of one link are not as near to each other as clocks may be off.
  private static let mostCompared = 256
  /// Two packets of one connection are at least so far apart, in microseconds: an empty one, and
  /// the space after it.
  private static let shortestTurn: Int64 = 200

  /// What can be calculated with: times come from a file.
  private static let times: ClosedRange<Int64> = -(1 << 61)...(1 << 61)

  private var octets: [UInt8] = []
  private var captures: [[Heard]] = []
  private var links = AirLinks()
  private var total = 0
  private let limit: Int

  /// - Parameter limit: of all octets.
  package init(limit: Int = mostOctets) { self.limit = limit }

  /// Records that follow are of another capture.
  package mutating func beginCapture() {
    captures.append([])
    links = AirLinks()
  }

  /// - Parameter record: in the order of the capture; what is no packet of a sniffer is left out.
  package mutating func add(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(Fault) {
    guard record.kind == .air, let capture = captures.indices.last else { return }
    let framing = AirFraming(record)
    guard let packet = try? AirPacket(record.bytes, framing, in: bytes) else { return }
    guard total < Self.mostPackets, octets.count < limit else { throw .tooManyPackets }
    total += 1
    let sniffer = AirLinks.Sniffer(interface: record.controller, board: packet.board)
    let (moment, _) = links.moment(
      of: packet, from: sniffer, Moment(frame: record.number, time: record.time))
    let start = octets.count
    if framing == .radioHeader {
      for index in record.bytes.start..<packet.start { octets.append(bytes[index]) }
      // How strong it was elsewhere is not comparable.
      if capture > 0 { octets[start + 8] &= ~2 }
    } else {
      octets += packet.radioHeader(hasSignal: capture == 0)
    }
    for index in packet.start..<record.bytes.end { octets.append(bytes[index]) }
    let cut = record.bytes.originalCount - record.bytes.count
    captures[capture].append(
      Heard(
        time: min(Self.times.upperBound, max(Self.times.lowerBound, moment.time.microseconds)),
        start: start, count: octets.count - start,
        originalCount: octets.count - start + cut, key: packet.key(in: bytes),
        address: packet.accessAddress, channel: packet.channel, isGood: packet.crc != .bad,
        isDecrypted: packet.isDecrypted && packet.micIsGood ?? true,
        hearers: packet.crc != .bad ? 1 << UInt64(capture) : 0))
  }

  /// - Returns: the capture in the format of a container, pcapng or pcap, and what became of each
  ///   of those that it is made of.
  package mutating func merge(
    as container: CaptureFileWriter.Container, comment: String
  ) throws(Fault) -> (octets: [UInt8], facts: [Fact]) {
    var facts = captures.map { Fact(packets: $0.count) }
    if let empty = captures.firstIndex(where: \.isEmpty) { throw .nothingSniffed(empty) }
    var merged = captures.first ?? []
    merged.sortByTime()
    for index in captures.indices.dropFirst() {
      var others: [Heard] = []
      swap(&others, &captures[index])
      others.sortByTime()
      guard let clocks = ClockComparison(merged, others) else { throw .nothingCommon(index) }
      facts[index].offsetUs = Int64(clocks.firstOffset.rounded())
      (facts[index].drift, facts[index].common) = (clocks.drift, clocks.common)
      facts[index].offByUs = clocks.offBy
      Self.join(others, index, clocks, into: &merged)
    }
    for heard in merged where heard.hearers.nonzeroBitCount == 1 {
      facts[heard.hearers.trailingZeroBitCount].alone += 1
    }
    return (written(merged, container, comment), facts)
  }

  // MARK: - Doubles

  /// Adds what a capture has and the others have not.
  private static func join(
    _ others: [Heard], _ capture: Int, _ clocks: ClockComparison, into merged: inout [Heard]
  ) {
    var places: [UInt32: [Int]] = [:]
    for index in merged.indices { places[merged[index].address, default: []].append(index) }
    var lows: [UInt32: Int] = [:]
    var taken: Set<Int> = []
    var added: [Heard] = []
    /// Those since the last packet that both have.
    var waiting: [Heard] = []
    var last = Int64.min
    for var heard in others {
      heard.time = clocks.time(heard.time)
      let known = places[heard.address] ?? []
      var low = lows[heard.address] ?? 0
      while low < known.count, merged[known[low]].time < heard.time &- clocks.tolerance {
        low += 1
      }
      lows[heard.address] = low
      let found = match(heard, known[low...], merged, clocks.tolerance, taken)
      guard let found else {
        waiting.append(heard)
        continue
      }
      taken.insert(found)
      flush(&waiting, between: last, merged[found].time, into: &added)
      last = max(last, merged[found].time)
      merged[found].take(heard)
    }
    flush(&waiting, between: last, .max, into: &added)
    merged += added
    merged.sortByTime()
  }

  /// The packet of a connection at about the same time, or with the same octets.
  private static func match(
    _ heard: Heard, _ known: ArraySlice<Int>, _ merged: [Heard], _ tolerance: Int64,
    _ taken: Set<Int>
  ) -> Int? {
    var best: (index: Int, isSame: Bool, distance: Int64)?
    for index in known.prefix(mostCompared) {
      let other = merged[index]
      let distance = abs(other.time - heard.time)
      if other.time > heard.time, distance > tolerance { break }
      guard distance <= tolerance, !taken.contains(index) else { continue }
      let isSame = other.key == heard.key
      guard isSame || isOneTurn(heard, other, tolerance) else { continue }
      if let best, (best.isSame ? 0 : 1, best.distance) <= (isSame ? 0 : 1, distance) { continue }
      best = (index, isSame, distance)
    }
    return best?.index
  }

  /// Whether two packets that are not the same can only be one, of which one sniffer heard
  /// something else, or decrypted it.
  private static func isOneTurn(_ one: Heard, _ other: Heard, _ tolerance: Int64) -> Bool {
    guard tolerance <= shortestTurn else { return false }
    if let channel = one.channel, let second = other.channel {
      return channel == second
        && (one.address != AirPacket.advertisingAddress || !one.isGood || !other.isGood)
    }
    return one.address != AirPacket.advertisingAddress
  }

  /// Packets that are in one capture only stay in its order, however late a computer stamped them.
  private static func flush(
    _ waiting: inout [Heard], between first: Int64, _ last: Int64, into added: inout [Heard]
  ) {
    defer { waiting.removeAll(keepingCapacity: true) }
    guard first < last else {
      added += waiting
      return
    }
    for var heard in waiting {
      heard.time = max(first == .min ? .min : first + 1, heard.time)
      heard.time = min(last == .max ? .max : last - 1, heard.time)
      added.append(heard)
    }
  }

  // MARK: - The file

  private func written(
    _ merged: [Heard], _ container: CaptureFileWriter.Container, _ comment: String
  ) -> [UInt8] {
    let start = TraceTime(microseconds: merged.first?.time ?? 0)
    let link = CaptureFiles.LinkType.leLLWithHeader
    var writer = CaptureFileWriter(container, from: link, start: start)
    var out = writer.header(comments: [comment])
    for (index, heard) in merged.enumerated() {
      let record = CapturedRecord(
        number: index + 1, time: TraceTime(microseconds: heard.time),
        bytes: ByteRange(
          start: heard.start, end: heard.start + heard.count, originalCount: heard.originalCount),
        controller: 0, kind: .air, direction: .unknown,
        detail: link.detail)
      writer.append(record, from: link, in: octets.span, to: &out)
    }
    return out + writer.trailer(drops: 0)
  }
}

extension AirMerger.Heard {
  /// Another sniffer has it, too.
  fileprivate mutating func take(_ other: Self) {
    guard other.isGood else { return }
    if !isGood || !isDecrypted && other.isDecrypted {
      (start, count, originalCount) = (other.start, other.count, other.originalCount)
      (key, isGood, isDecrypted) = (other.key, true, other.isDecrypted)
    }
    hearers |= other.hearers
  }
}

extension [AirMerger.Heard] {
  /// Those of one time stay in their order.
  fileprivate mutating func sortByTime() {
    let isSorted = indices.dropFirst().allSatisfy { self[$0 - 1].time <= self[$0].time }
    if isSorted { return }
    self = enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
  }
}

extension AirPacket {
  /// Made from what was sent.
  fileprivate func key(in bytes: Span<UInt8>) -> UInt64 {
    var key = UInt64(accessAddress) &* 0x9E37_79B9_7F4A_7C15
    for index in pdu.start..<pdu.end {
      key = (key ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      key ^= key >> 29
    }
    return key
  }

  /// The header of link type 256 that says the same.
  fileprivate func radioHeader(hasSignal: Bool) -> [UInt8] {
    var flags: UInt16 = 1
    if hasSignal, rssi != nil { flags |= 0x0002 }
    switch crc {
    case .unknown: break
    case .good: flags |= 0x0C00
    case .bad: flags |= 0x0400
    }
    if isDecrypted { flags |= 0x0008 }
    if let auxiliaryType {
      flags |= 0x0080 | UInt16(auxiliaryType.rawValue) << 12
    } else if !isAdvertising {
      switch sender {
      case .unknown: break
      case .central: flags |= 0x0100
      case .peripheral: flags |= 0x0180
      }
      if sender != .unknown, let micIsGood { flags |= micIsGood ? 0x3000 : 0x1000 }
    }
    switch phy {
    case .le2M: flags |= 0x4000
    case .leCoded: flags |= 0x8000
    default: break
    }
    let radio = channel.map { Self.radioChannel(of: $0) } ?? 0xFF
    let signal = UInt8(bitPattern: rssi ?? 0)
    return [
      radio, signal, 0, 0, UInt8(accessAddress & 0xFF), UInt8(accessAddress >> 8 & 0xFF),
      UInt8(accessAddress >> 16 & 0xFF), UInt8(accessAddress >> 24), UInt8(flags & 0xFF),
      UInt8(flags >> 8),
    ]
  }
}
