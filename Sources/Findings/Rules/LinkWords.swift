import Report
import Text

/// What the rules about links share: who is on a link, and how that is said.
extension ReportV1.Connection {
  /// `party`, `role` and `transport`, as the last keys of a finding's evidence.
  ///
  /// - Parameter party: whose doing it was; `nil` where the frames leave that open.
  func actors(_ party: Party?) -> EvidenceList {
    [
      .party: sides.evidence(party),
      .role: role.map { .string($0.rawValue) } ?? .null, .transport: transportEvidence,
    ]
  }

  /// `party` and `transport`: the same, short.
  func by(_ party: Party?) -> EvidenceList {
    [.party: sides.evidence(party), .transport: transportEvidence]
  }

  /// `connection`, or `BR/EDR connection`: what is not said to be BR/EDR is LE.
  var noun: String { transport == .brEDR ? "BR/EDR connection" : "connection" }

  /// Trouble of a BR/EDR connection is beside the point of a report about LE: a warning at most.
  func tempered(_ severity: ReportV1.Severity) -> ReportV1.Severity {
    transport == .brEDR && severity == .error ? .warning : severity
  }

  /// The last data that went either way.
  var lastDataFrame: Int? { [lastRxFrame, lastTxFrame].compactMap { $0 }.max() }
  var lastDataUs: Int? { [lastRxUs, lastTxUs].compactMap { $0 }.max() }

  /// Who ended it, as far as the reason says; on the air it says so to the other side, and counts
  /// as what its sender is.
  var partyOfEnd: Party? {
    if let air { return air.endedBy.map { $0 == .central ? .local : .remote } }
    guard let reason = disconnect?.reason else { return nil }
    if reason == .connectionTerminatedByLocalHost || wasClosedByHost { return .local }
    return reason.isByPeer ? .remote : nil
  }
}

extension ReportV1.PendingRequest {
  /// `a write request to handle 0x0020 (#4) had no answer`
  func noAnswerWords(in connection: ReportV1.Connection) -> String {
    let name = Wording.pdu(request)
    let article = name.first.map("AEIOUaeiou".contains) == true ? "an" : "a"
    let target = handle.map { " to " + AttributeName($0, of: server, in: connection).words } ?? ""
    return "\(article) \(name)\(target) (#\(frame)) had no answer"
  }
}

extension ReportV1.NotificationStream {
  /// The characteristic, or at least its handle.
  var shortName: String { uuid ?? Wording.handle(valueHandle) }
}

extension Wording {
  /// `66:0D:F3:0A:7B:1C`, or `a device` where the address is not known.
  static func peer(_ address: String?) -> String { address ?? "a device" }
}
