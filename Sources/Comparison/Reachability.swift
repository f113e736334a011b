import Report

/// Whether a device could be connected to, and what has no partner on the other side.
extension Comparator {
  /// What a run shows of one device.
  private struct Attempts {
    var worked = 0
    var failed = 0
    /// The capture ended during an attempt, or lacks the beginning of a connection after one, of
    /// which it does not know the device.
    var isUndecided = false
    var firstFailure = Int.max

    mutating func fail(at frame: Int) {
      failed += 1
      firstFailure = min(firstFailure, frame)
    }
  }

  /// Compares, of each device that a run tried to connect to in vain, whether the runs that tried
  /// got through. How many tries that took is up to the air; that none of them worked is not.
  mutating func compareReachability() {
    // A page over BR/EDR says nothing about the link over LE.
    struct Key: Hashable {
      var device: String
      var isClassic: Bool
    }
    var order: [Key] = []
    var attempts: [Key: [Int: Attempts]] = [:]
    let names = deviceNames()
    for run in runs.indices {
      var tried: Set<Key> = []
      func count(
        _ peer: ReportV1.Peer, _ transport: ReportV1.Transport?, _ count: (inout Attempts) -> Void
      ) {
        guard let device = peer.name ?? peer.address.map({ names[$0] ?? $0 }) else { return }
        let key = Key(device: device, isClassic: transport == .brEDR)
        if attempts[key] == nil { order.append(key) }
        tried.insert(key)
        count(&attempts[key, default: [:]][run, default: Attempts()])
      }
      for connection in runs[run].capture.connections {
        count(connection.peer, connection.transport) {
          if connection.isFailedAttempt {
            $0.fail(at: connection.firstFrame)
          } else if connection.mayStillFail {
            $0.isUndecided = true
          } else {
            $0.worked += 1
          }
        }
      }
      for failure in runs[run].capture.connectionFailures where !failure.isCalledOff {
        count(failure.peer, failure.transport) { $0.fail(at: failure.frame) }
      }
      guard let unknown = runs[run].capture.lastWithoutBeginning else { continue }
      for key in tried where (attempts[key]?[run]?.firstFailure ?? .max) < unknown {
        attempts[key]?[run]?.isUndecided = true
      }
    }
    for key in order {
      let byRun = (attempts[key] ?? [:]).filter { $0.value.worked > 0 || !$0.value.isUndecided }
      guard byRun.values.contains(where: { $0.worked == 0 }) else { continue }
      addReachability(of: key.device, byRun)
    }
  }

  private mutating func addReachability(of device: String, _ byRun: [Int: Attempts]) {
    let tried = byRun.keys.sorted()
    let (base, new) = (tried.filter { $0 < baseCount }, tried.filter { $0 >= baseCount })
    guard !base.isEmpty, !new.isEmpty else { return }
    let works = { (run: Int) in (byRun[run].map { $0.worked > 0 } ?? false).number }
    var (change, verdict) = Judgement.of(
      base: base.map(works), new: new.map(works), unit: .yesOrNo, tolerance: .none, better: .more,
      chances)
    if verdict == .unclear,
      Judgement.failsAnew(base: base.map { works($0) == 0 }, new: new.map { works($0) == 0 })
    {
      verdict = .worse
    }
    guard verdict != .same else { return }
    var statement = Statement.of(change, verdict, moreOrFewer)
    let failed = new.reduce(0) { $0 + (works($1) == 0 ? byRun[$1]?.failed ?? 0 : 0) }
    if verdict == .worse, change.isOneAgainstOne {
      statement = failed == 1 ? "the only attempt failed" : "all \(failed) attempts failed"
    }
    var entry = Comparison.Entry(
      subject: Subject(device: device), measure: "connected", verdict: verdict, weight: .loss,
      values: .numbers(change), statement: statement)
    entry.run = change.farthest.map { new[$0] - baseCount }
    append(entry)
  }

  /// A device says its name in some captures only.
  private func deviceNames() -> [String: String] {
    var names: [String: String] = [:]
    for run in runs {
      let peers =
        run.capture.connections.lazy.map(\.peer) + run.capture.connectionFailures.lazy.map(\.peer)
      for peer in peers {
        guard let address = peer.address, let name = peer.name else { continue }
        names[address] = names[address] ?? name
      }
    }
    return names
  }

  /// The connections of slots that one side has alone, device by device.
  func unmatched(_ slots: [Slot], _ subjects: [Subject]) -> [Comparison.Unmatched] {
    struct Key: Hashable {
      var device: String?
      var isNew: Bool
    }
    var found: [(key: Key, connection: RunConnection)] = []
    for (slot, subject) in zip(slots, subjects) where !isOnBothSides(slot) {
      for connection in connections(of: slot) {
        let key = Key(device: subject.device, isNew: connection.run >= baseCount)
        found.append((key, connection))
      }
    }
    return found.grouped(by: \.key).map { key, all in
      Comparison.Unmatched(
        device: key.device, isNew: key.isNew, connections: all.map { partner($0.connection) },
        failed: all.count { $0.connection.value.isFailedAttempt })
    }
  }

  func partner(_ connection: RunConnection) -> Comparison.Partner {
    let isNew = connection.run >= baseCount
    return Comparison.Partner(
      run: isNew ? connection.run - baseCount : connection.run, connection: connection.value.id)
  }

  /// Whether all that the new side tried failed: whatever else is the same says little then.
  var onlyFailed: Bool {
    let new = runs[baseCount...]
    let attempts = new.lazy.flatMap(\.capture.connections)
    let tries =
      attempts.contains { $0.isFailedAttempt }
      || new.contains { $0.capture.connectionFailures.contains { !$0.isCalledOff } }
    return tries && attempts.allSatisfy(\.isFailedAttempt)
  }
}

extension ReportV1.Capture {
  /// The record from which on the capture shows a connection whose beginning it lacks.
  fileprivate var lastWithoutBeginning: Int? {
    connections.lazy.filter {
      $0.completeFrame == nil && $0.peer.address == nil && $0.peer.name == nil
    }.map(\.firstFrame).max()
  }
}
