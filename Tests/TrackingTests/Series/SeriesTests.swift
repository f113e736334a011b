import BletraceTestSupport
import CaptureFiles
import Report
import Testing

@testable import Tracking

/// Values over time, as plots show them.
@Suite("Values over time")
struct SeriesTests {
  private func series(
    _ story: CaptureBuilder
  ) throws -> (capture: ReportV1.Capture, series: CaptureSeries) {
    var reader = try CaptureReader(MemorySource(story.btsnoop()))
    var options = AnalysisOptions()
    options.keepsSeries = true
    let result = try analyzeWithSeries(
      &reader, path: "x", options: options, payloads: nil, progress: { _, _ in })
    return (result.capture, try #require(result.series))
  }

  @Test("octets of all points are those of the report, with values in bursts and alone")
  func octets() throws {
    var story = CaptureBuilder(step: 700)
    story.connect()
    for value in 0..<5000 {
      let octets = [UInt8](repeating: UInt8(value & 0xFF), count: value % 3 == 0 ? 12 : 20)
      story.att(.rx, [0x1B, 0x10, 0x00] + octets)
      if value % 50 == 0 { story.wait(by: 3_000_000) }
    }
    let (capture, series) = try series(story)
    let points = try #require(series.links.first?.streams.first?.points)
    #expect(points.reduce(0) { $0 + $1.sum } == capture.connections[0].notifications[0].bytes)
    #expect(points.reduce(0) { $0 + $1.count } == 5000)
    #expect(points.count > 2000 && points.count <= 8192)
    #expect(points.first?.firstUs == capture.connections[0].notifications[0].firstUs)
    #expect(points.last?.lastUs == capture.connections[0].notifications[0].lastUs)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.lastUs <= $1.firstUs })
  }

  @Test("joined points keep the extremes")
  func extremes() throws {
    var story = CaptureBuilder(step: 10_000)
    for report in 0..<20_000 {
      let rssi: Int8 = report == 7777 ? -127 : report == 12_345 ? -5 : -60
      story.advertise(CaptureBuilder.peer, rssi, data: [])
    }
    let (_, series) = try series(story)
    let points = try #require(series.advertisers.values.first)
    #expect(points.count <= 4096)
    #expect(points.map(\.low).min() == -127)
    #expect(points.map(\.high).max() == -5)
    #expect(points.reduce(0) { $0 + $1.count } == 20_000)
  }

  @Test("the time of a frame is exact in a short capture, and close in a long one")
  func frames() throws {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for _ in 0..<30_000 { story.att(.rx, [0x1B, 0x10, 0x00, 1, 2]) }
    let long = try series(story).series
    for frame in [1, 2, 999, 8193, 20_001, 30_001] {
      let time = try #require(long.time(frame))
      #expect(abs(time - (frame - 1) * 1000) <= 1000, "frame \(frame)")
    }
    #expect(long.time(30_002) == nil)
    #expect(long.time(0) == nil)
  }

  @Test("a clock that steps, and times that no clock has, do no harm")
  func hostileTimes() throws {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for time in [Int64.max / 2, 0, Int64.min / 4, 1_700_000_000_000_000] {
      story.time = time
      for _ in 0..<700 { story.att(.rx, [0x1B, 0x10, 0x00, 1, 2]) }
    }
    let (capture, series) = try series(story)
    let points = try #require(series.links.first?.streams.first?.points)
    #expect(points.reduce(0) { $0 + $1.sum } == capture.connections[0].notifications[0].bytes)
  }

  @Test("no point ends before it begins, at the ends of time either")
  func endsOfTime() throws {
    for (first, second) in [(Int64.max, Int64.min), (.max - 1, .max), (.min, .max)] {
      var story = CaptureBuilder(time: 0)
      story.advertise(CaptureBuilder.peer, -60)
      story.connect()
      for time in [first, second] {
        story.time = time
        story.notify(0x10, [1, 2, 3])
        story.signal(-70)
      }
      let (_, series) = try series(story)
      let link = try #require(series.links.first)
      let points = link.streams.flatMap(\.points) + link.signal
      #expect(points.count >= 2 && points.allSatisfy { $0.firstUs <= $0.lastUs })
    }
  }
}
