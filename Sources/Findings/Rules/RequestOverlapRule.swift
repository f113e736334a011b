import Report

/// A client that sends a request before the one before it is answered.
enum RequestOverlapRule: Rule {
  static let name = "request-overlap"
  static let severity = ReportV1.Severity.warning
  static let summary = "A client sent a request while an earlier one had no answer yet."
  static let explanation = """
    A client may have one unanswered request on a bearer: it may send the next one when it has \
    received the response or an Error Response (Core Vol 3, Part F, 3.3.2). Many servers keep the \
    second request and answer both in turn; others drop one of them, or the client mistakes the \
    answer to one for the answer to the other. The rule counts each request that was sent while an \
    earlier one of the same client on the same bearer had no answer, for up to 30 s; after that \
    time the transaction has failed, and att-request-unanswered reports it. The same request sent \
    again after 3 s or more is a timed repetition: it is not counted here, and \
    att-request-unanswered reports it. Both directions are independent, and so is each bearer of \
    Enhanced ATT; commands, notifications, indications and confirmations are not requests. It is a \
    warning if the server answered some of the earlier requests but not all, otherwise info. If \
    they show only the stall that att-request-unanswered reports, they are part of that finding. \
    The rule reports nothing if the capture lost records, or holds nothing that this server sent: \
    then the answer itself may be missing.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections { !$0[$1].att.overlaps.isEmpty }.findings { connection, _ in
      guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return [] }
      let stalls = UnansweredStall.all(in: connection)
      return connection.att.overlaps.filter { showsServer($0.asked, connection) }
        .compactMap { overlap in
          let within = stalls.filter { overlap.holds($0.first) }
          return isCovered(overlap, by: within)
            ? nil : finding(connection, overlap, of: within.first)
        }
    }
  }

  /// Whether the capture holds anything that this side sent.
  private static func showsServer(
    _ server: ReportV1.PairingSide, _ connection: ReportV1.Connection
  ) -> Bool {
    server == .peer ? connection.lastRxFrame != nil : !connection.att.pdus.tx.isEmpty
  }

  /// Whether a stall is all that came of it.
  private static func isCovered(
    _ overlap: ReportV1.RequestOverlap, by stalls: [UnansweredStall]
  ) -> Bool {
    overlap.answered == 0 && !stalls.isEmpty || stalls.contains { $0.openFrame == overlap.frame }
  }

  /// - Parameter stall: what another rule reports of them.
  private static func finding(
    _ connection: ReportV1.Connection, _ overlap: ReportV1.RequestOverlap,
    of stall: UnansweredStall?
  ) -> RuleFinding {
    let isOurs = overlap.asked == .peer
    let unanswered = overlap.count.minus(overlap.answered)
    let name = overlap.handle.map { AttributeName($0, of: overlap.asked, in: connection) }
    let open = Wording.pdu(overlap.request) + (name.map { " to \($0.words)" } ?? "")
    let first = "\(Wording.pdu(overlap.nextRequest)) (#\(overlap.nextFrame))"
    let rule = "an ATT client has to wait for each answer before its next request on a bearer"
    let never = unanswered == 1 ? "1 of the earlier ones was" : "\(unanswered) of them were"
    let outcome =
      switch (overlap.count, unanswered) {
      case (1, 0): "The earlier one was answered later"
      case (1, _): "The earlier one was never answered"
      case (_, 0): "All of the earlier ones were answered later"
      default: "\(never) never answered"
      }
    // The stall is the other finding's.
    let isStall = stall != nil && unanswered > 0
    let reference = stall.map { " (#\($0.first.frame), reported by att-request-unanswered)" } ?? ""
    return RuleFinding(
      overlap.answered > 0 && unanswered > 0 && !isStall ? .warning : .info,
      connection: connection.id,
      frames: Array(Set([overlap.frame, overlap.nextFrame, overlap.lastFrame])).sorted(),
      "\(isOurs ? "This host" : "The peer") sent \(Wording.count(overlap.count, "request")) while an "
        + "earlier one had no answer yet, \(overlap.count == 1 ? "" : "the first of them ")a \(first) "
        + "while its \(open) (#\(overlap.frame)) was open; \(rule). "
        + "\(outcome)\(isStall ? reference : "").",
      evidence: .by(
        isOurs ? .local : .remote, connection,
        [
          .count: .int(overlap.count), .answered: .int(overlap.answered),
          .request: .string(overlap.request.word),
          .handle: overlap.handle.map { .int($0) } ?? .null,
          .attribute: name?.uuidEvidence ?? .null,
          .nextRequest: .string(overlap.nextRequest.word),
        ]),
      advice: (isOurs ? "Send" : "Have the peer's client send")
        + " the next request when the answer to the previous one was received: a queue of requests "
        + "for each connection ensures this."
    ).about(connection, overlap.asked.rawValue, count: overlap.count)
  }
}
