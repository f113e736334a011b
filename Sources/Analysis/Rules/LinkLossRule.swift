import Reports

/// The connection ended because nothing was heard for the supervision timeout.
enum LinkLossRule: Rule {
  static let name = "link-loss"
  static let severity = ReportV1.Severity.error
  static let summary = "The connection was lost: nothing was heard for the supervision timeout."
  static let explanation = """
    Disconnection reason 0x08. The controller gives up when no packet came for the supervision \
    timeout; the silence before it, its share of the timeout and the last RSSI are the evidence.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    capture.connections.compactMap { connection in
      guard let disconnect = connection.disconnect, disconnect.reason == 0x08 else { return nil }
      let silence = connection.lastRxUs.map { max(0, connection.endUs - $0) }
      let timeout = connection.parameters.last?.supervisionTimeoutUs
      let lost = connection.transfers.filter { !$0.complete }.reduce(0) { $0 + $1.payloadBytes }
      let rssi = connection.rssi?.last
      var message = "The link was lost"
      if let silence { message += " after \(Wording.duration(silence)) of silence" }
      if let timeout { message += " (supervision timeout \(Wording.duration(timeout)))" }
      if let rssi { message += ", RSSI last \(rssi) dBm" }
      return RuleFinding(
        .error, connection: connection.id,
        frames: [connection.lastRxFrame, disconnect.frame].compactMap { $0 }, message + ".",
        evidence: [
          "reason": .int(disconnect.reason), "silence_us": silence.map { .int($0) } ?? .null,
          "supervision_timeout_us": timeout.map { .int($0) } ?? .null,
          "rssi_last": rssi.map { .int($0) } ?? .null,
          "incomplete_bytes": .int(lost),
        ],
        advice: "Reconnect and resume the transfer; where the signal was good, look for a side "
          + "that stopped listening: a crash, a busy radio, or a sleeping host.",
        lostBytes: max(1, lost), lostUs: silence ?? 0)
    }
  }
}
