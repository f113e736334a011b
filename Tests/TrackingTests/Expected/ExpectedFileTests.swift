import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// A file in chunks, sent as a test wants, and what the report says of it.
private struct Sent {
  var file: [UInt8]
  var chunks: [[UInt8]]

  /// Each octet but a few is another than those near it.
  init(_ count: Int = 1000, by size: Int = 20, seed: UInt64 = 1) {
    var random = SeededRandom(seed: seed)
    self.init(random.octets(count), by: size)
  }

  init(_ file: [UInt8], by size: Int = 20) {
    self.file = file
    chunks = stride(from: 0, to: file.count, by: size).map { start in
      Array(file[start..<min(file.count, start + size)])
    }
  }

  /// - Parameter marker: nil for data without one.
  func arrival(
    marker: String? = "EOM", _ options: AnalysisOptions = AnalysisOptions(),
    before: [[UInt8]] = [], after: [[UInt8]] = []
  ) throws -> ReportV1.ExpectedArrival {
    var options = options
    options.expected = ExpectedFile(name: "sent.bin", bytes: file)
    let analysed = Analysed(options, mtu: 247) { story in
      for chunk in before + chunks + after { story.notify(0x15, chunk) }
      if let marker { story.notify(0x15, marker) }
    }
    return try #require(analysed.capture.expected.first)
  }

  /// The record that carries a chunk: connection, MTU and subscription are five.
  func frame(_ chunk: Int) -> Int { 6 + chunk }
}

@Suite("A file that was sent")
struct ExpectedFileTests {
  private typealias Difference = ReportV1.ArrivalDifference

  @Test("arrives intact, with a marker and without")
  func intact() throws {
    let sent = Sent()
    let arrival = try sent.arrival()
    #expect(arrival.intact)
    #expect(arrival.differences.isEmpty)
    #expect(arrival.firstDifferenceOffset == nil)
    #expect(arrival.transfer == 1)
    #expect(arrival.matchedBytes == 1000)
    #expect(arrival.fit == 1)
    let run = try Sent(4000).arrival(marker: nil)
    #expect(run.intact)
    #expect(run.transfer == nil)
    #expect(run.run == 1)
    // Too little for a run: values, all the same.
    let few = try sent.arrival(marker: nil)
    #expect(few.intact)
    #expect(few.run == nil)
    #expect(few.connection == 1)
  }

  @Test("lacks a chunk", arguments: [1, 7, 30, 48])
  func lost(chunk: Int) throws {
    var sent = Sent()
    sent.chunks.remove(at: chunk)
    let arrival = try sent.arrival()
    #expect(!arrival.intact)
    let only = try #require(arrival.differences.first)
    #expect(arrival.differences.count == 1)
    #expect(only.kind == .missing)
    #expect(only.offset == 20 * chunk)
    #expect(only.bytes == 20)
    #expect(only.afterFrame == sent.frame(chunk - 1))
    #expect(only.beforeFrame == sent.frame(chunk))
    #expect(arrival.firstDifferenceOffset == 20 * chunk)
    #expect(arrival.firstDifferenceFrame == sent.frame(chunk))
    #expect(arrival.missingBytes == 20)
    #expect(arrival.matchedBytes == 980)
  }

  @Test("lacks its beginning, or its end")
  func ends() throws {
    var sent = Sent()
    sent.chunks.removeFirst(3)
    let first = try #require(try sent.arrival().differences.first)
    #expect((first.kind, first.offset, first.bytes) == (.missing, 0, 60))
    #expect(first.afterFrame == nil)
    #expect(first.beforeFrame == sent.frame(0))
    sent = Sent()
    sent.chunks.removeLast(5)
    let last = try #require(try sent.arrival().differences.first)
    #expect((last.kind, last.offset, last.bytes) == (.missing, 900, 100))
    #expect(last.afterFrame == sent.frame(44))
    #expect(last.beforeFrame == nil)
  }

  @Test("has a chunk twice", arguments: [0, 7, 49])
  func doubled(chunk: Int) throws {
    var sent = Sent()
    sent.chunks.insert(sent.chunks[chunk], at: chunk)
    let arrival = try sent.arrival()
    #expect(!arrival.intact)
    #expect(arrival.differences.map(\.kind) == [.doubled])
    let only = try #require(arrival.differences.first)
    #expect((only.offset, only.bytes) == (20 * chunk, 20))
    #expect(only.frame == sent.frame(chunk + 1))
    #expect(only.lastFrame == sent.frame(chunk + 1))
    #expect(arrival.doubledBytes == 20)
    #expect(arrival.missingBytes == 0)
  }

