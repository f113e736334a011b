import BluetoothProtocol
import Report
import Text

/// Our own host ended a connection, and the peer did not acknowledge it.
enum DisconnectUnansweredRule: Rule {
  static let name = "disconnect-unanswered"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .awaitsEnd
  static let summary = "This host ended the connection, and the peer never acknowledged that."
  static let explanation = """
    When this host sends a Disconnect command, the controller reports the end as soon as the peer \
    has acknowledged it, or when the supervision timeout has passed (Core Vol 6, Part B, 4.5.12). \
    If it then reports LL Response Timeout (0x22) or Connection Timeout (0x08), the connection \
    ended because this host wanted it, not because of a fault of the link: info. The peer may \
    still consider itself connected for its supervision timeout, and not advertise during that \
    time; or it received the request, and only its acknowledgement was not received. If it was \
    connected again or advertised within a second of the end, the finding says so. The other case: \
    the controller accepted the Disconnect, and no Disconnection Complete was received for 2 s or \
    more, until the capture ended or the handle's next connection began. That is a warning if the \
    supervision timeout also passed, the host repeated the command or the peer was back, otherwise \
    info.
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
    }.finding { connection, index in
      guard let request = connection.disconnectRequest else { return nil }
      let back = PeerReturn(connection, index, after: request, in: file.capture)
      if let end = connection.disconnect {
        return isUnacknowledged(connection) ? ended(connection, request, end, back) : nil
      }
      return open(connection, index, request, back, file.capture)
    }
  }

  private static func ended(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest,
    _ end: ReportV1.Disconnect, _ back: PeerReturn?
  ) -> RuleFinding {
    let waited = max(0, connection.endUs.minus(request.timeUs))
    var message =
      "This host ended the \(connection.noun) (#\(request.frame)), and the peer did not "
      + "acknowledge it: the controller stopped waiting after \(Wording.duration(waited)) with "
      + "\(Wording.named(end.name, end.reason))"
    let isBack = back.map { $0.timeUs.minus(connection.endUs) <= atOnceUs } ?? false
    if let back, isBack {
      message +=
        ". The peer was available again: \(back.words) "
        + (back.frame < end.frame
          ? "before that" : "\(Wording.duration(back.timeUs.minus(connection.endUs))) later")
    }
    return RuleFinding(
      .info, connection: connection.id,
      frames: Wording.handful(
        [request.frame, end.frame, isBack ? back?.frame : nil].compactMap { $0 }),
      message + ".",
      evidence: evidence(connection, request, waited, end.reason, isBack ? back : nil),
      advice: isBack
        ? "The frames do not show when the connection ended for the peer: it may have received the "
          + "Disconnect, and only its acknowledgement was not received, or it may have left "
          + "before. If this happens often, look at the signal at the end of the connections."
        : "This host itself ended the connection. The peer may have received the Disconnect, and "
          + "only its acknowledgement was not received; or it was out of range, and detects the "
          + "end at its supervision timeout. The app should wait for its advertisements before it "
          + "connects again."
    ).about(connection, isBack ? "back" : "ended")
  }

  private static let atOnceUs = 1_000_000

  private static func open(
    _ connection: ReportV1.Connection, _ index: Int, _ request: ReportV1.DisconnectRequest,
    _ back: PeerReturn?, _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    guard let duration = capture.durationUs else { return nil }
    let successor = successor(of: index, in: capture)
    let waited = (successor?.startUs ?? duration).minus(request.timeUs)
    guard waited >= patienceUs else { return nil }
    let timeout = connection.parameters.last?.supervisionTimeoutUs
    let isOver = timeout.map { waited > $0.plus(patienceUs) } ?? false
    let asked =
      request.count > 1
      ? " \(Wording.times(request.count)) (#\(request.frame) to #\(request.lastFrame))"
      : " (#\(request.frame))"
    var message =
      "This host requested the end of the \(connection.noun)\(asked), and no Disconnection "
      + "Complete followed in the \(Wording.duration(waited)) until "
      + (successor.map { "connection \($0.id) got the same handle (#\($0.firstFrame))" }
        ?? "the capture ends")
    if let timeout {
      message +=
        isOver
        ? ", although the supervision timeout is \(Wording.duration(timeout))"
        : "; the supervision timeout of \(Wording.duration(timeout)) had not passed"
    }
    if let back {
      message +=
        ". The peer is back: \(back.words) \(Wording.duration(back.timeUs.minus(request.timeUs))) "
        + "after the command"
    }
    return RuleFinding(
      isOver || request.count > 1 || back != nil ? .warning : .info, connection: connection.id,
      frames: Wording.handful([request.frame, request.lastFrame, back?.frame].compactMap { $0 }),
      message + ".",
      evidence: evidence(connection, request, waited, nil, back),
      advice: back == nil
        ? "The peer no longer answers, or this host's controller does not report the end. Until it "
          + "does, the handle stays in use, and a new connection to the device may be refused."
        : "Most likely the connection is over for the peer. The event that ends it on this host "
          + "was not captured, or this host's controller never sent it: look at the controller, "
          + "and at the host's list of connections."
    )
  }

  /// So many later connections are looked at, as there may be thousands of them.
  fileprivate static let lookahead = 64

  /// The next connection with the same handle.
  private static func successor(
    of index: Int, in capture: ReportV1.Capture
  ) -> ReportV1.Connection? {
    let (handle, controller) = (
      capture.connections[index].handle, capture.connections[index].controller
    )
    return capture.connections.indices.dropFirst(index + 1).prefix(lookahead).first {
      capture.connections[$0].handle == handle && capture.connections[$0].controller == controller
    }.map { capture.connections[$0] }
  }

  private static func evidence(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest, _ waited: Int,
    _ reason: HCIStatus?, _ back: PeerReturn?
  ) -> EvidenceList {
    let base: EvidenceList = [
      .reason: reason.map { .status($0) } ?? .null, .requested: .status(request.reason),
      .requests: .int(request.count), .waitedUs: .int(waited),
      .supervisionTimeoutUs: connection.parameters.last
        .map { .int($0.supervisionTimeoutUs) } ?? .null,
      .peerBackFrame: back.map { .int($0.frame) } ?? .null,
    ]
    return base.with(connection.actors(.local))
  }
}

/// What shows that the peer of a connection is there again, after our host had asked for the end.
private struct PeerReturn {
  let frame: Int
  let timeUs: Int
  /// `connection 4 to it was established (#248)`
  let words: String

  init?(
    _ connection: ReportV1.Connection, _ index: Int, after request: ReportV1.DisconnectRequest,
    in capture: ReportV1.Capture
  ) {
    let address = connection.peer.address
    let next = capture.connections.indices.dropFirst(index + 1)
      .prefix(DisconnectUnansweredRule.lookahead).first {
        address != nil && capture.connections[$0].peer.address == address
          && capture.connections[$0].transport == connection.transport
          && capture.connections[$0].controller == connection.controller
          && capture.connections[$0].completeFrame ?? 0 > request.frame
      }.map { capture.connections[$0] }
    let heard = connection.peerHeard.flatMap { $0.frame > request.frame ? $0 : nil }
    if let heard, heard.frame < next?.firstFrame ?? .max {
      frame = heard.frame
      timeUs = heard.timeUs
      words = "it advertised (#\(heard.frame))"
    } else if let next {
      frame = next.firstFrame
      timeUs = next.startUs
      words = "connection \(next.id) to it was established (#\(next.firstFrame))"
    } else {
      return nil
    }
  }
}
