import Bytes

/// HCI_Hardware_Error: the Controller has failed in some way of its own.
///
///     octet   0
///             Hardware_Code, whose meaning the maker of the Controller knows
///
/// Core Vol 4, Part E, 7.7.16.
package struct HardwareError: Hashable, Sendable {
  package let hardwareCode: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    hardwareCode = try cursor.u8(in: bytes)
  }
}
