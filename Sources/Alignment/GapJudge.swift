import Report
import Text
import Tracking

/// Where the gaps were made that the receiver's report has.
struct GapJudge {
  private let view: WayView
  /// Of the PDUs of the receiver, by index, those of the sender.
  private let senderOf: [Int: Int]

  init(_ view: WayView) {
    self.view = view
    senderOf = Dictionary(uniqueKeysWithValues: view.pairs.map { ($0.receiver, $0.sender) })
  }

  private var sender: LinkView { view.sender }
  private var receiver: LinkView { view.receiver }

  /// Those in what it received.
  var gaps: [AlignmentReport.Gap] {
    let streams = (receiver.report.notifications + receiver.report.writes)
      .filter { receiver.capture.isAir || $0.direction == .rx }
    guard !streams.isEmpty else { return [] }
    var indices: [Int: Int] = [:]
    for (index, pdu) in receiver.exchange.pdus.enumerated()
    where pdu.isValue && senderOf[index] != nil {
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
      $0.receiver = view.isForward ? "b" : "a"
      ($0.frame, $0.afterFrame, $0.gapUs) = (gap.frame, gap.afterFrame, gap.gapUs)
    }
    let (from, to) = view.names
    guard let end = indices[gap.frame], let ending = senderOf[end] else {
      report.reason = "the capture of \(from) does not have the value after the gap"
      return report
    }
    let (sent, arrived) = (sender.exchange.pdus[ending], receiver.exchange.pdus[end])
    report.senderFrame = sent.frame
    let frameOfA = view.isForward ? sent.frame : arrived.frame
    guard let offset = view.offset(at: sent.time, frameOfA: frameOfA), let bound = offset.bound,
      bound * 4 <= Double(gap.gapUs)
    else {
      report.reason = "the clocks are not known well enough"
      return report
    }
    // Until the sender's host handed it over, the gap is the host's.
    let handed = Double(sent.time) + offset.value
    let begin = Double(arrived.time) - Double(gap.gapUs)
    let host = min(max(0, handed - begin), Double(gap.gapUs))
    let share = host / Double(max(1, gap.gapUs))
    if sender.capture.isAir {
      if share <= 0.4 {
        report.place = .receiver
        report.reason =
          "the value was on the air in #\(sent.frame), and \(to)'s host received it later"
      } else {
        report.reason =
          "the sniffer does not show why the value was late on the air, in #\(sent.frame)"
      }
      return report
    }
    report.hostUs = whole(host)
    if share >= 0.6 {
      if let stall = creditStall(before: sent, gap.gapUs) {
        report.place = .controllerOrAir
        report.reason =
          "\(from)'s host had to wait, as its controller was full (stall from #\(stall.firstFrame) "
          + "to #\(stall.lastFrame))"
      } else {
        report.place = .senderHost
        report.reason =
          "\(from)'s host gave the value to its controller only in #\(sent.frame), "
          + "\(Quantity.duration(us: Int(host))) into the gap"
      }
      return report
    }
    guard share <= 0.4 else {
      report.reason = "about half of it was caused by \(from)'s host, and half after that host"
      return report
    }
    if receiver.capture.isAir {
      report.place = .senderController
      report.reason = "\(from)'s controller had the value, and the sniffer heard it later"
      return report
    }
    if let done = sender.exchange.completion(ofFrame: sent.frame) {
      let late = Double(arrived.time) - (Double(done.time) + offset.value)
      if late > Double(gap.gapUs) / 2 + bound {
        report.place = .receiver
        report.reason =
          "\(to)'s controller acknowledged the value long before its host got it"
        return report
      }
    }
    report.place = .controllerOrAir
    report.reason =
      "\(from)'s host had handed the value over in #\(sent.frame); it waited in the controller, or "
      + "was retransmitted on the air"
    return report
  }

  private func creditStall(before sent: ExchangedPDU, _ gap: Int) -> ReportV1.Stall? {
    let time = sender.capture.sinceStart(Double(sent.time))
    return sender.report.flow.stalls.first {
      $0.kind == .credit && $0.startUs < time && time - $0.startUs <= gap + gap / 2
        && $0.durationUs >= gap / 2
    }
  }
}
