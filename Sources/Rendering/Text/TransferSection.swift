import Report
import Text

/// The payloads that were moved, one row each.
enum TransferSection {
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    if connection.transfers.isEmpty || limit == 0 { return }
    document.heading("Transfers", indent: 2)
    var table = Table([
      .init(title: "id"),
      .init(title: "characteristic", alignment: .left, minimum: 9),
      .init(title: "dir", alignment: .left, rank: 4),
      .init(title: "size"),
      .init(title: "type", alignment: .left, rank: 1),
      .init(title: "chunks", rank: 1),
      .init(title: "sizes", alignment: .left, rank: 6),
      .init(title: "limit", rank: 8),
      .init(title: endTitle(connection.transfers.prefix(limit)), alignment: .left, rank: 5),
      .init(title: "frames", alignment: .left, rank: 2),
      .init(title: "at", rank: 7),
      .init(title: "time", isSought: true),
      .init(title: "rate", rank: 1, isSought: true),
      .init(title: "queued in", rank: 2),
      .init(title: "gap p50", rank: 3),
      .init(title: "gap p99", rank: 4),
      .init(title: "gap max", rank: 3),
      .init(title: "state", alignment: .left, isSought: true),
      .init(title: "notes", alignment: .left, rank: 3),
    ])
    for transfer in connection.transfers.prefix(limit) {
      table.add(row(transfer, connection))
    }
    document.table(table, total: connection.transfers.count)
    writeFramings(connection, limit: limit, to: &document)
    writeResends(connection.transfers, limit: limit, to: &document)
  }

  private static func row(
    _ transfer: ReportV1.Transfer, _ connection: ReportV1.Connection
  ) -> [StyledText] {
    let name = Name.characteristic(transfer.valueHandle, uuid: transfer.uuid, in: connection)
    let size = transfer.sizeIsKnown ? Quantity.bytes(transfer.payloadBytes) : "-"
    let limit = transfer.chunkLimit.map { Quantity.bytes($0) } ?? "-"
    let rate = transfer.paceBytesPerS.map { Quantity.rate($0) } ?? "-"
    // Where it is unknown when the last of it left, the time is that of the queue alone.
    let isQueuedOnly = transfer.queuedUs != nil && transfer.outcome == .undelivered
    return [
      StyledText(String(transfer.id)), StyledText(name), StyledText(transfer.direction.rawValue),
      StyledText(size), StyledText(transfer.payloadType.map { Name.payloadType($0) } ?? "-"),
      StyledText(Quantity.count(transfer.chunks)), StyledText(sizes(transfer)),
      StyledText(limit), marker(transfer),
      StyledText(Name.frames(transfer.firstFrame, transfer.lastFrame)),
      StyledText(Quantity.moment(us: transfer.startUs)),
      StyledText(isQueuedOnly ? "-" : Quantity.duration(us: transfer.paceUs)), StyledText(rate),
      StyledText(transfer.queuedUs.map { Quantity.duration(us: $0) } ?? ""),
      duration(transfer.gapUs.p50), duration(transfer.gapUs.p99), duration(transfer.gapUs.max),
      transfer.outcome.words, notes(transfer),
    ]
  }

  static func duration(_ us: Int?) -> StyledText {
    StyledText(us.map { Quantity.duration(us: $0) } ?? "-")
  }

  /// `7×20, 1×1`: how many chunks of how many bytes.
  private static func sizes(_ transfer: ReportV1.Transfer) -> String {
    let entries = transfer.chunkBytes.entries
    let shown = entries.prefix(3).map { "\($0.value)×\($0.key)" }
    let rest = entries.count > 3 ? ["\(entries.count - 3)\u{A0}more"] : []
    return shown.isEmpty ? "-" : (shown + rest).joined(separator: ", ")
  }

  /// A marker or a protocol says where the payload ends.
  private static func endTitle(_ transfers: ArraySlice<ReportV1.Transfer>) -> String {
    let framed = transfers.count { $0.framing != nil }
    return framed == 0 ? "marker" : framed == transfers.count ? "protocol" : "marker or protocol"
  }

  private static func marker(_ transfer: ReportV1.Transfer) -> StyledText {
    if let framing = transfer.framing {
      return StyledText(Printable.unbroken(Name.framing(framing.name)) + framing.confidenceWords)
    }
    guard let marker = transfer.marker else { return "-" }
    let frame = transfer.markerFrame.map { " " + Name.frame($0) } ?? ""
    let style = transfer.markerStyle.map { " (\($0.words))" } ?? ""
    return StyledText(Printable.unbroken(marker) + style + frame)
  }

  private static func notes(_ transfer: ReportV1.Transfer) -> StyledText {
    var notes: [String] = []
    if transfer.payloadIntact == false { notes.append("payload not intact") }
    if let packets = transfer.delivery?.uncompletedPackets, packets > 0 {
      notes.append("\(Quantity.count(packets, "packet")) never completed")
    }
    if let other = transfer.repeatsMarkerOf { notes.append("repeated marker of \(other)") }
    if transfer.truncatedAtStart { notes.append("start missing") }
    if !transfer.resends.isEmpty { notes.append(Quantity.count(transfer.resends.count, "resend")) }
    return StyledText(notes.joined(separator: ", "), .warning)
  }

  private static func writeResends(
    _ transfers: [ReportV1.Transfer], limit: Int, to document: inout Document
  ) {
    let resent = transfers.filter { !$0.resends.isEmpty }
    for transfer in resent.prefix(limit) {
      let pairs = transfer.resends.prefix(6).map {
        "\(Name.frame($0.frame)) repeats \(Name.frame($0.ofFrame)) (\($0.certainty.rawValue))"
      }
      var text = "Transfer \(transfer.id): \(pairs.joined(separator: ", "))"
      if transfer.resends.count > 6 { text += ", \(transfer.resends.count - 6)\u{A0}more" }
      if let payload = transfer.payloadWithoutResends {
        text += "; \(Quantity.bytes(payload.bytes)) without the resends"
      }
      document.paragraph(StyledText(text), indent: 4, hanging: 6)
    }
    if resent.count > limit { document.more(resent.count - limit, indent: 4) }
  }
}
