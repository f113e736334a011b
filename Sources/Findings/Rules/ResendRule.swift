import Report

/// A chunk came twice.
struct ResendRule: Rule, RuleFacts {
  static let name = "resend"
  static let severity = ReportV1.Severity.error

  let transfer: ReportV1.Transfer

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].resends.isEmpty }.finding { connection, transfer in
      let isChecked = transfer.payloadType == "png" || transfer.payloadType == "gzip"
      if isChecked, transfer.payloadIntact == true { return nil }
      let found = Self(transfer: transfer)
      return found.finding(
        found.isProven ? .error : .warning, connection.id,
        frames: Array(Set(transfer.resends.prefix(3).flatMap { [$0.ofFrame, $0.frame] })),
        lostBytes: found.isProven ? transfer.payloadBytes : 0)
    }
  }

  var count: Int { transfer.resends.count }
  var isProven: Bool { transfer.resends.contains { $0.certainty == .proven } }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .resends: .of(count),
      .certainty: .of(isProven ? .proven : transfer.resends.first?.certainty),
      .doubledBytes: .of(transfer.payloadWithoutResends.map { transfer.payloadBytes - $0.bytes }),
    ]
  }
}
