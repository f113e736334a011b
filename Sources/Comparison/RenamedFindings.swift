import Findings
import Report
import Text

/// Findings that state one fact about the same data by different rules: which rule speaks depends
/// on what else is known, such as what the controller can do, and on which of several causes cost
/// most.
struct RenamedFindings {
  struct Group {
    var device: Int
    /// The UUID, or the handle where no more is known.
    var characteristic: String
    /// By run, with the finding's index in it.
    fileprivate(set) var findings: [(run: Int, index: Int)] = []
  }

  /// Those that have one rule in the base and another on the new side.
  private(set) var groups: [Group] = []
  private var members: [Set<Int>]

  /// Those about data of a characteristic that carried none in bulk in the base.
  private var newWork: [Set<Int>]
  /// Those that also took longer: regressions.
  fileprivate(set) var slower: [Set<Int>]

  func contains(_ run: Int, _ index: Int) -> Bool { members[run].contains(index) }

  func isNewWork(_ run: Int, _ index: Int) -> Bool { newWork[run].contains(index) }

  /// - Parameter deviceOf: for each run the device of each connection, by its `id`.
  init(_ runs: [Run], baseCount: Int, deviceOf: [[Int: Int]]) {
    struct Key: Hashable {
      var device: Int
      var characteristic: String
    }
    members = Array(repeating: [], count: runs.count)
    slower = members
    newWork = members
    var baseWork: Set<Key> = []
    var order: [Key] = []
    var all: [Key: Group] = [:]
    for run in runs.indices {
      var connections: [Int: Int] = [:]
      for (position, connection) in runs[run].capture.connections.enumerated() {
        connections[connection.id] = position
        guard run < baseCount, let device = deviceOf[run][connection.id] else { continue }
        for data in connection.runs {
          baseWork.insert(
            Key(device: device, characteristic: data.uuid ?? "#\(data.valueHandle)"))
        }
      }
      for (index, finding) in runs[run].findings.enumerated()
      where RuleCatalog.traits(of: finding.rule).contains(.data) {
        guard let id = finding.connection, let device = deviceOf[run][id],
          let position = connections[id],
          let characteristic = finding.characteristic(in: runs[run].capture.connections[position])
        else { continue }
        let key = Key(device: device, characteristic: characteristic)
        if run >= baseCount, !baseWork.contains(key) { newWork[run].insert(index) }
        if all[key] == nil { order.append(key) }
        all[key, default: Group(device: device, characteristic: characteristic)].findings
          .append((run, index))
      }
    }
    for key in order {
      guard var group = all[key] else { continue }
      func rules(_ isNew: Bool) -> Set<String> {
        Set(
          group.findings.lazy.filter { ($0.run >= baseCount) == isNew }
            .map { runs[$0.run].findings[$0.index].rule })
      }
      let (old, fresh) = (rules(false), rules(true))
      let renamed = old.symmetricDifference(fresh)
      guard !old.isSubset(of: fresh), !fresh.isSubset(of: old) else { continue }
      group.findings.removeAll { !renamed.contains(runs[$0.run].findings[$0.index].rule) }
      for (run, index) in group.findings { members[run].insert(index) }
      groups.append(group)
    }
  }
}

extension ReportV1.Finding {
  /// What carried the data.
  fileprivate func characteristic(in connection: ReportV1.Connection) -> String? {
    let streams = connection.notifications + connection.writes
    func name(_ uuid: String?, _ handle: Int) -> String { uuid ?? "#\(handle)" }
    if let handle = evidence[.valueHandle]?.int {
      return name(streams.first { $0.valueHandle == handle }?.uuid, handle)
    }
    if let id = evidence[.transfer]?.int {
      return connection.transfers.first { $0.id == id }.map { name($0.uuid, $0.valueHandle) }
    }
    let begun = Set(frames)
    return streams.first { begun.contains($0.firstFrame) }.map { name($0.uuid, $0.valueHandle) }
  }

  /// Microseconds a byte, as far as the finding gives them. Pauses do not count: whether a long one
  /// is part of the data, or ends it, is up to chance.
  fileprivate var pace: Double? {
    guard let bytes = evidence[.bytes]?.int, bytes > 0,
      let duration = evidence[.durationUs]?.int, duration > 0
    else { return nil }
    let pauses = evidence[.gapsUs]?.int ?? 0
    return pauses < duration ? (Double(duration) - Double(pauses)) / Double(bytes) : nil
  }
}

extension Comparator {
  /// What has another rule now is no new fault, unless it takes longer.
  mutating func addRenamed(_ renamed: inout RenamedFindings, _ devices: [Device]) {
    for group in renamed.groups {
      let findings = group.findings.map {
        (run: $0.run, finding: runs[$0.run].findings[$0.index])
      }
      let (base, new) = (
        findings.filter { $0.run < baseCount }, findings.filter { $0.run >= baseCount }
      )
      guard let first = new.first else { continue }
      let (old, fresh) = (
        base.compactMap(\.finding.pace), new.compactMap(\.finding.pace)
      )
      var verdict = Comparison.Verdict.different
      if !old.isEmpty, !fresh.isEmpty {
        let judged = Judgement.of(
          base: old, new: fresh, unit: .microseconds,
          tolerance: Tolerance(relative: 0.12, absolute: 0), better: .less, swings: true
        ).verdict
        if judged == .worse {
          verdict = .worse
          for (run, index) in group.findings { renamed.slower[run].insert(index) }
        }
      }
      var subject = devices[group.device].subject
      subject.part = "data of \(group.characteristic)"
      var entry = Comparison.Entry(
        subject: subject, measure: "finding.\(first.finding.rule)", verdict: verdict,
        weight: .time,
        values: .words(base: Self.rules(base), new: Self.rules(new)),
        statement: (verdict == .worse ? "worse, and reported" : "reported")
          + " by another rule now: \(first.finding.message.withoutFullStop)")
      entry.run = first.run - baseCount
      entry.isOfRule = true
      compare(matchedBy: devices[group.device].basis) { $0.append(entry) }
    }
  }

  private static func rules(_ findings: [(run: Int, finding: ReportV1.Finding)]) -> String {
    var seen: Set<String> = []
    return findings.map(\.finding.rule).filter { seen.insert($0).inserted }
      .joined(separator: ", ")
  }
}

extension String {
  var withoutFullStop: String { endsWith(".") ? dropLastScalars(1) : self }
}
