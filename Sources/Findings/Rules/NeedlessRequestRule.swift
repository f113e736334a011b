import BluetoothProtocol
import Report

/// The host asked for a connection that it had, or that the device cannot make.
struct NeedlessRequestRule: Rule, RuleFacts {
  static let name = "needless-request"
  static let severity = ReportV1.Severity.warning

  /// What all these requests are for.
  let key: Key
  let first: ReportV1.NeedlessRequest
  let count: Int
  /// Where the host ended the LE connection soon after the page failed.
  let endFrame: Int?

  struct Key: Hashable {
    var peer: String?
    var transport: ReportV1.Transport
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let further = furtherPages(in: file.capture)
    return file.capture.needlessRequests.filter { !lacksEnd($0, file.capture) }
      .grouped { Key(peer: $0.peer.address, transport: $0.transport) }.map { key, requests in
        let pages = key.transport == .brEDR ? key.peer.flatMap { further[$0] } ?? [] : []
        let first = requests[0]
        let found = Self(
          key: key, first: first, count: requests.count + pages.count,
          endFrame: endFrame(after: first, file.capture))
        return found.finding(
          found.isPage && first.status == .success ? .info : .warning, first.connection,
          frames: Wording.handful(
            [first.advertisementFrame] + requests.prefix(2).flatMap { [$0.frame, $0.resultFrame] }
              + pages.prefix(3).map(Optional.init))
        ).covering(requests.compactMap(\.connection))
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

  /// The failed pages of each device that has LE only, after the one that the report lists: that
  /// one stands for all.
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

  /// The host's Disconnect of the LE connection, within a second of the page's failure.
  private static func endFrame(
    after request: ReportV1.NeedlessRequest, _ capture: ReportV1.Capture
  ) -> Int? {
    guard request.transport == .brEDR, let result = request.resultFrame,
      let status = request.status, status != .success, let id = request.connection,
      let index = capture.connection(numbered: id),
      let failure = capture.connectionFailures.first(where: { $0.frame == result }),
      let failed = failure.timeUs,
      let end = capture.connections[index].disconnectRequest, end.frame > result,
      end.timeUs - failed < 1_000_000
    else { return nil }
    return end.frame
  }

  var isPage: Bool { key.transport == .brEDR }

  var evidence: EvidenceList {
    [
      .peer: .of(key.peer), .count: .of(count), .connected: .of(first.connection != nil),
      .leOnly: .of(first.leOnly), .status: .of(first.status),
      .endedLeConnection: .of(endFrame != nil), .party: .of(ReportV1.Actor.local),
      .role: .of(ReportV1.Role.central), .transport: .of(key.transport),
    ]
  }
}
