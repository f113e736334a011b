import Comparison

// What the help and the manual say about measures, made from the tables of measures.

struct MeasureGroup {
  var title: String
  /// Each with its sentences.
  var measures: [(name: String, meaning: [String])]
}

/// - Parameter isCompared: whether `meaning` says which side is better, and the tolerance.
func measureGroups(isCompared: Bool) -> [MeasureGroup] {
  BudgetMeasure.Scope.allCases.map { scope in
    let prefix =
      switch scope {
      case .capture, .connection: ""
      case .notifications, .writes, .transfer: scope.rawValue + "."
      }
    return MeasureGroup(
      title: title(of: scope),
      measures: BudgetMeasure.known(in: scope).map {
        (prefix + $0.name, sentences(about: $0, isCompared: isCompared))
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

/// `The connection interval at the end, in microseconds; a change is not rated.`
private func sentences(about measure: MeasureFacts, isCompared: Bool) -> [String] {
  let direction =
    switch (measure.unit, measure.better) {
    case (.yesOrNo, _): "no is worse"
    case (_, .more): "less is worse"
    case (_, .less): "more is worse"
    case (_, .neither): "a change is not rated"
    }
  let unit = words(for: measure.unit).map { ", " + $0 } ?? ""
  guard isCompared else { return ["\(measure.meaning)\(unit)."] }
  return ["\(measure.meaning)\(unit); \(direction)."]
    + (tolerance(of: measure).map { ["Differences of up to \($0) do not count."] } ?? [])
}

/// `20 %, or 15 ms where that is more`
private func tolerance(of measure: MeasureFacts) -> String? {
  let tolerance = measure.tolerance
  let relative = tolerance.relative > 0 ? "\(Int(tolerance.relative * 100 + 0.5)) %" : nil
  let absolute = tolerance.absolute > 0 ? amount(Int(tolerance.absolute), measure.unit) : nil
  guard let relative else { return absolute }
  return absolute.map { "\(relative), or \($0) if that is more," } ?? relative
}

private func amount(_ value: Int, _ unit: MeasureUnit) -> String {
  switch unit {
  case .microseconds: "\(value / 1000) ms"
  case .dBm: "\(value) dB"
  case .bytes: "\(value) bytes"
  case .bytesPerSecond: "\(value) bytes per second"
  case .count, .yesOrNo: "\(value)"
  }
}

private func words(for unit: MeasureUnit) -> String? {
  switch unit {
  case .count: nil
  case .microseconds: "in microseconds"
  case .bytes: "in bytes"
  case .bytesPerSecond: "in bytes per second"
  case .dBm: "in dBm"
  case .yesOrNo: "as yes or no"
  }
}

/// The measures in the help of `budget`.
func measureReference() -> String {
  var text = "\nMeasures:\n"
  for group in measureGroups(isCompared: false) {
    text += "  \(group.title)\n"
    let names = group.measures.map(\.name).joined(separator: " ")
    text += "      " + wrapped(names, used: 6, indent: 6) + "\n"
  }
  return text
}
