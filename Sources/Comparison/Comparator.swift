import Report

/// Compares the runs of two sides.
package func compare(
  base: [Run], new: [Run], options: ComparisonOptions = ComparisonOptions()
) -> Comparison {
  var comparator = Comparator(
    runs: (base + new).map { $0.only(options.devices) }, baseCount: base.count, options)
  return comparator.compare()
}

/// What of two sides is compared, and what counts.
package struct ComparisonOptions: Sendable {
  /// Names and addresses: of other devices nothing is compared. All where there is none.
  package var devices: [String] = []
  /// What is worse counts where connections were matched by this, or by something surer.
  package var leastMatch = MatchBasis.name

  package init() {}
}

struct Comparator {
  typealias RunConnection = (run: Int, value: ReportV1.Connection)

  /// Those of the base, then the new ones.
  let runs: [Run]
  let baseCount: Int
  let options: ComparisonOptions
  var entries = EntryList()
  let chances = ChanceMemory()
  /// How what is compared just now was matched; `nil` for captures as a whole.
  private var basis: MatchBasis?

  init(runs: [Run], baseCount: Int, _ options: ComparisonOptions) {
    self.runs = runs
    self.baseCount = baseCount
    self.options = options
  }

  mutating func compare() -> Comparison {
    let slots = matched(runs.map { $0.capture.connections.map { $0.matchingKeys() } })
    let subjects = subjects(of: slots, in: runs)
    let shared = slots.indices.filter { isOnBothSides(slots[$0]) }
    var findings: [ComparedFinding] = []
    if !shared.isEmpty {
      for measure in CaptureMeasures.compared {
        add(measure, about: Subject(), runs.indices.map { ($0, runs[$0]) })
      }
      let devices = devices(slots, subjects)
      for device in devices { compareDevice(device, slots) }
      for index in shared { compareConnections(slots[index], subjects[index]) }
      findings = compareFindings(devices, slots)
    }
    return Comparison(
      base: runs[..<baseCount].map(\.name), new: runs[baseCount...].map(\.name),
      entries: entries.ordered(), omitted: entries.omitted,
      matches: shared.map { match(slots[$0], subjects[$0]) }, findings: findings,
      runNames: RunNames(runs[baseCount...].lazy.map(\.name)))
  }

  /// What is worse is a guess where it is about connections that were matched by one.
  mutating func append(_ entry: Comparison.Entry) {
    var entry = entry
    entry.match = basis
    if entry.verdict == .worse, let basis, basis > options.leastMatch { entry.verdict = .unsure }
    entries.append(entry)
  }

  mutating func compare(matchedBy basis: MatchBasis?, _ body: (inout Self) -> Void) {
    let before = self.basis
    self.basis = basis
    body(&self)
    self.basis = before
  }

  private func match(_ slot: Slot, _ subject: Subject) -> Comparison.Match {
    let basis = basis(of: slot) ?? .nothing
    let peers = connections(of: slot).filter { $0.run >= baseCount }.map(\.value.peer)
    let other = Subject.device(of: peers)
    // The same device may not have said its name this time.
    let isSame =
      other == subject.device || other == Subject.unknown
      || basis <= .address && Subject.isAddress(other)
    return Comparison.Match(
      subject: subject,
      newDevice: isSame ? nil : other,
      basis: basis, counts: basis <= options.leastMatch)
  }

  /// How the connections of a slot were matched: by the least that any of them was matched by.
  func basis(of slot: Slot) -> MatchBasis? {
    let connections = connections(of: slot).map(\.value)
    // The later the pass, the less was known.
    return slot.passes.values.max().map { MatchBasis(pass: $0, connections) }
  }

  func isOnBothSides(_ slot: Slot) -> Bool {
    slot.indices.keys.contains { $0 < baseCount } && slot.indices.keys.contains { $0 >= baseCount }
  }

  func connections(of slot: Slot) -> [RunConnection] {
    slot.indices.sorted { $0.key < $1.key }.map {
      (run: $0.key, value: runs[$0.key].capture.connections[$0.value])
    }
  }

  // MARK: One connection, on both sides

  private mutating func compareConnections(_ slot: Slot, _ subject: Subject) {
    let connections = connections(of: slot)
    compare(matchedBy: basis(of: slot)) {
      for measure in ConnectionMeasures.all { $0.add(measure, about: subject, connections) }
      for fact in ConnectionMeasures.facts { $0.add(fact, about: subject, connections) }
      $0.compareTransfers(connections, subject)
      $0.compareStreams(connections, subject)
    }
  }

