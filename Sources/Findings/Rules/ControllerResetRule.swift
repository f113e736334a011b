import Report

/// A controller failed, or was removed, while it had connections.
enum ControllerResetRule: Rule {
  static let name = "controller-reset"
  static let severity = ReportV1.Severity.error
  static let summary = "A controller reported an error, or was reset while connections were open."
  static let explanation = """
    A Hardware Error event is an error of the controller or of the way to it; hosts answer it with \
    a Reset. A Reset, Bluetooth being switched off, or the adapter being unplugged end all \
    connections, and no event says so for each: if connections were open, it is reported. A Reset \
    and an unplugged adapter are warnings; switching Bluetooth off is usually the user's wish, and \
    info.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var found: [RuleFinding] = []
    var reported: Set<Int> = []
    for error in file.capture.hardwareErrors.prefix(most) {
      let lost = lost(to: error, file)
      found.append(self.error(error, lost))
      if let end = lost.first?.end { reported.insert(end.frame) }
    }
    for connections in lostTogether(file) {
      guard let end = connections.first?.end, !reported.contains(end.frame) else { continue }
      found.append(lost(connections, end))
    }
    return found
  }

  /// A controller that fails again and again is reported so often.
  private static let most = 16

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

  private static func error(
    _ error: ReportV1.HardwareError, _ lost: [ReportV1.Connection]
  ) -> RuleFinding {
    var message =
      "Controller \(error.controller) reported a hardware error (code "
      + "\(Wording.code(error.code)))"
    if let end = lost.first?.end {
      message += "; \(names(lost)) ended with the reset that followed (#\(end.frame))"
    }
    return RuleFinding(
      .error, connection: lost.count == 1 ? lost[0].id : nil,
      frames: [error.frame] + (lost.first?.end.map { [$0.frame] } ?? []), message + ".",
      evidence: [
        .controller: .int(error.controller), .code: .int(error.code),
        .connections: .list(lost.prefix(16).map { .int($0.id) }),
      ],
      advice: "The manufacturer of the controller defines the code. Look at the controller's "
        + "firmware and power supply, and at its connection to the host: baud rate and flow "
        + "control of a UART, the hub of a USB adapter.",
      lostBytes: incomplete(lost) + (lost.isEmpty ? 0 : 1)
    ).covering(lost.map(\.id))
  }

  private static func lost(
    _ connections: [ReportV1.Connection], _ end: ReportV1.End
  ) -> RuleFinding {
    let controller = connections[0].controller
    let (severity, what): (ReportV1.Severity, String) =
      switch end.cause {
      case .controllerReset, .disconnection: (.warning, "was reset")
      case .controllerOff: (.info, "was switched off")
      case .controllerGone: (.warning, "was unplugged")
      }
    return RuleFinding(
      severity, connection: connections.count == 1 ? connections[0].id : nil,
      frames: [end.frame],
      "Controller \(controller) \(what): \(names(connections)) ended with it.",
      evidence: [
        .controller: .int(controller), .cause: .string(end.cause.rawValue),
        .connections: .list(connections.prefix(16).map { .int($0.id) }),
      ],
      advice: end.cause == .controllerReset
        ? "Bluetooth was switched off, or the host restarted its stack: look at its log."
        : nil,
      lostBytes: severity == .info ? 0 : incomplete(connections)
    ).covering(connections.map(\.id))
  }

  private static func names(_ connections: [ReportV1.Connection]) -> String {
    guard connections.count <= 4 else {
      return Wording.count(connections.count, "connection")
    }
    let ids = Wording.list(connections.map { String($0.id) })
    return "connection\(connections.count == 1 ? "" : "s") \(ids)"
  }

  private static func incomplete(_ connections: [ReportV1.Connection]) -> Int {
    connections.flatMap(\.transfers).filter { !$0.complete }.map(\.payloadBytes).total
  }
}
