import Text

/// How rules write numbers in their messages, so that all do it alike.
package enum Wording {
  /// `1.2 s`, `340 ms`, `250 µs`: at most three digits that mean something.
  package static func duration(_ us: Int) -> String {
    switch us.magnitude {
    case 0..<1000: "\(us) µs"
    case 1000..<999_500: "\(digits(us, per: 1000)) ms"
    default: "\(digits(us, per: 1_000_000)) s"
    }
  }

  /// `11.25 ms`: an interval between connection events, exact, as it is a multiple of 1.25 ms.
  package static func interval(_ us: Int) -> String {
    Quantity.interval(us: us).replacing("\u{A0}", with: " ")
  }

  /// `1 chunk`, `2 chunks`, `10,000 bytes`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(Quantity.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `transfer 2 on 9D534E8B-...`
  package static func transfer(_ transfer: ReportV1.Transfer) -> String {
    Self.transfer(transfer.id, transfer.uuid, transfer.valueHandle)
  }

  package static func transfer(_ id: Int, _ uuid: String?, _ valueHandle: Int) -> String {
    "transfer \(id) on \(uuid ?? handle(valueHandle))"
  }

  /// `the notifications of 2A37`
  package static func stream(_ stream: ReportV1.NotificationStream) -> String {
    Self.stream(stream.kind, stream.uuid, stream.valueHandle)
  }

  package static func stream(
    _ kind: ReportV1.ValueKind, _ uuid: String?, _ valueHandle: Int
  ) -> String {
    "the \(kind.rawValue)s of \(uuid ?? handle(valueHandle))"
  }

  /// With a capital letter at its beginning.
  package static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// For a name inside a sentence.
  package static func initialLower(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  /// `-87.4`, with one decimal.
  package static func decibels(_ value: Double) -> String {
    let bounded = value.isFinite ? min(max(value, -1000), 1000) : 0
    let tenths = Int(bounded * 10 + (bounded < 0 ? -0.5 : 0.5))
    let rest = tenths.magnitude % 10
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }

  /// A text from the capture, marked as not ours.
  package static func quoted(_ text: String?) -> String {
    text.map { "'\($0)'" } ?? "unknown"
  }

  /// `0x3E`
  package static func code(_ code: Int) -> String {
    let digits = String(code, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
  }

  package static func handle(_ handle: Int) -> String {
    let digits = String(handle, radix: 16, uppercase: true)
    return "handle 0x" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Whole where that says enough, else with one or two decimals.
  private static func digits(_ value: Int, per unit: Int) -> String {
    let sign = value < 0 ? "-" : ""
    guard value.magnitude < 1 << 50 else { return "\(sign)\(value.magnitude / UInt(unit))" }
    // Each rounded from the value itself, not from another rounded number.
    func rounded(_ factor: UInt) -> UInt {
      (value.magnitude * factor + UInt(unit) / 2) / UInt(unit)
    }
    let (tenths, hundredths) = (rounded(10), rounded(100))
    if tenths >= 1000 { return "\(sign)\(rounded(1))" }
    if hundredths >= 1000 {
      return "\(sign)\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
    }
    let rest = hundredths % 100
    if rest == 0 { return "\(sign)\(hundredths / 100)" }
    let decimals = rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)"
    return "\(sign)\(hundredths / 100).\(decimals)"
  }
}
