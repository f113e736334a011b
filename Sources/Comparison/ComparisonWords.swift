import Report

extension Comparison {
  /// What became of a measure; of several runs with the one that shows it most.
  package func statement(of entry: Entry) -> String {
    runToSee(of: entry).map { "\(entry.statement) (see \($0))" } ?? entry.statement
  }

  /// The statement beside the values of both sides: nothing that these say already.
  func note(on entry: Entry) -> String {
    let repeating = [
      Statement.changed, Statement.missing, Statement.new, Statement.becameYes, Statement.becameNo,
    ]
    guard repeating.contains(entry.statement) else { return statement(of: entry) }
    return runToSee(of: entry).map { "see \($0)" } ?? ""
  }

  private func runToSee(of entry: Entry) -> String? {
    guard new.count > 1, entry.verdict != .same, let run = entry.run, new.indices.contains(run)
    else { return nil }
    return runNames.short(new[run])
  }

  /// How the devices of both sides were matched, one text each, then what has no partner:
  /// `"Logbook", connection 2 with 3: by address`.
  package func matchLines(limit: Int) -> [String] {
    matchedLines(limit: limit) + unmatchedLines(limit: limit)
  }

  /// Pairs of connections that one line names.
  private static let pairLimit = 4

  func matchedLines(limit: Int) -> [String] {
    struct Key: Hashable {
      var device: String?
      var newDevice: String?
      var basis: MatchBasis
    }
    let groups = matches.grouped {
      Key(device: $0.subject.device, newDevice: $0.newDevice, basis: $0.basis)
    }
    var lines = groups.prefix(limit).map { key, matches in
      let guess =
        matches.first?.counts ?? true
        ? "" : ": a guess, not counted (count it with --match \(key.basis.option))"
      let other = key.newDevice.map { " and \(Subject(device: $0).text)" } ?? ""
      return Subject(device: key.device).text + other + connections(matches) + ": "
        + key.basis.words + guess
    }
    if groups.count > limit { lines.append("and \(groups.count - limit) more") }
    return lines
  }

  /// `, connection 2 with 3` of one capture per side; of more, how many.
  private func connections(_ matches: [Match]) -> String {
    let number = matches.count > 1 ? ", \(matches.count) connections" : ""
    guard base.count == 1, new.count == 1 else { return number }
    let pairs = matches.prefix(Self.pairLimit).compactMap { match in
      match.base.first.flatMap { old in
        match.new.first.map { "\(old.connection) with \($0.connection)" }
      }
    }
    let more = matches.count > pairs.count ? ", ..." : ""
    return number.isEmpty
      ? ", connection \(pairs.joined())" : "\(number) (\(pairs.joined(separator: ", "))\(more))"
  }

  func unmatchedLines(limit: Int) -> [String] {
    var lines = unmatched.prefix(limit).map { device in
      let count = device.connections.count
      let number = count == 1 ? "1 connection" : "\(count) connections"
      let failed =
        switch device.failed {
        case 0: ""
        case count: count == 1 ? ", which failed" : ", all of which failed"
        default: ", \(device.failed) of which failed"
        }
      return "\(Subject(device: device.device).text): \(number)\(failed), only "
        + "\(device.isNew ? "on the new side" : "in the base")"
    }
    if unmatched.count > limit { lines.append("and \(unmatched.count - limit) more") }
    if onlyFailed { lines.append("each attempt of the new side to connect failed") }
    return lines
  }
}
