import Text

/// What a page says of a measure beside its name.
struct ChangedMeasure {
  /// By the names that a comparison gives them.
  static let all = Dictionary(
    BudgetMeasure.compared.map { ($0.name, Self(facts: $0.facts)) },
    uniquingKeysWith: { first, _ in first })

  /// What is agreed on a link, and makes it faster or slower.
  static let settings: Set<String> = [
    "mtu", "data_length.tx_octets", "data_length.rx_octets", "interval_us", "latency",
  ]

  private let facts: MeasureFacts

  private init(facts: MeasureFacts) { self.facts = facts }

  /// `The longest time between two chunks. Tolerance: 20 %, or 15 ms if that is more.`
  var sentence: String {
    "\(facts.meaning)." + (tolerance.map { " Tolerance: \($0)." } ?? "")
  }

  private var tolerance: String? {
    let tolerance = facts.tolerance
    let relative =
      tolerance.relative > 0 ? "\(Int(tolerance.relative * 100 + 0.5))\u{A0}%" : nil
    let absolute = tolerance.absolute > 0 ? amount(Int(tolerance.absolute)) : nil
    guard let relative else { return absolute }
    return absolute.map { "\(relative), or \($0) if that is more" } ?? relative
  }

  private func amount(_ value: Int) -> String {
    switch facts.unit {
    case .microseconds: Quantity.duration(us: value)
    case .dBm: "\(value)\u{A0}dB"
    case .bytes: Quantity.bytes(value)
    case .bytesPerSecond: Quantity.rate(Double(value))
    case .count, .yesOrNo: Quantity.count(value)
    }
  }
}
