import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("BR/EDR connection events, disconnection, encryption")
struct ConnectionEventTests {
  private let address = DeviceAddress(littleEndian48: 0x660D_F30A_7B1C)

  @Test func connectionComplete() throws {
    let vector = hex(
      """
      00                  // success
      0B 00               // handle 0x000B
      1C 7B 0A F3 0D 66   // BD_ADDR
      01                  // ACL
      00                  // not encrypted
      """)
    let event = try decode(vector, ConnectionComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x000B)
    #expect(event.address == address)
    #expect(event.linkType == .acl)
    #expect(!event.isEncryptionEnabled)
    sweep(vector, ConnectionComplete.init)
  }

  @Test func disconnectionComplete() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      08      // connection timeout
      """)
    let event = try decode(vector, DisconnectionComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.reason == .connectionTimeout)
    sweep(vector, DisconnectionComplete.init)
  }

  @Test func roleChange() throws {
    let vector = hex(
      """
      00                  // success
      1C 7B 0A F3 0D 66   // BD_ADDR
      01                  // peripheral from now on
      """)
    let event = try decode(vector, RoleChange.init)
    #expect(event.status == .success)
    #expect(event.address == address)
    #expect(event.newRole == .peripheral)
    sweep(vector, RoleChange.init)
  }

  @Test func encryptionChange() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      01      // on
      """)
    let event = try decode(vector, encryptionChangeV1)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.isEnabled && event.mode == 0x01)
    #expect(event.keySize == nil)
    sweep(vector, encryptionChangeV1)
  }

  @Test func encryptionChangeWithKeySize() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      02      // on, with AES-CCM
      10      // 16 octets
      """)
    let event = try decode(vector, encryptionChangeV2)
    #expect(event.isEnabled && event.mode == 0x02)
    #expect(event.keySize == 16)
    sweep(vector, encryptionChangeV2)
    #expect(EncryptionChange.Version(.encryptionChangeV1) == .v1)
    #expect(EncryptionChange.Version(.encryptionChangeV2) == .v2)
    #expect(EncryptionChange.Version(.leMeta) == nil)
  }

  @Test func encryptionKeyRefreshComplete() throws {
    let vector = hex("06 40 00  // PIN or key missing, handle 0x0040")
    let event = try decode(vector, EncryptionKeyRefreshComplete.init)
    #expect(event.status == .pinOrKeyMissing)
    #expect(event.handle.rawValue == 0x0040)
    sweep(vector, EncryptionKeyRefreshComplete.init)
  }
}

private func encryptionChangeV1(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> EncryptionChange {
  try EncryptionChange(range, version: .v1, in: bytes)
}

private func encryptionChangeV2(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> EncryptionChange {
  try EncryptionChange(range, version: .v2, in: bytes)
}
