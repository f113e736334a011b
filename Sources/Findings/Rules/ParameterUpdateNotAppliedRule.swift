import BluetoothProtocol
import Report

/// Parameters were accepted or commanded, and never took effect.
enum ParameterUpdateNotAppliedRule: Rule {
  static let name = "parameter-update-not-applied"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .awaitsUpdate
  static let summary = "New connection parameters were accepted or commanded, and never applied."
  static let explanation = """
    Accepting a request is only the first step: the central's controller must then update the \
    connection, and Connection Update Complete reports that. The rule reports the status when that \
    event or the command failed, or that the event was missing for 2 s and ten connection \
    intervals: the update takes effect at an instant six intervals or more ahead. It also covers \
    updates that this host commands as central without a request of the peer. It reports nothing \
    if the parameters in force are already those requested, within the controller's step of 1.25 \
    ms, if the same side repeated its request, or if a later update succeeded. An update of this \
    host that failed before the peer requested other parameters is info. If the link was lost, \
    only the time up to the last data of the peer counts.
    """

  private static let patienceUs = 2_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].parameterRequests.isEmpty || !$0[$1].parameterUpdateFailures.isEmpty
    }.findings { connection, _ in
      let found = connection.parameterRequests.compactMap { finding(connection, $0) }
      return found.isEmpty ? ordered(connection).map { [$0] } ?? [] : found
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ request: ReportV1.ParameterRequest
  ) -> RuleFinding? {
    guard request.result == .notApplied, !connection.isSuperseded(request),
      let watched = connection.watchedUs(after: request.timeUs)
    else { return nil }
    let current = connection.parameters.last
    let failure = connection.parameterUpdateFailures.last { $0.frame > request.frame }
    if failure == nil {
      guard watched >= max(patienceUs, 10 * (current?.intervalUs ?? 0)) else { return nil }
    }
    if let current, request.allows(current.intervalUs), current.latency == request.latency {
      return nil
    }
    var evidence = request.evidence
    evidence.append(.ageUs, .int(watched))
    evidence.append(.intervalUs, current.map { .int($0.intervalUs) } ?? .null)
    evidence.append(.status, failure.map { .status($0.status) } ?? .null)
    let outcome =
      failure.map { "accepted, and the update failed with \(named($0)) in #\($0.frame)" }
      ?? "accepted but not applied in \(Wording.duration(watched))"
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [current?.frame, request.frame, failure?.frame].compactMap { $0 },
      request.asker(connection.sides)
        + " requested \(request.wishes), which was \(outcome)\(still(current)).",
      evidence: evidence.with(connection.actors(request.party)),
      advice: failure.map { advice($0.status) }
        ?? "The requesting side should rely on Connection Update Complete, not on the answer; "
        + "request again later, and choose a supervision timeout and a pace of chunks that also "
        + "work with the old parameters."
    ).about(connection, request.wishes)
  }

  /// An update that the peer had not requested. Other rules
  /// report one that fails with the connection.
  private static func ordered(_ connection: ReportV1.Connection) -> RuleFinding? {
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
    let base: EvidenceList = [
      .status: .status(failure.status),
      .intervalUs: current.map { .int($0.intervalUs) } ?? .null,
      .minUs: failure.minUs.map { .int($0) } ?? .null,
      .maxUs: failure.maxUs.map { .int($0) } ?? .null,
      .nextUpdateFrame: later.map { .int($0.frame) } ?? .null,
    ]
    return RuleFinding(
      later == nil ? .warning : .info, connection: connection.id,
      frames: [current?.frame, failure.commandFrame, failure.frame].compactMap { $0 },
      "This host's update of the connection parameters\(wanted(by: failure)) failed with "
        + "\(named(failure))\(still(current))"
        + (later.map { until($0, after: current) } ?? "") + ".",
      evidence: base.with(connection.actors(.local)),
      advice: advice(failure.status))
  }

  /// ` to 45 ms (#398)`
  private static func wanted(by failure: ReportV1.ParameterUpdateFailure) -> String {
    guard let frame = failure.commandFrame, let least = failure.minUs, let most = failure.maxUs
    else { return "" }
    let range =
      least == most
      ? Wording.interval(most) : "\(Wording.interval(least)) to \(Wording.interval(most))"
    return " to an interval of \(range) (#\(frame))"
  }

  /// `, until the update that the peer requested (#451): to 22.5 ms, with a supervision timeout of
  /// 1 s instead of 5 s`
  private static func until(
    _ later: ReportV1.Parameters, after current: ReportV1.Parameters?
  ) -> String {
    let timeout = later.supervisionTimeoutUs
    var words =
      "; the peer's request then changed it to \(Wording.interval(later.intervalUs)) "
      + "(#\(later.frame))"
    if let before = current?.supervisionTimeoutUs, before != timeout {
      words +=
        ", and the supervision timeout from \(Wording.duration(before)) to "
        + Wording.duration(timeout)
    }
    return words
  }

  private static func named(_ failure: ReportV1.ParameterUpdateFailure) -> String {
    Wording.named(failure.name, failure.status)
  }

  private static func still(_ current: ReportV1.Parameters?) -> String {
    current.map { ": the interval stayed at \(Wording.interval($0.intervalUs))" } ?? ""
  }

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static func advice(_ status: HCIStatus) -> String {
    switch status {
    case 0x0C, 0x3A, 0x23, 0x2A:
      "The controller was probably busy with another procedure: request the update again a "
        + "second later."
    case 0x20:
      "One of the two controllers does not accept these values; if the refusal took a round trip, "
        + "it was the controller of the peer. Request a wider range, or the parameters that the "
        + "peer requests."
    case 0x11, 0x12, 0x1E:
      "The central's controller does not accept such values: keep the interval between 7.5 ms and "
        + "4 s, the timeout above twice (latency + 1) x the maximum interval, and the minimum "
        + "interval not above the maximum."
    case 0x1A:
      "The peer's controller does not support the procedure: the central has to set the parameters "
        + "without a request to it."
    case 0x3B:
      "The other controller refuses these values, and will do so again: request a wider range, or "
        + "the parameters that it offers; if several connections share a radio, an interval that "
        + "is a multiple of the others."
    case 0x28: "The update was received too late: look at the radio, and request it again."
    default: "Look at the central's controller and its log; request the update again later."
    }
  }
}
