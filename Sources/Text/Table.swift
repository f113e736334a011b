/// Rows and columns that adapt to the width of the page.
///
/// Where there is no room, flexible columns are cut first; then whole columns, the least important
/// first, move to a line of words below their row. So a narrow page loses no fact.
package struct Table {
  package struct Column {
    package enum Alignment { case left, right }

    package var title: String
    package var alignment: Alignment = .right
    /// The width down to which it may be cut; its title is never cut.
    package var minimum: Int? = nil
    /// The greater, the sooner it moves below the row; 0 stays.
    package var rank = 0
    /// The width that it has even where its cells are shorter, so that a table which changes while
    /// one looks at it does not move.
    package var steady = 0
    /// What is looked for first: a page shows it before the others.
    package var isSought = false

    package init(
      title: String, alignment: Alignment = .right, minimum: Int? = nil, rank: Int = 0,
      steady: Int = 0, isSought: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.minimum = minimum
      self.rank = rank
      self.steady = steady
      self.isSought = isSought
    }
  }

  private static let space = 2

  package var columns: [Column]
  package var rows: [[StyledText]] = []
  /// Below each row there are at most so many lines of what had no room in it.
  package var linesBelowRow = Int.max

  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// A text for each column; an empty one has nothing to say.
  package mutating func add(_ cells: [StyledText]) {
    precondition(cells.count == columns.count, "a row needs a cell for each column")
    rows.append(cells)
  }

  /// Which columns fit, and how wide they are.
  package func layout(_ room: Int) -> [(column: Int, width: Int)] {
    var chosen: [(column: Int, width: Int)] = columns.indices.compactMap { index in
      let width = rows.map { $0[index].width }.max() ?? 0
      let column = columns[index]
      return width == 0
        ? nil : (index, Swift.max(width, Printable.width(column.title), column.steady))
    }
    while true {
      let spaces = Self.space * (chosen.count - 1)
      var excess = chosen.reduce(spaces) { $0 + $1.width } - room
      let fixed = chosen.reduce(spaces) { $0 + (minimum(of: $1) ?? $1.width) }
      let last = chosen.indices.filter { columns[chosen[$0].column].rank > 0 }.max {
        let (a, b) = (columns[chosen[$0].column].rank, columns[chosen[$1].column].rank)
        return a == b ? $0 < $1 : a < b
      }
      if fixed > room, let last {
        chosen.remove(at: last)
        continue
      }
      while excess > 0 {
        let widest = chosen.indices.filter { (minimum(of: chosen[$0]) ?? .max) < chosen[$0].width }
          .max { chosen[$0].width < chosen[$1].width }
        guard let widest else { break }
        chosen[widest].width -= 1
        excess -= 1
      }
      return chosen
    }
  }

  private func minimum(of choice: (column: Int, width: Int)) -> Int? {
    columns[choice.column].minimum.map {
      Swift.min(Swift.max($0, Printable.width(columns[choice.column].title)), choice.width)
    }
  }

  /// The titles, as a row.
  package var titles: [StyledText] { columns.map { StyledText($0.title, .quiet) } }

  /// One line of the table.
  package func line(
    _ cells: [StyledText], _ layout: [(column: Int, width: Int)], ellipsis: String
  ) -> StyledText {
    var result = StyledText("")
    for (index, choice) in layout.enumerated() {
      if index > 0 { result += "  " }
      let cell = cells[choice.column].cut(to: choice.width, ellipsis: ellipsis)
      let padding = StyledText(
        String(repeating: " ", count: Swift.max(0, choice.width - cell.width)))
      result += columns[choice.column].alignment == .right ? padding + cell : cell + padding
    }
    return result
  }
}
