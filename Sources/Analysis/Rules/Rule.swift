import Reports

/// One thing that bletrace knows to look for.
///
/// A rule sees the report and nothing else: what it says can be checked by whoever reads it. Each
/// has a file of its own, `<Name>Rule.swift`, and its words below are its documentation: they are
/// what `bletrace rules` and the manual page print.
package protocol Rule: Sendable {
  /// `notification-gap`: how it is named in findings and in options.
  static var name: String { get }

  /// The worst that it says. An error means that data or the link was lost, a warning that time was
  /// lost or a risk was seen, info is context.
  static var severity: ReportV1.Severity { get }

  /// One sentence for a user: what it finds.
  static var summary: String { get }

  /// Why its limit is what it is, and when it stays quiet.
  static var explanation: String { get }

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding]
}

/// What a rule found, before it takes its place in the report.
package struct RuleFinding: Equatable, Sendable {
  package var severity: ReportV1.Severity
  /// The `id` of the connection.
  package var connection: Int?
  /// Evidence, ascending; a handful at most.
  package var frames: [Int]
  package var message: String
  package var evidence: ReportV1.KeyedList<ReportV1.Evidence>
  package var advice: String?
  /// Octets that were lost, and time: by these findings are put in order.
  package var lostBytes: Int
  package var lostUs: Int

  package init(
    _ severity: ReportV1.Severity, connection: Int? = nil, frames: [Int] = [], _ message: String,
    evidence: ReportV1.KeyedList<ReportV1.Evidence> = [:], advice: String? = nil,
    lostBytes: Int = 0, lostUs: Int = 0
  ) {
    self.severity = severity
    self.connection = connection
    // However a rule came by them: records may stand in the wrong order, and what belongs to a
    // connection may come behind its end.
    self.frames = frames.sorted()
    self.message = message
    self.evidence = evidence
    self.advice = advice
    self.lostBytes = lostBytes
    self.lostUs = lostUs
  }
}
