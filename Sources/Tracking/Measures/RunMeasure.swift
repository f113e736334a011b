import Bytes
import CaptureFiles
import Report

/// What a link had done by one value: the difference between two says where the time between went.
struct RunMark: Sendable {
  /// For how long packets were out.
  var busy: Int64 = 0
  var idle = IdleTime()
  /// Packets that were sent, and that are out.
  var packets = 0
  var outstanding = 0
  /// Connection events by which packets were completed.
  var events = 0
  /// How long ATT's answers took.
  var latency: Int64 = 0
  /// Values that a client wrote, those of other characteristics among them.
  var written = 0
  var received = 0
}

/// Data in bulk on one characteristic: stretches of values without a pause that ends the activity.
///
/// A pause ends a run if it is longer than 10 s and 20 times the usual gap; or than half of both,
/// where the client wrote to another characteristic meanwhile, as an app does that turns to
/// something else. Keep-alive writes come every few seconds, so that a write alone says nothing.
struct RunMeasure: Sendable {
  private(set) var finished: [FinishedRun] = []
  private var open = OpenRun()
  /// The run that is under way, up to a pause before which it was bulk data: what comes after it
  /// may be so little that all of it together is none.
  private var brisk: FinishedRun?
  /// A few values before the run that is under way: a question or a handshake is not the picture
  /// that follows.
  private var hasLead = false

  /// Less than this is a message.
  static let leastOctets = 2000
  static let longestPause: Int64 = 10_000_000
  static let pauseFactor: Int64 = 20
  /// Shorter silences end no run whatever happens in them.
  private static let leastPause = longestPause / 2
  /// But for one in which the app wrote twice.
  private static let leastStop: Int64 = 2_000_000
  /// A lead has so many values and octets at most.
  private static let mostLead = 8
  private static let mostLeadOctets = 500
  /// Nor does a shorter one end a brisk part.
  private static let leastRest: Int64 = 1_500_000
  /// Microseconds an octet: fewer than 100 octets a second are no bulk data.
  static let leastPace: Int64 = 10_000

  /// - Parameter elapsed: the time since the value before it, if it follows on one.
  @inline(__always)
  mutating func add(
    _ moment: Moment, octets: Int, isConfirmed: Bool, isOwnWrite: Bool, elapsed: Int64?,
    interval: Int64, _ mark: RunMark, _ shared: inout PayloadStore
  ) {
    if open.count > 0 {
      if let elapsed, elapsed <= Self.leastRest {
        open.step(elapsed, interval)
        open.noteTurn(elapsed, interval, mark)
      } else {
        pause(elapsed, interval, isOwnWrite: isOwnWrite, mark, &shared)
      }
    }
    if open.count == 0 { open.begin(moment, mark) }
    if BlockPace.endsBlock(after: open.count) {
      if open.count > 0 { open.pace.endBlock(at: moment.time, interval: interval) }
      if open.count == 0 { open.pace.begin(at: moment.time) }
    }
    open.count &+= 1
    open.octets &+= octets
    open.sizes.add(octets)
    if isConfirmed { open.confirmed &+= 1 }
    open.last = moment
    open.lastMark = mark
    open.inFlight = max(open.inFlight, mark.outstanding)
  }

  /// A silence that may end the run, or the first value after an interruption.
  @inline(never)
  private mutating func pause(
    _ elapsed: Int64?, _ interval: Int64, isOwnWrite: Bool, _ mark: RunMark,
    _ shared: inout PayloadStore
  ) {
    guard let elapsed else { return end(mark, sent: 1, &shared) }
    if !hasLead, open.count <= Self.mostLead, open.octets <= Self.mostLeadOctets,
      shared.leastRun == Self.leastOctets
    {
      (open, hasLead) = (OpenRun(), true)
      return
    }
    if elapsed > Self.pauseFactor &* open.rhythm.median { noteBrisk(shared) }
    let others = mark.written &- open.lastMark.written &- (isOwnWrite ? 1 : 0)
    // The app stopped the stream and started it again.
    if !isOwnWrite, others >= 2,
      elapsed > max(Self.leastStop, Self.pauseFactor &* open.rhythm.median)
    {
      return end(mark, sent: 1, &shared)
    }
    if elapsed <= Self.leastPause {
      open.step(elapsed, interval)
      return open.noteTurn(elapsed, interval, mark)
    }
    var limit = max(Self.longestPause, Self.pauseFactor &* open.rhythm.median)
    if others > 0 { limit /= 2 }
    guard elapsed <= limit else { return end(mark, sent: 1, &shared) }
    open.step(elapsed, interval)
    open.noteTurn(elapsed, interval, mark)
  }

  private mutating func noteBrisk(_ shared: PayloadStore) {
    guard open.octets >= shared.leastRun, open.isBulk else { return }
    let now = FinishedRun(open)
    if let brisk, !now.isFaster(than: brisk), now.facts.octets < brisk.facts.octets &* 2 { return }
    brisk = now
  }

  /// Nothing that comes belongs to it any more.
  ///
  /// - Parameters:
  ///   - mark: what the link has done up to now.
  ///   - sent: packets among it that come after the run's end.
  mutating func end(_ mark: RunMark, sent: Int, _ shared: inout PayloadStore) {
    defer { (open, brisk, hasLead) = (OpenRun(), nil, false) }
    guard open.count > 0, open.octets >= shared.leastRun else { return }
    var run = FinishedRun(open)
    if let brisk, !open.isBulk, shared.leastRun == Self.leastOctets,
      brisk.isFaster(than: run, times: 2)
    {
      run = brisk
    } else if mark.packets &- sent <= open.lastMark.packets, mark.outstanding <= sent {
      // What was out went on for as long as the link was busy, if it was with nothing else.
      run.tail = max(0, mark.busy &- open.lastMark.busy)
    }
    if open.sizes.boundReached { shared.bounds.insert(.chunkSizes) }
    finished.append(run, within: .runs, &shared.bounds)
  }
}

