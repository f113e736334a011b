import Bytes

/// Return parameters of HCI_Read_RSSI: how strong the peer's signal is.
///
///     octet   0         1...2          3
///             status    handle (LE)    RSSI
///
/// Core Vol 4, Part E, 7.5.4. For LE the RSSI is in dBm; for BR/EDR it is the distance in dB from
/// the range that the Controller likes best, 0 within it.
package struct ReadRSSIReturn: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle
  /// Nil where the Controller does not know it.
  package let rssi: Int8?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    guard status == .success else {
      rssi = nil
      return
    }
    rssi = knownRSSI(try cursor.i8(in: bytes))
  }
}

/// Return parameters of HCI_LE_Read_Advertising_Physical_Channel_Tx_Power: how strongly the local
/// device advertises.
///
///     octet   0         1
///             status    TX_Power_Level
///
/// Core Vol 4, Part E, 7.8.6.
package struct LEReadAdvertisingPhysicalChannelTxPowerReturn: Hashable, Sendable {
  package let status: HCIStatus
  /// In dBm.
  package let txPowerLevel: Int8?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      txPowerLevel = nil
      return
    }
    txPowerLevel = try cursor.i8(in: bytes)
  }
}
