import Report

/// Findings that a reader takes as one: of one rule, with one advice and, where it is more than
/// information, about one peer.
struct FindingGroup {
  /// The gravest first.
  private(set) var findings: [ReportV1.Finding]
  /// Devices that they are about.
  private(set) var peers: Int

  var gravest: ReportV1.Finding { findings[0] }

  private struct Key: Hashable {
    var rule: String
    var peer: String?
    var advice: String?
  }

  /// The gravest first; those of the same severity as the report has them.
  ///
  /// - Parameter ofRules: those of a rule are one group, whatever peer they are about.
  static func groups(
    of findings: [ReportV1.Finding], in capture: ReportV1.Capture?, ofRules: Bool
  ) -> [FindingGroup] {
    let peers = Dictionary(
      (capture?.connections ?? []).map { ($0.id, $0.peer.address) }, uniquingKeysWith: { a, _ in a }
    )
    return [ReportV1.Severity.error, .warning, .info].flatMap { severity in
      findings.filter { $0.severity == severity }
    }.map { (finding: $0, peer: peer(of: $0, peers)) }
      .grouped { finding, peer in
        ofRules
          ? Key(rule: finding.rule)
          : Key(
            rule: finding.rule, peer: finding.severity == .info ? nil : peer,
            advice: finding.advice)
      }.map {
        FindingGroup(findings: $0.members.map(\.finding), peers: Set($0.members.map(\.peer)).count)
      }
  }

  private static func peer(
    of finding: ReportV1.Finding, _ peers: [Int: String?]
  ) -> String? {
    if let connection = finding.covered.first { return peers[connection] ?? nil }
    return finding.evidence[.peer]?.text
  }
}
