/// Decimal notation of fractional numbers, the same on every machine.
package enum Decimal {
  /// Rounded to so many decimals, half away from zero, without trailing zeros; `nil` for infinity
  /// and not-a-number.
  package static func shortest(_ value: Double, decimals: Int) -> String? {
    guard var (text, fraction) = parts(value, decimals: decimals) else { return nil }
    while fraction.last == "0" { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text == "-0" ? "0" : text
  }

  /// Rounded to exactly so many decimals; `nil` for infinity and not-a-number.
  static func fixed(_ value: Double, decimals: Int) -> String? {
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
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = value.magnitude * scale
    let sign = value < 0 ? "-" : ""
    guard scaled < 4_503_599_627_370_496 else {
      // Above 2^52 there is no fraction left to round. What Swift prints is valid JSON.
      let text = value.description
      return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text, "")
    }
    // Not `rounded()`, which would need the mathematics library.
    let digits = String(Int(scaled + 0.5))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return (sign + padded.dropLast(decimals), String(padded.suffix(decimals)))
  }
}
