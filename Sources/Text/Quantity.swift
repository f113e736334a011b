/// Numbers with units, as a person reads them. A no-break space precedes the unit.
package enum Quantity {
  /// `1,234`
  package static func count(_ value: Int) -> String {
    let digits = Array(value.magnitude.description.utf8)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// `1 chunk`, `1,234 chunks`
  package static func count(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    "\(count(value))\u{A0}\(value == 1 ? noun : plural ?? noun + "s")"
  }

  /// Three digits and the unit that suits: `850 µs`, `48.8 ms`, `3.21 s`, `2 min 05 s`.
  package static func duration(us value: Int) -> String {
    let sign = value < 0 ? "-" : ""
    let us = value.magnitude
    // The limits lie where rounding would give a fourth digit.
    let text =
      switch us {
      case 0: "0\u{A0}s"
      case ..<1_000: "\(us)\u{A0}µs"
      case ..<999_500: threeDigits(us, perUnit: 1_000) + "\u{A0}ms"
      case ..<59_950_000: threeDigits(us, perUnit: 1_000_000) + "\u{A0}s"
      default: long(seconds: us / 1_000_000 + (us % 1_000_000 >= 500_000 ? 1 : 0))
      }
    return sign + text
  }

  /// A duration that is a whole number of small steps, to the last of them: `48.75 ms`.
  package static func interval(us value: Int) -> String {
    guard value.magnitude < 1_000_000 else { return duration(us: value) }
    return (Decimal.shortest(Double(value) / 1_000, decimals: 3) ?? "-") + "\u{A0}ms"
  }

  /// A moment, in seconds from the capture's first packet: `1.204 s`.
  package static func moment(us value: Int) -> String {
    let ms = value.magnitude / 1_000 + (value.magnitude % 1_000 >= 500 ? 1 : 0)
    // Put together piece by piece: a timeline has a hundred thousand of them.
    var text = value < 0 ? "-" : ""
    text += String(ms / 1_000)
    text += ms % 1_000 < 10 ? ".00" : ms % 1_000 < 100 ? ".0" : "."
    text += String(ms % 1_000)
    text += "\u{A0}s"
    return text
  }

  /// `141 B`, `12.3 kB`
  package static func bytes(_ value: Int) -> String {
    let sign = value < 0 ? "-" : ""
    let size = value.magnitude
    let text =
      switch size {
      case ..<10_000: "\(count(Int(size)))\u{A0}B"
      case ..<999_500: threeDigits(size, perUnit: 1_000) + "\u{A0}kB"
      case ..<999_500_000: threeDigits(size, perUnit: 1_000_000) + "\u{A0}MB"
      default: threeDigits(size, perUnit: 1_000_000_000) + "\u{A0}GB"
      }
    return sign + text
  }

  /// `336 B/s`
  package static func rate(_ value: Double) -> String {
    guard value.magnitude < 1e18 else { return "-" }
    if value > 0, value < 0.5, let part = Decimal.shortest(value, decimals: 2) {
      return "\(part)\u{A0}B/s"
    }
    return bytes(Int(value + (value < 0 ? -0.5 : 0.5))) + "/s"
  }

  /// `0x0025`
  package static func handle(_ value: Int) -> String { hex(value, digits: 4) }

  /// `0x13`
  package static func code(_ value: Int) -> String { hex(value, digits: 2) }

  private static func hex(_ value: Int, digits: Int) -> String {
    let text = String(value.magnitude, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: Swift.max(0, digits - text.utf8.count))
    return (value < 0 ? "-0x" : "0x") + zeros + text
  }

  /// At most three digits that mean something, half rounded up.
  private static func threeDigits(_ value: UInt, perUnit: UInt) -> String {
    // Each rounded from the value itself, not from another rounded number.
    func rounded(_ factor: UInt) -> UInt {
      let (whole, rest) = value.quotientAndRemainder(dividingBy: perUnit)
      return whole * factor + (rest * factor + perUnit / 2) / perUnit
    }
    let (hundredths, tenths) = (rounded(100), rounded(10))
    if hundredths < 1_000 { return Decimal.text(hundredths, decimals: 2) }
    return tenths < 1_000 ? Decimal.text(tenths, decimals: 1) : String(rounded(1))
  }

  private static func long(seconds: UInt) -> String {
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
    func two(_ value: UInt) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return hours > 0
      ? "\(count(Int(hours)))\u{A0}h\u{A0}\(two(minutes))\u{A0}min"
      : "\(minutes)\u{A0}min\u{A0}\(two(seconds % 60))\u{A0}s"
  }
}
