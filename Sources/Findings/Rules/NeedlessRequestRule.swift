import BluetoothProtocol
import Report
import Text

/// The host asked for a connection that it had, or that the device cannot make.
enum NeedlessRequestRule: Rule {
  static let name = "needless-request"
  static let severity = ReportV1.Severity.warning
  static let summary =
    "This host requested a connection that it already had, or one over BR/EDR to an LE device."
  static let explanation = """
    A second LE Create Connection for a device that is connected over LE waits until that \
    connection ends, and until then keeps the controller from connecting to others; a controller \
    may also refuse it (0x0B). A BR/EDR page (Create Connection) for a device that is connected \
    over LE, or that advertised BR/EDR Not Supported, ends with a page timeout after 5 s, and uses \
    the radio for that time. Hosts do this when they do not know which transport a device \
    supports, or when the app and the system each connect to it. There is one finding for each \
    device and transport. It is info if a page was answered: some devices support both.
    """

  private struct Key: Hashable {
    var peer: String?
    var transport: ReportV1.Transport
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var keys: [Key] = []
    var requests: [Key: [ReportV1.NeedlessRequest]] = [:]
    for request in file.capture.needlessRequests where !lacksEnd(request, file.capture) {
      let key = Key(peer: request.peer.address, transport: request.transport)
      if requests[key] == nil { keys.append(key) }
      requests[key, default: []].append(request)
    }
    let further = furtherPages(in: file.capture)
    return keys.compactMap { key in
      let pages = key.transport == .brEDR ? key.peer.flatMap { further[$0] } ?? [] : []
      return requests[key].flatMap { finding(key, $0, furtherPages: pages, file.capture) }
    }
  }

  /// Whether the request found no connection, whose end is missing in the capture: two connections
  /// with a device over one transport never exist at a time.
  private static func lacksEnd(
    _ request: ReportV1.NeedlessRequest, _ capture: ReportV1.Capture
  ) -> Bool {
    guard request.transport == .le, request.status == .success, let id = request.connection,
      let index = capture.connection(numbered: id)
    else { return false }
    return capture.connections[index].disconnect == nil
  }

  /// Failures that this rule reports, and connection-failed does not.
  static func failureFrames(in capture: ReportV1.Capture) -> Set<Int> {
    Set(capture.needlessRequests.compactMap(\.resultFrame))
      .union(furtherPages(in: capture).values.joined())
  }

  /// Of each device that has LE only, the failures of pages after the one that the report lists:
  /// that one stands for all.
  private static func furtherPages(in capture: ReportV1.Capture) -> [String: [Int]] {
    let pages = capture.needlessRequests.filter { $0.transport == .brEDR && $0.leOnly }
    guard !pages.isEmpty else { return [:] }
    let peers = Set(pages.compactMap(\.peer.address))
    let listed = Set(pages.compactMap(\.resultFrame))
    var frames: [String: [Int]] = [:]
    for failure in capture.connectionFailures where failure.transport == .brEDR {
      guard let peer = failure.peer.address, peers.contains(peer), !listed.contains(failure.frame)
      else { continue }
      frames[peer, default: []].append(failure.frame)
    }
    return frames
  }

  private static func finding(
    _ key: Key, _ requests: [ReportV1.NeedlessRequest], furtherPages: [Int],
    _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    guard let first = requests.first else { return nil }
    let isPage = key.transport == .brEDR
    let count = requests.count + furtherPages.count
    let times = count > 1 ? " \(Wording.times(count))" : ""
    var message =
      isPage
      ? "This host paged \(Wording.peer(key.peer)) over BR/EDR\(times)"
      : "This host requested an LE connection to \(Wording.peer(key.peer))\(times)"
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
    message += ", a device that " + Wording.list(reasons)
    let attempt = isPage ? "the page" : "the request"
    if let result = first.resultFrame, let status = first.status {
      message +=
        status == .success
        ? "; the connection was established in #\(result)"
          + (isPage ? "" : ", when the other one was over")
        : "; \(attempt) failed with \(Wording.named(first.statusName, status)) in #\(result)"
    }
    let isAnswered = isPage && first.status == .success
    let ended = closedAfter(first, capture)
    if let ended, let end = ended.disconnectRequest {
      message += ", and this host then ended the LE connection (#\(end.frame))"
    }
    return RuleFinding(
      isAnswered ? .info : .warning, connection: first.connection,
      frames: Wording.handful(
        [first.advertisementFrame].compactMap { $0 }
          + requests.prefix(2).flatMap { [$0.frame, $0.resultFrame].compactMap { $0 } }
          + furtherPages.prefix(3)),
      message + ".",
      evidence: [
        .peer: key.peer.map { .string($0) } ?? .null, .count: .int(count),
        .connected: .bool(first.connection != nil), .leOnly: .bool(first.leOnly),
        .status: first.status.map { .status($0) } ?? .null,
        .endedLeConnection: .bool(ended != nil), .party: Party.local.evidence,
        .role: .string(ReportV1.Role.central.rawValue),
        .transport: .string(key.transport.rawValue),
      ],
      advice: isPage
        ? "The app should request LE explicitly: on Android connectGatt with TRANSPORT_LE, on "
          + "Linux a connection by the LE address type (and a device that is not marked as dual "
          + "mode)."
        : "The app should use the existing connection, or wait for its Disconnection Complete "
          + "before the next request."
    ).covering(requests.compactMap(\.connection))
  }

  /// The LE connection, where the host ended it within a second of the page's failure.
  private static func closedAfter(
    _ request: ReportV1.NeedlessRequest, _ capture: ReportV1.Capture
  ) -> ReportV1.Connection? {
    guard request.transport == .brEDR, let result = request.resultFrame,
      let status = request.status, status != .success, let id = request.connection,
      let index = capture.connection(numbered: id),
      let failure = capture.connectionFailures.first(where: { $0.frame == result }),
      let failed = failure.timeUs
    else { return nil }
    let connection = capture.connections[index]
    guard let end = connection.disconnectRequest, end.frame > result,
      end.timeUs.minus(failed) < 1_000_000
    else { return nil }
    return connection
  }
}
