import BluetoothProtocol
import Report

/// A procedure reached the peripheral after the event at which it was to take effect, or may have.
enum InstantPassedRule: Rule {
  static let name = "instant-passed"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let summary = "An update was still being sent after its instant."
  static let explanation = """
    Updates of the connection, its channels and its PHY take effect at a connection event whose \
    number is called the instant. A device that receives the update after it must end the \
    connection with Instant Passed, 0x28 (Core Vol 6, Part B, 5.5). The rule reports a connection \
    that ended with that reason, an error; and an update that was retransmitted after its instant \
    without an acknowledgement: a warning, because the peripheral may have received it earlier. \
    The rule needs the number of each connection event: from the sniffer, or by counting if the \
    channels of all events agree with the count. Only captures of a sniffer show this.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].air.map { !$0.lateInstants.isEmpty } ?? false
        || $0[$1].air != nil && $0[$1].disconnect?.reason == Self.reason
    }.finding { connection, _ in
      let late = connection.air?.lateInstants.last
      let ended = connection.disconnect?.reason == reason
      guard late != nil || ended else { return nil }
      return finding(connection, late, hasEnded: ended)
    }
  }

  private static let reason: HCIStatus = 0x28

  private static func finding(
    _ connection: ReportV1.Connection, _ late: ReportV1.AirInstant?, hasEnded: Bool
  ) -> RuleFinding {
    let name = late.map { $0.name ?? "a control PDU" }
    let words = late.map {
      let events = $0.event.minus($0.instant) & 0xFFFF
      return "\(name ?? "") for event \($0.instant) was retransmitted "
        + "\(Wording.count(events, "event")) after that, without an acknowledgement"
    }
    let message =
      hasEnded
      ? "The \(connection.noun) ended with Instant Passed (0x28)" + (words.map { ": \($0)" } ?? "")
      : "\(words ?? ""): the peripheral may not have received it in time"
    return RuleFinding(
      hasEnded ? .error : .warning, connection: connection.id,
      frames: Wording.handful(
        [late?.firstFrame, late?.lastFrame, connection.disconnect?.frame].compactMap { $0 }),
      message + ".",
      evidence: [
        .pdu: late.flatMap { $0.name.map { .string($0) } } ?? .null,
        .instant: late.map { .int($0.instant) } ?? .null,
        .event: late.map { .int($0.event) } ?? .null, .ended: .bool(hasEnded),
        .party: .string("central"),
      ],
      advice: "The central should choose an instant further ahead: six events are the minimum, and "
        + "a link that loses packets, or a peripheral with latency, needs more.")
  }
}
