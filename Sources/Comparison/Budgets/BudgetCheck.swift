import Report

/// Whether a capture keeps a rule.
package struct BudgetOutcome: Equatable, Sendable {
  package var rule: BudgetRule
  package var holds: Bool
  /// The capture.
  package var file: String
  /// Its index among those that were checked.
  package var run = 0
  /// The value nearest to breaking the rule, or the one that breaks it most; `nil` where the
  /// capture has nothing of what the rule names.
  package var value: Double?
  /// What was measured, or why nothing was: `is 23 on "BCS"`.
  package var statement: String
}

extension Budget {
  /// Checks every rule on every capture of a report, in the order of the rules. A report can be
  /// checked at any time, also while a live capture goes on.
  ///
  /// - Parameter options: the devices on which it is checked, and by what a connection is taken for
  ///   one with them, or with a device that a rule names.
  package func check(
    _ report: ReportV1, _ options: ComparisonOptions = ComparisonOptions()
  ) -> [BudgetOutcome] {
    check(Run.all(in: report), options)
  }

  package func check(
    _ runs: [Run], _ options: ComparisonOptions = ComparisonOptions()
  ) -> [BudgetOutcome] {
    var runs = runs
    if !options.devices.isEmpty {
      runs = BudgetDevices(runs, options.devices, by: options.leastMatch).chosen
    }
    let devices = BudgetDevices(runs, rules.lazy.compactMap(\.device), by: options.leastMatch)
    return rules.flatMap { rule in
      runs.enumerated().map { number, run in
        var outcome = rule.check(run) { devices.basis($0, run: number, $1) }
        outcome.run = number
        return outcome
      }
    }
  }
}

extension ReportV1.BudgetResult {
  package init(_ outcome: BudgetOutcome) {
    self.init {
      ($0.line, $0.rule, $0.holds) = (outcome.rule.line, outcome.rule.text, outcome.holds)
      ($0.capture, $0.value, $0.statement) = (outcome.run, outcome.value, outcome.statement)
    }
  }
}

/// How the connection at a position was found to be with a device; `nil` where it is not.
typealias DeviceBasis = (_ device: String, _ position: Int) -> MatchBasis?

extension BudgetRule {
  /// Where a device is what is called so.
  func check(_ run: Run) -> BudgetOutcome { check(run, run.basis) }

  func check(_ run: Run, _ basis: DeviceBasis) -> BudgetOutcome {
    let found = measure.values(in: run, device: device, basis)
    guard case .values(let measured) = found else {
      guard case .nothing(let why) = found else { return outcome(run, false, nil, "") }
      return outcome(run, false, nil, why)
    }
    let breaking = measured.filter { !relation.holds($0.value, limit) }
    guard let worst = worst(breaking.isEmpty ? measured : breaking) else {
      return outcome(run, false, nil, "nothing was measured")
    }
    var statement = "is " + Statement.exact(worst.value, measure.unit ?? .count)
    if let subject = worst.subject, !breaking.isEmpty || measured.count > 1 {
      statement += " on \(subject.text)"
    }
    if let guess = worst.basis?.guessWords { statement += ", \(guess)" }
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
  /// How it was found to be about the device that the rule names.
  var basis: MatchBasis?
}

/// What a rule is about: a connection, or a part of one.
private struct Measured<Thing> {
  var subject: Subject
  var basis: MatchBasis?
  var thing: Thing
}

extension BudgetMeasure {
  enum Found {
    case values([MeasuredValue])
    /// The reason, in words.
    case nothing(String)
  }

  func values(in run: Run, device: String?, _ basis: DeviceBasis) -> Found {
    if scope == .capture {
      let value = CaptureMeasures.all.first { $0.name == name }?.value(run)
      return value.map { .values([MeasuredValue(subject: nil, value: $0)]) }
        ?? .nothing("the capture does not show it")
    }
    let connections: [Measured<ReportV1.Connection>] =
      run.capture.connections.enumerated().compactMap { position, connection in
        let found = device.map { basis($0, position) }
        if case .some(nil) = found { return nil }
        let peer = connection.peer
        return Measured(
          subject: Subject(device: peer.name ?? peer.address ?? Subject.unknown),
          basis: found ?? nil, thing: connection)
      }
    guard !connections.isEmpty else {
      return .nothing(
        device.map { "there is no connection with \(Subject.quoted($0))" }
          ?? "there is no connection")
    }
    switch scope {
    case .capture, .connection:
      return pick(connections, ConnectionMeasures.all, "connection")
    case .notifications, .writes:
      let list = scope == .writes ? \ReportV1.Connection.writes : \.notifications
      let streams = connections.flatMap { connection in
        var names = PartNames()
        return connection.thing[keyPath: list].filter { uuid == nil || $0.uuid == uuid }.map {
          connection.part(names.stream($0), $0)
        }
      }
      return pick(streams, StreamMeasures.all, scope.rawValue)
    case .transfer:
      let transfers = connections.flatMap { connection in
        var names = PartNames()
        return connection.thing.transfers.filter { uuid == nil || $0.uuid == uuid }.map {
          connection.part(names.numbered("transfer", of: $0.uuid), $0)
        }
      }
      return pick(transfers, TransferMeasures.all, "transfer")
    }
  }

  private func pick<Thing>(
    _ things: [Measured<Thing>], _ measures: [Measure<Thing>], _ word: String
  ) -> Found {
    guard !things.isEmpty else {
      let suffix = uuid.map { " of \($0)" } ?? ""
      let plural = word.endsWith("s")
      return .nothing("there \(plural ? "are" : "is") no \(word)\(suffix)")
    }
    guard let measure = measures.first(where: { $0.name == name }) else {
      return .nothing("it is not measured")
    }
    let values = things.compactMap { measured in
      measure.value(measured.thing).map {
        MeasuredValue(subject: measured.subject, value: $0, basis: measured.basis)
      }
    }
    return values.isEmpty ? .nothing("the capture does not show it") : .values(values)
  }
}

extension Measured {
  func part<Part>(_ name: String, _ part: Part) -> Measured<Part> {
    var subject = subject
    subject.part = name
    return Measured<Part>(subject: subject, basis: basis, thing: part)
  }
}
