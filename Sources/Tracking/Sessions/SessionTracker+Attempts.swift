import BluetoothProtocol
import Bytes
import Report

/// Attempts of this host to connect, from the command to what came of it.
extension SessionTracker {
  mutating func beginAttempts(_ request: ConnectionRequestFact, on controller: Int) {
    let (begun, over) = sessions.controllers[controller].initiating.request(
      request, already: openLEConnection(to: request.peer, on: controller), on: controller)
    keep(over)
    for attempt in begun { observe(attempt, isEnd: false) }
  }

  mutating func beginPage(_ request: ConnectionRequestFact, on controller: Int) {
    let already = openLEConnection(to: request.peer, on: controller)
    observe(
      sessions.controllers[controller].initiating.page(
        request, already: already, on: controller), isEnd: false)
  }

  /// The number of an LE connection with a device that there is.
  private func openLEConnection(to address: DeviceAddress?, on controller: Int) -> Int? {
    guard let address else { return nil }
    // A host has few at a time. Of the many of a made-up capture the latest are looked at.
    return sessions.controllers[controller].openIndices.suffix(64).first {
      sessions.connections[$0].transport == .le && sessions.connections[$0].peer == address
    }.map { sessions.connections[$0].number }
  }

  mutating func refuseAttempts(
    _ request: ConnectionRequestFact, _ status: HCIStatus, on controller: Int
  ) {
    end(
      request.transport == .le
        ? sessions.controllers[controller].initiating.refuse(request.moment, status, at: now)
        : request.peer.map {
          sessions.controllers[controller].initiating.endPage(
            of: $0, status, number: nil, at: now)
        } ?? [])
  }

  mutating func completeAttempt(
    _ complete: LEConnectionComplete, _ index: Int, on controller: Int
  ) {
    end(
      sessions.controllers[controller].initiating.connect(
        complete.peerAddress, complete.peerAddressType,
        number: sessions.connections[index].number, on: controller, at: now))
  }

  mutating func failAttempt(_ complete: LEConnectionComplete, on controller: Int) {
    let (over, paused) = sessions.controllers[controller].initiating.fail(
      complete.status, complete.peerAddress, at: now)
    end(over)
    // What was heard until now counts, if this turns out to be the end.
    for attempt in paused { observe(attempt, isEnd: true) }
  }

  mutating func endPage(_ complete: ConnectionComplete, _ number: Int?, on controller: Int) {
    end(
      sessions.controllers[controller].initiating.endPage(
        of: complete.address, complete.status, number: number, at: now))
  }

  mutating func loseAttempts(of controller: Int) {
    end(sessions.controllers[controller].initiating.lose(at: now))
  }

  /// Those that end now.
  mutating func end(_ attempts: [AttemptFact]) {
    for attempt in attempts { observe(attempt, isEnd: true) }
    keep(attempts)
  }

  private mutating func keep(_ attempts: [AttemptFact]) {
    for attempt in attempts {
      sessions.attempts.append(
        attempt, within: .attempts, &sessions.bounds, more: attempt.listed.count * Bound.listed)
    }
  }

  private mutating func observe(_ attempt: AttemptFact, isEnd: Bool) {
    guard let peer = attempt.peer, let type = attempt.peerType else { return }
    context.observer.observe(.attempt(attempt.key, peer, type, now, isEnd: isEnd))
  }

  /// How many advertising reports a scan brings.
  @inline(__always)
  mutating func countReports(_ count: Int, on controller: Int) {
    guard let running = sessions.controllers[controller].scan.running else { return }
    sessions.scans[running].reports &+= count
  }
}
