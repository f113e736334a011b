import Bytes

/// HCI_LE_Connection_Update_Complete: a connection has new parameters, or could not get them.
///
///     octet   0         1...2          3...4            5...6           7...8
///             status    handle (LE)    interval (LE)    latency (LE)    timeout (LE)
///
/// Core Vol 4, Part E, 7.7.65.3.
package struct LEConnectionUpdateComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let interval: ConnectionInterval
  /// How many connection events the peripheral may sleep through.
  package let latency: UInt16
  package let supervisionTimeout: SupervisionTimeout

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    interval = ConnectionInterval(try cursor.u16le(in: bytes))
    latency = try cursor.u16le(in: bytes)
    supervisionTimeout = SupervisionTimeout(try cursor.u16le(in: bytes))
  }
}

/// HCI_LE_Remote_Connection_Parameter_Request: the peer's Controller asks for other parameters.
///
///     octet   0...1          2...3               4...5               6...7           8...9
///             handle (LE)    interval min (LE)   interval max (LE)   latency (LE)    timeout (LE)
///
/// Core Vol 4, Part E, 7.7.65.6.
package struct LERemoteConnectionParameterRequest: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let intervalMin: ConnectionInterval
  package let intervalMax: ConnectionInterval
  package let maxLatency: UInt16
  package let supervisionTimeout: SupervisionTimeout

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    intervalMin = ConnectionInterval(try cursor.u16le(in: bytes))
    intervalMax = ConnectionInterval(try cursor.u16le(in: bytes))
    maxLatency = try cursor.u16le(in: bytes)
    supervisionTimeout = SupervisionTimeout(try cursor.u16le(in: bytes))
  }
}

/// HCI_LE_Subrate_Change: only one connection event of several is used from now on.
///
///     octet   0         1...2          3...4
///             status    handle (LE)    Subrate_Factor (LE)
///     octet   5...6                       7...8                        9...10
///             Peripheral_Latency (LE)     Continuation_Number (LE)     timeout (LE)
///
/// Core Vol 4, Part E, 7.7.65.35.
package struct LESubrateChange: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let subrateFactor: UInt16
  /// In events of the subrated connection.
  package let peripheralLatency: UInt16
  package let continuationNumber: UInt16
  package let supervisionTimeout: SupervisionTimeout

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    subrateFactor = try cursor.u16le(in: bytes)
    peripheralLatency = try cursor.u16le(in: bytes)
    continuationNumber = try cursor.u16le(in: bytes)
    supervisionTimeout = SupervisionTimeout(try cursor.u16le(in: bytes))
  }
}
