import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("BR/EDR connection events, disconnection, encryption, inquiry")
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

  @Test func connectionRequest() throws {
    let vector = hex(
      """
      1C 7B 0A F3 0D 66   // BD_ADDR
      04 01 5A            // class of device 0x5A0104
      01                  // ACL
      """)
    let event = try decode(vector, ConnectionRequest.init)
    #expect(event.address == address)
    #expect(event.classOfDevice == 0x5A0104)
    #expect(event.linkType == .acl)
    sweep(vector, ConnectionRequest.init)
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

  @Test func readRemoteVersionInformationComplete() throws {
    let vector = hex(
      """
      00      // success
      40 00   // handle 0x0040
      0C      // Core 5.3
      4C 00   // company 0x004C
      0F 11   // subversion 0x110F
      """)
    let event = try decode(vector, ReadRemoteVersionInformationComplete.init)
    #expect(event.status == .success)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.version.name == "5.3")
    #expect(event.companyIdentifier == 0x004C)
    #expect(event.subversion == 0x110F)
    sweep(vector, ReadRemoteVersionInformationComplete.init)
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

  @Test func longTermKeyRequest() throws {
    let vector = hex(
      """
      40 00                     // handle 0x0040
      08 07 06 05 04 03 02 01   // random number
      34 12                     // encrypted diversifier
      """)
    let event = try decode(vector, LELongTermKeyRequest.init)
    #expect(event.handle.rawValue == 0x0040)
    #expect(event.randomNumber == 0x0102_0304_0506_0708)
    #expect(event.encryptedDiversifier == 0x1234)
    sweep(vector, LELongTermKeyRequest.init)
  }

  @Test func inquiryResultWithRSSI() throws {
    let vector = hex(
      """
      02                  // two responses
      1C 7B 0A F3 0D 66   // BD_ADDR
      01 00               // page scan repetition mode, reserved
      04 01 5A            // class of device 0x5A0104
      34 12               // clock offset
      C4                  // -60 dBm
      1D 7B 0A F3 0D 66   // the second one's
      02 00
      00 05 20
      00 00
      14                  // +20 dBm
      """)
    let responses = try decode(vector, inquiryResponses)
    #expect(responses.count == 2)
    #expect(responses[0].address == address)
    #expect(responses[0].classOfDevice == 0x5A0104)
    #expect(responses.map(\.rssi) == [-60, 20])
    #expect(responses[1].address.description == "66:0D:F3:0A:7B:1D")
    sweep(vector, inquiryResponses)
  }

  @Test func extendedInquiryResult() throws {
    let vector =
      hex(
        """
        01                  // one response
        1C 7B 0A F3 0D 66   // BD_ADDR
        01 00               // page scan repetition mode, reserved
        04 01 5A            // class of device 0x5A0104
        34 12               // clock offset
        C4                  // -60 dBm
        03 09 68 69         // complete local name "hi", and zeros to fill 240 octets
        """) + [UInt8](repeating: 0, count: 236)
    let event = try decode(vector, ExtendedInquiryResult.init)
    #expect(event.response.address == address)
    #expect(event.response.rssi == -60)
    #expect(event.data.count == 240)
    sweep(vector, tail: .counted(240), ExtendedInquiryResult.init)
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

private func inquiryResponses(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [InquiryResponse] {
  var event = try InquiryResultWithRSSI(range, in: bytes)
  var responses: [InquiryResponse] = []
  while let response = try event.next(in: bytes) { responses.append(response) }
  return responses
}
