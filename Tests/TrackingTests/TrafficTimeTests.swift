import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// Notes of the logger carry times of other days, or stand at the ends of a capture.
@Suite("The time that the traffic spans")
struct TrafficTimeTests {
  private static let day: Int64 = 86_400_000_000
  private static let begin: Int64 = 1_700_000_000_000_000

  private func note(_ story: inout CaptureBuilder, at time: Int64, _ kind: RecordKind = .loggerNote)
  {
    let next = story.time
    story.time = time
    story.add(kind, .unknown, Array("note".utf8), detail: 0xFC)
    story.time = next
  }

  /// A connection with a request that has no answer, and no end in the capture.
  private func build(_ story: inout CaptureBuilder) {
    story.connect()
    story.subscribe(0x16)
    story.send("a", "b")
    story.att(.tx, hex("0A 20 00"))
    story.send("c")
  }

  @Test("notes of other days do not stretch it, and what waits does not wait for them")
  func notes() throws {
    var plain = CaptureBuilder()
    build(&plain)
    var story = CaptureBuilder()
    for _ in 0..<8 { note(&story, at: Self.begin - 10 * Self.day) }
    build(&story)
    note(&story, at: Self.begin + 3 * Self.day)
    let (alone, noted) = (Analysed(plain).capture, Analysed(story).capture)
    #expect(noted.durationUs == 6_000 && noted.durationUs == alone.durationUs)
    #expect(noted.start == alone.start && noted.start != nil)
    #expect(noted.strayRecords == 9 && alone.strayRecords == 0)
    let connection = try #require(noted.connections.first)
    #expect(noted.connections.count == 1)
    #expect(connection.startUs == 0 && connection.endUs == 6_000)
    #expect(connection.end == nil && connection.disconnect == nil)
    #expect(connection.firstFrame == 9 && connection.lastFrame == 15)
    // The request went out at 5 ms.
    #expect(connection.att.pending.map(\.ageUs) == [1_000])
    #expect(connection.phases.map(\.durationUs) == alone.connections[0].phases.map(\.durationUs))
  }

  @Test("notes among the packets change nothing")
  func among() {
    var story = CaptureBuilder()
    story.connect()
    note(&story, at: Self.begin + 500)
    story.subscribe(0x16)
    note(&story, at: Self.begin + 3 * Self.day)
    story.send("a")
    let capture = Analysed(story).capture
    #expect(capture.durationUs == 3_000 && capture.strayRecords == 0)
    #expect(capture.clockSteps.isEmpty && capture.connections.count == 1)
  }

  @Test("what the monitor says first is before the traffic")
  func monitor() {
    var story = CaptureBuilder()
    story.add(.systemNote, .unknown, Array("Linux version 6.12".utf8))
    story.add(.newIndex, .unknown, [0, 1] + hex("01 02 03 04 05 06") + Array("hci0\0\0\0\0".utf8))
    story.add(.openIndex, .unknown, [])
    story.wait(by: 3_600_000_000)
    story.connect()
    story.send("a")
    let capture = Analysed(story).capture
    #expect(capture.durationUs == 1_000 && capture.strayRecords == 3)
    #expect(capture.connections.map(\.startUs) == [0])
    #expect(capture.adapterStates.map(\.timeUs) == [-3_600_001_000])
    #expect(capture.controllers.map(\.address) == ["06:05:04:03:02:01"])
  }

  @Test("without a packet there is no duration")
  func silent() {
    var story = CaptureBuilder()
    note(&story, at: Self.begin)
    note(&story, at: Self.begin + Self.day)
    let capture = Analysed(story).capture
    #expect(capture.durationUs == nil && capture.start != nil && capture.strayRecords == 2)
  }

  @Test("a handle that is used again ends the connection before it at its last record")
  func handleUsedAgain() {
    var story = CaptureBuilder()
    build(&story)
    story.wait(by: 3_600_000_000)
    story.connect()
    let first = Analysed(story).connections[0]
    #expect(first.endUs == 6_000 && first.end == nil)
    #expect(first.att.pending.map(\.ageUs) == [1_000])
    #expect(first.flow.stalls.isEmpty)
  }
}