  private mutating func compareTransfers(
    _ connections: [RunConnection], _ subject: Subject
  ) {
    let slots = matched(
      byRun(connections) { connection in
        let services = CharacteristicServices(connection)
        return connection.transfers.map { $0.matchingKeys(services) }
      })
    var names = PartNames()
    let indices = Self.indices(of: connections)
    for slot in slots {
      let transfers = slot.indices.sorted { $0.key < $1.key }.compactMap { run, index in
        indices[run].map { (run: run, value: connections[$0].value.transfers[index]) }
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
    _ connections: [RunConnection], _ subject: Subject
  ) {
    let carriers = Set(
      connections.flatMap { $0.value.transfers.map { "\($0.kind.rawValue)/\($0.uuid ?? "")" } })
    let runPlaces = Self.indices(of: connections)
    for (list, prefix) in [
      (\ReportV1.Connection.notifications, "notifications."),
      (\ReportV1.Connection.writes, "writes."),
    ] {
      let slots = matched(
        byRun(connections) { connection in
          let services = CharacteristicServices(connection)
          return connection[keyPath: list].map { $0.matchingKeys(services) }
        })
      var names = PartNames()
      for slot in slots {
        let streams = slot.indices.sorted { $0.key < $1.key }.compactMap { run, index in
          runPlaces[run].map { (run: run, value: connections[$0].value[keyPath: list][index]) }
        }
        guard let first = streams.first?.value,
          !carriers.contains("\(first.kind.rawValue)/\(first.uuid ?? "")")
        else { continue }
        var subject = subject
        subject.part = names.stream(first)
        comparePresence(
          of: slot, subject, among: Set(connections.map(\.run)),
          isWorse: isExpected(first, connections, slot))
        guard isOnBothSides(slot) else { continue }
        for var measure in StreamMeasures.all {
          // When an app writes is up to the app.
          if first.kind == .write { measure.better = .neither }
          add(measure, in: prefix, about: subject, streams)
        }
      }
    }
  }

  /// Whether values that are missing are a loss: they came steadily, and each run without them asked
  /// for them too. What an app writes is up to the app.
  private func isExpected(
    _ stream: ReportV1.NotificationStream, _ connections: [RunConnection], _ slot: Slot
  ) -> Bool {
    guard stream.kind != .write, stream.isSteady else { return false }
    return connections.allSatisfy { connection in
      slot.indices[connection.run] != nil || connection.value.isSubscribed(to: stream.uuid)
    }
  }

  /// Where each run's connection stands.
  private static func indices(
    of connections: [RunConnection]
  ) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: connections.indices.map { (connections[$0].run, $0) })
  }

  /// The keys of things in each run; none where the run does not have the connection.
  private func byRun(
    _ connections: [RunConnection],
    _ keys: (ReportV1.Connection) -> [[[String]]]
  ) -> [[[[String]]]] {
    var byRun = [[[[String]]]](repeating: [], count: runs.count)
    for (run, connection) in connections { byRun[run] = keys(connection) }
    return byRun
  }
}

extension ReportV1.Connection {
  fileprivate func isSubscribed(to uuid: String?) -> Bool {
    [gatt, gattOtherSide].compactMap(\.self).contains { server in
      let handles = Set(
        server.services.lazy.flatMap(\.characteristics).filter { $0.uuid == uuid }
          .map(\.valueHandle))
      return server.subscriptions.contains { subscription in
        subscription.value != .off && subscription.valueHandle.map(handles.contains) == true
      }
    }
  }
}

/// Names for transfers and streams, numbered where there are several of the same.
struct PartNames {
  private var counts: [String: Int] = [:]

  mutating func transfer(_ transfer: ReportV1.Transfer) -> String {
    let index = transfer.uuid ?? "an unknown characteristic"
    counts[index, default: 0] += 1
    return "transfer \(counts[index, default: 0]) of \(index)"
  }

  mutating func stream(_ stream: ReportV1.NotificationStream) -> String {
    let word = stream.kind == .write ? "writes to" : "\(stream.kind.rawValue)s of"
    let name = "\(word) \(stream.uuid ?? "an unknown characteristic")"
    counts[name, default: 0] += 1
    let count = counts[name, default: 0]
    return count == 1 ? name : "\(name) (\(count))"
  }
}
