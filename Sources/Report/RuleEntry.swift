import Text

/// A rule, as `bletrace rules --format json` describes it.
package struct RuleEntry: ReportObject {
  /// How findings and options name it.
  package var name = ""
  /// The worst that it says.
  package var severity = ReportV1.Severity.info
  /// What it finds, in a sentence.
  package var summary = ""
  /// Why its limits are what they are, and when it reports nothing.
  package var explanation = ""
  /// What sets its findings apart where captures are compared, and while one is still made.
  package var traits: [RuleTrait] = []
  /// Whether it also judges what a sniffer heard.
  package var suitsAir = false
  /// The numbers that decide, as far as the explanation names them.
  package var limits: [RuleLimit] = []

  /// The JSON Schema of one of them.
  package static var schemaJSON: [UInt8] {
    var schema = SchemaWriter(isClosed: false)
    schema.writeDocument(
      Self.schema, id: "urn:bletrace:rule:1", title: "a rule of bletrace, version 1",
      description: "What bletrace rules --format json prints of a rule. More keys may be added.")
    return schema.json.bytes
  }
}

/// A number that decides whether a rule reports something, and that its explanation names.
package struct RuleLimit: ReportObject, CustomStringConvertible {
  package enum Unit: String, ReportWord {
    case microseconds, bytes, percent, dB, dBm, values, packets, requests, connections, records
    case times
    case pdus = "PDUs"
    case connectionEvents = "connection events"
  }

  /// What the number is, such as `least_packets`.
  package var key = ""
  /// The number.
  package var value = 0
  /// What it counts, or is measured in.
  package var unit = Unit.times

  package init(_ key: String = "", _ value: Int = 0, _ unit: Unit = .times) {
    self.key = key
    self.value = value
    self.unit = unit
  }

  /// The words of an explanation: `0.5 s`, `20 ms`, `30 %`, `1,000 bytes`, `40`.
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
  package var word: String {
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
  package var seconds: String {
    Decimal.shortest(Double(value) / 1e6, decimals: 1).map { "\($0) s" } ?? "-"
  }
}
