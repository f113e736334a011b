import Report

extension FindingSubject {
  init(
    _ connection: borrowing ReportV1.Connection, _ what: String, count: Int, weight: Int? = nil,
    frame: Int? = nil
  ) {
    self.init(
      device: connection.peer.address.map { "\(connection.controller) \($0)" }
        ?? "#\(connection.id)", what: what, count: count, weight: weight ?? count, frame: frame)
  }
}

extension RuleFinding {
  /// The same finding, as one of perhaps many about the same part of the same device.
  ///
  /// - Parameters:
  ///   - count: how often it is what the finding says.
  ///   - weight: how much it is about, where that is not how often.
  ///   - frame: what stands for it among several: of each of them the same kind of packet.
  func about(
    _ connection: borrowing ReportV1.Connection, _ what: String = "", count: Int = 1,
    weight: Int? = nil, frame: Int? = nil
  ) -> RuleFinding {
    var copy = self
    copy.subject = FindingSubject(connection, what, count: count, weight: weight, frame: frame)
    return copy
  }

  /// A finding that is about no one connection.
  ///
  /// - Parameter device: empty where it is about all of them.
  func about(_ device: String, _ what: String, count: Int) -> RuleFinding {
    var copy = self
    copy.subject = FindingSubject(
      device: device, what: what, count: count, weight: count, frame: nil)
    return copy
  }

  /// One finding for each subject. What stands alone stays what it is.
  static func merged(_ findings: [RuleFinding]) -> [RuleFinding] {
    var groups: [FindingSubject: Int] = [:]
    var merged: [[RuleFinding]] = []
    for finding in findings {
      guard let subject = finding.subject else {
        merged.append([finding])
        continue
      }
      if let index = groups[subject] {
        merged[index].append(finding)
      } else {
        groups[subject] = merged.count
        merged.append([finding])
      }
    }
    return merged.count == findings.count ? findings : merged.map(one)
  }

  /// - Precondition: there is at least one.
  private static func one(of findings: [RuleFinding]) -> RuleFinding {
    guard findings.count > 1 else { return findings[0] }
    // The worst speaks for all; among equals the first.
    var head = 0
    for index in findings.indices.dropFirst() where findings[index].isWorse(than: findings[head]) {
      head = index
    }
    let worst = findings[head]
    let rest = findings.indices.filter { $0 != head }
    let connections = Set(findings.flatMap(\.connections)).sorted()
    let others = Set(rest.flatMap { findings[$0].connections }).sorted()
    let total = findings.map { $0.subject?.count ?? 1 }.total
    // A few of the worst, the first of each other one, and what else finds room.
    let marks = findings.compactMap { $0.subject?.frame }
    let frames =
      marks.count == findings.count
      ? [worst.subject?.frame ?? marks[0]] + marks
      : worst.frames.prefix(4) + rest.prefix(5).compactMap { findings[$0].frames.first }
        + worst.frames.dropFirst(4)
    var one = MergedFacts(worst: worst, connections: connections, others: others, total: total)
      .together(
        frames: frames, lostBytes: findings.map(\.lostBytes).total,
        lostUs: findings.map(\.lostUs).total)
    let savings = findings.compactMap(\.savingUs)
    if savings.count == findings.count { one.savingUs = savings.total }
    return one
  }

  func isWorse(than other: RuleFinding) -> Bool {
    if severity != other.severity { return severity.weight > other.severity.weight }
    if lostBytes != other.lostBytes { return lostBytes > other.lostBytes }
    if lostUs != other.lostUs { return lostUs > other.lostUs }
    return subject?.weight ?? 1 > other.subject?.weight ?? 1
  }
}

/// The findings about one subject, of which the worst speaks for all.
struct MergedFacts: DerivedFacts {
  let worst: RuleFinding
  /// Those of all findings.
  let connections: [Int]
  /// Those of all findings but the worst.
  let others: [Int]
  let total: Int

  /// - Parameter frames: a few of the first of them are its own.
  func together(frames: [Int], lostBytes: Int, lostUs: Int) -> RuleFinding {
    var one = finding(
      worst.severity, worst.connection, frames: [], lostBytes: lostBytes, lostUs: lostUs)
    var handful: Set<Int> = []
    for frame in frames where handful.count < 5 { handful.insert(frame) }
    one.frames = handful.sorted()
    one.subject = worst.subject
    return one.covering(connections)
  }

  var words: RuleFinding.Words {
    var words = worst.words
    let more = total - (worst.subject?.count ?? 1)
    let alsoIn =
      switch others.count {
      case 0: ""
      case 1...4:
        " in \(others.count == 1 ? "connection" : "connections") "
          + Wording.list(others.map { "\($0)" })
      default: " in \(others.count) connections"
      }
    // The text names the connections in order: this one need not be the first.
    let isElsewhere = worst.connection != connections.first
    let begin =
      isElsewhere ? "This is from connection \(worst.connection ?? 0); the same" : "The same"
    words.message += " \(begin) happened \(Wording.times(more)) more\(alsoIn)."
    words.evidence.set(.count, .of(total))
    words.evidence.set(.connections, .of(Array(connections.prefix(16))))
    return words
  }
}
