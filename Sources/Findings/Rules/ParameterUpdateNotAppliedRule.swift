import BluetoothProtocol
import Report

/// Parameters were accepted or commanded, and never took effect.
struct ParameterUpdateNotAppliedRule: Rule, RuleFacts {
  static let name = "parameter-update-not-applied"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .awaitsUpdate
  static let limits = [patience, leastIntervals]
  static let patience = ParameterUpdateUnansweredRule.patience
  static let leastIntervals = RuleLimit("least_intervals", 10, .connectionEvents)

  let connection: ReportV1.Connection
  let update: Update
  /// The parameters that stayed in force.
  let current: ReportV1.Parameters?
  let failure: ReportV1.ParameterUpdateFailure?

  enum Update {
    case requested(ReportV1.ParameterRequest, watchedUs: Int)
    /// By this host, which the peer had not asked for it.
    case commanded(later: ReportV1.Parameters?)
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].parameterRequests.isEmpty || !$0[$1].parameterUpdateFailures.isEmpty
    }.findings { connection, _ in
      let found = connection.parameterRequests.compactMap { requested(connection, $0) }
      return found.isEmpty ? commanded(connection).map { [$0] } ?? [] : found
    }
  }

  private static func requested(
    _ connection: ReportV1.Connection, _ request: ReportV1.ParameterRequest
  ) -> RuleFinding? {
    guard request.result == .notApplied, !connection.isSuperseded(request),
      let watched = connection.watchedUs(after: request.timeUs)
    else { return nil }
    let current = connection.parameters.last
    let failure = connection.parameterUpdateFailures.last { $0.frame > request.frame }
    if failure == nil {
      guard watched >= max(patience.value, leastIntervals.value * (current?.intervalUs ?? 0))
      else { return nil }
    }
    if let current, request.allows(current.intervalUs), current.latency == request.latency {
      return nil
    }
    return Self(
      connection: connection, update: .requested(request, watchedUs: watched), current: current,
      failure: failure
    ).finding(
      .warning, connection.id,
      frames: [current?.frame, request.frame, failure?.frame]
    ).about(connection, request.subject)
  }

  /// Other rules report one that fails with the connection.
  private static func commanded(_ connection: ReportV1.Connection) -> RuleFinding? {
    guard connection.role == .central,
      let failure = connection.parameterUpdateFailures.last,
      ![0x02, 0x08, 0x13, 0x16, 0x22, 0x3E].contains(failure.status),
      !connection.parameterRequests.contains(where: { $0.result == .notApplied })
    else { return nil }
    let later = connection.parameters.first { $0.frame > failure.frame }
    if let later {
      // This host set others, or the same once more, with success.
      guard
        connection.parameterRequests.contains(where: {
          $0.direction == .rx && $0.frame > failure.frame && $0.frame < later.frame
        })
      else { return nil }
    }
    let current = connection.parameters.last { $0.frame < failure.frame }
    return Self(
      connection: connection, update: .commanded(later: later), current: current, failure: failure
    ).finding(
      later == nil ? .warning : .info, connection.id,
      frames: [current?.frame, failure.commandFrame, failure.frame])
  }

  /// Parameters that were in force before and are those that were refused: it is not the values
  /// that a controller cannot do.
  var proof: ReportV1.Parameters? {
    guard let failure, let least = failure.minUs, let most = failure.maxUs else { return nil }
    return connection.parameters.last {
      $0.frame < failure.frame && (least...max(least, most)).contains($0.intervalUs)
        && $0.latency == failure.latency && $0.supervisionTimeoutUs == failure.supervisionTimeoutUs
    }
  }

  var evidence: EvidenceList {
    switch update {
    case .requested(let request, let watchedUs):
      request.evidence + [
        .ageUs: .of(watchedUs), .intervalUs: .of(current?.intervalUs),
        .status: .of(failure?.status),
      ] + connection.actors(request.party)
    case .commanded(let later):
      [
        .status: .of(failure?.status), .intervalUs: .of(current?.intervalUs),
        .minUs: .of(failure?.minUs), .maxUs: .of(failure?.maxUs),
        .nextUpdateFrame: .of(later?.frame),
      ] + connection.actors(.local)
    }
  }
}
