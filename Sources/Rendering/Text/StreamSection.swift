import Report
import Text

/// Notifications and indications by characteristic, whether they carry transfers or not.
enum StreamSection {
  /// - Parameter limit: rows for each of the two tables.
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    write(
      connection.notifications, "Notifications and indications", connection, limit, to: &document)
    write(connection.writes, "Writes", connection, limit, to: &document)
  }

  private static func write(
    _ streams: [ReportV1.NotificationStream], _ title: String, _ connection: ReportV1.Connection,
    _ limit: Int, to document: inout Document
  ) {
    if streams.isEmpty || limit == 0 { return }
    document.heading(title, indent: 2)
    // Those of writes are in the plots only, and only where nothing else was sent meanwhile.
    let hasGaps = streams.contains { $0.kind != .write }
    let columns: [Table.Column] = [
      .init(title: "handle", alignment: .left),
      .init(title: "characteristic", alignment: .left, minimum: 9),
      .init(title: "kind", alignment: .left, rank: 2),
      .init(title: "dir", alignment: .left, rank: 3),
      .init(title: "count"),
      .init(title: "bytes"),
      .init(title: "frames", alignment: .left, rank: 2),
      .init(title: "gap p50", rank: 1),
      .init(title: "gap p99", rank: 1),
      .init(title: "gap max"),
      .init(title: "gaps", rank: 4),
    ]
    let purpose = Table.Column(title: "purpose", alignment: .left, rank: 3)
    let hasPurpose = streams.contains { $0.purpose != nil }
    var table = Table((hasGaps ? columns : columns.dropLast()) + (hasPurpose ? [purpose] : []))
    for stream in streams.prefix(limit) {
      let cells = [
        StyledText(Quantity.handle(stream.valueHandle)),
        StyledText(Name.characteristic(stream.valueHandle, uuid: stream.uuid, in: connection)),
        StyledText(stream.kind.rawValue), StyledText(stream.direction.rawValue),
        StyledText(Quantity.count(stream.count)), StyledText(Quantity.bytes(stream.bytes)),
        StyledText(Name.frames(stream.firstFrame, stream.lastFrame)),
        TransferSection.duration(stream.gapUs.p50), TransferSection.duration(stream.gapUs.p99),
        TransferSection.duration(stream.gapUs.max), StyledText(gaps(stream)),
      ]
      let words = StyledText(stream.purpose?.rawValue ?? "-")
      table.add((hasGaps ? cells : cells.dropLast()) + (hasPurpose ? [words] : []))
    }
    document.table(table, total: streams.count)
    writeValues(Array(streams.prefix(limit)), connection, to: &document)
  }

  /// How many, or how many at least.
  private static func gaps(_ stream: ReportV1.NotificationStream) -> String {
    stream.countedGaps.map { Quantity.count($0) } ?? "\(Quantity.count(stream.gaps.count)) or more"
  }

  /// What the values say, of those characteristics whose format is known.
  private static func writeValues(
    _ streams: [ReportV1.NotificationStream], _ connection: ReportV1.Connection,
    to document: inout Document
  ) {
    let streams = streams.filter { $0.decoded != nil }
    if streams.isEmpty { return }
    document.line(StyledText("Values", .quiet), indent: 4)
    for stream in streams {
      guard let decoded = stream.decoded else { continue }
      let name = Name.characteristic(stream.valueHandle, uuid: stream.uuid, in: connection)
      document.paragraph(
        StyledText("\(name): \(values(decoded, of: stream))"), indent: 4, hanging: 8)
    }
  }

  private static func values(
    _ decoded: ReportV1.DecodedValues, of stream: ReportV1.NotificationStream
  ) -> String {
    var parts: [String] = []
    if let first = decoded.first {
      let last = decoded.count > 1 ? decoded.last : nil
      parts.append(
        last.map {
          "first \(Printable.quotedPhrase(first)) … last "
            + Printable.quotedPhrase($0)
        } ?? "only \(Printable.quotedPhrase(first))")
    }
    if decoded.undecodable > 0 {
      let why = decoded.why.map { ": \($0)" } ?? ""
      parts.append("\(Quantity.count(decoded.undecodable))\u{A0}undecodable\(why)")
    }
    let unread = stream.count &- decoded.count &- decoded.undecodable
    if unread > 0 {
      parts.append("\(Quantity.count(unread)) received before their type was known")
    }
    return Printable.keepingUnits(parts.joined(separator: "; "))
  }
}

/// The silences of a connection, each of them once.
enum GapList {
  /// A gap inside a transfer is one of its characteristic's stream as well.
  static func gaps(
    of connection: ReportV1.Connection
  ) -> [(gap: ReportV1.Gap, transfer: Int?, valueHandle: Int, uuid: String?)] {
    var seen: Set<Key> = []
    var list: [(gap: ReportV1.Gap, transfer: Int?, valueHandle: Int, uuid: String?)] = []
    for transfer in connection.transfers {
      for gap in transfer.gaps where seen.insert(Key(gap, transfer.valueHandle)).inserted {
        list.append((gap, transfer.id, transfer.valueHandle, transfer.uuid))
      }
    }
    for stream in connection.notifications {
      for gap in stream.gaps where seen.insert(Key(gap, stream.valueHandle)).inserted {
        list.append((gap, nil, stream.valueHandle, stream.uuid))
      }
    }
    return list
  }

  private struct Key: Hashable {
    var frame: Int
    var afterFrame: Int
    var valueHandle: Int

    init(_ gap: ReportV1.Gap, _ valueHandle: Int) {
      frame = gap.frame
      afterFrame = gap.afterFrame
      self.valueHandle = valueHandle
    }
  }

  /// The longest first.
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    if limit == 0 { return }
    let gaps = gaps(of: connection).sorted {
      ($1.gap.gapUs, $0.gap.afterFrame) < ($0.gap.gapUs, $1.gap.afterFrame)
    }
    if gaps.isEmpty { return }
    document.heading("Gaps, the longest first", indent: 2)
    var table = Table([
      .init(title: "frames", alignment: .left),
      .init(title: "length"),
      .init(title: "at", rank: 1),
      .init(title: "events", rank: 3),
      .init(title: "in", alignment: .left, minimum: 10),
      .init(title: "cause", alignment: .left, rank: 1),
    ])
    for item in gaps.prefix(limit) {
      let gap = item.gap
      let name = Name.characteristic(item.valueHandle, uuid: item.uuid, in: connection)
      table.add([
        StyledText(
          "\(Name.frame(gap.afterFrame)) → \(Name.frame(gap.frame))"),
        StyledText(Quantity.duration(us: gap.gapUs)),
        StyledText(gap.startUs.map { Quantity.moment(us: $0) } ?? ""),
        StyledText(gap.missedEvents.map { Quantity.count($0) } ?? "-"),
        StyledText(item.transfer.map { "transfer \($0)" } ?? name),
        StyledText(gap.explainedBy?.words.short ?? "-"),
      ])
    }
    document.table(table, total: gaps.count)
    // Those inside transfers are the streams' as well; the gaps of writes are not in this list.
    let all = connection.notifications.map { $0.countedGaps ?? $0.gaps.count }.total
    let listed = connection.notifications.map(\.gaps.count).total
    guard all > listed else { return }
    document.paragraph(
      StyledText(
        "The report lists the longest \(Quantity.count(listed)) of \(Quantity.count(all, "gap")).",
        .quiet), indent: 4, hanging: 4)
  }
}
