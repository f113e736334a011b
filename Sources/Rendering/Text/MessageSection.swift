import Report
import Text

/// Messages of protocols that no one published: a line a layout, and a table of the kinds of
/// messages with the octets that all of a kind have.
enum MessageSection {
  /// Characteristics that are named.
  private static let mostNames = 6
  /// Octets of a message that are shown.
  private static let mostOctets = 24

  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    if connection.messages.isEmpty || limit == 0 { return }
    document.heading("Messages", indent: 2)
    for messages in connection.messages {
      document.paragraph(StyledText(words(messages, connection)), indent: 4, hanging: 6)
      if messages.kinds.isEmpty || messages.confidence == .candidate { continue }
      var table = Table([
        .init(title: "kind"),
        .init(title: "dir", alignment: .left, rank: 2),
        .init(title: "octets", alignment: .left, minimum: 12),
        .init(title: "count", isSought: true),
        .init(title: "size", rank: 1),
        .init(title: "one every", rank: 3),
        .init(title: "answered by", rank: 2),
        .init(title: "what varies", alignment: .left, rank: 4),
      ])
      for kind in messages.kinds.prefix(limit) { table.add(row(kind)) }
      document.table(table, total: messages.kindsTotal)
    }
  }

  /// `0x0011 (written) and 0x0015: start:DD,length:u8@3,...: 650 messages, 2 more do not fit`
  private static func words(
    _ messages: ReportV1.Messages, _ connection: ReportV1.Connection
  ) -> String {
    let rest = messages.streams.count - mostNames
    let names = messages.streams.prefix(mostNames).map {
      Name.characteristic($0.valueHandle, uuid: $0.uuid, in: connection)
        + ($0.kind == .write ? " (written)" : "")
    }
    let layout = messages.layout.map { Printable.unbroken($0) } ?? "no layout was found"
    var facts: [String] = []
    if messages.layout == nil {
      facts.append(
        Quantity.count(messages.count, "value") + " of "
          + Quantity.count(messages.kindsTotal, "kind"))
    } else if messages.confidence == .candidate {
      let all = messages.count + messages.damagedCount
      facts.append(
        "the best guess, which \(Quantity.count(messages.count)) of \(Quantity.count(all)) fit")
    } else {
      facts.append(Quantity.count(messages.count, "message"))
      if messages.damagedCount > 0 {
        facts.append(
          "\(Quantity.count(messages.damagedCount)) more "
            + (messages.damagedCount == 1 ? "does" : "do") + " not fit")
      }
      if let other = messages.flaws["other"] {
        facts.append("\(Quantity.count(other)) of another kind")
      }
      if messages.values != messages.count {
        facts.append("in \(Quantity.count(messages.values, "value"))")
      }
    }
    if messages.omitted > 0 {
      facts.append("\(Quantity.count(messages.omitted, "further value")) not looked at")
    }
    if messages.resets > 0 {
      facts.append("the counter began again \(Wording.times(messages.resets))")
    }
    if messages.confidence == .given {
      facts.append("as given")
    } else if let odds = messages.oddsLog10, let text = Decimal.shortest(odds, decimals: 0) {
      facts.append("chance of coincidence 10^\(text)")
    }
    let more = rest > 0 ? " and \(Quantity.count(rest)) more" : ""
    return "\(Wording.list(names))\(more): \(layout): \(facts.joined(separator: ", "))"
  }

  private static func row(_ kind: ReportV1.MessageKind) -> [StyledText] {
    let size =
      kind.bytes == kind.bytesMax
      ? Quantity.bytes(kind.bytes) : "\(kind.bytes) to \(Quantity.bytes(kind.bytesMax))"
    let fields = kind.fields.filter { $0.kind != .varying }.prefix(4).map { field in
      "\(field.bytes == 1 ? "\(field.offset)" : "\(field.offset)-\(field.offset + field.bytes - 1)")"
        + ": \(field.kind.rawValue)"
    }
    return [
      StyledText("\(kind.id)"), StyledText(kind.direction.rawValue),
      StyledText(pattern(kind)), StyledText(Quantity.count(kind.count)),
      StyledText(size), StyledText(kind.periodUs.map { Quantity.duration(us: $0) } ?? ""),
      StyledText(kind.answeredBy.map { "\($0)" } ?? ""),
      StyledText(fields.joined(separator: ", ")),
    ]
  }

  /// `dd a5 03 00 .. .. 77`: octets that vary are not shown. A line of text is shown as one.
  static func pattern(_ kind: ReportV1.MessageKind) -> String {
    let octets = kind.exampleOctets
    if octets.count >= 4, octets.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 13 || $0 == 10 })
    {
      return Printable.unbroken(String(decoding: octets.prefix(mostOctets), as: UTF8.self))
    }
    let pattern = KindPattern(kind).octets.prefix(mostOctets)
    let parts = octets.prefix(mostOctets).indices.map { offset in
      guard pattern.indices.contains(offset) else { return ".." }
      return pattern[offset].map { hexText([$0]).lowercased() } ?? ".."
    }
    return parts.joined(separator: "\u{A0}") + (kind.bytesMax > mostOctets ? "\u{A0}…" : "")
  }
}
