/// `90s`, `-250ms`, `+1h`, `-05:30`: what is added to the times of a log, in microseconds.
func logShift(_ text: String) -> Int64? {
  var digits = Substring(text)
  var sign: Int64 = 1
  if digits.hasPrefix("-") || digits.hasPrefix("+") {
    sign = digits.hasPrefix("-") ? -1 : 1
    digits = digits.dropFirst()
  }
  let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
  if parts.count == 2, let hours = Int64(parts[0]), let minutes = Int64(parts[1]),
    (0...99).contains(hours), (0..<60).contains(minutes)
  {
    return sign * (hours * 60 + minutes) * 60_000_000
  }
  for (suffix, unit) in [("h", Int64(3_600_000_000)), ("min", 60_000_000), ("d", 86_400_000_000)]
  where digits.hasSuffix(suffix) {
    guard let count = Int64(digits.dropLast(suffix.count)), (0...9999).contains(count) else {
      return nil
    }
    return sign * count * unit
  }
  return microseconds(String(digits)).map { sign * $0 }
}
