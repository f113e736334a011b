import BluetoothProtocol
import Bytes
import Report

/// Attempts of this host to connect.
extension ReportBuilder {
  /// In the order in which they began: those that are over, and those that still wait.
  func attemptFacts() -> [AttemptFact] {
    let end = clock.traffic?.latest
    var facts = sessions.attempts
    for controller in sessions.controllers { facts += controller.initiating.atEnd(end) }
    let order = facts.indices.sorted {
      (facts[$0].start.frame, $0) < (facts[$1].start.frame, $1)
    }
    return order.map { facts[$0] }
  }

  func attempts(_ advertisers: [ReportV1.Advertiser]) -> [ReportV1.Attempt] {
    let end = clock.traffic?.latest
    let failed = Set(
      sessions.connections.indexes {
        $0[$1].disconnect?.reason == .connectionFailedToBeEstablished
      }.map { sessions.connections[$0].number })
    // Indexes of advertisers under resolvable private addresses, by their identities.
    let hidden = Dictionary(
      grouping: advertisers.indices.filter { advertisers[$0].identity != nil }
    ) { advertisers[$0].identity }
    var attempts = attemptFacts().map { fact in
      var attempt = attempt(fact, failed, until: end)
      if attempt.heard == nil { attempt.heard = heard(fact, among: hidden, until: end) }
      return attempt
    }
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

  func listed(_ entries: [AcceptListEntry]) -> [ReportV1.ListedDevice] {
    entries.map { entry in
      ReportV1.ListedDevice {
        $0.address = entry.address.description
        $0.addressType = entry.type.kind(of: entry.address)
        $0.frame = entry.frame
        $0.resolved = entry.isResolved
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
    return measures.attempts.found(fact.key, measures.advertisers, at: end)
  }

  /// What was heard meanwhile of a device that a key of the capture recognizes, where all of it was
  /// heard in that time.
  private func heard(
    _ fact: AttemptFact, among hidden: [String?: [Int]], until end: TraceTime?
  ) -> ReportV1.AttemptHeard? {
    guard fact.transport == .le, let peer = fact.peer, let last = fact.last?.time ?? end else {
      return nil
    }
    let found = hidden[peer.description]?.last { index in
      let device = measures.advertisers.devices[index]
      return device.firstFrame >= fact.start.frame && device.last.time.since(last) <= 0
    }
    return found.map { index in
      let device = measures.advertisers.devices[index]
      return ReportV1.AttemptHeard {
        $0.reports = device.reports
        $0.address = device.address.description
        $0.addressType = device.type.kind(of: device.address)
        let said = max(device.connectableFrame, device.unconnectableFrame)
        $0.connectable = said > 0 ? device.connectableFrame == said : nil
        $0.frame = device.last.frame
        $0.rssi = (device.recent.measure(before: last)?.last).map(Int.init)
      }
    }
  }

  /// How soon the next attempt to the same device followed.
  private func addNext(to attempts: inout [ReportV1.Attempt]) {
    var next: [ReportV1.Attempt.Device: Int] = [:]
    for index in attempts.indices.reversed() where attempts[index].target != nil {
      let device = attempts[index].device
      if let start = next[device] {
        attempts[index].nextUs = max(
          0, start - attempts[index].startUs - attempts[index].durationUs)
      }
      next[device] = attempts[index].startUs
    }
  }
}
