/// What is replaced.
package enum RedactedKind: String, CaseIterable, Sendable, Comparable {
  case addresses, names, keys, values, advertising, notes, undecoded

  package static func < (a: RedactedKind, b: RedactedKind) -> Bool {
    let all = allCases
    return (all.firstIndex(of: a) ?? 0) < (all.firstIndex(of: b) ?? 0)
  }

  /// Whether it says what was sent, rather than who sent it: octets that stay may be the same by
  /// chance, or because a packet was damaged.
  var isData: Bool { [.values, .advertising, .undecoded].contains(self) }

  /// One of them, with its article.
  package var article: String {
    switch self {
    case .addresses, .undecoded: "an " + words.one
    default: "a " + words.one
    }
  }

  /// What one of them, and several, are called.
  package var words: (one: String, many: String) {
    switch self {
    case .addresses: ("address", "addresses")
    case .names: ("name", "names")
    case .keys: ("key or pairing value", "keys and pairing values")
    case .values: ("value", "values")
    case .advertising:
      ("piece of manufacturer or service data", "pieces of manufacturer or service data")
    case .notes: ("note", "notes")
    case .undecoded: ("undecoded part", "undecoded parts")
    }
  }
}
