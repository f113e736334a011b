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
  var isAir: Bool { report.linkType.map { Self.airTypes.contains($0) } ?? false }

  private static let airTypes: Set<String> = ["le-ll", "le-ll-phdr", "nordic-ble", "ppi-le-ll"]
}

/// Why two captures cannot be aligned, as a sentence.
package struct AlignmentError: Error, Hashable {
  package let message: String
}

/// Puts two captures of one session beside each other.
package struct Aligner {
  let a: AlignedCapture
  let b: AlignedCapture
  private(set) var model = ClockModel([])

  /// PDUs and gaps of a link that are listed.
  static let mostListed = 256

  package static func align(
    _ a: AlignedCapture, _ b: AlignedCapture
  ) throws(AlignmentError) -> AlignmentReport {
    if a.isAir, b.isAir {
      throw AlignmentError(
        message: "both are captures of sniffers; 'align' needs the capture of a host")
    }
    var aligner = Aligner(a: a, b: b)
    return try aligner.align()
  }

  private init(a: AlignedCapture, b: AlignedCapture) { (self.a, self.b) = (a, b) }

  private mutating func align() throws(AlignmentError) -> AlignmentReport {
    let ways: [Bool] = a.isAir || b.isAir ? [false, true] : [false]
    let pairs = LinkPairing.pairs(a.exchange.links, b.exchange.links, ways)
    guard !pairs.isEmpty else {
      throw AlignmentError(message: "the two captures have no connection in common" + reason)
    }
    let matches = pairs.map { pair in (pair, [true, false].map { match(pair, sentByA: $0) }) }
    var samples: [ClockSample] = []
    for (pair, ways) in matches {
      for way in ways { samples += self.samples(way, pair) }
    }
    samples.sort { ($0.frame, $0.difference) < ($1.frame, $1.difference) }
    model = ClockModel(samples)
    var report = AlignmentReport {
      ($0.a, $0.b) = (Self.capture(a.report), Self.capture(b.report))
      $0.clock = model.fits.map(Self.clock)
    }
    report.links = matches.map { link($0, $1) }
    let (usedA, usedB) = (Set(pairs.map(\.a)), Set(pairs.map(\.b)))
    report.onlyA = Self.others(a.report, usedA)
    report.onlyB = Self.others(b.report, usedB)
    report.answer = AlignmentWords.answer(report, isAir: a.isAir || b.isAir)
    return report
  }

  private var reason: String {
    func cut(_ capture: AlignedCapture) -> Bool {
      let pdus = capture.exchange.links.lazy.flatMap(\.pdus)
      return !pdus.isEmpty && pdus.allSatisfy(\.isCut)
    }
    if cut(a) || cut(b) { return ": the logger of one kept only the beginning of each packet" }
    func isEmpty(_ capture: AlignedCapture) -> Bool {
      capture.exchange.links.allSatisfy(\.pdus.isEmpty)
    }
    if isEmpty(a) { return ": A has no data on any" }
    if isEmpty(b) { return ": B has no data on any" }
    return ": no PDUs that one side sent are those that the other received"
  }

  private static func others(_ capture: ReportV1.Capture, _ used: Set<Int>) -> [Int] {
    capture.connections.indices.filter { !used.contains($0) }.map { capture.connections[$0].id }
  }

  private func match(_ pair: LinkPair, sentByA: Bool) -> WayMatch {
    let sentByB = sentByA == pair.sameWay
    // What a sniffer hears is on the way; what a host sends is before that.
    let isForward = a.isAir ? !sentByB : sentByA
    let connections = (a.report.connections, b.report.connections)
    let fromBeginning =
      connections.0.indices.contains(pair.a) && connections.1.indices.contains(pair.b)
      && connections.0[pair.a].completeFrame != nil && connections.1[pair.b].completeFrame != nil
    return WayMatch(
      a.exchange.links[pair.a], b.exchange.links[pair.b], sentByA: sentByA, sameWay: pair.sameWay,
      isForward: isForward, beginTogether: fromBeginning)
  }

  private func samples(_ way: WayMatch, _ pair: LinkPair) -> [ClockSample] {
    let (one, two) = (a.exchange.links[pair.a], b.exchange.links[pair.b])
    let parameters = a.report.connections[pair.a].parameters
    let aIsCentral = a.report.connections[pair.a].role != .peripheral
    return way.pairs.map { place in
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
          (parameters.last { $0.frame <= first.frame } ?? parameters.first)?.intervalUs ?? 0)
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

  private static func clock(_ fit: ClockFit) -> AlignmentReport.Clock {
    AlignmentReport.Clock {
      ($0.firstFrame, $0.lastFrame, $0.samples) = (fit.firstFrame, fit.lastFrame, fit.samples)
      $0.offsetUs = whole(fit.offset)
      $0.driftPpm = fit.uncertainty == nil ? nil : fit.drift * 1e6
      $0.uncertaintyUs = fit.uncertainty.map { whole($0.rounded(.up)) }
      $0.likelyUs = fit.likely.map { whole($0.rounded(.up)) }
    }
  }

  // MARK: A connection

  private func link(_ pair: LinkPair, _ ways: [WayMatch]) -> AlignmentReport.Link {
    let (one, other) = (a.report.connections[pair.a], b.report.connections[pair.b])
    var report = AlignmentReport.Link {
      ($0.a, $0.b) = (one.id, other.id)
      ($0.mtuA, $0.mtuB) = (one.mtu.effective, other.mtu.effective)
      ($0.transfersA, $0.transfersB) = (one.transfers.count, other.transfers.count)
      $0.transfersEqual = Self.equalTransfers(one.transfers, other.transfers)
    }
    for way in ways {
      let judge = WayJudge(
        sender: LinkView(way.isForward ? a : b, way.isForward ? pair.a : pair.b),
        receiver: LinkView(way.isForward ? b : a, way.isForward ? pair.b : pair.a),
        way, model)
      let found = judge.way
      if way.isForward { report.aToB = found } else { report.bToA = found }
      for gap in judge.gaps {
        if report.gaps.count < Self.mostListed {
          report.gaps.append(gap)
        } else {
          report.gapsOmitted += 1
        }
      }
    }
    return report
  }

  private static func equalTransfers(_ a: [ReportV1.Transfer], _ b: [ReportV1.Transfer]) -> Int {
    func contents(_ transfers: [ReportV1.Transfer]) -> [UInt64] {
      transfers.map { transfer in
        (transfer.payloadSha256 ?? "?\(transfer.payloadBytes)").utf8.reduce(14_695_981) {
          ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
      }
    }
    return SequenceMatch.pairs(contents(a), contents(b), beginTogether: true).count
  }
}

/// The nearest whole number that there is.
func whole(_ value: Double) -> Int {
  guard value.isFinite else { return value > 0 ? .max : .min }
  return Int(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
}
