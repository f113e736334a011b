import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// The requests of one phase: from the first of them to the last answer.
struct RequestSpan: Sendable {
  private(set) var first: Moment?
  private(set) var last = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private(set) var roundTrips = 0
  private(set) var slowest: ReportV1.SlowStep?

  mutating func add(_ transaction: ATTTransaction) {
    if first.map({ transaction.request.frame < $0.frame }) ?? true { first = transaction.request }
    if transaction.answer.frame > last.frame { last = transaction.answer }
    roundTrips &+= 1
    if slowest.map({ transaction.latency > $0.latencyUs }) ?? true {
      slowest = ReportV1.SlowStep(
        transaction.request, transaction.answer, transaction.opcode, transaction.handle,
        transaction.latency)
    }
  }
}

/// What the phases of one connection are made of, beside what is kept anyway.
struct PhaseMeasure: Sendable {
  /// How the connection was asked for and came about.
  var request: Moment?
  /// Whether it named the device.
  var isRequestDirect = false
  var complete: Moment?
  var ended: Moment?
  /// The peer's advertising before this connection, and after the one before.
  var heard: (first: Moment, last: Moment)?
  /// The first report of the peer after the command that asked for the connection.
  var heardAfterRequest: Moment?
  /// The first report of the peer since the connection began.
  private(set) var heardAgain: HeardMoment?

  mutating func noteHeard(_ heard: HeardMoment) { heardAgain = heardAgain ?? heard }

  private(set) var mtu = RequestSpan()
  private(set) var explore = RequestSpan()
  private(set) var subscribe = RequestSpan()
  private(set) var interact = RequestSpan()
  private(set) var unsubscribe = RequestSpan()

  mutating func add(_ transaction: ATTTransaction) {
    switch transaction.opcode {
    case .exchangeMTURequest: mtu.add(transaction)
    case _ where transaction.isDiscovery: explore.add(transaction)
    case .readRequest, .readBlobRequest:
      if transaction.isOfDescriptor { explore.add(transaction) } else { interact.add(transaction) }
    default:
      switch transaction.subscription {
      case nil: interact.add(transaction)
      case 0: unsubscribe.add(transaction)
      default: subscribe.add(transaction)
      }
    }
  }
}

