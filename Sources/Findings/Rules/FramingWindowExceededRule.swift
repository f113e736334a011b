import Report

/// A side sent more than the other had room for.
enum FramingWindowExceededRule: Rule {
  static let name = "framing-window-exceeded"
  static let severity = ReportV1.Severity.error
  static let summary = "A side sent more segments than the window of the protocol allows."
  static let explanation = """
    Matter's BTP agrees on a window: so many segments may be sent before an acknowledgement comes. \
    A segment more closes the session.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.windowExceeded, in: file) { connection, framing, faults in
      let fault = faults[0]
      let size = fault.expected.map { " of \($0) segments" } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(fault.by.rawValue) sent past the \(framing.name) window\(size)"
          + "\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "The sending side must count what is not acknowledged, and wait."
      ).about(connection, framing.name)
    }
  }
}
