import Report
import Tracking

/// One of the two captures.
package struct AlignedCapture: Sendable {
  package var report: ReportV1.Capture
  package var exchange: CaptureExchange

  package init(_ report: ReportV1.Capture, _ exchange: CaptureExchange) {
    self.report = report
    self.exchange = exchange
  }

  /// Whether a sniffer made it.
  var isAir: Bool { report.isAir }
  var links: [LinkExchange] { exchange.recorder.links }

  /// Microseconds from its first packet.
  func sinceStart(_ time: Double) -> Int { whole(time - Double(exchange.start)) }
}

/// Why two captures cannot be aligned, as a sentence.
package struct AlignmentError: Error, Hashable {
  package let message: String
}

/// Puts two captures of one session next to each other.
package struct Aligner {
  let a: AlignedCapture
  let b: AlignedCapture
  private(set) var model = ClockModel([])
  private var plots: AlignmentPlots?

  /// PDUs and gaps of a link that are listed.
  static let mostListed = 256
  /// Connections with which one is compared until its counterpart is found.
  private static let mostTried = 8

  private typealias MatchedLink = (pair: LinkPair, ways: [WayMatch])

  package static func align(
    _ a: AlignedCapture, _ b: AlignedCapture
  ) throws(AlignmentError) -> AlignmentReport {
    var aligner = try Aligner(a, b)
    return try aligner.align()
  }

  /// The same, with what is drawn of it.
  package static func alignWithPlots(
    _ a: AlignedCapture, _ b: AlignedCapture
  ) throws(AlignmentError) -> (report: AlignmentReport, plots: AlignmentPlots) {
    var aligner = try Aligner(a, b)
    aligner.plots = AlignmentPlots()
    let report = try aligner.align()
    return (report, aligner.plots ?? AlignmentPlots())
  }

  private init(_ a: AlignedCapture, _ b: AlignedCapture) throws(AlignmentError) {
    if a.isAir, b.isAir {
      throw AlignmentError(
        message: "both are captures of sniffers; 'align' needs the capture of a host")
    }
    (self.a, self.b) = (a, b)
  }

  private mutating func align() throws(AlignmentError) -> AlignmentReport {
    let matches = matchedLinks()
    guard !matches.isEmpty else {
      let reason = AlignmentWords.reason(a, b)
      throw AlignmentError(message: "the two captures have no connection in common: \(reason)")
    }
    var samples: [ClockSample] = []
    for (pair, ways) in matches {
      for way in ways { samples += self.samples(way, pair) }
    }
    samples.sort { ($0.frame, $0.difference) < ($1.frame, $1.difference) }
    model = ClockModel(samples)
    var report = AlignmentReport {
      ($0.a, $0.b) = (Self.capture(a.report), Self.capture(b.report))
      $0.clock = model.fits.map(clock)
    }
    for (pair, ways) in matches { report.links.append(link(pair, ways)) }
    report.onlyA = Self.others(a.report, Set(matches.map(\.pair.a)))
    report.onlyB = Self.others(b.report, Set(matches.map(\.pair.b)))
    report.answer = AlignmentWords.answer(report)
    return report
  }

  private static func others(_ capture: ReportV1.Capture, _ used: Set<Int>) -> [Int] {
    capture.connections.indices.filter { !used.contains($0) }.map { capture.connections[$0].id }
  }

  // MARK: Which connections are one

  private func matchedLinks() -> [MatchedLink] {
    let ways: [Bool] = a.isAir || b.isAir ? [false, true] : [false]
    var (usedA, usedB): (Set<Int>, Set<Int>) = ([], [])
    var (triedA, triedB): ([Int: Int], [Int: Int]) = ([:], [:])
    var matches: [MatchedLink] = []
    for pair in LinkPairing.candidates(a.links, b.links, ways) {
      guard !usedA.contains(pair.a), !usedB.contains(pair.b), fitsRoles(pair),
        triedA[pair.a, default: 0] < Self.mostTried, triedB[pair.b, default: 0] < Self.mostTried
      else { continue }
      let ways = [true, false].map { match(pair, sentByA: $0) }
      guard LinkPairing.isOne(ways, a.links[pair.a]) else {
        triedA[pair.a, default: 0] += 1
        triedB[pair.b, default: 0] += 1
        continue
      }
      usedA.insert(pair.a)
      usedB.insert(pair.b)
      matches.append((pair, ways))
    }
    return matches.sorted { $0.pair.a < $1.pair.a }
  }

  /// One side of a connection is the central, the other one the peripheral. What a sniffer calls
  /// sent is the central's.
  private func fitsRoles(_ pair: LinkPair) -> Bool {
    let (links, others) = (a.report.connections, b.report.connections)
    guard links.indices.contains(pair.a), others.indices.contains(pair.b) else { return false }
    let (role, other) = (links[pair.a].role, others[pair.b].role)
    if a.isAir { return other.map { ($0 == .central) == pair.sameWay } ?? true }
    if b.isAir { return role.map { ($0 == .central) == pair.sameWay } ?? true }
    return role == nil || other == nil || role != other
  }

  private func match(_ pair: LinkPair, sentByA: Bool) -> WayMatch {
    let sentByB = sentByA == pair.sameWay
    // What a sniffer hears is on the way; what a host sends is before that.
    let isForward = a.isAir ? !sentByB : sentByA
    let fromBeginning =
      a.report.connections[pair.a].completeFrame != nil
      && b.report.connections[pair.b].completeFrame != nil
    return WayMatch(
      a.links[pair.a], b.links[pair.b], sentByA: sentByA, sameWay: pair.sameWay,
      isForward: isForward, beginTogether: fromBeginning)
  }

  private func samples(_ way: WayMatch, _ pair: LinkPair) -> [ClockSample] {
    let (one, two) = (a.links[pair.a], b.links[pair.b])
    let (here, there) = (a.report.connections[pair.a], b.report.connections[pair.b])
    // A sniffer is on no side: what counts is on which one the host is.
    let aIsCentral = a.isAir ? there.role == .peripheral : here.role != .peripheral
    let doubtful = way.doubtful(in: one)
    return way.pairs.lazy.filter { !doubtful.contains($0.a) }.map { place in
      let (first, other) = (one.pdus[place.a], two.pdus[place.b])
      var hint: Int64?
      if way.isForward {
        hint = one.completion(ofFrame: first.frame).map { other.time &- $0.time }
      } else {
        hint = two.completion(ofFrame: other.frame).map { $0.time &- first.time }
      }
      // Of what a sniffer has, none was sent or completed.
      if a.isAir && way.isForward || b.isAir && !way.isForward { hint = nil }
      var sample = ClockSample(
        frame: first.frame, time: first.time, difference: other.time &- first.time,
        isForward: way.isForward, hint: hint)
      if hint != nil {
        sample.interval = Int64(
          (here.parameters.last { $0.frame <= first.frame } ?? here.parameters.first)?
            .intervalUs ?? 0)
        sample.aIsCentral = aIsCentral
      }
      return sample
    }
  }

  private static func capture(_ report: ReportV1.Capture) -> AlignmentReport.Capture {
    AlignmentReport.Capture {
      $0.path = report.path
      $0.linkType = report.linkType
      $0.records = report.records
      $0.start = report.start
      $0.durationUs = report.durationUs
    }
  }

  private func clock(_ fit: ClockFit) -> AlignmentReport.Clock {
    AlignmentReport.Clock {
      ($0.firstFrame, $0.lastFrame, $0.samples) = (fit.firstFrame, fit.lastFrame, fit.samples)
      $0.offsetUs = whole(fit.offset)
      $0.driftPpm = fit.uncertainty == nil ? nil : fit.drift * 1e6
      $0.startUs = a.sinceStart(Double(fit.origin))
      $0.durationUs = Int(fit.span)
      $0.driftUncertaintyPpm = fit.driftUncertainty.map { $0 * 1e6 }
      $0.uncertaintyUs = fit.uncertainty.map { whole($0.rounded(.up)) }
      $0.likelyUs = fit.likely.map { whole($0.rounded(.up)) }
    }
  }

  // MARK: A connection

  private mutating func link(_ pair: LinkPair, _ ways: [WayMatch]) -> AlignmentReport.Link {
    let (one, other) = (a.report.connections[pair.a], b.report.connections[pair.b])
    var report = AlignmentReport.Link {
      ($0.a, $0.b) = (one.id, other.id)
      ($0.mtuA, $0.mtuB) = (one.mtu.effective, other.mtu.effective)
      ($0.transfersA, $0.transfersB) = (one.transfers.count, other.transfers.count)
      $0.transfersEqual = Self.equalTransfers(one.transfers, other.transfers)
    }
    var drawn = AlignmentPlots.Link()
    for way in ways {
      let (here, there) = (LinkView(a, pair.a), LinkView(b, pair.b))
      let view = WayView(
        sender: way.isForward ? here : there, receiver: way.isForward ? there : here, way, model)
      let found = LossJudge(view).way
      if way.isForward { report.aToB = found } else { report.bToA = found }
      if plots != nil {
        if way.isForward { drawn.aToB = view.course } else { drawn.bToA = view.course }
      }
      for gap in GapJudge(view).gaps {
        if report.gaps.count < Self.mostListed {
          report.gaps.append(gap)
        } else {
          report.gapsOmitted += 1
        }
      }
    }
    plots?.links.append(drawn)
    return report
  }

  /// Those without a hash are left out: it is not known what was in them.
  private static func equalTransfers(_ a: [ReportV1.Transfer], _ b: [ReportV1.Transfer]) -> Int {
    SequenceMatch.pairs(
      a.compactMap(\.payloadSha256), b.compactMap(\.payloadSha256), beginTogether: true
    ).count
  }
}

/// The nearest whole number that a report may have.
func whole(_ value: Double) -> Int { Int(reported: value.rounded()) }
