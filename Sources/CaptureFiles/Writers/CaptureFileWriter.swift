import Bytes

/// Writes records of any capture as a file of another format, and counts what that format cannot
/// hold.
///
/// HCI packets alone are written as H4: btsnoop with datalink 1002, pcap and pcapng with link type
/// 201. Records of the Linux monitor, which have controllers and notes, keep its framing: btsnoop
/// with datalink 2001, pcap and pcapng with link type 254. PacketLogger's format keeps its notes.
/// Packets of a sniffer keep the header that it put before them, and its link type: only pcap and
/// pcapng have one.
package struct CaptureFileWriter: Sendable {
  package enum Container: String, CaseIterable, Sendable {
    case btsnoop, pcap, pcapng, packetlogger

    fileprivate var ofRecords: RecordContainer? { RecordContainer(rawValue: rawValue) }
  }

  /// What a format could not hold, counted.
  package struct Shortfalls: Hashable, Sendable {
    /// Records that are left out: notes of PacketLogger, types that the format has no code for.
    package var records = 0
    /// ACL, SCO or ISO packets of unknown direction, written as received.
    package var directions = 0
    /// Packets that the logger cut, written as if they were whole.
    package var cuts = 0
    /// Packets of other controllers than the first, in a format without controllers.
    package var controllers = 0
    /// Times before 1970, or after what the format can count, written as the nearest one.
    package var times = 0
    /// Records that the logger lost, which the format does not mention.
    package var drops = 0
  }

  package let container: Container
  /// `.hciH4`, `.linuxMonitor`, or that of a sniffer. A pcapng file may hold packets of sniffers
  /// besides.
  package let link: LinkType
  package private(set) var shortfalls = Shortfalls()
  package private(set) var records = 0
  /// Seconds that each time of a pcapng file is short of.
  private let offset: Int64
  private var dropsWritten = 0
  private var last = TraceTime(microseconds: 0)
  /// Of a pcapng file, in their order.
  private var interfaces: [Interface] = []

  private struct Interface: Hashable, Sendable {
    var link: LinkType
    /// Of packets of sniffers, each of which has an interface of its own.
    var sniffer: UInt16 = 0
  }

  /// - Parameters:
  ///   - source: how the capture frames its packets.
  ///   - start: the time of the first record. A pcapng file with a time before 1970 gets an offset.
  package init(_ container: Container, from source: LinkType, start: TraceTime) {
    self.container = container
    switch container {
    case .packetlogger: link = .hciH4
    case .btsnoop: link = source == .linuxMonitor ? source : .hciH4
    case .pcap, .pcapng: link = source == .linuxMonitor || source.isAir ? source : .hciH4
    }
    // A day more than the first time, as clocks step back.
    let seconds = start.microseconds / 1_000_000
    offset =
      container == .pcapng && start.microseconds < 0
      ? max(seconds, .min / 1_000_000 + 86_400) - 86_400 : 0
  }

  private var isMonitor: Bool { link == .linuxMonitor }

  /// Whether each packet needs a direction.
  package var needsDirections: Bool {
    isMonitor || container == .btsnoop || container == .packetlogger
  }

  /// What a file starts with.
  ///
  /// - Parameter comments: on the file; pcapng alone has comments.
  package mutating func header(comments: [String] = []) -> [UInt8] {
    var header = container.ofRecords?.header(link, comments: comments) ?? []
    if container == .pcapng { add(Interface(link: link), to: &header) }
    return header
  }

  /// Appends a record to `out`, or counts why it cannot be.
  ///
  /// - Parameters:
  ///   - source: how the capture that the record is from frames its packets.
  ///   - drops: records lost in all before this one.
  ///   - comment: for who reads the file in Wireshark; pcapng alone has comments.
  package mutating func append(
    _ record: CapturedRecord, from source: LinkType?, in bytes: Span<UInt8>, drops: Int = 0,
    comments: [String] = [], to out: inout [UInt8]
  ) {
    guard let written = container.ofRecords else {
      return append(toPacketLogger: record, source, in: bytes, drops, &out)
    }
    guard let (framing, flags) = framing(of: record, source) else {
      shortfalls.records += 1
      return
    }
    records += 1
    last = record.time
    let lost = max(0, drops - dropsWritten)
    dropsWritten += lost
    var result = RecordContainer.Record(
      framing: framing, flags: flags, packet: record.bytes, time: record.time,
      drops: dropsWritten, ticks: 0, options: [])
    switch written {
    case .btsnoop: break
    case .pcap:
      shortfalls.drops += lost
      let limit = Int64(UInt32.max) * 1_000_000
      if !(0..<limit).contains(record.time.microseconds) { shortfalls.times += 1 }
    case .pcapng:
      let writer = PcapngWriter()
      result.interface = interface(of: record, to: &out)
      result.ticks = ticks(record.time)
      result.options = writer.comments(comments)
      if record.direction != .unknown { result.options.append(writer.direction(record.direction)) }
      if lost > 0 { result.options.append(writer.dropCount(UInt64(lost))) }
    }
    written.append(result, in: bytes, to: &out)
  }

  /// The interface of a record, which is written before its first packet.
  private mutating func interface(of record: CapturedRecord, to out: inout [UInt8]) -> UInt32 {
    var wanted = Interface(link: isMonitor ? .linuxMonitor : .hciH4)
    if let air = LinkType(ofSniffed: record) {
      wanted = Interface(link: air, sniffer: record.controller)
    }
    if let index = interfaces.firstIndex(of: wanted) { return UInt32(index) }
    add(wanted, to: &out)
    return UInt32(interfaces.count - 1)
  }

  private mutating func add(_ interface: Interface, to out: inout [UInt8]) {
    interfaces.append(interface)
    var writer = PcapngWriter()
    writer.interface(
      interface.link, [writer.microseconds] + (offset == 0 ? [] : [writer.timeOffset(offset)]))
    out += writer.bytes
  }

  private mutating func append(
    toPacketLogger record: CapturedRecord, _ source: LinkType?, in bytes: Span<UInt8>, _ drops: Int,
    _ out: inout [UInt8]
  ) {
    var type = record.kind.packetLoggerType(direction(of: record))
    // Records of its own, whose type has no meaning here.
    if source == nil, record.kind == .loggerNote || record.kind == .unrecognized {
      type = record.detail
    }
    guard let type else {
      shortfalls.records += 1
      return
    }
    records += 1
    if record.bytes.isCut { shortfalls.cuts += 1 }
    if record.controller != 0 { shortfalls.controllers += 1 }
    if !(0...Int64(UInt32.max) * 1_000_000).contains(record.time.microseconds) {
      shortfalls.times += 1
    }
    var payload: [UInt8] = []
    payload.append(record.bytes, of: bytes)
    PacketLoggerWriter.append(
      type: type, payload, time: record.time.microseconds, order: .little, to: &out)
  }

  /// What the file ends with. It is a capture without it, too.
  ///
  /// - Parameter drops: records lost in all.
  package mutating func trailer(drops: Int) -> [UInt8] {
    guard container == .pcapng else {
      shortfalls.drops += max(0, drops - dropsWritten)
      return []
    }
    guard drops > 0 else { return [] }
    var writer = PcapngWriter()
    writer.statistics(ticks: ticks(last), records: records, lost: drops)
    return writer.bytes
  }

  private mutating func ticks(_ time: TraceTime) -> UInt64 {
    let (ticks, overflow) = time.microseconds.subtractingReportingOverflow(offset * 1_000_000)
    if overflow || ticks < 0 {
      shortfalls.times += 1
      return 0
    }
    return UInt64(ticks)
  }

  // MARK: - Framing

  /// What precedes a record's octets, and btsnoop's flags; nil where the format has no words for
  /// it.
  private mutating func framing(
    of record: CapturedRecord, _ source: LinkType?
  ) -> (framing: [UInt8], flags: UInt32)? {
    var record = record
    record.direction = direction(of: record)
    if let air = LinkType(ofSniffed: record) {
      // A pcap file has one link type, and no word for several sniffers.
      guard container == .pcapng || container == .pcap && air == link else { return nil }
      if container == .pcap, record.controller != 0 { shortfalls.controllers += 1 }
      return ([], 0)
    }
    if link.isAir, container == .pcap { return nil }
    if isMonitor {
      return monitorOpcode(record, source).flatMap {
        container.ofRecords?.monitorHead(opcode: $0, controller: record.controller)
      }
    }
    guard let indicator = h4Indicator(of: record, source) else { return nil }
    if record.controller != 0 { shortfalls.controllers += 1 }
    let isReceived: UInt32 = record.direction == .rx ? 1 : 0
    if container == .btsnoop {
      let isControl = record.kind == .command || record.kind == .event
      return ([indicator], isReceived | (isControl ? 2 : 0))
    }
    var framing: [UInt8] = []
    framing.put(record.direction == .unknown ? 0xFFFF_FFFF : isReceived, .big)
    return (framing + [indicator], 0)
  }

  /// The direction to write. pcap's word for it has a value for one that is not known.
  private mutating func direction(of record: CapturedRecord) -> RecordDirection {
    let isData = record.kind == .acl || record.kind == .sco || record.kind == .iso
    guard isData, record.direction == .unknown, needsDirections else { return record.direction }
    shortfalls.directions += 1
    return .rx
  }

  /// H4's packet indicator. Core Vol 4, Part A, 2.
  private func h4Indicator(of record: CapturedRecord, _ source: LinkType?) -> UInt8? {
    switch record.kind {
    case .command: 1
    case .acl: 2
    case .sco: 3
    case .event: 4
    case .iso: 5
    case .unrecognized:
      // An indicator that is none of these stays what it was.
      source == .hciH4 || source == .hciH4WithDirection ? record.detail : nil
    default: nil
    }
  }
}
