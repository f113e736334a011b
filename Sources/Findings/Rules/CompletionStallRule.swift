import Report

/// The controller had packets and was not done with any of them.
struct CompletionStallRule: Rule, RuleFacts {
  static let name = "completion-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [graveTime, graveShare]
  /// What a person notices, of a long connection and of a short one.
  static let graveTime = RuleLimit("warning_us", 2_000_000, .microseconds)
  static let graveShare = RuleLimit("warning_share", 5, .percent)

  let stalls: [ReportV1.Stall]
  let longest: ReportV1.Stall
  /// 0 where it is not known.
  let timeoutUs: Int
  /// Whether there were other connections, or scans, during the longest stall.
  let hadOthers: Bool
  let hadScans: Bool
  /// What this host's controller did meanwhile.
  let cause: StallCause?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.stalls.finding { connection, account in
      guard let longest = account.completion.longest else { return nil }
      let others = file.radio.connections(
        beside: connection, from: longest.startUs, lasting: longest.durationUs)
      let found = Self(
        stalls: account.completion, longest: longest,
        timeoutUs: connection.parameters(at: longest.firstFrame)?.supervisionTimeoutUs ?? 0,
        hadOthers: !others.isEmpty,
        hadScans: file.radio.mayHaveScanned(longest.startUs, longest.endUs),
        cause: StallCause(account.completion))
      let frames = [
        longest.firstFrame, found.cause?.frame ?? (found.isSilent ? longest.silentFrame : nil),
        longest.lastFrame,
      ]
      let isGrave =
        found.stalls.totalUs >= graveTime.value || found.isNearTimeout
        || found.stalls.totalUs >= (connection.lengthUs ?? 0) / (100 / graveShare.value)
      var finding = found.finding(
        isGrave ? .warning : .info, connection.id, frames: frames, lostUs: found.stalls.totalUs)
      finding.savingUs = found.stalls.excessUs
      return finding
    }
  }

  /// Completions are all that a capture shows of what the link layer heard. Where they took longer
  /// than the timeout and the link lived on, it heard something else.
  var isNearTimeout: Bool {
    timeoutUs > 0
      && (timeoutUs / 2..<max(timeoutUs, timeoutUs / 2 + 1)).contains(longest.durationUs)
  }

  /// Nothing at all came for nearly all of them, for a reason that is not known.
  var isSilent: Bool { cause == nil && silentUs >= stalls.totalUs / 10 * 9 }
  var silentUs: Int { stalls.map { $0.silentUs ?? 0 }.total }

  /// How many packets came at once at the end of a stall in which there was none before.
  var burst: Int? {
    guard isSilent, let frame = longest.silentFrame else { return nil }
    let packets = longest.lastFrame - frame + 1
    return packets >= Self.fewestAtOnce ? packets : nil
  }

  private static let fewestAtOnce = 3

  var evidence: EvidenceList {
    [
      .stalls: .of(stalls.count), .totalUs: .of(stalls.totalUs),
      .longestUs: .of(longest.durationUs), .outstanding: .of(longest.outstanding),
      .supervisionTimeoutUs: .of(timeoutUs > 0 ? timeoutUs : nil),
      .silentUs: .of(silentUs > 0 ? silentUs : nil), .stallCause: .of(cause?.cause),
      .causeUs: .of(cause?.us), .command: .of(cause?.command),
    ]
  }
}
