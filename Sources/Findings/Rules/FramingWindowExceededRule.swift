import Report

/// A side sent more than the other had room for.
enum FramingWindowExceededRule: Rule {
  static let name = "framing-window-exceeded"
  static let severity = ReportV1.Severity.error
  static let summary = "A side sent more segments than the window of the protocol allows."
  static let explanation = """
    The two sides of Matter's BTP agree on a window: the number of segments that may be sent \
    before an acknowledgement is received. One segment more closes the session.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.windowExceeded, in: file) { connection, framing, faults in
      let fault = faults[0]
      let size = fault.expected.map { " of \($0) segments" } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(fault.by.rawValue) sent more than the \(Name.framing(framing.name)) window\(size) "
          + "allows\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "The sender must count the unacknowledged segments, and wait when the window is "
          + "full."
      ).about(connection, framing.name)
    }
  }
}
