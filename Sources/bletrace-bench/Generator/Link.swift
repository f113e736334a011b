import BletraceTestSupport
import CaptureFiles

/// One connection of a generated capture, and what is sent on it.
///
/// The server has a vendor service with a characteristic that notifies, one that is written to, and
/// a second one that notifies. Values have 20 octets, though an ATT_MTU of 185 was agreed on.
struct Link {
  static let notifyingHandle: UInt16 = 0x0010
  static let secondNotifyingHandle: UInt16 = 0x0013
  static let writtenHandle: UInt16 = 0x0016
  static let chunk = 20

  let handle: UInt16
  /// Whether the capturing side is the peripheral: then it is the server, too, and sends.
  let isPeripheral: Bool
  private let peer: [UInt8]
  private let notification: [UInt8]
  private let secondNotification: [UInt8]
  private let marker: [UInt8]
  private let writeCommand: [UInt8]
  private let completed: [UInt8]
  private let readRequest: [UInt8]
  private let readResponse: [UInt8]
  private let readRSSI: [UInt8]
  private let rssi: [UInt8]

  /// Chunks until the marker, where the values are transfers; the last one is a short one. 0: the
  /// marker is next; -1: a new transfer is.
  private var chunksLeft = -1
  private let transferLength: ClosedRange<Int>
  private let interval: UInt16
  private var serial: UInt32 = 0
  private var offset = 0

  /// - Parameters:
  ///   - number: another device for each.
  ///   - interval: of connection events, in units of 1.25 ms.
  ///   - transferLength: of all transfers on this connection, in chunks.
  init(
    handle: UInt16, peer number: Int, isPeripheral: Bool = false, interval: UInt16 = 24,
    transferLength: ClosedRange<Int> = 200...800
  ) {
    self.handle = handle
    self.interval = interval
    self.transferLength = transferLength
    self.isPeripheral = isPeripheral
    peer = octets(ofAddress: SeededRandom.address(number))
    let server: RecordDirection = isPeripheral ? .tx : .rx
    let client: RecordDirection = isPeripheral ? .rx : .tx
    let value = [UInt8](repeating: 0, count: Self.chunk)
    notification = Packets.att(server, handle, [0x1B] + octets(Self.notifyingHandle) + value)
    secondNotification = Packets.att(
      server, handle, [0x1B] + octets(Self.secondNotifyingHandle) + value)
    marker = Packets.att(
      server, handle, [0x1B] + octets(Self.notifyingHandle) + Array("EOM".utf8))
    writeCommand = Packets.att(client, handle, [0x52] + octets(Self.writtenHandle) + value)
    completed = Packets.event(HCIPacket.completed(1, handle))
    readRequest = Packets.att(client, handle, [0x0A] + octets(0x0003))
    readResponse = Packets.att(server, handle, [0x0B] + Array("Sensor 7".utf8))
    readRSSI = Packets.command(0x1405, octets(handle))
    rssi = Packets.complete(0x1405, octets(handle) + [0])
  }

  // MARK: - Values

  /// The next value of a transfer, or its marker.
  @inline(__always)
  mutating func transfer(
    _ writer: inout RecordWriter, _ pool: ValuePool, _ random: inout SeededRandom
  ) {
    if chunksLeft > 1 {
      chunksLeft &-= 1
      write(notification, serverClass, &writer, pool)
      return
    }
    turn(&writer, pool, &random)
  }

  /// The next value of a stream that has no end, on one of two characteristics.
  @inline(__always)
  mutating func stream(_ writer: inout RecordWriter, _ pool: ValuePool, second: Bool) {
    write(second ? secondNotification : notification, serverClass, &writer, pool)
  }

  /// The next value of one of several characteristics.
  mutating func value(of characteristic: Int, _ writer: inout RecordWriter, _ pool: ValuePool) {
    let handle = Self.notifyingHandle &+ UInt16(truncatingIfNeeded: 3 * characteristic)
    let start = write(notification, serverClass, &writer, pool)
    writer.store(handle.littleEndian, at: start &+ Packets.valueHandle)
  }

  @inline(__always)
  mutating func command(_ writer: inout RecordWriter, _ pool: ValuePool) {
    write(writeCommand, .writeCommand, &writer, pool)
  }

  /// The controller has sent packets.
  @inline(__always)
  func complete(_ count: Int, _ writer: inout RecordWriter) {
    let start = writer.add(completed, .completion)
    writer.set(UInt8(truncatingIfNeeded: count), at: start &+ Packets.completedCount)
  }

  private var serverClass: RecordClass { isPeripheral ? .notificationSent : .notificationReceived }

  /// A value begins with a number of its own, so that none looks like the one before it sent again.
  /// Returns where the record starts.
  @inline(__always)
  @discardableResult
  private mutating func write(
    _ record: [UInt8], _ kind: RecordClass, _ writer: inout RecordWriter, _ pool: ValuePool
  ) -> Int {
    serial &+= 1
    offset = (offset &+ Self.chunk) & ValuePool.mask
    let start = writer.add(record, kind)
    let index = start &+ Packets.value
    writer.store(serial.littleEndian, at: index)
    writer.store(pool.word(offset).littleEndian, at: index &+ 4)
    writer.store(pool.word(offset &+ 8).littleEndian, at: index &+ 12)
    return start
  }

