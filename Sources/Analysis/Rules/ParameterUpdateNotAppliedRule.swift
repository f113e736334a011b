import Reports

/// Parameters were granted and never came.
enum ParameterUpdateNotAppliedRule: Rule {
  static let name = "parameter-update-not-applied"
  static let severity = ReportV1.Severity.warning
  static let summary = "A request for other connection parameters was accepted and never applied."
  static let explanation = """
    To accept is one step; the central's controller must then update the connection, which shows as \
    a Connection Update Complete. Told when none came for 2 s and ten connection intervals, as the \
    update has an instant six intervals or more ahead; when the parameters in force are not what \
    was asked for anyway; and when the same side did not ask again.
    """

  private static let patienceUs = 2_000_000

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    capture.connections.flatMap { connection in
      connection.parameterRequests.compactMap { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ request: ReportV1.ParameterRequest
  ) -> RuleFinding? {
    guard request.result == .notApplied, !connection.isSuperseded(request),
      let watched = connection.watchedUs(after: request)
    else { return nil }
    let current = connection.parameters.last
    guard watched >= max(patienceUs, 10 * (current?.intervalUs ?? 0)) else { return nil }
    if let current, current.intervalUs >= request.minUs, current.intervalUs <= request.maxUs,
      current.latency == request.latency
    {
      return nil
    }
    var evidence = request.evidence
    evidence.append("age_us", .int(watched))
    evidence.append("interval_us", current.map { .int($0.intervalUs) } ?? .null)
    let still = current.map { ": the interval stayed at \(Wording.duration($0.intervalUs))" } ?? ""
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [current?.frame, request.frame].compactMap { $0 },
      "\(request.asker) asked for \(request.wishes), which was accepted and not applied in "
        + "\(Wording.duration(watched))\(still).",
      evidence: evidence,
      advice: "Judge by Connection Update Complete and not by the answer; ask again later, and "
        + "choose a supervision timeout and chunk pace that hold with the old parameters too.")
  }
}
