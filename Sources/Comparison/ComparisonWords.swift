extension Comparison {
  /// What became of a measure; of several runs with the one that shows it most.
  package func statement(of entry: Entry) -> String {
    guard new.count > 1, entry.verdict != .same, let run = entry.run, new.indices.contains(run)
    else { return entry.statement }
    return "\(entry.statement) (see \(runNames.short(new[run])))"
  }

  /// How the devices of both sides were matched, one text each:
  /// `"Logbook", 3 connections: by address`.
  package func matchLines(limit: Int) -> [String] {
    struct Key: Hashable {
      var device: String?
      var newDevice: String?
      var basis: MatchBasis
    }
    var order: [Key] = []
    var counts: [Key: (number: Int, counts: Bool)] = [:]
    for match in matches {
      let key = Key(
        device: match.subject.device, newDevice: match.newDevice, basis: match.basis)
      if counts[key] == nil { order.append(key) }
      counts[key, default: (0, match.counts)].number += 1
    }
    var lines = order.prefix(limit).map { key in
      let (number, isSure) = counts[key] ?? (0, true)
      let connections = number > 1 ? ", \(number) connections" : ""
      let word = key.basis == .nothing ? "any" : key.basis.rawValue
      let guess = isSure ? "" : ", which is a guess; it counts with --match \(word)"
      let other = key.newDevice.map { " and \(Subject(device: $0).text)" } ?? ""
      return Subject(device: key.device).text + other + connections + ": " + key.basis.words + guess
    }
    if order.count > limit { lines.append("and \(order.count - limit) more") }
    return lines
  }
}
