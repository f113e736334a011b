import Reports

/// All rules, in the order of the documentation.
package enum RuleCatalog {
  package static let all: [any Rule.Type] = [
    // Transfers and streams.
    NotificationGapRule.self,
    CompletionStallRule.self,
    CreditStallRule.self,
    AppPauseRule.self,
    ResendRule.self,
    ChunkBelowMTURule.self,
    TransferIncompleteRule.self,
    MarkerSplitRule.self,
    MarkerGluedRule.self,
    MarkerInDataRule.self,
    ValueOver512Rule.self,
    // The link.
    LinkLossRule.self,
    ConnectionFailedRule.self,
    MTUNotExchangedRule.self,
    MTUExchangedLateRule.self,
    DataLength27Rule.self,
    ACLFragmentationRule.self,
    IntervalTooSlowRule.self,
    SharedRadioRule.self,
    ParameterUpdateRejectedRule.self,
    ParameterUpdateUnansweredRule.self,
    ParameterUpdateNotAppliedRule.self,
    ParameterOutsideAppleRulesRule.self,
    WeakSignalRule.self,
    // ATT and GATT.
    ATTRequestUnansweredRule.self,
    // The capture itself.
    CaptureCutRule.self,
  ]

  package static func rule(named name: String) -> (any Rule.Type)? {
    all.first { $0.name == name }
  }

  /// What the chosen rules say of captures: errors first, and among equals what cost most. Data
  /// weighs more than time.
  package static func findings(
    in captures: [ReportV1.Capture], rules: [any Rule.Type] = all
  ) -> [ReportV1.Finding] {
    var found: [(rule: any Rule.Type, place: Int, capture: Int, finding: RuleFinding)] = []
    for (index, capture) in captures.enumerated() {
      for rule in rules {
        for finding in rule.check(capture) { found.append((rule, found.count, index, finding)) }
      }
    }
    found.sort { a, b in
      let (x, y) = (a.finding, b.finding)
      let left = (x.severity.weight, x.lostBytes, x.lostUs, -(x.frames.first ?? 0), -a.place)
      let right = (y.severity.weight, y.lostBytes, y.lostUs, -(y.frames.first ?? 0), -b.place)
      return left > right
    }
    return found.prefix(findingLimit).map { rule, _, capture, finding in
      ReportV1.Finding(
        rule: rule.name, severity: finding.severity, capture: capture,
        connection: finding.connection, frames: finding.frames, message: finding.message,
        evidence: finding.evidence, advice: finding.advice)
    }
  }

  /// No one reads more; the worst are kept.
  private static let findingLimit = 1000
}

extension ReportV1.Severity {
  /// The worse, the heavier.
  package var weight: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