  @Test("has chunks swapped", arguments: [0, 7, 48])
  func swapped(chunk: Int) throws {
    var sent = Sent()
    sent.chunks.swapAt(chunk, chunk + 1)
    let arrival = try sent.arrival()
    #expect(!arrival.intact)
    #expect(arrival.differences.map(\.kind) == [.outOfOrder])
    let only = try #require(arrival.differences.first)
    #expect((only.offset, only.bytes) == (20 * chunk, 20))
    #expect(only.frame == sent.frame(chunk + 1))
    #expect(arrival.matchedBytes == 1000)
    #expect(arrival.firstDifferenceOffset == 20 * chunk)
  }

  @Test("has octets damaged", arguments: [0, 7, 48])
  func damaged(chunk: Int) throws {
    var sent = Sent()
    sent.chunks[chunk][3] ^= 0x40
    sent.chunks[chunk][15] ^= 0x01
    sent.chunks[chunk][16] ^= 0x80
    let arrival = try sent.arrival()
    #expect(arrival.differences.map(\.kind) == [.damaged, .damaged])
    #expect(arrival.differences.map(\.offset) == [20 * chunk + 3, 20 * chunk + 15])
    #expect(arrival.differences.map(\.bytes) == [1, 2])
    #expect(arrival.differences.allSatisfy { $0.frame == sent.frame(chunk) })
    #expect(arrival.differences[0].sent == hexadecimal([sent.file[20 * chunk + 3]]))
    #expect(arrival.differences[0].found == hexadecimal([sent.file[20 * chunk + 3] ^ 0x40]))
    #expect(arrival.damagedBytes == 3)
    #expect(arrival.matchedBytes == 997)
  }

  @Test("is sent again from a chunk on")
  func again() throws {
    var sent = Sent()
    sent.chunks.insert(contentsOf: sent.chunks[10..<14], at: 14)
    let arrival = try sent.arrival()
    #expect(arrival.differences.map(\.kind) == [.doubled])
    let only = try #require(arrival.differences.first)
    #expect((only.offset, only.bytes) == (200, 80))
    #expect((only.frame, only.lastFrame) == (sent.frame(14), sent.frame(17)))
  }

  @Test("has a foreign value in it, and a chunk that was cut short")
  func foreign() throws {
    var sent = Sent()
    sent.chunks.insert(Array("something else altogether".utf8), at: 20)
    let extra = try #require(try sent.arrival().differences.first)
    #expect((extra.kind, extra.offset, extra.bytes) == (.extra, 400, 25))
    #expect(extra.frame == sent.frame(20))
    #expect(extra.found == "736f6d657468696e")
    sent = Sent()
    sent.chunks[20].removeLast(7)
    let cut = try sent.arrival()
    #expect(cut.differences.map(\.kind) == [.missing])
    #expect((cut.differences[0].offset, cut.differences[0].bytes) == (413, 7))
  }

  @Test("comes with a header in each value")
  func headers() throws {
    var sent = Sent(4000)
    sent.chunks = sent.chunks.enumerated().map { [0xA5, UInt8(truncatingIfNeeded: $0)] + $1 }
    sent.chunks.remove(at: 60)
    let arrival = try sent.arrival(marker: nil)
    #expect(arrival.matchedBytes == 3980)
    #expect(arrival.missingBytes == 20)
    let missing = try #require(arrival.differences.first { $0.kind == .missing })
    #expect((missing.offset, missing.bytes) == (1200, 20))
    #expect(missing.afterFrame == sent.frame(59))
  }

  @Test("several faults in one transfer are each found")
  func several() throws {
    var sent = Sent(4000)
    sent.chunks[150][0] ^= 0xFF
    sent.chunks.remove(at: 120)
    sent.chunks.swapAt(80, 81)
    sent.chunks.insert(sent.chunks[40], at: 40)
    let arrival = try sent.arrival()
    #expect(arrival.differences.map(\.kind) == [.doubled, .outOfOrder, .missing, .damaged])
    #expect(arrival.differences.map(\.offset) == [800, 1600, 2400, 3000])
  }

