import Report

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
    ConfirmedChunksRule.self,
    TransferIncompleteRule.self,
    SentNotDeliveredRule.self,
    MarkerNearMissRule.self,
    MarkerSplitRule.self,
    MarkerGluedRule.self,
    MarkerInDataRule.self,
    ValueOver512Rule.self,
    ValueOverMTURule.self,
    // Protocols inside the data.
    FramingAnswerMissingRule.self,
    FramingErrorAnsweredRule.self,
    FramingCRCMismatchRule.self,
    FramingSentAgainRule.self,
    FramingSequenceGapRule.self,
    FramingWindowExceededRule.self,
    FramingWindowClosedRule.self,
    FramingAcknowledgementLateRule.self,
    FramingDamagedRule.self,
    // Data in bulk, with a marker or without.
    BulkSmallValuesRule.self,
    BulkOneInFlightRule.self,
    BulkAnsweredRule.self,
    BulkTimerRule.self,
    BulkSlowIntervalRule.self,
    BulkPausesRule.self,
    // The link.
    LinkLossRule.self,
    DeviceRestartedRule.self,
    ClosedByTimerRule.self,
    ProcedureTimeoutRule.self,
    DisconnectByFaultRule.self,
    DisconnectUnansweredRule.self,
    DisconnectRefusedRule.self,
    EarlyDisconnectRule.self,
    DisconnectByPeerRule.self,
    ControllerResetRule.self,
    ConnectionFailedRule.self,
    ConnectGivenUpRule.self,
    ConnectWrongAddressTypeRule.self,
    ConnectNotConnectableRule.self,
    AcceptListMissesRule.self,
    NeedlessRequestRule.self,
    SlowConnectionRule.self,
    ScanSilentRule.self,
    MTUNotExchangedRule.self,
    MTUExchangedLateRule.self,
    DataLength27Rule.self,
    ACLFragmentationRule.self,
    IntervalTooSlowRule.self,
    PeripheralLatencyRule.self,
    SupervisionTooShortRule.self,
    LinkSlowedRule.self,
    SharedRadioRule.self,
    InputLateRule.self,
    ParameterUpdateRejectedRule.self,
    ParameterUpdateUnansweredRule.self,
    ParameterUpdateNotAppliedRule.self,
    ParameterOutsideAppleRulesRule.self,
    ParametersAlternateRule.self,
    ParameterChurnRule.self,
    ChannelRefusedRule.self,
    CreditsKeptRule.self,
    ChannelCreditStallRule.self,
    WeakSignalRule.self,
    // What a host and its controller owe each other.
    HostRequestUnansweredRule.self,
    CommandRefusedRule.self,
    ControllerSilentRule.self,
    HostBuffersKeptRule.self,
    CompletionsMissingRule.self,
    SentAfterEndRule.self,
    ProcedureUnfinishedRule.self,
    // What only a sniffer hears.
    BadChannelRule.self,
    LossBurstRule.self,
    PeripheralSilentRule.self,
    InstantPassedRule.self,
    MICFailureRule.self,
    ParametersIllegalRule.self,
    ControlOutOfTurnRule.self,
    SlowedByLossRule.self,
    SnifferMissedPacketsRule.self,
    RequestsNotHeardRule.self,
    NotFollowedRule.self,
    CRCWrongRule.self,
    // ATT and GATT.
    ATTRequestUnansweredRule.self,
    ResponseUnmatchedRule.self,
    MTUExchangedAgainRule.self,
    ValuesCutAtMTURule.self,
    ATTErrorRule.self,
    InsufficientSecurityRule.self,
    PairingCancelledRule.self,
    PairingFailedRule.self,
    EncryptionFailedRule.self,
    PairedAgainRule.self,
    PairingSlowRule.self,
    PairingUnauthenticatedRule.self,
    PairingDebugKeyRule.self,
    PairingZeroKeyRule.self,
    DataBeforeEncryptionRule.self,
    StaleHandlesRule.self,
    SubscriptionLostRule.self,
    SlowResponseRule.self,
    DiscoveryLoopRule.self,
    SlowDiscoveryRule.self,
    RequestOverlapRule.self,
    NeverSubscribedRule.self,
    AppRequestUnansweredRule.self,
    AnswersSlowRule.self,
    PollingRule.self,
    ReadsOfNotifiedRule.self,
    StreamEndedEarlyRule.self,
    TinyValuesRule.self,
    SubscriptionToggledRule.self,
    ValueBeforeSubscriptionRule.self,
    ValueNotSubscribedRule.self,
    PropertyViolatedRule.self,
    DatabaseInconsistentRule.self,
    UndeclaredValueRule.self,
    ValueDoubledRule.self,
    // The capture itself.
    CaptureCutRule.self,
    CaptureDropsRule.self,
    CaptureTruncatedRule.self,
    CaptureOneWayRule.self,
    CaptureFilteredRule.self,
    CaptureACLOnlyRule.self,
    CaptureStartedLateRule.self,
    ClockStepRule.self,
    VendorLogRule.self,
    UndecodableRule.self,
    BoundReachedRule.self,
  ]

  package static func rule(named name: String) -> (any Rule.Type)? { rules[name] }

  /// None of a rule that only another version of the program has.
  package static func traits(of name: String) -> RuleTraits { rules[name]?.traits ?? [] }

  private static let rules: [String: any Rule.Type] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// What the chosen rules say of captures: errors first, and among equals what cost most. Data
  /// weighs more than time.
  ///
  /// - Parameter asked: the names of those that the user asked for by name; some look further then.
  package static func findings(
    in captures: [ReportV1.Capture], rules: [any Rule.Type] = all, asked: Set<String> = []
  ) -> [ReportV1.Finding] {
    var worst = WorstFindings()
    for (index, capture) in captures.enumerated() {
      check(capture, rules, asked) { rule, found in
        for position in found.indices { worst.add(found.span[position], of: rule, in: index) }
      }
      worst.noteOmitted(capture.judged.findingsOmitted, frame: capture.judged.frameOfOmitted)
    }
    let isReported = rules.contains { $0 == BoundReachedRule.self }
    return worst.list(reportingMore: isReported)
  }
}

