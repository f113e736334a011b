import Text

/// A part of the screen that can be made as high as there is room for.
struct ScreenPanel {
  /// The height with which all of it is seen.
  var wanted: Int
  /// The height below which it is of no use.
  var least: Int
  /// The first so many lines of it, at most.
  var lines: (_ rows: Int) -> [StyledText]

  /// A table whose first two columns are a number and what the row is about; their common title is
  /// the panel's.
  ///
  /// - Parameter firstRow: which row to begin with, when so many can be shown.
  init(
    _ title: String, _ table: Table, view: ScreenView, columns: Int,
    firstRow: @escaping (_ rows: Int) -> Int = { _ in 0 }
  ) {
    var table = table
    table.rows = table.rows.map { $0.map { $0.escaped(unicode: view.unicode) } }
    let count = table.rows.count
    wanted = count == 0 ? 0 : count + 1
    least = Swift.min(2, wanted)
    lines = { [table] rows in
      if rows <= 0 || count == 0 { return [] }
      let layout = table.layout(columns)
      let shown = Swift.max(1, rows - 1)
      let first = Swift.min(Swift.max(0, firstRow(shown)), Swift.max(0, count - shown))
      let hidden = count - Swift.min(shown, count)
      let name =
        StyledText(title, .heading)
        + StyledText(hidden > 0 ? " (\(Quantity.count(count)))" : "", .quiet)
      let head = Self.titles(name, table, layout, ellipsis: view.ellipsis)
      return (rows == 1 ? [] : [head])
        + table.rows[first...].prefix(shown).map {
          table.line($0, layout, ellipsis: view.ellipsis)
        }
    }
  }

  /// The columns that what a row is about gets at least: those of an address, if that is possible.
  static func leastName(_ columns: Int) -> Int { columns < 60 ? 12 : 17 }

  private static func titles(
    _ name: StyledText, _ table: Table, _ layout: [(column: Int, width: Int)], ellipsis: String
  ) -> StyledText {
    let leading = layout.prefix { $0.column < 2 }
    let width = leading.reduce(-2) { $0 + $1.width + 2 }
    let others = Array(layout.dropFirst(leading.count))
    return name.fitted(to: width, ellipsis: ellipsis) + "  "
      + table.line(table.titles, others, ellipsis: ellipsis)
  }

  init(wanted: Int, least: Int, lines: @escaping (_ rows: Int) -> [StyledText]) {
    self.wanted = wanted
    self.least = least
    self.lines = lines
  }

  init(lines: [StyledText], least: Int) {
    wanted = lines.count
    self.least = least
    self.lines = { Array(lines.prefix(Swift.max(0, $0))) }
  }
}

extension ScreenPanel {
  /// Divides `rows` among panels. What each needs least comes first, for the first panel before the
  /// others; then a row goes to each in turn until all have what they want or nothing is left.
  static func heights(_ panels: [ScreenPanel], rows: Int) -> [Int] {
    var left = Swift.max(0, rows)
    var heights = panels.map { panel in
      let height = panel.least <= left ? panel.least : 0
      left -= height
      return height
    }
    while left > 0 {
      // One that got nothing comes back only with what it needs.
      let hungry = panels.indices.filter { index in
        let height = heights[index]
        return height < panels[index].wanted && (height > 0 || panels[index].least <= 1)
      }
      if hungry.isEmpty { break }
      for index in hungry where left > 0 {
        heights[index] += 1
        left -= 1
      }
    }
    return heights
  }
}

extension StyledText {
  /// As many lines as it takes, those after the first indented.
  func wrapped(columns: Int, hanging: Int) -> [StyledText] {
    let columns = Swift.max(1, columns)
    let hanging = Swift.min(hanging, columns / 2)
    let indent = StyledText(String(repeating: " ", count: hanging))
    var lines: [StyledText] = []
    var line = StyledText("")
    var isStart = true
    for word in words {
      if !isStart && line.width + 1 + word.width <= columns {
        line += " " + word
        continue
      }
      if !isStart {
        lines.append(line)
        line = indent
      }
      let used = line.width
      guard used + word.width > columns else {
        line += word
        isStart = false
        continue
      }
      let pieces = word.broken(first: columns - used, others: columns - hanging)
      for piece in pieces.dropLast() {
        lines.append(line + piece)
        line = indent
      }
      line += pieces[pieces.count - 1]
      isStart = false
    }
    if !isStart { lines.append(line) }
    return lines
  }

  /// Filled up with spaces, or cut, to exactly so many columns; a wide character that would be cut
  /// in two is left out.
  func fitted(to columns: Int, ellipsis: String) -> StyledText {
    let cut = Swift.max(0, columns) == 0 ? StyledText("") : cut(to: columns, ellipsis: ellipsis)
    let width = cut.width
    if width > columns { return StyledText(String(repeating: " ", count: Swift.max(0, columns))) }
    return cut + StyledText(String(repeating: " ", count: columns - width))
  }

  /// What is sent to the terminal: no-break spaces as spaces, styles as their sequences.
  func terminalText(color: Bool) -> String {
    var text = ""
    for span in spans {
      let code = color ? span.style.code : nil
      if let code { text += "\u{1B}[\(code)m" }
      for scalar in span.text.unicodeScalars {
        text.unicodeScalars.append(scalar == "\u{A0}" ? " " : scalar)
      }
      if code != nil { text += "\u{1B}[0m" }
    }
    return text
  }
}
