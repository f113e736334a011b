import Report

/// A controller did not answer commands any more.
struct ControllerSilentRule: Rule, RuleFacts {
  static let name = "controller-silent"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [sure]
  /// What is silent for less may only be slow, where the capture still goes on.
  static let sure = RuleLimit("error_us", 5_000_000, .microseconds)

  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofControllers(.controllerSilent) { breach in
      Self(breach: breach).finding(
        breach.openUs ?? 0 >= sure.value ? .error : .warning, frames: breach.frames,
        lostUs: breach.openUs ?? 0)
    }
  }

  var evidence: EvidenceList {
    [
      .command: .of(breach.opcode?.name), .count: .of(breach.count), .openUs: .of(breach.openUs),
      // Neither side of a connection.
      .party: .null,
    ]
  }
}
