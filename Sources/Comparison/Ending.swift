import Findings
import Report
import Text

/// How a connection ended, with what came after it.
struct Ending {
  var connection: ReportV1.Connection
  /// The peer left by itself, as at the end of an update: its link was lost as it was meant to be.
  var isRestart: Bool

  static let fact = Fact<Ending>("disconnect", weight: .loss, isGood: isOrderly) { ending in
    ending.connection.disconnect.map { disconnect in
      [Quantity.code(disconnect.reason), disconnect.name].compactMap(\.self).joined(separator: " ")
        + (ending.isRestart ? ", the peer had restarted" : "")
    }
  }

  /// One side hung up. Core Vol 1, Part F, 2.19 to 2.22.
  private static func isOrderly(_ ending: Ending) -> Bool? {
    guard !ending.isRestart, let reason = ending.connection.disconnect?.reason else { return nil }
    return (0x13...0x16).contains(reason.rawValue)
  }
}

extension Comparator {
  func endings(_ slot: Slot) -> [(run: Int, value: Ending)] {
    slot.indices.sorted { $0.key < $1.key }.map { run, position in
      let connection = runs[run].capture.connections[position]
      return (run, Ending(connection: connection, isRestart: restarts[run].contains(connection.id)))
    }
  }

  /// The `id` of each connection whose link was lost because the peer restarted, and that was asked
  /// for: it advertised before the controller gave up, and a large write had ended shortly before,
  /// or it came back in another mode. A peer that leaves for no such reason may have crashed.
  static func restarts(in run: Run) -> Set<Int> {
    let connections = run.capture.connections
    let updated = updated(in: run.findings)
    var restarts: Set<Int> = []
    // The next connection with each device.
    var next: [String: Int] = [:]
    for position in connections.indices.reversed() {
      let connection = connections[position]
      if connection.peerLeft {
        let isUpdate = updated.contains(connection.id)
        let other = connection.peer.address.flatMap { next[$0] }
        if isUpdate || other.map({ connection.isFollowedByOtherMode(connections[$0]) }) == true {
          restarts.insert(connection.id)
        }
      }
      if let address = connection.peer.address, !connection.isFailedAttempt {
        next[address] = position
      }
    }
    return restarts
  }

  /// A link that was lost is information where it is the end of an update.
  private static func updated(in findings: [ReportV1.Finding]) -> Set<Int> {
    var ids: Set<Int> = []
    for finding in findings
    where finding.severity == .info && RuleCatalog.traits(of: finding.rule).contains(.mayBeMeant) {
      ids.formUnion(finding.covered)
    }
    return ids
  }
}

extension ReportV1.Connection {
  private static let returnUs = 60_000_000

  /// Whether the peer advertised before our controller gave the link up.
  fileprivate var peerLeft: Bool {
    guard let end = disconnect, end.reason == .connectionTimeout, let heard = peerHeard else {
      return false
    }
    return heard.frame < end.frame && heard.frame > lastRxFrame ?? firstFrame
  }

  fileprivate func isFollowedByOtherMode(_ next: ReportV1.Connection) -> Bool {
    guard next.startUs - endUs <= Self.returnUs, !gatt.remembered, !next.gatt.remembered else {
      return false
    }
    let (before, after) = (KnownAttributes([gatt]), KnownAttributes([next.gatt]))
    return before.hasService(missingIn: after) || after.hasService(missingIn: before)
  }
}
