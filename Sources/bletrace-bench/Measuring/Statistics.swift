/// Several measurements of the same thing.
struct Samples {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var isEmpty: Bool { values.isEmpty }
  var least: Double { values.min() ?? 0 }
  var greatest: Double { values.max() ?? 0 }

  var median: Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// A number with so many decimals, without Foundation's formats.
func decimal(_ value: Double, _ decimals: Int) -> String {
  var scale = 1.0
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Int((abs(value) * scale).rounded())
  let sign = value < 0 && scaled > 0 ? "-" : ""
  let whole = String(scaled / Int(scale))
  guard decimals > 0 else { return sign + whole }
  let fraction = String(scaled % Int(scale))
  let zeros = String(repeating: "0", count: decimals - fraction.count)
  return "\(sign)\(whole).\(zeros)\(fraction)"
}
