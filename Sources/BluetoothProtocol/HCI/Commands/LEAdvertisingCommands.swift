import Bytes

/// HCI_LE_Set_Advertising_Parameters: how to advertise.
///
///     octet   0...1                2...3                4                   5
///             interval min (LE)    interval max (LE)    Advertising_Type    Own_Address_Type
///     octet   6                    7...12               13                  14
///             Peer_Address_Type    peer address (LE)    channel map         filter policy
///
/// Core Vol 4, Part E, 7.8.5.
package struct LESetAdvertisingParameters: Hashable, Sendable {
  package struct AdvertisingType: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The name of the Link Layer's PDU; nil for a type that is reserved for future use.
    package var name: String? {
      switch rawValue {
      case 0x00: "ADV_IND"
      case 0x01: "ADV_DIRECT_IND (high duty cycle)"
      case 0x02: "ADV_SCAN_IND"
      case 0x03: "ADV_NONCONN_IND"
      case 0x04: "ADV_DIRECT_IND (low duty cycle)"
      default: nil
      }
    }
  }

  package let intervalMin: SlotInterval
  package let intervalMax: SlotInterval
  package let advertisingType: AdvertisingType
  package let ownAddressType: OwnAddressType
  package let peerAddressType: AddressType
  package let peerAddress: DeviceAddress
  /// Bits 0, 1 and 2 for the channels 37, 38 and 39.
  package let channelMap: UInt8
  package let filterPolicy: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    intervalMin = SlotInterval(try cursor.u16le(in: bytes))
    intervalMax = SlotInterval(try cursor.u16le(in: bytes))
    advertisingType = AdvertisingType(rawValue: try cursor.u8(in: bytes))
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    peerAddressType = AddressType(try cursor.u8(in: bytes))
    peerAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    channelMap = try cursor.u8(in: bytes)
    filterPolicy = try cursor.u8(in: bytes)
  }
}

/// HCI_LE_Set_Advertising_Data: what to say in advertising packets.
///
///     octet   0                          1..<1 + length        up to 31
///             Advertising_Data_Length    Advertising_Data      zeros
///
/// Core Vol 4, Part E, 7.8.7.
package struct LESetAdvertisingData: Hashable, Sendable {
  /// See `AdvertisingData`.
  package let data: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
  }
}

/// HCI_LE_Set_Scan_Response_Data: what to answer those who scan actively.
///
///     octet   0                            1..<1 + length          up to 31
///             Scan_Response_Data_Length    Scan_Response_Data      zeros
///
/// Core Vol 4, Part E, 7.8.8.
package struct LESetScanResponseData: Hashable, Sendable {
  /// See `AdvertisingData`.
  package let data: ByteRange

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    let length = try cursor.u8(in: bytes)
    data = try cursor.range(Int(length))
  }
}

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
