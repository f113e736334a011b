import Report

/// Whether a capture keeps a rule.
package struct BudgetOutcome: Equatable, Sendable {
  package var rule: BudgetRule
  package var holds: Bool
  /// The capture.
  package var file: String
  /// The value nearest to breaking the rule, or the one that breaks it most; `nil` where the
  /// capture has nothing of what the rule names.
  package var value: Double?
  /// What was measured, or why nothing was: `is 23 on "BCS"`.
  package var statement: String
}

extension Budget {
  /// Checks every rule on every capture of a report, in the order of the rules. A report can be
  /// checked at any time, also while a live capture goes on.
  package func check(_ report: ReportV1) -> [BudgetOutcome] {
    check(Run.all(in: report))
  }

  package func check(_ runs: [Run]) -> [BudgetOutcome] {
    rules.flatMap { rule in runs.map { rule.check($0) } }
  }
}

extension BudgetRule {
  func check(_ run: Run) -> BudgetOutcome {
    let found = measure.values(in: run, device: device)
    guard case .values(let measured) = found else {
      guard case .nothing(let why) = found else { return outcome(run, false, nil, "") }
      return outcome(run, false, nil, "cannot be checked: \(why)")
    }
    let breaking = measured.filter { !relation.holds($0.value, limit) }
    guard let worst = worst(breaking.isEmpty ? measured : breaking) else {
      return outcome(run, false, nil, "cannot be checked: nothing was measured")
    }
    var statement = "is " + Statement.exact(worst.value, measure.unit ?? .count)
    if let subject = worst.subject, !breaking.isEmpty || measured.count > 1 {
      statement += " on \(subject.text)"
    }
    if breaking.count > 1 {
      statement += ", not met by \(breaking.count) of \(measured.count)"
    }
    return outcome(run, breaking.isEmpty, worst.value, statement)
  }

  private func outcome(
    _ run: Run, _ holds: Bool, _ value: Double?, _ statement: String
  ) -> BudgetOutcome {
    BudgetOutcome(rule: self, holds: holds, file: run.name, value: value, statement: statement)
  }

  private func worst(_ values: [MeasuredValue]) -> MeasuredValue? {
    values.max { isFurther($1.value, than: $0.value) }
  }

  /// Whether a value is nearer to breaking the rule than another, or breaks it more.
  func isFurther(_ value: Double, than other: Double) -> Bool {
    switch relation {
    case .atLeast, .more: value < other
    case .atMost, .less: value > other
    case .equal, .unequal: (value - limit).magnitude > (other - limit).magnitude
    }
  }
}

/// A value, and what it was measured on.
struct MeasuredValue {
  var subject: Subject?
  var value: Double
}

extension BudgetMeasure {
  enum Found {
    case values([MeasuredValue])
    /// The reason, in words.
    case nothing(String)
  }

  func values(in run: Run, device: String?) -> Found {
    if scope == .capture {
      let value = CaptureMeasures.all.first { $0.name == name }?.value(run)
      return value.map { .values([MeasuredValue(subject: nil, value: $0)]) }
        ?? .nothing("the capture does not show it")
    }
    let connections = run.capture.connections.filter { connection in
      device.map { connection.peer.name == $0 || connection.peer.address == $0.uppercased() }
        ?? true
    }
    guard !connections.isEmpty else {
      return .nothing(
        device.map { "there is no connection with \(Subject.quoted($0))" }
          ?? "there is no connection")
    }
    let slots = connections.map { connection in
      Subject(device: connection.peer.name ?? connection.peer.address ?? Subject.unknown)
    }
    switch scope {
    case .capture, .connection:
      return pick(zip(slots, connections).map { ($0, $1) }, ConnectionMeasures.all, "connection")
    case .notifications, .writes:
      let list = scope == .writes ? \ReportV1.Connection.writes : \.notifications
      var streams: [(Subject, ReportV1.NotificationStream)] = []
      for (subject, connection) in zip(slots, connections) {
        var names = PartNames()
        for stream in connection[keyPath: list] where uuid == nil || stream.uuid == uuid {
          var subject = subject
          subject.part = names.stream(stream)
          streams.append((subject, stream))
        }
      }
      return pick(streams, StreamMeasures.all, scope.rawValue)
    case .transfer:
      var transfers: [(Subject, ReportV1.Transfer)] = []
      for (subject, connection) in zip(slots, connections) {
        var names = PartNames()
        for transfer in connection.transfers where uuid == nil || transfer.uuid == uuid {
          var subject = subject
          subject.part = names.transfer(transfer)
          transfers.append((subject, transfer))
        }
      }
      return pick(transfers, TransferMeasures.all, "transfer")
    }
  }

  private func pick<Thing>(
    _ things: [(Subject, Thing)], _ measures: [Measure<Thing>], _ word: String
  ) -> Found {
    guard !things.isEmpty else {
      let suffix = uuid.map { " of \($0)" } ?? ""
      let plural = word.endsWith("s")
      return .nothing("there \(plural ? "are" : "is") no \(word)\(suffix)")
    }
    guard let measure = measures.first(where: { $0.name == name }) else {
      return .nothing("it is not measured")
    }
    let values = things.compactMap { subject, thing in
      measure.value(thing).map { MeasuredValue(subject: subject, value: $0) }
    }
    return values.isEmpty ? .nothing("the capture does not show it") : .values(values)
  }
}
