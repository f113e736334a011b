/// Octets out of commented hex:
///
///     hex("""
///       04        // event
///       3E 0C     // LE Meta, 12 octets
///       """)
package func hex(_ text: String) -> [UInt8] {
  guard let octets = hexOctets(text) else {
    preconditionFailure("not whole octets in hexadecimal: \(text)")
  }
  return octets
}

/// The same; `nil` where it is something else.
package func hexOctets(_ text: String) -> [UInt8]? {
  var digits: [UInt8] = []
  for line in text.split(separator: "\n") {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    for character in code where !character.isWhitespace {
      guard let digit = character.hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
  }
  guard digits.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
