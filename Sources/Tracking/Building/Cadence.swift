import Bytes

/// The rhythm of a stream whose values come in bursts at a steady period, as those of a device do
/// that sends a record of several values each half second: the silence between two bursts is no
/// gap, however long it is beside the steps inside a burst.
///
/// Of ten silences or more, 7 in 10 must follow on the one before at about the same period, and
/// they must take half of the time or more: what interrupts a stream now and then is a gap, also
/// where it comes at a steady period.
struct Cadence {
  /// A silence beyond this is a gap all the same: half a period more than is usual.
  let longest: Int64
  /// Whether values that answer a request came between the bursts: what lies before them is none of
  /// it.
  private let isBetweenAnswers: Bool

  private static let fewest = 10

  /// - Parameter silences: in the order of their frames.
  init?(_ silences: [Silence]) {
    let starts = zip(silences.dropFirst(), silences).map { $0.start.since($1.start) }
    if let longest = Self.longest(silences, periods: starts) {
      (self.longest, isBetweenAnswers) = (longest, false)
      return
    }
    // Values that answer a request come between bursts and break their period. What is left keeps
    // it from one burst's beginning to the next one's, as how long a burst takes may differ too.
    let own = silences.filter { !$0.wasAsked }
    let ends = zip(own.dropFirst(), own).map {
      let (step, overflow) = $0.start.since($1.start).addingReportingOverflow(
        $0.microseconds &- $1.microseconds)
      return overflow ? Int64.max : step
    }
    guard let longest = Self.longest(own, periods: ends) else { return nil }
    (self.longest, isBetweenAnswers) = (longest, true)
  }

  /// Whether a silence is part of the rhythm.
  func includes(_ silence: Silence) -> Bool {
    silence.microseconds <= longest && !(isBetweenAnswers && silence.wasAsked)
  }

  private static func longest(_ silences: [Silence], periods: [Int64]) -> Int64? {
    guard silences.count >= fewest else { return nil }
    let period = periods.sorted()[periods.count / 2]
    let length = silences.map(\.microseconds).sorted()[silences.count / 2]
    guard period > 0, length >= period / 2 else { return nil }
    let near = periods.count { $0 >= period / 4 * 3 && $0 / 5 <= period / 4 }
    guard near * 10 >= periods.count * 7 else { return nil }
    let (sum, overflow) = length.addingReportingOverflow(period / 2)
    return overflow ? .max : sum
  }
}
