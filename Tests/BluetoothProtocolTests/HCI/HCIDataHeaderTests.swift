import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("HCI synchronous and isochronous data")
struct HCIDataHeaderTests {
  private static let sco = hex(
    """
    01 20     // handle 0x001, Packet_Status_Flag 0b10: no data received
    03        // 3 octets
    AA BB CC
    """)

  @Test func synchronousData() throws {
    let packet = try decode(Self.sco) { (range, bytes) throws(DecodeIssue) in
      try HCISynchronousData(range, in: bytes)
    }
    #expect(packet.handle == ConnectionHandle(1))
    #expect(packet.packetStatus == 2)
    #expect(octets(packet.data, of: Self.sco) == [0xAA, 0xBB, 0xCC])
    sweep(Self.sco, layer: .sco, tail: .counted(3)) { (range, bytes) throws(DecodeIssue) in
      try HCISynchronousData(range, in: bytes)
    }
  }

  private static let iso = hex(
    """
    60 60         // handle 0x060, PB_Flag 0b10: a complete SDU, TS_Flag 1
    0B 00         // 11 octets
    40 42 0F 00   // Time_Stamp 1,000,000 us
    07 00         // Packet_Sequence_Number 7
    03 40         // ISO_SDU_Length 3, Packet_Status_Flag 0b01: possibly invalid data
    01 02 03
    """)

  @Test func completeSDUWithTimeStamp() throws {
    let packet = try decode(Self.iso) { (range, bytes) throws(DecodeIssue) in
      try HCIISOData(range, in: bytes)
    }
    #expect(packet.handle == ConnectionHandle(0x60))
    #expect(packet.boundary == 2 && packet.hasTimeStamp)
    #expect(packet.timeStamp == 1_000_000)
    #expect(packet.sequenceNumber == 7 && packet.sduLength == 3 && packet.packetStatus == 1)
    #expect(octets(packet.data, of: Self.iso) == [1, 2, 3])
  }

  @Test func fragments() throws {
    let first = hex("60 00 06 00 07 00 F0 00 01 02")
    let start = try decode(first) { (range, bytes) throws(DecodeIssue) in
      try HCIISOData(range, in: bytes)
    }
    #expect(start.boundary == 0 && start.timeStamp == nil && start.sduLength == 0x0F0)
    let next = hex("60 10 02 00 03 04")
    let rest = try decode(next) { (range, bytes) throws(DecodeIssue) in
      try HCIISOData(range, in: bytes)
    }
    #expect(rest.boundary == 1 && rest.sequenceNumber == nil)
    #expect(octets(rest.data, of: next) == [3, 4])
  }

  @Test func cutAnywhereItIsShownAsFarAsItGoes() {
    for vector in [Self.sco, Self.iso] {
      for held in 0...vector.count {
        for original in [held, vector.count] {
          let kept = Array(vector.prefix(held))
          let range = ByteRange(start: 0, end: held, originalCount: original)
          var list = FieldList()
          describeISO(range, in: kept.span, into: &list)
          #expect(!list.fields.isEmpty)
          list.removeAll()
          describeSCO(range, in: kept.span, into: &list)
          #expect(!list.fields.isEmpty)
          list.removeAll()
          describeACL(range, in: kept.span, into: &list)
          #expect(!list.fields.isEmpty)
        }
      }
    }
  }
}
