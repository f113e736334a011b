import Report
import Text

/// What protocols inside the data did: a line for each framed transfer, and one for each protocol.
extension TransferSection {
  static func writeFramings(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    let framed = connection.transfers.prefix(limit)
      .filter { $0.framing != nil }
    for transfer in framed {
      guard let framing = transfer.framing else { continue }
      document.paragraph(
        StyledText("Transfer \(transfer.id): \(words(for: framing, transfer))"), indent: 4,
        hanging: 6)
    }
  }

  /// `image upload over mcumgr-smp: 21 messages, 1 retry; all 9,000 B acknowledged`
  private static func words(
    for framing: ReportV1.TransferFraming, _ transfer: ReportV1.Transfer
  ) -> String {
    let isBTP = framing.name == "matter-btp"
    var facts =
      framing.messages == 1
      ? [] : [Quantity.count(framing.messages, isBTP ? "segment" : "message")]
    if framing.inFlightMax > 1, transfer.chunks > 1 {
      facts.append("\(framing.inFlightMax) in flight")
    }
    if framing.retries > 0 {
      facts.append(Quantity.count(framing.retries, "retry", plural: "retries"))
    }
    if framing.errors > 0 { facts.append(Quantity.count(framing.errors, "error")) }
    if let octets = framing.resumedAt { facts.append("resumed at \(Quantity.bytes(octets))") }
    let head =
      "\(framing.contentWords) over \(Name.framing(framing.name))\(framing.confidenceWords)"
    return (facts.isEmpty ? head : "\(head): \(facts.joined(separator: ", "))")
      + acknowledged(framing)
      + captured(framing)
  }

  private static func captured(_ framing: ReportV1.TransferFraming) -> String {
    guard let octets = framing.capturedBytes else { return "" }
    return octets > 0
      ? "; the capture has \(Quantity.bytes(octets)) of it in one piece"
      : "; its beginning is not captured whole"
  }

  private static func acknowledged(_ framing: ReportV1.TransferFraming) -> String {
    guard let octets = framing.acknowledgedBytes else { return "" }
    guard let whole = framing.announcedBytes else {
      return "; \(Quantity.bytes(octets)) acknowledged"
    }
    return octets >= whole
      ? "; all \(Quantity.bytes(whole)) acknowledged"
      : "; \(Quantity.bytes(octets)) of \(Quantity.bytes(whole)) acknowledged"
  }

  /// One line a protocol: `MCUmgr SMP: 30 requests, 29 answered in p50 24 ms, 1 unanswered`
  static func writeProtocols(
    _ connection: ReportV1.Connection, to document: inout Document
  ) {
    for framing in connection.framings {
      var facts: [String] = []
      if framing.requests > 0 {
        facts.append(Quantity.count(framing.requests, "request"))
        facts.append("\(Quantity.count(framing.answered)) answered")
        if let median = framing.answerUs.p50, let most = framing.answerUs.max {
          facts.append(
            "in p50 \(Quantity.duration(us: median)), max \(Quantity.duration(us: most))")
        }
        if framing.unanswered > 0 {
          facts.append("\(Quantity.count(framing.unanswered)) unanswered")
        }
      } else {
        facts.append(
          "\(Quantity.count(framing.messagesFromClient, "value")) from the client, "
            + "\(Quantity.count(framing.messagesFromServer)) from the server")
      }
      if framing.retries > 0 {
        facts.append(Quantity.count(framing.retries, "retry", plural: "retries"))
      }
      if framing.errors > 0 {
        let missed = framing.faults.count { $0.snifferMissed ?? false }
        facts.append(
          Quantity.count(framing.errors, "error")
            + (missed > 0
              ? " (\(missed == framing.errors ? "all" : Quantity.count(missed)) where the sniffer "
                + "missed packets)" : ""))
      }
      if framing.inFlightMax > 1 { facts.append("up to \(framing.inFlightMax) in flight") }
      if framing.messageBytesMax > 0 {
        facts.append("longest \(Quantity.bytes(framing.messageBytesMax))")
      }
      if let layout = framing.layout { facts.append("layout \(Printable.unbroken(layout))") }
      document.paragraph(
        StyledText("Protocol \(Name.framing(framing.name)): \(facts.joined(separator: ", "))"),
        indent: 2, hanging: 4)
    }
  }
}
