import Bytes

/// One report of HCI_LE_Extended_Advertising_Report: what one device said in one advertising
/// packet.
///
///     octet   0...1              2               3...8           9              10
///             Event_Type (LE)    Address_Type    address (LE)    primary PHY    secondary PHY
///     octet   11     12          13      14...15
///             SID    TX power    RSSI    periodic advertising interval (LE)
///     octet   16                     17...22                 23             24..<24 + length
///             Direct_Address_Type    direct address (LE)     Data_Length    data
///
/// Core Vol 4, Part E, 7.7.65.13. Data longer than one event comes in several reports.
/// Read is what analysis asks for.
public struct LEExtendedAdvertisingReport: AdvertisingReport, Hashable {
  public let eventType: UInt16
  public let addressType: AddressType
  public let address: DeviceAddress
  /// In dBm; nil where the packet does not say.
  public let txPower: Int8?
  /// In dBm; nil where the Controller does not know it.
  public let rssi: Int8?
  /// See `AdvertisingData`.
  public let data: ByteRange

  @inlinable
  public init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    eventType = try cursor.u16le(in: bytes)
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    // Field by field, so that an issue names the one that is missing.
    _ = try cursor.u8(in: bytes)
    _ = try cursor.u8(in: bytes)
    _ = try cursor.u8(in: bytes)
    let txPower = try cursor.i8(in: bytes)
    self.txPower = txPower == 127 ? nil : txPower
    rssi = knownRSSI(try cursor.i8(in: bytes))
    _ = try cursor.u16le(in: bytes)
    _ = try cursor.u8(in: bytes)
    _ = try cursor.u48le(in: bytes)
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
  }

  /// Whether the device can be connected to, by bit 0; a scan response (bit 3) says nothing.
  @inlinable @inline(__always)
  public var isConnectable: Bool? { eventType & 0x08 == 0 ? eventType & 0x01 != 0 : nil }
}
