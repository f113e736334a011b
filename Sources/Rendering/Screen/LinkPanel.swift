import Report
import Text

/// More about the connection that was picked.
enum LinkPanel {
  static func make(_ view: ScreenView) -> ScreenPanel {
    guard view.state.pickedConnection != nil, let index = view.shown.first else {
      return ScreenPanel(lines: [], least: 0)
    }
    let connection = view.capture.connections[index]
    var lines: [StyledText] = []
    func item(_ label: String, _ facts: [String]) {
      if facts.isEmpty { return }
      lines.append(
        StyledText("  \(label)" + String(repeating: " ", count: 9 - Printable.width(label)), .quiet)
          + StyledText(facts.joined(separator: ", ")).escaped(unicode: view.unicode))
    }
    item("Link", link(connection))
    item("ATT", att(connection))
    item("Sent", sent(connection.flow.tx))
    item("Course", course(connection.flow.throughput, view))
    item("Request", connection.parameterRequests.suffix(1).map(request))
    return ScreenPanel(lines: lines, least: 0)
  }

  private static func link(_ connection: ReportV1.Connection) -> [String] {
    var facts = [
      Verdict.transport(connection.transport), connection.role?.word ?? "role unknown",
      "handle \(Quantity.handle(connection.handle))",
      "since \(Quantity.moment(us: connection.startUs))",
    ]
    if let parameters = connection.parameters.last {
      facts.append("latency \(parameters.latency)")
      facts.append("timeout \(Quantity.interval(us: parameters.supervisionTimeoutUs))")
    }
    if let length = connection.dataLengths.last {
      facts.append("data length tx \(length.txOctets), rx \(length.rxOctets)")
    }
    if let encryption = connection.encryption.last {
      facts.append(encryption.enabled ? "encrypted" : "not encrypted")
    }
    return facts
  }

  private static func att(_ connection: ReportV1.Connection) -> [String] {
    let transactions = connection.att.transactions
    if transactions.count == 0 { return [] }
    var facts = [Quantity.count(transactions.count, "transaction")]
    if let usual = transactions.answersUs.p50, let worst = transactions.answersUs.max {
      facts.append(
        "answered in \(Quantity.duration(us: usual)), at most \(Quantity.duration(us: worst))")
    }
    if transactions.errors > 0 { facts.append(Quantity.count(transactions.errors, "error")) }
    if let pending = connection.att.pending.last {
      facts.append("\(pending.request.word) \(Name.frame(pending.frame)) waits")
    }
    return facts
  }

  private static func sent(_ tx: ReportV1.TransmitFlow) -> [String] {
    if tx.packets == 0 { return [] }
    var facts = [Quantity.count(tx.packets, "packet")]
    if tx.completed > 0 {
      facts.append("\(Quantity.count(tx.completed)) completed")
      if let usual = tx.completionUs.p50 {
        facts.append("in \(Quantity.duration(us: usual)) each")
      }
    }
    return facts
  }

  /// Octets of values over the connection's life.
  private static func course(_ throughput: ReportV1.Throughput?, _ view: ScreenView) -> [String] {
    guard let throughput, throughput.bucketUs > 0 else { return [] }
    return [("rx", throughput.rx), ("tx", throughput.tx)].compactMap { label, parts in
      guard let most = parts.max(), most > 0 else { return nil }
      let bars = Sparkline.render(parts.map { Double($0) }, leastSpan: 1, unicode: view.unicode)
      let rate = Double(most) * 1_000_000 / Double(throughput.bucketUs)
      return "\(label) \(bars) up to \(Quantity.rate(rate))"
    }
  }

  private static func request(_ request: ReportV1.ParameterRequest) -> String {
    let result =
      switch request.result {
      case .accepted: "accepted"
      case .rejected: "rejected"
      case .unanswered: "no answer"
      case .notApplied: "accepted, not applied"
      }
    return "interval \(Quantity.interval(us: request.minUs)) to "
      + "\(Quantity.interval(us: request.maxUs)), latency \(request.latency): \(result)"
  }
}
