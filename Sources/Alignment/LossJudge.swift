import Bytes
import Report
import Tracking

/// Which PDUs of one way did not arrive, and where they were lost.
struct LossJudge {
  private let view: WayView
  /// The record before which the capture of the sender lost others, if it did while the connection
  /// lasted: from there on it is not known what was completed.
  private let completionsEnd: Int

  private typealias Verdict = (place: AlignmentReport.Place, reason: String)

  /// What makes two PDUs alike of which one was cut.
  private struct Shape: Hashable {
    var opcode: UInt8
    var octets: UInt16

    init(_ pdu: ExchangedPDU) { (opcode, octets) = (pdu.opcode, pdu.octets) }
  }

  init(_ view: WayView) {
    self.view = view
    let sender = view.sender
    completionsEnd =
      sender.capture.report.dropPoints.lazy.map(\.beforeFrame)
      .filter { $0 > sender.report.firstFrame && $0 <= sender.report.lastFrame }.min() ?? .max
  }

  private var sender: LinkView { view.sender }
  private var receiver: LinkView { view.receiver }

  var way: AlignmentReport.Way {
    var report = AlignmentReport.Way {
      ($0.sent, $0.received) = (view.ofSender.count, view.ofReceiver.count)
      $0.matched = view.pairs.count
      $0.cut = view.cutInSender.count
      $0.latencyUs = view.latencies
    }
    addLost(to: &report)
    report.unrecorded = max(0, unrecorded - report.unpaired)
    return report
  }

  // MARK: What is in one capture only

  /// A PDU of the sender without a counterpart.
  private struct Alone {
    /// In the list of the sender.
    var position: Int
    /// The first pair after it.
    var next: Int
  }

  private var alone: [Alone] {
    var (found, next): ([Alone], Int) = ([], 0)
    for (position, index) in view.ofSender.enumerated() {
      while next < view.pairs.count, view.pairs[next].sender < index { next += 1 }
      if next < view.pairs.count, view.pairs[next].sender == index { continue }
      found.append(Alone(position: position, next: next))
    }
    return found
  }

  /// The PDUs of the receiver between which a PDU of the sender would be.
  private func window(_ next: Int) -> (first: Int, last: Int) {
    (
      next > 0 ? view.pairs[next - 1].receiver : -1,
      next < view.pairs.count ? view.pairs[next].receiver : .max
    )
  }

  private func addLost(to report: inout AlignmentReport.Way) {
    let (pdus, others) = (sender.exchange.pdus, receiver.exchange.pdus)
    let paired = Set(view.pairs.map(\.receiver))
    var equal = WaitingPDUs(view.ofReceiver.lazy.filter { !paired.contains($0) }) {
      others[$0].hash
    }
    var cut = WaitingPDUs(view.cutInReceiver) { Shape(others[$0]) }
    let alone = alone
    let ambiguous = ambiguous(alone)
    /// Values that arrived between two pairs without being paired, and the second of these.
    var (unpaired, next): (Set<UInt64>, Int) = ([], -1)
    var places: [AlignmentReport.Place: Int] = [:]
    for (number, one) in alone.enumerated() {
      let pdu = pdus[view.ofSender[one.position]]
      let window = window(one.next)
      if one.next != next { (unpaired, next) = ([], one.next) }
      if equal.take(pdu.hash, between: window.first, and: window.last) {
        report.unpaired += 1
        unpaired.insert(pdu.hash)
        continue
      }
      let isAmbiguous = ambiguous.contains(number) || unpaired.contains(pdu.hash)
      let isCut = cut.take(Shape(pdu), between: window.first, and: window.last)
      if isCut { report.cut += 1 }
      let (place, reason) = verdict(on: pdu, before: one.next, isCut: isCut, isAmbiguous)
      report.lostCount += 1
      places[place, default: 0] += 1
      guard report.lost.count < Aligner.mostListed else { continue }
      report.lost.append(
        AlignmentReport.Lost {
          $0.frame = pdu.frame
          $0.pdu = AlignmentWords.name(of: pdu)
          $0.bytes = Int(pdu.octets)
          ($0.place, $0.reason) = (place, reason)
          $0.timeUs = view.timeOfA(pdu, frameOfA: frameOfA(pdu, before: one.next))
        })
    }
    for place in AlignmentReport.Place.allCases {
      if let count = places[place] { report.lostByPlace.append(place.rawValue, count) }
    }
  }

