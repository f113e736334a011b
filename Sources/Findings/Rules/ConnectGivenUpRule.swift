import BluetoothProtocol
import Report

/// The host cancelled attempts to connect.
struct ConnectGivenUpRule: Rule, RuleFacts {
  static let name = "connect-given-up"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .connecting
  static let limits = [TriedDevice.least, much, longest, soon]
  /// So much time, of all attempts to a device together, is a warning.
  static let much = RuleLimit("warning_us", 5_000_000, .microseconds)
  static let longest = RuleLimit("longest_us", ReportV1.Attempt.longestUs, .microseconds)
  /// A connection that came about so soon shows that the device was there.
  static let soon = RuleLimit("connected_within_us", 60_000_000, .microseconds)
  private static let atOnceUs = 1_000_000

  let device: TriedDevice
  let attempts: [ReportV1.Attempt]
  let last: ReportV1.Attempt
  /// The next attempt after them that worked.
  let later: ReportV1.Attempt?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let misses = Set(file.acceptListMisses.flatMap { $0.attempts.map(\.firstFrame) })
    return file.triedDevices.compactMap { device in
      guard device.misaddressed.isEmpty, device.unconnectable.isEmpty else { return nil }
      let attempts = device.attempts.filter { isMeant($0) && !misses.contains($0.firstFrame) }
      return finding(device, attempts)
    }
  }

  private static func isMeant(_ attempt: ReportV1.Attempt) -> Bool {
    attempt.ended == .givenUp && attempt.status == .unknownConnectionIdentifier && !attempt.isWait
      && !attempt.endedBySwitchOff
  }

  private static func finding(
    _ device: TriedDevice, _ attempts: [ReportV1.Attempt]
  ) -> RuleFinding? {
    let total = attempts.map(\.durationUs).total
    guard let last = attempts.last, total >= TriedDevice.least.value else { return nil }
    let later = device.attempts.first {
      $0.ended == .connected && $0.firstFrame > last.firstFrame
    }
    let found = Self(device: device, attempts: attempts, last: last, later: later)
    return found.finding(
      total >= much.value && found.costTime ? .warning : .info,
      frames: Wording.handful(
        attempts.prefix(2).flatMap { [$0.firstFrame, $0.cancelFrame ?? $0.lastFrame] }
          + [found.heard?.frame, later?.lastFrame]),
      lostUs: total
    ).about(device.target, "given up \(device.transport.rawValue)", count: attempts.count)
  }

  /// From the last attempt to the one that worked.
  var laterUs: Int? { later.map { $0.startUs - last.endUs } }
  var cameSoon: Bool { laterUs.map { $0 <= Self.soon.value } ?? false }
  /// Whether the device was there, or was tried again and again: one attempt to a device that was
  /// not, or that the next attempt mends at once, cost what it took and no more.
  private var costTime: Bool {
    attempts.count > 1 || (heard != nil || cameSoon) && laterUs ?? .max > Self.atOnceUs
  }

  var totalUs: Int { attempts.map(\.durationUs).total }
  /// What was heard around the last attempt for which there is something.
  var heard: ReportV1.AttemptHeard? { attempts.last { $0.heard != nil }?.heard }

  /// How many reports there were: those before several attempts count once.
  var heardReports: Int {
    var frames: Set<Int> = []
    return attempts.compactMap(\.heard).filter { frames.insert($0.frame).inserted }
      .map(\.reports).total
  }

  var evidence: EvidenceList {
    [
      .status: .of(last.status), .peer: .of(device.target), .count: .of(attempts.count),
      .attempts: .of(device.attempts.count), .attemptsUs: .of(totalUs),
      .longestUs: .of(attempts.map(\.durationUs).max()), .connectedLater: .of(later != nil),
      .heardReports: .of(heardReports),
      .heardFrame: .of(heard?.frame), .rssiBefore: .of(heard?.rssi),
      .party: .of(ReportV1.Actor.local), .role: .of(ReportV1.Role.central),
      .transport: .of(device.transport),
    ]
  }
}
