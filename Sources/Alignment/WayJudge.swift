import Report
import Tracking

/// A connection in one of the captures.
struct LinkView {
  var capture: AlignedCapture
  var report: ReportV1.Connection
  var exchange: LinkExchange

  init(_ capture: AlignedCapture, _ index: Int) {
    self.capture = capture
    report = capture.report.connections[index]
    exchange = capture.exchange.links[index]
  }

  /// When the link ended, by its own clock.
  var endTime: Int64? {
    report.disconnect == nil ? nil : capture.exchange.start &+ Int64(report.endUs)
  }
}

/// What became of the PDUs of one way.
struct WayJudge {
  private let sender: LinkView
  private let receiver: LinkView
  private let match: WayMatch
  private let model: ClockModel
  /// Of the PDUs of the receiver, by index, those of the sender.
  private var senderOf: [Int: Int] = [:]
  /// Pairs of indices, of the sender and of the receiver, in their order.
  private var pairs: [(sender: Int, receiver: Int)] = []

  init(sender: LinkView, receiver: LinkView, _ match: WayMatch, _ model: ClockModel) {
    self.sender = sender
    self.receiver = receiver
    self.match = match
    self.model = model
    pairs = match.pairs.map { match.isForward ? ($0.a, $0.b) : ($0.b, $0.a) }
    for pair in pairs { senderOf[pair.receiver] = pair.sender }
  }

  private var names: (sender: String, receiver: String) {
    match.isForward ? ("A", "B") : ("B", "A")
  }

  /// Microseconds to be added to a time of the sender for one of the receiver. Pieces of the clock
  /// go by the records of A.
  private func offset(at time: Int64, frameOfA frame: Int) -> (value: Double, bound: Double?)? {
    guard let fit = model.fit(atFrame: frame) else { return nil }
    if match.isForward { return (fit.offset(at: time), fit.uncertainty) }
    // The offset is for times of A, which differ by the offset itself.
    let there = Double(time) - fit.offset(at: fit.origin)
    let here = Int64(exactly: there.rounded()) ?? time
    return (-fit.offset(at: here), fit.uncertainty)
  }

  var way: AlignmentReport.Way {
    let ofSender = match.isForward ? match.ofA : match.ofB
    let ofReceiver = match.isForward ? match.ofB : match.ofA
    var report = AlignmentReport.Way {
      ($0.sent, $0.received, $0.matched) = (ofSender.count, ofReceiver.count, pairs.count)
      $0.unrecorded = ofReceiver.count - pairs.count
      $0.cut = sender.exchange.pdus.count(where: \.isCut)
    }
    report.latencyUs = latency
    var places: [AlignmentReport.Place: Int] = [:]
    var next = 0
    for index in ofSender {
      while next < pairs.count, pairs[next].sender < index { next += 1 }
      if next < pairs.count, pairs[next].sender == index { continue }
      let pdu = sender.exchange.pdus[index]
      let (place, reason) = place(of: pdu, before: next)
      report.lostCount += 1
      places[place, default: 0] += 1
      guard report.lost.count < Aligner.mostListed else { continue }
      report.lost.append(
        AlignmentReport.Lost {
          $0.frame = pdu.frame
          $0.pdu = AlignmentWords.name(of: pdu)
          $0.bytes = Int(pdu.octets)
          ($0.place, $0.reason) = (place, reason)
        })
    }
    for place in AlignmentReport.Place.allCases {
      if let count = places[place] { report.lostByPlace.append(place.rawValue, count) }
    }
    return report
  }

  private var latency: ReportV1.Summary? {
    var latencies: [Int] = []
    for pair in pairs {
      let (first, other) = (
        sender.exchange.pdus[pair.sender], receiver.exchange.pdus[pair.receiver]
      )
      let frame = match.isForward ? first.frame : other.frame
      guard let offset = offset(at: first.time, frameOfA: frame), offset.bound != nil else {
        continue
      }
      latencies.append(whole(Double(other.time &- first.time) - offset.value))
    }
    guard !latencies.isEmpty else { return nil }
    latencies.sort()
    func share(_ percent: Int) -> Int {
      latencies[min(latencies.count - 1, (latencies.count * percent + 99) / 100 - 1)]
    }
    return ReportV1.Summary {
      $0.count = latencies.count
      ($0.min, $0.max) = (latencies.first, latencies.last)
      ($0.p50, $0.p95, $0.p99) = (share(50), share(95), share(99))
      $0.mean = latencies.reduce(0.0) { $0 + Double($1) } / Double(latencies.count)
    }
  }

  // MARK: Lost