  /// The short last chunk of a transfer, its marker, or the beginning of the next.
  @inline(never)
  private mutating func turn(
    _ writer: inout RecordWriter, _ pool: ValuePool, _ random: inout SeededRandom
  ) {
    if chunksLeft == 1 {
      chunksLeft = 0
      let count = random.within(1...Self.chunk - 1)
      let value = (0..<count).map { pool[(offset &+ $0) & ValuePool.mask] }
      let server: RecordDirection = isPeripheral ? .tx : .rx
      _ = writer.add(
        Packets.att(server, handle, [0x1B] + octets(Self.notifyingHandle) + value), serverClass)
    } else if chunksLeft == 0 {
      chunksLeft = -1
      _ = writer.add(marker, isPeripheral ? .markerSent : .markerReceived)
    } else {
      chunksLeft = random.within(transferLength)
      write(notification, serverClass, &writer, pool)
    }
  }

  // MARK: - Now and then

  /// A read request and its response.
  func read(_ writer: inout RecordWriter) {
    ask(readRequest, readResponse, &writer)
  }

  func measure(dBm: Int, _ writer: inout RecordWriter) {
    _ = writer.add(readRSSI, .otherCommand)
    writer.time += 900
    let start = writer.add(rssi, .otherEvent)
    writer.set(UInt8(bitPattern: Int8(dBm)), at: start + rssi.count - 1)
    writer.time += 300
  }

  private func ask(_ request: [UInt8], _ response: [UInt8], _ writer: inout RecordWriter) {
    _ = writer.add(request, .request)
    writer.time += 12_000
    if !isPeripheral { complete(1, &writer) }
    writer.time += 600
    _ = writer.add(response, .response)
    if isPeripheral {
      writer.time += 15_000
      complete(1, &writer)
    }
    writer.time += 700
  }

  // MARK: - Beginning and end

  /// Connects, agrees on an ATT_MTU, discovers what is there, and subscribes.
  mutating func open(_ writer: inout RecordWriter) {
    chunksLeft = -1
    _ = writer.add(
      Packets.event(
        HCIPacket.connected(handle, isPeripheral: isPeripheral, peer, interval: interval)),
      .connection)
    writer.time += 8000
    for (request, response) in Self.conversation {
      ask(
        Packets.att(isPeripheral ? .rx : .tx, handle, request),
        Packets.att(isPeripheral ? .tx : .rx, handle, response), &writer)
    }
  }

  func close(_ writer: inout RecordWriter) {
    _ = writer.add(Packets.event(HCIPacket.disconnected(handle, reason: 0x13)), .otherEvent)
  }

  private static let conversation: [(request: [UInt8], response: [UInt8])] = [
    // Exchange MTU: 185 on both sides.
    ([0x02, 185, 0], [0x03, 185, 0]),
    // Primary services: GAP, then the vendor's.
    (
      [0x10, 0x01, 0, 0xFF, 0xFF, 0x00, 0x28],
      [0x11, 6, 0x01, 0, 0x05, 0, 0x00, 0x18]
    ),
    (
      [0x10, 0x06, 0, 0xFF, 0xFF, 0x00, 0x28],
      [0x11, 20, 0x0E, 0, 0x18, 0] + uuid(0x01)
    ),
    (
      [0x10, 0x19, 0, 0xFF, 0xFF, 0x00, 0x28],
      [0x01, 0x10, 0x19, 0, 0x0A]
    ),
    // Its characteristics.
    (
      [0x08, 0x0E, 0, 0x18, 0, 0x03, 0x28],
      [0x09, 21] + [0x0F, 0, 0x10, 0x10, 0] + uuid(0x02) + [0x12, 0, 0x10, 0x13, 0] + uuid(0x03)
        + [0x15, 0, 0x04, 0x16, 0] + uuid(0x04)
    ),
    // The descriptors behind the two that notify, and the two subscriptions.
    ([0x04, 0x11, 0, 0x11, 0], [0x05, 1, 0x11, 0, 0x02, 0x29]),
    ([0x04, 0x14, 0, 0x14, 0], [0x05, 1, 0x14, 0, 0x02, 0x29]),
    ([0x12, 0x11, 0, 1, 0], [0x13]),
    ([0x12, 0x14, 0, 1, 0], [0x13]),
  ]

  /// A UUID of the vendor, least significant octet first.
  private static func uuid(_ number: UInt8) -> [UInt8] {
    [
      0xE3, 0x94, 0x2C, 0x7A, 0x1D, 0x0B, 0x66, 0x9E, 0x38, 0x4D, 0x41, 0x7C, number, 0x0A, 0x2B,
      0x5F,
    ]
  }
}

/// Octets that values are made of: lower case letters and digits, so that no value looks like a
/// marker.
struct ValuePool {
  static let mask = 0xFFFF
  private let octets: [UInt8]

  init(_ random: inout SeededRandom) {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz012345".utf8)
    octets = (0..<Self.mask + 65).map { _ in alphabet[random.below(alphabet.count)] }
  }

  @inline(__always)
  func word(_ offset: Int) -> UInt64 { octets.span.u64le(offset) }

  subscript(_ offset: Int) -> UInt8 { octets[offset] }
}
