import Bytes

/// HCI_LE_Scan_Timeout: extended scanning ended because its duration is over.
///
/// It has no parameters. Core Vol 4, Part E, 7.7.65.17.
package struct LEScanTimeout: Hashable, Sendable {
  package init() {}
}

/// HCI_LE_Advertising_Set_Terminated: an advertising set stopped, by a connection or by a limit.
///
///     octet   0         1                     2...3
///             status    Advertising_Handle    Connection_Handle (LE)
///     octet   4
///             Num_Completed_Extended_Advertising_Events
///
/// Core Vol 4, Part E, 7.7.65.18.
package struct LEAdvertisingSetTerminated: Hashable, Sendable {
  package let status: HCIStatus
  package let advertisingHandle: UInt8
  /// The connection that ended it; says something only if the status is success.
  package let connectionHandle: ConnectionHandle
  package let numCompletedExtendedAdvertisingEvents: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    advertisingHandle = try cursor.u8(in: bytes)
    connectionHandle = ConnectionHandle(try cursor.u16le(in: bytes))
    numCompletedExtendedAdvertisingEvents = try cursor.u8(in: bytes)
  }
}
