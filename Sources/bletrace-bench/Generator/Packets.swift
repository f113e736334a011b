import BletraceTestSupport
import CaptureFiles

/// Whole btsnoop records, with a time of zero, for the writer to stamp.
enum Packets {
  static func command(_ opcode: UInt16, _ parameters: [UInt8] = []) -> [UInt8] {
    record(1, HCIPacket.command(opcode, parameters), flags: 2)
  }

  static func event(_ packet: [UInt8]) -> [UInt8] { record(4, packet, flags: 3) }

  /// A Command Complete event without an error.
  static func complete(_ opcode: UInt16, _ returned: [UInt8] = []) -> [UInt8] {
    event(HCIPacket.commandComplete(opcode, [0] + returned))
  }

  /// An ATT PDU in one ACL packet.
  static func att(_ direction: RecordDirection, _ handle: UInt16, _ pdu: [UInt8]) -> [UInt8] {
    let isReceived = direction == .rx
    let packet = HCIPacket.acl(handle | (isReceived ? 0x2000 : 0), HCIPacket.l2cap(4, pdu))
    return record(2, packet, flags: isReceived ? 1 : 0)
  }

  private static func record(_ indicator: UInt8, _ packet: [UInt8], flags: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    let count = packet.count + 1
    BtsnoopWriter.appendHeader(
      included: count, original: count, flags: flags, time: 0, to: &bytes)
    return bytes + [indicator] + packet
  }

  // MARK: - Places in them

  static let packet = BtsnoopFormat.recordHeader
  /// Of the value in a notification or a write command.
  static let value = valueHandle + 2
  /// Of the handle in front of it.
  static let valueHandle = packet + 10
  /// Of the count in a Number Of Completed Packets event for one handle.
  static let completedCount = packet + 6
  /// Of the address in an LE Advertising Report.
  static let advertiserAddress = packet + 7
}
