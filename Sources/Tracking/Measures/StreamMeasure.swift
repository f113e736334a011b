import Bytes
import CaptureFiles
import Report

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
  /// Where its silences are reported: of values that were sent.
  var pauses: StreamIndex?
  /// Whether the next value follows on the last: not across a new subscription.
  private var isRunning = false

  /// What a link has done up to a moment; the difference between two describes a silence.
  struct LinkState: Sendable {
    var busy: Int64 = 0
    var full: Int64 = 0
    /// Packets that were sent, those that were completed, and the connection events in which these
    /// were; for sent values.
    var sent = 0
    var completed = 0
    var events = 0
    var received = 0
    /// What our host, as client, asked or wrote.
    var asked = 0
    /// When the last value came from the peer; for sent values.
    var heard = TraceTime(microseconds: .min)
    /// When the peer last said that it had nothing more to send; of sniffed connections.
    var rest = TraceTime(microseconds: .min)

    /// How many of the packets that were sent after an earlier state were completed, one for each
    /// connection event at most.
    func passed(since before: LinkState) -> Int {
      max(0, min(completed &- before.sent, events &- before.events))
    }

    /// How long it was from a moment to that value, where it came before another moment.
    func answered(_ start: TraceTime, _ end: TraceTime) -> Int64 {
      heard > start && heard <= end ? heard.since(start) : 0
    }

    /// The same up to when it had nothing more to send.
    func rested(_ start: TraceTime, _ end: TraceTime) -> Int64 {
      rest > start && rest <= end ? rest.since(start) : 0
    }
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
    if elapsed > (threshold ?? GapRule.limitUs(interval)) {
      note(
        Silence(
          frame: moment.frame, afterFrame: last.frame, start: last.time, microseconds: elapsed,
          interval: interval, busy: state.busy &- before.busy, full: state.full &- before.full,
          passed: state.passed(since: before),
          heardOthers: state.received &- before.received > 1, wasAsked: state.asked != before.asked,
          answered: state.answered(last.time, moment.time),
          rested: state.rested(last.time, moment.time)),
        &shared)
    }
    last = moment
    return elapsed
  }

  @inline(never)
  private mutating func note(_ silence: Silence, _ shared: inout PayloadStore) {
    candidates.add(silence, &shared.bounds)
    guard let pauses else { return }
    shared.steps.add(
      .pause(pauses, silence), at: Moment(frame: silence.afterFrame, time: silence.start))
  }

  /// The connection ended.
  mutating func freeze(keepsSketch: Bool) { intervals.freeze(keepsSketch: keepsSketch) }

  mutating func interrupt() { isRunning = false }

  /// The gaps, by `GapRule` or by the threshold set by hand.
  func gaps(threshold: Int64?) -> [Silence] {
    if threshold != nil || candidates.silences.isEmpty { return candidates.silences }
    let limit = leastGap
    return candidates.silences.filter { $0.microseconds > limit }
  }

  /// What the median asks of a gap.
  private var leastGap: Int64 { GapRule.limitUs(intervals.percentile(50) ?? 0) }

  /// Whether a silence is a gap, as far as the median is known.
  func isGap(_ silence: Silence, threshold: Int64?) -> Bool {
    threshold != nil || silence.microseconds > leastGap
  }
}
