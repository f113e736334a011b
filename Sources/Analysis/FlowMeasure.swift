import Sessions
import TraceBytes

/// A time in which outgoing packets stood still.
struct StallFact: Hashable, Sendable {
  enum Kind: Sendable { case completion, credit }

  var kind: Kind
  var first: Moment
  var last: Moment
  var outstanding: Int

  var microseconds: Int64 { max(0, last.time.since(first.time)) }
}

/// The buffers of one controller, which all its connections share.
struct ControllerFlow: Sendable {
  /// How many packets it holds; 0 where that is not known.
  var buffers = 0
  private(set) var outstanding = 0
  /// Whether any completion was captured: without, nobody knows what is still out.
  var tellsCompletions = false
  /// Since when every buffer is taken.
  private(set) var fullSince: Moment?
  private var fullTime: Int64 = 0

  mutating func take(at moment: Moment) {
    outstanding &+= 1
    if buffers > 0, outstanding >= buffers, fullSince == nil { fullSince = moment }
  }

  mutating func give(_ count: Int, at moment: Moment) {
    outstanding = max(0, outstanding &- count)
    guard let since = fullSince, outstanding < buffers else { return }
    fullTime &+= max(0, moment.time.since(since.time))
    fullSince = nil
  }

  /// How long every buffer was taken, up to a moment.
  func fullTime(until time: TraceTime) -> Int64 {
    fullTime &+ (fullSince.map { max(0, time.since($0.time)) } ?? 0)
  }
}

/// Outgoing ACL packets of one connection: how many the controller has, how long each takes until
/// Number Of Completed Packets gives its buffer back, and when that stood still.
struct FlowMeasure: Sendable {
  private(set) var packets = 0
  private(set) var completed = 0
  private(set) var outstandingMaximum = 0
  private(set) var completion = QuantileSketch()
  private(set) var stalls: [StallFact] = []

  /// When each packet that is out was sent, as a ring.
  private var sent: [TraceTime] = []
  private var head = 0
  private(set) var outstanding = 0
  /// The connection has ended: what still comes is little, or made up.
  private var isClosed = false
  /// Since when some packet is out, and for how long that was so before.
  private var busySince: TraceTime?
  private var busyTime: Int64 = 0
  /// The last completion, or the packet that began the waiting.
  private var progress = Moment(frame: 0, time: TraceTime(microseconds: 0))

  /// Controllers hold some tens of packets; more than this and completions were lost.
  private static let ringSize = 1024
  private static let leastRing = 8
  /// A completion stall is longer than this, and than four connection intervals.
  private static let leastStall: Int64 = 500_000

  mutating func send(at moment: Moment, _ controller: inout ControllerFlow) {
    packets &+= 1
    if outstanding == 0 {
      progress = moment
      busySince = moment.time
    }
    if outstanding == sent.count { grow() }
    if outstanding == sent.count {
      // The oldest was completed without our seeing it.
      head = (head &+ 1) & (sent.count &- 1)
      outstanding &-= 1
      controller.give(1, at: moment)
    }
    sent[(head &+ outstanding) & (sent.count &- 1)] = moment.time
    outstanding &+= 1
    outstandingMaximum = max(outstandingMaximum, outstanding)
    controller.take(at: moment)
  }

  mutating func complete(
    _ count: Int, at moment: Moment, interval: Int64, _ controller: inout ControllerFlow,
    _ bounds: inout BoundsReached
  ) {
    completed &+= count
    controller.tellsCompletions = true
    let finished = min(count, outstanding)
    guard finished > 0 else { return }
    noteStall(until: moment, interval, controller, &bounds)
    for _ in 0..<finished {
      completion.add(moment.time.since(sent[head]))
      head = (head &+ 1) & (sent.count &- 1)
    }
    outstanding &-= finished
    controller.give(finished, at: moment)
    progress = moment
    if outstanding == 0 { rest(at: moment.time) }
  }

  /// The connection ended: its buffers are free again.
  mutating func close(
    at moment: Moment, interval: Int64, _ controller: inout ControllerFlow,
    _ bounds: inout BoundsReached
  ) {
    isClosed = true
    if outstanding > 0, controller.tellsCompletions {
      noteStall(until: moment, interval, controller, &bounds)
    }
    controller.give(outstanding, at: moment)
    outstanding = 0
    rest(at: moment.time)
    sent = []
    head = 0
    completion.freeze()
  }

  /// How long packets were out, up to a moment.
  func busyTime(until time: TraceTime) -> Int64 {
    busyTime &+ (busySince.map { max(0, time.since($0)) } ?? 0)
  }

  private mutating func rest(at time: TraceTime) {
    guard let since = busySince else { return }
    busyTime &+= max(0, time.since(since))
    busySince = nil
  }

  /// Waiting from the last progress on; the part of it in which every buffer was taken is a credit
  /// stall as well.
  private mutating func noteStall(
    until moment: Moment, _ interval: Int64, _ controller: ControllerFlow,
    _ bounds: inout BoundsReached
  ) {
    let waited = moment.time.since(progress.time)
    guard waited > Self.leastStall, waited > 4 &* interval else { return }
    let stall = StallFact(
      kind: .completion, first: progress, last: moment, outstanding: outstanding)
    guard stalls.append(stall, within: .stalls, &bounds) else { return }
    guard let full = controller.fullSince else { return }
    let start = full.time > progress.time ? full : progress
    stalls.append(
      StallFact(kind: .credit, first: start, last: moment, outstanding: outstanding),
      within: .stalls, &bounds)
  }

  private mutating func grow() {
    guard sent.count < (isClosed ? Self.leastRing : Self.ringSize) else { return }
    var larger = [TraceTime](
      repeating: TraceTime(microseconds: 0), count: max(Self.leastRing, sent.count * 2))
    for place in 0..<outstanding { larger[place] = sent[(head + place) & (sent.count - 1)] }
    sent = larger
    head = 0
  }
}
