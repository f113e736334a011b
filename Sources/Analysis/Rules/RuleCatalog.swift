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
    ATTErrorRule.self,
    InsufficientSecurityRule.self,
    PairingFailedRule.self,
    StaleHandlesRule.self,
    SubscriptionLostRule.self,
    SlowResponseRule.self,
    // The capture itself.
    CaptureCutRule.self,
    CaptureDropsRule.self,
    CaptureTruncatedRule.self,
    CaptureOneWayRule.self,
    CaptureStartedLateRule.self,
    ClockStepRule.self,
    VendorLogRule.self,
    UndecodableRule.self,
    BoundReachedRule.self,
  ]

  package static func rule(named name: String) -> (any Rule.Type)? {
    all.first { $0.name == name }
  }

  /// What the chosen rules say of captures: errors first, and among equals what cost most. Data
  /// weighs more than time.
  package static func findings(
    in captures: [ReportV1.Capture], rules: [any Rule.Type] = all
  ) -> [ReportV1.Finding] {
    var found: [(rule: any Rule.Type, capture: Int, finding: RuleFinding)] = []
    for (index, capture) in captures.enumerated() {
      for rule in rules {
        for finding in rule.check(capture) { found.append((rule, index, finding)) }
      }
    }
    var weights = found.indices.map { Weight(found[$0].finding, place: $0) }
    weights.sort { $0.isMore(than: $1) }
    return weights.prefix(findingLimit).map { weight in
      let (rule, capture, finding) = found[weight.place]
      return ReportV1.Finding(
        rule: rule.name, severity: finding.severity, capture: capture,
        connection: finding.connection, frames: finding.frames, message: finding.message,
        evidence: finding.evidence, advice: finding.advice)
    }
  }

  /// What puts findings in their order; apart from them, as there may be thousands to be sorted.
  private struct Weight {
    let severity: Int
    let lostBytes: Int
    let lostUs: Int
    let firstFrame: Int
    let place: Int

    init(_ finding: RuleFinding, place: Int) {
      severity = finding.severity.weight
      lostBytes = finding.lostBytes
      lostUs = finding.lostUs
      firstFrame = finding.frames.first ?? 0
      self.place = place
    }

    func isMore(than other: Weight) -> Bool {
      if severity != other.severity { return severity > other.severity }
      if lostBytes != other.lostBytes { return lostBytes > other.lostBytes }
      if lostUs != other.lostUs { return lostUs > other.lostUs }
      if firstFrame != other.firstFrame { return firstFrame < other.firstFrame }
      return place < other.place
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
