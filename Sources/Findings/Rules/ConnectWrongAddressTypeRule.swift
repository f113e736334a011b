import Report

/// The host asks for a device by an address of another type than that with which it advertises.
struct ConnectWrongAddressTypeRule: Rule, RuleFacts {
  static let name = "connect-wrong-address-type"
  static let severity = ReportV1.Severity.error
  static let limits = [TriedDevice.least]

  let target: String
  let attempts: [ReportV1.Attempt]
  let first: ReportV1.Attempt
  let heard: ReportV1.AttemptHeard

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.triedDevices.compactMap { device in
      let attempts = device.misaddressed
      guard let first = attempts.first, let heard = first.heard else { return nil }
      let frames = attempts.prefix(4).flatMap { [$0.firstFrame, $0.lastFrame] }
      return Self(target: device.target, attempts: attempts, first: first, heard: heard).finding(
        .error, frames: Wording.handful([first.firstFrame, heard.frame] + frames), lostBytes: 1,
        lostUs: attempts.map(\.durationUs).total
      ).about(device.target, "address type", count: attempts.count)
    }
  }

  var evidence: EvidenceList {
    [
      .peer: .of(target), .count: .of(attempts.count), .addressType: .of(first.targetType),
      .heardType: .of(heard.addressType), .heardFrame: .of(heard.frame),
      .heardReports: .of(heard.reports), .requestFrame: .of(first.firstFrame),
      .attemptsUs: .of(attempts.map(\.durationUs).total), .party: .of(ReportV1.Actor.local),
      .role: .of(ReportV1.Role.central), .transport: .of(ReportV1.Transport.le),
    ]
  }
}
