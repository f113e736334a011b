import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct ESPLogTests {
  /// As ESP-IDF's README lays it out; the last frame is the one of its own test.
  static let vector = hex(
    """
    06 00  00 00 00 00  10 27 00 00  03 03                 // version 3, 10.000 s since the start
    06 00 13 24
    08 00  06 00 00 00  11 27 00 00  01 03 0C 00           // Reset, 1 ms later
    04 00 16 24
    0B 00  06 01 00 00  13 27 00 00  84 0E 04 01 03 0C 00  // Command Complete, 2 ms later
    0F 01 92 24
    05 00  07 DE C0 00  78 56 34 12  AB
    F1 12 D4 88
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .espressif)
    #expect(capture.records.map(\.kind) == [.command, .event])
    #expect(capture.records.map(\.direction) == [.tx, .rx])
    #expect(capture.records.map(\.time) == [1000, 3000])
    #expect(capture.records.map(\.bytes) == [hex("03 0C 00"), hex("0E 04 01 03 0C 00")])
    #expect(capture.records.map(\.detail) == [1, 4])
    #expect(capture.unreadable == nil && !capture.cutShort && capture.dropped == 0)
  }

  private static let story: CaptureBuilder = {
    var story = CaptureBuilder(step: 20_000).command([3, 0x0C, 0]).event([0x0E, 4, 1, 3, 0x0C, 0])
    for number in 0..<40 as Range<UInt8> {
      story.add(.acl, .rx, [0x40, 0x20, 5, 0, 1, 0, 4, 0, number])
      story.add(.acl, .tx, [0x40, 0x00, 5, 0, 1, 0, 4, 0, number])
      story.add(.event, .rx, [0x13, 5, 1, 0x40, 0, 1, 0])
    }
    return story.iso(.tx, hex("60 20 04 00 01 00 00 00")).sco(.rx, hex("01 00 00"))
  }()

  private static func form(_ change: (inout ESPLogForm) -> Void = { _ in }) -> ESPLogForm {
    var form = ESPLogForm()
    change(&form)
    return form
  }

  /// Of the other container, from the first record on.
  private static func wanted(step: Int64 = 1) throws -> [ReadRecord] {
    let records = try read(story.btsnoop()).records
    let first = records[0].time
    return records.map { record in
      var record = record
      record.time = (record.time - first) / step * step
      return record
    }
  }

  @Test(arguments: [UInt8(3), 6, 7, 8], [false, true])
  func sameRecordsAsOfOtherContainers(version: UInt8, isSum: Bool) throws {
    let form = Self.form {
      $0.version = version
      $0.isSum = isSum
    }
    let capture = try read(Self.story.espressif(form))
    #expect(capture.format == .espressif && capture.linkTypeName == "hci-h4")
    #expect(!capture.timeOfDayIsKnown && !capture.cutShort && capture.unreadable == nil)
    #expect(capture.dropped == 0)
    #expect(try capture.records == Self.wanted(step: version < 7 ? 1000 : 1))
  }

  /// Older versions mark nothing: then only commands and events have a direction.
  @Test func withoutDirections() throws {
    let records = try read(Self.story.espressif(Self.form { $0.marksDirection = false })).records
    for record in records {
      switch record.kind {
      case .command: #expect(record.direction == .tx)
      case .event: #expect(record.direction == .rx)
      default: #expect(record.direction == .unknown)
      }
    }
    #expect(records.count == Self.story.entries.count)
  }

  /// Frames of other sources are no records: the console, the controller, compressed lines.
  @Test(arguments: [UInt8(3), 8]) func otherSources(version: UInt8) throws {
    let form = Self.form {
      $0.version = version
      $0.others = [(8, Array("I (123) main: hello".utf8)), (2, [1, 2, 3]), (5, $0.time(0) + [7])]
      $0.others.append((0x87, $0.time(0) + [1]))
    }
    let capture = try read(Self.story.espressif(form))
    #expect(capture.records.map(\.bytes) == Self.story.entries.map(\.bytes))
    #expect(capture.dropped == 0)
  }

  /// What the controller logs in the place of the host has no published layout.
  @Test func controllerPackets() throws {
    let form = Self.form { $0.others = [(3, [0, 0, 0, 0, 1])] }
    let capture = try read(Self.story.espressif(form))
    #expect(capture.records.count == 1 && capture.skipped == Self.story.entries.count - 1)
    let old = Self.form {
      $0.version = 6
      $0.others = [(3, [0, 0, 0, 0, 1])]
    }
    #expect(try read(Self.story.espressif(old)).records.count == Self.story.entries.count)
    var none = form.version(0, at: 0)
    for number in 0..<4 as Range<UInt32> {
      none += form.frame(5, number, form.time(0) + [1, 2, 3])
      // As long as no packet of its kind, or of no kind.
      none += form.frame(
        6, number, form.time(0) + [[1, 3, 0x0C, 1], [0], [0x81, 3, 0x0C, 0], [4]][Int(number)])
    }
    #expect(readError(none) == .foreign(.espLogWithoutHCI))
  }

  @Test func readsMayEndAnywhere() throws {
    for bytes in [
      Self.story.espressif(), [1, 2, 3] + Self.story.espressif() + [7, 0, 6, 7, 7, 7],
    ] {
      let whole = try read(bytes)
      #expect(whole.records.count == Self.story.entries.count)
      #expect(try readNarrowly(bytes) == whole)
      for size in [1, 7, 100] { #expect(try read(bytes, readSize: size) == whole) }
    }
  }

  @Test("a line may be joined inside a frame: what stands before the first whole one is no damage")
  func joined() throws {
    let form = Self.form()
    // The frame that shows the version comes each second.
    let bytes = Self.story.espressif(form) + form.version(1, at: 9)
    for start in stride(from: 1, to: 300, by: 3) {
      let capture = try read(Array(bytes[start...]))
      #expect(capture.unreadable == nil)
      #expect(capture.records.count >= Self.story.entries.count - 15)
      #expect(capture.records.last?.kind == .sco)
    }
    // Without it the unit of times is not known, and it may be anything.
    #expect(readError(Array(Self.story.espressif(form)[100...])) != nil)
  }

  @Test(
    "octets that are lost or added take what is around them, and no more",
    arguments: Array(stride(from: 160, to: 360, by: 9)))
  func loss(index: Int) throws {
    let bytes = Self.story.espressif()
    for count in [1, 3, 30] {
      let lossy = Array(bytes[..<(index + 300)] + bytes[(index + 300 + count)...])
      let capture = try read(lossy)
      #expect(capture.records.count >= Self.story.entries.count - 3)
      #expect(capture.records.count + capture.dropped == Self.story.entries.count)
      #expect(capture.records.last?.kind == .sco)
      #expect(capture.unreadable?.skippedOctets ?? 0 < 90)
    }
  }

  @Test func endsInsideAFrame() throws {
    let bytes = Self.story.espressif()
    let whole = try read(bytes)
    for count in 1..<18 {
      let capture = try read(bytes.dropLast(count))
      #expect(capture.records == whole.records.dropLast())
      #expect(capture.cutShort && capture.unreadable == nil)
    }
  }

  /// A bit that is wrong takes its frame.
  @Test func wrongChecksum() throws {
    var bytes = Self.story.espressif()
    bytes[bytes.count - 40] ^= 4
    let capture = try read(bytes)
    #expect(capture.records.count == Self.story.entries.count - 1)
    #expect(capture.unreadable?.reason == "23 bytes make no sense")
    #expect(capture.dropped == 1)
  }

  @Test func dropsAndOvertaking() throws {
    var story = CaptureBuilder().event([0xFF, 0])
    story = story.drops(3).event([0xFF, 0]).drops(3).event([0xFF, 0])
    #expect(try read(story.espressif()).dropped == 3)
    let form = Self.form()
    func log(_ numbers: [UInt32]) -> [UInt8] {
      numbers.reduce(form.version(0, at: 0)) {
        $0 + form.frame(6, $1, form.time(Int64($1)) + [0x84, 0xFF, 0])
      }
    }
    #expect(try read(log([0, 2, 1, 3])).dropped == 0)
    #expect(try read(log([0, 3, 1, 4])).dropped == 1)
    #expect(try read(log([0xFF_FFFE, 0xFF_FFFF, 0, 1])).dropped == 0)
    // A restart, and a step back.
    #expect(try read(log([7, 8, 9, 90_000, 90_001])).dropped == 0)
    #expect(try read(log([900, 901, 902, 0, 1, 2])).dropped == 0)
    let late = try read(log([0, 5] + Array(6..<400)))
    #expect(late.dropped == 4)
  }

  /// The clock wraps, and a board that starts again does not go back.
  @Test func clock() throws {
    let form = Self.form { $0.start = UInt32.max - 5 }
    let times = try read(Self.story.espressif(form)).records.map(\.time)
    #expect(try times == Self.wanted().map(\.time))
    let twice = try read(Self.story.espressif() + Self.story.espressif()).records.map(\.time)
    #expect(twice == twice.sorted() && twice.count == 2 * Self.story.entries.count)
    #expect(Array(twice.prefix(times.count)) == times)
  }

  /// Of a source, with its number; the checksum is the exclusive or of the words before it.
  private static func frame(_ source: UInt8, _ number: Int, _ payload: [UInt8]) -> [UInt8] {
    var frame = [UInt8(payload.count), 0, source, UInt8(number & 0xFF), UInt8(number >> 8), 0]
    frame += [UInt8(number & 0x0F), 0x27, 0, 0] + payload.dropFirst(4)
    var checksum: [UInt8] = [0, 0, 0, 0]
    for (index, octet) in frame.enumerated() { checksum[index & 3] ^= octet }
    return frame + checksum
  }

  /// Firmware between the versions counts all sources together, too.
  @Test func sourcesThatCountTogether() throws {
    let time: [UInt8] = [0, 0, 0, 0]
    var frames = [Self.frame(0, 0, time + [7, 6])]
    for turn in 0..<12 {
      frames.append(Self.frame(5, 2 * turn, time + Array("log".utf8)))
      frames.append(Self.frame(6, 2 * turn + 1, time + [1, 3, 0x0C, 0]))
    }
    let whole = try read(Array(frames.joined()))
    #expect(whole.records.count == 12 && whole.dropped == 0)
    frames.remove(at: 16)
    let lossy = try read(Array(frames.joined()))
    #expect(lossy.records.count == 11 && lossy.dropped == 1)
    // Each source by itself: what HCI lacks was lost.
    var own = [Self.frame(0, 0, time + [7, 6])]
    for turn in 0..<12 where turn != 5 {
      own.append(Self.frame(5, 100 + turn, time + Array("log".utf8)))
      own.append(Self.frame(6, turn, time + [1, 3, 0x0C, 0]))
    }
    #expect(try read(Array(own.joined())).dropped == 1)
  }

  /// Each second octet of it begins what may be a frame of 2,058 octets. No more is spent on it
  /// than on any other noise, so that a frame after it may be passed over, too.
  @Test func noiseThatLooksLikeHeaders() throws {
    let noise = Array([[UInt8]](repeating: [0, 8], count: 300_000).joined())
    let capture = try read(Self.vector + noise + Self.vector)
    #expect((2...4).contains(capture.records.count))
    let some = try read(Self.vector + noise.prefix(2000) + Self.vector)
    #expect(some.records.count == 4)
    #expect(readError(noise) != nil)
  }
}
