import Report

/// A finding about what a sniffer heard. There is no host of its own: `tx` is from the central, so
/// what rules call this host is the central, and its peer the peripheral.
enum AirWords {
  static func finding(_ finding: RuleFinding) -> RuleFinding {
    RuleFinding(copying: finding) {
      var words = finding.words()
      words.message = text(words.message)
      words.advice = words.advice.map(text)
      words.evidence = evidence(words.evidence)
      return words
    }
  }

  private static let names: [(StaticString, StaticString)] = [
    ("this host", "the central"), ("This host", "The central"), ("the peer", "the peripheral"),
    ("The peer", "The peripheral"),
  ]

  static func text(_ text: String) -> String {
    names.reduce(text) { $0.replacing($1.0.description, with: $1.1.description) }
  }

  private static func evidence(_ evidence: RuleFinding.Evidence) -> RuleFinding.Evidence {
    var replaced: RuleFinding.Evidence = [:]
    for entry in evidence.entries {
      switch (entry.key, entry.value) {
      case ("party", .string("local")): replaced.append("party", .string("central"))
      case ("party", .string("remote")): replaced.append("party", .string("peripheral"))
      default: replaced.append(entry.key, entry.value)
      }
    }
    return replaced
  }
}
