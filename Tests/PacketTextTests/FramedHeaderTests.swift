import BluetoothProtocol
import Bytes
import Testing

@testable import PacketText

/// The headers of protocols, in words.
@Suite("Headers of framed values") struct FramedHeaderTests {
  private static let smp = "DA2E7828-FBCE-4E01-AE9E-261174997C48"
  private static let control = "8EC90001-F315-4F60-9FB8-838830DAEA50"
  private static let packet = "8EC90002-F315-4F60-9FB8-838830DAEA50"
  private static let legacy = "00001531-1212-EFDE-1523-785FEABCD123"
  private static let client = "18EE2EF5-263D-4559-959F-4F9C429F9D11"
  private static let server = "18EE2EF5-263D-4559-959F-4F9C429F9D12"

  private func words(_ uuid: String, _ octets: [UInt8], isFromServer: Bool = false) throws
    -> String?
  {
    let framings = RecognizedFramings()
    return framings.describe(
      try #require(BluetoothUUID(parsing: uuid)), ByteRange(start: 0, end: octets.count),
      RecognizedFramings.Place(connection: 0, server: .peer), isFromServer: isFromServer,
      in: octets.span)
  }

  @Test("MCUmgr SMP")
  func mcumgr() throws {
    #expect(
      try words(Self.smp, [0x0A, 0, 0, 9, 0, 0, 1, 0, 0xA1, 0x61, 0x64, 0x65])
        == "MCUmgr SMP write, version 1, flags 0, length 9, group 0, sequence 1, command 0 "
        + "(os echo)")
    #expect(try words(Self.smp, [0x0B, 0, 0, 9, 0, 1, 7, 1])?.contains("write response") == true)
    // What continues a frame: no map after it, more than the length says, other flags.
    #expect(try words(Self.smp, [0x0A, 0, 0, 9, 0, 0, 1, 0, 0x12]) == nil)
    #expect(try words(Self.smp, [0x0A, 0, 0, 1, 0, 0, 1, 0, 0xA1, 0x61]) == nil)
    #expect(try words(Self.smp, [0x0A, 1, 0, 9, 0, 0, 1, 0, 0xA1]) == nil)
    #expect(try words(Self.smp, [0x0A, 0, 0]) == nil)
  }

  @Test("Nordic's Secure DFU")
  func secureDFU() throws {
    #expect(
      try words(Self.control, [1, 2, 0, 16, 0, 0])
        == "Nordic Secure DFU create, firmware, 4096 octets")
    #expect(
      try words(Self.control, [2, 12, 0]) == "Nordic Secure DFU set receipts, every 12 packets")
    #expect(
      try words(Self.control, [0x60, 3, 1, 0, 16, 0, 0, 0xEF, 0xBE, 0xAD, 0x0E])
        == "Nordic Secure DFU answer to calculate checksum: success, offset 4096, CRC-32 0x0EADBEEF"
    )
    #expect(
      try words(Self.control, [0x60, 4, 8])
        == "Nordic Secure DFU answer to execute: not permitted in this state")
    #expect(try words(Self.control, [1, 9, 0, 16, 0, 0]) == nil)
    #expect(try words(Self.control, []) == nil)
    #expect(try words(Self.packet, [1, 2, 3]) == nil)
  }

  @Test("Nordic's legacy DFU")
  func legacyDFU() throws {
    #expect(try words(Self.legacy, [1, 4]) == "Nordic legacy DFU start")
    #expect(
      try words(Self.legacy, [0x10, 3, 1]) == "Nordic legacy DFU answer to receive image: success")
    #expect(try words(Self.legacy, [0x11, 0, 2, 0, 0]) == "Nordic legacy DFU receipt, 512 octets")
    #expect(try words(Self.legacy, [0x11, 0]) == nil)
  }

  @Test("Matter's BTP")
  func btp() throws {
    #expect(
      try words(Self.client, [0x65, 0x6C, 4, 0, 0, 0, 247, 0, 6])
        == "Matter BTP handshake request, ATT_MTU 247, window 6")
    #expect(
      try words(Self.server, [0x65, 0x6C, 4, 244, 0, 6], isFromServer: true)
        == "Matter BTP handshake response, version 4, segment size 244, window 6")
    #expect(
      try words(Self.client, [0x0D, 1, 2, 5, 0, 1, 2, 3, 4, 5])
        == "Matter BTP sequence 2, acknowledges 1, begins a message of 5 octets, ends it")
    #expect(try words(Self.client, [0x0D, 1]) == nil)
  }

  @Test("a characteristic of no known protocol is not described")
  func other() throws {
    #expect(try words("2A37", [0x0A, 0, 0, 9, 0, 0, 1, 0, 0xA1]) == nil)
  }
}
