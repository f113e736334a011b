import Text

/// How rules write numbers in their messages, so that all do it alike.
package enum Wording {
  /// `1.2 s`, `340 ms`, `4 min 34 s`: as in the rest of the report, with common spaces.
  package static func duration(_ us: Int) -> String { spaced(Quantity.duration(us: us)) }

  /// `141 B`, `12.3 kB`
  package static func bytes(_ count: Int) -> String { spaced(Quantity.bytes(count)) }

  /// `11.25 ms`: an interval between connection events, exact, as it is a multiple of 1.25 ms.
  package static func interval(_ us: Int) -> String {
    spaced(Quantity.interval(us: us))
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
  package static func code(_ code: Int) -> String { Quantity.code(code) }

  package static func handle(_ handle: Int) -> String { "handle \(Quantity.handle(handle))" }

  private static func spaced(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }
}
