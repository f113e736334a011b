import Report
import Text

/// What the link allowed for the transfers of a connection, where their time went, and what would
/// have helped.
enum CeilingSection {
  private static let whatIfLimit = 5
  /// Of shorter ones there is nothing to gain, but where each chunk waits for its confirmation.
  private static let leastBytes = 1_000
  private static let leastUs = 500_000

  /// - Parameter limit: transfers to show, those that fell furthest short first.
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    let shown = connection.transfers.compactMap { transfer in
      ceiling(of: transfer).map { (transfer: transfer, ceiling: $0) }
    }
    if shown.isEmpty || limit == 0 { return }
    document.heading("Estimate: the rate that the link settings allowed", indent: 2)
    let order = shown.indices.sorted {
      let (a, b) = (share(of: shown[$0].ceiling), share(of: shown[$1].ceiling))
      return (a, $0) < (b, $1)
    }
    for index in order.prefix(limit) {
      write(shown[index].transfer, shown[index].ceiling, &document)
    }
    if order.count > limit { document.more(order.count - limit, indent: 4) }
  }

  private static func ceiling(of transfer: ReportV1.Transfer) -> ReportV1.Ceiling? {
    transfer.ceiling.flatMap {
      let isWorthIt =
        transfer.payloadBytes >= leastBytes || $0.achievedUs >= leastUs
        || transfer.kind == .indication
      return isWorthIt ? $0 : nil
    }
  }

  /// In percent of what the link allowed.
  static func share(of transfer: ReportV1.Transfer) -> Int? {
    ceiling(of: transfer).map { share(of: $0) }
  }

  private static func share(of ceiling: ReportV1.Ceiling) -> Int {
    percent(ceiling.possibleUs, of: ceiling.achievedUs)
  }

  private static func write(
    _ transfer: ReportV1.Transfer, _ ceiling: ReportV1.Ceiling, _ document: inout Document
  ) {
    let achieved = ceiling.achievedBytesPerS.map { Quantity.rate($0) } ?? "-"
    let share = share(of: ceiling)
    let possible = Quantity.rate(ceiling.possibleBytesPerS)
    var text = StyledText("Transfer \(transfer.id): \(achieved) of \(possible) possible ")
    text += StyledText("(\(share)\u{A0}%)", share < 50 ? .note : .plain)
    text += StyledText("; \(basis(ceiling))", .quiet)
    document.paragraph(text, indent: 4, hanging: 6)
    writeWaterfall(ceiling, &document)
    for change in ceiling.whatIf.prefix(whatIfLimit) {
      document.paragraph(
        StyledText(
          Printable.keepingUnits(change.change)
            + ": \(Quantity.duration(us: ceiling.achievedUs)) → "
            + Quantity.duration(us: change.durationUs)), indent: 6, hanging: 8)
    }
    if ceiling.whatIf.count > whatIfLimit {
      document.more(ceiling.whatIf.count - whatIfLimit, indent: 6)
    }
  }

  /// What the estimate rests on.
  private static func basis(_ ceiling: ReportV1.Ceiling) -> String {
    let packets = Decimal.shortest(ceiling.packetsPerEvent, decimals: 1) ?? "-"
    let source =
      switch ceiling.packetsPerEventSource {
      case .seen: "measured"
      case .assumed: "assumed"
      }
    return "\(packets)\u{A0}\(packets == "1" ? "packet" : "packets") per connection event "
      + "(\(source))"
  }

  private static func writeWaterfall(_ ceiling: ReportV1.Ceiling, _ document: inout Document) {
    var table = Table([
      .init(title: "where the time went", alignment: .left, minimum: 12),
      .init(title: "", alignment: .left),
      .init(title: "time", isSought: true),
      .init(title: "share"),
    ])
    for part in ceiling.waterfall {
      let share = percent(part.us, of: ceiling.achievedUs)
      guard share > 0 else { continue }
      table.add([
        StyledText(part.cause.words.share),
        // Beside the longest words, on a narrow page, there is no room for it.
        StyledText(.bar(part.us, of: ceiling.achievedUs, width: 24, beside: 58)),
        StyledText(Quantity.duration(us: part.us)), StyledText("\(share)\u{A0}%"),
      ])
    }
    document.table(table, indent: 6)
  }

  private static func percent(_ part: Int, of whole: Int) -> Int {
    guard part > 0, whole > 0 else { return 0 }
    return Int(min(Double(part) / Double(whole), 1) * 100 + 0.5)
  }
}
