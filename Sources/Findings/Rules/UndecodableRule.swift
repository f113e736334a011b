import Report

/// Records that could not be decoded.
enum UndecodableRule: Rule {
  static let name = "undecodable"
  static let severity = ReportV1.Severity.warning
  static let summary = "Records could not be decoded."
  static let explanation = """
    Some layer of these records is too short for what it says it holds, or a fragment came whose \
    beginning is missing. A few are information: peers send malformed packets now and then. From \
    1 % of all records on, and three at least, it is a warning: the file is damaged, or not what \
    it says it is. Records that the logger cut short are not counted here, nor is any where \
    records were lost, as fragments then miss each other.
    """

  private static let fewest = 3
  private static let percent = 1

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    // A record that was cut is undecodable at most once.
    let count = capture.undecodableRecords.minus(capture.truncatedRecords)
    guard count > 0, capture.droppedRecords == 0 else { return [] }
    let isMuch = count >= fewest && count >= (capture.records / 100) * percent
    return [
      RuleFinding(
        isMuch ? .warning : .info,
        "\(Wording.count(count, "record")) (\(Wording.share(count, of: capture.records))) could not "
          + "be decoded, and \(count == 1 ? "is" : "are") left out.",
        evidence: [
          "undecodable_records": .int(count), "records": .int(capture.records),
        ],
        advice: "Look whether the file was changed on its way; a single packet is its sender's "
          + "fault.")
    ]
  }
}
