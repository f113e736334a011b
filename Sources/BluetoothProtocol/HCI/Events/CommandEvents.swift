import Bytes

/// HCI_Command_Complete: a command is done, and these are its results.
///
///     octet   0                            1...2          3..<end
///             Num_HCI_Command_Packets      opcode (LE)    return parameters
///
/// Core Vol 4, Part E, 7.7.14. The opcode is 0x0000 where no command was completed and only the
/// number of commands that the Controller takes has changed.
package struct CommandComplete: Hashable, Sendable {
  /// How many commands the host may send now.
  package let numHCICommandPackets: UInt8
  package let opcode: HCIOpcode
  package let returnParameters: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    numHCICommandPackets = try cursor.u8(in: bytes)
    opcode = HCIOpcode(try cursor.u16le(in: bytes))
    returnParameters = cursor.rest
  }
}

/// HCI_Command_Status: a command was begun, or refused; its result comes in another event.
///
///     octet   0         1                            2...3
///             status    Num_HCI_Command_Packets      opcode (LE)
///
/// Core Vol 4, Part E, 7.7.15.
package struct CommandStatus: Hashable, Sendable {
  package let status: HCIStatus
  /// How many commands the host may send now.
  package let numHCICommandPackets: UInt8
  package let opcode: HCIOpcode

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    numHCICommandPackets = try cursor.u8(in: bytes)
    opcode = HCIOpcode(try cursor.u16le(in: bytes))
  }
}
