import Bytes

/// HCI_Encryption_Change: a connection's encryption was turned on or off.
///
///     octet   0         1...2          3                     4, in version 2 only
///             status    handle (LE)    Encryption_Enabled    Encryption_Key_Size
///
/// Core Vol 4, Part E, 7.7.8. On LE, 0x01 means AES-CCM; on BR/EDR it means E0, and 0x02 AES-CCM.
package struct EncryptionChange: Hashable, Sendable {
  package enum Version: Hashable, Sendable {
    case v1, v2

    /// The version that travels under this event code; nil if it is another event.
    package init?(_ code: HCIEventCode) {
      switch code {
      case .encryptionChangeV1: self = .v1
      case .encryptionChangeV2: self = .v2
      default: return nil
      }
    }
  }

  package let status: HCIStatus
  package let handle: ConnectionHandle
  /// Encryption_Enabled as it stands.
  package let mode: UInt8
  /// In octets; nil where the event does not say.
  package let keySize: UInt8?

  package init(
    _ parameters: ByteRange, version: Version, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    mode = try cursor.u8(in: bytes)
    keySize = version == .v2 ? try cursor.u8(in: bytes) : nil
  }

  package var isEnabled: Bool { mode != 0 }
}

/// HCI_Encryption_Key_Refresh_Complete: an encrypted connection has a new key.
///
///     octet   0         1...2
///             status    handle (LE)
///
/// Core Vol 4, Part E, 7.7.39.
package struct EncryptionKeyRefreshComplete: Hashable, Sendable {
  package let status: HCIStatus
  package let handle: ConnectionHandle

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
  }
}
