/// What the value of a key in the evidence is, where it is not null.
package struct EvidenceKind: Sendable {
  let node: SchemaNode
  /// In the words of a sentence: `microseconds`.
  package let unit: String?

  private init(_ node: SchemaNode, _ unit: String? = nil) {
    self.node = node
    self.unit = unit
  }

  static let integer = Self(.integer)
  static let count = Self(.integer)
  /// The number of a record, from 1.
  static let frame = Self(.integer)
  /// The `id` of a connection or of a transfer in the report.
  static let id = Self(.integer)
  static let handle = Self(.integer)
  /// A number that a protocol gives to an error or a reason.
  static let code = Self(.integer)
  static let us = Self(.integer, "microseconds")
  static let bytes = Self(.integer, "bytes")
  static let events = Self(.integer, "connection events")
  static let dBm = Self(.integer, "dBm")
  static let percent = Self(.integer, "percent")
  static let number = Self(.number)
  static let flag = Self(.boolean)
  static let text = Self(.string)

  static func number(_ unit: String) -> Self { Self(.number, unit) }
  static func word<Word: ReportWord>(_ words: Word.Type) -> Self { Self(words.schema) }
  static func list(_ kind: Self) -> Self { Self(.array(kind.node), kind.unit) }
  /// Where rules differ.
  static func either(_ one: Self, _ other: Self) -> Self { Self(.either(one.node, other.node)) }

  package func holds(_ value: ReportV1.Evidence) -> Bool { Self.holds(value, node) }

  private static func holds(_ value: ReportV1.Evidence, _ node: SchemaNode) -> Bool {
    switch (value, node) {
    case (.null, _): true
    case (_, .either(let one, let other)): holds(value, one) || holds(value, other)
    case (.list(let values), .array(let element)): values.allSatisfy { holds($0, element) }
    // A whole number is written without decimals.
    case (.int, .integer), (.int, .number), (.double, .number), (.bool, .boolean),
      (.string, .string):
      true
    case (.string(let word), .words(let words)): words.contains(word)
    default: false
    }
  }
}
