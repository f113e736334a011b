import Bytes

/// One report of HCI_LE_Directed_Advertising_Report: a device advertised to a private address.
///
///     octet   0             1               2...7           8
///             Event_Type    Address_Type    address (LE)    Direct_Address_Type
///     octet   9...14                 15
///             direct address (LE)    RSSI
///
/// Core Vol 4, Part E, 7.7.65.11.
package struct LEDirectedAdvertisingReport: Hashable, Sendable {
  package let eventType: LEAdvertisingReport.EventType
  package let addressType: AddressType
  package let address: DeviceAddress
  package let directAddressType: AddressType
  package let directAddress: DeviceAddress
  /// In dBm; nil where the Controller does not know it.
  package let rssi: Int8?

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    eventType = LEAdvertisingReport.EventType(rawValue: try cursor.u8(in: bytes))
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    directAddressType = AddressType(try cursor.u8(in: bytes))
    directAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    rssi = knownRSSI(try cursor.i8(in: bytes))
  }
}

/// HCI_LE_Directed_Advertising_Report: directed advertising to an unresolved address was heard.
///
///     octet   0              1 + 16 i ..< 17 + 16 i
///             Num_Reports    an `LEDirectedAdvertisingReport`
///
/// Core Vol 4, Part E, 7.7.65.11. Ask `next` for one report after the other.
package struct LEDirectedAdvertisingReports: Sendable {
  package let count: Int
  private var left: Int
  private var cursor: ByteCursor

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    cursor = ByteCursor(.hci, parameters)
    count = Int(try cursor.u8(in: bytes))
    left = count
  }

  /// The next report, or nil after the last one. After an issue there is nothing more to read.
  package mutating func next(
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> LEDirectedAdvertisingReport? {
    guard left > 0 else { return nil }
    let before = left
    left = 0
    let report = try LEDirectedAdvertisingReport(&cursor, in: bytes)
    left = before - 1
    return report
  }
}
