import Report

/// Runs the rules on connections before an analysis drops their details.
///
/// A rule sees the connections that began since something was let go of last, which are thousands,
/// and of each device the latest few before those (`JudgedParts.latest`). What it says of one
/// device in several parts is one finding, if it says by `.about` what that is about.
package struct RuleJudge: PartJudge {
  private let rules: [any Rule.Type]
  private let asked: Set<String>
  private let wanted: Int?

  /// - Parameter wanted: the `id` of a connection of which the details are asked for.
  package init(
    rules: [any Rule.Type] = RuleCatalog.all, asked: Set<String> = [], wanted: Int? = nil
  ) {
    self.rules = rules
    self.asked = asked
    self.wanted = wanted
  }

  package func judge(
    _ part: ReportV1.Capture, gone: GonePart, keeping judged: inout JudgedParts
  ) {
    var worst = WorstFindings()
    func isSettled(_ finding: RuleFinding, _ rule: any Rule.Type) -> Bool {
      Self.isSettled(finding, of: rule, in: part, gone)
    }
    RuleCatalog.check(part, rules, asked, where: isSettled) { rule, found in
      for position in found.indices { worst.add(found.span[position], of: rule, in: 0) }
    }
    judged.keep(worst, of: part, gone, wanted: wanted)
  }

  /// Whether a finding is of what is let go of. What is said of the rest, and of the capture as a
  /// whole, is found again.
  private static func isSettled(
    _ finding: RuleFinding, of rule: any Rule.Type, in part: ReportV1.Capture, _ gone: GonePart
  ) -> Bool {
    let covered = finding.connections
    guard !covered.isEmpty else { return !rule.traits.contains(.capture) }
    if covered.contains(where: gone.connections.contains) { return true }
    guard gone.transfers, let id = finding.connection, let first = finding.frames.first,
      let index = part.connection(numbered: id)
    else { return false }
    return part.connections[index].transfers.containsInPlace {
      $0.ending != .captureEnded && $0.firstFrame <= first
        && first <= max($0.lastFrame, $0.markerFrame ?? 0)
    }
  }
}

extension JudgedParts {
  private static let mostShown = 256
  private static let mostLatest = 1024
  private static let latestOfDevice = 4
  /// In octets, each.
  private static let room = 4 << 20

  /// - Parameter worst: with what was found before.
  fileprivate mutating func keep(
    _ worst: WorstFindings, of part: ReportV1.Capture, _ gone: GonePart, wanted: Int?
  ) {
    let kept = worst.kept
    findings = kept.findings
    findingsOmitted += kept.omitted
    frameOfOmitted = frameOfOmitted ?? kept.frameOfOmitted
    for index in part.connections.indices where part.connections[index].completeFrame != nil {
      links.insert(Link(part.connections, index))
    }
    if part.boundsReached.contains(Bound.gaps.name), !BoundReachedRule.gapsAreCounted(in: part) {
      hidesGaps = true
    }
    show(part, gone, wanted)
    remember(part, gone)
  }

  /// Who reads of a fault wants to see the connection.
  private mutating func show(_ part: ReportV1.Capture, _ gone: GonePart, _ wanted: Int?) {
    let faults = findings.lazy.filter { $0.worst.severity != .info }
    let named = faults.compactMap(\.worst.connection) + [wanted].compactMap(\.self)
    var room = Self.room - shown.reduce(0) { $0 + $1.octets }
    for id in Set(named).intersection(gone.connections).sorted() {
      guard let index = part.connection(numbered: id) else { continue }
      let octets = part.connections[index].octets
      guard id == wanted || shown.count < Self.mostShown && octets <= room else { continue }
      room -= octets
      shown.append(part.connections[index])
    }
  }

  private mutating func remember(_ part: ReportV1.Capture, _ gone: GonePart) {
    struct Device: Hashable {
      var address: String
      var controller: Int
    }
    var counts: [Device: Int] = [:]
    var room = Self.room
    var kept: [ReportV1.Connection] = []
    func isKept(_ connections: [ReportV1.Connection], _ index: Int) -> Bool {
      guard kept.count < Self.mostLatest, let address = connections[index].peer.address else {
        return false
      }
      let device = Device(address: address, controller: connections[index].controller)
      guard counts[device, default: 0] < Self.latestOfDevice else { return false }
      let octets = connections[index].octets
      guard octets <= room else { return false }
      room -= octets
      counts[device, default: 0] += 1
      return true
    }
    for index in part.connections.indices.reversed()
    where gone.connections.contains(part.connections[index].id) {
      if isKept(part.connections, index) { kept.append(part.connections[index]) }
    }
    for index in latest.indices.reversed() where isKept(latest, index) {
      kept.append(latest[index])
    }
    latest = kept.reversed()
  }

