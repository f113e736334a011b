import BluetoothProtocol
import Report
import Text

/// Our own host ended a connection, and the peer did not acknowledge it.
enum DisconnectUnansweredRule: Rule {
  static let name = "disconnect-unanswered"
  static let severity = ReportV1.Severity.warning
  static let summary = "Our host ended the connection, and the peer never acknowledged that."
  static let explanation = """
    A Disconnect of our host goes to the peer, and the controller reports the end when the peer \
    has acknowledged it, or when the supervision timeout has passed (Core Vol 6, Part B, 4.5.12). \
    Where it then reports LL Response Timeout (0x22) or Connection Timeout (0x08), that is our own \
    end of the connection, and no fault of the link: information. The peer may still believe in the \
    connection for its supervision timeout, and not advertise meanwhile. Where the Disconnect was \
    taken, and no Disconnection Complete came although the capture went on for 2 s or more, it is a \
    warning if the supervision timeout passed as well or the host asked again, else information.
    """

  private static let patienceUs = 2_000_000

  /// The end came, but not because the peer agreed to it.
  static func isUnacknowledged(_ connection: ReportV1.Connection) -> Bool {
    guard connection.wasClosedByHost, let reason = connection.disconnect?.reason else {
      return false
    }
    return reason == 0x22 || reason == .connectionTimeout
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].disconnectRequest != nil
        && $0[$1].disconnect?.reason != .connectionTerminatedByLocalHost
        && $0[$1].end?.cause ?? .disconnection
          == .disconnection
    }.finding { connection, _ in
      guard let request = connection.disconnectRequest else { return nil }
      if let end = connection.disconnect {
        return isUnacknowledged(connection) ? ended(connection, request, end) : nil
      }
      return open(connection, request, file.capture)
    }
  }

  private static func ended(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest,
    _ end: ReportV1.Disconnect
  ) -> RuleFinding {
    let waited = max(0, connection.endUs.minus(request.timeUs))
    return RuleFinding(
      .info, connection: connection.id, frames: [request.frame, end.frame],
      "Our host ended the \(connection.noun) (#\(request.frame)), and the peer did not acknowledge "
        + "it: the controller gave up after \(Wording.duration(waited)) with "
        + "\(Wording.named(end.name, end.reason)).",
      evidence: evidence(connection, request, waited, end.reason),
      advice: "This is our own end of the connection. The peer may not know of it before its "
        + "supervision timeout: wait for its advertising before the next connection."
    ).about(connection, "ended")
  }

  private static func open(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest,
    _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    guard let duration = capture.durationUs else { return nil }
    let waited = duration.minus(request.timeUs)
    guard waited >= patienceUs else { return nil }
    let timeout = connection.parameters.last?.supervisionTimeoutUs
    let isOver = timeout.map { waited > $0.plus(patienceUs) } ?? false
    let asked =
      request.count > 1
      ? " \(Wording.times(request.count)) (#\(request.frame) to #\(request.lastFrame))"
      : " (#\(request.frame))"
    var message =
      "Our host asked for the end of the \(connection.noun)\(asked), and no Disconnection Complete "
      + "followed in the \(Wording.duration(waited)) until the capture ends"
    if let timeout {
      message +=
        isOver
        ? ", although the supervision timeout is \(Wording.duration(timeout))"
        : "; its supervision timeout of \(Wording.duration(timeout)) had not passed"
    }
    return RuleFinding(
      isOver || request.count > 1 ? .warning : .info, connection: connection.id,
      frames: Wording.handful([request.frame, request.lastFrame]), message + ".",
      evidence: evidence(connection, request, waited, nil),
      advice:
        "The peer no longer answers, or our controller does not report the end. Until it does, "
        + "the handle stays taken, and a new connection to the device may be refused.")
  }

  private static func evidence(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest, _ waited: Int,
    _ reason: HCIStatus?
  ) -> ReportV1.KeyedList<ReportV1.Evidence> {
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "reason": reason.map { .status($0) } ?? .null, "requested": .status(request.reason),
      "requests": .int(request.count), "waited_us": .int(waited),
      "supervision_timeout_us": connection.parameters.last
        .map { .int($0.supervisionTimeoutUs) } ?? .null,
    ]
    return base.with(connection.actors(.local))
  }
}
