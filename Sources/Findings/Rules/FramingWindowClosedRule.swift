import Report

/// A side waited with a closed window.
enum FramingWindowClosedRule: Rule {
  static let name = "framing-window-closed"
  static let severity = ReportV1.Severity.warning
  static let summary = "A side could not send because its segments were not acknowledged."
  static let explanation = """
    The window of Matter's BTP is the number of segments that may be sent without an \
    acknowledgement. The sender has to wait when all segments of the window are unacknowledged, or \
    all but one, which is reserved for an acknowledgement. The rule reports waits of more than 2.5 \
    s that an acknowledgement ended; framing-acknowledgement-late reports waits of 15 s or more. \
    The capture does not always show whether the sender had more data.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.windowClosed, in: file) { connection, framing, faults in
      let fault = faults[0]
      let isOnce = faults.count == 1
      let times = isOnce ? "" : " \(faults.count) times"
      let time =
        fault.found.map { (isOnce ? " for " : ", at first for ") + Wording.duration($0) } ?? ""
      let size = fault.expected.map { " of \($0) segments" } ?? ""
      let sender: ReportV1.FramingSide = fault.by == .client ? .server : .client
      return RuleFinding(
        .warning, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(sender.rawValue) could not send\(times)\(time): of its "
          + "\(Name.framing(framing.name)) window\(size), nothing was free but the segment that "
          + "is kept for an acknowledgement, and the \(fault.by.rawValue) did not acknowledge.",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "The receiver should acknowledge while two segments of the window are free, even "
          + "if it has no data to send.",
        lostUs: faults.compactMap(\.found).total
      ).about(connection, framing.name)
    }
  }
}
