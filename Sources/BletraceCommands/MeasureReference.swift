import Comparison

// What the help and the manual say about measures, made from the tables of measures.

struct MeasureGroup {
  var title: String
  var measures: [(name: String, meaning: String)]
}

func measureGroups() -> [MeasureGroup] {
  BudgetMeasure.Scope.allCases.map { scope in
    let prefix =
      switch scope {
      case .capture, .connection: ""
      case .notifications, .writes, .transfer: scope.rawValue + "."
      }
    return MeasureGroup(
      title: title(of: scope),
      measures: BudgetMeasure.known(in: scope).map {
        (prefix + $0.name, "In \(words(for: $0.unit)).")
      })
  }
}

private func title(of scope: BudgetMeasure.Scope) -> String {
  switch scope {
  case .capture: "Of the capture:"
  case .connection: "Of each connection:"
  case .notifications: "Of the notifications or indications of each characteristic:"
  case .writes: "Of the writes to each characteristic:"
  case .transfer: "Of each transfer:"
  }
}

private func words(for unit: MeasureUnit) -> String {
  switch unit {
  case .count: "numbers of things"
  case .microseconds: "microseconds"
  case .bytes: "bytes"
  case .bytesPerSecond: "bytes a second"
  case .dBm: "dBm"
  case .yesOrNo: "yes or no"
  }
}

/// The measures in the help of `budget`.
func measureReference() -> String {
  var text = "\nMeasures:\n"
  for group in measureGroups() {
    text += "  \(group.title)\n"
    let names = group.measures.map(\.name).joined(separator: " ")
    text += "      " + wrapped(names, used: 6, indent: 6) + "\n"
  }
  return text
}
