import Report

/// When what has happened is reported, and when the records so far are looked at for findings,
/// where these are printed as lines.
///
/// It depends on the records alone: on their times, their number, and on what was found in them. So
/// a capture gives the same lines in the same order however its octets come in. A live source that
/// pauses is looked at before the next record is there. As long as the times of the records are
/// those of the clock, such a look finds what the look before the next record would find.
///
/// Looks have a credit, so that a capture that is read at full speed takes no longer for each
/// record the longer its report becomes. Records earn it, and where the source is no regular file
/// time does so too: at the pace of the radio a look never waits for credit.
struct LookSchedule {
  /// Of the first record, in microseconds.
  private var start: Int64?
  /// Of the first record since the last look.
  private var first: Int64?
  /// Of the first record since something was reported last.
  private var firstUnprinted: Int64?
  /// What the last look cost, in units of about 2 µs.
  private var cost = 0
  /// What looks may cost.
  private var credit = 10_000
  /// When time last earned credit.
  private var earned: Int64?

  private static let creditOfRecord = 1
  private static let mostCredit = 1_000_000
  private static let shortest: UInt64 = 100_000
  private static let longest: UInt64 = 1_000_000
  /// Looks take no more than about a tenth of the time.
  private static let microsecondsOfCost: UInt64 = 20

  /// Whether it is time to report what has happened before a record of that time; it is whenever a
  /// look is due.
  func isTellingDue(before time: Int64) -> Bool {
    firstUnprinted.map { Self.distance($0, time) >= Self.shortest } ?? false || isDue(before: time)
  }

  /// What has happened was reported.
  mutating func printed() { firstUnprinted = nil }

  /// Whether a look is due before a record of that time.
  func isDue(before time: Int64) -> Bool {
    guard let start, let first, cost <= credit else { return false }
    let long = min(Self.distance(start, time) / 10_000, Self.longest)
    let interval = max(Self.shortest, long, UInt64(cost) * Self.microsecondsOfCost)
    return Self.distance(first, time) >= interval
  }

  /// A record of that time was taken.
  mutating func pass(_ time: Int64) {
    if start == nil { start = time }
    if first == nil { first = time }
    if firstUnprinted == nil { firstUnprinted = time }
    earn(Self.creditOfRecord)
  }

  /// The clock shows `now`, in microseconds, and the source is one that records come from in time.
  mutating func pass(clock now: Int64) {
    if let earned { earn(Int((now - earned) / Int64(Self.microsecondsOfCost))) }
    earned = now
  }

  private mutating func earn(_ more: Int) { credit = min(credit + more, Self.mostCredit) }

  /// A look that was due has given this report.
  mutating func looked(_ report: ReportV1?) {
    first = nil
    cost = report.map(Self.cost) ?? 1
    credit -= cost
  }

  /// A clock may be set back.
  private static func distance(_ one: Int64, _ other: Int64) -> UInt64 {
    one < other ? UInt64(bitPattern: other &- one) : UInt64(bitPattern: one &- other)
  }

  /// By what the report takes in memory, whatever it is that a capture has many of.
  private static func cost(_ report: ReportV1) -> Int {
    let octets = report.captures.reduce(0) { $0 + $1.weight }
    return (20 + report.findings.count + octets / 1024) * 15
  }
}
