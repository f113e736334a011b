import Report

/// Compares the runs of two sides.
package func compare(base: [Run], new: [Run]) -> Comparison {
  var comparator = Comparator(runs: base + new, baseCount: base.count)
  return comparator.compare()
}

struct Comparator {
  /// Those of the base, then the new ones.
  let runs: [Run]
  let baseCount: Int
  var entries = EntryList()
  let chances = ChanceMemory()

  init(runs: [Run], baseCount: Int) {
    self.runs = runs
    self.baseCount = baseCount
  }

  mutating func compare() -> Comparison {
    let slots = matched(runs.map { $0.capture.connections.map { $0.matchingKeys() } })
    let subjects = subjects(of: slots, in: runs)
    let shared = slots.count { isOnBothSides($0) }
    var findings: [ComparedFinding] = []
    if shared > 0 {
      for measure in CaptureMeasures.compared {
        add(measure, about: Subject(), runs.indices.map { ($0, runs[$0]) })
      }
      for (slot, subject) in zip(slots, subjects) {
        comparePresence(of: slot, subject, among: Set(runs.indices))
        if isOnBothSides(slot) { compareConnections(slot, subject) }
      }
      findings = compareFindings(slots, subjects)
    }
    return Comparison(
      base: runs[..<baseCount].map(\.name), new: runs[baseCount...].map(\.name),
      entries: entries.ordered(), omitted: entries.omitted, connectionsMatched: shared,
      findings: findings)
  }

  func isOnBothSides(_ slot: Slot) -> Bool {
    slot.places.keys.contains { $0 < baseCount } && slot.places.keys.contains { $0 >= baseCount }
  }

  private func connection(_ run: Int, _ place: Int) -> ReportV1.Connection {
    runs[run].capture.connections[place]
  }

  // MARK: One connection, on both sides

  private mutating func compareConnections(_ slot: Slot, _ subject: Subject) {
    let connections = slot.places.sorted { $0.key < $1.key }.map {
      (run: $0.key, value: connection($0.key, $0.value))
    }
    for measure in ConnectionMeasures.all { add(measure, about: subject, connections) }
    for fact in ConnectionMeasures.facts { add(fact, about: subject, connections) }
    compareGATT(connections, subject)
    compareTransfers(connections, subject)
    compareStreams(connections, subject)
  }

  private mutating func compareTransfers(
    _ connections: [(run: Int, value: ReportV1.Connection)], _ subject: Subject
  ) {
    let slots = matched(
      byRun(connections) { connection in
        let places = CharacteristicPlaces(connection)
        return connection.transfers.map { $0.matchingKeys(places) }
      })
    var names = PartNames()
    let places = Self.places(of: connections)
    for slot in slots {
      let transfers = slot.places.sorted { $0.key < $1.key }.compactMap { run, place in
        places[run].map { (run: run, value: connections[$0].value.transfers[place]) }
      }
      guard let first = transfers.first?.value else { continue }
      var subject = subject
      subject.part = names.transfer(first)
      comparePresence(of: slot, subject, among: Set(connections.map(\.run)))
      guard isOnBothSides(slot) else { continue }
      let sizes = transfers.map { Double($0.value.payloadBytes) }
      let isOnePayload = sizes.allSatisfy { $0 == sizes[0] }
      for measure in TransferMeasures.all
      where isOnePayload || !TransferMeasures.ofOnePayload.contains(measure.name) {
        add(measure, in: "transfer.", about: subject, transfers)
      }
      for fact in TransferMeasures.facts { add(fact, in: "transfer.", about: subject, transfers) }
    }
  }

  /// Streams that carry transfers are compared as those.
  private mutating func compareStreams(
    _ connections: [(run: Int, value: ReportV1.Connection)], _ subject: Subject
  ) {
    let carriers = Set(
      connections.flatMap { $0.value.transfers.map { "\($0.kind.rawValue)/\($0.uuid ?? "")" } })
    let runPlaces = Self.places(of: connections)
    for (list, prefix) in [
      (\ReportV1.Connection.notifications, "notifications."),
      (\ReportV1.Connection.writes, "writes."),
    ] {
      let slots = matched(
        byRun(connections) { connection in
          let places = CharacteristicPlaces(connection)
          return connection[keyPath: list].map { $0.matchingKeys(places) }
        })
      var names = PartNames()
      for slot in slots {
        let streams = slot.places.sorted { $0.key < $1.key }.compactMap { run, place in
          runPlaces[run].map { (run: run, value: connections[$0].value[keyPath: list][place]) }
        }
        guard let first = streams.first?.value,
          !carriers.contains("\(first.kind.rawValue)/\(first.uuid ?? "")")
        else { continue }
        var subject = subject
        subject.part = names.stream(first)
        comparePresence(of: slot, subject, among: Set(connections.map(\.run)))
        guard isOnBothSides(slot) else { continue }
        for measure in StreamMeasures.all { add(measure, in: prefix, about: subject, streams) }
      }
    }
  }

  /// Where each run's connection stands.
  private static func places(
    of connections: [(run: Int, value: ReportV1.Connection)]
  ) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: connections.indices.map { (connections[$0].run, $0) })
  }

  /// The keys of things in each run; none where the run does not have the connection.
  private func byRun(
    _ connections: [(run: Int, value: ReportV1.Connection)],
    _ keys: (ReportV1.Connection) -> [[[String]]]
  ) -> [[[[String]]]] {
    var byRun = [[[[String]]]](repeating: [], count: runs.count)
    for (run, connection) in connections { byRun[run] = keys(connection) }
    return byRun
  }
}

/// Names for transfers and streams, numbered where there are several of the same.
struct PartNames {
  private var counts: [String: Int] = [:]

  mutating func transfer(_ transfer: ReportV1.Transfer) -> String {
    let place = transfer.uuid ?? "an unknown characteristic"
    counts[place, default: 0] += 1
    return "transfer \(counts[place, default: 0]) of \(place)"
  }

  mutating func stream(_ stream: ReportV1.NotificationStream) -> String {
    let word = stream.kind == .write ? "writes to" : "\(stream.kind.rawValue)s of"
    let name = "\(word) \(stream.uuid ?? "an unknown characteristic")"
    counts[name, default: 0] += 1
    let count = counts[name, default: 0]
    return count == 1 ? name : "\(name) (\(count))"
  }
}
