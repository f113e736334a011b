import BletraceTestSupport
import Bytes
import Testing

@testable import CaptureFiles

@Suite struct CaptureFileWriterTests {
  private struct Written {
    var records: [CapturedRecord]
    var octets: [[UInt8]]
    var reader: CaptureReader
    var shortfalls: CaptureFileWriter.Shortfalls
  }

  /// Writes records, and reads what was written.
  private func write(
    _ container: CaptureFileWriter.Container, _ story: CaptureBuilder, isMonitor: Bool = false,
    shift: Int64 = 0, cut: Int? = nil, drops: [Int] = []
  ) throws -> Written {
    var (records, bytes) = story.records()
    for index in records.indices {
      records[index].time = TraceTime(microseconds: records[index].time.microseconds &+ shift)
      if let cut {
        let whole = records[index].bytes
        records[index].bytes = ByteRange(
          start: whole.start, end: min(whole.end, whole.start + cut), originalCount: whole.count)
      }
    }
    var writer = CaptureFileWriter(
      container, from: isMonitor ? .linuxMonitor : .hciH4,
      start: try #require(records.first).time)
    var out = writer.header()
    for (index, record) in records.enumerated() {
      writer.append(
        record, from: isMonitor ? .linuxMonitor : .hciH4, in: bytes.span,
        drops: index < drops.count ? drops[index] : drops.last ?? 0, to: &out)
    }
    out += writer.trailer(drops: drops.last ?? 0)
    var reader = try CaptureReader(MemorySource(out))
    var read: [CapturedRecord] = []
    var octets: [[UInt8]] = []
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        read.append(record)
        octets.append(Array(reader.window[record.bytes.start..<record.bytes.end]))
      }
    }
    return Written(
      records: read, octets: octets, reader: reader, shortfalls: writer.shortfalls)
  }

  private static func packets() -> CaptureBuilder {
    var story = CaptureBuilder()
    let kinds: [(RecordKind, RecordDirection)] = [
      (.command, .tx), (.event, .rx), (.acl, .tx), (.acl, .rx), (.sco, .tx), (.iso, .rx),
    ]
    for (index, (kind, direction)) in kinds.enumerated() {
      story.add(kind, direction, [UInt8](repeating: UInt8(index), count: 10 + index))
    }
    return story
  }

  @Test(arguments: CaptureFileWriter.Container.allCases)
  func packetsAreReadAsTheyWere(_ container: CaptureFileWriter.Container) throws {
    let story = Self.packets()
    let (records, bytes) = story.records()
    let written = try write(container, story)
    #expect(written.reader.format.rawValue == container.rawValue)
    #expect(written.records.map(\.kind) == records.map(\.kind))
    #expect(written.records.map(\.direction) == records.map(\.direction))
    #expect(written.records.map(\.time) == records.map(\.time))
    #expect(written.octets == records.map { Array(bytes[$0.bytes.start..<$0.bytes.end]) })
    #expect(written.shortfalls == CaptureFileWriter.Shortfalls())
  }

  @Test(arguments: [CaptureFileWriter.Container.btsnoop, .pcap, .pcapng])
  func originalLengthsAreKept(_ container: CaptureFileWriter.Container) throws {
    let written = try write(container, Self.packets(), cut: 4)
    #expect(written.records.map(\.bytes.count) == [Int](repeating: 4, count: 6))
    #expect(written.records.map(\.bytes.originalCount) == Array(10..<16))
    #expect(try write(.packetlogger, Self.packets(), cut: 4).shortfalls.cuts == 6)
  }

  @Test func timesBefore1970() throws {
    let shift: Int64 = -1_800_000_000_000_000
    let (records, _) = Self.packets().records()
    let wanted = records.map { $0.time.microseconds + shift }
    for container in [CaptureFileWriter.Container.btsnoop, .pcapng] {
      let written = try write(container, Self.packets(), shift: shift)
      #expect(written.records.map(\.time.microseconds) == wanted)
      #expect(written.shortfalls.times == 0)
    }
    #expect(try write(.pcap, Self.packets(), shift: shift).shortfalls.times == 6)
    // As far back as a time can be.
    let least = -(records[5].time.microseconds) &+ .min
    _ = try write(.pcapng, Self.packets(), shift: least)
    _ = try write(.btsnoop, Self.packets(), shift: least)
  }

  @Test func dropsAreCountedWhereTheyWere() throws {
    let drops = [0, 0, 3, 3, 5, 5]
    for container in [CaptureFileWriter.Container.btsnoop, .pcapng] {
      let written = try write(container, Self.packets(), drops: drops)
      #expect(written.reader.droppedRecords == 5)
      #expect(
        written.reader.losses == [
          RecordLoss(beforeFrame: 3, count: 3), RecordLoss(beforeFrame: 5, count: 2),
        ])
    }
    #expect(try write(.pcap, Self.packets(), drops: drops).shortfalls.drops == 5)
  }

  @Test func aDirectionThatIsNotKnownStaysSoWherePossible() throws {
    var story = CaptureBuilder()
    story.add(.acl, .unknown, [0x40, 0, 0, 0])
    for container in [CaptureFileWriter.Container.pcap, .pcapng] {
      #expect(try write(container, story).records.map(\.direction) == [.unknown])
    }
    let written = try write(.btsnoop, story)
    #expect(written.records.map(\.direction) == [.rx])
    #expect(written.shortfalls.directions == 1)
  }

  @Test func recordsOfTheMonitorKeepControllersAndNotes() throws {
    var story = CaptureBuilder()
    story.add(.systemNote, .unknown, Array("note\0".utf8), controller: 0xFFFF)
    story.add(.newIndex, .unknown, [UInt8](repeating: 1, count: 16), controller: 1)
    story.add(.acl, .rx, [0x40, 0, 0, 0], controller: 1)
    for container in [CaptureFileWriter.Container.btsnoop, .pcap, .pcapng] {
      let written = try write(container, story, isMonitor: true)
      #expect(written.records.map(\.kind) == [.systemNote, .newIndex, .acl])
      #expect(written.records.map(\.controller) == [0xFFFF, 1, 1])
    }
    let plain = try write(.pcap, story)
    #expect(plain.records.map(\.kind) == [.acl])
    #expect(plain.shortfalls.records == 2)
    #expect(plain.shortfalls.controllers == 1)
  }

  @Test func dropsOfSeveralCapturesAddUp() {
    var drops = DropCount()
    drops.begin(0)
    drops.take([RecordLoss(beforeFrame: 2, count: 4)], total: 4)
    #expect((1...3).map { drops.before($0) } == [0, 4, 4])
    drops.begin(3)
    drops.take([RecordLoss(beforeFrame: 2, count: 1)], total: 1)
    #expect((4...6).map { drops.before($0) } == [4, 5, 5])
    #expect(drops.total == 5)
  }
}
