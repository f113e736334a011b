import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct PacketLoggerTests {
  static let vector = hex(
    """
    00 00 00 0C  65 53 F1 00  00 00 00 05   // 12 octets, 1700000000 s, 5 us
    00  03 0C 00                            // command
    00 00 00 0A  65 53 F1 00  00 00 00 06
    FC  41                                  // note
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .packetlogger)
    #expect(capture.linkTypeName == "packetlogger")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 1_700_000_000_000_005, kind: .command, direction: .tx, controller: 0,
          detail: 0, bytes: hex("03 0C 00"), originalCount: 3),
        ReadRecord(
          number: 2, time: 1_700_000_000_000_006, kind: .loggerNote, direction: .unknown,
          controller: 0, detail: 0xFC, bytes: [0x41], originalCount: 1),
      ])
  }

  @Test(arguments: [ByteOrder.big, .little])
  func everyType(order: ByteOrder) throws {
    var builder = CaptureBuilder().command(hex("03 0C 00"))
    for type in 0...255 as ClosedRange<UInt8> {
      builder.add(.unrecognized, .unknown, [type], detail: type)
    }
    let records = try read(builder.packetLogger(order: order)).records.dropFirst()
    #expect(records.map(\.number) == Array(2...257))
    #expect(records.map(\.detail) == Array(0...255))
    let expected: [UInt8: (RecordKind, RecordDirection)] = [
      0x00: (.command, .tx), 0x01: (.event, .rx), 0x02: (.acl, .tx), 0x03: (.acl, .rx),
      0x08: (.sco, .tx), 0x09: (.sco, .rx), 0x0C: (.iso, .tx), 0x0D: (.iso, .rx),
      0x12: (.iso, .tx), 0x13: (.iso, .rx), 0xF7: (.loggerNote, .unknown),
      0xF8: (.loggerNote, .unknown), 0xF9: (.loggerNote, .unknown),
      0xFA: (.loggerNote, .unknown), 0xFB: (.loggerNote, .unknown),
      0xFC: (.loggerNote, .unknown), 0xFD: (.loggerNote, .unknown),
      0xFE: (.loggerNote, .unknown),
    ]
    for record in records {
      let (kind, direction) = expected[record.detail] ?? (.unrecognized, .unknown)
      #expect(record.kind == kind)
      #expect(record.direction == direction)
    }
  }

  /// One record is enough, also a long one or one that the file ends in.
  @Test(arguments: [ByteOrder.big, .little])
  func fewAndLongRecords(order: ByteOrder) throws {
    let single = CaptureBuilder().event(hex("FF 01 00")).packetLogger(order: order)
    #expect(try read(single).records.count == 1)

    let long = CaptureBuilder().note(String(repeating: "x", count: 70_000)).event([1, 0])
    let bytes = long.packetLogger(order: order)
    #expect(try read(bytes).records.map(\.bytes.count) == [70_000, 2])
    #expect(try read(bytes, readSize: 1000).records.count == 2)

    let cut = try read(Array(bytes[..<50_000]))
    #expect(cut.records.map(\.originalCount) == [70_000])
    #expect(cut.records[0].bytes.count == 50_000 - 13)
    #expect(cut.cutShort)
    #expect(cut.truncated == 1)
  }

  @Test func recordWithoutATypeAndDamage() throws {
    let start = everyKind().packetLogger(order: .big)
    let empty = hex("00 00 00 08  65 53 F1 00  00 00 00 05")
    let capture = try read(start + empty + hex("00 00 00 07 65 53 F1 00 00 00 00 05"))
    #expect(capture.records.count == 11)
    #expect(capture.records.last?.kind == .unrecognized)
    #expect(capture.unreadable?.offset == start.count + empty.count)
  }

  @Test func unknownFirstTypeIsNotPacketLogger() {
    let bytes = CaptureBuilder().record(.unrecognized, .unknown, [1, 2], detail: 0x55)
    #expect(readError(bytes.packetLogger()) != nil)
  }
}
