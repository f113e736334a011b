import Report
import Text

/// Outgoing data between host and controller.
enum FlowSection {
  static func writeSummary(_ flow: ReportV1.Flow, to document: inout Document) {
    writeSent(flow.tx, to: &document)
    let hasSent = flow.tx.packets > 0 || flow.tx.completed > 0
    writeReceived(flow.rx, label: hasSent ? "" : "Flow", to: &document)
  }

  private static func writeReceived(
    _ rx: ReportV1.ReceiveFlow, label: String, to document: inout Document
  ) {
    guard rx.packetsPerEvent.count >= 8, let usual = rx.packetsPerEvent.p50 else { return }
    let most = rx.packetsPerEvent.max ?? usual
    let confidence = rx.confidence.map { " (confidence \($0.rawValue))" } ?? ""
    document.item(
      label,
      StyledText(
        "rx: usually \(Quantity.count(usual, "value")) per connection event with values, at most "
          + Quantity.count(most)
          + (rx.skippedEvents > 0
            ? "; \(Quantity.count(rx.skippedEvents, "connection event")) without a value while "
              + "data was received" : "") + confidence))
  }

  /// Octets of values over the connection's life; nothing for a handful of them.
  static func writeThroughput(
    _ throughput: ReportV1.Throughput?, to document: inout Document
  ) {
    guard let throughput, throughput.bucketUs > 0 else { return }
    let width = Quantity.duration(us: throughput.bucketUs)
    for (label, parts) in [("Values tx", throughput.tx), ("Values rx", throughput.rx)] {
      guard parts.count >= 8, let most = parts.max(), most > 0 else { continue }
      let bars = StyledText(.series(parts.map { Double($0) }, leastSpan: 1))
      let rate = Double(most) * 1_000_000 / Double(throughput.bucketUs)
      document.item(label, bars + StyledText(", at most \(Quantity.rate(rate)) in \(width)"))
    }
  }

  private static func writeSent(_ tx: ReportV1.TransmitFlow, to document: inout Document) {
    if tx.packets == 0 && tx.completed == 0 { return }
    var text = "tx \(Quantity.count(tx.packets, "packet")), "
    // Some captures hold data packets alone; then nothing is known to be outstanding.
    text +=
      tx.completed == 0
      ? "no completions in the capture"
      : "\(Quantity.count(tx.completed)) completed"
        + (tx.outstandingMax.map { ", at most \(Quantity.count($0)) outstanding" } ?? "")
    if tx.fragmentedPdus > 0 {
      text += ", \(Quantity.count(tx.fragmentedPdus, "PDU")) in fragments"
    }
    if let times = ATTSection.distribution(tx.completionUs) { text += "; completion \(times)" }
    document.item("Flow", StyledText(text))
  }

  static func writeStalls(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    let flow = connection.flow
    if flow.stalls.isEmpty || limit == 0 { return }
    document.heading("Stalls of outgoing data, the longest first", indent: 2)
    var table = Table([
      .init(title: "frames", alignment: .left),
      .init(title: "length"),
      .init(title: "at"),
      .init(title: "what", alignment: .left),
      .init(title: "all buffers in use"),
      .init(title: "outstanding", rank: 1),
      .init(title: "", alignment: .left, rank: 1),
    ])
    // The end of a stall in which every buffer was in use is a stall in the report, too.
    let completions = Set(flow.stalls.lazy.filter { $0.kind == .completion }.map(\.lastFrame))
    func isPart(_ stall: ReportV1.Stall) -> Bool {
      stall.kind == .credit && completions.contains(stall.lastFrame)
    }
    let full = Dictionary(
      flow.stalls.filter { $0.kind == .credit }.map { ($0.lastFrame, $0.durationUs) },
      uniquingKeysWith: max)
    let sorted = flow.stalls.filter { !isPart($0) }.sorted {
      ($1.durationUs, $0.firstFrame) < ($0.durationUs, $1.firstFrame)
    }
    for stall in sorted.prefix(limit) {
      table.add([
        StyledText(
          "\(Name.frame(stall.firstFrame)) → \(Name.frame(stall.lastFrame))"),
        StyledText(Quantity.duration(us: stall.durationUs)),
        StyledText(Quantity.moment(us: stall.startUs)),
        StyledText(description(of: stall.kind)),
        StyledText(
          stall.kind == .resume
            ? "-" : full[stall.lastFrame].map { Quantity.duration(us: $0) } ?? "-"),
        StyledText(Quantity.count(stall.outstanding)),
        StyledText(reason(of: stall, connection)),
      ])
    }
    document.table(table, total: sorted.count)
  }

  /// `as the latency allows`, `450 ms of it as the latency allows`; before that, what passed half
  /// of the time or more.
  private static func reason(
    of stall: ReportV1.Stall, _ connection: ReportV1.Connection
  ) -> String {
    if connection.isExplainedByLatency(stall) { return "as the latency allows" }
    if let words = causeWords(stall) { return words }
    guard connection.role == .central, stall.kind != .resume,
      let link = connection.parameters.last(where: { $0.frame <= stall.firstFrame }),
      link.latency > 0
    else { return "" }
    return "\(Quantity.duration(us: link.sleepUs)) of it as the latency allows"
  }

  private static func causeWords(_ stall: ReportV1.Stall) -> String? {
    guard let share = stall.time.longest, share.us >= stall.durationUs / 2 else { return nil }
    return switch share.cause {
    case .controllerCommand: stall.command.map { "\($0) was pending" } ?? "a command was pending"
    case .encryptionStart: "encryption was being started"
    case .roleSwitch: "the roles were being changed"
    case .sniffMode: "sniff mode"
    case .parameterUpdate: "the parameters were being changed"
    case .otherRadio: "perhaps a scan, paging, an inquiry or audio"
    case .silenceBeforeLoss: "the peer was not heard any more"
    default: nil
    }
  }

  static func description(of kind: ReportV1.StallKind) -> String {
    switch kind {
    case .credit: "all buffers in use"
    case .completion: "no completion"
    case .resume: ReportV1.TimeCause.appPause.words.share
    }
  }
}
