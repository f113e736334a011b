import BluetoothProtocol
import Report

/// Parameters were granted or set, and never came.
enum ParameterUpdateNotAppliedRule: Rule {
  static let name = "parameter-update-not-applied"
  static let severity = ReportV1.Severity.warning
  static let summary = "Other connection parameters were granted or ordered, and never applied."
  static let explanation = """
    To accept is one step; the central's controller must then update the connection, which shows \
    as a Connection Update Complete. Reported when that, or the command, failed, with its status; \
    or when none came for 2 s and ten connection intervals, as the update has an instant six \
    intervals or more ahead. An update that our host ordered as central without being asked is \
    reported as well. Quiet when the parameters in force are what was asked for anyway, to the \
    controller's step of 1.25 ms, when the same side asked again, and when a later update \
    succeeded. A link that was lost is watched up to the peer's last data only.
    """

  private static let patienceUs = 2_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].parameterRequests.isEmpty || !$0[$1].parameterUpdateFailures.isEmpty
    }.findings { connection, _ in
      let told = connection.parameterRequests.compactMap { finding(connection, $0) }
      return told.isEmpty ? ordered(connection).map { [$0] } ?? [] : told
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ request: ReportV1.ParameterRequest
  ) -> RuleFinding? {
    guard request.result == .notApplied, !connection.isSuperseded(request),
      let watched = connection.watchedUs(after: request)
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
    evidence.append("age_us", .int(watched))
    evidence.append("interval_us", current.map { .int($0.intervalUs) } ?? .null)
    evidence.append("status", failure.map { .status($0.status) } ?? .null)
    let outcome =
      failure.map { "accepted, and the update failed with \(named($0)) in #\($0.frame)" }
      ?? "accepted and not applied in \(Wording.duration(watched))"
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [current?.frame, request.frame, failure?.frame].compactMap { $0 },
      "\(request.asker) asked for \(request.wishes), which was \(outcome)\(still(current)).",
      evidence: evidence.with(connection.actors(request.party)),
      advice: failure.map { advice($0.status) }
        ?? "Judge by Connection Update Complete and not by the answer; ask again later, and "
        + "choose a supervision timeout and chunk pace that hold with the old parameters too."
    ).about(connection, request.wishes)
  }

  /// An update that nobody had asked our host for. Of one that fails with the connection other rules
  /// tell.
  private static func ordered(_ connection: ReportV1.Connection) -> RuleFinding? {
    guard connection.role == .central,
      let failure = connection.parameterUpdateFailures.last,
      ![0x02, 0x08, 0x13, 0x16, 0x22, 0x3E].contains(failure.status),
      !connection.parameters.contains(where: { $0.frame > failure.frame }),
      !connection.parameterRequests.contains(where: { $0.result == .notApplied })
    else { return nil }
    let current = connection.parameters.last
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "status": .status(failure.status),
      "interval_us": current.map { .int($0.intervalUs) } ?? .null,
    ]
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [current?.frame, failure.frame].compactMap { $0 },
      "Our host's update of the connection parameters failed with \(named(failure))"
        + "\(still(current)).",
      evidence: base.with(connection.actors(.local)),
      advice: advice(failure.status))
  }

  private static func named(_ failure: ReportV1.ParameterUpdateFailure) -> String {
    Wording.named(failure.name, failure.status)
  }

  private static func still(_ current: ReportV1.Parameters?) -> String {
    current.map { ": the interval stayed at \(Wording.duration($0.intervalUs))" } ?? ""
  }

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static func advice(_ status: HCIStatus) -> String {
    switch status {
    case 0x0C, 0x3A, 0x23, 0x2A:
      "The controller was busy with another procedure: ask again, a second later."
    case 0x11, 0x12, 0x1E, 0x20:
      "The central's controller takes no such values: keep the interval between 7.5 ms and 4 s, the "
        + "timeout above twice (latency + 1) x the greatest interval, and the least interval not "
        + "above the greatest."
    case 0x1A:
      "The peer's controller does not know the procedure: the central has to set the parameters "
        + "without asking it."
    case 0x3B:
      "The other controller refuses these values, and will again: ask for a wider range, or for "
        + "what it offers; where several connections share a radio, for a multiple of their "
        + "interval."
    case 0x28: "The update came too late on the air: look at the radio, and ask again."
    default: "Look at the central's controller and its log; ask again later."
    }
  }
}
