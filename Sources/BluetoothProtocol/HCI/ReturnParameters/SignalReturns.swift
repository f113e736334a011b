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
