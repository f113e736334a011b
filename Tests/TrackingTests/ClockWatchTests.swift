import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Bytes
@testable import Tracking

@Suite("The capture's clock") struct ClockWatchTests {
  /// Times in microseconds; those of notes are marked.
  private func steps(_ batches: [[(time: Int64, isNote: Bool)]]) -> (ClockWatch, [Int64?]) {
    var watch = ClockWatch()
    var number = 0
    let latest = batches.map { batch in
      let records = batch.map { entry in
        number += 1
        return CapturedRecord(
          number: number, time: TraceTime(microseconds: entry.time), bytes: .empty, controller: 0,
          kind: entry.isNote ? .loggerNote : .event, direction: .rx, detail: 0)
      }
      watch.pass(records.span)
      return watch.traffic?.latest.microseconds
    }
    return (watch, latest)
  }

  @Test("in order there is no step, and the last packet is the latest")
  func inOrder() {
    let (watch, latest) = steps([
      [(10, false), (10, false), (5000, true)], [(6000, false)],
    ])
    #expect(watch.steps.isEmpty)
    #expect(latest == [10, 6000])
  }

  @Test("a step is measured from the packet before, also over the end of a batch")
  func stepsBack() {
    let (watch, latest) = steps([
      [(5000, false), (9000, false), (8500, false), (7000, false)], [(2000, false), (3000, false)],
    ])
    #expect(
      watch.steps == [
        ClockWatch.Step(frame: 4, microseconds: -1500),
        ClockWatch.Step(frame: 5, microseconds: -5000),
      ])
    #expect(latest == [9000, 9000])
  }

  @Test("a day without a packet is a step; pauses are known, over the end of a batch too")
  func forward() {
    let day: Int64 = 86_400_000_000
    let packets: [(time: Int64, isNote: Bool)] = [
      (100, false), (500_000, false), (500_010, true), (900_000, false), (900_100, false),
      (day + 900_100, false), (day + 900_200, false),
    ]
    let whole = steps([packets]).0
    let parts = steps(packets.map { [$0] }).0
    for watch in [whole, parts] {
      #expect(watch.steps == [ClockWatch.Step(frame: 6, microseconds: day)])
      #expect(
        watch.longestPause(after: 1, through: 5)
          == ClockWatch.Step(frame: 2, microseconds: 499_900))
      #expect(
        watch.longestPause(after: 2, through: 5)
          == ClockWatch.Step(frame: 4, microseconds: 400_000))
      #expect(watch.longestPause(after: 4, through: 5) == nil)
    }
    #expect(steps([[(0, false), (day - 1, false)]]).0.steps.isEmpty)
  }

  @Test("notes have a clock of their own")
  func notes() {
    // In order as it stands, but the note is not what the next packet is measured from.
    let (after, latest) = steps([[(1000, false), (90_000, true)], [(1500, false), (800, false)]])
    #expect(after.steps.isEmpty)
    #expect(latest == [1000, 1500])
    let (among, _) = steps([[(9000, false), (10, true), (9001, false), (7000, false)]])
    #expect(among.steps == [ClockWatch.Step(frame: 4, microseconds: -2001)])
    let (alone, _) = steps([[(9000, false)], [(9500, true)], [(7500, false)]])
    #expect(alone.steps == [ClockWatch.Step(frame: 3, microseconds: -1500)])
  }

  @Test("records that are no packets, before the traffic and after it, are stray")
  func strays() {
    let day: Int64 = 86_400_000_000
    let (watch, _) = steps([
      [(-10 * day, true), (-10 * day, true), (90, true), (100, false)],
      // Among packets, but of another time; then two that change nothing.
      [(200, false), (-5, true), (300, true), (200 + day, true), (400, false)],
      [(500, false), (510, true), (500 + day, true)],
    ])
    #expect(watch.start?.microseconds == 100 && watch.traffic?.latest.microseconds == 500)
    #expect(watch.strayRecords == 3 + 1 + 2)
    #expect(watch.steps.isEmpty)
    let (notes, latest) = steps([[(7, true), (9, true)]])
    #expect(notes.start?.microseconds == 7 && latest == [nil] && notes.strayRecords == 2)
    let (plain, _) = steps([[(7, false), (8, true), (9, false)]])
    #expect(plain.strayRecords == 0)
  }
}
