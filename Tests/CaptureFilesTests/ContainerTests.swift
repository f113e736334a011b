import BletraceTestSupport
import CaptureFiles
import Testing

/// What must hold for every container alike.
@Suite struct ContainerTests {
  /// One story through every container gives the same records.
  @Test func sameRecordsThroughEveryContainer() throws {
    let story = everyKind()
    let expected = story.entries.enumerated().map { index, entry in
      ReadRecord(
        number: index + 1, time: entry.time, kind: entry.kind, direction: entry.direction,
        controller: 0, detail: 0, bytes: entry.bytes, originalCount: entry.originalLength)
    }
    var uncut = expected
    for index in uncut.indices { uncut[index].originalCount = uncut[index].bytes.count }
    for file in story.files where file.keeps.isSuperset(of: [.packets, .directions]) {
      let capture = try read(file.bytes)
      let keepsLengths = file.keeps.contains(.lengths)
      #expect(withoutDetail(capture.records) == (keepsLengths ? expected : uncut), "\(file.name)")
      #expect(capture.format == file.format)
      #expect(capture.truncated == (keepsLengths ? 1 : 0))
      #expect(capture.dropped == 0)
    }
  }

  private func withoutDetail(_ records: [ReadRecord]) -> [ReadRecord] {
    records.map { record in
      var record = record
      record.detail = 0
      return record
    }
  }

  /// Reads may end anywhere.
  @Test(arguments: smallCaptures.indices)
  func readSizes(index: Int) throws {
    let bytes = smallCaptures[index].bytes
    let whole = try read(bytes)
    #expect(whole.records.count >= 6)
    #expect(try readNarrowly(bytes) == whole)
    for readSize in [1, 7, 4096] {
      #expect(try read(bytes, readSize: readSize) == whole)
    }
  }

  /// A capture that ends anywhere: no trap, the records before the end unchanged, and no claim that
  /// it is whole.
  @Test(arguments: smallCaptures.indices)
  func cutSweep(index: Int) throws {
    let (file, bytes) = (smallCaptures[index], smallCaptures[index].bytes)
    let whole = try read(bytes)
    #expect(!whole.cutShort)
    // pcapng is read from its first block on.
    let start = file.format == .pcapng ? 16 : max(file.header, 16)
    var wholeEnds = 0
    for count in 0..<bytes.count {
      let part = Array(bytes[..<count])
      guard readError(part) == nil else {
        // Only in the header, or, without one, in the first record.
        #expect(count < start, "\(file.name) cut at \(count)")
        continue
      }
      let cut = try readNarrowly(part)
      #expect(cut.format == whole.format)
      #expect(cut.unreadable == nil)
      if !cut.cutShort { wholeEnds += 1 }
      for (record, original) in zip(cut.records, whole.records) where record != original {
        #expect(record.number == cut.records.count)
        #expect(cut.cutShort)
        #expect(original.bytes.starts(with: record.bytes) || record.kind == .unrecognized)
        // In pcapng the packet may be whole, and its options cut.
        #expect(record.originalCount > record.bytes.count || record.bytes == original.bytes)
      }
    }
    // Whole only between records, and, in pcapng, between the blocks before them.
    let blocks = file.format == .pcapng ? 2 : file.header > 0 ? 1 : 0
    #expect(wholeEnds == whole.records.count - 1 + blocks, "\(file.name)")
  }

  /// Longer than what btmon can read, than a window, and than anything believed.
  @Test(arguments: [1490, 1491, 65_540, 256 << 10, 1_000_000])
  func longRecords(count: Int) throws {
    var random = SeededRandom(seed: 1)
    let story = CaptureBuilder()
      .event([0xFF, 0])
      .acl(.rx, random.octets(count))
      .event([0xFE, 0])
    let captures = [
      story.btsnoop(), story.btsnoop(datalink: 2001), story.pcap(201), story.pcapng(201),
      story.packetLogger(),
    ]
    for bytes in captures {
      for readSize in [60_000, .max] {
        let capture = try read(bytes, readSize: readSize)
        #expect(capture.records.map(\.bytes) == story.entries.map(\.bytes))
        #expect(!capture.cutShort)
      }
    }
  }

  @Test func lengthLimit() throws {
    let limit = 1 << 20
    let most = CaptureBuilder().acl(.rx, [UInt8](repeating: 1, count: limit - 1))
    #expect(try read(most.btsnoop()).records.count == 1)
    let more = CaptureBuilder().acl(.rx, [UInt8](repeating: 1, count: limit))
    #expect(try read(more.btsnoop()).unreadable?.offset == 16)
    #expect(try read(more.pcapng(187)).unreadable?.offset == 48)
  }

  /// Many windows, many batches; the numbers run on and the window slides.
  @Test func manyRecords() throws {
    var random = SeededRandom(seed: 2)
    var story = CaptureBuilder()
    for _ in 0..<40_000 { story.add(.acl, .rx, random.octets(Int(random.next() % 60))) }
    let wanted = story.entries.map(\.bytes)
    for bytes in [story.btsnoop(), story.pcapng(201, order: .big), story.packetLogger()] {
      let capture = try read(bytes)
      #expect(capture.records.map(\.bytes) == wanted)
      #expect(capture.records.map(\.number) == Array(1...40_000))
      #expect(capture.records.map(\.time) == story.entries.map(\.time))
    }
  }

  @Test func windowOffsetTellsThePlaceInTheFile() throws {
    var story = CaptureBuilder()
    for index in 0..<20_000 { story.add(.event, .rx, [UInt8(index & 0xFF), UInt8(index >> 8)]) }
    let bytes = story.btsnoop()
    var reader = try CaptureReader(MemorySource(bytes))
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        #expect(reader.windowOffset + record.bytes.start == 16 + 27 * (record.number - 1) + 25)
      }
    }
  }

  /// A live source: what has come is handed out before more is waited for.
  @Test func recordsAreHandedOutAsTheyCome() throws {
    let bytes = everyKind().btsnoop()
    var reader = try CaptureReader(MemorySource(bytes, readSize: 1))
    var batch: [CapturedRecord] = []
    var batches = 0
    while try reader.nextBatch(into: &batch) {
      #expect(batch.count == 1)
      batches += 1
    }
    #expect(batches == 10)
    #expect(try !reader.nextBatch(into: &batch))
  }
}
