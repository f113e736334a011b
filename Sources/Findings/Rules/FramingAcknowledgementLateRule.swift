import Report

/// An acknowledgement came too late, or not at all.
enum FramingAcknowledgementLateRule: Rule {
  static let name = "framing-acknowledgement-late"
  static let severity = ReportV1.Severity.error
  static let summary = "A segment was not acknowledged within the time that the protocol allows."
  static let explanation = """
    Matter's BTP requires that each segment is acknowledged within 15 s, with or without data; \
    otherwise the session is closed. The rule names the side that did not acknowledge. It reports \
    nothing if the capture ends earlier than that.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.acknowledgementLate, in: file) { connection, framing, faults in
      let fault = faults[0]
      let time = fault.found.map { " for \(Wording.duration($0))" } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(fault.by.rawValue) did not acknowledge \(Name.framing(framing.name)) "
          + "\(fault.what)\(time)\(FramingFaults.times(faults.count)); 15 s are allowed.",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "Find what holds up the side that has to acknowledge: a full window, a task that "
          + "waits, or an app that was suspended."
      ).about(connection, framing.name)
    }
  }
}
