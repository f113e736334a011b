/// Outgoing data between host and controller.
enum FlowSection {
  static func writeSummary(_ flow: ReportV1.Flow, to page: inout Page) {
    let tx = flow.tx
    if tx.packets == 0 && tx.completed == 0 { return }
    var text = "tx \(Quantity.count(tx.packets, "packet")), "
    // Some captures hold data packets alone; then nothing is known to be outstanding.
    text +=
      tx.completed == 0
      ? "no completions in the capture"
      : "\(Quantity.count(tx.completed)) completed"
        + (tx.outstandingMax.map { ", at most \(Quantity.count($0)) outstanding" } ?? "")
    if let times = ATTSection.distribution(tx.completionUs) { text += "; completion \(times)" }
    page.item("Flow", StyledText(text))
  }

  static func writeStalls(_ flow: ReportV1.Flow, to page: inout Page) {
    if flow.stalls.isEmpty { return }
    page.heading("Stalls of outgoing data, the longest first", indent: 2)
    var table = Table([
      .init(title: "frames", alignment: .left),
      .init(title: "length"),
      .init(title: "at"),
      .init(title: "kind", alignment: .left),
      .init(title: "outstanding", rank: 1),
    ])
    let sorted = flow.stalls.sorted {
      ($1.durationUs, $0.firstFrame) < ($0.durationUs, $1.firstFrame)
    }
    for stall in sorted.prefix(12) {
      table.add([
        StyledText(
          "\(Name.frame(stall.firstFrame)) \(page.arrow) \(Name.frame(stall.lastFrame))"),
        StyledText(Quantity.duration(us: stall.durationUs)),
        StyledText(Quantity.moment(us: stall.startUs)),
        StyledText(description(of: stall.kind)), StyledText(Quantity.count(stall.outstanding)),
      ])
    }
    page.table(table, limit: 12, total: sorted.count)
  }

  private static func description(of kind: ReportV1.StallKind) -> String {
    switch kind {
    case .credit: "credit: every buffer taken"
    case .completion: "completion: none came"
    case .resume: "resume: the sender was late"
    }
  }
}
