import Report

/// A scan received nothing for seconds, although many devices advertised, or while it had to share
/// the radio with busy links.
struct ScanSilentRule: Rule, RuleFacts {
  static let name = "scan-silent"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [leastDeaf, mostShare, shortInterval]

  /// Devices advertise at least every 10.24 s; most do so several times a second.
  static let leastDeaf = RuleLimit("least_without_reports_us", 10_000_000, .microseconds)
  /// A scan that listens more of the time hears something between the events of links.
  static let mostShare = RuleLimit("most_scan_percent", 50, .percent)
  static let shortInterval = RuleLimit("short_interval_us", 15_000, .microseconds)

  /// That with the longest silence.
  let scan: ReportV1.Scan
  /// `nil` for a scan that heard nothing at all.
  let silence: ReportV1.ScanSilence?
  /// How many scans had one, and how long they were together.
  let count: Int
  let totalUs: Int
  let longestUs: Int
  /// Links with short intervals that were open all the time.
  let links: [ReportV1.Connection]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    silences(file) ?? deafScans(file) ?? []
  }

  private static func silences(_ file: CaseFile) -> [RuleFinding]? {
    let steps = file.capture.clockSteps.filter { !$0.isCorrected }
    let silent = file.capture.scans.compactMap { scan in scan.silence.map { (scan, $0) } }
      .filter { _, silence in
        !steps.contains { $0.frame > silence.afterFrame && $0.frame <= silence.frame }
      }
    guard let (scan, silence) = silent.max(by: { $0.1.durationUs < $1.1.durationUs }) else {
      return nil
    }
    let total = silent.map(\.1.durationUs).total
    let isPartial = scan.sharePercent.map { $0 < 100 } ?? false
    let found = Self(
      scan: scan, silence: silence, count: silent.count, totalUs: total,
      longestUs: silence.durationUs,
      links: isPartial ? links(from: silence.afterFrame, to: silence.frame, file) : [])
    return [
      found.finding(
        .warning, nil, frames: Wording.handful(silent.flatMap { [$0.1.afterFrame, $0.1.frame] }),
        lostUs: total
      ).covering(found.links.map(\.id))
    ]
  }

  /// Scans without any report, where other scans of the capture had some.
  private static func deafScans(_ file: CaseFile) -> [RuleFinding]? {
    guard file.capture.droppedRecords == 0, !file.capture.advertisers.isEmpty else { return nil }
    // What a scan heard beside such a link shows that it is not the link that keeps others silent.
    var innocent: Set<Int> = []
    for scan in file.capture.scans where (scan.reports ?? 0) > 0 {
      guard let stop = scan.stopFrame else { continue }
      innocent.formUnion(links(from: scan.startFrame, to: stop, file).map(\.id))
    }
    let deaf = file.capture.scans.compactMap { scan -> Self? in
      guard scan.reports == 0, scan.acceptListOnly != true, let stop = scan.stopFrame,
        let duration = scan.durationUs, duration >= leastDeaf.value,
        let share = scan.sharePercent, share <= mostShare.value
      else { return nil }
      let links = links(from: scan.startFrame, to: stop, file)
        .filter { !innocent.contains($0.id) }
      return links.isEmpty
        ? nil
        : Self(
          scan: scan, silence: nil, count: 1, totalUs: duration, longestUs: duration, links: links)
    }
    guard let longest = deaf.max(by: { $0.longestUs < $1.longestUs }), isControlled(file) else {
      return nil
    }
    let total = deaf.map(\.longestUs).total
    let found = Self(
      scan: longest.scan, silence: nil, count: deaf.count, totalUs: total,
      longestUs: longest.longestUs, links: longest.links)
    return [
      found.finding(
        .warning, nil,
        frames: Wording.handful(
          [longest.scan.startFrame, longest.scan.stopFrame] + found.links.map(\.completeFrame)),
        lostUs: total
      ).covering(found.links.map(\.id))
    ]
  }

  /// Whether scans that listen as little bring something where no such link is open, and none of
  /// them is silent: else a filter of the controller, or the place, explains the silence.
  private static func isControlled(_ file: CaseFile) -> Bool {
    var brings = false
    for scan in file.capture.scans where scan.acceptListOnly != true {
      guard let share = scan.sharePercent, share <= mostShare.value, let stop = scan.stopFrame,
        let duration = scan.durationUs, links(from: scan.startFrame, to: stop, file).isEmpty
      else { continue }
      if scan.reports == 0, duration >= leastDeaf.value { return false }
      if scan.reports ?? 0 > 0 { brings = true }
    }
    return brings
  }

  private static func links(from first: Int, to last: Int, _ file: CaseFile)
    -> [ReportV1.Connection]
  {
    file.connections {
      $0[$1].transport == .le && $0[$1].air == nil && $0[$1].firstFrame <= first
        && $0[$1].lastFrame >= last
        && ($0[$1].parameters.last { $0.frame <= first }?.intervalUs).map {
          $0 > 0 && $0 <= shortInterval.value
        } ?? false
    }.all
  }

  func intervalUs(of link: ReportV1.Connection) -> Int {
    let first = silence?.afterFrame ?? scan.startFrame
    return link.parameters.last { $0.frame <= first }?.intervalUs ?? 0
  }

  var evidence: EvidenceList {
    [
      .scans: .of(count), .silenceUs: .of(longestUs), .totalUs: .of(totalUs),
      .newDevices: .of(silence?.newDevices), .heardUs: .of(silence?.heardUs),
      .scanPercent: .of(scan.sharePercent), .connections: .of(links.prefix(16).map(\.id)),
      .intervalsUs: .of(links.prefix(16).map { intervalUs(of: $0) }),
      .party: .of(ReportV1.Actor.local),
    ]
  }
}
