import Report
import Text

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

/// A rule, of which each instance is something that it found.
typealias FactRule = Rule & RuleFacts

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

/// What makes its words at once.
struct UntypedFacts: RuleFacts {
  let make: () -> RuleFinding.Words

  var words: RuleFinding.Words { make() }
  var message: String { make().message }
  var evidence: EvidenceList { make().evidence }
  var advice: String? { make().advice }
}

/// A number that decides whether a rule reports something, and that its explanation names.
package struct RuleLimit: Sendable, CustomStringConvertible {
  package enum Unit: String, Sendable {
    case microseconds, bytes, percent, dB, dBm, values, packets, requests, connections,
      records, times
    case pdus = "PDUs"
    case connectionEvents = "connection events"
  }

  /// `least_packets`: its key in `bletrace rules --format json`.
  package let key: String
  package let value: Int
  package let unit: Unit

  init(_ key: String, _ value: Int, _ unit: Unit) {
    self.key = key
    self.value = value
    self.unit = unit
  }

  /// As an explanation has it: `0.5 s`, `20 ms`, `30 %`, `1,000 bytes`, `40`.
  package var description: String {
    switch unit {
    case .microseconds where value % 1_000_000 == 500_000:
      "\(value / 1_000_000).5 s"
    case .microseconds: Wording.duration(value)
    case .percent: "\(value) %"
    case .dB, .dBm: "\(value) \(unit.rawValue)"
    case .bytes: Wording.count(value, "byte")
    default: Quantity.count(value)
    }
  }

  /// In words, where that reads better: `five`, `five seconds`, `a minute`.
  var word: String {
    switch unit {
    case .microseconds where value == 1_000_000: return "a second"
    case .microseconds where value == 60_000_000: return "a minute"
    case .percent where value == 10: return "a tenth"
    case .percent where value == 50: return "half"
    case .microseconds where value % 1_000_000 == 0:
      return "\(Self.word(value / 1_000_000)) seconds"
    case .microseconds, .percent, .dB, .dBm, .bytes: return description
    default: return Self.word(value)
    }
  }

  private static func word(_ number: Int) -> String {
    let words = [
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve",
    ]
    let others = [50: "fifty", 1_000: "a thousand"]
    return words.indices.contains(number)
      ? words[number] : others[number] ?? Quantity.count(number)
  }

  /// `0.1 s`, where the text goes by seconds.
  var seconds: String {
    Decimal.shortest(Double(value) / 1e6, decimals: 1).map { "\($0) s" } ?? "-"
  }
}

extension GapRule {
  static let limits = [least, intervals]
  static let least = RuleLimit("least_gap_us", Int(leastUs), .microseconds)
  /// Median intervals, and connection intervals.
  static let intervals = RuleLimit("least_gap_intervals", Int(factor), .times)
}
