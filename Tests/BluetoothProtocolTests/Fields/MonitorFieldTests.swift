import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Records of the Linux monitor")
struct MonitorFieldTests {
  private func fields(_ opcode: UInt8, _ octets: [UInt8]) -> FieldList {
    var list = FieldList()
    describeMonitorRecord(
      opcode: opcode, ByteRange(start: 0, end: octets.count), in: octets.span, into: &list)
    return list
  }

  @Test func newIndex() {
    let list = fields(
      0,
      hex(
        """
        00                        // primary
        03                        // UART
        55 44 33 22 11 00
        68 63 69 30 00 00 00 00   // hci0
        """))
    #expect(list.fields.first?.name.description == "New Index")
    #expect(list["Bus"]?.codeName == "UART")
    #expect(list["Address"]?.number == 0x0011_2233_4455)
  }

  @Test func managementCommandsAndEventsByName() {
    let command = fields(16, hex("01 00 00 00 23 00 07"))
    #expect(command["Opcode"]?.codeName == "Start Discovery")
    let event = fields(17, hex("01 00 00 00 12 00"))
    #expect(event["Event"]?.codeName == "Device Found")
    #expect(fields(16, hex("01 00 00 00 FF 0F"))["Opcode"]?.codeName == nil)
  }

  @Test func controlOpen() {
    let list = fields(
      14,
      hex(
        """
        01 00 00 00      // cookie
        02 00            // MGMT
        01 16 00         // version 1, revision 22
        01 00 00 00      // trusted
        0A 62 6C 75 65 74 6F 6F 74 68 64
        """))
    #expect(list["Format"]?.codeName == "MGMT")
    #expect(list["Version"]?.number == 1)
    #expect(list["Revision"]?.number == 22)
    #expect(!list.fields.contains { if case .leftOver = $0.value { true } else { false } })
  }

  /// Every opcode, with anything in it, cut anywhere.
  @Test func anything() {
    var random = SeededRandom(seed: 0x30)
    for opcode in UInt8.min...UInt8.max {
      for count in 0..<24 {
        let list = fields(opcode, random.octets(count))
        #expect(!list.fields.isEmpty)
      }
    }
  }
}
