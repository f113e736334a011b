import BluetoothProtocol
import Report

/// One side ended pairings: those of a connection that came to nothing.
struct PairingCancelledRule: Rule, RuleFacts {
  static let name = "pairing-cancelled"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let needsTimes = true
  static let limits = [timer]
  /// Core Vol 3, Part H, 3.4.
  static let timer = RuleLimit("timer_us", 30_000_000, .microseconds)
  /// The clocks of two hosts, and of the capture, differ by a little.
  private static let slackUs = 500_000

  /// How a pairing was ended.
  enum How: Equatable {
    /// By Pairing Failed, with a reason that says no more than that its sender did not want to.
    case failed
    /// By hanging up.
    case disconnected
    /// Nothing more came until the Security Manager's timer had run out.
    case timedOut
  }

  struct Attempt {
    let pairing: ReportV1.Pairing
    let how: How
    /// `nil` where both waited.
    let party: Party?
    /// From the last command to its end.
    let afterUs: Int
    /// What ended it.
    let frame: Int?
  }

  let connection: ReportV1.Connection
  let attempts: [Attempt]
  let isMadeGood: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].pairing.isEmpty }.finding { connection, index in
      let attempts = attempts(in: connection, of: file)
      guard let last = attempts.last else { return nil }
      let found = Self(
        connection: connection, attempts: attempts,
        isMadeGood: file.isPaired(after: last.pairing.lastFrame, connection: index))
      return found.finding(
        found.severity, connection.id,
        frames: Wording.handful(found.frames)
      ).about(
        connection, found.party.map(\.rawValue) ?? "", count: attempts.count,
        weight: attempts.count, frame: last.frame)
    }
  }

  /// Whether it says of a pairing that it was ended by a side.
  static func reports(
    _ pairing: ReportV1.Pairing, of connection: ReportV1.Connection, in file: CaseFile
  ) -> Bool {
    attempts(in: connection, of: file).contains { $0.pairing == pairing }
  }

  /// None in a connection of which the logger cut records.
  private static func attempts(
    in connection: ReportV1.Connection, of file: CaseFile
  ) -> [Attempt] {
    guard file.capture.timeFault == nil else { return [] }
    return connection.pairing.indices.compactMap { index in
      let pairing = connection.pairing[index]
      switch pairing.result {
      case .completed: return nil
      case .failed: return failed(pairing)
      case .unfinished:
        let next = connection.pairing.dropFirst(index + 1).first
        return file.capture.recordsCutByLogger > 0 || isOwedByHost(pairing, connection, file)
          ? nil : unfinished(pairing, next, connection, file.capture.durationUs)
      }
    }
  }

  /// Whether the host owed its controller the answer that a pairing over BR/EDR waited for.
  static func isOwedByHost(
    _ pairing: ReportV1.Pairing, _ connection: ReportV1.Connection, _ file: CaseFile
  ) -> Bool {
    guard connection.transport == .brEDR else { return false }
    return (file.capture.breaches + connection.breaches).contains {
      $0.obligation == .hostRequestUnanswered && $0.frame >= pairing.firstFrame
        && $0.frame <= pairing.lastFrame
    }
  }

  /// Reasons by which a side, or the person in front of it, says no. Core Vol 3, Part H, 3.5.5.
  private static let refusals: Set<Int> = [0x01, 0x08, 0x0C]

  private static func failed(_ pairing: ReportV1.Pairing) -> Attempt? {
    guard let reason = pairing.reason, refusals.contains(reason), let by = pairing.failedBy,
      pairing.lastStep != nil
    else { return nil }
    return Attempt(
      pairing: pairing, how: .failed, party: Party(by), afterUs: pairing.failedAfterUs ?? 0,
      frame: pairing.lastFrame)
  }

  private static func unfinished(
    _ pairing: ReportV1.Pairing, _ next: ReportV1.Pairing?, _ connection: ReportV1.Connection,
    _ durationUs: Int?
  ) -> Attempt? {
    // Encryption failed after it: the keys are the fault.
    guard let start = pairing.startUs,
      !connection.encryptionFailures.contains(where: { $0.frame > pairing.firstFrame })
    else { return nil }
    let last = start + (pairing.durationUs ?? 0)
    let isOver = next != nil || connection.disconnect != nil
    let end = next?.startUs ?? connection.endUs
    let waited = max(0, end - last)
    // The timer is the Security Manager's, not that of a Link Manager.
    if waited >= timer.value - slackUs, connection.transport != .brEDR {
      return Attempt(
        pairing: pairing, how: .timedOut, party: nil, afterUs: min(waited, timer.value),
        frame: pairing.lastStepFrame)
    }
    guard isOver, next == nil, let party = connection.partyOfEnd else { return nil }
    let asked = party == .local ? connection.disconnectRequest?.timeUs : nil
    return Attempt(
      pairing: pairing, how: .disconnected, party: party,
      afterUs: max(0, (asked ?? connection.endUs) - last),
      frame: connection.disconnectRequest?.frame ?? connection.disconnect?.frame)
  }

  /// Who only hung up may have had another reason.
  private var severity: ReportV1.Severity {
    if isMadeGood { return .info }
    return attempts.allSatisfy { $0.how == .disconnected } ? .warning : connection.tempered(.error)
  }

  /// The side that ended most of them.
  var party: Party? {
    let (local, remote) = (count(of: .local), count(of: .remote))
    return local == remote ? nil : local > remote ? .local : .remote
  }

  private func count(of party: Party) -> Int { attempts.count { $0.party == party } }

  /// Requests before it that were refused because there was no pairing.
  var refusals: [ReportV1.ATTError] {
    guard let last = attempts.last?.pairing.firstFrame else { return [] }
    return connection.att.errors.filter { $0.asksForSecurity && $0.frame < last }
  }

  private var frames: [Int?] {
    let ends = attempts.map(\.frame)
    return ends.count > 1 ? ends : [attempts.first?.pairing.firstFrame] + ends
  }

  var evidence: EvidenceList {
    [
      .pairings: .of(attempts.count), .reason: .of(attempts.last?.pairing.reason),
      .reasonName: .of(attempts.last?.pairing.reasonName),
      .method: .of(attempts.last?.pairing.method), .step: .of(attempts.last?.pairing.lastStep),
      .waitedUs: .of(attempts.map(\.afterUs).max()), .refusals: .of(refusals.count),
      .disconnectReason: .of(connection.disconnect?.reason),
    ] + connection.actors(party)
  }
}
