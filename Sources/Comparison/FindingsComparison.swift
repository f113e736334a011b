import Findings
import Report

extension Comparator {
  private struct Key: Hashable {
    var rule: String
    var device: Int?
    /// Of a link that was lost as the peer restarted, as it was meant to.
    var isMeant = false
  }

  /// Compares how often each rule found something, device by device: which of its connections it is
  /// about is up to chance.
  mutating func compareFindings(_ devices: [Device], _ slots: [Slot]) -> [ComparedFinding] {
    var deviceOf: [[Int: Int]] = Array(repeating: [:], count: runs.count)
    // The index of each of their connections by its `id`.
    var indexOf = deviceOf
    for (index, device) in devices.enumerated() {
      for slot in device.slots {
        for (run, position) in slots[slot].indices {
          let id = runs[run].capture.connections[position].id
          (deviceOf[run][id], indexOf[run][id]) = (index, position)
        }
      }
    }
    var renamed = RenamedFindings(runs, baseCount: baseCount, deviceOf: deviceOf)
    addRenamed(&renamed, devices)
    // A try that failed had nothing else to find.
    let all = devices.map { self.numbers($0, slots) }
    let established = devices.map { self.numbers($0, slots) { !$0.isFailedAttempt } }
    let bulk = devices.map { self.numbers($0, slots) { !$0.runs.isEmpty } }
    // Findings about data, some of which the base had too.
    var onKnownData: Set<Key> = []
    // Findings of the new side on what the base shows too.
    var onShown: Set<Key> = []
    let shown = ShownByBase(
      devices.map { $0.slots.flatMap { connections(of: slots[$0]) } }, baseCount: baseCount)
    // By run; most have none of most.
    var counts: [Key: [Int: Int]] = [:]
    var severities: [Key: ReportV1.Severity] = [:]
    var firsts: [Key: [Bool: (run: Int, finding: ReportV1.Finding)]] = [:]
    var order: [Key] = []
    var keyed: [(run: Int, key: Key, finding: ReportV1.Finding)] = []
    // As they have the same data on the other side, they are neither new nor gone.
    var known: [(run: Int, key: Key, finding: ReportV1.Finding, isSlower: Bool)] = []
    for run in runs.indices {
      for (index, finding) in runs[run].findings.enumerated() {
        // Those of the capture as a whole name connections too.
        let own = finding.connection == nil ? [] : finding.covered
        let matched = own.first { deviceOf[run][$0] != nil }
        let device = matched.flatMap { deviceOf[run][$0] }
        let isMeant =
          RuleCatalog.traits(of: finding.rule).contains(.mayBeMeant) && !own.isEmpty
          && own.allSatisfy(restarts[run].contains)
        let key = Key(rule: finding.rule, device: device, isMeant: isMeant)
        if renamed.contains(run, index) {
          if run >= baseCount {
            known.append((run, key, finding, renamed.slower[run].contains(index)))
          }
          continue
        }
        if !renamed.isNewWork(run, index) { onKnownData.insert(key) }
        if run >= baseCount, !onShown.contains(key) {
          let connection = matched.flatMap { indexOf[run][$0] }
            .map { runs[run].capture.connections[$0] }
          if shown.has(finding, of: connection, device) { onShown.insert(key) }
        }
        if counts[key] == nil {
          order.append(key)
        }
        counts[key, default: [:]][run, default: 0] += 1
        let severity = severities[key] ?? finding.severity
        severities[key] = severity.weight < finding.severity.weight ? finding.severity : severity
        if firsts[key]?[run >= baseCount] == nil {
          firsts[key, default: [:]][run >= baseCount] = (run, finding)
        }
        keyed.append((run, key, finding))
      }
    }
    var presence: [Key: ComparedFinding.Presence] = [:]
    // Presence is a fact of all runs, also of those whose connections all failed.
    for (key, counted) in counts {
      let isInBase = counted.keys.contains { $0 < baseCount }
      let isInNew = counted.keys.contains { $0 >= baseCount }
      presence[key] = !isInBase ? .new : isInNew ? .unchanged : .absent
    }
    let joined = Self.joinMeant(&counts, &firsts, baseCount: baseCount)
    for key in order {
      guard let counted = counts[key], let severity = severities[key] else { continue }
      let traits = RuleCatalog.traits(of: key.rule)
      let numbers = traits.contains(.connecting) ? all : established
      // A finding about a device says nothing about runs that do not have it.
      let having = key.device.map { numbers[$0].keys.sorted() } ?? Array(runs.indices)
      // With more connections there is more to find.
      let areAlike = key.device.map { Set(numbers[$0].values).count <= 1 } ?? true
      let found = having.map { run in
        (run: run, count: Double(min(counted[run, default: 0], areAlike ? .max : 1)))
      }
      let isInNew = counted.keys.contains { $0 >= baseCount }
      // What the base never did cannot have got worse.
      let isNewWork =
        traits.contains(.bulkData)
        && key.device.map { device in
          !bulk[device].keys.contains { $0 < baseCount } || !onKnownData.contains(key)
        } ?? false
      compare(matchedBy: key.device.map { devices[$0].basis } ?? captureBasis) {
        $0.addFinding(
          key.rule, about: key.device.map { devices[$0].subject } ?? Subject(), severity, found,
          first: firsts[key]?[true],
          isNeutral: !traits.isDisjoint(with: [.connecting, .capture]) || isNewWork || key.isMeant
            || joined.contains(key) || isInNew && !onShown.contains(key))
      }
    }
    func compared(
      _ run: Int, _ key: Key, _ finding: ReportV1.Finding, _ presence: ComparedFinding.Presence
    ) -> ComparedFinding {
      let counts =
        key.device.map { device in
          devices[device].basis.map { $0 <= options.leastMatch } ?? false
        } ?? (captureBasis == nil)
      return ComparedFinding(
        presence: presence, subject: key.device.map { devices[$0].subject } ?? Subject(),
        file: runs[run].name, counts: counts, finding: finding)
    }
    return keyed.compactMap { run, key, finding in
      guard let presence = presence[key], run >= baseCount || presence == .absent else {
        return nil
      }
      return compared(run, key, finding, presence)
    }
      + known.map { compared($0.run, $0.key, $0.finding, $0.isSlower ? .new : .unchanged) }
  }

