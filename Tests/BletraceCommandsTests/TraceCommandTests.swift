import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// `analyze --format perfetto`.
@Suite("Traces for Perfetto")
struct TraceCommandTests {
  private typealias Event = [String: Any]

  private func events(_ path: String) throws -> [Event] {
    let result = bletrace("analyze", "--format", "perfetto", path)
    #expect(result.code == .success && result.errors == "")
    let trace = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? Event)
    return try #require(trace["traceEvents"] as? [Event])
  }

  private func number(_ event: Event, _ key: String) -> Int { event[key] as? Int ?? .min }

  /// What Perfetto asks of a trace: slices of a thread nest, and each arrow has two ends.
  private func check(_ events: [Event]) {
    var open: [[Int]: [Int]] = [:]
    let slices = events.filter { $0["ph"] as? String == "X" }
    for event in slices.sorted(by: {
      (number($0, "ts"), -number($0, "dur")) < (number($1, "ts"), -number($1, "dur"))
    }) {
      let track = [number(event, "pid"), number(event, "tid")]
      let (start, end) = (number(event, "ts"), number(event, "ts") + number(event, "dur"))
      #expect(start >= 0 && end >= start)
      while let last = open[track]?.last, last <= start { open[track]?.removeLast() }
      if let last = open[track]?.last { #expect(end <= last, "slices cross") }
      open[track, default: []].append(end)
    }
    let starts = events.filter { $0["ph"] as? String == "s" }.map { number($0, "id") }
    let ends = events.filter { $0["ph"] as? String == "f" }.map { number($0, "id") }
    #expect(starts == ends && Set(starts).count == starts.count)
  }

  @Test(
    "samples: connections, transfers, phases, arrows and counters",
    arguments: ["bizcard-stall-peripheral/capture.pklg", "bizcard-central/capture.btsnoop"])
  func samples(sample: String) throws {
    let events = try events(projectFolder + "/samples/" + sample)
    check(events)
    let names = Set(events.compactMap { $0["name"] as? String })
    #expect(names.isSuperset(of: ["connection 1", "transfer 1", "interact"]))
    #expect(events.contains { $0["ph"] as? String == "C" })
    #expect(events.contains { $0["ph"] as? String == "s" })
    #expect(events.contains { ($0["name"] as? String)?.hasPrefix("data ") == true })
  }

  @Test("times at the ends of 64 bits: little is written, and nothing ends before it begins")
  func endsOfTime() throws {
    let folder = try TemporaryFolder()
    for (first, second) in [(Int64.max, Int64.min), (.max - 1, .max), (.min, .max)] {
      var story = CaptureBuilder(time: 0)
      story.connect()
      for time in [0, first, second, 5_000_000] {
        story.time = time
        story.att(.tx, [0x0A, 0x10, 0])
        story.att(.rx, [0x0B, 1, 2])
        story.notify(0x10, [1, 2, 3])
        story.completed(1)
        story.signal(-70)
      }
      let events = try events(try folder.write(story.btsnoop(), to: "ends"))
      #expect(events.count < 30_000)
      for event in events {
        #expect(event["ph"] as? String == "M" || number(event, "ts") >= 0)
        if event["ph"] as? String == "X" {
          let (start, duration) = (number(event, "ts"), number(event, "dur"))
          #expect(duration >= 0 && !start.addingReportingOverflow(duration).overflow)
        }
      }
    }
  }

  @Test("the rates add up to the octets that were sent")
  func rates() throws {
    let events = try events(projectFolder + "/samples/bizcard-stall-peripheral/capture.pklg")
    let rates = events.filter { $0["name"] as? String == "data sent" }
      .compactMap { ($0["args"] as? [String: Double])?["B/s"] }
    // Steps of 100 ms: 152 octets, and a marker of three.
    #expect(abs(rates.reduce(0, +) / 10 - 155) < 1)
  }

  @Test("an empty capture, a capture with many connections, and hostile names")
  func hostile() throws {
    let folder = try TemporaryFolder()
    check(try events(try folder.write(CaptureBuilder().btsnoop(), to: "empty")))
    var story = CaptureBuilder()
    let name = Array("</script>\u{1B}[31m\u{202E}\"\\".utf8)
    story.advertise(
      [1, 2, 3, 4, 5, 0xC6], -50, data: [UInt8(name.count + 1), 0x09] + name)
    for _ in 0..<2_000 {
      story.connect()
      story.exchangeMTU(185, 185)
      story.notify(0x2A, "x")
      story.disconnect()
    }
    let events = try events(try folder.write(story.btsnoop(), to: "many"))
    check(events)
    #expect(Set(events.map { number($0, "pid") }).count == 2_001)
  }
}
