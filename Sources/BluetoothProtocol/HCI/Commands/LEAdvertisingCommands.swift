import Bytes

/// HCI_LE_Set_Advertising_Enable: start or stop advertising.
///
///     octet   0
///             Advertising_Enable
///
/// Core Vol 4, Part E, 7.8.9.
package struct LESetAdvertisingEnable: Hashable, Sendable {
  package let isEnabled: Bool

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    isEnabled = try cursor.u8(in: bytes) != 0
  }
}
