import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("HCI packets and their codes")
struct HCIPacketTests {
  @Test func command() throws {
    let vector = hex(
      """
      0C 20   // LE Set Scan Enable
      02      // two octets of parameters
      01 00   // enable, do not filter duplicates
      """)
    let packet = try decode(vector, HCICommandPacket.init)
    #expect(packet.opcode == .leSetScanEnable)
    #expect(packet.parameters == ByteRange(start: vectorStart + 3, end: vectorStart + 5))
    sweep(vector, tail: .counted(2), HCICommandPacket.init)
  }

  @Test func commandWithoutParameters() throws {
    let vector = hex("03 0C 00  // Reset")
    let packet = try decode(vector, HCICommandPacket.init)
    #expect(packet.opcode == .reset)
    #expect(packet.parameters.isEmpty && !packet.parameters.isCut)
    sweep(vector, HCICommandPacket.init)
  }

  @Test func event() throws {
    let vector = hex(
      """
      05            // Disconnection Complete
      04            // four octets of parameters
      00 40 00 13   // success, handle 0x0040, remote user terminated
      """)
    let packet = try decode(vector, HCIEventPacket.init)
    #expect(packet.code == .disconnectionComplete)
    #expect(octets(packet.parameters, of: vector) == hex("00 40 00 13"))
    sweep(vector, tail: .counted(4), HCIEventPacket.init)
  }

  @Test func octetsAfterThePacketAreNotPartOfIt() throws {
    let vector = hex("10 01 42 FF FF  // Hardware Error, and two octets too many")
    let packet = try decode(vector, HCIEventPacket.init)
    #expect(octets(packet.parameters, of: vector) == [0x42])
  }

  @Test func cutEventKeepsBothLengths() throws {
    let vector = hex("FF 06 01 02 03 04 05 06")
    let packet = try outcome(of: vector, held: 5, original: 8, HCIEventPacket.init).get()
    #expect(packet.parameters.count == 3)
    #expect(packet.parameters.originalCount == 6)
    #expect(packet.parameters.isCut)
  }

  @Test func leMeta() throws {
    let vector = hex(
      """
      03               // LE Connection Update Complete
      00 40 00 18 00   // some of its parameters
      """)
    let event = try decode(vector, LEMetaEvent.init)
    #expect(event.subevent == .connectionUpdateComplete)
    #expect(event.parameters == ByteRange(start: vectorStart + 1, end: vectorStart + 6))
    sweep(vector, tail: .rest(5), LEMetaEvent.init)
  }

  @Test func opcodeHasGroupAndCommand() {
    let opcode = HCIOpcode(ogf: 0x08, ocf: 0x000C)
    #expect(opcode == .leSetScanEnable)
    #expect(opcode.ogf == 0x08 && opcode.ocf == 0x000C)
    #expect(HCIOpcode(0xFD53).isVendorSpecific)
    #expect(HCIOpcode(0xFD53).ocf == 0x0153)
    #expect(HCIOpcode(ogf: 0xFF, ocf: 0xFFFF) == HCIOpcode(0xFFFF))
  }

  @Test(
    arguments: [
      (0x0000, "No Operation"),
      (0x0406, "Disconnect"),
      (0x0417, "Link Key Selection"),
      (0x0C03, "Reset"),
      (0x1009, "Read BD_ADDR"),
      (0x1405, "Read RSSI"),
      (0x200C, "LE Set Scan Enable"),
      (0x2011, "LE Add Device To Filter Accept List"),
      (0x2019, "LE Enable Encryption"),
      (0x2043, "LE Extended Create Connection [v1]"),
      (0x2086, "LE Set Periodic Advertising Parameters [v2]"),
      (0x0402, "Inquiry Cancel"),
      (0xFD53, nil),
      (0x2001 - 1, nil),
    ] as [(UInt16, String?)])
  func opcodeName(code: UInt16, name: String?) {
    #expect(HCIOpcode(code).name == name)
  }

  @Test func noNameIsOfTheTimeBeforeTheSpecificationChangedItsWords() {
    for code in UInt16.min...UInt16.max {
      guard let name = HCIOpcode(code).name else { continue }
      #expect(!name.contains("White") && !name.contains("Slave") && !name.contains("Master"))
    }
  }

  @Test func descriptions() {
    #expect(HCIOpcode.leSetScanEnable.description == "LE Set Scan Enable (0x200C)")
    #expect(HCIOpcode(0xFD53).description == "0xFD53")
    #expect(HCIEventCode.leMeta.description == "LE Meta (0x3E)")
    #expect(LEMetaSubevent(0xF0).description == "0xF0")
  }

  @Test func eventNames() {
    #expect(HCIEventCode.numberOfCompletedPackets.name == "Number Of Completed Packets")
    #expect(HCIEventCode.encryptionChangeV2.name == "Encryption Change [v2]")
    #expect(HCIEventCode(0x00).name == nil)
    #expect(LEMetaSubevent(0x0B).name == "LE Directed Advertising Report")
    let enhanced = LEMetaSubevent.enhancedConnectionCompleteV2
    #expect(enhanced.name == "LE Enhanced Connection Complete [v2]")
    #expect((UInt8(0x01)...0x29).allSatisfy { LEMetaSubevent($0).name != nil })
  }
}
