/// One number of a connection, of a stream of values or of a transfer. Budgets know it by its name,
/// and comparisons by its tolerance.
package struct Measure<Subject>: Sendable {
  package var name: String
  package var unit: MeasureUnit
  /// What it is, for the manual: a sentence without its full stop.
  package var meaning: String
  package var better: Better
  package var tolerance: Tolerance
  package var weight: Comparison.Weight
  /// Whether its value swings from run to run of the same software, as times and rates do.
  package var swings: Bool
  /// Whether it is about something that most runs do not have at all, and then by chance: with few
  /// runs it says nothing that one side has it.
  package var isOccasional: Bool
  /// What a greater and a lesser value are called.
  package var words: (greater: String, less: String)
  package var value: @Sendable (Subject) -> Double?
  /// Whether the value says something beside that of another capture.
  package var isComparable: @Sendable (Subject) -> Bool
  /// How much was done; where that differs, the value is neither better nor worse.
  var amount: Amount<Subject>?

  private static var greatest: Double { 1e15 }

  init(
    _ name: String, _ unit: MeasureUnit, _ meaning: String, better: Better,
    within relative: Double = 0,
    or absolute: Double = 0, weight: Comparison.Weight = .cause, swings: Bool? = nil,
    isOccasional: Bool = false,
    words: (greater: String, less: String) = ("more", "less"),
    where isComparable: @escaping @Sendable (Subject) -> Bool = { _ in true },
    amount: Amount<Subject>? = nil,
    value: @escaping @Sendable (Subject) -> Double?
  ) {
    self.name = name
    self.isOccasional = isOccasional
    self.amount = amount
    self.unit = unit
    self.meaning = meaning
    self.better = better
    tolerance = Tolerance(relative: relative, absolute: absolute)
    self.weight = weight
    self.swings = swings ?? [.microseconds, .bytesPerSecond, .dBm].contains(unit)
    self.words = words
    self.isComparable = isComparable
    // A report may have been written by anyone. What no capture could show is taken for not known,
    // and everything behind this can calculate without a thought of infinity.
    self.value = { subject in
      value(subject).flatMap { $0.magnitude < Self.greatest ? $0 : nil }
    }
  }
}

/// How much was done in the time that a measure gives.
struct Amount<Subject>: Sendable {
  /// In the plural.
  var noun: String
  /// As with the number of requests: a few more are nothing.
  var tolerance = Tolerance(relative: 0.1, absolute: 2)
  /// `nil` where it does not matter how much was done.
  var value: @Sendable (Subject) -> Double?
  /// How much of each kind, where one kind takes longer than another.
  var kinds: (@Sendable (Subject) -> [String: Int])?

  init(_ noun: String, value: @escaping @Sendable (Subject) -> Double?) {
    (self.noun, self.value) = (noun, value)
  }

  /// `, with 40 requests instead of 12`; `nil` where both sides did about as much of the same.
  func difference(_ base: [Subject], _ new: [Subject]) -> String? {
    let (old, fresh) = (base.compactMap(value), new.compactMap(value))
    guard !old.isEmpty, !fresh.isEmpty else { return nil }
    let change = NumberChange(unit: .bytes, base: old, new: fresh)
    if tolerance.isExceeded(by: change) {
      return ", with \(Statement.count(change.newCentre)) \(noun) instead of "
        + Statement.count(change.baseCentre)
    }
    return areOtherKinds(base, new) ? ", with other kinds of \(noun)" : nil
  }

  /// Whether more than a fifth of what one side did was of other kinds.
  private func areOtherKinds(_ base: [Subject], _ new: [Subject]) -> Bool {
    guard let kinds else { return false }
    let (old, fresh) = (Self.shares(base.map(kinds)), Self.shares(new.map(kinds)))
    guard !old.isEmpty, !fresh.isEmpty else { return false }
    let distance = Set(old.keys).union(fresh.keys).sorted().reduce(0) { sum, kind in
      sum + (old[kind, default: 0] - fresh[kind, default: 0]).magnitude
    }
    return distance / 2 > 0.2
  }

  private static func shares(_ counts: [[String: Int]]) -> [String: Double] {
    var sums: [String: Double] = [:]
    for count in counts {
      // A report may have been written by anyone.
      for (kind, number) in count where number > 0 { sums[kind, default: 0] += Double(number) }
    }
    let total = sums.values.sorted().reduce(0, +)
    return total == 0 ? [:] : sums.mapValues { $0 / total }
  }
}

/// A fact that is stated in words, such as the reason of a disconnection.
struct Fact<Subject>: Sendable {
  var name: String
  var weight: Comparison.Weight
  /// Whether it is as it should be; `nil` where it is neither good nor bad.
  var isGood: @Sendable (Subject) -> Bool?
  var value: @Sendable (Subject) -> String?

  init(
    _ name: String, weight: Comparison.Weight = .cause,
    isGood: @escaping @Sendable (Subject) -> Bool? = { _ in nil },
    value: @escaping @Sendable (Subject) -> String?
  ) {
    self.name = name
    self.weight = weight
    self.isGood = isGood
    self.value = value
  }
}

extension Optional where Wrapped == Int {
  var number: Double? { map(Double.init) }
}

extension Bool {
  var number: Double { self ? 1 : 0 }
}

let fasterOrSlower = (greater: "faster", less: "slower")
let longerOrShorter = (greater: "longer", less: "shorter")
let moreOrFewer = (greater: "more", less: "fewer")
let greaterOrSmaller = (greater: "greater", less: "smaller")

/// `p95` in words, as the beginning of a sentence.
func summaryWords(_ name: String) -> String {
  switch name {
  case "p50": "The median of the time"
  case "max": "The longest time"
  default: "The \(String(name.unicodeScalars.dropFirst()))th percentile of the time"
  }
}