/// A run that is under way.
struct OpenRun: Sendable {
  fileprivate(set) var count = 0
  fileprivate(set) var octets = 0
  /// Values that await an answer of ATT.
  fileprivate(set) var confirmed = 0
  fileprivate(set) var sizes = ChunkSizes()
  fileprivate(set) var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
  fileprivate(set) var last = Moment(frame: 0, time: TraceTime(microseconds: 0))
  fileprivate(set) var base = RunMark()
  fileprivate(set) var lastMark = RunMark()
  fileprivate(set) var inFlight = 0
  /// Steps from one connection event to another, and the intervals that were in force at them.
  fileprivate(set) var eventSteps = 0
  fileprivate(set) var eventTime: Int64 = 0
  /// Values that came in the event of the one before: by their air time apart, or less.
  fileprivate(set) var together = 0
  fileprivate(set) var rhythm = SampledRhythm()
  fileprivate(set) var pace = BlockPace()
  /// Of a run that is received: silences as long as gaps in which the host sent something, as one
  /// does that asks for the next part.
  fileprivate(set) var longTurns: Int64 = 0

  /// Whether it came fast enough up to here.
  fileprivate var isBulk: Bool {
    max(0, last.time.since(first.time)) / RunMeasure.leastPace < Int64(octets)
  }

  @inline(__always)
  fileprivate mutating func noteTurn(_ elapsed: Int64, _ interval: Int64, _ mark: RunMark) {
    guard mark.packets != lastMark.packets,
      elapsed > GapRule.limitUs(interval)
    else { return }
    // Times come from the file, and may be of centuries.
    let (sum, overflow) = longTurns.addingReportingOverflow(elapsed)
    longTurns = overflow ? .max : sum
  }

  fileprivate mutating func begin(_ moment: Moment, _ mark: RunMark) {
    first = moment
    base = mark
  }

  @inline(__always)
  fileprivate mutating func step(_ elapsed: Int64, _ interval: Int64) {
    rhythm.add(elapsed)
    guard interval > 0 else { return }
    if elapsed < interval / 8 { together &+= 1 }
    guard 2 &* elapsed >= interval else { return }
    eventSteps &+= 1
    eventTime &+= interval
  }
}

/// A run that has ended.
struct FinishedRun: Sendable {
  let facts: OpenRun
  /// From the last value's record until the controller was done with it; 0 where that is not known.
  var tail: Int64 = 0
  /// The usual time between values, and how many of a hundred are about as long.
  let median: Int64
  let regular: Int

  init(_ open: OpenRun) {
    median = open.rhythm.median
    regular = open.rhythm.percentNearMedian
    var facts = open
    facts.rhythm = SampledRhythm()
    self.facts = facts
  }

  fileprivate func isFaster(than other: FinishedRun, times factor: Double = 1) -> Bool {
    Double(facts.octets) * Double(max(1, other.microseconds))
      > Double(other.facts.octets) * Double(max(1, microseconds)) * factor
  }

  var microseconds: Int64 {
    let (sum, overflow) = max(0, facts.last.time.since(facts.first.time))
      .addingReportingOverflow(tail)
    return overflow ? .max : sum
  }
}

/// The distribution of times between values, from samples: the first ones, and one of sixteen or so
/// from then on, at irregular distances, so that no pattern in the values escapes it or is all that
/// it sees.
struct SampledRhythm: Sendable {
  /// Four to an octave.
  private var counts: [UInt32] = []
  private var total = 0
  /// Values until the next sample.
  private var skipped = 0
  private var random: UInt32 = 0x9E37_79B9

  private static let all = 64

  @inline(__always)
  mutating func add(_ step: Int64) {
    if skipped > 0 {
      skipped &-= 1
    } else {
      take(step)
      skipped = distance()
    }
  }

  /// How many to leave out.
  private mutating func distance() -> Int {
    guard total > Self.all else { return 0 }
    // Marsaglia, "Xorshift RNGs" (2003).
    random ^= random &<< 13
    random ^= random &>> 17
    random ^= random &<< 5
    return Int(random & 31)
  }

  @inline(never)
  private mutating func take(_ step: Int64) {
    if counts.isEmpty { counts = [UInt32](repeating: 0, count: Self.bucket(.max) + 1) }
    counts[Self.bucket(max(0, step))] &+= 1
    total &+= 1
  }

  private static func bucket(_ step: Int64) -> Int { QuantileSketch.index(of: step) >> 4 }

  private var medianBucket: Int? {
    var passed = 0
    for bucket in counts.indices {
      passed += Int(counts[bucket])
      if passed * 2 >= total { return bucket }
    }
    return nil
  }

  /// The middle of its bucket, which is a fifth of it wide at most.
  var median: Int64 { medianBucket.map { QuantileSketch.middle(of: $0 << 4 + 8) } ?? 0 }

  /// How many of a hundred are within about a third of the median.
  var percentNearMedian: Int {
    guard total > 0, let bucket = medianBucket else { return 0 }
    let near = counts[max(0, bucket - 1)...min(counts.count - 1, bucket + 1)]
    return near.reduce(0) { $0 + Int($1) } * 100 / total
  }
}
