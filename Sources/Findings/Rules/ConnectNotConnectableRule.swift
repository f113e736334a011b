import Report

/// The host tries to connect to a device that advertises that it cannot be connected to.
struct ConnectNotConnectableRule: Rule, RuleFacts {
  static let name = "connect-not-connectable"
  static let severity = ReportV1.Severity.error
  static let limits = [TriedDevice.least]

  let target: String
  let attempts: [ReportV1.Attempt]
  let first: ReportV1.Attempt
  let heard: ReportV1.AttemptHeard
  /// Reports of the device in the whole capture.
  let reports: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.triedDevices.compactMap { device in
      let attempts = device.unconnectable
      guard let first = attempts.first, let heard = first.heard else { return nil }
      let frames = attempts.prefix(4).flatMap { [$0.firstFrame, $0.cancelFrame ?? $0.lastFrame] }
      let reports = file.capture.advertisers.filter { $0.address == device.target }
        .map(\.reports).total
      return Self(
        target: device.target, attempts: attempts, first: first, heard: heard, reports: reports
      ).finding(
        .error, frames: Wording.handful([first.firstFrame, heard.frame] + frames), lostBytes: 1,
        lostUs: attempts.map(\.durationUs).total
      ).about(device.target, "not connectable", count: attempts.count)
    }
  }

  var evidence: EvidenceList {
    [
      .peer: .of(target), .count: .of(attempts.count), .heardFrame: .of(heard.frame),
      .heardReports: .of(reports), .requestFrame: .of(first.firstFrame),
      .attemptsUs: .of(attempts.map(\.durationUs).total), .party: .of(ReportV1.Actor.remote),
      .role: .of(ReportV1.Role.central), .transport: .of(ReportV1.Transport.le),
    ]
  }
}