/// The phases of a connection, as its developers think of it.
///
/// | phase     | from                                         | to                                |
/// |-----------|----------------------------------------------|-----------------------------------|
/// | scan      | the start of the scan that heard the peer    | its end, at most the connection   |
/// | discover  | the peer's first advertising report since    | its last one before the           |
/// |           | the connection to it before                  | connection                        |
/// | connect   | the command that asks for a connection       | the event that completes it       |
/// | mtu       | the request for another MTU                  | its answer                        |
/// | explore   | the first request about services, charac-    | the last answer to one            |
/// |           | teristics, descriptors and their values      |                                   |
/// | subscribe | the first write that subscribes              | the answer to the last one        |
/// | interact  | the first value, read or write               | the last value or answer          |
/// | idle      | the end of what came before                  | the beginning of the close        |
/// | close     | after the last value the first write that    | the event that ends the           |
/// |           | unsubscribes, or the host's command to end   | connection                        |
/// |           | the connection, whichever comes first; where |                                   |
/// |           | the peer ends it, that event; where the link |                                   |
/// |           | is lost, the end of what came before         |                                   |
///
/// A phase of which nothing was captured is left out, and an idle one under a second, or in which
/// a request had no answer yet. Phases may overlap: a device is heard during a
/// scan, and values may come while another characteristic is being subscribed to.
extension ReportBuilder {
  func phases(_ state: ConnectionState, _ link: LinkMeasures) -> [ReportV1.Phase] {
    let measure = link.phases
    var phases: [ReportV1.Phase] = []
    func add(
      _ name: ReportV1.PhaseName, _ first: Moment?, _ last: Moment?, _ requests: RequestSpan? = nil
    ) {
      guard let first, let last, last.frame >= first.frame else { return }
      phases.append(
        ReportV1.Phase {
          $0.name = name
          $0.startUs = offset(first.time)
          $0.durationUs = Int(clamping: max(0, last.time.since(first.time)))
          $0.firstFrame = first.frame
          $0.lastFrame = last.frame
          $0.roundTrips = requests?.roundTrips ?? 0
          $0.slowest = requests?.slowest
        })
    }
    func add(_ name: ReportV1.PhaseName, _ requests: RequestSpan) {
      add(name, requests.first, requests.last, requests)
    }
    let scan = self.scan(before: state, measure)
    add(.scan, scan?.first, scan?.last)
    add(.discover, measure.heard?.first, measure.heard?.last)
    let scanEnd = scan.flatMap { $0.last.frame < measure.complete?.frame ?? 0 ? $0.last : nil }
    add(.connect, measure.request ?? scanEnd, measure.complete)
    add(.mtu, measure.mtu)
    add(.explore, measure.explore)
    add(.subscribe, measure.subscribe)
    let values = self.values(state, link)
    let interaction = span(of: [values, ends(of: measure.interact)])
    add(.interact, interaction?.first, interaction?.last, measure.interact)
    if let ended = measure.ended {
      let before = [measure.mtu, measure.explore, measure.subscribe].map(ends(of:))
      let work = interaction?.last ?? span(of: before)?.last ?? measure.complete
      func isBehind(_ moment: Moment) -> Bool { moment.frame >= work?.frame ?? 0 }
      let farewell = measure.unsubscribe.first.flatMap { isBehind($0) ? $0 : nil }
      let reason = state.disconnect?.reason
      // Values may still come behind a command that was obeyed.
      let request = (state.closeRequest?.last).flatMap {
        isBehind($0) || reason == .connectionTerminatedByLocalHost ? $0 : nil
      }
      let isPeers = reason?.isByPeer ?? false
      let begin = [farewell, request].compactMap(\.self).min { $0.frame < $1.frame }
      let start = begin ?? (isPeers && work != nil ? ended : work)
      if let work, let start, begin != nil || isPeers, !state.waited(after: work),
        start.time.since(work.time) >= Self.leastIdle
      {
        add(.idle, work, start)
      }
      add(.close, start, ended, farewell == nil ? nil : measure.unsubscribe)
    }
    return phases
  }

  /// In microseconds.
  private static let leastIdle: Int64 = 1_000_000

  /// The last scan, begun before the connection, in which the peer was heard.
  private func scan(
    before state: ConnectionState, _ measure: PhaseMeasure
  ) -> (first: Moment, last: Moment)? {
    guard let heard = measure.heard, let complete = measure.complete else { return nil }
    let scan = sessions.scans.last {
      $0.controller == state.controller && $0.start.frame <= heard.last.frame
        && $0.stop?.frame ?? .max >= heard.first.frame
    }
    guard let scan else { return nil }
    let stop = scan.stop ?? complete
    return (scan.start, stop.frame < complete.frame ? stop : complete)
  }

  /// From the first to the last value, SDUs of credit-based channels included.
  private func values(
    _ state: ConnectionState, _ link: LinkMeasures
  ) -> (first: Moment, last: Moment)? {
    let streams = link.streams.filter { $0.rhythm.count > 0 }.map {
      ($0.rhythm.first, $0.rhythm.last)
    }
    let channels = state.channels.compactMap { channel in
      channel.firstData.flatMap { first in channel.lastData.map { (first, $0) } }
    }
    return span(of: streams + channels)
  }

  private func ends(of requests: RequestSpan) -> (first: Moment, last: Moment)? {
    requests.first.map { ($0, requests.last) }
  }

  private func span(
    of parts: [(first: Moment, last: Moment)?]
  ) -> (first: Moment, last: Moment)? {
    let parts = parts.compactMap(\.self)
    guard let first = parts.map(\.first).min(by: { $0.frame < $1.frame }),
      let last = parts.map(\.last).max(by: { $0.frame < $1.frame })
    else { return nil }
    return (first, last)
  }
}

extension ConnectionState {
  /// Whether a request without an answer was out after a moment.
  fileprivate func waited(after moment: Moment) -> Bool {
    unanswered.containsInPlace {
      $0.moment.time.since(moment.time) &+ $0.ageMicroseconds > 0
    }
  }
}
