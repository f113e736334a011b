/// What is on the screen, so that only what is different has to be sent.
package struct TerminalPicture: Sendable {
  private var lines: [String] = []
  private var columns = 0
  private var rows = 0

  package init() {}

  /// The bytes that make the screen show `lines`. A screen of another size than before is drawn
  /// again.
  package mutating func change(to lines: [String], columns: Int, rows: Int) -> [UInt8] {
    let isNew = columns != self.columns || rows != self.rows || self.lines.isEmpty
    var text = ""
    for row in 0..<rows {
      let line = row < lines.count ? lines[row] : ""
      let old = isNew ? "" : row < self.lines.count ? self.lines[row] : ""
      // Compared as bytes: equal characters may be made up of others.
      if line.utf8.elementsEqual(old.utf8) { continue }
      // What is there goes first: after a full line the cursor is on its last character.
      text += "\u{1B}[\(row + 1);1H\u{1B}[K" + line
    }
    (self.lines, self.columns, self.rows) = (Array(lines.prefix(rows)), columns, rows)
    if text.isEmpty && !isNew { return [] }
    // Where the terminal understands it, all of this is shown at once.
    let start = "\u{1B}[?2026h" + (isNew ? "\u{1B}[0m\u{1B}[2J" : "")
    return Array((start + text + "\u{1B}[?2026l").utf8)
  }

  /// What is there is unknown: the next change draws all of it.
  package mutating func forget() { self = TerminalPicture() }
}
