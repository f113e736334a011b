import Bytes

/// HCI_LE_Data_Length_Change: how long the Link Layer's data packets may be from now on.
///
///     octet   0...1          2...3             4...5           6...7             8...9
///             handle (LE)    TX octets (LE)    TX time (LE)    RX octets (LE)    RX time (LE)
///
/// Core Vol 4, Part E, 7.7.65.7. It has no status.
package struct LEDataLengthChange: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let maxTXOctets: UInt16
  /// In microseconds.
  package let maxTXTime: UInt16
  package let maxRXOctets: UInt16
  /// In microseconds.
  package let maxRXTime: UInt16

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    maxTXOctets = try cursor.u16le(in: bytes)
    maxTXTime = try cursor.u16le(in: bytes)
    maxRXOctets = try cursor.u16le(in: bytes)
    maxRXTime = try cursor.u16le(in: bytes)
  }
}

/// HCI_LE_PHY_Update_Complete: which physical layers a connection uses from now on.
///
///     octet   0         1...2          3         4
///             status    handle (LE)    TX PHY    RX PHY
///
/// Core Vol 4, Part E, 7.7.65.12.
package struct LEPHYUpdateComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let txPHY: PHY
  package let rxPHY: PHY

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    txPHY = PHY(try cursor.u8(in: bytes))
    rxPHY = PHY(try cursor.u8(in: bytes))
  }
}

/// HCI_LE_Read_Remote_Features_Complete: what the peer's Link Layer can do.
///
///     octet   0         1...2          3...10
///             status    handle (LE)    features (LE)
///
/// Core Vol 4, Part E, 7.7.65.4. Core 6.0 names it page 0 of the features.
package struct LEReadRemoteFeaturesComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  package let features: LEFeatureSet?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    features = status == .success ? LEFeatureSet(rawValue: try cursor.u64le(in: bytes)) : nil
  }
}
