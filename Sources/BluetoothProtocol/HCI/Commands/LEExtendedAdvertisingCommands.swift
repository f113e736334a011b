import Bytes

/// HCI_LE_Set_Extended_Advertising_Parameters [v1]: how one advertising set shall advertise.
///
///     octet   0                     1...2                     3...5                6...8
///             Advertising_Handle    event properties (LE)     interval min (LE)    interval max (LE)
///     octet   9              10                  11                   12...17              18
///             channel map    Own_Address_Type    Peer_Address_Type    peer address (LE)    filter policy
///     octet   19          20             21                           22               23
///             TX power    primary PHY    Secondary_Max_Skip           secondary PHY    SID
///     octet   24
///             Scan_Request_Notification_Enable
///
/// Core Vol 4, Part E, 7.8.53. Version 2 of the command begins with the same octets.
package struct LESetExtendedAdvertisingParameters: Hashable, Sendable {
  /// Advertising_Event_Properties: a bit field.
  package struct EventProperties: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package var isConnectable: Bool { rawValue & 1 << 0 != 0 }
    package var isScannable: Bool { rawValue & 1 << 1 != 0 }
    package var isDirected: Bool { rawValue & 1 << 2 != 0 }
    package var isHighDutyCycle: Bool { rawValue & 1 << 3 != 0 }
    package var isLegacy: Bool { rawValue & 1 << 4 != 0 }
    package var isAnonymous: Bool { rawValue & 1 << 5 != 0 }
    package var includesTXPower: Bool { rawValue & 1 << 6 != 0 }
  }

  package let advertisingHandle: UInt8
  package let eventProperties: EventProperties
  package let intervalMin: SlotInterval
  package let intervalMax: SlotInterval
  /// Bits 0, 1 and 2 for the channels 37, 38 and 39.
  package let channelMap: UInt8
  package let ownAddressType: OwnAddressType
  package let peerAddressType: AddressType
  package let peerAddress: DeviceAddress
  package let filterPolicy: UInt8
  /// In dBm; nil where the host has no preference.
  package let txPower: Int8?
  package let primaryPHY: PHY
  package let secondaryMaxSkip: UInt8
  package let secondaryPHY: PHY
  package let sid: UInt8
  package let notifiesScanRequests: Bool

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    advertisingHandle = try cursor.u8(in: bytes)
    eventProperties = EventProperties(rawValue: try cursor.u16le(in: bytes))
    intervalMin = SlotInterval(try cursor.u24le(in: bytes))
    intervalMax = SlotInterval(try cursor.u24le(in: bytes))
    channelMap = try cursor.u8(in: bytes)
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    peerAddressType = AddressType(try cursor.u8(in: bytes))
    peerAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    filterPolicy = try cursor.u8(in: bytes)
    let txPower = try cursor.i8(in: bytes)
    self.txPower = txPower == 127 ? nil : txPower
    primaryPHY = PHY(try cursor.u8(in: bytes))
    secondaryMaxSkip = try cursor.u8(in: bytes)
    secondaryPHY = PHY(try cursor.u8(in: bytes))
    sid = try cursor.u8(in: bytes)
    notifiesScanRequests = try cursor.u8(in: bytes) != 0
  }
}

/// HCI_LE_Set_Extended_Advertising_Data and HCI_LE_Set_Extended_Scan_Response_Data: what one
/// advertising set shall say.
///
///     octet   0                     1            2                      3         4..<4 + length
///             Advertising_Handle    Operation    Fragment_Preference    length    data
///
/// Core Vol 4, Part E, 7.8.54 and 7.8.55. Long data comes in several commands.
package struct LESetExtendedAdvertisingData: Hashable, Sendable {
  package enum Operation: Hashable, Sendable {
    case intermediateFragment, firstFragment, lastFragment
    /// All the data is in this command.
    case complete
    /// The data stays as it was, its identifier changes.
    case unchanged
    case unrecognized(UInt8)

    package init(_ octet: UInt8) {
      switch octet {
      case 0x00: self = .intermediateFragment
      case 0x01: self = .firstFragment
      case 0x02: self = .lastFragment
      case 0x03: self = .complete
      case 0x04: self = .unchanged
      default: self = .unrecognized(octet)
      }
    }
  }

  package let advertisingHandle: UInt8
  package let operation: Operation
  /// The Controller may spread the data over several packets as it likes.
  package let allowsFragments: Bool
  /// See `AdvertisingData`.
  package let data: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    advertisingHandle = try cursor.u8(in: bytes)
    operation = Operation(try cursor.u8(in: bytes))
    allowsFragments = try cursor.u8(in: bytes) == 0
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
  }
}

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
