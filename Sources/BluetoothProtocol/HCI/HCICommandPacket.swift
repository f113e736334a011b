import Bytes

/// HCI Command packet: the host asks the Controller to do something.
///
///     octet   0...1          2         3..<3 + length
///             opcode (LE)    length    parameters
///
/// Core Vol 4, Part E, 5.4.1. Octets beyond `length` are not part of the packet.
package struct HCICommandPacket: Hashable, Sendable {
  package let opcode: HCIOpcode
  package let parameters: ByteRange

  init(opcode: HCIOpcode, parameters: ByteRange) {
    self.opcode = opcode
    self.parameters = parameters
  }

  package init(_ packet: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, packet)
    opcode = HCIOpcode(try cursor.u16le(in: bytes))
    let length = try cursor.u8(in: bytes)
    parameters = try cursor.range(Int(length))
  }
}
