import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("Cadence: bursts at a steady period")
struct CadenceTests {
  /// Bursts of values a millisecond apart, each burst followed by a silence.
  private func capture(
    _ silences: [Int64], values: Int = 3, every step: Int64 = 1000, isWrite: Bool = false,
    isLate: Bool = false, size: Int = 40
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: step)
    if !isLate { story.connect() }
    story.exchangeMTU(185, 185)
    story.subscribe(0x16)
    var number = 0
    for silence in silences {
      for _ in 0..<values {
        let value = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
        if isWrite { story.att(.tx, [0x52, 0x15, 0] + value) } else { story.notify(0x15, value) }
        number += 1
      }
      story.wait(by: silence)
    }
    return Analysed(story).capture
  }

  private func gaps(_ capture: ReportV1.Capture) -> [Int] {
    (capture.connections[0].notifications + capture.connections[0].writes).flatMap(\.gaps)
      .map(\.gapUs)
  }

  @Test("the silence between bursts is no gap, and one more than half a period longer is")
  func bursts() {
    #expect(gaps(capture(.init(repeating: 500_000, count: 20))).isEmpty)
    var late = [Int64](repeating: 500_000, count: 20)
    late[11] = 1_002_000
    #expect(gaps(capture(late)) == [1_003_000])
    // About the same period, as devices keep it.
    let shaken = (0..<20).map { (index: Int) -> Int64 in Int64(450_000 + index % 3 * 50_000) }
    #expect(gaps(capture(shaken)).isEmpty)
  }

  @Test("values that answer keep no rhythm, and leave that of the others alone")
  func answersBetweenBursts() {
    func capture(isAsked: Bool) -> ReportV1.Capture {
      var story = CaptureBuilder(step: 1000)
      story.connect()
      story.subscribe(0x16)
      for burst in 0..<24 {
        for octet in 0..<5 as Range<UInt8> { story.notify(0x15, [octet, UInt8(burst), 3, 4]) }
        guard burst % 2 == 0 else {
          story.wait(by: 990_000)
          continue
        }
        // At another time in each second.
        let part = Int64(200_000 + burst * 25_000)
        story.wait(by: part)
        if isAsked {
          story.att(.tx, [0x12, 0x20, 0, 1])
          story.att(.rx, [0x13])
        }
        story.notify(0x15, [9, UInt8(burst)])
        story.wait(by: 985_000 - part)
      }
      return Analysed(story).capture
    }
    #expect(gaps(capture(isAsked: true)).isEmpty)
    #expect(!gaps(capture(isAsked: false)).isEmpty, "a stream without a rhythm")
  }

  @Test("irregular silences, short ones in a fast stream, few of them, and writes are gaps")
  func nearMisses() {
    let irregular: [Int64] = (0..<20).map {
      [200_000, 900_000, 400_000, 2_000_000][$0 * $0 / 3 % 4]
    }
    #expect(gaps(capture(irregular)).count == 19)
    // A stream of data that something interrupts every two seconds.
    let interrupted = capture(
      .init(repeating: 300_000, count: 15), values: 60, every: 30_000)
    #expect(gaps(interrupted).count == 14)
    #expect(gaps(capture(.init(repeating: 500_000, count: 8))).count == 7)
    #expect(gaps(capture(.init(repeating: 500_000, count: 20), isWrite: true)).count == 19)
  }

  @Test("it is the sender's time, also where the interval is not known, and no data in bulk")
  func runs() throws {
    for isLate in [false, true] {
      let story = capture(.init(repeating: 500_000, count: 40), isLate: isLate)
      #expect(story.connections[0].runs.isEmpty)
      #expect(story.connections[0].notifications.map(\.purpose) == [.periodic])
      let time = try #require(story.connections[0].time).rx
      #expect(time.us(.sender) * 10 > time.totalUs * 8)
    }
  }

  @Test("what the client asked for ends no gap, and what nothing asked for does")
  func answers() {
    func story(_ isAsked: Bool) -> ReportV1.Capture {
      var story = CaptureBuilder()
      story.connect()
      story.subscribe(0x16)
      for number in 0..<40 {
        if number % 8 == 7 {
          story.wait(by: Int64(700_000 + number * 100_000))
          if isAsked { story.att(.tx, [0x52, 0x20, 0, UInt8(number)]) }
        }
        story.wait(by: 29_000)
        story.notify(0x15, [UInt8](repeating: UInt8(number), count: 12))
      }
      return Analysed(story).capture
    }
    #expect(gaps(story(true)).isEmpty)
    #expect(story(true).connections[0].notifications[0].gapCount == 0)
    #expect(gaps(story(false)).count == 5)
  }
}
