import Report
import Text

/// Comparisons in plain words.
enum Statement {
  // Without other words, these repeat the values of both sides.
  static let changed = "has changed"
  static let missing = "is missing"
  static let new = "is new"
  static let becameYes = "before: no, now: yes"
  static let becameNo = "before: yes, now: no"

  /// `slower by 18 %, 95 % interval 11 to 24 %, 5 against 5 runs`
  static func of(
    _ change: NumberChange, _ verdict: Comparison.Verdict, _ words: (greater: String, less: String)
  ) -> String {
    if verdict == .same {
      return change.difference == 0 ? "the same" : "the same within its tolerance"
    }
    if change.unit == .yesOrNo { return yesOrNo(change, verdict) }
    let word = change.difference > 0 ? words.greater : words.less
    var text = "\(word) \(amount(change))"
    if let interval = change.interval {
      text += ", 95 % interval \(span(interval, change))"
    }
    return text + noise(change, verdict)
  }

  static func presence(_ change: NumberChange, _ verdict: Comparison.Verdict) -> String {
    if verdict == .same { return "present" }
    let word = change.difference < 0 ? "missing" : "new"
    return change.isOneAgainstOne ? word : word + ", " + yesOrNo(change, verdict)
  }

  /// `in 5 of 5 runs before, in 3 of 5 now`
  private static func yesOrNo(_ change: NumberChange, _ verdict: Comparison.Verdict) -> String {
    guard !change.isOneAgainstOne else {
      return change.difference > 0 ? becameYes : becameNo
    }
    return "in \(share(change.base)) captures before, in \(share(change.new)) now"
      + noise(change, verdict, countsRuns: false)
  }

  private static func noise(
    _ change: NumberChange, _ verdict: Comparison.Verdict, countsRuns: Bool = true
  ) -> String {
    guard let probability = change.probability else {
      return ""
    }
    var text = countsRuns ? ", \(change.base.count) against \(change.new.count) captures" : ""
    guard verdict == .unclear else { return text }
    let isFew =
      Judgement.leastProbability(change.base.count, change.new.count) > Judgement.significance
    if !isFew { text += "; p = \(number(probability, decimals: 2))" }
    return text
  }

  /// `by 18 %`, `by 2`; from the fourfold on `by a factor of 5.9`.
  static func amount(_ change: NumberChange) -> String {
    guard let relative = change.relative, change.unit != .dBm else {
      return "by " + difference(change.difference.magnitude, change)
    }
    guard relative < 3 else {
      return "by a factor of " + number(1 + relative, decimals: relative < 9 ? 1 : 0)
    }
    return "by " + percent(relative.magnitude)
  }

  private static func span(_ interval: ClosedRange<Double>, _ change: NumberChange) -> String {
    let isFall = change.difference < 0
    let (low, high) =
      isFall
      ? (-interval.upperBound, -interval.lowerBound) : (interval.lowerBound, interval.upperBound)
    // In the words of `amount`.
    if let relative = change.relative, relative >= 3, change.unit != .dBm {
      let decimals = relative < 9 ? 1 : 0
      return "\(number(1 + low, decimals: decimals)) to \(number(1 + high, decimals: decimals))"
    }
    return change.relative == nil
      ? "\(difference(low, change)) to \(difference(high, change))"
      : "\(number(low * 100, decimals: 0)) to \(percent(high))"
  }

  private static func percent(_ part: Double) -> String {
    number(part * 100, decimals: part.magnitude < 0.0995 ? 1 : 0) + " %"
  }

  /// How often each word was said: `0x13 in 4 of 5 runs, 0x08 in 1`; of one run the word alone.
  static func tally(_ words: [String]) -> String {
    let groups = words.grouped { $0 }
    guard groups.count > 1 else { return words.first ?? "" }
    return groups.map { word, all in "\(word) in \(all.count) of \(words.count) captures" }
      .joined(separator: ", ")
  }

  private static func share(_ values: [Double]) -> String {
    "\(values.count { $0 > 0 }) of \(values.count)"
  }

  // MARK: Values

  /// Between two values of the measure; between two levels in dBm it is in dB.
  private static func difference(_ value: Double, _ change: NumberChange) -> String {
    change.unit == .dBm ? number(value, decimals: 1) + " dB" : self.value(value, change)
  }

  /// A value of the measure with its unit.
  static func value(_ value: Double, _ change: NumberChange) -> String {
    self.value(value, change.unit)
  }

  static func value(_ value: Double, _ unit: MeasureUnit) -> String {
    switch unit {
    case .count: count(value)
    case .microseconds: Quantity.duration(us: whole(value)).plainSpaces
    case .bytes: Quantity.bytes(whole(value)).plainSpaces
    case .bytesPerSecond: Quantity.rate(value).plainSpaces
    case .dBm: number(value, decimals: 1) + " dBm"
    case .yesOrNo: value >= 1 ? "yes" : value <= 0 ? "no" : percent(value)
    }
  }

  /// A value as a budget states it, to the last digit, and for a person where that is not plain.
  static func exact(_ value: Double, _ unit: MeasureUnit) -> String {
    switch unit {
    case .microseconds: BudgetWriter.duration(value)
    case .bytesPerSecond:
      value < 10_000
        ? self.value(value, unit) : "\(number(value, decimals: 1)) (\(self.value(value, unit)))"
    case .count, .bytes: number(value, decimals: 1)
    case .dBm, .yesOrNo: self.value(value, unit)
    }
  }

  /// `4,801`, `12.5`
  static func count(_ value: Double) -> String {
    guard value.magnitude >= 1_000, value.magnitude < 1e15 else {
      return number(value, decimals: 1)
    }
    let tenths = Int((value * 10).rounded())
    let rest = tenths % 10
    return Quantity.count(tenths / 10) + (rest == 0 ? "" : ".\(rest.magnitude)")
  }

  static func number(_ value: Double, decimals: Int) -> String {
    Decimal.shortest(value, decimals: decimals) ?? "-"
  }

  /// Numbers from a report may be anything.
  private static func whole(_ value: Double) -> Int {
    guard value.magnitude < 1e18 else { return value < 0 ? .min : .max }
    return Int(value + (value < 0 ? -0.5 : 0.5))
  }
}

extension String {
  /// With common spaces where numbers and units are held together.
  fileprivate var plainSpaces: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }))
  }
}
