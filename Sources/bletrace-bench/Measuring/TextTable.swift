/// Rows of words in columns: the first ones to the left, the others to the right.
struct TextTable {
  private let heads: [String]
  private let words: Int
  private var rows: [[String]] = []

  /// - Parameter words: columns that are to the left.
  init(_ heads: [String], words: Int = 1) {
    self.heads = heads
    self.words = words
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = heads.indices.map { column in
      ([heads] + rows).reduce(0) { max($0, $1[column].count) }
    }
    let lines = ([heads] + rows).map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column < words ? cell + space : space + cell
      }
      return "  " + cells.joined(separator: "  ").trimmedAtEnd
    }
    return lines.joined(separator: "\n")
  }

  /// The same for GitHub's Markdown.
  var markdown: String {
    let lines =
      [heads, heads.indices.map { $0 < words ? "---" : "---:" }]
      + rows
    return lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var copy = self
    while copy.last == " " { copy.removeLast() }
    return copy
  }
}
