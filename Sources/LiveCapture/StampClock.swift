import Bytes

/// The computer's clock, with which the kernel stamps records, beside one that is never set, both
/// in microseconds at the same moment.
package struct ClockPair: Hashable, Sendable {
  package var wall: Int64
  package var steady: Int64

  package init(wall: Int64, steady: Int64) {
    self.wall = wall
    self.steady = steady
  }
}

/// Finds where the clock was set among the records, and takes the step out of their times.
///
/// Between two settings the clocks run alike, so their difference shows each setting. What waits in
/// the queue then was stamped before or after it. A record cannot be older than the one before it,
/// nor younger than the moment in which it is taken, and mostly only one of the two stamps fits.
/// Where both do, the record is the one that came sooner after the one before it.
struct StampClock {
  /// What is subtracted from a stamp for the steady clock: at the beginning, and of the records
  /// that are taken now.
  private let first: Int64
  private var current: Int64
  /// What is subtracted after each setting behind which no record was taken so far.
  private var later: [Int64] = []
  /// The next record is stamped after so many of these.
  private var certain = 0
  /// The next record is not older than this moment of the steady clock.
  private var floor: Int64

  /// Logs show smaller steps by themselves, and they affect no rule.
  private static let leastStep: UInt64 = 10_000
  private static let mostLater = 16

  init(_ now: ClockPair) {
    first = now.wall &- now.steady
    current = first
    floor = now.steady
  }

  /// Looks at the clocks.
  ///
  /// - Parameter isIdle: no record waits.
  mutating func look(_ now: ClockPair, isIdle: Bool) {
    let offset = now.wall &- now.steady
    if (offset &- (later.last ?? current)).magnitude >= Self.leastStep {
      if later.count == Self.mostLater { later.removeLast() }
      later.append(offset)
    }
    guard isIdle else { return }
    certain = later.count
    floor = max(floor, now.steady)
  }

  /// The time of a record that was just taken, and by how much the clock was set before it, if it
  /// was.
  mutating func time(
    stamped stamp: TraceTime, _ now: ClockPair
  ) -> (time: TraceTime, step: Int64?) {
    look(now, isIdle: false)
    let before = current
    if !later.isEmpty {
      let count = settings(before: stamp.microseconds, now.steady)
      if count > 0 { current = later[count - 1] }
      later.removeFirst(count)
      certain = max(0, certain - count)
    }
    floor = max(floor, min(now.steady, stamp.microseconds &- current))
    let step = current &- before
    return (
      TraceTime(microseconds: stamp.microseconds &- current &+ first), step == 0 ? nil : step
    )
  }

  /// After how many of the settings the record was stamped.
  private func settings(before stamp: Int64, _ now: Int64) -> Int {
    let ages = (certain...later.count).map { count -> (count: Int, off: UInt64, wait: UInt64) in
      let time = stamp &- (count == 0 ? current : later[count - 1])
      let off = time < floor ? floor &- time : time > now ? time &- now : 0
      return (count, off.magnitude, (time &- floor).magnitude)
    }
    return ages.min { ($0.off, $0.wait) < ($1.off, $1.wait) }?.count ?? certain
  }

  /// Now, as the records have it.
  func time(_ now: ClockPair) -> TraceTime { TraceTime(microseconds: now.steady &+ first) }
}
