import Reports

/// How rules write numbers in their messages, so that all do it alike.
enum Wording {
  /// `1.2 s`, `340 ms`, `250 µs`: at most three digits that mean something.
  static func duration(_ us: Int) -> String {
    switch us.magnitude {
    case 0..<1000: "\(us) µs"
    case 1000..<999_500: "\(digits(us, per: 1000)) ms"
    default: "\(digits(us, per: 1_000_000)) s"
    }
  }

  /// `1 chunk`, `2 chunks`, `1 octet`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `transfer 2 on 9D534E8B-...`
  static func transfer(_ transfer: ReportV1.Transfer) -> String {
    "transfer \(transfer.id) on \(transfer.uuid ?? handle(transfer.valueHandle))"
  }

  static func handle(_ handle: Int) -> String {
    let digits = String(handle, radix: 16, uppercase: true)
    return "handle 0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whole where that says enough, else with one or two decimals.
  private static func digits(_ value: Int, per unit: Int) -> String {
    let hundredths = (value.magnitude * 100 + UInt(unit) / 2) / UInt(unit)
    let sign = value < 0 ? "-" : ""
    let whole = hundredths / 100
    if whole >= 100 { return "\(sign)\((hundredths + 50) / 100)" }
    if whole >= 10 {
      let tenths = (hundredths + 5) / 10
      return tenths % 10 == 0 ? "\(sign)\(tenths / 10)" : "\(sign)\(tenths / 10).\(tenths % 10)"
    }
    let rest = hundredths % 100
    if rest == 0 { return "\(sign)\(whole)" }
    let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(sign)\(whole).\(decimals)"
  }
}
