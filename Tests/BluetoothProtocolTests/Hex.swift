/// Octets out of commented hex: `hex("04 3E // event, LE Meta")`, over as many lines as it takes.
func hex(_ text: String) -> [UInt8] {
  var digits: [UInt8] = []
  for line in text.split(separator: "\n") {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    for character in code where !character.isWhitespace {
      guard let digit = character.hexDigitValue else {
        preconditionFailure("not a hex digit: \(character) in \(line)")
      }
      digits.append(UInt8(digit))
    }
  }
  precondition(digits.count.isMultiple(of: 2), "half an octet in \(text)")
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
