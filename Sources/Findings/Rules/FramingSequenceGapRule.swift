import Report

/// A number in a protocol's messages is missing.
enum FramingSequenceGapRule: Rule {
  static let name = "framing-sequence-gap"
  static let severity = ReportV1.Severity.error
  static let summary = "A sequence number of a protocol inside the data is missing."
  static let explanation = """
    Matter's BTP numbers its segments in each direction, ESP BLE OTA the packets of a sector, \
    Telink OTA and TI OAD their blocks. ATT keeps the order, so a number that is missing was never \
    sent, or was lost between the protocol and ATT; the receiver has to close the session or to \
    refuse the update. The rule reports nothing if the logger lost records, or if the device \
    accepted the update: then the capture missed a part.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return FramingFaults.findings(.sequenceGap, in: file) { connection, framing, faults in
      let fault = faults[0]
      let isOwn = FramingFaults.party(fault.by, framing) == .local
      let numbers =
        fault.found.flatMap { found in
          fault.expected.map {
            isOwn ? "\(found) was sent, \($0) was due" : "\(found) was received, \($0) was expected"
          }
        } ?? ""
      return RuleFinding(
        .error, connection: connection.id, frames: FramingFaults.frames(faults),
        "The \(fault.by.rawValue) skipped a sequence number of \(Name.framing(framing.name))"
          + "\(FramingFaults.words(faults.count, numbers)).",
        evidence: FramingFaults.evidence(faults, framing, connection),
        advice: "Find where the sending side drops a packet after it was numbered: a queue that "
          + "was full, or two tasks that send at the same time."
      ).about(connection, framing.name)
    }
  }
}
