import BluetoothProtocol
import Report
import Text

/// Requests and their answers.
enum ATTSection {
  static func writeSummary(_ connection: ReportV1.Connection, to document: inout Document) {
    let att = connection.att
    let transactions = att.transactions
    if transactions.count > 0 {
      let ends = att.errors.count { $0.isOrdinaryEnd }
      let errors = ends < transactions.errors ? transactions.errors - ends : 0
      var text =
        "\(Quantity.count(transactions.count, "transaction")), "
        + "\(Quantity.count(errors, "error"))"
        + (ends > 0 ? ", \(Quantity.count(ends, "search", plural: "searches")) ended" : "") + ", "
        + "\(Quantity.count(connection.unansweredRequests)) unanswered"
      let cut = transactions.unanswered - connection.unansweredRequests
      if cut > 0 { text += ", \(Quantity.count(cut)) cut off by the end" }
      if let times = latency(connection) { text += "; latency \(times)" }
      document.item("ATT", StyledText(text))
    }
  }

  static func writePDUs(_ att: ReportV1.ATT, to document: inout Document) {
    writePDUs("PDUs rx", att.pdus.rx, to: &document)
    writePDUs("PDUs tx", att.pdus.tx, to: &document)
  }

  /// `of the peer p50 30 ms, p99 60 ms, max 61 ms (32 answers), of this host p50 1 ms (5 answers)`;
  /// without the numbers of answers where one side gave all.
  private static func latency(_ connection: ReportV1.Connection) -> String? {
    let transactions = connection.att.transactions
    let (local, remote) = (transactions.latencyLocalUs, transactions.latencyRemoteUs)
    let sides =
      connection.air != nil ? ("the central", "the peripheral") : ("this host", "the peer")
    guard let times = distribution(transactions.answersUs) else { return nil }
    guard remote.count > 0, local.count > 0, let usual = local.p50 else {
      if remote.count > 0 { return "of \(sides.1) \(times)" }
      return local.count > 0 ? "of \(sides.0) \(times)" : times
    }
    return "of \(sides.1) \(times) (\(Quantity.count(remote.count, "answer"))), of \(sides.0) "
      + "p50\u{A0}\(Quantity.duration(us: usual)) (\(Quantity.count(local.count, "answer")))"
  }

  /// `p50 30 ms, p99 60 ms, max 61 ms`
  static func distribution(_ summary: ReportV1.Summary) -> String? {
    let parts = [("p50", summary.p50), ("p99", summary.p99), ("max", summary.max)]
    let known = parts.compactMap { name, value in
      value.map { "\(name)\u{A0}\(Quantity.duration(us: $0))" }
    }
    return known.isEmpty ? nil : known.joined(separator: ", ")
  }

  private static func writePDUs(
    _ label: String, _ counts: ReportV1.KeyedList<Int>, to document: inout Document
  ) {
    if counts.isEmpty { return }
    let sorted = counts.entries.enumerated().sorted {
      ($1.element.value, $0.offset) < ($0.element.value, $1.offset)
    }
    let texts = sorted.map { entry in
      let name = Printable.unbroken(Name.ofSpecification(entry.element.key))
      return "\(Quantity.count(entry.element.value))\u{A0}\(name)"
    }
    document.item(label, StyledText(texts.joined(separator: ", ")))
  }

  /// Answers that end a discovery or a long read are no errors, and are not listed.
  static func writeErrors(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    if limit == 0 { return }
    let att = connection.att
    writeGroups(att.errors.filter { !$0.isOrdinaryEnd }, limit: limit, to: &document)
    if att.pending.isEmpty { return }
    document.heading("Requests without an answer, or open at the end", indent: 2)
    for request in att.pending.prefix(limit) {
      let word = request.request == .handleValueIndication ? "of" : "to"
      let handle = request.handle.map { " \(word) \(Quantity.handle($0))" } ?? ""
      document.paragraph(
        StyledText(
          "\(Name.frame(request.frame)) \(Wording.pdu(request.request))\(handle), waiting "
        )
          + StyledText(Quantity.duration(us: request.ageUs), .warning)
          + StyledText(request.isCutByHost(in: connection) ? ", cut off by this host" : ""),
        indent: 4, hanging: 6)
    }
    if att.pending.count > limit { document.more(att.pending.count - limit, indent: 4) }
  }

  static func hasErrors(_ att: ReportV1.ATT) -> Bool {
    !att.pending.isEmpty || att.errors.contains { !$0.isOrdinaryEnd }
  }

  private struct Group: Hashable {
    var request: ATTOpcode?
    var code: Int
    var name: String?
  }

  /// The same answer to the same request, in the order of their first frames.
  private static func writeGroups(
    _ errors: [ReportV1.ATTError], limit: Int, to document: inout Document
  ) {
    if errors.isEmpty { return }
    document.heading("ATT errors", indent: 2)
    let groups = errors.grouped { Group(request: $0.request, code: $0.code, name: $0.name) }
    for (group, list) in groups.prefix(limit) {
      let shown = list.prefix(6).map {
        let handle = $0.handle.map { "\u{A0}\(Quantity.handle($0))" } ?? ""
        return Name.frame($0.frame) + handle
      }
      let rest = list.count > 6 ? ", \(list.count - 6)\u{A0}more" : ""
      document.paragraph(
        StyledText(
          "\(Quantity.count(list.count))\u{A0}×\u{A0}\(Quantity.code(group.code)) "
            + "\(group.name ?? "unknown") to "
            + "\(group.request?.key.map(Name.ofSpecification) ?? "an unknown request"): ")
          + StyledText(shown.joined(separator: ", ") + rest, .quiet),
        indent: 4, hanging: 6)
    }
    if groups.count > limit { document.more(groups.count - limit, indent: 4) }
  }
}
