import Bytes
import Report
import Text

/// What happened, in order: one line an event, and between them the lines of a log.
struct TimelineSection {
  private struct Row {
    var time: String
    var frame: String
    var link: String
    var content: Content
  }

  private enum Content {
    case event(ReportV1.TimelineEvent)
    case log(String)
  }

  /// What a line of a log has in the column of frames.
  private static let logMark = "log"

  private let capture: ReportV1.Capture
  private let log: MergedLog?
  /// When the times count from, where they are shown as moments.
  private let clock: TraceTime?

  static func write(
    _ capture: ReportV1.Capture, index: Int = 0, _ options: TimelineOptions = TimelineOptions(),
    to document: inout Document
  ) {
    let clock =
      options.showsClock ? capture.start.flatMap { TraceTime(iso8601: $0) } : nil
    TimelineSection(capture: capture, log: options.logs[index], clock: clock).write(to: &document)
  }

  private func write(to document: inout Document) {
    guard let events = capture.timeline else { return }
    document.skip()
    document.heading(clock == nil ? "Timeline" : "Timeline, in UTC")
    if let log { write(log, to: &document) }
    let rows = rows(events)
    if rows.isEmpty { document.line("Nothing happened.", indent: 2) }
    var (timeWidth, frameWidth, linkWidth) = (0, 0, 0)
    for row in rows {
      timeWidth = max(timeWidth, Printable.width(row.time))
      frameWidth = max(frameWidth, Printable.width(row.frame))
      linkWidth = max(linkWidth, Printable.width(row.link))
    }
    // Without connections their column is not there.
    if linkWidth > 0 { linkWidth += 2 }
    let hanging = 2 + timeWidth + frameWidth + 4 + linkWidth
    for row in rows {
      var head = padding(timeWidth - Printable.width(row.time))
      head += row.time
      head += padding(2)
      head += row.frame
      head += padding(frameWidth - Printable.width(row.frame) + 2)
      head += row.link
      head += padding(linkWidth - Printable.width(row.link))
      document.paragraph(text(head, row.content), indent: 2, hanging: hanging)
    }
    writeOmitted(to: &document)
  }

  private func writeOmitted(to document: inout Document) {
    for (count, what) in [(capture.timelineOmitted, "event"), (log?.omitted ?? 0, "line")]
    where count > 0 {
      document.line(
        StyledText(
          "… \(Quantity.count(count)) more \(count == 1 ? what : what + "s") "
            + "\(count == 1 ? "is" : "are") not listed", .quiet), indent: 2)
    }
  }

  /// What the lines of the log are taken for.
  private func write(_ log: MergedLog, to document: inout Document) {
    var facts = ["\(Quantity.count(log.lines.count + log.omitted, "line")) during the capture"]
    if log.before > 0 { facts.append("\(Quantity.count(log.before)) before") }
    if log.after > 0 { facts.append("\(Quantity.count(log.after)) after") }
    if log.assumesZone { facts.append("times without a zone taken as UTC") }
    if log.assumesDate { facts.append("on the date nearest to the capture") }
    if log.offsetUs != 0 {
      let sign = log.offsetUs < 0 ? "−" : "+"
      facts.append(
        "shifted by \(sign)\(Quantity.duration(us: Int(clamping: log.offsetUs.magnitude)))")
    }
    document.paragraph(
      StyledText(
        "log: \(Name.shortened(log.path, to: 200)): \(facts.joined(separator: ", "))", .quiet),
      indent: 2, hanging: 4)
  }

  // MARK: Rows

  private func rows(_ events: [ReportV1.TimelineEvent]) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(events.count + (log?.lines.count ?? 0))
    var next = 0
    let lines = log?.lines ?? []
    for event in events {
      while next < lines.count, lines[next].timeUs <= event.timeUs {
        add(lines[next], to: &rows)
        next += 1
      }
      rows.append(
        Row(
          time: time(event.timeUs), frame: Name.frame(event.frame),
          link: event.connection.map { "c" + String($0) } ?? "", content: .event(event)))
    }
    for line in lines[next...] { add(line, to: &rows) }
    return rows
  }

  private func text(_ head: String, _ content: Content) -> StyledText {
    var text = StyledText(head, .quiet)
    switch content {
    case .event(let event):
      text.append(event.event)
      if event.detail.isEmpty { break }
      // The name of a callback ends in a colon of its own.
      let colon = event.event.endsWith(":") ? " " : ": "
      text.append(colon + Printable.keepingUnits(event.detail), .quiet)
    case .log(let line): text.append(line, .note)
    }
    return text
  }

  private func add(_ line: MergedLog.Line, to rows: inout [Row]) {
    for (index, text) in line.texts.enumerated() {
      rows.append(
        Row(
          time: index == 0 ? time(line.timeUs) : "", frame: index == 0 ? Self.logMark : "",
          link: "", content: .log(text)))
    }
  }

  /// `0.012 s`, or `09:15:02.137000` with the date where that is another one than at the start.
  private func time(_ us: Int) -> String {
    guard let clock else { return Quantity.moment(us: us) }
    let moment = TraceTime(microseconds: clock.microseconds &+ Int64(us)).iso8601
    let octets = Array(moment.utf8)
    // `2024-01-15T09:15:02.137000Z`
    let middle = octets.firstIndex(of: UInt8(ascii: "T")) ?? octets.endIndex
    let isSame = clock.iso8601.utf8.starts(with: octets[..<middle])
    let time = String(decoding: octets[middle...].dropFirst().dropLast(), as: UTF8.self)
    return isSame ? time : String(decoding: octets[..<middle], as: UTF8.self) + " " + time
  }

  /// No-break spaces, which do not end a word.
  private func padding(_ count: Int) -> String {
    String(repeating: "\u{A0}", count: Swift.max(0, count))
  }
}
