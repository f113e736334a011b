import Report

/// A scan received nothing for seconds, although many devices advertised.
struct ScanSilentRule: Rule, RuleFacts {
  static let name = "scan-silent"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing

  /// That with the longest silence.
  let scan: ReportV1.Scan
  let silence: ReportV1.ScanSilence
  /// How many scans had one, and how long they were together.
  let count: Int
  let totalUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let steps = file.capture.clockSteps.filter { !$0.isCorrected }
    let silent = file.capture.scans.compactMap { scan in scan.silence.map { (scan, $0) } }
      .filter { _, silence in
        !steps.contains { $0.frame > silence.afterFrame && $0.frame <= silence.frame }
      }
    guard let (scan, silence) = silent.max(by: { $0.1.durationUs < $1.1.durationUs }) else {
      return []
    }
    let total = silent.map(\.1.durationUs).total
    return [
      Self(scan: scan, silence: silence, count: silent.count, totalUs: total).finding(
        .warning, nil, frames: Wording.handful(silent.flatMap { [$0.1.afterFrame, $0.1.frame] }),
        lostUs: total)
    ]
  }

  var evidence: EvidenceList {
    [
      .scans: .of(count), .silenceUs: .of(silence.durationUs), .totalUs: .of(totalUs),
      .newDevices: .of(silence.newDevices), .heardUs: .of(silence.heardUs),
      .party: .of(ReportV1.Actor.local),
    ]
  }
}
