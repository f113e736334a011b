import Report

/// Input reports, or values of a timer, missed connection events.
struct InputLateRule: Rule {
  static let name = "input-late"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = StreamRadio.limits

  static func check(_ file: CaseFile) -> [RuleFinding] {
    StreamRadio.findings(file, areInput: true)
  }
}
