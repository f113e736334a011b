import BletraceTestSupport
import Findings
import Testing

@testable import Report
@testable import Tracking

@Suite("Times that cannot be true")
struct TimeFaultTests {
  /// Values and requests, at the times that the closure makes of the true ones.
  private static func analysed(_ time: (Int64) -> Int64) -> Analysed {
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    for index in 0..<100 {
      story.notify(0x15, [UInt8](repeating: UInt8(index), count: 20))
      story.wait(by: 30_000)
    }
    for _ in 0..<5 { story.read(after: 1_500_000) }
    story.wait(by: 20_000_000)
    story.notify(0x15, [1])
    story.disconnect(reason: 0x13)
    for index in story.entries.indices {
      story.entries[index].time = time(story.entries[index].time)
    }
    return Analysed(story)
  }

  private static func isUntimed(_ connection: ReportV1.Connection) -> Bool {
    connection.phases.isEmpty && connection.runs.isEmpty && connection.flow.stalls.isEmpty
      && connection.att.transactions.latencyUs.count == 0
      && connection.att.transactions.slowest.isEmpty
      && connection.notifications.allSatisfy { $0.gaps.isEmpty && $0.gapUs.count == 0 }
      && connection.flow.throughput == nil && connection.endUs == 0
  }

  @Test("true times are measured")
  func usual() {
    let found = Self.analysed { $0 }
    #expect(found.capture.timeFault == nil && !Self.isUntimed(found.connections[0]))
    #expect(found.capture.durationUs ?? 0 > 20_000_000)
  }

  @Test("the lower half of each time is missing: steps of 71 minutes, and nothing between them")
  func steps() throws {
    let found = Self.analysed { (($0 * 200) >> 32) << 32 }
    let fault = try #require(found.capture.timeFault)
    #expect(fault.kind == .steps && fault.stepUs == 1 << 32)
    #expect(Self.isUntimed(found.connections[0]) && found.capture.durationUs == nil)
    #expect(found.capture.clockSteps.isEmpty)
    let finding = try #require(found.finding("clock-step"))
    #expect(finding.severity == .warning && finding.message.contains("1 h 11 min"))
    #expect(found.finding("slow-response") == nil && found.finding("notification-gap") == nil)
    #expect(found.finding("disconnect-by-peer") == nil)
  }

  /// What the writer of a file made of a true time. The clocks of these files began some hours ago.
  private static let writers: [(String, @Sendable (Int64) -> Int64)] = [
    ("microseconds above zeros", { ($0 % 1_000_000_000) << 32 }),
    ("microseconds above a constant", { ($0 % 1_000_000_000) << 32 | 0x00E2_F5CC }),
    ("halves swapped", { $0 << 32 | $0 >> 32 }),
    ("seconds above microseconds", { ($0 / 1_000_000) << 32 | ($0 % 1_000_000) }),
  ]

  @Test("microseconds in the upper half of each time", arguments: writers.indices)
  func halves(index: Int) throws {
    let found = Self.analysed(Self.writers[index].1)
    let fault = try #require(found.capture.timeFault, "\(Self.writers[index].0)")
    #expect(fault.kind == .steps && fault.stepUs == 1 << 32 && fault.packets > 100)
    #expect(Self.isUntimed(found.connections[0]) && found.capture.durationUs == nil)
    #expect(found.capture.clockSteps.isEmpty && found.finding("clock-step") != nil)
    #expect(found.finding("slow-response") == nil && found.finding("notification-gap") == nil)
  }

  @Test("a device that wakes up every 71 or 72 minutes, and a clock that was set three times")
  func longPauses() {
    for pause: Int64 in [4_260_000_000, 4_320_000_000, 3_600_000_000] {
      let found = Self.analysed { $0 + ($0 - 1_700_000_000_000_000) / 500_000 * pause }
      #expect(found.capture.timeFault == nil)
    }
    let set = Self.analysed { $0 + min(3, ($0 - 1_700_000_000_000_000) / 1_000_000) << 32 }
    #expect(set.capture.timeFault == nil)
  }

  @Test("all times are equal")
  func equal() throws {
    let found = Self.analysed { _ in 5_000_000 }
    #expect(try #require(found.capture.timeFault).kind == .equal)
    #expect(Self.isUntimed(found.connections[0]))
    // What needs no times stays.
    #expect(found.connections[0].notifications[0].count == 101)
    #expect(found.connections[0].att.transactions.count == 6)
  }

  @Test("whole seconds are coarse, and true; so are some packets at one time")
  func coarse() {
    #expect(Self.analysed { $0 / 1_000_000 * 1_000_000 }.capture.timeFault == nil)
    var first: Int64?
    let late = Self.analysed { time in
      first = first ?? time
      return time < (first ?? 0) + 1_000_000 ? 0 : time
    }
    #expect(late.capture.timeFault == nil)
  }
}
