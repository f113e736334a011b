import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct BtsnoopTests {
  /// Written out by hand, so that reader and builder cannot agree on an error.
  static let vector = hex(
    """
    62 74 73 6E 6F 6F 70 00   // "btsnoop"
    00 00 00 01  00 00 03 EA  // version 1, datalink 1002
    00 00 00 04  00 00 00 04  // original and included length
    00 00 00 02  00 00 00 00  // command, sent; no drops
    00 E0 3A B4 4A 67 60 00   // 2000-01-01T00:00:00Z
    01 03 0C 00               // HCI_Reset
    00 00 00 20  00 00 00 03  // cut
    00 00 00 01  00 00 00 07  // data, received; 7 drops
    00 E0 3A B4 4A 67 60 01
    02 40 20
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .btsnoop)
    #expect(capture.linkTypeName == "hci-h4")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 946_684_800_000_000, kind: .command, direction: .tx, controller: 0,
          detail: 1, bytes: hex("03 0C 00"), originalCount: 3),
        ReadRecord(
          number: 2, time: 946_684_800_000_001, kind: .acl, direction: .rx, controller: 0,
          detail: 2, bytes: hex("40 20"), originalCount: 31),
      ])
    #expect(capture.dropped == 7)
    #expect(capture.truncated == 1)
    #expect(!capture.cutShort)
    #expect(capture.unreadable == nil)
  }

  @Test func headerAloneIsAnEmptyCapture() throws {
    let capture = try read(CaptureBuilder().btsnoop())
    #expect(capture.records.isEmpty)
    #expect(!capture.cutShort)
  }

  @Test func h1TakesTheKindFromTheFlags() throws {
    let capture = try read(everyKind().btsnoop(datalink: 1001))
    #expect(capture.linkTypeName == "hci-h1")
    #expect(
      capture.records.map(\.kind) == [.command, .event, .acl, .acl, .acl, .event])
    #expect(capture.records.map(\.direction) == [.tx, .rx, .tx, .rx, .rx, .rx])
    #expect(capture.records[0].bytes == hex("03 0C 00"))
  }

  /// Some writers set further bits of the flags.
  @Test func onlyTheLowestFlagMattersToH4() throws {
    var bytes = CaptureBuilder().command([3, 0x0C, 0]).btsnoop()
    bytes[16 + 11] = 0x10
    #expect(try read(bytes).records[0].kind == .command)
    #expect(try read(bytes).records[0].direction == .tx)
  }

  @Test func unknownPacketIndicator() throws {
    var builder = CaptureBuilder()
    for detail in [0, 6, 0xFF] as [UInt8] {
      builder.add(.unrecognized, .rx, [1, 2], detail: detail)
    }
    let records = try read(builder.btsnoop()).records
    #expect(records.map(\.kind) == [.unrecognized, .unrecognized, .unrecognized])
    #expect(records.map(\.detail) == [0, 6, 0xFF])
    #expect(records[0].bytes == [1, 2])
  }

  /// There is not even a packet indicator.
  @Test func emptyRecord() throws {
    let header = CaptureBuilder().btsnoop()
    let capture = try read(header + [UInt8](repeating: 0, count: 24))
    #expect(capture.records.map(\.kind) == [.unrecognized])
    #expect(capture.records[0].bytes.isEmpty)
    #expect(!capture.cutShort)
  }

  @Test func everyMonitorOpcode() throws {
    let expected: [(RecordKind, RecordDirection)] = [
      (.newIndex, .unknown), (.deleteIndex, .unknown), (.command, .tx), (.event, .rx),
      (.acl, .tx), (.acl, .rx), (.sco, .tx), (.sco, .rx), (.openIndex, .unknown),
      (.closeIndex, .unknown), (.indexInfo, .unknown), (.vendorDiagnostic, .unknown),
      (.systemNote, .unknown), (.userLogging, .unknown), (.controlOpen, .unknown),
      (.controlClose, .unknown), (.controlCommand, .unknown), (.controlEvent, .unknown),
      (.iso, .tx), (.iso, .rx), (.unrecognized, .unknown),
    ]
    var builder = CaptureBuilder()
    for opcode in expected.indices {
      builder.add(
        .unrecognized, .unknown, [UInt8(opcode)], controller: UInt16(0xFFFF - opcode),
        detail: UInt8(opcode))
    }
    for bytes in [builder.btsnoop(datalink: 2001), builder.pcap(254), builder.pcapng(254)] {
      let capture = try read(bytes)
      #expect(capture.linkTypeName == "linux-monitor")
      #expect(capture.records.map(\.kind) == expected.map(\.0))
      #expect(capture.records.map(\.direction) == expected.map(\.1))
      #expect(capture.records.map(\.controller) == expected.indices.map { UInt16(0xFFFF - $0) })
      #expect(capture.records.map(\.bytes) == expected.indices.map { [UInt8($0)] })
    }
  }

  /// An opcode takes 16 bits: 0x0102 is not COMMAND.
  @Test func wideMonitorOpcode() throws {
    var bytes = CaptureBuilder().command([1], controller: 5).btsnoop(datalink: 2001)
    bytes[16 + 10] = 1
    let record = try read(bytes).records[0]
    #expect(record.kind == .unrecognized)
    #expect(record.controller == 5)
    #expect(record.detail == 0xFF)
  }

  @Test(arguments: [0, 1000, 1003, 1004, 2000, 7777] as [UInt32])
  func otherDatalinksAreRefused(datalink: UInt32) {
    let error = readError(CaptureBuilder().btsnoop(datalink: datalink))
    #expect(error == .unsupportedLinkType(.btsnoop, number: Int(datalink)))
    #expect(error?.message.contains("\(datalink)") == true)
  }

  @Test func datalinksAreNamed() {
    func message(_ number: Int) -> String {
      CaptureFileError.unsupportedLinkType(.btsnoop, number: number).message
    }
    #expect(
      message(7777) == "this btsnoop file contains an unknown datalink (7777); bletrace reads H1 "
        + "(1001), H4 (1002), Linux monitor (2001) and packets of BlueZ's simulator (2002)")
    #expect(
      message(1004) == "this btsnoop file contains HCI over three-wire UART (H5) (1004), of whose "
        + "records no layout was published; record above the serial line, as with 'btmon -w', or "
        + "let the tool write H4 (1002)")
    #expect(message(1003).contains("HCI over BCSP (1003), of whose records"))
  }

  @Test(arguments: [0, 2, 0x0100_0000] as [UInt32])
  func otherVersionsAreRefused(version: UInt32) {
    #expect(
      readError(CaptureBuilder().btsnoop(version: version))
        == .unsupportedVersion(.btsnoop, version: Int(version)))
  }

  @Test func dropCounter() throws {
    let counters: [UInt32] = [2, 2, 5, .max, 6, 0, 1, .max, 1]
    var builder = CaptureBuilder()
    for counter in counters { builder = builder.drops(counter).event([0xFF, 0]) }
    // 2, then 3 more, 1 more over the unknown; back to 0, 1 more.
    #expect(try read(builder.btsnoop()).dropped == 7)
  }

  @Test(
    arguments: [
      0, -1, -2_208_988_800_000_000, Int64.max - 0x00DC_DDB3_0F2F_8000,
      Int64.min &- 0x00DC_DDB3_0F2F_8000,
    ] as [Int64])
  func times(time: Int64) throws {
    let capture = try read(CaptureBuilder(time: time).event([0xFF, 0]).btsnoop())
    #expect(capture.records[0].time == time)
  }

  @Test func recordsThatContradictThemselves() throws {
    // More included than there was: what is there counts.
    let bytes = CaptureBuilder().acl(.tx, [1, 2, 3, 4], originalLength: 1).btsnoop()
    let capture = try read(bytes)
    #expect(capture.records[0].bytes == [1, 2, 3, 4])
    #expect(capture.records[0].originalCount == 4)
    #expect(capture.truncated == 0)
  }

  @Test func oversizedLengthIsDamage() throws {
    let whole = CaptureBuilder().event([0xFF, 0]).event([0xFF, 0]).btsnoop()
    var bytes = whole + CaptureBuilder().event([0xFF, 0]).btsnoop()[16...]
    bytes.replaceSubrange(whole.count + 4..<whole.count + 8, with: hex("00 10 00 01"))
    let capture = try read(bytes)
    #expect(capture.records.count == 2)
    #expect(!capture.cutShort)
    #expect(
      capture.unreadable
        == CaptureDamage(offset: whole.count, reason: "record length 1048577 is over 1048576"))
  }
}
