import Comparison

/// What a measure may change by before the difference counts.
func tolerances(_ parsed: ParsedArguments) throws(CommandFailure) -> [String: Tolerance] {
  var tolerances: [String: Tolerance] = [:]
  for argument in parsed.values(of: .tolerance) {
    let parts = argument.text.split(separator: "=", maxSplits: 1)
    let name = parts.first.map { String($0) } ?? ""
    guard let measure = BudgetMeasure.compared.first(where: { $0.name == name }) else {
      let near = nearest(to: name, among: BudgetMeasure.compared.map(\.name))
      throw CommandFailure(
        "'\(name)' is no measure that diff compares; "
          + (near.map { "did you mean '\($0)'?" } ?? "bletrace-diff(1) lists them"))
    }
    guard parts.count == 2, let value = tolerance(String(parts[1]), measure.facts.unit) else {
      throw CommandFailure(
        "'\(argument.text)' is no tolerance; write MEASURE=20% or MEASURE=5ms")
    }
    tolerances[name] = value
  }
  return tolerances
}

/// `20%`, or an amount in the measure's unit: a time needs its own, such as `5ms`.
private func tolerance(_ text: String, _ unit: MeasureUnit) -> Tolerance? {
  if text.hasSuffix("%") {
    return amount(text.dropLast()).map { Tolerance(relative: $0 / 100, absolute: 0) }
  }
  guard unit == .microseconds else {
    return amount(text[...]).map { Tolerance(relative: 0, absolute: $0) }
  }
  guard text.hasSuffix("s") else { return nil }
  return microseconds(text).map { Tolerance(relative: 0, absolute: Double($0)) }
}

/// A decimal number of at most nine digits before its point.
private func amount(_ text: Substring) -> Double? {
  let isPlain = text.utf8.allSatisfy {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
  }
  guard isPlain, text.utf8.count <= 12, let value = Double(text), value < 1e9 else { return nil }
  return value
}
