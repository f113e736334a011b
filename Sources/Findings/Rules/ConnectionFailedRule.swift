import BluetoothProtocol
import Report

/// A connection was requested, and was not established.
struct ConnectionFailedRule: Rule, RuleFacts {
  static let name = "connection-failed"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = .connecting
  static let limits = [ConnectionAttempts.near, ConnectionAttempts.longEnough, soonAgain]
  /// One attempt that failed with 0x3E costs nothing, if the next one succeeded so soon.
  static let soonAgain = RuleLimit("connected_again_within_us", 1_000_000, .microseconds)

  let attempts: ConnectionAttempts
  /// The attempts that failed; at least one.
  let failures: [ConnectionAttempts.Failure]
  /// A connection that came about after the last of them.
  let next: ConnectionAttempts.Worked?
  /// How often the device advertised, where it went on in step after each of the failures.
  var periodUs: Int?
  var busy: BusyReceiver?
  var refutation: (worked: ConnectionAttempts.Worked, isLater: Bool)?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let all = ConnectionAttempts.all(in: file)
    guard !all.isEmpty else { return [] }
    let receivers = BusyReceivers(file.capture)
    // What slow-connection reports, wait and failure; looked for once, and only where it matters.
    lazy var slow = Set(
      file.capture.timeFault == nil ? SlowConnectionRule.check(file).flatMap(\.connections) : [])
    return all.compactMap { attempts in
      failed(attempts, file, receivers) { $0.map { slow.contains($0) } ?? false }
    }
  }

  private init?(_ attempts: ConnectionAttempts, _ failures: [ConnectionAttempts.Failure]) {
    guard let last = failures.last else { return nil }
    self.attempts = attempts
    self.failures = failures
    next = attempts.worked.first { $0.frame > last.frame }
  }

  private static func failed(
    _ attempts: ConnectionAttempts, _ file: CaseFile, _ receivers: BusyReceivers,
    isSlow: (_ connection: Int?) -> Bool
  ) -> RuleFinding? {
    guard var found = Self(attempts, attempts.failures),
      !found.isMadeGoodAtOnce || !isSlow(found.last.connection)
    else { return nil }
    found.periodUs = keptPeriod(found.failures, file)
    if found.isUnheard {
      let last = found.last
      found.busy = last.timeUs.flatMap { receivers.near($0 - (last.tookUs ?? 0), $0) }
    }
    found.refutation = found.failures.compactMap { attempts.refutation($0) }.last
    let worked = attempts.worked
    let severity: ReportV1.Severity =
      if found.isMadeGoodAtOnce {
        .info
      } else if worked.isEmpty {
        found.isBREDR ? .warning : .error
      } else {
        found.later == nil || found.failures.count >= worked.count ? .warning : .info
      }
    return found.finding(
      severity, found.failures.count == 1 ? found.last.connection : nil,
      frames: found.failures.prefix(4).map(\.frame) + [found.later] + found.heard
        + [found.answerFrame],
      lostBytes: worked.isEmpty && !found.isBREDR ? 1 : 0, lostUs: found.lostUs
    ).covering(found.failures.compactMap(\.connection))
      .about(
        attempts.key.address ?? "", "failed \(attempts.key.transport.rawValue)",
        count: found.failures.count)
  }

  /// A peripheral that receives the request (CONNECT_IND) stops advertising until the connection
  /// has failed, and then starts again. That the times still fit may be chance.
  private static func keptPeriod(
    _ failures: [ConnectionAttempts.Failure], _ file: CaseFile
  ) -> Int? {
    let established = failures.filter { $0.connection != nil }
    guard established.count == failures.count, let id = failures.last?.connection,
      let index = file.capture.connection(numbered: id),
      let peer = AdvertisingGrid.Peer(file.capture.connections[index]),
      let grid = file.advertisingGrids[peer], grid.isKept,
      // Nothing was seen after the last one, where no attempt followed.
      grid.acrossFailures >= failures.count - 1
    else { return nil }
    return grid.periodUs
  }

  var last: ConnectionAttempts.Failure { failures[failures.count - 1] }
  /// No packet of the peer was received.
  var isUnheard: Bool { last.status == .connectionFailedToBeEstablished }
  var isBREDR: Bool { attempts.key.transport == .brEDR }
  var later: Int? { next?.frame }
  /// The device answered these pages, which then failed all the same.
  var answered: [ConnectionAttempts.Failure] { failures.filter { $0.answerFrame != nil } }
  var answerFrame: Int? { answered.last?.answerFrame }
  /// Only one attempt failed, with 0x3E, and the next one succeeded right after it.
  private var isMadeGoodAtOnce: Bool {
    guard failures.count == 1, isUnheard, let failedUs = last.timeUs, let next else { return false }
    return next.startUs - failedUs <= Self.soonAgain.value
  }
  var lostUs: Int { failures.compactMap(\.tookUs).total }

  /// The advertisements around the only failure.
  var heard: [Int] { failures.count == 1 && periodUs != nil ? last.heard : [] }

  var evidence: EvidenceList {
    let waits = failures.compactMap(\.waitedUs)
    return [
      .status: .of(last.status), .peer: .of(attempts.key.address), .count: .of(failures.count),
      .connectedLater: .of(later != nil), .worked: .of(attempts.worked.count),
      .attemptsUs: .of(lostUs), .waitedUs: .of(waits.isEmpty ? nil : waits.total),
      .party: .null, .role: .of(ReportV1.Role.central),
      .transport: .of(attempts.key.transport), .rssiBefore: .of(last.rssi),
      .advertisingPeriodUs: .of(periodUs), .busyScanFrame: .of(busy?.frame),
      .soundConnectionFrame: .of(refutation?.worked.frame),
    ]
  }
}
