import Bytes

/// One report of HCI_LE_Extended_Advertising_Report: what one device said in one advertising packet.
///
///     octet   0...1              2               3...8           9              10
///             Event_Type (LE)    Address_Type    address (LE)    primary PHY    secondary PHY
///     octet   11     12          13      14...15
///             SID    TX power    RSSI    periodic advertising interval (LE)
///     octet   16                     17...22                 23             24..<24 + length
///             Direct_Address_Type    direct address (LE)     Data_Length    data
///
/// Core Vol 4, Part E, 7.7.65.13. Data longer than one event comes in several reports.
public struct LEExtendedAdvertisingReport: Hashable, Sendable {
  /// Event_Type: a bit field.
  public struct EventType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    @inlinable public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    public var isConnectable: Bool { rawValue & 1 << 0 != 0 }
    public var isScannable: Bool { rawValue & 1 << 1 != 0 }
    public var isDirected: Bool { rawValue & 1 << 2 != 0 }
    public var isScanResponse: Bool { rawValue & 1 << 3 != 0 }
    /// The packet was one of the PDUs from before extended advertising.
    public var isLegacy: Bool { rawValue & 1 << 4 != 0 }

    public var dataStatus: DataStatus {
      switch rawValue >> 5 & 0b11 {
      case 0b00: .complete
      case 0b01: .incomplete
      case 0b10: .truncated
      default: .reserved
      }
    }
  }

  public enum DataStatus: Hashable, Sendable {
    case complete
    /// The next report of this advertising set goes on with it.
    case incomplete
    /// The rest is lost.
    case truncated
    case reserved
  }

  public let eventType: EventType
  public let addressType: AddressType
  public let address: DeviceAddress
  public let primaryPHY: PHY
  /// `.none` where nothing was received on the secondary advertising channels.
  public let secondaryPHY: PHY
  /// Advertising_SID, the number of the advertising set; nil if there is none.
  public let sid: UInt8?
  /// In dBm; nil where the packet does not say.
  public let txPower: Int8?
  /// In dBm; nil where the Controller does not know it.
  public let rssi: Int8?
  /// Nil where there is no periodic advertising.
  public let periodicAdvertisingInterval: PeriodicAdvertisingInterval?
  /// Says something only where the event is directed.
  public let directAddressType: AddressType
  public let directAddress: DeviceAddress
  /// See `AdvertisingData`.
  public let data: ByteRange

  @inlinable
  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    eventType = EventType(rawValue: try cursor.u16le(in: bytes))
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    primaryPHY = PHY(try cursor.u8(in: bytes))
    secondaryPHY = PHY(try cursor.u8(in: bytes))
    let sid = try cursor.u8(in: bytes)
    self.sid = sid == 0xFF ? nil : sid
    let txPower = try cursor.i8(in: bytes)
    self.txPower = txPower == 127 ? nil : txPower
    rssi = knownRSSI(try cursor.i8(in: bytes))
    let interval = try cursor.u16le(in: bytes)
    periodicAdvertisingInterval = interval == 0 ? nil : PeriodicAdvertisingInterval(interval)
    directAddressType = AddressType(try cursor.u8(in: bytes))
    directAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
  }
}

/// HCI_LE_Extended_Advertising_Report: devices were heard while scanning with the extended commands.
///
///     octet   0              1..<end
///             Num_Reports    reports, each an `LEExtendedAdvertisingReport`, one after the other
///
/// Core Vol 4, Part E, 7.7.65.13. Ask `next` for one report after the other.
public struct LEExtendedAdvertisingReports: Sendable {
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
  ) throws(DecodeIssue) -> LEExtendedAdvertisingReport? {
    guard left > 0 else { return nil }
    let before = left
    left = 0
    let report = try LEExtendedAdvertisingReport(&cursor, in: bytes)
    left = before &- 1
    return report
  }
}
