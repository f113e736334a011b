import Bytes

/// One report of HCI_LE_Advertising_Report: what one device said in one advertising packet.
///
///     octet   0             1               2...7           8              9..<9 + length    then
///             Event_Type    Address_Type    address (LE)    Data_Length    data              RSSI
///
/// Core Vol 4, Part E, 7.7.65.2.
public struct LEAdvertisingReport: AdvertisingReport, Hashable {
  public let eventType: UInt8
  public let addressType: AddressType
  public let address: DeviceAddress
  /// See `AdvertisingData`.
  public let data: ByteRange
  /// In dBm; nil where the Controller does not know it.
  public let rssi: Int8?

  @inlinable
  public init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    eventType = try cursor.u8(in: bytes)
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
    rssi = knownRSSI(try cursor.i8(in: bytes))
  }

  /// Whether an event packet holds one report and nothing else, and the capture all of it:
  ///
  ///     octet   0      1        2      3      4...5   6...11    12            13...     the last
  ///             0x3E   length   0x02   0x01   types   address   Data_Length   data      RSSI
  @inlinable @inline(__always)
  public static func isAlone(in packet: ByteRange, of bytes: Span<UInt8>) -> Bool {
    guard packet.count >= 14, !packet.isCut else { return false }
    let head = bytes.u32le(packet.start)
    return head & 0xFFFF_00FF == 0x0102_003E
      && UInt8(truncatingIfNeeded: head >> 8) == packet.count &- 2
      && bytes[packet.start &+ 12] == packet.count &- 14
  }

  /// - Precondition: it is alone in the packet.
  @inlinable @inline(__always)
  public init(alone packet: ByteRange, in bytes: Span<UInt8>) {
    eventType = bytes[packet.start &+ 4]
    let word = bytes.u64le(packet.start &+ 5)
    addressType = AddressType(UInt8(truncatingIfNeeded: word))
    address = DeviceAddress(littleEndian48: word >> 8)
    data = ByteRange(start: packet.start &+ 13, end: packet.end &- 1)
    rssi = knownRSSI(Int8(bitPattern: bytes[packet.end &- 1]))
  }

  /// Whether the device can be connected to: ADV_IND and ADV_DIRECT_IND say so, ADV_SCAN_IND and
  /// ADV_NONCONN_IND the opposite; a scan response says nothing.
  @inlinable @inline(__always)
  public var isConnectable: Bool? { eventType < 4 ? eventType < 2 : nil }
}

/// What one device said, as an event about advertising holds it.
public protocol AdvertisingReport: Sendable {
  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue)
}

/// HCI_LE_Advertising_Report and HCI_LE_Extended_Advertising_Report: devices were heard while
/// scanning.
///
///     octet   0              1..<end
///             Num_Reports    reports, one after the other
///
/// Core Vol 4, Part E, 7.7.65.2 and 7.7.65.13. The specification draws the fields as arrays;
/// Controllers send whole reports in sequence, and hosts expect it. Ask `next` for one after the
/// other: there is no array here, as scans fill captures with these events.
public struct AdvertisingReports<Report: AdvertisingReport>: Sendable {
  public let count: Int
  @usableFromInline var left: Int
  @usableFromInline var cursor: ByteCursor

  @inlinable public init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    cursor = ByteCursor(.hci, parameters)
    count = Int(try cursor.u8(in: bytes))
    left = count
  }

  /// The next report, or nil after the last one. After an issue there is nothing more to read.
  @inlinable public mutating func next(in bytes: Span<UInt8>) throws(DecodeIssue) -> Report? {
    guard left > 0 else { return nil }
    let before = left
    left = 0
    let report = try Report(&cursor, in: bytes)
    left = before &- 1
    return report
  }
}

public typealias LEAdvertisingReports = AdvertisingReports<LEAdvertisingReport>
public typealias LEExtendedAdvertisingReports = AdvertisingReports<LEExtendedAdvertisingReport>

/// Controllers send 127 where they do not know how strong the signal was.
@inlinable func knownRSSI(_ value: Int8) -> Int8? {
  value == 127 ? nil : value
}
