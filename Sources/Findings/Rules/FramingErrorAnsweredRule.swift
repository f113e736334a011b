import Report

/// A protocol's request was answered with an error.
enum FramingErrorAnsweredRule: Rule {
  static let name = "framing-error-answered"
  static let severity = ReportV1.Severity.error
  static let summary = "A protocol inside the data answered with an error."
  static let explanation = """
    The rule reads the results of MCUmgr SMP, of Nordic's DFU, of ESP BLE OTA, Telink OTA and TI \
    OAD, and names their codes. ATT does not see these errors, because the values themselves \
    arrived. It is an error if the answer ended a transfer, and a warning otherwise, because a \
    client may ask for something that a device does not have.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.errorAnswered, in: file) { connection, framing, faults in
      let fault = faults[0]
      let refused = connection.transfers.first {
        $0.framing?.name == framing.name && $0.ending == .refused
      }
      let code = fault.code.map { " \($0)" } ?? ""
      let name = fault.name.map { " (\($0))" } ?? ""
      return RuleFinding(
        refused == nil ? .warning : .error, connection: connection.id,
        frames: FramingFaults.frames(faults),
        "The server answered \"\(fault.what)\" of \(Name.framing(framing.name)) with "
          + "error\(code)\(name)\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "The code gives the reason for the refusal; the log of the device may say more.",
        lostBytes: refused?.payloadBytes ?? 0
      ).about(connection, framing.name)
    }
  }
}
