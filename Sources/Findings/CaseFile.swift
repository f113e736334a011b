import Report

/// One capture as all rules see it: the report on it, and the facts that several rules need.
///
/// Each fact is computed once, when the first rule asks for it. Lists have one entry for each
/// connection, in the order of the report. The capture is shared and not copied.
package final class CaseFile {
  let capture: ReportV1.Capture

  package init(_ capture: ReportV1.Capture) { self.capture = capture }

  private(set) lazy var history = PeerHistory(capture)
  private(set) lazy var radio = RadioSharing(capture)
  private(set) lazy var stalls = perConnection { StallAccount($0) }
  /// The transfers of each connection first, then its streams.
  private(set) lazy var bulkData = perConnection { BulkData.all(in: $0) }
  /// The frames of those ATT errors that remembered handles explain.
  private(set) lazy var staleErrors = capture.connections.indices.map {
    StaleErrors.frames(connection: $0, in: capture, history)
  }
  private lazy var latestPairings = PeerHistory.latestPairings(capture)
  /// Whether anything in the capture came from an HCI event; some loggers keep data packets alone.
  private(set) lazy var showsEvents = capture.showsEvents

  /// Whether the peer of a connection was paired after a frame, in that connection or a later one.
  func isPaired(after frame: Int, connection index: Int) -> Bool {
    latestPairings[index] > frame
  }

  func buffers(of connection: borrowing ReportV1.Connection) -> ReportV1.ACLBuffers? {
    let index = connection.controller
    return capture.controllers.first { $0.index == index }?.leACLBuffers
  }
}

/// The ways through a capture. Those of the library copy each element before they look at it, and a
/// capture may hold ten thousand connections and as many transfers.
extension CaseFile {
  @inline(__always)
  private func perConnection<Fact>(_ make: (ReportV1.Connection) -> Fact) -> [Fact] {
    let all = capture.connections
    let connections = all.span
    var facts: [Fact] = []
    facts.reserveCapacity(connections.count)
    for index in connections.indices { facts.append(make(connections[index])) }
    return facts
  }

  @inline(__always)
  func connections(where test: (ReportV1.Connection) -> Bool) -> [ReportV1.Connection] {
    let all = capture.connections
    let connections = all.span
    var found: [ReportV1.Connection] = []
    for index in connections.indices where test(connections[index]) {
      found.append(connections[index])
    }
    return found
  }

  /// What a rule finds in each connection; it gets the index too, for the lists above.
  @inline(__always)
  func findingsPerConnection(
    _ find: (ReportV1.Connection, Int) -> [RuleFinding]
  ) -> [RuleFinding] {
    let all = capture.connections
    let connections = all.span
    var found: [RuleFinding] = []
    for index in connections.indices { found += find(connections[index], index) }
    return found
  }

  /// The same for rules that find one thing in a connection at most.
  @inline(__always)
  func findingPerConnection(
    _ find: (ReportV1.Connection, Int) -> RuleFinding?
  ) -> [RuleFinding] {
    let all = capture.connections
    let connections = all.span
    var found: [RuleFinding] = []
    for index in connections.indices {
      if let finding = find(connections[index], index) { found.append(finding) }
    }
    return found
  }

  /// What a rule finds in those transfers that a test picks out.
  @inline(__always)
  func findingPerTransfer(
    where test: (ReportV1.Transfer) -> Bool,
    _ find: (ReportV1.Connection, ReportV1.Transfer) -> RuleFinding?
  ) -> [RuleFinding] {
    let all = capture.connections
    let connections = all.span
    var found: [RuleFinding] = []
    for index in connections.indices {
      let all = connections[index].transfers
      let transfers = all.span
      for place in transfers.indices where test(transfers[place]) {
        if let finding = find(connections[index], transfers[place]) { found.append(finding) }
      }
    }
    return found
  }
}
