/// One line of a budget: `transfer[2A37].throughput_bytes_per_s >= 20000`.
package struct BudgetRule: Equatable, Sendable {
  package enum Relation: String, CaseIterable, Sendable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "=="
    case unequal = "!="
    case more = ">"
    case less = "<"

    func holds(_ value: Double, _ limit: Double) -> Bool {
      switch self {
      case .atLeast: value >= limit
      case .atMost: value <= limit
      case .equal: value == limit
      case .unequal: value != limit
      case .more: value > limit
      case .less: value < limit
      }
    }
  }

  /// 1-based, in the file.
  package var line: Int
  /// As it stands there, without a comment.
  package var text: String
  /// The name or address of a device; without it the rule is for every connection.
  package var device: String?
  package var measure: BudgetMeasure
  package var relation: Relation
  /// In the measure's unit.
  package var limit: Double
}

/// A measure that a rule names.
package struct BudgetMeasure: Equatable, Sendable {
  package enum Scope: String, CaseIterable, Sendable {
    case capture, connection, notifications, writes, transfer
  }

  package var scope: Scope
  /// Only values of this characteristic.
  package var uuid: String?
  /// Without the scope's word: `gap_us.p99`.
  package var name: String

  /// The measures of a scope, in the order of their table.
  package static func known(in scope: Scope) -> [MeasureFacts] {
    switch scope {
    case .capture: CaptureMeasures.all.map(MeasureFacts.init)
    case .connection: ConnectionMeasures.all.map(MeasureFacts.init)
    case .notifications, .writes: StreamMeasures.all.map(MeasureFacts.init)
    case .transfer: TransferMeasures.all.map(MeasureFacts.init)
    }
  }

  /// All that two sides are compared by, under the names that a comparison gives them.
  package static var compared: [(name: String, facts: MeasureFacts)] {
    Scope.allCases.flatMap { scope in
      let prefix = scope == .capture || scope == .connection ? "" : "\(scope.rawValue)."
      return known(in: scope).map { (prefix + $0.name, $0) }
    }
  }

  private var facts: MeasureFacts? { Self.known(in: scope).first { $0.name == name } }

  package var unit: MeasureUnit? { facts?.unit }

  var better: Better { facts?.better ?? .neither }

  var tolerance: Tolerance { facts?.tolerance ?? .none }
}

/// What there is to know about a measure, whatever it is measured on.
package struct MeasureFacts: Sendable {
  package var name: String
  package var unit: MeasureUnit
  package var meaning: String
  package var better: Better
  package var tolerance: Tolerance

  init<Subject>(_ measure: Measure<Subject>) {
    name = measure.name
    unit = measure.unit
    meaning = measure.meaning
    better = measure.better
    tolerance = measure.tolerance
  }
}