  /// What was found now of a rule, with what was found of earlier parts.
  func joined(with found: [RuleFinding], of rule: String) -> [RuleFinding] {
    let earlier = findings.filter { $0.rule == rule }
    guard !earlier.isEmpty else { return found }
    struct Place: Hashable {
      var connections: [Int]
      var frame: Int?
    }
    var subjects: [FindingSubject: Int] = [:]
    var places: Set<Place> = []
    var all = found
    for index in all.indices {
      if let subject = all[index].subject { subjects[subject] = index }
      places.insert(Place(connections: all[index].connections, frame: all[index].frames.first))
    }
    var others: [RuleFinding] = []
    for finding in earlier.map(\.finding) {
      if let index = finding.subject.flatMap({ subjects[$0] }) {
        all[index] = finding.joined(with: all[index])
      } else if !places.contains(
        Place(connections: finding.connections, frame: finding.frames.first))
      {
        others.append(finding)
      }
    }
    return others + all
  }
}

extension ReportV1.Connection {
  fileprivate var octets: Int { MemoryLayout<Self>.stride + heapOctets }
}

/// A finding whose words were made while all of its part was there.
private struct StatedFacts: DerivedFacts {
  let words: RuleFinding.Words
}

extension EarlierFinding {
  init(_ finding: RuleFinding, of rule: String) {
    let all = finding.together
    let words = all.worst.words
    self.init(
      rule: rule,
      worst: Statement(
        severity: finding.severity, connection: all.worst.connection,
        connections: all.worst.connections, frames: all.worst.frames,
        lostBytes: all.worst.lostBytes, lostUs: all.worst.lostUs, message: words.message,
        evidence: words.evidence, advice: words.advice, subject: all.worst.subject),
      frames: finding.frames, lostBytes: finding.lostBytes, lostUs: finding.lostUs,
      connections: all.connections, others: all.others, total: all.total)
  }

  var finding: RuleFinding {
    let words = RuleFinding.Words(
      message: worst.message, evidence: worst.evidence, advice: worst.advice)
    var one = RuleFinding(
      StatedFacts(words: words), worst.severity, worst.connection, worst.frames,
      lostBytes: worst.lostBytes, lostUs: worst.lostUs
    ).covering(worst.connections)
    one.subject = worst.subject
    guard total > worst.subject?.count ?? 1 else { return one }
    return MergedFacts(worst: one, connections: connections, others: others, total: total)
      .together(frames: frames, lostBytes: lostBytes, lostUs: lostUs)
  }
}

extension RuleFinding {
  fileprivate var together: MergedFacts {
    facts as? MergedFacts
      ?? MergedFacts(
        worst: self, connections: connections.sorted(), others: [], total: subject?.count ?? 1)
  }

  /// Two findings about one subject, this one the earlier, each perhaps of several.
  fileprivate func joined(with later: RuleFinding) -> RuleFinding {
    let (mine, other) = (together, later.together)
    let isLater = other.worst.isWorse(than: mine.worst)
    let (head, tail) = isLater ? (other, mine) : (mine, other)
    let (first, second) = isLater ? (later, self) : (self, later)
    return MergedFacts(
      worst: head.worst, connections: Self.union(mine.connections, other.connections),
      others: Self.union(Self.union(head.others, tail.others), tail.worst.connections.sorted()),
      total: [mine.total, other.total].total
    ).together(
      frames: Array(first.frames.prefix(4)) + second.frames.prefix(1) + first.frames
        + second.frames,
      lostBytes: [lostBytes, later.lostBytes].total, lostUs: [lostUs, later.lostUs].total)
  }

  /// Both are sorted, and mostly one comes after the other.
  private static func union(_ one: [Int], _ other: [Int]) -> [Int] {
    guard let last = one.last, let next = other.first else { return one.isEmpty ? other : one }
    let all = last < next ? one + other : Set(one).union(other).sorted()
    return all.count <= mostConnections ? all : Array(all.prefix(mostConnections))
  }

  /// So many connections of a finding are listed at most.
  private static let mostConnections = 1 << 17
}
