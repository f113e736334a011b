/// Decimal notation of fractional numbers, the same on every machine.
package enum Decimal {
  /// Rounded to so many decimals, half away from zero, without trailing zeros; `nil` for infinity
  /// and not-a-number.
  package static func shortest(_ value: Double, decimals: Int) -> String? {
    var text = TextBuffer(capacity: 64)
    return append(value, decimals: decimals, to: &text) ? text.text : nil
  }

  /// The same, after other text: a report is mostly numbers, and no string need be made for each.
  /// False for infinity and not-a-number.
  package static func append(_ value: Double, decimals: Int, to text: inout TextBuffer) -> Bool {
    guard value.isFinite else { return false }
    guard let units = units(value, decimals: decimals) else {
      // What Swift prints of a number so large is valid JSON.
      let printed = value.description
      text.append(contentsOf: printed.hasSuffix(".0") ? String(printed.dropLast(2)) : printed)
      return true
    }
    if value < 0, units > 0 { text.append(UInt8(ascii: "-")) }
    append(units, decimals: decimals, to: &text)
    return true
  }

  /// A whole number of the last decimal's unit, without trailing zeros.
  static func text(_ units: UInt, decimals: Int) -> String {
    var text = TextBuffer(capacity: 64)
    append(UInt64(units), decimals: decimals, to: &text)
    return text.text
  }

  private static func append(_ units: UInt64, decimals: Int, to text: inout TextBuffer) {
    var (scale, decimals, rest) = (UInt64(1), decimals, units)
    for _ in 0..<decimals { scale *= 10 }
    text.append(decimal: rest / scale)
    rest %= scale
    guard rest > 0 else { return }
    while rest % 10 == 0 {
      rest /= 10
      decimals -= 1
    }
    text.append(UInt8(ascii: "."))
    text.append(decimal: rest, digits: decimals)
  }

  /// Rounded to exactly so many decimals; `nil` for infinity and not-a-number.
  package static func fixed(_ value: Double, decimals: Int) -> String? {
    guard let (whole, fraction) = parts(value, decimals: decimals) else { return nil }
    let text = fraction.isEmpty ? whole : whole + "." + fraction
    return text.allSatisfy { "-0.".contains($0) } && text.hasPrefix("-")
      ? String(text.dropFirst()) : text
  }

  /// The digits before and after the point.
  private static func parts(
    _ value: Double, decimals: Int
  ) -> (whole: String, fraction: String)? {
    guard value.isFinite else { return nil }
    guard let units = units(value, decimals: decimals) else {
      let text = value.description
      return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text, "")
    }
    let digits = String(units)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return ((value < 0 ? "-" : "") + padded.dropLast(decimals), String(padded.suffix(decimals)))
  }

  /// How many of the last decimal's unit; `nil` above 2^52, where there is no fraction left to
  /// round.
  private static func units(_ value: Double, decimals: Int) -> UInt64? {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value.magnitude * scale
    // Not `rounded()`, which would need the mathematics library.
    return scaled < 4_503_599_627_370_496 ? UInt64(scaled + 0.5) : nil
  }
}
