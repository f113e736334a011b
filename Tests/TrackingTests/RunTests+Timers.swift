import BletraceTestSupport
import Ceiling
import Testing

@testable import Report
@testable import Tracking

/// Values received at the period of a timer, and those that the connection interval limits.
extension RunTests {
  /// Received at an interval of 30 ms: each value in the next event that takes one.
  ///
  /// - Parameters:
  ///   - period: of the sender, in microseconds; 0 for one that always has values.
  ///   - room: values that an event takes at most.
  ///   - late: how much later than its event a value is written down, in microseconds.
  ///   - isLost: whether nothing arrives in an event.
  private static func received(
    _ count: Int, period: Int, room: Int, late: (Int) -> Int64 = { _ in 0 },
    isLost: (Int) -> Bool = { _ in false }
  ) -> ReportV1.Capture {
    let story = story { story in
      var (event, sent) = (0, 0)
      let start = story.time
      while sent < count {
        event += 1
        if isLost(event) { continue }
        story.time = start &+ Int64(event) &* interval &+ late(event)
        let made = period == 0 ? count : 1 + event * Int(interval) / period
        for _ in 0..<min(room, made - sent, count - sent) {
          story.notify(0x15, runValue(sent))
          sent += 1
        }
      }
    }
    return Analysed(story).capture
  }

  @Test(
    "received at the period of a timer that is no multiple of the interval, or as long: no faster link",
    arguments: [30_000, 33_300, 35_000, 36_500])
  func timerOnEvents(period: Int) {
    // Now and then an event is lost, and the next one brings what it lacks.
    for lost in [37, 90] {
      var capture = Self.received(1000, period: period, room: 4, isLost: { $0 % lost == 0 })
      CeilingBuilder.addCeilings(to: &capture)
      let connection = capture.connections[0]
      #expect(connection.notifications.allSatisfy { $0.ceiling == nil })
      guard let run = connection.runs.first else {
        // It is no data in bulk.
        #expect(connection.notifications.map(\.purpose) == [.periodic], "\(lost)")
        // Nothing waited for the link.
        let shares = connection.time.map(\.rx) ?? []
        #expect(close(shares.us(.sender), 1000 * period))
        #expect(!shares.isEmpty && shares.us(.connectionEvents) < 100_000)
        continue
      }
      #expect(run.pacing == .timer, "\(lost)")
      #expect(run.waitsUs.connectionEvents == 0 && close(run.waitsUs.sender, run.durationUs))
      #expect(run.ceiling == nil)
    }
  }

  @Test("what the interval limits is no timer")
  func limitedByEvents() throws {
    var random = SeededRandom(seed: 7)
    let losses = (0..<4000).map { _ in random.below(100) < 10 }
    let fewLosses = (0..<4000).map { _ in random.below(100) < 2 }
    let cases: [(name: String, room: Int, isLost: (Int) -> Bool)] = [
      ("one an event", 1, { _ in false }),
      ("and one in ten lost", 1, { losses[$0 % 4000] }),
      ("and one in fifty lost", 1, { fewLosses[$0 % 4000] }),
      ("and each tenth event used by another link", 1, { $0 % 10 == 0 }),
      ("two an event", 2, { losses[$0 % 4000] }),
      ("four an event", 4, { fewLosses[$0 % 4000] }),
    ]
    for entry in cases {
      let capture = Self.received(1000, period: 0, room: entry.room, isLost: entry.isLost)
      let run = try #require(capture.connections[0].runs.first, "\(entry.name)")
      #expect(run.pacing == .streamed, "\(entry.name)")
    }
    // A timer that is so fast that events take several does not show.
    let fast = Self.received(1000, period: 20_000, room: 4, isLost: { $0 % 37 == 0 })
    #expect(fast.connections[0].runs.first?.pacing == .streamed)
  }

  @Test("one value an event, events skipped regularly, and records written down late: no timer")
  func lateRecords() throws {
    var random = SeededRandom(seed: 11)
    let dice = (0..<2000).map { _ in random.below(100) }
    for (skipped, percent, late) in [(20, 3, 16_000), (12, 3, 18_000), (16, 2, 16_000)] {
      let capture = Self.received(
        1000, period: 0, room: 1, late: { dice[$0 % 2000] < percent ? Int64(late) : 0 },
        isLost: { $0 % skipped == 0 })
      let run = try #require(capture.connections[0].runs.first)
      #expect(run.pacing == .streamed, "\(skipped)")
    }
  }
}
