import BletraceTestSupport
import CaptureFiles
import Testing

/// Captures that were sent one after the other: `cat one.btsnoop two.btsnoop`, or a program that
/// records anew each time a phone is back.
@Suite struct FurtherCaptureTests {
  private static let first = everyKind()
  private static let second = CaptureBuilder(time: 1_700_000_100_000_000)
    .event(hex("0E 04 01 03 0C 00")).command(hex("03 0C 00")).event(hex("FF 00"))
    .acl(.rx, hex("40 20 07 00 03 00 04 00 03 17 00"))

  /// All but text, which ends with its log.
  private static func captures(_ story: CaptureBuilder) -> [StoryFile] {
    story.files.filter { ![.btsnooz, .text, .btmon].contains($0.format) }
  }

  private static let every = captures(first).indices

  /// Those whose records are known from what is no record: by a header, or by a length that fits.
  private static let strict = every.filter {
    let format = captures(first)[$0].format
    return format != .hcidump && format != .zephyr && format != .espressif
  }

  @Test("a header in the place of a record begins another part", arguments: every)
  func sameFormat(index: Int) throws {
    let (one, two) = (
      Self.captures(Self.first)[index].bytes, Self.captures(Self.second)[index].bytes
    )
    let (before, after) = (try read(one), try read(two))
    let both = try read(one + two + one)
    #expect(both.unreadable == nil && !both.cutShort)
    let wanted = before.records + after.records + before.records
    #expect(both.records.map(\.bytes) == wanted.map(\.bytes))
    #expect(both.records.map(\.direction) == wanted.map(\.direction))
    #expect(both.records.map(\.number) == Array(1...wanted.count))
    if before.timeOfDayIsKnown { #expect(both.records.map(\.time) == wanted.map(\.time)) }
    for size in [1, 7, 100] { #expect(try read(one + two + one, readSize: size) == both) }
    #expect(try readNarrowly(one + two + one) == both)
  }

  @Test("so it does in another format, or it is said that it could not be read", arguments: strict)
  func otherFormat(index: Int) throws {
    let one = Self.captures(Self.first)[index].bytes
    for two in Self.captures(Self.second) where two.header > 0 {
      let two = two.bytes
      let both = try read(one + two)
      // However much of the next header is at hand.
      for size in 1...28 {
        let source = MemorySource(one + two, readSize: size)
        #expect(try read(source, windowSize: 64) == both)
      }
      let (before, after) = (try read(one), try read(two))
      #expect(both.records.starts(with: before.records))
      if both.unreadable == nil, !both.cutShort {
        #expect(both.records.map(\.bytes) == (before.records + after.records).map(\.bytes))
        #expect(both.linkTypeName == after.linkTypeName || both.format == .pcapng)
      }
    }
  }

  @Test func partsWithoutARecord() throws {
    let (empty, story) = (CaptureBuilder(), Self.second)
    let bytes = empty.btsnoop() + empty.btsnoop() + story.btsnoop() + empty.btsnoop()
    #expect(try read(bytes).records.count == 4)
    #expect(try read(bytes).unreadable == nil)
    // Without waiting for more than the header: Android puts btsnooz behind such a header, too.
    var reader = try CaptureReader(Held(empty.btsnoop() + story.btsnoop()))
    var batch: [CapturedRecord] = []
    #expect(try reader.nextBatch(into: &batch))
    #expect(batch.count == 4)
  }

  /// Gives what it has, and then says that more may come.
  private final class Held: ByteSource {
    private let source: MemorySource

    init(_ bytes: [UInt8]) { source = MemorySource(bytes, thenFailsWith: .notYet) }

    func read(
      into buffer: inout [UInt8], at offset: Int, upTo count: Int
    ) throws(CaptureFileError) -> Int {
      try source.read(into: &buffer, at: offset, upTo: count)
    }
  }

  @Test func theDropCounterBeginsAnew() throws {
    let lossy = CaptureBuilder().event(hex("FF 00")).drops(3).event(hex("FF 00"))
    #expect(try read(lossy.btsnoop() + lossy.btsnoop()).dropped == 6)
  }

  // MARK: - What is no header

  /// In each format a record may hold a file header, as when a capture is sent over Bluetooth.
  @Test("a header inside a packet is data", arguments: strict)
  func headersInPackets(index: Int) throws {
    // Of USB it has to be known first that there is HCI in it.
    var story = CaptureBuilder().command(hex("03 0C 00"))
    let headers = Self.captures(CaptureBuilder()).map { Array($0.bytes.prefix(24)) }
    for header in headers where !header.isEmpty {
      story.add(.acl, .rx, [0x40, 0x20, UInt8(header.count), 0] + header)
    }
    let capture = try read(Self.captures(story)[index].bytes)
    #expect(capture.records.map(\.bytes) == story.entries.map(\.bytes))
    #expect(capture.unreadable == nil)
  }

  /// pcap's header reads as an empty record of 2055; a packet of that moment has octets.
  @Test func recordsOf2055() throws {
    for (order, fraction) in [(ByteOrder.little, 0x0004_0002), (.big, 0x0002_0004)] {
      let time = Int64(0xA1B2_C3D4) * 1_000_000 + Int64(fraction)
      let story = CaptureBuilder(time: time, step: 0).event(hex("FF 00")).event(hex("FF 00"))
      let capture = try read(story.pcap(187, order: order))
      #expect(capture.records.map(\.time) == [time, time])
      #expect(capture.unreadable == nil)
    }
  }

  @Test("a header that cannot be read is where reading stops")
  func unreadableHeaders() throws {
    let one = Self.second.btsnoop()
    for header in [
      Self.second.btsnoop(version: 2), Self.second.btsnoop(datalink: 2003),
      Array(one.prefix(15)) + [0],
    ] {
      let capture = try read(one + header)
      #expect(capture.records.count == 4)
      #expect(capture.unreadable?.offset == one.count || capture.cutShort)
    }
  }

  @Test func aHeaderThatIsCut() throws {
    for (one, least) in [(Self.second.btsnoop(), 16), (Self.second.pcap(), 24)] {
      for count in 1..<least {
        let capture = try read(one + one.prefix(count))
        #expect(capture.records.count == 4)
        #expect(capture.cutShort || capture.unreadable?.offset == one.count)
      }
    }
  }
}
