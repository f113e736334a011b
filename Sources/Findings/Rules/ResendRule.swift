import Report

/// A chunk came twice.
enum ResendRule: Rule {
  static let name = "resend"
  static let severity = ReportV1.Severity.error
  static let summary = "A chunk was sent twice, and the receiver has it twice."
  static let explanation = """
    The link layer delivers each packet once, so a doubled chunk was sent twice by the app. It is \
    recognised by a value equal to the one before it, in a run of exactly two, of 8 bytes or more with at \
    least 4 different byte values. It is proven, and an error, when the payload (JSON, PNG, UTF-8 \
    and the like) is broken with it and whole without; else it is likely, and a warning, as data \
    may repeat itself: JSON and text can be whole with a chunk too many. The rule is quiet where a \
    checksum (PNG, gzip) says that the payload is whole as it came.
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
    let isProven = transfer.resends.contains { $0.certainty == .proven }
    let doubled = transfer.payloadWithoutResends.map { transfer.payloadBytes - $0.bytes }
    let chunks = Wording.count(transfer.resends.count, "chunk")
    let type = transfer.payloadType.map { " \($0)" } ?? ""
    let message =
      isProven
      ? "\(chunks) of \(Wording.transfer(transfer)) came twice: the\(type) payload is broken with "
        + "\(transfer.resends.count == 1 ? "it" : "them"), and whole without."
      : "\(chunks) of \(Wording.transfer(transfer)) came twice, or the data repeat themselves."
    return RuleFinding(
      isProven ? .error : .warning, connection: connection.id,
      frames: Array(
        Set(transfer.resends.prefix(3).flatMap { [$0.ofFrame, $0.frame] })
      ).sorted(), message,
      evidence: [
        "transfer": .int(transfer.id), "resends": .int(transfer.resends.count),
        "certainty": .string(isProven ? "proven" : first.certainty.rawValue),
        "doubled_bytes": doubled.map { .int($0) } ?? .null,
      ],
      advice: "Send a chunk again only when updateValue answered NO for it, and move on to the "
        + "next one when it answered YES.",
      lostBytes: isProven ? transfer.payloadBytes : 0)
  }
}
