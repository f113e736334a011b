import Report
import Text

/// Data in bulk, with a marker or without: two lines a run.
enum RunSection {
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    if connection.runs.isEmpty || limit == 0 { return }
    document.heading("Bulk data", indent: 2)
    for run in connection.runs.prefix(limit) { write(run, connection, &document) }
    if connection.runs.count > limit {
      document.more(connection.runs.count - limit, indent: 4)
    }
  }

  /// `3 runs: 164 kB in 274 s (600 B/s)`
  static func summary(_ runs: [ReportV1.Run]) -> String {
    var totals = RunTotals()
    totals.add(runs)
    // What a device sends may come as its sensors bring it.
    let isWritten = runs.count == 1 && (runs[0].kind == .write || runs[0].kind == .writeCommand)
    return totals.words + (isWritten ? LargestCost.words(runs[0].time) : "")
  }

  static func volume(_ bytes: Int, _ us: Int) -> String {
    let rate = us > 0 ? " (\(Quantity.rate(Double(bytes) * 1_000_000 / Double(us))))" : ""
    return "\(Quantity.bytes(bytes)) in \(Quantity.duration(us: us))\(rate)"
  }

  private static func write(
    _ run: ReportV1.Run, _ connection: ReportV1.Connection, _ document: inout Document
  ) {
    let name = Name.characteristic(run.valueHandle, uuid: run.uuid, in: connection)
    var facts = [volume(run.bytes, run.durationUs), sizes(run)]
    if let pacing = run.pacing { facts.append(words(for: pacing, of: run)) }
    if let packets = run.packetsPerEvent, let text = Decimal.shortest(packets, decimals: 1) {
      facts.append("\(text)\u{A0}\(text == "1" ? "packet" : "packets") per event")
    }
    let transfers = run.transfers.map { "\($0)" }
    let carried =
      transfers.isEmpty
      ? ""
      : " (\(transfers.count == 1 ? "transfer" : "transfers")\u{A0}\(Wording.list(transfers)))"
    let head = "\(run.id)\(carried) \(name) \(run.direction.rawValue) \(noun(run.kind))"
    document.paragraph(
      StyledText(
        "\(head), \(Name.frames(run.firstFrame, run.lastFrame)): \(facts.joined(separator: ", "))"),
      indent: 4, hanging: 6)
    guard !hasEstimate(run, connection) else { return }
    let parts = [waits(run), gain(run)].compactMap { $0 }
    guard !parts.isEmpty else { return }
    document.paragraph(StyledText(parts.joined(separator: "; "), .quiet), indent: 6, hanging: 8)
  }

  /// Whether the run is one transfer, for which `CeilingSection` says where the time went.
  private static func hasEstimate(
    _ run: ReportV1.Run, _ connection: ReportV1.Connection
  ) -> Bool {
    guard run.transfers.count == 1, let id = run.transfers.first else { return false }
    return connection.transfers.contains { $0.id == id && CeilingSection.share(of: $0) != nil }
  }

  /// `8,189×20 B`
  private static func sizes(_ run: ReportV1.Run) -> String {
    let entries = run.valueBytes.entries
    guard let first = entries.first else { return Quantity.count(run.values, "value") }
    let others = Quantity.count(run.values - first.value, "other")
    let rest = entries.count > 1 ? " and \(others)" : ""
    return "\(Quantity.count(first.value))×\(first.key)\u{A0}B\(rest)"
  }

  private static func noun(_ kind: ReportV1.RunKind) -> String {
    switch kind {
    case .notification: "notifications"
    case .indication: "indications"
    case .write: "writes"
    case .writeCommand: "write commands"
    }
  }

  private static func words(for pacing: ReportV1.Pacing, of run: ReportV1.Run) -> String {
    if pacing == .timer, run.direction == .rx, run.values > 1, run.durationUs > 0 {
      return "on a timer, one every \(Quantity.duration(us: run.durationUs / (run.values - 1)))"
    }
    return switch pacing {
    case .streamed: "several in flight"
    case .oneInFlight: "one in flight"
    case .answered: "one per answer"
    case .timer: "on a timer"
    }
  }

  /// What took a twentieth of the time or more, the most first.
  private static func waits(_ run: ReportV1.Run) -> String? {
    guard run.durationUs > 0 else { return nil }
    let waits = run.waitsUs
    let all: [(ReportV1.TimeCause, Int?)] = [
      (.air, waits.air), (.connectionEvents, waits.connectionEvents),
      (.completion, waits.completion), (.sender, waits.sender), (.roundTrips, waits.answer),
      (.gaps, waits.gaps), (.unexplained, waits.unexplained),
    ]
    let shown = all.compactMap { cause, us in
      us.map {
        (name: cause.words.short, percent: Int(Double($0) / Double(run.durationUs) * 100 + 0.5))
      }
    }.filter { (5...100).contains($0.percent) }.sorted { $0.percent > $1.percent }
    return shown.isEmpty
      ? nil
      : "the time went to: "
        + shown.map { "\($0.name)\u{A0}\($0.percent)\u{A0}%" }.joined(separator: ", ")
  }

  private static func gain(_ run: ReportV1.Run) -> String? {
    run.ceiling?.whatIf.first.map {
      ($0.kind == .noPauses ? "" : "with ")
        + "\(Printable.keepingUnits($0.change)): about \(Quantity.duration(us: $0.durationUs))"
    }
  }
}

/// What several runs come to.
struct RunTotals {
  private(set) var count = 0
  private var bytes = 0
  private var us = 0

  /// Of one connection: the time in which two of them go on at once counts once.
  ///
  /// - Parameter ofTransfers: whether those that carry transfers count, too.
  mutating func add(_ runs: [ReportV1.Run], ofTransfers: Bool = true) {
    var covered = Int.min
    for run in runs.sorted(by: { $0.startUs < $1.startUs })
    where ofTransfers || run.transfers.isEmpty {
      count += 1
      bytes = Int(reported: bytes + run.bytes)
      let end = run.startUs + run.durationUs
      let start = max(run.startUs, covered)
      if end > start { us = Int(reported: us + end - start) }
      covered = max(covered, end)
    }
  }

  var words: String {
    "\(Quantity.count(count, "run")): \(RunSection.volume(bytes, us))"
  }
}