extension RuleCatalog {
  /// What the rules say of a capture, rule by rule, with what they said of the parts of it that it
  /// was let go of.
  ///
  /// - Parameter isWanted: of each finding, before those about one subject become one.
  static func check(
    _ capture: ReportV1.Capture, _ rules: [any Rule.Type], _ asked: Set<String>,
    where isWanted: ((RuleFinding, any Rule.Type) -> Bool)? = nil,
    _ take: (any Rule.Type, [RuleFinding]) -> Void
  ) {
    for (number, part) in CapturePart.all(of: capture).enumerated() {
      let file = CaseFile(part.capture, asked: asked)
      let hasTimes = part.capture.timeFault == nil
      for rule in rules where (rule.suitsAir || !part.isAir) && (hasTimes || !rule.needsTimes) {
        var found = rule.check(file)
        found.removeAll { !part.includes($0) || !(isWanted?($0, rule) ?? true) }
        found = RuleFinding.merged(found)
        file.temper(&found)
        take(rule, number == 0 ? capture.judged.joined(with: found, of: rule.name) : found)
      }
    }
  }
}

/// The worst findings of a report, put in order. Of those that are left out only the number is
/// kept, so that rules may find as much as they like.
struct WorstFindings {
  private struct Found {
    var weight: Weight
    var rule: any Rule.Type
    var capture: Int
    var finding: RuleFinding
  }

  private var found: [Found] = []
  /// What was left out before counts too.
  private var omittedBefore = 0
  /// That a bound was hit is always reported.
  private var bounds: [Found] = []
  private var count = 0
  /// The worst of those that were left out; it takes more to be reported.
  private var least: Weight?
  /// A frame of one that was left out.
  private var frameOfOmitted: Int?

  mutating func add(_ finding: borrowing RuleFinding, of rule: any Rule.Type, in capture: Int) {
    let weight = Weight(finding, index: count)
    count += 1
    let isBound = rule == BoundReachedRule.self
    if !isBound, let least, !weight.isMore(than: least) { return noteOmitted(weight) }
    let entry = Found(weight: weight, rule: rule, capture: capture, finding: copy finding)
    if isBound {
      bounds.append(entry)
    } else {
      found.append(entry)
      if found.count >= 4 * Bound.findings.limit { prune() }
    }
  }

  private mutating func prune() {
    guard found.count > Bound.findings.limit else { return }
    let weights = found.indices.map { found[$0].weight }.sorted { $0.isMore(than: $1) }
    let least = weights[Bound.findings.limit]
    self.least = least
    for entry in found where !entry.weight.isMore(than: least) { noteOmitted(entry.weight) }
    found.removeAll { !$0.weight.isMore(than: least) }
  }

  private mutating func noteOmitted(_ weight: Weight) {
    if frameOfOmitted == nil, weight.firstFrame > 0 { frameOfOmitted = weight.firstFrame }
  }

  mutating func noteOmitted(_ count: Int, frame: Int?) {
    omittedBefore = Int(reported: omittedBefore + count)
    if frameOfOmitted == nil { frameOfOmitted = frame }
  }

  /// What is kept of a part of a capture: as many as a report lists. That a bound was hit is said
  /// in the end.
  var kept: (findings: [EarlierFinding], omitted: Int, frameOfOmitted: Int?) {
    var pruned = self
    pruned.prune()
    return (
      pruned.found.map { EarlierFinding($0.finding, of: $0.rule.name) },
      pruned.count - pruned.bounds.count - pruned.found.count, pruned.frameOfOmitted
    )
  }

  mutating func list(reportingMore isReported: Bool) -> [ReportV1.Finding] {
    prune()
    let omitted = count - bounds.count - found.count + omittedBefore
    if omitted > 0, isReported {
      add(
        BoundReachedRule.Findings(omitted: omitted).finding(.info, frames: [frameOfOmitted]),
        of: BoundReachedRule.self, in: 0)
    }
    let all = found + bounds
    let order = all.indices.sorted { all[$0].weight.isMore(than: all[$1].weight) }
    return order.map { index in
      let finding = all[index].finding
      let words = finding.words
      return ReportV1.Finding {
        $0.rule = all[index].rule.name
        $0.severity = finding.severity
        $0.capture = all[index].capture
        $0.connection = finding.connection
        $0.frames = finding.frames
        $0.message = words.message
        $0.evidence = words.evidence.keyed
        $0.advice = words.advice
        $0.traits = all[index].rule.traits
        $0.connections = finding.connections
        $0.savingUs = finding.savingUs
      }
    }
  }

  /// What puts findings in their order; apart from them, as there may be thousands to be sorted.
  struct Weight {
    let severity: Int
    let lostBytes: Int
    let lostUs: Int
    let firstFrame: Int
    let index: Int

    init(_ finding: borrowing RuleFinding, index: Int) {
      severity = finding.severity.weight
      lostBytes = finding.lostBytes
      lostUs = finding.lostUs
      firstFrame = finding.frames.first ?? 0
      self.index = index
    }

    func isMore(than other: Weight) -> Bool {
      if severity != other.severity { return severity > other.severity }
      if lostBytes != other.lostBytes { return lostBytes > other.lostBytes }
      if lostUs != other.lostUs { return lostUs > other.lostUs }
      if firstFrame != other.firstFrame { return firstFrame < other.firstFrame }
      return index < other.index
    }
  }
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
