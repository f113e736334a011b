import Report

/// What a rule found in one place: numbers, names and the parts of the report that they are from.
///
/// The evidence and the words follow from it. The words stand in `Words/`, apart from the rule, and
/// are made when they are asked for: of ten thousand findings a report has the worst thousand.
package protocol RuleFacts {
  var evidence: EvidenceList { get }
  var message: String { get }
  var advice: String? { get }
  /// All of it at once.
  var words: RuleFinding.Words { get }
}

extension RuleFacts {
  package var advice: String? { nil }
  package var words: RuleFinding.Words {
    .init(message: message, evidence: evidence, advice: advice)
  }

  /// - Parameters:
  ///   - connection: the `id` of the connection.
  ///   - frames: those that are known.
  func finding(
    _ severity: ReportV1.Severity, _ connection: Int? = nil, frames: [Int?], lostBytes: Int = 0,
    lostUs: Int = 0
  ) -> RuleFinding {
    RuleFinding(
      self, severity, connection, frames.compactMap(\.self), lostBytes: lostBytes, lostUs: lostUs)
  }
}

extension Wording {
  /// A handful of the frames that are known.
  static func handful(_ frames: some Sequence<Int?>) -> [Int] {
    handful(frames.compactMap(\.self))
  }
}

/// Facts of which all words are made at once, from other facts.
protocol DerivedFacts: RuleFacts {}

extension DerivedFacts {
  var message: String { words.message }
  var evidence: EvidenceList { words.evidence }
  var advice: String? { words.advice }
}

extension GapRule {
  static let limits = [least, intervals]
  static let least = RuleLimit("least_gap_us", Int(leastUs), .microseconds)
  /// Median intervals, and connection intervals.
  static let intervals = RuleLimit("least_gap_intervals", Int(factor), .times)
}
