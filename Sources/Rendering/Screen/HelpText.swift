import Text

/// What the keys do: some of it on the last line, all of it on a page of its own.
enum HelpText {
  private struct Entry {
    var keys: String
    /// For the last line.
    var brief: String
    /// For the page.
    var meaning: String
    /// Only where a connection is picked.
    var isForPicked = false
  }

  /// The most needed first: a narrow last line has room for these only.
  private static let entries = [
    Entry(keys: "q", brief: "quit", meaning: "End the capture, and print the report."),
    Entry(keys: "?", brief: "help", meaning: "Show this page, or go back."),
    Entry(
      keys: "space", brief: "pause",
      meaning: "Stop or continue the display. Capturing continues."),
    Entry(
      keys: "j/k", brief: "connection",
      meaning: "Select the next or previous connection for the panels below."),
    Entry(keys: "PgUp/PgDn", brief: "findings", meaning: "Scroll the findings."),
    Entry(
      keys: "Esc", brief: "all", meaning: "Show all connections again.", isForPicked: true),
  ]

  private static let otherKeys = [
    ("up, down", "Same as k and j."), ("p", "Same as space."),
    ("g, G", "Go to the newest or oldest finding."),
  ]

  private static let words = [
    ("drops", "Records that were lost before bletrace could read them."),
    ("silent", "No value of a transfer or stream was received for longer than usual."),
    ("idle", "The connection is open, but had no records for that time."),
    ("RSSI", "As the host read it from the controller; '-' if it did not."),
  ]

  static func footer(_ view: ScreenView, columns: Int) -> StyledText {
    var line = StyledText("")
    for entry in entries where !entry.isForPicked || view.state.pickedConnection != nil {
      let more = StyledText(entry.keys, .heading) + StyledText(" \(entry.brief)", .quiet)
      let space: StyledText = line.isEmpty ? "" : "  "
      if line.width + space.width + more.width <= columns { line += space + more }
    }
    return line
  }

  static func lines(_ view: ScreenView) -> [StyledText] {
    let keys = entries.map { ($0.keys, $0.meaning) } + otherKeys
    let width = 11
    func line(_ term: String, _ meaning: String) -> StyledText {
      StyledText(" " + term, .heading)
        + StyledText(String(repeating: " ", count: width - Printable.width(term)) + meaning)
    }
    return [StyledText("Keys", .quiet)] + keys.map(line)
      + [StyledText("Words", .quiet)] + words.map(line)
  }
}
