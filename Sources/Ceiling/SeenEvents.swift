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

  /// The packets of so many values that an event brought: of one that ended in it the others may
  /// have come in the event before.
  ///
  /// - Parameter areAll: every event brought as many, so that this makes no difference.
  static func packets(values: Int, each packets: Int, areAll: Bool) -> Int {
    let values = min(max(values, 0), 1000)
    return areAll || values == 0 ? values * packets : (values - 1) * packets + 1
  }
}
