import Bytes
import CaptureFiles
import Report

/// A time in which outgoing packets stalled.
package struct StallFact: Hashable, Sendable {
  var kind: ReportV1.StallKind
  var first: Moment
  var last: Moment
  var outstanding: Int

  var microseconds: Int64 { max(0, last.time.since(first.time)) }
}

/// Time of several stretches, of which the last may be under way.
struct StretchedTime: Sendable {
  fileprivate var ended: Int64 = 0
  fileprivate var since: TraceTime?

  /// All of it, up to a moment.
  @inline(__always)
  func until(_ time: TraceTime) -> Int64 {
    ended &+ (since.map { max(0, time.since($0)) } ?? 0)
  }

  @inline(__always)
  fileprivate mutating func end(at time: TraceTime) {
    guard let since else { return }
    ended &+= max(0, time.since(since))
    self.since = nil
  }
}

/// Time in which a connection had nothing out, between two packets.
struct IdleTime: Sendable {
  private(set) var count = 0
  /// Those in which something came from the other side: how many, how long up to the last of that,
  /// and how long in all.
  private(set) var answers = 0
  private(set) var answer: Int64 = 0
  private(set) var answered: Int64 = 0
  fileprivate var since: TraceTime?
  /// When the last value or answer came from the other side.
  var received = TraceTime(microseconds: .min)

  @inline(__always)
  fileprivate mutating func end(at time: TraceTime) {
    guard let since else { return }
    self.since = nil
    count &+= 1
    guard received > since, received <= time else { return }
    answers &+= 1
    answer &+= received.since(since)
    answered &+= time.since(since)
  }
}

/// The buffers of one controller, which all its connections share.
struct ControllerFlow: Sendable {
  /// How many packets it holds; 0 where that is not known.
  var buffers = 0
  private(set) var outstanding = 0
  /// Whether any completion was captured: without them it is unknown what is still out.
  var tellsCompletions = false
  /// Since when every buffer is taken, and for how long that was so.
  private(set) var fullSince: Moment?
  private(set) var full = StretchedTime()
  /// A time in which it was so, long enough to explain a wait, that has ended since it was asked.
  private var filled: (first: Moment, last: Moment)?

  /// Shorter ones are the pace of a link that is used to the full.
  private static let leastFilled: Int64 = 20_000

  @inline(__always)
  mutating func take(at moment: Moment) {
    outstanding &+= 1
    guard outstanding >= buffers, buffers > 0, fullSince == nil else { return }
    fullSince = moment
    full.since = moment.time
  }

  /// Takes so many at a time, if that leaves it as full or not full as it is.
  @inline(__always)
  mutating func take(_ count: Int) -> Bool {
    guard outstanding &+ count < buffers || buffers <= 0 || fullSince != nil else { return false }
    outstanding &+= count
    return true
  }

  @inline(__always)
  mutating func give(_ count: Int, at moment: Moment) {
    outstanding = max(0, outstanding &- count)
    guard let since = fullSince, outstanding < buffers else { return }
    full.end(at: moment.time)
    fullSince = nil
    if moment.time.since(since.time) >= Self.leastFilled { filled = (since, moment) }
  }

  @inline(__always)
  mutating func takeFilled() -> (first: Moment, last: Moment)? {
    filled == nil ? nil : filled.take()
  }
}

/// Outgoing ACL packets of one connection: how many the controller has, how long each takes until
/// Number Of Completed Packets gives its buffer back, and when that stopped.
struct FlowMeasure: Sendable {
  private(set) var packets = 0
  private(set) var completed = 0
  private(set) var outstandingMaximum = 0
  /// The last event that completed any.
  private(set) var lastCompletion: Moment?
  private(set) var completion = QuantileSketch()
  private(set) var stalls: [StallFact] = []
  private var stallsTaken = 0
  /// The records with which those began that were taken while they lasted.
  private var takenEarly: [ReportV1.StallKind: Int] = [:]

  /// Packets that were completed, and are not in the capture.
  private(set) var excess = 0
  /// The packets that are out.
  private var sent = SentPackets()
  /// When those before them were completed.
  private(set) var completions = CompletionLog()
  /// Up to this record all that was sent has arrived, as an answer shows.
  private(set) var delivered = 0
  /// The answer.
  private var delivery = Moment(frame: 0, time: TraceTime(microseconds: 0))
  /// The first record whose completion something waits for.
  var awaited = Int.max
  /// The connection has ended: what still comes is little, or made up.
  private(set) var isClosed = false
  /// For how long some packet was out.
  private(set) var busy = StretchedTime()
  /// For how long none was, between packets.
  var idle = IdleTime()
  /// Connection events by which packets were completed, and when the last of them was.
  private(set) var events = 0
  private var eventStart = TraceTime(microseconds: 0)
  /// The last completion, or the packet that began the waiting.
  private var progress = Moment(frame: 0, time: TraceTime(microseconds: 0))

  /// Controllers hold some tens of packets; more than this and completions were lost.
  private static let mostOutstanding = 1024
  /// A completion stall is longer than this, and than four connection intervals.
  private static let leastStall: Int64 = 500_000

  var outstanding: Int { sent.count }

  @inline(__always)
  mutating func send(
    at moment: Moment, octets: Int = 0, _ controller: inout ControllerFlow
  ) {
    packets &+= 1
    if sent.count == 0 {
      progress = moment
      busy.since = moment.time
      idle.end(at: moment.time)
    } else if hasArrived {
      progress = moment
    }
    if sent.count == sent.room { makeRoom(at: moment, &controller) }
    sent.append(SentPacket(moment, octets: octets))
    if sent.count > outstandingMaximum { outstandingMaximum = sent.count }
    controller.take(at: moment)
  }