  /// Of PDUs without a counterpart, those of which the neighbours could be the lost ones as well:
  /// several in a row that can be shifted by one, as the values repeat.
  private func ambiguous(_ alone: [Alone]) -> Set<Int> {
    let (pdus, list) = (sender.exchange.pdus, view.ofSender)
    func hash(_ position: Int) -> UInt64 { pdus[list[position]].hash }
    var found: Set<Int> = []
    var start = 0
    while start < alone.count {
      var end = start + 1
      while end < alone.count, alone[end].position == alone[end - 1].position + 1 { end += 1 }
      let (first, last) = (alone[start].position, alone[end - 1].position)
      if last + 1 < list.count && hash(first) == hash(last + 1)
        || first > 0 && hash(first - 1) == hash(last)
      {
        found.formUnion(start..<end)
      }
      start = end
    }
    return found
  }

  /// Whole PDUs of the receiver that the capture of the sender does not have, not even in part.
  private var unrecorded: Int {
    let (pdus, others) = (sender.exchange.pdus, receiver.exchange.pdus)
    var cut = WaitingPDUs(view.cutInSender) { Shape(pdus[$0]) }
    var (count, next) = (0, 0)
    for index in view.ofReceiver {
      while next < view.pairs.count, view.pairs[next].receiver < index { next += 1 }
      let isLast = next == view.pairs.count
      if !isLast, view.pairs[next].receiver == index { continue }
      // What the sender sent after that was not kept.
      if isLast, sender.capture.exchange.recorder.isFull { break }
      let first = next > 0 ? view.pairs[next - 1].sender : -1
      let last = isLast ? Int.max : view.pairs[next].sender
      if !cut.take(Shape(others[index]), between: first, and: last) { count += 1 }
    }
    return count
  }

  // MARK: Where

  /// - Parameter next: the first pair after it.
  private func verdict(
    on pdu: ExchangedPDU, before next: Int, isCut: Bool, _ isAmbiguous: Bool
  ) -> Verdict {
    let to = view.names.receiver
    if let uncovered = uncovered(pdu, before: next) { return (.notCovered, uncovered) }
    if isCut { return (.receiverLog, "the capture of \(to) has only a part of it") }
    if isAmbiguous {
      return (
        .undecidable, "the values repeat, so it is not known which of them did not arrive"
      )
    }
    let window = window(next)
    let frames = (
      window.first < 0 ? 0 : receiver.exchange.pdus[window.first].frame,
      window.last == .max ? Int.max : receiver.exchange.pdus[window.last].frame
    )
    let dropPoints = receiver.capture.report.dropPoints
    let place = dropPoints.partitionPoint(where: { $0.beforeFrame > frames.0 })
    if place < dropPoints.count, dropPoints[place].afterFrame < frames.1 {
      return (.receiverLog, "the capture of \(to) lost records there")
    }
    return sender.capture.isAir
      ? (.undecidable, "the sniffer heard it; whether \(to) acknowledged it is not known")
      : byCompletion(pdu)
  }

  /// The record of A that is nearest to it.
  private func frameOfA(_ pdu: ExchangedPDU, before next: Int) -> Int {
    if view.isForward { return pdu.frame }
    guard !view.pairs.isEmpty else { return 0 }
    return receiver.exchange.pdus[view.pairs[max(0, next - 1)].receiver].frame
  }

  /// Why the receiver's capture cannot have it, if so.
  private func uncovered(_ pdu: ExchangedPDU, before next: Int) -> String? {
    let frameOfA = frameOfA(pdu, before: next)
    guard let offset = view.offset(at: pdu.time, frameOfA: frameOfA) else { return nil }
    let there = Double(pdu.time) + offset.value
    let slack = (offset.bound ?? 0) + 1
    let exchange = receiver.capture.exchange
    if there > Double(exchange.end) + slack, next == view.pairs.count {
      return exchange.recorder.isFull
        ? "the capture of \(view.names.receiver) has more packets than were compared"
        : "the capture of \(view.names.receiver) had ended"
    }
    if there < Double(exchange.start) - slack, next == 0 {
      return "the capture of \(view.names.receiver) had not begun"
    }
    return nil
  }

  private func byCompletion(_ pdu: ExchangedPDU) -> Verdict {
    let (from, to) = view.names
    let done = sender.exchange.completion(ofFrame: pdu.frame)
    guard done?.frame ?? sender.report.lastFrame < completionsEnd else {
      return (
        .undecidable,
        "the capture of \(from) lost records, so it is not known what its controller completed"
      )
    }
    if let done {
      return receiver.capture.isAir
        ? (
          .receiverLog,
          "\(from)'s controller completed it in #\(done.frame), so the sniffer missed it"
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
}
