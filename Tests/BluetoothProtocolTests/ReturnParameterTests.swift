import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Return parameters of commands")
struct ReturnParameterTests {
  /// Whatever comes, or does not come, after a status that is not success.
  private let failed = hex("01  // unknown HCI command")

  @Test func readBDADDR() throws {
    let vector = hex("00 1C 7B 0A F3 0D 66")
    let result = try decode(vector, ReadBDADDRReturn.init)
    #expect(result.status == .success)
    #expect(result.address?.description == "66:0D:F3:0A:7B:1C")
    sweep(vector, ReadBDADDRReturn.init)
    #expect(try decode(failed, ReadBDADDRReturn.init).address == nil)
  }

  @Test func readLocalVersionInformation() throws {
    let vector = hex(
      """
      00      // success
      0A      // HCI 5.1
      34 12   // HCI subversion
      0B      // LMP 5.2
      59 00   // company 0x0059
      78 56   // LMP subversion
      """)
    let result = try decode(vector, ReadLocalVersionInformationReturn.init)
    #expect(result.status == .success)
    #expect(result.information?.hciVersion.name == "5.1")
    #expect(result.information?.hciSubversion == 0x1234)
    #expect(result.information?.lmpVersion.name == "5.2")
    #expect(result.information?.companyIdentifier == 0x0059)
    #expect(result.information?.lmpSubversion == 0x5678)
    sweep(vector, ReadLocalVersionInformationReturn.init)
    #expect(try decode(failed, ReadLocalVersionInformationReturn.init).information == nil)
    #expect(CoreVersion(0xFF).name == nil)
  }

  @Test func readLocalName() throws {
    let vector =
      hex("00 70 69 00 58  // success, \"pi\", its end, and rubbish")
      + [UInt8](repeating: 0, count: 244)
    let result = try decode(vector, ReadLocalNameReturn.init)
    #expect(octets(result.name, of: vector) == Array("pi".utf8))
    #expect(result.name?.isCut == false)
    sweep(vector, tail: .counted(248), ReadLocalNameReturn.init)
    #expect(try decode(failed, ReadLocalNameReturn.init).name == nil)
  }

  @Test func localNameThatFillsItsField() throws {
    let vector = [0x00] + [UInt8](repeating: 0x61, count: 248)
    #expect(try decode(vector, ReadLocalNameReturn.init).name?.count == 248)
    let cut = try outcome(of: vector, held: 11, original: 249, ReadLocalNameReturn.init).get()
    #expect(cut.name?.count == 10 && cut.name?.isCut == true)
  }

  @Test func readBufferSize() throws {
    let vector = hex(
      """
      00      // success
      FD 03   // ACL: 1021 octets
      40      // SCO: 64 octets
      08 00   // ACL: 8 packets
      01 00   // SCO: 1 packet
      """)
    let result = try decode(vector, ReadBufferSizeReturn.init)
    #expect(result.acl == ControllerBuffers(bytes: 1021, count: 8))
    #expect(result.synchronous == ControllerBuffers(bytes: 64, count: 1))
    sweep(vector, ReadBufferSizeReturn.init)
    #expect(try decode(failed, ReadBufferSizeReturn.init).acl == nil)
  }

  @Test func leReadBufferSize() throws {
    let vector = hex("00 FB 00 0F  // success, 251 octets, 15 packets")
    let result = try decode(vector, leReadBufferSizeV1)
    #expect(result.acl == ControllerBuffers(bytes: 251, count: 15))
    #expect(result.isochronous == nil)
    sweep(vector, leReadBufferSizeV1)
    #expect(try decode(failed, leReadBufferSizeV1).acl == nil)
  }

  @Test func leReadBufferSizeWhereBuffersAreShared() throws {
    #expect(try decode(hex("00 00 00 00"), leReadBufferSizeV1).acl == nil)
  }

  @Test func leReadBufferSizeVersion2() throws {
    let vector = hex(
      """
      00      // success
      FB 00   // ACL: 251 octets
      0F      // ACL: 15 packets
      2C 01   // ISO: 300 octets
      06      // ISO: 6 packets
      """)
    let result = try decode(vector, leReadBufferSizeV2)
    #expect(result.acl == ControllerBuffers(bytes: 251, count: 15))
    #expect(result.isochronous == ControllerBuffers(bytes: 300, count: 6))
    sweep(vector, leReadBufferSizeV2)
    #expect(LEReadBufferSizeReturn.Version(.leReadBufferSizeV1) == .v1)
    #expect(LEReadBufferSizeReturn.Version(.leReadBufferSizeV2) == .v2)
    #expect(LEReadBufferSizeReturn.Version(.reset) == nil)
  }

  @Test func leReadLocalSupportedFeatures() throws {
    let vector = hex("00 FF 00 00 00 00 00 00 00  // success; the first eight")
    let result = try decode(vector, LEReadLocalSupportedFeaturesReturn.init)
    #expect(result.features?.contains(.dataPacketLengthExtension) == true)
    #expect(result.features?.contains(.le2MPHY) == false)
    sweep(vector, LEReadLocalSupportedFeaturesReturn.init)
    #expect(try decode(hex("01"), LEReadLocalSupportedFeaturesReturn.init).features == nil)
  }

  @Test func readRSSI() throws {
    let vector = hex("00 40 00 C4  // success, handle 0x0040, -60 dBm")
    let result = try decode(vector, ReadRSSIReturn.init)
    #expect(result.status == .success)
    #expect(result.handle.rawValue == 0x0040)
    #expect(result.rssi == -60)
    sweep(vector, ReadRSSIReturn.init)
    #expect(try decode(hex("00 40 00 7F"), ReadRSSIReturn.init).rssi == nil)

    let noConnection = try decode(hex("02 40 00"), ReadRSSIReturn.init)
    #expect(noConnection.status == .unknownConnectionIdentifier)
    #expect(noConnection.handle.rawValue == 0x0040 && noConnection.rssi == nil)
  }
}

private func leReadBufferSizeV1(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> LEReadBufferSizeReturn {
  try LEReadBufferSizeReturn(range, version: .v1, in: bytes)
}

private func leReadBufferSizeV2(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> LEReadBufferSizeReturn {
  try LEReadBufferSizeReturn(range, version: .v2, in: bytes)
}
