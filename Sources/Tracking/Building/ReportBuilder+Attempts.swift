import BluetoothProtocol
import Bytes
import Report

/// Attempts of this host to connect.
extension ReportBuilder {
  /// In the order in which they began: those that are over, and those that still wait.
  func attempts() -> [ReportV1.Attempt] {
    let end = clock.traffic?.latest
    var facts = sessions.attempts
    for controller in sessions.controllers { facts += controller.initiating.atEnd(end) }
    let order = facts.indices.sorted {
      (facts[$0].start.frame, $0) < (facts[$1].start.frame, $1)
    }
    let failed = failedConnections()
    var attempts = order.map { attempt(facts[$0], failed, until: end) }
    addNext(to: &attempts)
    return attempts
  }

  private func attempt(
    _ fact: AttemptFact, _ failed: Set<Int>, until end: TraceTime?
  ) -> ReportV1.Attempt {
    let last = fact.last?.time ?? end ?? fact.start.time
    return ReportV1.Attempt {
      $0.controller = Int(sessions.controllers[fact.controller].index)
      $0.transport = fact.transport
      $0.target = fact.peer?.description
      if let peer = fact.peer { $0.targetType = fact.peerType?.kind(of: peer) }
      $0.via = fact.isByList ? .acceptList : .address
      $0.listed = listed(fact.listed)
      $0.firstFrame = fact.start.frame
      $0.lastFrame = fact.last?.frame
      $0.startUs = offset(fact.start.time)
      $0.durationUs = Int(reported: max(0, last.since(fact.start.time)))
      $0.ended = fact.end
      $0.status = fact.end == .connected ? nil : fact.status
      $0.cancelFrame = fact.cancel?.frame
      $0.connection = fact.connection
      // The controller said that it is connected, and then that it never was.
      if let id = fact.connection, failed.contains(id) {
        $0.ended = .failed
        $0.status = .connectionFailedToBeEstablished
      }
      $0.statusName = $0.status?.name
      $0.heard = heard(fact, until: fact.last == nil ? end : nil)
    }
  }

  /// Connections that failed to be established, by their numbers.
  private func failedConnections() -> Set<Int> {
    var failed: Set<Int> = []
    for index in sessions.connections.indices
    where sessions.connections[index].disconnect?.reason == .connectionFailedToBeEstablished {
      failed.insert(sessions.connections[index].number)
    }
    return failed
  }

  func listed(_ entries: [AcceptListEntry]) -> [ReportV1.ListedDevice] {
    entries.map { entry in
      ReportV1.ListedDevice {
        $0.address = entry.address.description
        $0.addressType = entry.type.kind(of: entry.address)
        $0.frame = entry.frame
      }
    }
  }

  private func heard(_ fact: AttemptFact, until end: TraceTime?) -> ReportV1.AttemptHeard? {
    guard let peer = fact.peer else { return nil }
    if fact.transport == .brEDR {
      return fact.answered.map { answer in
        ReportV1.AttemptHeard {
          $0.address = peer.description
          $0.addressType = fact.peerType?.kind(of: peer)
          $0.frame = answer.frame
        }
      }
    }
    return measures.attempts.found(fact.key, measures.advertisers, at: end).map { found in
      ReportV1.AttemptHeard {
        $0.reports = found.reports
        $0.address = peer.description
        $0.addressType = found.type.kind(of: peer)
        $0.connectable = found.isConnectable
        $0.frame = found.frame
        $0.rssi = found.rssi.map(Int.init)
      }
    }
  }

  /// How soon the next attempt to the same device followed.
  private func addNext(to attempts: inout [ReportV1.Attempt]) {
    struct Device: Hashable {
      var address: String
      var transport: ReportV1.Transport
    }
    var next: [Device: Int] = [:]
    for index in attempts.indices.reversed() {
      guard let target = attempts[index].target else { continue }
      let device = Device(address: target, transport: attempts[index].transport)
      if let start = next[device] {
        attempts[index].nextUs = max(
          0, start - attempts[index].startUs - attempts[index].durationUs)
      }
      next[device] = attempts[index].startUs
    }
  }
}
