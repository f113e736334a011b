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
    let failed = Dictionary(
      sessions.connections.indexes {
        $0[$1].disconnect?.reason == .connectionFailedToBeEstablished
      }.map { (sessions.connections[$0].number, sessions.connections[$0].last) },
      uniquingKeysWith: { first, _ in first })
    // Indexes of advertisers under resolvable private addresses, by their identities.
    let hidden = Dictionary(
      grouping: advertisers.indices.filter { advertisers[$0].identity != nil }
    ) { advertisers[$0].identity }
    let facts = attemptFacts()
    var attempts = facts.map { fact in
      var attempt = attempt(fact, failed, until: end)
      attempt.endedBySwitchOff = isOfSwitchOff(fact, among: facts)
      if attempt.heard == nil { attempt.heard = heard(fact, among: hidden, until: end) }
      return attempt
    }
    addNext(to: &attempts)
    return attempts
  }

  private func attempt(
    _ fact: AttemptFact, _ failed: [Int: Moment], until end: TraceTime?
  ) -> ReportV1.Attempt {
    // The controller said that it is connected, and then that it never was.
    let failure = fact.connection.flatMap { failed[$0] }
    let over = failure ?? fact.last
    let last = over?.time ?? end ?? fact.start.time
    return ReportV1.Attempt {
      $0.controller = Int(sessions.controllers[fact.controller].index)
      $0.transport = fact.transport
      $0.target = fact.peer?.description
      if let peer = fact.peer { $0.targetType = fact.peerType?.kind(of: peer) }
      $0.via = fact.isByList ? .acceptList : .address
      $0.listed = listed(fact.listed)
      $0.firstFrame = fact.start.frame
      $0.lastFrame = over?.frame
      $0.startUs = offset(fact.start.time)
      $0.durationUs = Int(reported: max(0, last.since(fact.start.time)))
      $0.ended = fact.end
      $0.status = fact.end == .connected ? nil : fact.status
      $0.cancelFrame = fact.cancel?.frame
      $0.connection = fact.connection
      if failure != nil {
        $0.ended = .failed
        $0.status = .connectionFailedToBeEstablished
      }
      $0.statusName = $0.status?.name
      $0.heard = heard(fact, until: fact.last == nil ? end : nil)
    }
  }

  /// What belongs to switching Bluetooth off comes so close together.
  private static let longestSwitchOff: Int64 = 2_000_000

  /// Whether this host cancelled it as it switched Bluetooth off: nothing was tried after it, and
  /// the controller was reset or closed, or the host became invisible and ended all connections.
  private func isOfSwitchOff(_ fact: AttemptFact, among facts: [AttemptFact]) -> Bool {
    guard fact.end == .givenUp, let last = fact.last else { return false }
    func isNear(_ moment: Moment) -> Bool {
      moment.time.since(last.time).magnitude <= UInt64(Self.longestSwitchOff)
    }
    let next = facts[facts.partitionPoint { $0.start.frame > last.frame }...].first {
      $0.controller == fact.controller
    }
    if let next, isNear(next.start) { return false }
    let isReset = sessions.adapterStates.contains {
      $0.controller == fact.controller && $0.state != .poweredOn && $0.moment.frame > last.frame
        && isNear($0.moment)
    }
    if isReset { return true }
    let invisible = sessions.scanOffs.filter {
      $0.controller == fact.controller && isNear($0.moment)
    }
    let open = Set(invisible.flatMap(\.open))
    // Without connections there is less to see: stacks then say it more than once.
    guard !open.isEmpty else { return invisible.count > 1 }
    return open.allSatisfy { index in
      sessions.connections[index].closeRequest.map { isNear($0.first) } ?? false
        || sessions.connections[index].end.map { isNear($0.moment) } ?? false
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