  @Test("a marker at the end of the last chunk is none of the file")
  func glued() throws {
    var sent = Sent(990)
    sent.chunks[49] += Array("EOM".utf8)
    #expect(try sent.arrival(marker: nil).matchedBytes == 990)
    // The next transfer shows that it was one.
    var options = AnalysisOptions()
    options.expected = ExpectedFile(name: "sent.bin", bytes: sent.file)
    let analysed = Analysed(options, mtu: 247) { story in
      for chunk in sent.chunks { story.notify(0x15, chunk) }
      story.send(sent.file, by: 20)
      story.notify(0x15, "EOM")
    }
    let arrival = try #require(analysed.capture.expected.first)
    #expect(arrival.intact)
    #expect(arrival.transfer == 1)
    #expect(arrival.equalFits == 1)
  }

  @Test("of several transfers the one that fits best is compared")
  func choice() throws {
    let (one, other) = (Sent(seed: 3), Sent(600, seed: 4))
    var options = AnalysisOptions()
    options.expected = ExpectedFile(name: "sent.bin", bytes: one.file)
    let analysed = Analysed(options, mtu: 247) { story in
      for sent in [other, one, other] {
        for chunk in sent.chunks where chunk != one.chunks[9] { story.notify(0x15, chunk) }
        story.notify(0x15, "EOM")
      }
    }
    let arrival = try #require(analysed.capture.expected.first)
    #expect(arrival.transfer == 2)
    #expect(arrival.missingBytes == 20)
    #expect(arrival.equalFits == 0)
    options.expectedConnection = 2
    let elsewhere = Analysed(options, mtu: 247) { story in
      for chunk in one.chunks { story.notify(0x15, chunk) }
    }
    #expect(elsewhere.capture.expected.first?.connection == nil)
    #expect(elsewhere.capture.expected.first?.intact == false)
  }

  @Test("of two attempts without a marker the whole one is compared")
  func attempts() throws {
    let sent = Sent(3000)
    let arrival = try sent.arrival(
      marker: nil, before: Array(sent.chunks.prefix(70)) + [[1, 2, 3]],
      after: [Array("bye".utf8)])
    #expect(arrival.intact)
    #expect(arrival.outOfOrderBytes == 0 && arrival.differences.isEmpty)
    #expect(arrival.firstFrame == sent.frame(71))
  }

  /// Lines of a text begin alike, and so does the file that is sent again.
  @Test("a text that is sent again is found, wherever the first attempt ended", arguments: 1..<12)
  func attemptsOfText(part: Int) throws {
    let lines = (0..<120).map { "2026-11-26 12:00:\($0 % 60),sensor,\($0 * 37 % 101)\n" }
    let sent = Sent(Array(lines.joined().utf8))
    let arrival = try sent.arrival(
      marker: nil, before: Array(sent.chunks.prefix(part * 11)), after: [])
    #expect(arrival.intact, "\(arrival.differences.prefix(2))")
    #expect(arrival.differences.isEmpty)
  }

  @Test("nothing of it is in the capture")
  func nothing() throws {
    let (sent, other) = (Sent(seed: 5), Sent(seed: 6))
    var wrong = sent
    wrong.chunks = other.chunks
    let arrival = try wrong.arrival()
    #expect(!arrival.intact)
    #expect(arrival.connection == nil)
    #expect(arrival.missingBytes == 1000)
  }

  @Test("what a logger cut is unknown, not damaged")
  func cutByLogger() throws {
    let sent = Sent(400)
    var options = AnalysisOptions()
    options.expected = ExpectedFile(name: "sent.bin", bytes: sent.file)
    var story = CaptureBuilder()
    story.connect()
    story.exchangeMTU(247, 247)
    story.subscribe(0x16)
    for (index, chunk) in sent.chunks.enumerated() {
      story.l2cap(
        .rx, 4, [0x1B, 0x15, 0] + chunk, keeping: index == 5 ? 14 : nil)
    }
    story.notify(0x15, "EOM")
    let arrival = try #require(Analysed(story, options).capture.expected.first)
    #expect(!arrival.intact)
    #expect(arrival.differences.map(\.kind) == [.unknown])
    #expect(arrival.missingBytes == 0)
    #expect(arrival.differences.first?.frame == sent.frame(5))
  }
}
