import Bytes
import CaptureFiles

/// Packets of a connection, one layer on top of another. A handle may be left out: most stories
/// need one connection only.
extension CaptureBuilder {
  package static let handle: UInt16 = 0x0040
  /// 66:0D:F3:0A:7B:1C, as it goes over the air.
  package static let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66]

  /// Puts off the next record.
  package mutating func wait(by microseconds: Int64) { time &+= microseconds }

  // MARK: - HCI

  package mutating func event(_ code: UInt8, _ parameters: [UInt8], on controller: UInt16 = 0) {
    add(.event, .rx, HCIPacket.event(code, parameters), controller: controller)
  }

  package mutating func command(
    _ opcode: UInt16, _ parameters: [UInt8] = [], on controller: UInt16 = 0
  ) {
    add(.command, .tx, HCIPacket.command(opcode, parameters), controller: controller)
  }

  package mutating func commandComplete(
    _ opcode: UInt16, _ returned: [UInt8] = [0], on controller: UInt16 = 0
  ) {
    add(.event, .rx, HCIPacket.commandComplete(opcode, returned), controller: controller)
  }

  package mutating func commandStatus(
    _ opcode: UInt16, _ status: UInt8, on controller: UInt16 = 0
  ) {
    event(0x0F, [status, 1] + octets(opcode), on: controller)
  }

  /// LE Connection Complete: interval 30 ms, supervision timeout 5 s, random address.
  package mutating func connect(
    _ handle: UInt16 = Self.handle, peer: [UInt8] = Self.peer, isPeripheral: Bool = false,
    interval: UInt16 = 24, on controller: UInt16 = 0
  ) {
    let packet = HCIPacket.connected(
      handle, isPeripheral: isPeripheral, peer, interval: interval, timeout: 500, accuracy: 5)
    add(.event, .rx, packet, controller: controller)
  }

  package mutating func disconnect(
    _ handle: UInt16 = Self.handle, reason: UInt8 = 0x13, on controller: UInt16 = 0
  ) {
    add(.event, .rx, HCIPacket.disconnected(handle, reason: reason), controller: controller)
  }

  /// LE Connection Update Complete.
  package mutating func update(
    _ handle: UInt16 = Self.handle, status: UInt8 = 0, interval: UInt16, timeout: UInt16 = 500,
    on controller: UInt16 = 0
  ) {
    event(
      0x3E, [0x03, status] + octets(handle) + octets(interval) + octets(0) + octets(timeout),
      on: controller)
  }

  package mutating func completed(
    _ count: UInt16, _ handle: UInt16 = Self.handle, on controller: UInt16 = 0
  ) {
    add(.event, .rx, HCIPacket.completed(count, handle), controller: controller)
  }

  /// Read RSSI has completed.
  package mutating func signal(_ dBm: Int8, _ handle: UInt16 = Self.handle) {
    commandComplete(0x1405, [0] + octets(handle) + [UInt8(bitPattern: dBm)])
  }

  /// One LE Advertising Report.
  package mutating func advertise(_ address: [UInt8], _ dBm: Int8, data: [UInt8] = []) {
    add(.event, .rx, HCIPacket.advertising(type: 0, address, data, rssi: dBm))
  }

  // MARK: - ACL

  package mutating func acl(
    _ direction: RecordDirection, boundary: UInt16, _ data: [UInt8],
    _ handle: UInt16 = Self.handle, on controller: UInt16 = 0, keeping held: Int? = nil
  ) {
    let packet = HCIPacket.acl(handle | boundary << 12, data)
    add(
      .acl, direction, Array(packet.prefix(held ?? packet.count)), controller: controller,
      originalLength: packet.count)
  }

  /// An L2CAP PDU, in fragments of the sizes given; the last takes the rest.
  ///
  /// - Parameter held: octets of the first ACL packet that the logger kept.
  package mutating func l2cap(
    _ direction: RecordDirection, _ channel: UInt16, _ payload: [UInt8],
    _ handle: UInt16 = Self.handle, on controller: UInt16 = 0, fragments: [Int] = [],
    keeping held: Int? = nil
  ) {
    var rest = HCIPacket.l2cap(channel, payload)[...]
    let first: UInt16 = direction == .tx ? 0 : 2
    for (index, size) in (fragments + [.max]).enumerated() where index == 0 || !rest.isEmpty {
      acl(
        direction, boundary: index == 0 ? first : 1, Array(rest.prefix(size)), handle,
        on: controller, keeping: index == 0 ? held : nil)
      rest = rest.dropFirst(size)
    }
  }

  package mutating func att(
    _ direction: RecordDirection, _ pdu: [UInt8], _ handle: UInt16 = Self.handle,
    on controller: UInt16 = 0, fragments: [Int] = []
  ) {
    l2cap(direction, 0x0004, pdu, handle, on: controller, fragments: fragments)
  }

  /// A command of the LE signalling channel.
  package mutating func signalling(
    _ direction: RecordDirection, _ code: UInt8, _ identifier: UInt8, _ data: [UInt8],
    _ handle: UInt16 = Self.handle
  ) {
    l2cap(
      direction, 0x0005, [code, identifier] + octets(UInt16(data.count)) + data, handle)
  }

  // MARK: - ATT

  /// The MTU is exchanged; the host that captured asks.
  package mutating func exchangeMTU(_ client: UInt16, _ server: UInt16) {
    att(.tx, [0x02] + octets(client))
    att(.rx, [0x03] + octets(server))
  }

  package mutating func notify(
    _ attribute: UInt16, _ value: [UInt8], _ handle: UInt16 = Self.handle,
    on controller: UInt16 = 0
  ) {
    att(.rx, [0x1B] + octets(attribute) + value, handle, on: controller)
  }

  package mutating func notify(_ attribute: UInt16, _ text: String) {
    notify(attribute, Array(text.utf8))
  }

  /// A Write Request to a descriptor, and its response.
  package mutating func subscribe(
    _ descriptor: UInt16, _ bits: UInt16 = 1, _ handle: UInt16 = Self.handle,
    on controller: UInt16 = 0
  ) {
    att(.tx, [0x12] + octets(descriptor) + octets(bits), handle, on: controller)
    att(.rx, [0x13], handle, on: controller)
  }

  /// The characteristic is declared: a UUID of 2 or 16 octets; read, write, notify and indicate.
  package mutating func discover(
    declaration: UInt16, value: UInt16, uuid: [UInt8], _ handle: UInt16 = Self.handle
  ) {
    att(.tx, [0x08] + octets(declaration) + [0xFF, 0xFF, 0x03, 0x28], handle)
    att(
      .rx,
      [0x09, UInt8(5 + uuid.count)] + octets(declaration) + [0x3E] + octets(value) + uuid, handle)
  }

  // MARK: - Records

  /// What a reader would make of it, without a container.
  package func records() -> (records: [CapturedRecord], bytes: [UInt8]) {
    var bytes: [UInt8] = []
    let records = entries.enumerated().map { index, entry in
      let start = bytes.count
      bytes += entry.bytes
      return CapturedRecord(
        number: index + 1, time: TraceTime(microseconds: entry.time),
        bytes: ByteRange(start: start, end: bytes.count, originalCount: entry.originalLength),
        controller: entry.controller, kind: entry.kind, direction: entry.direction,
        detail: entry.detail)
    }
    return (records, bytes)
  }
}