  /// What was sent up to a record has arrived.
  mutating func noteDelivery(of frame: Int, by answer: Moment) {
    idle.received = answer.time
    guard frame > delivered else { return }
    (delivered, delivery) = (frame, answer)
  }

  /// All that is out has arrived: either its completion is late, or the capture lacks one.
  @inline(__always)
  private var hasArrived: Bool {
    sent.count > 0 && sent[sent.count &- 1].frame <= delivered
  }

  @inline(never)
  private mutating func makeRoom(at moment: Moment, _ controller: inout ControllerFlow) {
    if !isClosed, sent.room < Self.mostOutstanding { return sent.grow() }
    // The oldest was completed without our seeing it.
    completions.skip(sent.removeFirst().frame)
    controller.give(1, at: moment)
  }

  /// - Returns: whether something waits for it, or it ended a stall.
  @inline(__always) @discardableResult
  mutating func complete(
    _ count: Int, at moment: Moment, interval: Int64, _ controller: inout ControllerFlow,
    _ bounds: inout BoundsReached
  ) -> Bool {
    completed &+= count
    lastCompletion = moment
    controller.tellsCompletions = true
    let finished = min(count, sent.count)
    if !isClosed { excess &+= max(0, count &- finished) }
    guard finished > 0 else { return false }
    let isStall = noteStall(until: moment, interval, controller, &bounds)
    var frame = 0
    for _ in 0..<finished {
      let packet = sent.removeFirst()
      completion.add(moment.time.since(packet.time))
      frame = packet.frame
    }
    completions.add(frame, at: moment)
    controller.give(finished, at: moment)
    progress = moment
    noteEvent(at: moment.time, interval)
    if sent.count == 0 {
      busy.end(at: moment.time)
      idle.since = moment.time
    }
    return isStall || frame >= awaited
  }

  /// Completions less than half of an interval apart are of the same connection event.
  @inline(__always)
  private mutating func noteEvent(at time: TraceTime, _ interval: Int64) {
    if events > 0, 2 &* time.since(eventStart) < interval { return }
    events &+= 1
    eventStart = time
  }

  /// The connection ended: its buffers are free again.
  mutating func close(
    at moment: Moment, interval: Int64, keepsSketch: Bool = false,
    _ controller: inout ControllerFlow,
    _ bounds: inout BoundsReached
  ) {
    isClosed = true
    if outstanding > 0, controller.tellsCompletions {
      _ = noteStall(until: moment, interval, controller, &bounds)
    }
    controller.give(outstanding, at: moment)
    sent = SentPackets()
    completions = CompletionLog()
    busy.end(at: moment.time)
    idle.since = nil
    completion.freeze(keepsSketch: keepsSketch)
  }

  /// The packets between two records that are out, but for those that arrived all the same.
  func outstanding(from first: Int, through last: Int) -> (packets: Int, octets: Int) {
    var found = (packets: 0, octets: 0)
    for index in 0..<sent.count {
      let packet = sent[index]
      guard packet.frame >= first, packet.frame <= last, packet.frame > delivered else { continue }
      found.packets += 1
      found.octets += packet.octets
    }
    return found
  }

  /// Waiting from the last progress on; the part of it in which every buffer was taken is a credit
  /// stall as well.
  @inline(__always)
  private mutating func noteStall(
    until moment: Moment, _ interval: Int64, _ controller: ControllerFlow,
    _ bounds: inout BoundsReached
  ) -> Bool {
    let moment = waitedUntil(moment)
    guard isStalled(until: moment, interval) else { return false }
    appendStall(until: moment, fullSince: controller.fullSince, &bounds)
    return true
  }

  /// From an answer on nothing waits for what it answers.
  @inline(__always)
  private func waitedUntil(_ moment: Moment) -> Moment {
    hasArrived && delivery.time < moment.time ? delivery : moment
  }

  @inline(never)
  private mutating func appendStall(
    until moment: Moment, fullSince: Moment?, _ bounds: inout BoundsReached
  ) {
    for stall in waiting(until: moment, fullSince: fullSince) {
      guard stalls.append(stall, within: .stalls, &bounds) else { return }
    }
  }

  private func waiting(until moment: Moment, fullSince: Moment?) -> [StallFact] {
    let stall = StallFact(
      kind: .completion, first: progress, last: moment, outstanding: outstanding)
    guard let full = fullSince else { return [stall] }
    let start = full.time > progress.time ? full : progress
    return [
      stall, StallFact(kind: .credit, first: start, last: moment, outstanding: outstanding),
    ]
  }

  /// Those that have ended since the last call.
  mutating func takeStalls() -> [StallFact] {
    defer { stallsTaken = stalls.count }
    return stalls[stallsTaken...].filter { takenEarly[$0.kind] != $0.first.frame }
  }

  /// Those that last, each once.
  mutating func takeLastingStalls(
    at moment: Moment, interval: Int64, _ controller: ControllerFlow
  ) -> [StallFact] {
    let moment = waitedUntil(moment)
    guard outstanding > 0, controller.tellsCompletions, isStalled(until: moment, interval) else {
      return []
    }
    let lasting = waiting(until: moment, fullSince: controller.fullSince)
      .filter { takenEarly[$0.kind] != $0.first.frame }
    for stall in lasting { takenEarly[stall.kind] = stall.first.frame }
    return lasting
  }

  @inline(__always)
  private func isStalled(until moment: Moment, _ interval: Int64) -> Bool {
    let waited = moment.time.since(progress.time)
    return waited > Self.leastStall && waited > Self.usualEvents &* interval
  }

  /// Connection events that the completion of a packet may take without a stall.
  static let usualEvents: Int64 = 4
}
