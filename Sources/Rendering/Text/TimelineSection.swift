import Report
import Text

/// What happened, in order: one line an event.
enum TimelineSection {
  static func write(_ capture: ReportV1.Capture, to document: inout Document) {
    guard let events = capture.timeline else { return }
    document.skip()
    document.heading("Timeline")
    if events.isEmpty { document.line("Nothing happened.", indent: 2) }
    let times = events.map { Quantity.moment(us: $0.timeUs) }
    let frames = events.map { Name.frame($0.frame) }
    let links = events.map { $0.connection.map { "c\($0)" } ?? "" }
    let widths = [times, frames, links].map { $0.lazy.map(\.unicodeScalars.count).max() ?? 0 }
    // Without connections their column is not there.
    let linkWidth = widths[2] == 0 ? 0 : widths[2] + 2
    for (index, event) in events.enumerated() {
      let link = links[index] + padding(linkWidth - links[index].unicodeScalars.count)
      let head =
        padding(widths[0] - times[index].unicodeScalars.count) + times[index] + padding(2)
        + frames[index] + padding(widths[1] - frames[index].unicodeScalars.count + 2) + link
      var text = StyledText(head, .quiet) + StyledText(event.event)
      if !event.detail.isEmpty {
        // The name of a callback ends in a colon of its own.
        let colon = event.event.endsWith(":") ? " " : ": "
        text += StyledText(colon + Printable.keepingUnits(event.detail), .quiet)
      }
      document.paragraph(text, indent: 2, hanging: 2 + widths[0] + widths[1] + 4 + linkWidth)
    }
    if capture.timelineOmitted > 0 {
      document.line(
        StyledText(
          "… and \(Quantity.count(capture.timelineOmitted, "event")) more: not "
            + "kept", .quiet), indent: 2)
    }
  }

  /// No-break spaces, which do not end a word.
  private static func padding(_ count: Int) -> String {
    String(repeating: "\u{A0}", count: Swift.max(0, count))
  }
}
