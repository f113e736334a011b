import Report

/// A scan received nothing for seconds, although many devices advertised.
enum ScanSilentRule: Rule {
  static let name = "scan-silent"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "A scan reported nothing for seconds, and then many new devices at once."
  static let explanation = """
    Devices advertise independently of each other. If a scan reports nothing for 2 s or more, and \
    then, in less time than that, ten devices or more that it had not reported before, these \
    devices were most likely there all the time. Either this host's controller did not receive, \
    or the reports are missing from the capture. The rule reports nothing if the scan window \
    explains the pause: then the controller was not asked to receive all the time. It also reports \
    nothing if the capture's clock was set in that time.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let steps = file.capture.clockSteps.filter { !$0.isCorrected }
    let silent = file.capture.scans.compactMap { scan in scan.silence.map { (scan, $0) } }
      .filter { _, silence in
        !steps.contains { $0.frame > silence.afterFrame && $0.frame <= silence.frame }
      }
    guard let worst = silent.max(by: { $0.1.durationUs < $1.1.durationUs }) else { return [] }
    let (scan, silence) = worst
    let total = silent.map(\.1.durationUs).total
    let duty = scan.sharePercent.map { " (\($0) % duty)" } ?? ""
    let others =
      silent.count == 1
      ? ""
      : " \(Wording.count(silent.count, "scan")) had such a silence, "
        + "\(Wording.duration(total)) together."
    return [
      RuleFinding(
        .warning, frames: Wording.handful(silent.flatMap { [$0.1.afterFrame, $0.1.frame] }),
        "The scan from #\(scan.startFrame)\(duty) reported nothing for "
          + "\(Wording.duration(silence.durationUs)) (#\(silence.afterFrame) to #\(silence.frame)), "
          + "then \(silence.newDevices) or more new devices within "
          + "\(Wording.duration(silence.heardUs)). Either this host's controller did not receive "
          + "in that time, or reports are missing from the capture.\(others)",
        evidence: [
          .scans: .int(silent.count), .silenceUs: .int(silence.durationUs),
          .totalUs: .int(total), .newDevices: .int(silence.newDevices),
          .heardUs: .int(silence.heardUs), .party: .string("local"),
        ],
        advice: "Look at what else uses this host's radio: Wi-Fi or BR/EDR on the same chip, other "
          + "connections. Look also at the way from the controller to the log, such as a serial "
          + "port that stalls. An app that looks for a device in that time does not find it.",
        lostUs: total)
    ]
  }
}
