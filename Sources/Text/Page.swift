/// What the text report should look like.
package struct TextOptions: Equatable, Sendable {
  /// Columns of the terminal. Held between 20 and 160: longer lines are hard to read.
  package var width: Int
  package var color: Bool
  /// Without it the report is ASCII.
  package var unicode: Bool

  package init(width: Int = 80, color: Bool = false, unicode: Bool = true) {
    self.width = width
    self.color = color
    self.unicode = unicode
  }
}

/// Lines of text of a limited width. Everything that is printed passes through here, where it is
/// escaped, wrapped or cut.
package struct Page {
  private let width: Int
  private let unicode: Bool
  private let color: Bool
  package private(set) var bytes: [UInt8] = []
  private var lastLineIsBlank = true

  package init(_ options: TextOptions) {
    width = Swift.min(Swift.max(options.width, 20), 160)
    unicode = options.unicode
    color = options.color
  }

  /// What was written since the last call.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Hands over what was written since the last call, once it is so many octets.
  package mutating func handOver(atLeast count: Int = 1, _ take: ([UInt8]) -> Void) {
    if bytes.count >= count { take(takeBytes()) }
  }

  /// Writes what the document says so far, and hands it over in pieces that are worth it.
  package mutating func write(_ document: inout Document, handingTo take: ([UInt8]) -> Void) {
    write(&document)
    handOver(atLeast: 1 << 16, take)
  }

  /// Writes what the document says so far, and takes it out of it.
  package mutating func write(_ document: inout Document) {
    for block in document.takeBlocks() {
      switch block {
      case .gap: skip()
      case .line(let text, let indent): line(text, indent: indent)
      case .paragraph(let text, let end, let indent, let hanging, let most):
        wrap(text, end: end, lead: StyledText(""), indent: indent, hanging: hanging, most: most)
      case .item(let label, let text, let indent): item(label, text, indent: indent)
      case .verbatim(let text, let indent): emit(fitted(StyledText(text)), indent: indent)
      case .table(let table, let indent, let more): write(table, indent: indent, more: more)
      }
    }
  }

  /// How many lines the document takes below others.
  package static func lines(of document: Document, _ options: TextOptions) -> Int {
    var options = options
    options.color = false
    var page = Page(options)
    page.lastLineIsBlank = false
    var document = document
    page.write(&document)
    return page.bytes.count { $0 == UInt8(ascii: "\n") }
  }

  private var ellipsis: String { unicode ? "…" : "..." }

  /// As it is on this page.
  private func fitted(_ text: StyledText) -> StyledText {
    text.escaped(width: width, unicode: unicode)
  }

  /// An empty line, unless there is one already.
  private mutating func skip() {
    if !lastLineIsBlank { bytes.append(UInt8(ascii: "\n")) }
    lastLineIsBlank = true
  }

  /// One line, cut where it is too long.
  private mutating func line(_ text: StyledText, indent: Int = 0) {
    let room = Swift.max(1, width - indent)
    emit(fitted(text).cut(to: room, ellipsis: ellipsis), indent: indent)
  }

  /// A label, and a paragraph beside it. Without a label it goes on under the one before.
  private mutating func item(_ label: String, _ text: StyledText, indent: Int) {
    let column = 13
    let padding = String(repeating: "\u{A0}", count: Swift.max(1, column - Printable.width(label)))
    wrap(
      text, lead: StyledText(label, .quiet) + StyledText(padding), indent: indent,
      hanging: indent + column)
  }

  private mutating func write(_ table: Table, indent: Int, more: StyledText?) {
    var table = table
    table.rows = table.rows.map { $0.map(fitted) }
    let layout = table.layout(width - indent)
    let folded = table.columns.indices.filter { column in
      !layout.contains { $0.column == column }
    }
    line(table.line(table.titles, layout, ellipsis: ellipsis), indent: indent)
    for cells in table.rows {
      line(table.line(cells, layout, ellipsis: ellipsis), indent: indent)
      let facts = folded.filter { !cells[$0].isEmpty && cells[$0].spans[0].text != "-" }
      if facts.isEmpty || table.linesBelowRow == 0 { continue }
      var text = StyledText("")
      for column in facts {
        if !text.isEmpty { text += ", " }
        let title = table.columns[column].title
        text +=
          title.isEmpty
          ? cells[column]
          : StyledText(Printable.unbroken(title) + "\u{A0}", .quiet) + cells[column]
      }
      wrap(
        text, lead: "", indent: indent + 4, hanging: indent + 4, most: table.linesBelowRow)
    }
    if let more { line(more, indent: indent) }
  }

  /// - Parameters:
  ///   - end: what is printed also where the text is cut, on lines of its own then.
  ///   - lead: precedes the first word, and ends in its own space.
  private mutating func wrap(
    _ text: StyledText, end: StyledText = "", lead: StyledText, indent: Int, hanging: Int,
    most: Int = .max
  ) {
    let hanging = Swift.min(hanging, width / 2)
    if !color {
      var plain = PlainParagraph(
        to: &bytes, width: width, unicode: unicode, indent: indent, hanging: hanging,
        mostLines: most)
      if plain.write(lead: lead, text, end: end, to: &bytes) {
        lastLineIsBlank = false
        return
      }
    }
    let lines = lines(of: text + end, lead: lead, indent: indent, hanging: hanging)
    if lines.count > most, !end.isEmpty {
      let closing = self.lines(of: end, lead: "", indent: hanging, hanging: hanging)
      let most = Swift.max(1, most - closing.count)
      wrap(text, lead: lead, indent: indent, hanging: hanging, most: most)
      for line in closing { emit(line, indent: hanging) }
      return
    }
    for (index, line) in lines.prefix(most).enumerated() {
      let indent = index == 0 ? indent : hanging
      if index == most - 1, lines.count > most {
        let cut = line + StyledText(" " + ellipsis)
        emit(cut.cut(to: width - indent, ellipsis: ellipsis), indent: indent)
      } else {
        emit(line, indent: indent)
      }
    }
  }

  private func lines(
    of text: StyledText, lead: StyledText, indent: Int, hanging: Int
  ) -> [StyledText] {
    var lines: [StyledText] = []
    var current = lead
    // Columns up to the end of the current line.
    var used = indent + lead.width
    var isLineStart = true
    for word in fitted(text).words {
      var word = word
      var columns = word.width
      if !isLineStart {
        if used + 1 + columns <= width {
          current += " " + word
          used += 1 + columns
          continue
        }
        lines.append(current)
        (current, used) = ("", hanging)
      }
      // A word that has no room on any line is broken; one that has, on the next, is not.
      if used + columns > width {
        if !current.isEmpty, hanging + columns <= width {
          lines.append(current)
        } else {
          let pieces = word.broken(first: width - used, others: width - hanging)
          lines.append(current + pieces[0])
          lines += pieces.dropFirst().dropLast()
          word = pieces.count > 1 ? pieces[pieces.count - 1] : ""
          columns = word.width
        }
        (current, used) = ("", hanging)
      }
      current += word
      used += columns
      isLineStart = current.isEmpty
    }
    if !current.isEmpty { lines.append(current) }
    // A chart may begin or end with columns that are blank, and be broken there.
    return lines.filter { !$0.isBlank }
  }

  private mutating func emit(_ text: StyledText, indent: Int) {
    var spans = text.spans
    while let last = spans.last {
      let trimmed = last.text.trimmingTrailingBlanks()
      if trimmed.isEmpty {
        spans.removeLast()
      } else {
        spans[spans.count - 1].text = trimmed
        break
      }
    }
    if spans.isEmpty { return skip() }
    if beginsLikeCommand(spans) { spans.insert(.init(text: "\\", style: .plain), at: 0) }
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    for span in spans {
      let code = color ? span.style.code : nil
      if let code { bytes.append(contentsOf: "\u{1B}[\(code)m".utf8) }
      for octet in span.text.utf8 {
        // The second octet of a no-break space; the first was 0xC2.
        if octet == 0xA0, bytes.last == 0xC2 {
          bytes[bytes.count - 1] = UInt8(ascii: " ")
        } else {
          bytes.append(octet)
        }
      }
      if code != nil { bytes.append(contentsOf: "\u{1B}[0m".utf8) }
    }
    bytes.append(UInt8(ascii: "\n"))
    lastLineIsBlank = false
  }

  /// Whether the line begins with two colons, after any blanks: the log of a job on GitHub obeys
  /// such a line, and a name that is broken in two, or a path, could begin one.
  private func beginsLikeCommand(_ spans: [StyledText.Span]) -> Bool {
    if let first = spans.first?.text.utf8.first, first > 0x20, first < 0x80, first != 0x3A {
      return false
    }
    var colons = 0
    for span in spans {
      for scalar in span.text.unicodeScalars where colons > 0 || !scalar.properties.isWhitespace {
        guard scalar == ":" else { return false }
        colons += 1
        if colons == 2 { return true }
      }
    }
    return false
  }
}

extension String {
  fileprivate func trimmingTrailingBlanks() -> String {
    guard let last = utf8.last, last == UInt8(ascii: " ") || last == 0xA0 else { return self }
    var scalars = unicodeScalars[...]
    while scalars.last == " " || scalars.last == "\u{A0}" { scalars.removeLast() }
    return String(scalars)
  }
}
