import BluetoothProtocol
import Report

/// Our own host ended a connection, and the peer did not acknowledge it.
struct DisconnectUnansweredRule: Rule, RuleFacts {
  static let name = "disconnect-unanswered"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .awaitsEnd
  static let limits = [patience, atOnce]
  static let patience = RuleLimit("least_wait_us", 2_000_000, .microseconds)
  static let atOnce = RuleLimit("peer_back_within_us", 1_000_000, .microseconds)

  let connection: ReportV1.Connection
  let request: ReportV1.DisconnectRequest
  let waitedUs: Int
  /// `nil` where none came until the handle had another connection, or the capture ended.
  let end: ReportV1.Disconnect?
  /// The next connection with the handle.
  let successor: ReportV1.Connection?
  let back: PeerReturn?

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
        return connection.isUnacknowledgedEnd ? ended(connection, request, end, back) : nil
      }
      return open(connection, index, request, back, file.capture)
    }
  }

  private static func ended(
    _ connection: ReportV1.Connection, _ request: ReportV1.DisconnectRequest,
    _ end: ReportV1.Disconnect, _ back: PeerReturn?
  ) -> RuleFinding {
    let back = back.flatMap { $0.timeUs - connection.endUs <= atOnce.value ? $0 : nil }
    return Self(
      connection: connection, request: request,
      waitedUs: max(0, connection.endUs - request.timeUs), end: end, successor: nil,
      back: back
    ).finding(
      .info, connection.id, frames: Wording.handful([request.frame, end.frame, back?.frame])
    ).about(connection, back == nil ? "ended" : "back")
  }

  private static func open(
    _ connection: ReportV1.Connection, _ index: Int, _ request: ReportV1.DisconnectRequest,
    _ back: PeerReturn?, _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    guard let duration = capture.durationUs else { return nil }
    let successor = successor(of: index, in: capture)
    let found = Self(
      connection: connection, request: request,
      waitedUs: (successor?.startUs ?? duration) - request.timeUs, end: nil,
      successor: successor, back: back)
    guard found.waitedUs >= patience.value else { return nil }
    return found.finding(
      found.isOver || request.count > 1 || back != nil ? .warning : .info, connection.id,
      frames: Wording.handful([request.frame, request.lastFrame, back?.frame]))
  }

  /// So many later connections are looked at, as there may be thousands of them.
  fileprivate static let lookahead = 64

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

  var timeoutUs: Int? { connection.parameters.last?.supervisionTimeoutUs }
  /// The timeout had passed, and a little more.
  var isOver: Bool { timeoutUs.map { waitedUs > $0 + Self.patience.value } ?? false }

  var evidence: EvidenceList {
    [
      .reason: .of(end?.reason), .requested: .of(request.reason), .requests: .of(request.count),
      .waitedUs: .of(waitedUs), .supervisionTimeoutUs: .of(timeoutUs),
      .peerBackFrame: .of(back?.frame),
    ] + connection.actors(.local)
  }
}

/// What shows that the peer of a connection is there again, after our host had asked for the end.
struct PeerReturn {
  let frame: Int
  let timeUs: Int
  /// The `id` of a new connection to it; `nil` where it advertised.
  let connection: Int?

  fileprivate init?(
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
      self.connection = nil
    } else if let next {
      frame = next.firstFrame
      timeUs = next.startUs
      self.connection = next.id
    } else {
      return nil
    }
  }
}
