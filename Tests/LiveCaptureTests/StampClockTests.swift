import BletraceTestSupport
import Bytes
import Testing

@testable import LiveCapture

/// A clock that is set while records come and wait: their times go on as if it had not been.
@Suite struct StampClockTests {
  private static let day: Int64 = 86_400_000_000

  /// Records that were stamped when they came, and are taken when there is time.
  private struct Computer {
    /// Of the clock that is never set, in microseconds.
    var steady: Int64 = 5_000_000
    var offset: Int64 = 1_000_000_000_000
    var waiting: [(true: Int64, stamp: Int64)] = []
    /// How far the times are from the truth, and the steps that were found before each.
    var errors: [Int64] = []
    var steps: [Int64] = []
    var clock: StampClock
    private let first: Int64

    init() {
      clock = StampClock(ClockPair(wall: steady + offset, steady: steady))
      first = offset
    }

    var now: ClockPair { ClockPair(wall: steady + offset, steady: steady) }

    mutating func come() { waiting.append((steady, steady + offset)) }

    mutating func take() {
      guard !waiting.isEmpty else { return clock.look(now, isIdle: true) }
      let record = waiting.removeFirst()
      let (time, step) = clock.time(stamped: TraceTime(microseconds: record.stamp), now)
      errors.append(time.microseconds - first - record.true)
      if let step { steps.append(step) }
    }
  }

  @Test(
    "a step is found before the first record that was stamped after it",
    arguments: [day, -day, 50_000, -50_000, 1_000_000, -1_000_000], [0, 40])
  func step(length: Int64, backlog: Int) {
    var computer = Computer()
    for round in 0..<200 {
      computer.steady += 2000
      computer.come()
      if round == 100 { computer.offset += length }
      if round >= backlog { computer.take() }
    }
    while !computer.waiting.isEmpty {
      computer.steady += 100
      computer.take()
    }
    #expect(computer.errors == [Int64](repeating: 0, count: 200))
    #expect(computer.steps == [length])
  }

  @Test("a step in a pause, before a record that waits for nothing", arguments: [day, -20_000])
  func pause(length: Int64) {
    var computer = Computer()
    for round in 0..<10 {
      computer.steady += 3_000_000
      if round == 5 { computer.offset += length }
      computer.take()
      computer.steady += 400_000
      computer.come()
      computer.steady += 300
      computer.take()
    }
    #expect(computer.errors == [Int64](repeating: 0, count: 10))
    #expect(computer.steps == [length])
  }

  @Test("a clock that runs evenly, or is set by less than a log differs by itself, has no step")
  func even() {
    var computer = Computer()
    for round in 0..<1000 {
      computer.steady += 1000
      if round % 300 == 0 { computer.offset += 9000 * (round % 200 == 0 ? 1 : -1) }
      computer.come()
      computer.take()
    }
    #expect(computer.steps.isEmpty)
    #expect(computer.errors.allSatisfy { $0.magnitude <= 9000 })
  }

  @Test("several steps, at any time, and far behind", arguments: 0..<20 as Range<UInt64>)
  func chance(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var computer = Computer()
    for _ in 0..<2000 {
      computer.steady += Int64.random(in: 100...1500, using: &random)
      if Int.random(in: 0..<400, using: &random) == 0 {
        computer.offset += Int64.random(in: -3600...3600, using: &random) * 1_000_000
      }
      computer.clock.look(computer.now, isIdle: false)
      if Bool.random(using: &random) { computer.come() }
      // It falls behind by up to about half a second.
      if Int.random(in: 0..<3, using: &random) > 0, computer.waiting.count > Int(seed) * 10 {
        computer.take()
      }
    }
    while !computer.waiting.isEmpty { computer.take() }
    #expect(computer.errors.count > 500 && computer.errors.allSatisfy { $0 == 0 })
  }

  @Test("any number may be in a stamp")
  func extremes() {
    for stamp in [Int64.min, -1, 0, .max] {
      for wall in [Int64.min, 0, .max] {
        var clock = StampClock(ClockPair(wall: 0, steady: 0))
        _ = clock.time(
          stamped: TraceTime(microseconds: stamp), ClockPair(wall: wall, steady: 1000))
        clock.look(ClockPair(wall: ~wall, steady: 2000), isIdle: true)
        let again = clock.time(
          stamped: TraceTime(microseconds: stamp), ClockPair(wall: wall, steady: 3000))
        if wall == 0 { #expect(again.step == nil && again.time.microseconds == stamp) }
      }
    }
  }
}
