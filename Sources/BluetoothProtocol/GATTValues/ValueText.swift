/// The pieces that values are written with.
enum ValueText {
  /// `mantissa` times ten to the power of `exponent`, exactly: 366 and -1 is `36.6`. Zeros at the
  /// end stay, as they say how finely was measured; far from 1 the exponent is written instead.
  static func decimal(_ mantissa: Int, exponent: Int) -> String {
    let digits = String(mantissa.magnitude)
    let sign = mantissa < 0 ? "-" : ""
    guard (-24...12).contains(exponent) else { return "\(mantissa)E\(exponent)" }
    if exponent >= 0 {
      return sign + digits + String(repeating: "0", count: mantissa == 0 ? 0 : exponent)
    }
    let decimals = -exponent
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A count of equal steps, `step` times ten to the power of `exponent` each, without zeros at the
  /// end: 145 steps of 5 and -3 are `0.725`.
  static func scaled(_ count: Int, by step: Int = 1, exponent: Int) -> String {
    var text = decimal(count * step, exponent: exponent)
    guard exponent < 0 else { return text }
    while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
    if text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
    return text
  }

  /// A count of steps of `1 / denominator`, rounded to so many decimals: 844 steps of 1/1024 s in
  /// milliseconds (`numerator` 1000) are `824.2`.
  static func fraction(
    _ count: Int, numerator: Int = 1, denominator: Int, decimals: Int
  ) -> String {
    var scale = numerator
    for _ in 0..<decimals { scale *= 10 }
    let value = count * scale
    let half = value < 0 ? -denominator / 2 : denominator / 2
    return decimal((value + half) / denominator, exponent: -decimals)
  }

  /// The names of the bits that are set, from the lowest; one without a name shows its index.
  static func bits(_ value: Int, _ names: [Int: String]) -> String? {
    let set = (0..<value.bitWidth).filter { value.hasBit($0) }
    return set.isEmpty ? nil : set.map { names[$0] ?? "bit \($0)" }.joined(separator: ", ")
  }

  /// `name`, or for a code without one `sort 0x2A (reserved)`.
  static func code(_ code: Int, _ name: String?, _ sort: String) -> String {
    name ?? "\(sort) 0x\(hexDigits(code, 2)) (reserved)"
  }

  static func octets(_ count: Int) -> String { count == 1 ? "1 octet" : "\(count) octets" }
}
