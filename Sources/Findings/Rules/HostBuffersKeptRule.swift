import BluetoothProtocol
import Report

/// A host that asked for flow control does not give its buffers back.
struct HostBuffersKeptRule: Rule, RuleFacts {
  static let name = "host-buffers-kept"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [sure]
  /// What is silent for less may only be slow, where the capture still goes on.
  static let sure = RuleLimit("error_us", 5_000_000, .microseconds)

  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    return file.capture.breaches.filter { $0.obligation == .hostBuffersKept }.map { breach in
      Self(breach: breach).finding(
        breach.openUs ?? 0 >= sure.value ? .error : .warning,
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
      .causeFrame: .of(breach.causeFrame), .party: Party.local.evidence,
    ]
  }
}
