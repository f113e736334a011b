import Report

/// A chunk came twice.
enum ResendRule: Rule {
  static let name = "resend"
  static let severity = ReportV1.Severity.error
  static let summary = "A chunk was sent twice, and the receiver received it twice."
  static let explanation = """
    The Link Layer delivers each packet once, so a doubled chunk was sent twice by the app. A \
    doubled chunk is a value that equals the previous value and differs from the next one, with at \
    least 8 bytes and 4 different byte values. It is proven, and an error, when the payload (JSON, \
    PNG, UTF-8 and others) is invalid with the second copy, and valid without it. Otherwise it is \
    likely, and a warning, because the data itself may contain repetitions: JSON and text can be \
    valid with an extra chunk. The rule reports nothing if a checksum (PNG, gzip) shows that the \
    payload is valid as received.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].resends.isEmpty }.finding(finding)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer
  ) -> RuleFinding? {
    let isChecked = transfer.payloadType == "png" || transfer.payloadType == "gzip"
    guard let first = transfer.resends.first, !(isChecked && transfer.payloadIntact == true) else {
      return nil
    }
    let sent = transfer.resends.count == 1 ? "was sent" : "were sent"
    let isProven = transfer.resends.contains { $0.certainty == .proven }
    let doubled = transfer.payloadWithoutResends.map { transfer.payloadBytes - $0.bytes }
    let chunks = Wording.count(transfer.resends.count, "chunk")
    let type = transfer.payloadType.map { " \(Name.payloadType($0))" } ?? ""
    let copies =
      transfer.resends.count == 1
      ? "copy, and valid without it" : "copies, and valid without them"
    let message =
      isProven
      ? "\(chunks) of \(Wording.transfer(transfer)) \(sent) twice: the\(type) payload is "
        + "invalid with the second \(copies)."
      : "\(chunks) of \(Wording.transfer(transfer)) \(sent) twice, or the data itself "
        + "contains repetitions."
    return RuleFinding(
      isProven ? .error : .warning, connection: connection.id,
      frames: Array(
        Set(transfer.resends.prefix(3).flatMap { [$0.ofFrame, $0.frame] })
      ).sorted(), message,
      evidence: [
        .transfer: .int(transfer.id), .resends: .int(transfer.resends.count),
        .certainty: .string(isProven ? "proven" : first.certainty.rawValue),
        .doubledBytes: doubled.map { .int($0) } ?? .null,
      ],
      advice: "The sending app should send \(SendingCalls(transfer.kind).againOrNext).",
      lostBytes: isProven ? transfer.payloadBytes : 0)
  }
}
