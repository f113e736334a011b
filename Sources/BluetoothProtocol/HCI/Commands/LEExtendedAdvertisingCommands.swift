import Bytes

/// HCI_LE_Set_Extended_Advertising_Enable: start or stop advertising sets.
///
///     octet   0         1           2 + 4 i               3 + 4 i ... 4 + 4 i    5 + 4 i
///             Enable    Num_Sets    Advertising_Handle    Duration (LE)          maximum events
///
/// Core Vol 4, Part E, 7.8.56. Stopping with no sets stops all of them.
package struct LESetExtendedAdvertisingEnable: Hashable, Sendable {
  package struct AdvertisingSet: Hashable, Sendable {
    package let advertisingHandle: UInt8
    /// In units of 10 ms; 0 is until it is stopped.
    package let duration: UInt16
    /// 0 is no limit.
    package let maxExtendedAdvertisingEvents: UInt8
  }

  package let isEnabled: Bool
  /// How many sets there are.
  package let count: Int
  package let sets: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    isEnabled = try cursor.u8(in: bytes) != 0
    count = Int(try cursor.u8(in: bytes))
    let start = try cursor.skip(4 * count)
    sets = ByteRange(start: start, end: cursor.position)
  }

  /// - Precondition: `0 <= index < count`, and `bytes` is what the command was decoded from.
  package func entry(_ index: Int, in bytes: Span<UInt8>) -> AdvertisingSet {
    precondition(index >= 0 && index < count)
    let offset = sets.start + 4 * index
    return AdvertisingSet(
      advertisingHandle: bytes[offset], duration: bytes.u16le(offset + 1),
      maxExtendedAdvertisingEvents: bytes[offset + 3])
  }
}
