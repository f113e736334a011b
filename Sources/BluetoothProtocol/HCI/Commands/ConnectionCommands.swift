import Bytes

/// HCI_Disconnect: end a connection.
///
///     octet   0...1          2
///             handle (LE)    reason
///
/// Core Vol 4, Part E, 7.1.6. The peer gets the reason.
package struct Disconnect: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let reason: HCIStatus

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    reason = HCIStatus(try cursor.u8(in: bytes))
  }
}

/// HCI_Create_Connection: page a BR/EDR device.
///
///     octet   0...5           6...7             8
///             BD_ADDR (LE)    Packet_Type (LE)  Page_Scan_Repetition_Mode
///     octet   9           10...11              12
///             Reserved    Clock_Offset (LE)    Allow_Role_Switch
///
/// Core Vol 4, Part E, 7.1.5.
package struct CreateConnection: Hashable, Sendable {
  package let address: DeviceAddress

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
  }
}
