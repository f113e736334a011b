import Framing
import Report
import Text

/// The messages of a capture for people: tables of kinds, the messages in order, and what is
/// different in two captures.
package struct MessagesText {
  static let mostKinds = 12
  static let mostStreams = 8
  static let mostOctets = 32
  /// Messages of a timeline.
  package static let mostLines = 100_000
  static let mostDifferences = 200

  /// Whether all kinds are shown.
  package var isFull = false

  package init(isFull: Bool = false) { self.isFull = isFull }

  // MARK: The table

  /// - Parameter candidates: layouts that fit too little.
  package func kinds(
    of traces: [MessageTrace], candidates: [ReportV1.Messages], to document: inout Document
  ) {
    for trace in traces {
      let layout = trace.messages.layout ?? "none was found, each value counts as a message"
      document.paragraph(StyledText("Layout \(trace.number): \(layout)", .heading), hanging: 2)
      facts(trace, to: &document)
      table(trace, to: &document)
      document.skip()
    }
    for candidate in candidates.prefix(Self.mostStreams) {
      let layout = candidate.layout.map { ": the best guess is \($0), which fits" } ?? ":"
      document.paragraph(
        StyledText(
          "No layout for \(Self.places(candidate.streams))\(layout) "
            + "\(Quantity.count(candidate.count)) of "
            + "\(Quantity.count(candidate.count + candidate.damagedCount, "message"))"),
        hanging: 2)
    }
    if traces.isEmpty, candidates.isEmpty {
      document.line("No messages were found in the values of this capture.")
    }
  }

  private func facts(_ trace: MessageTrace, to document: inout Document) {
    let messages = trace.messages
    document.item("carried by", StyledText(Self.places(messages.streams)))
    let connections = trace.connections.prefix(Self.mostStreams).map(String.init)
    let more = trace.connections.count - connections.count
    document.item(
      trace.connections.count == 1 ? "connection" : "connections",
      StyledText(connections.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")))
    var count =
      Quantity.count(messages.count, "message") + " in "
      + Quantity.count(messages.values, "value")
    if messages.damagedCount > 0 {
      let frames = messages.damaged.prefix(5).map { "#\($0)" }.joined(separator: ", ")
      count +=
        "; \(Quantity.count(messages.damagedCount)) more do not fit (\(frames)"
        + (messages.damagedCount > 5 ? ", ...)" : ")")
    }
    let flaws = messages.flaws.entries.map { "\($0.key) \(Quantity.count($0.value))" }
    if !flaws.isEmpty { count += "; what does not fit: \(flaws.joined(separator: ", "))" }
    if messages.omitted > 0 {
      count += "; \(Quantity.count(messages.omitted, "further value")) not looked at"
    }
    if messages.resets > 0 {
      count += "; a counter began again \(Quantity.count(messages.resets, "time"))"
    }
    document.item("messages", StyledText(count))
    let parts = trace.parts.map { StyledText($0.description) }
    document.items("layout", parts + trace.escapes.map { StyledText($0) })
  }

  static func places(_ streams: [ReportV1.MessageStream]) -> String {
    let texts = streams.prefix(mostStreams).map { stream in
      let handle = Quantity.handle(stream.valueHandle)
      let name = stream.uuid.map { "\($0) (\(handle))" } ?? handle
      return "\(name) \(stream.kind == .write ? "to" : "from") the device"
    }
    let more = streams.count - texts.count
    return texts.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  private func table(_ trace: MessageTrace, to document: inout Document) {
    var table = Table([
      Table.Column(title: "Kind", alignment: .left),
      Table.Column(title: "Way", alignment: .left),
      Table.Column(title: "Count"),
      Table.Column(title: "Octets", rank: 2),
      Table.Column(title: "Every", rank: 3),
      Table.Column(title: "Answer", alignment: .left, rank: 1),
      Table.Column(title: "Octets that do not vary", alignment: .left, minimum: 24),
    ])
    let kinds = trace.messages.kinds
    let shown = isFull ? kinds[...] : kinds.prefix(Self.mostKinds)
    for kind in shown {
      let answer = kinds.first { $0.id == kind.answeredBy }.map { trace.name(of: $0) } ?? ""
      let size = kind.bytes == kind.bytesMax ? "\(kind.bytes)" : "\(kind.bytes)-\(kind.bytesMax)"
      table.add([
        StyledText(trace.name(of: kind)), StyledText(trace.isRequest(kind) ? "to" : "from"),
        StyledText(Quantity.count(kind.count)), StyledText(size),
        StyledText(kind.periodUs.map { Quantity.duration(us: $0) } ?? ""), StyledText(answer),
        StyledText(Self.pattern(KindPattern(kind))),
      ])
    }
    document.table(
      table, indent: 2, limit: shown.count, total: max(kinds.count, trace.messages.kindsTotal))
    for kind in shown {
      let fields = trace.fields(of: kind)
      guard !fields.isEmpty else { continue }
      let texts = fields.prefix(8).map { field in
        let last = field.offset + field.octets - 1
        let place = field.octets == 1 ? "octet \(field.offset)" : "octets \(field.offset)-\(last)"
        let found = kind.fields.first { $0.offset == field.offset && $0.bytes == field.octets }
        let words = found.map(\.text) ?? ""
        let isNamed = found?.named != field
        return StyledText(
          "\(place): "
            + (isNamed || words.isEmpty
              ? field.name + (field.unit.map { " (\($0))" } ?? "") : words))
      }
      document.items(trace.name(of: kind), texts, limit: isFull ? .max : 8)
    }
  }

  private static func pattern(_ pattern: KindPattern) -> String {
    let text = pattern.octets.prefix(mostOctets).map { $0.map { hexText([$0]) } ?? ".." }
    return text.joined(separator: " ") + (pattern.most > mostOctets ? " ..." : "")
  }

  // MARK: The timeline

  /// Lines of a log between the messages.
  package struct LogLine: Sendable {
    package var timeUs: Int
    package var texts: [String]

    package init(timeUs: Int, texts: [String]) { (self.timeUs, self.texts) = (timeUs, texts) }
  }

  /// - Parameter log: in the order of their times.
  package func timeline(
    of traces: [MessageTrace], log: [LogLine], to document: inout Document
  ) {
    document.heading("Messages in order")
    let entries = TimelineEntry.all(in: traces)
    var lines = log[...]
    for entry in entries.prefix(Self.mostLines) {
      while let line = lines.first, line.timeUs <= entry.message.timeUs {
        write(line, to: &document)
        lines.removeFirst()
      }
      document.paragraph(text(entry, several: traces.count > 1), indent: 2, hanging: 6)
    }
    for line in lines { write(line, to: &document) }
    if entries.count > Self.mostLines {
      document.more(entries.count - Self.mostLines, "message")
    }
  }

  private func write(_ line: LogLine, to document: inout Document) {
    for (index, text) in line.texts.enumerated() {
      let time = index == 0 ? Quantity.moment(us: line.timeUs) : ""
      document.line(StyledText("\(time)  | \(text)", .quiet), indent: 2)
    }
  }

  private func text(_ entry: TimelineEntry, several: Bool) -> StyledText {
    let message = entry.message
    let way = entry.isRequest ? "->" : "<-"
    var facts = [several ? "layout \(entry.layout), \(entry.name)" : entry.name]
    if message.isDamaged { facts.append("does not fit") }
    if let waited = entry.answersAfterUs { facts.append("after \(Quantity.duration(us: waited))") }
    let fields = entry.fields.map { "\($0.name)=\($0.value)" }
    return StyledText(
      "\(Quantity.moment(us: message.timeUs)) #\(message.lastFrame) \(way) "
        + "\(facts.joined(separator: ", ")): \(Self.octets(message.octets))"
        + (fields.isEmpty ? "" : " (\(fields.joined(separator: ", ")))"))
  }

  static func octets(_ octets: [UInt8]) -> String {
    let shown = octets.prefix(mostOctets).map { hexText([$0]) }.joined(separator: " ")
    return shown + (octets.count > mostOctets ? " ... (\(octets.count) octets)" : "")
  }

  // MARK: Differences

  package func differences(_ diff: MessageDiff, to document: inout Document) {
    let sides = [
      ("Only in A", diff.onlyA, diff.groupsA), ("Only in B", diff.onlyB, diff.groupsB),
    ]
    for (name, entries, groups) in sides {
      document.heading(name)
      if entries.isEmpty, groups.isEmpty { document.line("nothing", indent: 2) }
      for group in groups { document.line(StyledText(Self.words(group)), indent: 2) }
      for entry in entries.prefix(Self.mostDifferences) {
        document.line(StyledText(Self.words(entry)), indent: 2)
      }
      if entries.count > Self.mostDifferences {
        document.more(entries.count - Self.mostDifferences, "message", indent: 2)
      }
      document.skip()
    }
    document.heading("In both, with other octets")
    if diff.changes.isEmpty, diff.groupChanges.isEmpty { document.line("nothing", indent: 2) }
    for change in diff.groupChanges {
      document.line(StyledText("A " + Self.words(change.a)), indent: 2)
      document.line(StyledText("B " + Self.words(change.b)), indent: 2)
      for octet in change.octets.prefix(16) {
        let (a, b) = (Self.octets(octet.a), Self.octets(octet.b))
        document.line(StyledText("octet \(octet.offset): \(a) in A, \(b) in B"), indent: 6)
      }
    }
    for change in diff.changes.prefix(Self.mostDifferences) {
      let octets = change.octets.prefix(16).map { offset in
        "octet \(offset): \(hexText([change.a.octets[offset]])) -> "
          + hexText([change.b.octets[offset]])
      }
      let more = change.octets.count > 16 ? ", ..." : ""
      document.line(StyledText("A " + Self.words(change.a)), indent: 2)
      document.line(StyledText("B " + Self.words(change.b)), indent: 2)
      document.line(StyledText(octets.joined(separator: ", ") + more), indent: 6)
    }
    document.skip()
    document.line(
      StyledText(Quantity.count(diff.same, "message") + " with the same octets in both"))
    if diff.isCut {
      document.line("More messages differ from each other than are compared.")
    }
  }

  private static func words(_ group: MessageDiff.Group) -> String {
    let way = group.entry.isRequest ? "->" : "<-"
    let place = group.entry.uuid ?? Quantity.handle(group.entry.valueHandle)
    return "\(way) \(place)  \(group.entry.name), \(Quantity.count(group.contents)) different "
      + "ones in \(Quantity.count(group.count, "message")): \(pattern(group.pattern))"
  }

  private static func words(_ entry: MessageDiff.Entry) -> String {
    let way = entry.isRequest ? "->" : "<-"
    let place = entry.uuid ?? Quantity.handle(entry.valueHandle)
    return "\(way) \(place)  \(octets(entry.octets))  "
      + "(\(entry.name), \(Quantity.count(entry.count, "time")), first #\(entry.firstFrame))"
  }
}

/// A message in the order of the capture, with what is known about it.
package struct TimelineEntry: Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package var layout: Int
  package var name: String
  package var isRequest: Bool
  package var stream: ReportV1.MessageStream?
  package var message: TracedMessage
  /// How long ago the request was sent that it answers.
  package var answersAfterUs: Int?
  package var fields: [Field]

  package static func all(in traces: [MessageTrace]) -> [TimelineEntry] {
    let entries = traces.flatMap { trace in trace.timeline }
    return traces.count < 2
      ? entries
      : entries.sorted {
        ($0.message.timeUs, $0.message.lastFrame) < ($1.message.timeUs, $1.message.lastFrame)
      }
  }
}

extension MessageTrace {
  fileprivate var timeline: [TimelineEntry] {
    let kinds = Dictionary(
      messages.kinds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let names = kinds.mapValues { name(of: $0) }
    let fields = kinds.mapValues { self.fields(of: $0) }
    /// When requests were sent whose answer has not come, by connection and kind of the answer.
    var waiting: [[Int]: Int] = [:]
    return traced.map { message in
      let kind = message.kind.flatMap { kinds[$0] }
      var entry = TimelineEntry(
        layout: number, name: kind.flatMap { names[$0.id] } ?? "no kind",
        isRequest: isRequest(message.stream),
        stream: messages.streams.indices.contains(message.stream)
          ? messages.streams[message.stream] : nil,
        message: message, fields: [])
      if let kind {
        if let sent = waiting.removeValue(forKey: [message.connection, kind.id]), sent < .max {
          entry.answersAfterUs = max(0, message.timeUs &- sent)
        }
        if let answer = kind.answeredBy {
          // Of two that wait, it is not known which one is answered.
          let key = [message.connection, answer]
          waiting[key] = waiting[key] == nil ? message.timeUs : .max
        }
        entry.fields = (fields[kind.id] ?? []).prefix(8).compactMap { field in
          field.value(in: message.octets).map { TimelineEntry.Field(name: field.name, value: $0) }
        }
      }
      return entry
    }
  }
}
