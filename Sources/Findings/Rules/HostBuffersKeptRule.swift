import Report

/// A host that asked for flow control does not give its buffers back.
struct HostBuffersKeptRule: Rule, RuleFacts {
  static let name = "host-buffers-kept"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [ControllerSilentRule.sure]

  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofControllers(.hostBuffersKept) { breach in
      Self(breach: breach).finding(
        breach.openUs ?? 0 >= ControllerSilentRule.sure.value ? .error : .warning,
        frames: Wording.handful([breach.causeFrame, breach.frame]),
        lostUs: breach.openUs ?? 0)
    }
  }

  /// Whether this explains that an answer of a peer never came.
  static func explains(_ frame: Int, in capture: borrowing ReportV1.Capture) -> Bool {
    capture.breaches.contains { $0.obligation == .hostBuffersKept && $0.frame < frame }
  }

  var evidence: EvidenceList {
    [
      .buffers: .of(breach.limit), .givenBack: .of(breach.value), .openUs: .of(breach.openUs),
      .causeFrame: .of(breach.causeFrame), .party: .of(Party.local),
    ]
  }
}