  /// Losses that were meant and losses that were not are one number in the statement, unless the
  /// new side has some that were not: then those are compared alone.
  ///
  /// - Returns: those that hold both.
  private static func joinMeant(
    _ counts: inout [Key: [Int: Int]],
    _ firsts: inout [Key: [Bool: (run: Int, finding: ReportV1.Finding)]], baseCount: Int
  ) -> Set<Key> {
    var joined: Set<Key> = []
    for (meant, numbers) in counts where meant.isMeant {
      var other = meant
      other.isMeant = false
      guard let others = counts[other] else { continue }
      counts[meant] = nil
      guard !others.keys.contains(where: { $0 >= baseCount }) else { continue }
      counts[other] = others.merging(numbers, uniquingKeysWith: +)
      firsts[other, default: [:]][true] = firsts[meant]?[true]
      joined.insert(other)
    }
    return joined
  }

  /// Whether a finding counts in a single run, as long as no run of the base has it.
  private static func isLoss(_ rule: String, _ severity: ReportV1.Severity) -> Bool {
    severity == .error
      || !RuleCatalog.traits(of: rule).isDisjoint(with: [.mayBeMeant, .transferEnding])
  }

  private mutating func addFinding(
    _ rule: String, about subject: Subject, _ severity: ReportV1.Severity,
    _ found: [(run: Int, count: Double)], first: (run: Int, finding: ReportV1.Finding)?,
    isNeutral: Bool
  ) {
    let base = found.filter { $0.run < baseCount }
    let new = found.filter { $0.run >= baseCount }
    guard !base.isEmpty, !new.isEmpty else { return }
    let isFault = severity != .info && !isNeutral
    let isOfTiming = severity != .error && RuleCatalog.traits(of: rule).contains(.timing)
    var (change, verdict) = Judgement.of(
      base: base.map(\.count), new: new.map(\.count), unit: .count, tolerance: .none,
      better: isFault ? .less : .neither, swings: isOfTiming, chances)
    let failing = (base: base.map { $0.count > 0 }, new: new.map { $0.count > 0 })
    let isLossInFew =
      verdict == .unclear && isFault && Self.isLoss(rule, severity)
      && Judgement.failsAnew(base: failing.base, new: failing.new)
    if verdict == .unclear, isFault, !isOfTiming,
      isLossInFew || Judgement.areFailing(base: failing.base, new: failing.new)
    {
      verdict = .worse
    }
    var statement =
      isLossInFew
      ? "in \(failing.new.count { $0 }) of \(failing.new.count) captures"
      : Statement.of(change, verdict, moreOrFewer)
    if verdict != .same {
      if change.newCentre == 0 {
        statement = "no longer found"
      } else if change.baseCentre == 0 {
        statement = "new" + (change.isOneAgainstOne ? "" : ", " + statement)
      }
      if verdict == .worse || verdict == .different, change.newCentre > 0,
        let message = first?.finding.message
      {
        statement += ": " + message.withoutFullStop
      }
    }
    let weight: Comparison.Weight =
      switch severity {
      case .error: .loss
      case .warning: .time
      case .info: .cause
      }
    var entry = Comparison.Entry(
      subject: subject, measure: "finding.\(rule)", verdict: verdict, weight: weight,
      values: .numbers(change), statement: statement)
    entry.run = first.map { $0.run - baseCount }
    entry.isOfRule = true
    append(entry)
  }
}
