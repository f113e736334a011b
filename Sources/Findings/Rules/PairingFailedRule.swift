import BluetoothProtocol
import Report

/// A pairing that failed, or a bond that one side no longer has.
struct PairingFailedRule: Rule, RuleFacts {
  static let name = "pairing-failed"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true

  let connection: ReportV1.Connection
  let pairing: ReportV1.Pairing?
  /// The end of the connection, where its reason speaks of keys.
  let lostKeys: ReportV1.Disconnect?
  /// Whether a later pairing succeeded.
  let isMadeGood: Bool
  /// The devices had keys before this connection.
  let hasBond: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].pairing.isEmpty || $0[$1].disconnect.map { keyReasons.contains($0.reason) } ?? false
    }.finding { connection, index in
      let failure = connection.encryptionFailures.last
      let lostKeys =
        failure == nil
        ? connection.disconnect.flatMap { keyReasons.contains($0.reason) ? $0 : nil } : nil
      let pairing = connection.pairing.last {
        $0.result == .failed
          || $0.result == .unfinished && connection.disconnect != nil
            && !PairingCancelledRule.isOwedByHost($0, connection, file)
            && file.capture.recordsCutByLogger <= 0
            && $0.firstFrame > failure?.frame ?? 0
      }
      let isCancelled =
        pairing.map { PairingCancelledRule.reports($0, of: connection, in: file) } ?? false
      guard
        lostKeys.map({ !isCancelled || $0.reason != .authenticationFailure })
          ?? pairing.map({ !isCancelled && !isReported($0, of: connection) }) ?? false
      else { return nil }
      let isMadeGood =
        lostKeys == nil
        && pairing.map { file.isPaired(after: $0.lastFrame, connection: index) } ?? false
      return Self(
        connection: connection, pairing: pairing, lostKeys: lostKeys, isMadeGood: isMadeGood,
        hasBond: file.hasBond(connection, index)
      ).finding(
        lostKeys != nil ? connection.tempered(.error) : isMadeGood ? .info : .warning,
        connection.id,
        frames: Wording.handful(
          [pairing?.firstFrame, pairing?.lastFrame, lostKeys?.frame]))
    }
  }

  /// HCI disconnection reasons that speak of keys. Core Vol 1, Part F, 2.
  private static let keyReasons: Set<HCIStatus> = [0x05, 0x06, 0x3D]

  private static func isReported(
    _ pairing: ReportV1.Pairing, of connection: ReportV1.Connection
  ) -> Bool {
    switch InsufficientSecurityRule(connection)?.sequel {
    case .pairingFailed(let found), .pairingUnfinished(let found): found == pairing
    default: false
    }
  }

  private var party: Party? {
    pairing?.result == .failed ? pairing?.failedBy.map(Party.init) : connection.partyOfEnd
  }

  var evidence: EvidenceList {
    [
      .result: .of(pairing?.result), .reason: .of(pairing?.reason),
      .reasonName: .of(pairing?.reasonName), .method: .of(pairing?.method),
      .initiator: .of(pairing?.initiator), .disconnectReason: .of(connection.disconnect?.reason),
    ] + connection.actors(party)
  }
}

extension ReportV1.Pairing {
  /// Whether it is only a Security Request that the central did not want: no command of a pairing
  /// came before the refusal.
  var isRefusedRequest: Bool {
    result == .failed && initiator == nil && method == nil && lastStep == nil
  }
}
