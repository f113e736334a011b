import BluetoothProtocol
import Report
import Text

/// The host asked for a connection that it had, or that the device cannot make.
enum NeedlessRequestRule: Rule {
  static let name = "needless-request"
  static let severity = ReportV1.Severity.warning
  static let summary = "Our host asked to connect a device that was connected, or has no BR/EDR."
  static let explanation = """
    A second LE Create Connection for a device that is connected over LE waits until that \
    connection ends, and keeps the controller from connecting to others meanwhile; a controller \
    may also refuse it (0x0B). A BR/EDR page (Create Connection) for a device that is connected \
    over LE, or that advertised BR/EDR Not Supported, runs into its page timeout of 5 s and takes \
    that time from the radio. Hosts that do not know which of the two a device has do this, and \
    hosts whose app and system each connect by themselves. One finding for each device and \
    transport. It is information where a page was answered: some devices have both.
    """

  private struct Key: Hashable {
    var peer: String?
    var transport: ReportV1.Transport
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var keys: [Key] = []
    var requests: [Key: [ReportV1.NeedlessRequest]] = [:]
    for request in file.capture.needlessRequests {
      let key = Key(peer: request.peer.address, transport: request.transport)
      if requests[key] == nil { keys.append(key) }
      requests[key, default: []].append(request)
    }
    return keys.compactMap { key in
      requests[key].flatMap { finding(key, $0, file.capture) }
    }
  }

  private static func finding(
    _ key: Key, _ requests: [ReportV1.NeedlessRequest], _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    guard let first = requests.first else { return nil }
    let isPage = key.transport == .brEDR
    let times = requests.count > 1 ? " \(Wording.times(requests.count))" : ""
    var message =
      isPage
      ? "Our host paged \(Wording.peer(key.peer)) over BR/EDR\(times)"
      : "Our host asked\(times) for an LE connection to \(Wording.peer(key.peer))"
    var reasons: [String] = []
    if let connection = first.connection {
      reasons.append(
        isPage
          ? "is connected over LE (connection \(connection))"
          : "was connected already (connection \(connection))")
    }
    if first.leOnly, let frame = first.advertisementFrame {
      reasons.append("advertises BR/EDR Not Supported (#\(frame))")
    }
    message += ", which " + Wording.list(reasons)
    if let result = first.resultFrame, let status = first.status {
      message +=
        status == .success
        ? "; it came about in #\(result)\(isPage ? "" : ", when that connection was over")"
        : "; it failed with \(Wording.named(first.statusName, status)) in #\(result)"
    }
    let isAnswered = isPage && first.status == .success
    let ended = closedAfter(first, capture)
    if let ended, let end = ended.disconnectRequest {
      message += ", and our host then ended the LE connection (#\(end.frame))"
    }
    return RuleFinding(
      isAnswered ? .info : .warning, connection: first.connection,
      frames: Wording.handful(
        [first.advertisementFrame].compactMap { $0 }
          + requests.prefix(2).flatMap { [$0.frame, $0.resultFrame].compactMap { $0 } }),
      message + ".",
      evidence: [
        "peer": key.peer.map { .string($0) } ?? .null, "count": .int(requests.count),
        "connected": .bool(first.connection != nil), "le_only": .bool(first.leOnly),
        "status": first.status.map { .status($0) } ?? .null,
        "ended_le_connection": .bool(ended != nil), "party": Party.local.evidence,
        "role": .string(ReportV1.Role.central.rawValue),
        "transport": .string(key.transport.rawValue),
      ],
      advice: isPage
        ? "Ask for LE explicitly: on Android connectGatt with TRANSPORT_LE, on Linux a connection by "
          + "the LE address type (and a device that is not marked as dual mode)."
        : "Use the connection that is there, or wait for its Disconnection Complete before the next "
          + "request.")
  }

  /// The LE connection, where the host ended it within a second of the page's failure.
  private static func closedAfter(
    _ request: ReportV1.NeedlessRequest, _ capture: ReportV1.Capture
  ) -> ReportV1.Connection? {
    guard request.transport == .brEDR, let result = request.resultFrame,
      let status = request.status, status != .success, let id = request.connection, id > 0,
      id <= capture.connections.count,
      let failure = capture.connectionFailures.first(where: { $0.frame == result }),
      let failed = failure.timeUs
    else { return nil }
    let connection = capture.connections[id - 1]
    guard let end = connection.disconnectRequest, end.frame > result,
      end.timeUs.minus(failed) < 1_000_000
    else { return nil }
    return connection
  }
}
