import Report

/// The connection ended because nothing was heard for the supervision timeout.
enum LinkLossRule: Rule {
  static let name = "link-loss"
  static let severity = ReportV1.Severity.error
  static let summary = "The connection was lost: nothing was heard for the supervision timeout."
  static let explanation = """
    Disconnection reason 0x08: the controller gives up when no packet at all came for the \
    supervision timeout. How many connection events fit into it is the margin that was lost. Empty \
    packets are not in a capture, so the last packet with data may be far older than the silence. A \
    timeout under 1 s is short for a link between things that move. The RSSI before it, where the \
    capture has any, tells a fading signal from a side that stopped.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].disconnect?.reason == .connectionTimeout }.finding { connection, _ in
      connection.disconnect.map { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ disconnect: ReportV1.Disconnect
  ) -> RuleFinding {
    // A clock that was set back meanwhile hides how long it was.
    let silence = connection.lastRxUs.map { connection.endUs.minus($0) }.flatMap {
      $0 >= 0 ? $0 : nil
    }
    let parameters = connection.parameters.last
    let timeout = parameters?.supervisionTimeoutUs
    let events = parameters.flatMap {
      $0.sleepUs > 0 ? $0.supervisionTimeoutUs / $0.sleepUs : nil
    }
    let lost = connection.transfers.places { !$0[$1].complete }
      .map { connection.transfers[$0].payloadBytes }.total
    var message = "The link was lost: nothing was heard for the supervision timeout"
    if let timeout {
      message += " of \(Wording.duration(timeout))"
      if let events { message += ", \(Wording.count(events, "connection event"))" }
    }
    if let silence { message += "; " + last(silence, timeout) }
    let signal = lateSignal(connection, timeout)
    if let rssi = signal?.last {
      message += "; RSSI was \(rssi) dBm"
      if signal?.trend == .receding { message += " and falling" }
    }
    return RuleFinding(
      .error, connection: connection.id,
      frames: [connection.lastRxFrame, disconnect.frame].compactMap { $0 }, message + ".",
      evidence: [
        "reason": .status(disconnect.reason), "silence_us": silence.map { .int($0) } ?? .null,
        "supervision_timeout_us": timeout.map { .int($0) } ?? .null,
        "events_in_timeout": events.map { .int($0) } ?? .null,
        "rssi_last": signal?.last.map { .int($0) } ?? .null,
        "rssi_slope_db_per_s": signal?.slopeDbPerS.map { .double($0) } ?? .null,
        "incomplete_bytes": .int(lost),
      ],
      advice: advice(signal, events, timeout),
      lostBytes: max(1, lost), lostUs: timeout ?? silence ?? 0)
  }

  /// The signal, if it was measured within ten seconds of the silence: older readings say nothing about
  /// the loss.
  private static func lateSignal(
    _ connection: ReportV1.Connection, _ timeout: Int?
  ) -> ReportV1.Rssi? {
    let age = connection.rssiLastUs.map { connection.endUs.minus($0) } ?? 0
    return age <= (timeout ?? 0).plus(10_000_000) ? connection.rssi : nil
  }

  /// What was logged so late was not heard so late: the controller had heard nothing for the timeout.
  private static func last(_ silence: Int, _ timeout: Int?) -> String {
    let isShort = timeout.map { silence < $0 / 2 } ?? (silence == 0)
    guard isShort else { return "the last data came \(Wording.duration(silence)) before the end" }
    let place = silence == 0 ? "at the same time as" : "\(Wording.duration(silence)) before"
    return "the last data was logged \(place) the end, so the log's times do not show the silence"
  }

  /// A hand in front of the antenna takes longer; Linux sets 420 ms where nobody asks for another.
  private static let shortTimeoutUs = 1_000_000

  private static func advice(
    _ signal: ReportV1.Rssi?, _ events: Int?, _ timeout: Int?
  ) -> String {
    // Fewer than six is what the specification gives a connection to come about at all.
    if let events, events < 6 {
      return "The timeout spans only \(Wording.count(events, "connection event")): ask for a "
        + "longer one, of 2 s or more."
    }
    if let timeout, timeout > 0, timeout < shortTimeoutUs {
      return "A timeout of \(Wording.duration(timeout)) is short: a body between the two may "
        + "silence the link for longer. Ask for 2 s or more (Linux sets 420 ms unless the "
        + "peripheral asks for another)."
    }
    if let rssi = signal, rssi.trend == .receding || rssi.last ?? 0 < WeakSignalRule.limit {
      return "The signal faded: the devices moved apart, or something came between them. Reconnect "
        + "and resume the transfer."
    }
    return "Reconnect and resume the transfer; where the signal was good, look for a side that "
      + "stopped: a crash, a reset, an empty battery, a radio busy elsewhere."
  }
}
