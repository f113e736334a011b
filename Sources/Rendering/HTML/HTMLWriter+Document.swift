import Text

extension HTMLWriter {
  /// Writes what the document says so far, and takes it out of it.
  package mutating func write(_ document: inout Document) {
    var isList = false
    for block in document.takeBlocks() {
      if case .item(let label, let text, _) = block {
        if !isList { markup("<dl>") }
        isList = true
        item(label, text)
        continue
      }
      if isList { markup("</dl>\n") }
      isList = false
      switch block {
      case .gap, .item: break
      case .line(let text, let indent):
        if isHeading(text) { heading(text, indent) } else { paragraph(text, indent) }
      case .paragraph(let text, let end, let indent, _, _):
        let whole = text + end
        if isHeading(whole) { heading(whole, indent) } else { paragraph(whole, indent) }
      case .verbatim(let text, let indent): paragraph(StyledText(text), indent)
      case .table(let table, _, let more): write(table, more)
      }
    }
    if isList { markup("</dl>\n") }
  }

  private func isHeading(_ text: StyledText) -> Bool {
    !text.isEmpty && text.spans.allSatisfy { $0.style == .heading }
  }

  private mutating func heading(_ text: StyledText, _ indent: Int) {
    markup(indent == 0 ? "<h3>" : "<h4>")
    for span in text.spans { self.text(span.text) }
    markup(indent == 0 ? "</h3>\n" : "</h4>\n")
  }

  private mutating func paragraph(_ text: StyledText, _ indent: Int) {
    markup(indent == 0 ? "<p>" : indent <= 2 ? "<p class=\"in\">" : "<p class=\"in in2\">")
    styled(text)
    markup("</p>\n")
  }

  /// Without a label it goes on under the one before.
  private mutating func item(_ label: String, _ text: StyledText) {
    if !label.isEmpty {
      markup("<dt>")
      self.text(label)
      markup("</dt>")
    }
    markup("<dd>")
    styled(text)
    markup("</dd>\n")
  }

  /// Of a UUID the ends are shown, as in the plots; the whole is there to copy.
  private mutating func cell(_ text: StyledText) {
    guard text.spans.count == 1, let span = text.spans.first, span.chart == nil,
      let short = Self.shortUUID(Array(span.text.utf8))
    else { return styled(text) }
    markup("<span title=\"")
    self.text(span.text)
    markup("\">")
    self.text(short)
    markup("</span>")
  }

  /// `9D534E8B-…7274` of one of 128 bits.
  private static func shortUUID(_ text: [UInt8]) -> String? {
    guard text.count == 36, [8, 13, 18, 23].allSatisfy({ text[$0] == UInt8(ascii: "-") }) else {
      return nil
    }
    return String(decoding: text.prefix(9), as: UTF8.self) + "…"
      + String(decoding: text.suffix(4), as: UTF8.self)
  }

  private mutating func write(_ table: Table, _ more: StyledText?) {
    let filled = table.columns.indices.filter { column in
      table.rows.contains { !$0[column].isEmpty }
    }
    // What is looked for stands where one sees it without scrolling.
    let first = filled.prefix(2)
    let early = filled.dropFirst(2).filter { table.columns[$0].isSought }
    let shown = first + early + filled.dropFirst(2).filter { !early.contains($0) }
    markup(
      "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table><thead><tr>")
    for column in shown {
      let isLeft = table.columns[column].alignment == .left
      let title = table.columns[column].title
      if title.isEmpty {
        markup("<td></td>")
      } else {
        markup(isLeft ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"right\">")
        text(title)
        markup("</th>")
      }
    }
    markup("</tr></thead><tbody>\n")
    for row in table.rows {
      markup("<tr>")
      for column in shown {
        let title = table.columns[column].title
        markup(table.columns[column].alignment == .left ? "<td" : "<td class=\"right\"")
        if !title.isEmpty {
          markup(" data-title=\"")
          text(title)
          markup("\"")
        }
        markup(">")
        cell(row[column])
        markup("</td>")
      }
      markup("</tr>\n")
    }
    markup("</tbody></table></div>\n")
    if let more { paragraph(more, 0) }
  }
}
