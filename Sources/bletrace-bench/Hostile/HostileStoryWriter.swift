import BletraceTestSupport

/// Writes a hostile capture of so many records. The same call writes the same octets everywhere.
package func generate(
  _ story: HostileStory, records: Int, to sink: any CaptureSink
) -> (records: Int, octets: Int) {
  var writer = HostileStoryWriter(HostileWriter(limit: records, sink: sink))
  writer.write(story)
  writer.writer.flush()
  return (writer.writer.records, writer.writer.octets)
}

/// Writes the hostile stories.
struct HostileStoryWriter {
  /// A connection under way.
  struct Link {
    var handle: UInt16
    var controller: Int
  }

  var writer: HostileWriter
  private(set) var connections = 0

  init(_ writer: HostileWriter) { self.writer = writer }

  mutating func write(_ story: HostileStory) {
    switch story {
    case .devices: writeDevices()
    case .names: writeNames()
    case .interfaces: writeInterfaces()
    case .options: writeOptions()
    case .controllers: writeControllers()
    case .notes: writeNotes()
    case .loggerNotes: writeLoggerNotes()
    case .events: writeEvents()
    case .attempts: writeAttempts()
    case .everything, .timeline: writeEverything()
    case .payload: writePayload()
    case .transfers: writeTransfers()
    default: while !writer.isFull { writeLink(story) }
    }
  }

  /// All by turns: every story gets its part, several times over.
  private mutating func writeEverything() {
    let parts: [HostileStory] = [
      .devices, .names, .events, .transfers, .channels, .requests, .unanswered, .gattEntries,
      .remembered, .subscriptions, .longReads, .preparedWrites, .sent, .streams, .gaps, .stalls,
      .resends, .chunkSizes, .runs, .framingFaults, .framedMessages, .values, .errors, .pairings,
      .parameters, .updates, .findings, .controllers, .peers, .connections, .openLinks,
    ]
    let whole = writer.limit
    let share = max(1, whole / (8 * parts.count))
    while writer.records < whole {
      for part in parts {
        writer.limit = min(whole, writer.records + share)
        write(part)
      }
      for part in [HostileStory.reassembly, .sdus, .openPayloads, .messages] {
        writer.limit = min(whole, writer.records + 600)
        write(part)
      }
      writer.limit = whole
    }
  }

  // MARK: - Connections

  /// One connection, and what is hostile about it.
  private mutating func writeLink(_ story: HostileStory) {
    let isLeftOpen = [
      .openLinks, .reassembly, .sdus, .requests, .preparedWrites, .openPayloads, .messages,
    ].contains(story)
    let link = open(
      peer: story == .remembered ? 0 : connections, controller: story == .peers ? 0 : nil)
    burden(link, story)
    if !isLeftOpen { close(link, reason: story == .findings ? 0x08 : 0x13) }
  }

  /// On the next handle of the next controller.
  private mutating func open(peer: Int, controller: Int? = nil) -> Link {
    let link = Link(
      handle: UInt16(connections / 8 % 0x0E00), controller: controller ?? connections % 8)
    connections += 1
    let address = octets(ofAddress: SeededRandom.address(peer))
    event(HCIPacket.connected(link.handle, address), link.controller)
    return link
  }

  private mutating func close(_ link: Link, reason: UInt8) {
    event(HCIPacket.disconnected(link.handle, reason: reason), link.controller)
  }

  /// LE Credit Based Connection Request and Response.
  mutating func openChannel(_ link: Link, _ number: Int) {
    let (source, destination) = (Self.le(0x40 + number), Self.le(0x140 + number))
    let rest = Self.le(65_000) + Self.le(65_000) + Self.le(10)
    let identifier = UInt8(number % 250 + 1)
    let request = [0x14, identifier] + Self.le(10) + Self.le(0x27) + source + rest
    let response = [0x15, identifier] + Self.le(10) + destination + rest + Self.le(0)
    l2cap(link, channel: 0x0005, request, isSent: true)
    l2cap(link, channel: 0x0005, response, isSent: false)
  }

  mutating func startSDU(_ link: Link, _ number: Int) {
    l2cap(link, channel: 0x40 + number, Self.le(65_000) + Self.filler(60_000), isSent: false)
  }

  mutating func startFragment(_ link: Link, isSent: Bool) {
    acl(link, Self.le(65_500) + Self.le(4) + [0x1B, 0, 0] + Self.filler(60_000), isSent: isSent)
  }

  /// Characteristics with UUIDs of 128 bits that differ from device to device.
  mutating func discover(_ link: Link, count: Int) {
    for number in 0..<count {
      let handle = 2 * number + 1
      let uuid = (0..<14).map { UInt8(truncatingIfNeeded: number + $0) } + Self.le(connections)
      att(link, [0x08] + Self.le(handle) + Self.le(0xFFFF) + Self.le(0x2803), isSent: true)
      att(link, [0x09, 21] + Self.le(handle) + [0x12] + Self.le(handle + 1) + uuid, isSent: false)
    }
  }

  mutating func readLong(_ link: Link, handle: Int) {
    att(link, [0x0A] + Self.le(handle), isSent: true)
    att(link, [0x0B] + Self.filler(250), isSent: false)
    att(link, [0x0C] + Self.le(handle) + Self.le(250), isSent: true)
    att(link, [0x0D] + Self.filler(250), isSent: false)
  }

  // MARK: - One connection

  private mutating func writeTransfers() {
    let link = open(peer: connections)
    while !writer.isFull {
      notify(link, handle: 1, serial())
      notify(link, handle: 1, Array("EOM".utf8))
    }
    close(link, reason: 0x13)
  }

  /// A short transfer shows that markers are in use; then comes a long one.
  private mutating func writePayload() {
    let link = open(peer: connections)
    notify(link, handle: 1, serial())
    notify(link, handle: 1, Array("EOM".utf8))
    while writer.records + 1 < writer.limit {
      notify(link, handle: 1, serial() + Self.filler(65_500))
    }
    notify(link, handle: 1, Array("EOM".utf8))
  }

  // MARK: - Packets

  func serial() -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: writer.records >> ($0 * 8)) }
  }

  mutating func notify(_ link: Link, handle: Int, _ value: [UInt8]) {
    att(link, [0x1B] + Self.le(handle) + value, isSent: false)
  }

  mutating func att(_ link: Link, _ pdu: [UInt8], isSent: Bool) {
    l2cap(link, channel: 4, pdu, isSent: isSent)
  }

  mutating func l2cap(_ link: Link, channel: Int, _ payload: [UInt8], isSent: Bool) {
    acl(link, HCIPacket.l2cap(UInt16(channel), payload), isSent: isSent)
  }

  mutating func acl(_ link: Link, _ data: [UInt8], isSent: Bool) {
    writer.add(
      .acl, isSent ? .tx : .rx, HCIPacket.acl(link.handle | (isSent ? 0 : 0x2000), data),
      controller: link.controller)
  }

  mutating func event(_ code: UInt8, _ parameters: [UInt8], _ controller: Int = 0) {
    event(HCIPacket.event(code, parameters), controller)
  }

  mutating func event(_ packet: [UInt8], _ controller: Int = 0) {
    writer.add(.event, packet, controller: controller)
  }

  static func le(_ number: UInt16) -> [UInt8] { octets(number) }
  static func le(_ number: Int) -> [UInt8] { octets(UInt16(truncatingIfNeeded: number)) }

  static func filler(_ count: Int) -> ArraySlice<UInt8> { fillerOctets[..<count] }
  private static let fillerOctets = (0..<65_600).map { UInt8(truncatingIfNeeded: $0 * 7 >> 3) }
}
