/// What a renderer has to say, as a value: headings, paragraphs, tables. How it looks is the business
/// of what writes it out, such as `Page` as text of some width.
package struct Document {
  package enum Block {
    /// Sets what follows apart.
    case gap
    /// One line, cut where it is too long.
    case line(StyledText, indent: Int)
    /// As many lines as it takes, those after the first indented by `hanging`.
    case paragraph(StyledText, indent: Int, hanging: Int)
    /// A label, and a paragraph beside it. Without a label it goes on under the one before.
    case item(String, StyledText, indent: Int)
    /// So many rows of a table; `total` is how many there are, here and elsewhere.
    case table(Table, indent: Int, limit: Int, total: Int)
  }

  package private(set) var blocks: [Block] = []

  package init() {}

  /// Takes out what was said so far.
  package mutating func takeBlocks() -> [Block] {
    defer { blocks = [] }
    return blocks
  }

  package mutating func skip() { blocks.append(.gap) }

  package mutating func line(_ text: StyledText, indent: Int = 0) {
    blocks.append(.line(text, indent: indent))
  }

  package mutating func heading(_ text: String, indent: Int = 0) {
    line(StyledText(text, .heading), indent: indent)
  }

  package mutating func paragraph(_ text: StyledText, indent: Int = 0, hanging: Int? = nil) {
    blocks.append(.paragraph(text, indent: indent, hanging: hanging ?? indent))
  }

  package mutating func item(_ label: String, _ text: StyledText, indent: Int = 2) {
    blocks.append(.item(label, text, indent: indent))
  }

  /// Several paragraphs under one label, of which only so many are shown.
  package mutating func items(_ label: String, _ texts: [StyledText], limit: Int = 12) {
    for (index, text) in texts.prefix(limit).enumerated() { item(index == 0 ? label : "", text) }
    if texts.count > limit { item("", Self.more(texts.count - limit)) }
  }

  /// - Parameter limit: rows to show; how many there are more is said below.
  /// - Parameter total: rows there are, where the table holds only the first of them.
  package mutating func table(_ table: Table, indent: Int = 4, limit: Int = 40, total: Int? = nil) {
    guard !table.rows.isEmpty else { return }
    blocks.append(.table(table, indent: indent, limit: limit, total: total ?? table.rows.count))
  }

  /// That so many are left out.
  package mutating func more(_ count: Int, indent: Int = 0) {
    line(Self.more(count), indent: indent)
  }

  static func more(_ count: Int) -> StyledText {
    StyledText("… and \(Quantity.count(count)) more (see the JSON report)", .quiet)
  }
}
