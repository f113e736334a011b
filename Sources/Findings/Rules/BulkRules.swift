import Report

/// A rule about one cause for which bulk data took longer than the link needs.
protocol BulkRule: Rule {
  static var cause: BulkRuns.Cause { get }
}

extension BulkRule {
  static var severity: ReportV1.Severity { .warning }
  static var traits: RuleTraits { [.bulkData, .data] }
  static var limits: [RuleLimit] { BulkFinding.limits }

  static func check(_ file: CaseFile) -> [RuleFinding] { BulkFinding.all(cause, in: file) }
}

/// Bulk data was sent in values much smaller than possible.
enum BulkSmallValuesRule: BulkRule {
  static let name = "bulk-small-values"
  static let cause = BulkRuns.Cause.smallValues
}

/// Bulk data was sent with one packet in flight at a time.
enum BulkOneInFlightRule: BulkRule {
  static let name = "bulk-one-in-flight"
  static let cause = BulkRuns.Cause.oneInFlight
}

/// Bulk data was sent in values that each waited for an answer.
enum BulkAnsweredRule: BulkRule {
  static let name = "bulk-answered"
  static let cause = BulkRuns.Cause.answered
}

/// Bulk data was sent by a timer, slower than the link allows.
enum BulkTimerRule: BulkRule {
  static let name = "bulk-timer"
  static let cause = BulkRuns.Cause.timer
}

/// Bulk data waited for connection events that were far apart.
enum BulkSlowIntervalRule: BulkRule {
  static let name = "bulk-slow-interval"
  static let cause = BulkRuns.Cause.slowInterval
  static let limits = BulkFinding.limits + [BulkRuns.usualInterval]
}

/// No bulk data was sent for much of the time.
enum BulkPausesRule: BulkRule {
  static let name = "bulk-pauses"
  static let cause = BulkRuns.Cause.pauses
  static let traits: RuleTraits = [.timing, .bulkData, .data]
  static let limits = BulkFinding.limits + GapRule.limits
}
