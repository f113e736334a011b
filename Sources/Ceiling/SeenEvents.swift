import Report

/// How many values a connection event was seen to bring, anywhere in a capture, on links between
/// the same devices with the same settings: what one connection shows holds for the next.
struct SeenEvents {
  private struct Link: Hashable {
    var controller: Int
    var peer: String
    var intervalUs: Int?
    var phy: ReportV1.PHY?
    var octets: Int?

    init(_ connection: borrowing ReportV1.Connection) {
      controller = connection.controller
      peer = connection.peer.address ?? "#\(connection.id)"
      intervalUs = connection.parameters.last?.dataIntervalUs
      phy = connection.phys.last?.rx
      octets = connection.dataLengths.last?.rxOctets
    }
  }

  private var values: [Link: Int] = [:]

  init(_ connections: [ReportV1.Connection]) {
    for index in connections.indices {
      let rx = connections.span[index].flow.rx
      guard rx.confidence == .high || rx.confidence == .medium, let usual = rx.packetsPerEvent.p95,
        usual > 0
      else { continue }
      let link = Link(connections.span[index])
      values[link] = max(usual, values[link] ?? 0)
    }
  }

  /// `nil` where no count can be trusted.
  func values(of connection: borrowing ReportV1.Connection) -> Int? { values[Link(connection)] }
}
