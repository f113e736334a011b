import Bytes

/// The rhythm of a stream whose values come in bursts at a steady period, as those of a device do
/// that sends a record of several values each half second: the silence between two bursts is no gap,
/// however long it is beside the steps inside a burst.
///
/// Of ten silences or more, 7 in 10 must follow on the one before at about the same period, and they
/// must take half of the time or more: what interrupts a stream now and then is a gap, also where it
/// comes at a steady period.
struct Cadence {
  /// A silence beyond this is a gap all the same: half a period more than is usual.
  let longest: Int64

  private static let fewest = 10

  /// - Parameter silences: in the order of their frames.
  init?(_ silences: [Silence]) {
    guard silences.count >= Self.fewest else { return nil }
    let periods = zip(silences.dropFirst(), silences).map { $0.start.since($1.start) }
    let period = periods.sorted()[periods.count / 2]
    let length = silences.map(\.microseconds).sorted()[silences.count / 2]
    guard period > 0, length >= period / 2 else { return nil }
    let near = periods.count { $0 >= period / 4 * 3 && $0 / 5 <= period / 4 }
    guard near * 10 >= periods.count * 7 else { return nil }
    let (sum, overflow) = length.addingReportingOverflow(period / 2)
    longest = overflow ? .max : sum
  }
}
