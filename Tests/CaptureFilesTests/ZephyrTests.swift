import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@Suite struct ZephyrTests {
  /// As in Zephyr's monitor.h: length of what follows it, opcode, flags, extensions' length.
  static let vector = hex(
    """
    19 00  00 00  00 05   08 10 27 00 00              // new index, 1.0000 s since the start
    00 03  C0 FF EE 00 00 C0  62 74 30 00 00 00 00 00 // primary, UART, address, "bt0"
    0C 00  02 00  00 05   08 11 27 00 00
    03 0C 00                                          // command: Reset, 100 us later
    15 00  03 00  00 0B   08 1B 27 00 00  02 01  03 FF  07 02
    0E 04 01 03 0C 00                                 // event; 258 records lost before it
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .zephyr)
    #expect(capture.linkTypeName == "linux-monitor")
    #expect(!capture.timeOfDayIsKnown)
    #expect(capture.dropped == 258)
    #expect(capture.unreadable == nil && !capture.cutShort)
    #expect(capture.records.map(\.kind) == [.newIndex, .command, .event])
    #expect(capture.records.map(\.time) == [0, 100, 1100])
    #expect(capture.records[0].bytes.count == 16)
    #expect(capture.records[1].bytes == hex("03 0C 00"))
    #expect(capture.records[1].direction == .tx)
    #expect(capture.records[2].bytes == hex("0E 04 01 03 0C 00"))
    #expect(capture.records.map(\.controller) == [0, 0, 0])
  }

  private static let story: CaptureBuilder = {
    var story = CaptureBuilder().record(.newIndex, .unknown, [0, 3] + [UInt8](0..<14))
    for number in 0..<40 as Range<UInt8> {
      story.add(.acl, .rx, [0x40, 0x20, 5, 0, 1, 0, 4, 0, number])
      story.add(.event, .rx, [0x13, 5, 1, 0x40, 0, 1, 0])
    }
    return story.record(.userLogging, .unknown, [6, 3] + Array("bt\0hello\0".utf8))
      .iso(.tx, hex("60 20 04 00 01 00 00 00")).sco(.rx, hex("01 00 00"))
  }()

  @Test func sameRecordsAsOfOtherContainers() throws {
    let wanted = try read(Self.story.btsnoop(datalink: 2001)).records
    let records = try read(Self.story.zephyr()).records
    let first = try #require(wanted.first).time
    #expect(
      records
        == wanted.map { record in
          var record = record
          record.time -= first
          return record
        })
  }

  @Test func readsMayEndAnywhere() throws {
    for bytes in [Self.story.zephyr(), [1, 2, 3] + Self.story.zephyr() + [7, 7, 7, 7, 7, 7]] {
      let whole = try read(bytes)
      #expect(whole.records.count == Self.story.entries.count)
      #expect(try readNarrowly(bytes) == whole)
      for size in [1, 7, 100] { #expect(try read(bytes, readSize: size) == whole) }
    }
  }

  // MARK: - Noise and loss on the line

  @Test("a line may be joined inside a record: what stands before the first whole one is no damage")
  func joined() throws {
    let bytes = Self.story.zephyr()
    for start in stride(from: 0, to: 200, by: 3) {
      let capture = try read(Array(bytes[start...]))
      #expect(capture.unreadable == nil)
      #expect(capture.records.count >= Self.story.entries.count - 12)
      #expect(capture.records.last?.kind == .sco)
    }
  }

  @Test(
    "octets that are lost or added take what is around them, and no more",
    arguments: Array(stride(from: 0, to: 200, by: 9)))
  func loss(index: Int) throws {
    let bytes = Self.story.zephyr()
    for count in [1, 3, 30] {
      let lossy = Array(bytes[..<(index + 300)] + bytes[(index + 300 + count)...])
      let capture = try read(lossy)
      #expect(capture.records.count >= Self.story.entries.count - 5)
      #expect(capture.records.last?.kind == .sco)
      let noisy = Array(
        bytes[..<(index + 300)] + [UInt8](repeating: 0xA5, count: count) + bytes[(index + 300)...])
      #expect(try read(noisy).records.count >= Self.story.entries.count - 3)
      #expect(try read(noisy).records.last?.kind == .sco)
    }
  }

  @Test func whatIsSkippedIsCounted() throws {
    let one = Self.story.zephyr()
    let noise = [UInt8](repeating: 0xFF, count: 37)
    let capture = try read(one + noise + one + noise + one)
    #expect(capture.records.count == 3 * Self.story.entries.count)
    let damage = try #require(capture.unreadable)
    #expect(damage.offset == one.count)
    #expect(damage.skippedOctets == 74)
    #expect(damage.reason == "74 bytes make no sense, at 2 points")
    #expect(!damage.sourceFailed)
  }

  @Test("noise without end is given up")
  func onlyNoise() throws {
    let one = Self.story.zephyr()
    let noise = [UInt8](repeating: 0xFF, count: 2 << 20)
    let capture = try read(one + noise + one)
    #expect(capture.records.count == Self.story.entries.count)
    #expect(capture.unreadable?.skippedOctets == 0)
    #expect(capture.unreadable?.offset == one.count)
    #expect(readError(noise) == .notACapture(firstBytes: Array(noise[..<16])))
    var reader = try CaptureReader(
      MemorySource(noise), expectation: CaptureExpectation(isZephyr: true))
    var batch: [CapturedRecord] = []
    #expect(throws: CaptureFileError.noRecords(.zephyr, octets: 65_537)) {
      _ = try reader.nextBatch(into: &batch)
    }
  }

  @Test func aCutRecordIsTold() throws {
    let bytes = Self.vector
    for count in 42..<64 {
      let capture = try read(Array(bytes[..<count]))
      #expect(capture.cutShort)
      // The last one is there when its packet's header is.
      #expect(capture.records.count == (count < 62 ? 2 : 3))
      #expect(capture.truncated == (count < 62 ? 0 : 1))
    }
  }

  // MARK: - Time

  private func times(_ ticks: [UInt32], now: (@Sendable () -> TraceTime)? = nil) throws -> [Int64] {
    var bytes: [UInt8] = []
    for ticks in ticks { bytes += CaptureBuilder().event([0xFF, 0]).zephyr(ticks: ticks) }
    var reader = try CaptureReader(
      MemorySource(bytes), expectation: CaptureExpectation(isZephyr: true, now: now))
    var batch: [CapturedRecord] = []
    #expect(try reader.nextBatch(into: &batch))
    #expect(reader.timeOfDayIsKnown == (now != nil))
    return batch.map(\.time.microseconds)
  }

  @Test func timeGoesOnThroughAWrapAndAReset() throws {
    #expect(try times([0xFFFF_FFFE, 1, 11]) == [0, 300, 1300])
    // A record that overtook another.
    #expect(try times([50_000, 49_998, 50_010]) == [0, -200, 1000])
    // The board was reset: nothing shows how long that took.
    #expect(try times([500_000, 500_010, 20, 30]) == [0, 1000, 1000, 2000])
  }

  @Test func timeOfThisComputer() throws {
    let clock = Counter()
    let times = try times([500_000, 500_010, 20, 30]) { clock.next() }
    #expect(times == [5_000_000, 5_001_000, 10_000_000, 10_001_000])
  }

  private final class Counter: @unchecked Sendable {
    private var seconds: Int64 = 0

    func next() -> TraceTime {
      seconds += 5
      return TraceTime(microseconds: seconds * 1_000_000)
    }
  }

  // MARK: - Recognition

  @Test("what cannot be in a header is no record", arguments: [2, 3, 4, 5, 6])
  func nearMisses(index: Int) throws {
    for record in [0, 27, 41] {
      var bytes = Self.vector
      bytes[record + index] = 0x63
      #expect(((try? read(bytes))?.records.count ?? 0) < 3, "\(record + index)")
    }
    // None of them alone.
    for record in [0..<27, 41..<64] {
      var bytes = Array(Self.vector[record])
      bytes[index] = 0x63
      #expect(readError(bytes) != nil)
    }
  }
}
