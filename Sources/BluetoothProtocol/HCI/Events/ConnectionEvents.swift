import Bytes

/// HCI_Connection_Complete: a BR/EDR connection is made, or could not be made.
///
///     octet   0         1...2          3...8           9            10
///             status    handle (LE)    BD_ADDR (LE)    Link_Type    Encryption_Enabled
///
/// Core Vol 4, Part E, 7.7.3.
package struct ConnectionComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let address: DeviceAddress
  package let linkType: LinkType
  package let isEncryptionEnabled: Bool

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    linkType = LinkType(try cursor.u8(in: bytes))
    isEncryptionEnabled = try cursor.u8(in: bytes) != 0
  }
}

/// HCI_Disconnection_Complete: a connection has ended, or the attempt to end it has failed.
///
///     octet   0         1...2          3
///             status    handle (LE)    reason
///
/// Core Vol 4, Part E, 7.7.5. The reason says nothing unless the status is success.
package struct DisconnectionComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let reason: HCIStatus

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    reason = HCIStatus(try cursor.u8(in: bytes))
  }
}

/// HCI_Read_Remote_Version_Information_Complete: who made the peer's controller.
///
///     octet   0         1...2          3          4...5                      6...7
///             status    handle (LE)    Version    Company_Identifier (LE)    Subversion (LE)
///
/// Core Vol 4, Part E, 7.7.12. The company says nothing unless the status is success.
package struct RemoteVersionInformationComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let companyIdentifier: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    _ = try cursor.u8(in: bytes)
    companyIdentifier = try cursor.u16le(in: bytes)
  }
}

/// HCI_Role_Change: central and peripheral of a BR/EDR connection have changed places.
///
///     octet   0         1...6           7
///             status    BD_ADDR (LE)    New_Role
///
/// Core Vol 4, Part E, 7.7.18.
package struct RoleChange: Hashable, Sendable {
  package let status: HCIStatus
  package let address: DeviceAddress
  /// The role of the local device from now on.
  package let newRole: ConnectionRole

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    newRole = ConnectionRole(try cursor.u8(in: bytes))
  }
}

/// HCI_Mode_Change: a BR/EDR connection went into or out of sniff or hold mode.
///
///     octet   0         1...2          3               4...5
///             status    handle (LE)    Current_Mode    Interval (LE), 0.625 ms
///
/// Core Vol 4, Part E, 7.7.20.
package struct ModeChange: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let mode: UInt8
  package let interval: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    mode = try cursor.u8(in: bytes)
    interval = try cursor.u16le(in: bytes)
  }
}

/// HCI_Synchronous_Connection_Complete and HCI_LE_CIS_Established begin alike: a link for voice or
/// audio, whose handle is one of no ACL data, is made.
///
///     octet   0         1...2          3..<end
///             status    handle (LE)    timing and sizes, not read here
///
/// Core Vol 4, Part E, 7.7.35 and 7.7.65.25.
package struct AudioLinkComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
  }
}

/// HCI_LE_Create_BIG_Complete and HCI_LE_BIG_Sync_Established: streams of a broadcast, sent or
/// received, whose handles are ones of no connection.
///
///     octet   0        1..16, or 1..12              17, or 13   18, or 14..<end
///             status   timing and sizes, not read   Num_BIS     Num_BIS handles (LE)
///
/// Core Vol 4, Part E, 7.7.65.27 and 7.7.65.29.
package struct BroadcastStreams: Hashable, Sendable {
  package let status: HCIStatus
  package let handles: [ConnectionHandle]

  /// - Parameter isSent: of HCI_LE_Create_BIG_Complete.
  package init(
    _ parameters: ByteRange, isSent: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    _ = try cursor.skip(isSent ? 16 : 12)
    var handles: [ConnectionHandle] = []
    for _ in 0..<(try cursor.u8(in: bytes)) {
      handles.append(ConnectionHandle(try cursor.u16le(in: bytes)))
    }
    self.handles = handles
  }
}
