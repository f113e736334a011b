import Report

/// A controller failed, or was removed, while it had connections.
struct ControllerResetRule: Rule, RuleFacts {
  static let name = "controller-reset"
  static let severity = ReportV1.Severity.error

  enum Kind {
    /// And the frame of the Reset that ended connections.
    case error(code: Int, reset: Int?)
    case ended(ReportV1.EndCause)
  }

  let kind: Kind
  let controller: Int
  /// The `id` of each connection that ended with it.
  let connections: [Int]

  /// A controller that fails again and again is reported so often.
  private static let most = 16

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var found: [RuleFinding] = []
    var reported: Set<Int> = []
    for error in file.capture.hardwareErrors.prefix(most) {
      let lost = lost(to: error, file)
      let end = lost.first?.end?.frame
      let kind = Kind.error(code: error.code, reset: end)
      found.append(
        finding(
          .error, kind, error.controller, lost, frames: [error.frame, end],
          lostBytes: incomplete(lost) + (lost.isEmpty ? 0 : 1)))
      if let end { reported.insert(end) }
    }
    for lost in lostTogether(file) {
      guard let end = lost.first?.end, !reported.contains(end.frame) else { continue }
      let isMeant = end.cause == .controllerOff
      found.append(
        finding(
          isMeant ? .info : .warning, .ended(end.cause), lost[0].controller, lost,
          frames: [end.frame], lostBytes: isMeant ? 0 : incomplete(lost)))
    }
    return found
  }

  private static func finding(
    _ severity: ReportV1.Severity, _ kind: Kind, _ controller: Int,
    _ lost: [ReportV1.Connection], frames: [Int?], lostBytes: Int
  ) -> RuleFinding {
    let ids = lost.map(\.id)
    return Self(kind: kind, controller: controller, connections: ids).finding(
      severity, ids.count == 1 ? ids[0] : nil, frames: frames, lostBytes: lostBytes
    ).covering(ids)
  }

  /// Connections that went with their controller, by the record that shows it.
  private static func lostTogether(_ file: CaseFile) -> [[ReportV1.Connection]] {
    let lost = file.connections { ($0[$1].end?.cause ?? .disconnection) != .disconnection }.all
    return Dictionary(grouping: lost) { $0.end?.frame ?? 0 }.sorted { $0.key < $1.key }
      .map(\.value)
  }

  /// The connections that the Reset after an error ended: those that were open when it came.
  private static func lost(
    to error: ReportV1.HardwareError, _ file: CaseFile
  ) -> [ReportV1.Connection] {
    file.connections {
      guard let end = $0[$1].end, end.cause == .controllerReset else { return false }
      return $0[$1].controller == error.controller && $0[$1].firstFrame < error.frame
        && end.frame > error.frame
    }.all
  }

  private static func incomplete(_ connections: [ReportV1.Connection]) -> Int {
    connections.flatMap(\.transfers).filter { !$0.complete }.map(\.payloadBytes).total
  }

  var evidence: EvidenceList {
    let (key, value): (EvidenceKey, ReportV1.Evidence) =
      switch kind {
      case .error(let code, _): (.code, .of(code))
      case .ended(let cause): (.cause, .of(cause))
      }
    return [
      .controller: .of(controller), key: value,
      .connections: .of(Array(connections.prefix(16))),
    ]
  }
}