  /// - Parameter next: the first pair after it.
  private func place(
    of pdu: ExchangedPDU, before next: Int
  ) -> (AlignmentReport.Place, String) {
    let (from, to) = names
    let before = next > 0 ? pairs[next - 1] : nil
    let after = next < pairs.count ? pairs[next] : nil
    let near = before ?? after
    let frameOfA =
      match.isForward
      ? pdu.frame : near.map { receiver.exchange.pdus[$0.receiver].frame } ?? 0
    if let offset = offset(at: pdu.time, frameOfA: frameOfA) {
      let there = Double(pdu.time) + offset.value
      let slack = (offset.bound ?? 0) + 1
      if there > Double(receiver.capture.exchange.end) + slack, after == nil {
        return (.notCovered, "the capture of \(to) had ended")
      }
      if there < Double(receiver.capture.exchange.start) - slack, before == nil {
        return (.notCovered, "the capture of \(to) had not begun")
      }
    }
    let frames = (
      before.map { receiver.exchange.pdus[$0.receiver].frame } ?? 0,
      after.map { receiver.exchange.pdus[$0.receiver].frame } ?? .max
    )
    if receiver.capture.report.dropPoints.contains(where: {
      $0.beforeFrame > frames.0 && $0.afterFrame < frames.1
    }) {
      return (.receiverLog, "the capture of \(to) lost records there")
    }
    if sender.capture.isAir {
      return (
        .undecidable, "the sniffer heard it; if \(to) acknowledged it is not known"
      )
    }
    if let done = sender.exchange.completion(ofFrame: pdu.frame) {
      return receiver.capture.isAir
        ? (
          .receiverLog,
          "\(from)'s controller completed it in #\(done.frame), so the sniffer "
            + "missed it"
        )
        : (
          .receiver,
          "\(to)'s controller acknowledged it (completed in #\(done.frame) of \(from)),"
            + " but its host did not get it, or its logger lost it"
        )
    }
    guard !sender.exchange.completions.isEmpty else {
      return (.undecidable, "the capture of \(from) does not show what its controller completed")
    }
    guard sender.report.disconnect != nil else {
      return (
        .undecidable, "the capture of \(from) ends before its controller was done with it"
      )
    }
    return (
      .senderController,
      "\(from)'s controller still had it, not acknowledged, when the connection ended"
    )
  }

  // MARK: Gaps

  private static let valueOpcodes: Set<UInt8> = [0x12, 0x16, 0x18, 0x1B, 0x1D, 0x52, 0xD2]

  /// The gaps that the receiver's report has, in what it received.
  var gaps: [AlignmentReport.Gap] {
    let streams = (receiver.report.notifications + receiver.report.writes)
      .filter { receiver.capture.isAir || $0.direction == .rx }
    guard !streams.isEmpty else { return [] }
    var indices: [Int: Int] = [:]
    for (index, pdu) in receiver.exchange.pdus.enumerated()
    where Self.valueOpcodes.contains(pdu.opcode) && senderOf[index] != nil {
      indices[pdu.frame] = index
    }
    let gaps = streams.flatMap(\.gaps).sorted { $0.frame < $1.frame }
    return gaps.compactMap { gap in
      guard !receiver.capture.isAir || indices[gap.frame] != nil else { return nil }
      return judge(gap, indices)
    }
  }

  private func judge(_ gap: ReportV1.Gap, _ indices: [Int: Int]) -> AlignmentReport.Gap {
    var report = AlignmentReport.Gap {
      $0.receiver = match.isForward ? "b" : "a"
      ($0.frame, $0.afterFrame, $0.gapUs) = (gap.frame, gap.afterFrame, gap.gapUs)
    }
    let (from, to) = names
    guard let end = indices[gap.frame], let ending = senderOf[end] else {
      report.reason = "the capture of \(from) does not have the value that ended it"
      return report
    }
    let (sent, arrived) = (sender.exchange.pdus[ending], receiver.exchange.pdus[end])
    report.senderFrame = sent.frame
    let frameOfA = match.isForward ? sent.frame : arrived.frame
    guard let offset = offset(at: sent.time, frameOfA: frameOfA), let bound = offset.bound,
      bound * 4 <= Double(gap.gapUs)
    else {
      report.reason = "the clocks are not known well enough"
      return report
    }
    // Until the sender's host handed it over, the gap is the host's.
    let handed = Double(sent.time) + offset.value
    let begin = Double(arrived.time) - Double(gap.gapUs)
    let host = min(max(0, handed - begin), Double(gap.gapUs))
    report.hostUs = whole(host)
    let share = host / Double(max(1, gap.gapUs))
    if share >= 0.6 {
      if let stall = creditStall(before: sent, gap.gapUs) {
        report.place = .controllerOrAir
        report.reason =
          "\(from)'s host had to wait, as its controller was full (stall from #\(stall.firstFrame) "
          + "to #\(stall.lastFrame))"
      } else {
        report.place = .senderHost
        report.reason = "\(from)'s host handed the value over late, in #\(sent.frame)"
      }
      return report
    }
    guard share <= 0.4 else {
      report.reason = "about half of it was made by \(from)'s host, and half after that host"
      return report
    }
    if receiver.capture.isAir {
      report.place = .senderController
      report.reason = "\(from)'s controller had the value, and the sniffer heard it later"
      return report
    }
    if let done = sender.exchange.completion(ofFrame: sent.frame), !sender.capture.isAir {
      let late = Double(arrived.time) - (Double(done.time) + offset.value)
      if late > Double(gap.gapUs) / 2 + bound {
        report.place = .receiver
        report.reason =
          "\(to)'s controller acknowledged the value long before its host got it"
        return report
      }
    }
    if sender.capture.isAir {
      report.place = .receiver
      report.reason = "the value was on the air in #\(sent.frame), and \(to)'s host got it later"
      return report
    }
    report.place = .controllerOrAir
    report.reason =
      "\(from)'s host had handed the value over in #\(sent.frame); it waited in the controller, or "
      + "was sent again on the air"
    return report
  }

  private func creditStall(before sent: ExchangedPDU, _ gap: Int) -> ReportV1.Stall? {
    let start = sender.capture.exchange.start
    let time = whole(Double(sent.time &- start))
    return sender.report.flow.stalls.first {
      $0.kind == .credit && $0.startUs < time && time - $0.startUs <= gap + gap / 2
        && $0.durationUs * 2 >= gap
    }
  }
}
