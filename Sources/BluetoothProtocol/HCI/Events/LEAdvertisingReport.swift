import TraceBytes

/// One report of HCI_LE_Advertising_Report: what one device said in one advertising packet.
///
///     octet   0             1               2...7           8              9..<9 + length    then
///             Event_Type    Address_Type    address (LE)    Data_Length    data              RSSI
///
/// Core Vol 4, Part E, 7.7.65.2.
public struct LEAdvertisingReport: Hashable, Sendable {
  public struct EventType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let connectableUndirected = EventType(rawValue: 0x00)
    public static let connectableDirected = EventType(rawValue: 0x01)
    public static let scannableUndirected = EventType(rawValue: 0x02)
    public static let nonconnectableUndirected = EventType(rawValue: 0x03)
    public static let scanResponse = EventType(rawValue: 0x04)

    /// The name of the Link Layer's PDU; nil for a type that is reserved for future use.
    public var name: String? {
      switch rawValue {
      case 0x00: "ADV_IND"
      case 0x01: "ADV_DIRECT_IND"
      case 0x02: "ADV_SCAN_IND"
      case 0x03: "ADV_NONCONN_IND"
      case 0x04: "SCAN_RSP"
      default: nil
      }
    }
  }

  public let eventType: EventType
  public let addressType: AddressType
  public let address: DeviceAddress
  /// See `AdvertisingData`.
  public let data: ByteRange
  /// In dBm; nil where the Controller does not know it.
  public let rssi: Int8?

  @inlinable
  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    eventType = EventType(rawValue: try cursor.u8(in: bytes))
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
    rssi = knownRSSI(try cursor.i8(in: bytes))
  }
}

/// HCI_LE_Advertising_Report: devices were heard while scanning.
///
///     octet   0              1..<end
///             Num_Reports    reports, each an `LEAdvertisingReport`, one after the other
///
/// Core Vol 4, Part E, 7.7.65.2. The specification draws the fields as arrays; Controllers send
/// whole reports in sequence, and hosts expect it. Ask `next` for one after the other: there is no
/// array here, as scans fill captures with this event.
public struct LEAdvertisingReports: Sendable {
  public let count: Int
  @usableFromInline var left: Int
  @usableFromInline var cursor: ByteCursor

  @inlinable public init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    cursor = ByteCursor(.hci, parameters)
    count = Int(try cursor.u8(in: bytes))
    left = count
  }

  /// The next report, or nil after the last one. After an issue there is nothing more to read.
  @inlinable public mutating func next(
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> LEAdvertisingReport? {
    guard left > 0 else { return nil }
    let before = left
    left = 0
    let report = try LEAdvertisingReport(&cursor, in: bytes)
    left = before &- 1
    return report
  }
}

/// Controllers send 127 where they do not know how strong the signal was.
@inlinable func knownRSSI(_ value: Int8) -> Int8? {
  value == 127 ? nil : value
}
