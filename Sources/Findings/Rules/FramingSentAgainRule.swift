import Report

/// A protocol sent a part of a transfer once more.
enum FramingSentAgainRule: Rule {
  static let name = "framing-sent-again"
  static let severity = ReportV1.Severity.warning
  static let summary = "A protocol inside the data sent a part of a transfer again."
  static let explanation = """
    The rule reports a request of an MCUmgr upload with bytes that were sent before, an object of \
    Nordic's DFU that was created again at the same offset, a sector of ESP BLE OTA, and a block \
    of Telink OTA or TI OAD with a number that was sent before. Each repetition costs the time to \
    send that part; Telink OTA refuses it. The rule reports nothing if the answer to the part was \
    missing (see framing-answer-missing), or if it was an error or a checksum was wrong (see \
    framing-error-answered and framing-crc-mismatch).
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(.sentAgain, in: file) { connection, framing, faults in
      RuleFinding(
        .warning, connection: connection.id, frames: FramingFaults.frames(faults),
        "The client sent the \(Name.framing(framing.name)) \(faults[0].what) again"
          + "\(FramingFaults.times(faults.count)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "Find what the client missed: an answer after its timer expired, or an answer "
          + "whose offset requested the part again."
      ).about(connection, framing.name)
    }
  }
}
