import Report

/// A protocol's request has no answer.
enum FramingAnswerMissingRule: Rule {
  static let name = "framing-answer-missing"
  static let severity = ReportV1.Severity.warning
  static let summary = "A request of a protocol inside the data was never answered."
  static let explanation = """
    MCUmgr SMP and Nordic's DFU answer each request; ESP BLE OTA acknowledges each sector; a \
    device with TI OAD requests blocks, and the client answers with them. A request counts as \
    unanswered when it was sent again, when the next was sent although an answer was due, when its \
    sequence number was used again, or when the connection ended. ATT has \
    delivered the bytes in each of these cases, so att-request-unanswered does not report it. The \
    rule does not report requests that were in progress when the capture ended, or a request to \
    restart the device, or those after which the logger cut a value of the server, which may be \
    the answer; and it reports nothing if the logger lost records.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return FramingFaults.findings(.answerMissing, in: file) { connection, framing, faults in
      let fault = faults[0]
      let wait = fault.ofFrame == nil ? "before the connection ended" : "before the next request"
      return RuleFinding(
        .warning, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(fault.by.rawValue) did not answer \"\(fault.what)\" of "
          + "\(Name.framing(framing.name)) \(wait)\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: fault.by == .server
          ? "Look in the device for what blocks the answer: a full buffer pool, a flash write "
            + "that takes longer than the client waits, or a restart."
          : "Look in the app for what keeps it from sending what the device requests."
      ).about(connection, framing.name)
    }
  }
}
