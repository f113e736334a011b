import BletraceTestSupport
import Testing

@testable import CaptureFiles

@Suite struct MonitorFileTests {
  /// One record of each kind that the monitor knows.
  private static func story() -> CaptureBuilder {
    var story = CaptureBuilder()
    let kinds: [(RecordKind, RecordDirection)] = [
      (.systemNote, .unknown), (.newIndex, .unknown), (.openIndex, .unknown),
      (.indexInfo, .unknown), (.command, .tx), (.event, .rx), (.acl, .tx), (.acl, .rx),
      (.sco, .tx), (.sco, .rx), (.iso, .tx), (.iso, .rx), (.vendorDiagnostic, .unknown),
      (.userLogging, .unknown), (.controlOpen, .unknown), (.controlCommand, .unknown),
      (.controlEvent, .unknown), (.controlClose, .unknown), (.closeIndex, .unknown),
      (.deleteIndex, .unknown),
    ]
    for (index, (kind, direction)) in kinds.enumerated() {
      story.add(
        kind, direction, [UInt8](repeating: UInt8(index), count: index),
        controller: UInt16(index % 3))
    }
    return story
  }

  private func written(
    _ container: RecordContainer, _ story: CaptureBuilder, _ link: LinkType = .linuxMonitor
  ) -> (bytes: [UInt8], leftOut: Int) {
    let file = MonitorFile(container)
    let (records, bytes) = story.records()
    var out = file.header
    var leftOut = 0
    for record in records {
      if !file.append(record, from: link, in: bytes.span, drops: 0, to: &out) { leftOut += 1 }
    }
    return (out, leftOut)
  }

  /// The same as opcodes, as btmon would have them.
  private static let wanted: [MonitorRecord] = {
    let opcodes = [12, 0, 8, 10, 2, 3, 4, 5, 6, 7, 18, 19, 11, 13, 14, 16, 17, 15, 9, 1]
    return opcodes.enumerated().map { index, opcode in
      MonitorRecord(
        controller: index % 3, opcode: opcode,
        microseconds: 1_700_000_000_000_000 + 1000 * index,
        bytes: [UInt8](repeating: UInt8(index), count: index))
    }
  }()

  @Test func btsnoopIsWrittenAsBtmonWritesIt() {
    let (bytes, leftOut) = written(.btsnoop, Self.story())
    #expect(leftOut == 0)
    #expect(bytes == MonitorRecord.btsnoopHeader + Self.wanted.flatMap(\.btsnoop))
  }

  @Test func pcapIsWrittenAsTcpdumpWritesIt() throws {
    let (bytes, leftOut) = written(.pcap, Self.story())
    #expect(leftOut == 0)
    #expect(bytes[..<16] == [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(try MonitorRecord.pcap(bytes) == Self.wanted)
  }

  @Test func theHeadersAreCapturesOfNothing() throws {
    for container in [RecordContainer.btsnoop, .pcap, .pcapng] {
      let read = try read(MonitorFile(container).header)
      #expect(read.records.isEmpty)
      #expect(!read.cutShort)
      #expect(read.linkTypeName == "linux-monitor")
    }
  }

  @Test func whatTheLoggerCutStaysCut() throws {
    var story = CaptureBuilder()
    story.add(.acl, .rx, [1, 2, 3, 4, 5], originalLength: 90)
    for container in [RecordContainer.btsnoop, .pcap, .pcapng] {
      let read = try read(written(container, story).bytes)
      #expect(read.records.map(\.originalCount) == [90])
      #expect(read.records.map(\.bytes.count) == [5])
    }
  }

  @Test func whatTheMonitorHasNoWordForIsLeftOut() {
    var story = CaptureBuilder()
    story.add(.acl, .unknown, [1, 2, 3, 4])
    story.add(.loggerNote, .unknown, Array("note".utf8), detail: 0xFC)
    story.add(.unrecognized, .unknown, [9], detail: 0x40)
    #expect(written(.btsnoop, story, .hciH4).leftOut == 3)
    #expect(written(.btsnoop, story).leftOut == 2)
  }

  @Test func lossesAreCountedInTheRecordsBehindThem() throws {
    var story = CaptureBuilder()
    story.add(.event, .rx, [0x0E, 0x00])
    let (records, bytes) = story.records()
    let file = MonitorFile(.btsnoop)
    var out = file.header
    for drops in [0, 7, 7, Int.max] {
      _ = file.append(records[0], from: nil, in: bytes.span, drops: drops, to: &out)
    }
    let read = try read(out)
    #expect(read.records.count == 4)
    // All ones would mean unknown.
    #expect(read.dropped == Int(UInt32.max) - 1)
  }

  @Test func pcapngGivesTheSameRecordsTimesAndLosses() throws {
    let (records, bytes) = Self.story().records()
    let file = MonitorFile(.pcapng)
    var out = file.header
    for (index, record) in records.enumerated() {
      let lost = index % 7 == 3 ? 2 : 0
      let isKept = file.append(
        record, from: nil, in: bytes.span, drops: 0, lost: lost, to: &out)
      #expect(isKept)
    }
    // It is a capture after each record, and with what ends it.
    for trailer in [[], file.trailer(time: records[19].time, records: 20, lost: 6)] {
      let got = try read(out + trailer)
      let wanted = try read(Self.story().btsnoop(datalink: 2001))
      #expect(!got.cutShort && got.dropped == 6)
      #expect(got.records == wanted.records)
    }
  }

  @Test func timesBefore1970AreTheBeginningInPcap() throws {
    let story = CaptureBuilder(time: -5_000_000).event([0x0E, 0x00])
    #expect(try read(written(.btsnoop, story).bytes).records[0].time == -5_000_000)
    #expect(try read(written(.pcap, story).bytes).records[0].time == 0)
  }
}
