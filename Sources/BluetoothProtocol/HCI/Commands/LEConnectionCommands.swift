import Bytes

/// The parameters that a host wants for a connection.
///
///     octet   0...1                2...3                4...5           6...7
///             interval min (LE)    interval max (LE)    latency (LE)    timeout (LE)
///     octet   8...9                    10...11
///             Min_CE_Length (LE)       Max_CE_Length (LE)
///
/// Part of several commands. Core Vol 4, Part E, 7.8.12.
package struct WantedConnectionParameters: Hashable, Sendable {
  package let intervalMin: ConnectionInterval
  package let intervalMax: ConnectionInterval
  package let maxLatency: UInt16
  package let supervisionTimeout: SupervisionTimeout
  /// How long a connection event should be.
  package let minCELength: SlotInterval
  package let maxCELength: SlotInterval

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    intervalMin = ConnectionInterval(try cursor.u16le(in: bytes))
    intervalMax = ConnectionInterval(try cursor.u16le(in: bytes))
    maxLatency = try cursor.u16le(in: bytes)
    supervisionTimeout = SupervisionTimeout(try cursor.u16le(in: bytes))
    minCELength = SlotInterval(try cursor.u16le(in: bytes))
    maxCELength = SlotInterval(try cursor.u16le(in: bytes))
  }
}

/// HCI_LE_Create_Connection: connect to an LE device.
///
///     octet   0...1                   2...3                 4                5
///             LE_Scan_Interval (LE)   LE_Scan_Window (LE)   filter policy    Peer_Address_Type
///     octet   6...11                  12                    13...24
///             peer address (LE)       Own_Address_Type      `WantedConnectionParameters`
///
/// Core Vol 4, Part E, 7.8.12.
package struct LECreateConnection: Hashable, Sendable {
  package let scanInterval: SlotInterval
  package let scanWindow: SlotInterval
  /// Whether any device of the Filter Accept List will do; the peer address is then not used.
  package let usesFilterAcceptList: Bool
  package let peerAddressType: AddressType
  package let peerAddress: DeviceAddress
  package let ownAddressType: OwnAddressType
  package let wanted: WantedConnectionParameters

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    scanInterval = SlotInterval(try cursor.u16le(in: bytes))
    scanWindow = SlotInterval(try cursor.u16le(in: bytes))
    usesFilterAcceptList = try cursor.u8(in: bytes) & 0x01 != 0
    peerAddressType = AddressType(try cursor.u8(in: bytes))
    peerAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    wanted = try WantedConnectionParameters(&cursor, in: bytes)
  }
}

/// HCI_LE_Extended_Create_Connection [v1]: connect to an LE device, on physical layers of choice.
///
///     octet   0                1                   2                    3...8
///             filter policy    Own_Address_Type    Peer_Address_Type    peer address (LE)
///     octet   9                  10 + 16 i ..< 26 + 16 i
///             Initiating_PHYs    for each physical layer chosen, in the order 1M, 2M, Coded:
///                                2 octets scan interval (LE), 2 octets scan window (LE),
///                                12 octets `WantedConnectionParameters`
///
/// Core Vol 4, Part E, 7.8.66.
package struct LEExtendedCreateConnection: Hashable, Sendable {
  package struct Initiation: Hashable, Sendable {
    package let scanInterval: SlotInterval
    package let scanWindow: SlotInterval
    package let wanted: WantedConnectionParameters

    init?(
      _ phy: PHYSet, of phys: PHYSet, _ cursor: inout ByteCursor, in bytes: Span<UInt8>
    ) throws(DecodeIssue) {
      guard phys.contains(phy) else { return nil }
      scanInterval = SlotInterval(try cursor.u16le(in: bytes))
      scanWindow = SlotInterval(try cursor.u16le(in: bytes))
      wanted = try WantedConnectionParameters(&cursor, in: bytes)
    }
  }

  /// Whether any device of the Filter Accept List will do; the peer address is then not used.
  package let usesFilterAcceptList: Bool
  package let ownAddressType: OwnAddressType
  package let peerAddressType: AddressType
  package let peerAddress: DeviceAddress
  package let initiatingPHYs: PHYSet
  package let le1M: Initiation?
  package let le2M: Initiation?
  package let leCoded: Initiation?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    usesFilterAcceptList = try cursor.u8(in: bytes) & 0x01 != 0
    ownAddressType = OwnAddressType(try cursor.u8(in: bytes))
    peerAddressType = AddressType(try cursor.u8(in: bytes))
    peerAddress = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    initiatingPHYs = PHYSet(rawValue: try cursor.u8(in: bytes))
    le1M = try Initiation(.le1M, of: initiatingPHYs, &cursor, in: bytes)
    le2M = try Initiation(.le2M, of: initiatingPHYs, &cursor, in: bytes)
    leCoded = try Initiation(.leCoded, of: initiatingPHYs, &cursor, in: bytes)
  }
}

/// HCI_LE_Add_Device_To_Filter_Accept_List, HCI_LE_Remove_Device_From_Filter_Accept_List.
///
///     octet   0               1...6
///             Address_Type    address (LE)
///
/// Core Vol 4, Part E, 7.8.16 and 7.8.17.
package struct LEFilterAcceptListDevice: Hashable, Sendable {
  package let addressType: AddressType
  package let address: DeviceAddress

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    addressType = AddressType(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
  }
}

/// HCI_LE_Add_Device_To_Resolving_List, without the key of this host.
///
///     octet   0               1...6          7...22          23...38
///             identity type   address (LE)   peer IRK (LE)   local IRK
///
/// Core Vol 4, Part E, 7.8.38.
package struct LEResolvingListDevice: Hashable, Sendable {
  package let identity: LEFilterAcceptListDevice
  package let key: UInt128

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    identity = try LEFilterAcceptListDevice(parameters, in: bytes)
    var cursor = ByteCursor(.hci, parameters)
    _ = try cursor.skip(7)
    let low = UInt128(try cursor.u64le(in: bytes))
    key = low | UInt128(try cursor.u64le(in: bytes)) << 64
  }
}

/// HCI_LE_Connection_Update: change the parameters of a connection; and
/// HCI_LE_Remote_Connection_Parameter_Request_Reply: accept what the peer asked for.
///
///     octet   0...1          2...13
///             handle (LE)    `WantedConnectionParameters`
///
/// Core Vol 4, Part E, 7.8.18 and 7.8.31.
package struct LEConnectionUpdate: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let wanted: WantedConnectionParameters

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    wanted = try WantedConnectionParameters(&cursor, in: bytes)
  }
}

package typealias LERemoteConnectionParameterRequestReply = LEConnectionUpdate

/// HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply: refuse what the peer asked for. A
/// handle and a reason, as in HCI_Disconnect. Core Vol 4, Part E, 7.8.32.
package typealias LERemoteConnectionParameterRequestNegativeReply = Disconnect
