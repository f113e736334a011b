/// What a renderer has to say, as a value: headings, paragraphs, tables. How it looks is the
/// business of what writes it out, such as `Page` as text of some width.
package struct Document {
  package enum Block {
    /// Sets what follows apart.
    case gap
    /// One line, cut where it is too long.
    case line(StyledText, indent: Int)
    /// As many lines as it takes, those after the first indented by `hanging`, but cut after
    /// `most`; what ends it, such as where it was seen, is there all the same.
    case paragraph(StyledText, end: StyledText, indent: Int, hanging: Int, most: Int)
    /// A label, and a paragraph beside it. Without a label it goes on under the one before.
    case item(String, StyledText, indent: Int)
    /// One line of ASCII that is to be copied, such as a command: as it is, however long.
    case verbatim(String, indent: Int)
    /// A table, and below it that so many more rows are elsewhere.
    case table(Table, indent: Int, more: StyledText?)
  }

  package private(set) var blocks: [Block] = []
  /// Where to find what is left out: `see the JSON report`.
  package let elsewhere: String

  package init(elsewhere: String = "see the JSON report") {
    self.elsewhere = elsewhere
  }

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

  /// - Parameters:
  ///   - end: its end, which is not cut.
  ///   - most: lines; what does not fit into them is cut.
  package mutating func paragraph(
    _ text: StyledText, end: StyledText = "", indent: Int = 0, hanging: Int? = nil,
    most: Int = .max
  ) {
    blocks.append(
      .paragraph(text, end: end, indent: indent, hanging: hanging ?? indent, most: most))
  }

  package mutating func verbatim(_ text: String, indent: Int = 0) {
    blocks.append(.verbatim(text, indent: indent))
  }

  package mutating func item(_ label: String, _ text: StyledText, indent: Int = 2) {
    blocks.append(.item(label, text, indent: indent))
  }

  /// Several paragraphs under one label, of which only so many are shown.
  package mutating func items(_ label: String, _ texts: [StyledText], limit: Int = .max) {
    for (index, text) in texts.prefix(limit).enumerated() { item(index == 0 ? label : "", text) }
    if texts.count > limit { item("", more(texts.count - limit)) }
  }

  /// - Parameter limit: rows to show; how many there are more is said below.
  /// - Parameter total: rows there are, where the table holds only the first of them.
  package mutating func table(_ table: Table, indent: Int = 4, limit: Int = .max, total: Int? = nil)
  {
    guard !table.rows.isEmpty else { return }
    var table = table
    let rest = (total ?? table.rows.count) - Swift.min(table.rows.count, limit)
    table.rows = Array(table.rows.prefix(limit))
    blocks.append(.table(table, indent: indent, more: rest > 0 ? more(rest) : nil))
  }

  /// That so many are left out.
  package mutating func more(_ count: Int, _ noun: String? = nil, indent: Int = 0) {
    line(more(count, noun), indent: indent)
  }

  /// `… and 12 more (see the JSON report)`
  private func more(_ count: Int, _ noun: String? = nil) -> StyledText {
    let kind = noun.map { count == 1 ? " \($0)" : " \($0)s" } ?? ""
    return StyledText("… and \(Quantity.count(count)) more\(kind) (\(elsewhere))", .quiet)
  }
}
