/// Octets in front of requests that those with an answer lack: another framing, or an octet too
/// much, so that the receiver does not know them.
package struct StrayPrefix: Equatable {
  /// What is too much, in hexadecimal digits.
  package let octets: String
  /// What the requests with an answer begin with.
  package let expected: String

  /// What follows on it has to agree in so many octets.
  private static let leastAlike = 2
  private static let longest = 2

  /// - Parameters:
  ///   - unanswered: what all requests without an answer begin with, in hexadecimal digits.
  ///   - answered: what all with one begin with.
  package init?(unanswered: String?, answered: String?) {
    guard let unanswered = unanswered.map({ Array($0.utf8) }),
      let answered = answered.map({ Array($0.utf8) }), !unanswered.starts(with: answered)
    else { return nil }
    for length in 1...Self.longest {
      let rest = unanswered.dropFirst(2 * length)
      let alike = min(rest.count, answered.count)
      guard alike >= 2 * Self.leastAlike, rest.prefix(alike) == answered.prefix(alike) else {
        continue
      }
      octets = Self.apart(unanswered.prefix(2 * length))
      expected = Self.apart(answered.prefix(alike))
      return
    }
    return nil
  }

  /// `20 00`
  private static func apart(_ digits: ArraySlice<UInt8>) -> String {
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, place % 2 == 0 { text += " " }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}
