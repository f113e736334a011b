/// Whole btsnoop records, with a time of zero, for the writer to stamp.
enum Packets {
  enum Direction: UInt8 { case sent, received }

  // MARK: - Records

  static func command(_ opcode: UInt16, _ parameters: [UInt8] = []) -> [UInt8] {
    record([0x01] + le(opcode) + [UInt8(parameters.count)] + parameters, flags: 0x02)
  }

  static func event(_ code: UInt8, _ parameters: [UInt8]) -> [UInt8] {
    record([0x04, code, UInt8(parameters.count)] + parameters, flags: 0x03)
  }

  /// A Command Complete event without an error.
  static func complete(_ opcode: UInt16, _ returned: [UInt8] = []) -> [UInt8] {
    event(0x0E, [1] + le(opcode) + [0] + returned)
  }

  /// An ATT PDU in one ACL packet.
  static func att(_ direction: Direction, _ handle: UInt16, _ pdu: [UInt8]) -> [UInt8] {
    let boundary: UInt16 = direction == .received ? 0x2000 : 0
    let data = le(UInt16(pdu.count)) + le(0x0004) + pdu
    return record(
      [0x02] + le(handle | boundary) + le(UInt16(data.count)) + data, flags: direction.rawValue)
  }

  private static func record(_ packet: [UInt8], flags: UInt8) -> [UInt8] {
    let count = UInt16(packet.count)
    let length: [UInt8] = [0, 0, UInt8(count >> 8), UInt8(count & 0xFF)]
    return length + length + [0, 0, 0, flags] + [UInt8](repeating: 0, count: 12) + packet
  }

  // MARK: - Places in them

  static let packet = RecordWriter.recordHeader
  /// Of the value in a notification or a write command.
  static let value = packet + 12
  /// Of the count in a Number Of Completed Packets event for one handle.
  static let completedCount = packet + 6
  /// Of the address in an LE Advertising Report.
  static let advertiserAddress = packet + 7

  // MARK: - Events

  static func completed(_ handle: UInt16) -> [UInt8] { event(0x13, [1] + le(handle) + le(1)) }

  static func connected(
    _ handle: UInt16, isPeripheral: Bool, _ address: UInt64, interval: UInt16
  ) -> [UInt8] {
    event(
      0x3E,
      [0x01, 0] + le(handle) + [isPeripheral ? 1 : 0, 0x01] + octets(of: address) + le(interval)
        + le(0) + le(200) + [0])
  }

  static func disconnected(_ handle: UInt16, reason: UInt8) -> [UInt8] {
    event(0x05, [0] + le(handle) + [reason])
  }

  /// An LE Advertising Report of one device; its last octet is the RSSI.
  static func advertising(type: UInt8, _ address: UInt64, _ data: [UInt8]) -> [UInt8] {
    event(
      0x3E, [0x02, 1, type, 0x01] + octets(of: address) + [UInt8(data.count)] + data + [0])
  }

  /// One structure of advertising data.
  static func structure(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
    [UInt8(data.count + 1), type] + data
  }

  // MARK: - Numbers

  static func le(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

  static func octets(of address: UInt64) -> [UInt8] {
    (0..<6).map { UInt8(truncatingIfNeeded: address >> ($0 * 8)) }
  }
}
