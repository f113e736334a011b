import Findings
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
  /// By the names of measures: in place of their own.
  package var tolerances: [String: Tolerance] = [:]

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
  /// How captures as a whole were matched: `nil` where something sure enough says that they belong
  /// together, else the best guess.
  private(set) var captureBasis: MatchBasis?
  /// For each run the `id` of the connections that ended as the peer restarted.
  let restarts: [Set<Int>]

  init(runs: [Run], baseCount: Int, _ options: ComparisonOptions) {
    self.runs = runs
    restarts = runs.map(Self.restarts)
    self.baseCount = baseCount
    self.options = options
  }

  mutating func compare() -> Comparison {
    // Who asks for a match by services compares devices of different names.
    let namesCount = options.leastMatch < .services
    let isSame = Recording.isOne(runs.map(\.capture))
    let slots = matched(
      runs.map {
        $0.capture.connections.enumerated().map { position, connection in
          connection.matchingKeys(namesCount: namesCount, position: isSame ? position : nil)
        }
      },
      names: namesCount ? runs.map { $0.capture.connections.map(\.peer.name) } : [],
      firstGuess: MatchPass.services.rawValue)
    let subjects = subjects(of: slots, in: runs)
    let shared = slots.indices.filter { isOnBothSides(slots[$0]) }
    var findings: [ComparedFinding] = []
    compareReachability()
    if !shared.isEmpty {
      let (guess, captures) = (
        guess(in: shared.map { slots[$0] }), runs.indices.map { ($0, runs[$0]) }
      )
      captureBasis = guess
      compare(matchedBy: guess) { comparator in
        for measure in CaptureMeasures.compared {
          comparator.add(measure, about: Subject(), captures)
        }
      }
      let devices = devices(slots, subjects)
      for device in devices { compareDevice(device, slots) }
      compareGATT(devices, slots)
      for index in shared { compareConnections(slots[index], subjects[index]) }
      findings = compareFindings(devices, slots)
    }
    return Comparison(
      base: runs[..<baseCount].map(\.name), new: runs[baseCount...].map(\.name),
      entries: entries.ordered(), omitted: entries.omitted,
      matches: shared.map { match(slots[$0], subjects[$0]) },
      unmatched: unmatched(slots, subjects), onlyFailed: onlyFailed, findings: findings,
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
    let connections = connections(of: slot)
    let peers = connections.filter { $0.run >= baseCount }.map(\.value.peer)
    let other = Subject.device(of: peers)
    // The same device may not have said its name this time.
    let isSame =
      other == subject.device || other == Subject.unknown
      || basis <= .address && Subject.isAddress(other)
    return Comparison.Match(
      subject: subject,
      newDevice: isSame ? nil : other,
      basis: basis, counts: basis <= options.leastMatch,
      base: connections.filter { $0.run < baseCount }.map(partner),
      new: connections.filter { $0.run >= baseCount }.map(partner))
  }

  /// How the connections of a slot were matched: by the least that any of them was matched by.
  func basis(of slot: Slot) -> MatchBasis? {
    let connections = connections(of: slot).map(\.value)
    // The later the pass, the less was known.
    return slot.passes.values.max().map { MatchBasis(pass: $0, connections) }
  }

  /// The best of the matches, where none of them counts.
  private func guess(in slots: [Slot]) -> MatchBasis? {
    let best = slots.lazy.compactMap { self.basis(of: $0) }.min()
    return best.flatMap { $0 > options.leastMatch ? $0 : nil }
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
      let endings = $0.endings(slot)
      let hasRestart = endings.contains { $0.value.isRestart }
      for var measure in ConnectionMeasures.all {
        // What a peer is asked as it restarts has no answer.
        if hasRestart, measure.name == "att.unanswered" { measure.better = .neither }
        if $0.isUpToApp(measure.name, connections) { measure.better = .neither }
        $0.add(measure, about: subject, connections)
      }
      for fact in ConnectionMeasures.facts { $0.add(fact, about: subject, connections) }
      $0.add(Ending.fact, about: subject, endings)
      $0.compareTransfers(connections, subject)
      $0.compareStreams(connections, subject)
      $0.compareDataRuns(connections, subject)
    }
  }

  /// Whether what a measure gives is up to what an app did: what nothing asked for is no loss.
  private func isUpToApp(_ measure: String, _ connections: [RunConnection]) -> Bool {
    let new = connections.filter { $0.run >= baseCount }
    switch measure {
    case "mtu":
      // Where both sides moved the same data, the small MTU is what these had to do with.
      guard new.contains(where: { $0.value.mtu.frame == nil }) else { return false }
      let moved = new.reduce(into: Set<String>()) { $0.formUnion($1.value.bulkUUIDs) }
      return connections.allSatisfy {
        $0.run >= baseCount || moved.isDisjoint(with: $0.value.bulkUUIDs)
      }
    // Where the rule speaks of it as information, it is no fault.
    case "att.discovery_rounds", "att.rediscovery_us":
      let found = new.flatMap { run, connection in
        runs[run].findings.filter {
          RuleCatalog.traits(of: $0.rule).contains(.discoveries) && $0.covers(connection.id)
        }
      }
      return !found.isEmpty && found.allSatisfy { $0.severity == .info }
    default: return false
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
      // A capture that began late does not know the characteristic.
      guard let first = transfers.first(where: { $0.value.uuid != nil }) ?? transfers.first
      else { continue }
      var subject = subject
      subject.part = names.numbered("transfer", of: first.value.uuid)
      let runs = connections.filter { run, connection in
        slot.indices[run] != nil || first.value.uuid == nil
          || !connection.transfers.contains { $0.uuid == nil && $0.kind == first.value.kind }
      }
      // Values are missing where they were subscribed to as before. What is written is always
      // expected.
      let subscribed = Set(
        runs.lazy.filter { $0.value.isSubscribed(to: first.value.uuid) }.map(\.run))
      let isExpected =
        first.value.kind == .write || !slot.indices.keys.contains(where: subscribed.contains)
        || runs.allSatisfy { slot.indices[$0.run] != nil || subscribed.contains($0.run) }
      comparePresence(of: slot, subject, among: Set(runs.map(\.run)), isWorse: isExpected)
      guard isOnBothSides(slot) else { continue }
      let sizes = transfers.map { Double($0.value.payloadBytes) }
      let isOnePayload = sizes.allSatisfy { $0 == sizes[0] }
      var verdicts: [String: Comparison.Verdict] = [:]
      for measure in TransferMeasures.all
      where isOnePayload || !TransferMeasures.ofOnePayload.contains(measure.name) {
        // The rate of one payload is its duration in another unit.
        let other = measure.name == "throughput_bytes_per_s" ? verdicts["duration_us"] : nil
        verdicts[measure.name] = add(
          measure, in: "transfer.", about: subject, transfers, notBeyond: other)
      }
      for fact in TransferMeasures.facts { add(fact, in: "transfer.", about: subject, transfers) }
    }
  }

  /// Where each run's connection stands.
  static func indices(
    of connections: [RunConnection]
  ) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: connections.indices.map { (connections[$0].run, $0) })
  }

  /// The keys of things in each run; none where the run does not have the connection.
  func byRun(
    _ connections: [RunConnection],
    _ keys: (ReportV1.Connection) -> [[PassKeys]]
  ) -> [[[PassKeys]]] {
    var byRun = [[[PassKeys]]](repeating: [], count: runs.count)
    for (run, connection) in connections { byRun[run] = keys(connection) }
    return byRun
  }
}

/// Names for transfers and streams, numbered where there are several of the same.
struct PartNames {
  private var counts: [String: Int] = [:]

  /// `transfer 2 of FFE1`
  mutating func numbered(_ word: String, of uuid: String?) -> String {
    let name = uuid ?? "an unknown characteristic"
    counts[name, default: 0] += 1
    return "\(word) \(counts[name, default: 0]) of \(name)"
  }

  mutating func stream(_ stream: ReportV1.NotificationStream) -> String {
    let word = stream.kind == .write ? "writes to" : "\(stream.kind.rawValue)s of"
    let name = "\(word) \(stream.uuid ?? "an unknown characteristic")"
    counts[name, default: 0] += 1
    let count = counts[name, default: 0]
    return count == 1 ? name : "\(name) (\(count))"
  }
}
