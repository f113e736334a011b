import CaptureFiles
import Sessions
import TraceBytes

/// The rhythm of the values of one characteristic: how many, how much, and the silences between.
struct StreamMeasure: Sendable {
  private(set) var count = 0
  /// Octets on the air, those that the capture left out included.
  private(set) var octets = 0
  private(set) var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private(set) var last = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private(set) var intervals = QuantileSketch()
  private(set) var candidates = GapCandidates()
  private(set) var longest = 0
  /// What the link had done up to the last value.
  private var before = LinkState()
  /// Whether the next value follows on the last: not across a new subscription.
  private var isRunning = false

  /// A silence below this is no gap, whatever the median.
  static let leastGap: Int64 = 100_000

  /// What a link has done up to a moment; the difference between two tells about a silence.
  struct LinkState: Sendable {
    var busy: Int64 = 0
    var full: Int64 = 0
    var received = 0
  }

  /// Takes a value; returns the time since the one before it, if it follows on one.
  @inline(__always)
  mutating func add(
    _ moment: Moment, octets size: Int, interval: Int64, threshold: Int64?, _ state: LinkState,
    _ shared: inout PayloadStore
  ) -> Int64? {
    count &+= 1
    octets &+= size
    longest = max(longest, size)
    defer { before = state }
    guard isRunning else {
      if count == 1 { first = moment }
      isRunning = true
      last = moment
      return nil
    }
    let elapsed = moment.time.since(last.time)
    intervals.add(elapsed)
    if elapsed > (threshold ?? max(Self.leastGap, 4 &* interval)) {
      candidates.add(
        Silence(
          frame: moment.frame, afterFrame: last.frame, start: last.time, microseconds: elapsed,
          interval: interval, busy: state.busy &- before.busy, full: state.full &- before.full,
          heardOthers: state.received &- before.received > 1), &shared.bounds)
    }
    last = moment
    return elapsed
  }

  /// Takes values that were received right after one another; returns as for one, for the first.
  ///
  /// - Parameter received: what came on the link before them.
  @inline(__always)
  mutating func addReceived(
    _ records: Span<CapturedRecord>, interval: Int64, threshold: Int64?, received: Int,
    _ shared: inout PayloadStore
  ) -> Int64? {
    let start = Moment(frame: records[0].number, time: records[0].time)
    let elapsed = add(
      start, octets: ValueBurst.value(of: records[0]).count, interval: interval,
      threshold: threshold, LinkState(received: received &+ 1), &shared)
    let limit = threshold ?? max(Self.leastGap, 4 &* interval)
    for place in 1..<max(records.count, 1) {
      let record = records[place]
      let size = ValueBurst.value(of: record).count
      octets &+= size
      longest = max(longest, size)
      let silence = record.time.since(records[place &- 1].time)
      intervals.add(silence)
      if silence > limit {
        candidates.add(
          Silence(
            frame: record.number, afterFrame: records[place &- 1].number,
            start: records[place &- 1].time, microseconds: silence, interval: interval),
          &shared.bounds)
      }
    }
    let end = records[records.count &- 1]
    last = Moment(frame: end.number, time: end.time)
    count &+= records.count &- 1
    before.received = received &+ records.count
    return elapsed
  }

  /// The connection ended.
  mutating func freeze() { intervals.freeze() }

  mutating func interrupt() { isRunning = false }

  /// The gaps: silences longer than 100 ms, four times the median, and four connection intervals;
  /// or than the threshold set by hand.
  func gaps(threshold: Int64?) -> [Silence] {
    if threshold != nil { return candidates.silences }
    let median = intervals.percentile(50) ?? 0
    // A median beyond a quarter of all time is no number to multiply.
    let limit = median > .max / 4 ? .max : 4 * median
    return candidates.silences.filter { $0.microseconds > limit }
  }
}
