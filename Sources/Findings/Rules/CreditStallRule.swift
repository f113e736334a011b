import Report

/// The host could hand over nothing, as every buffer of the controller was taken.
struct CreditStallRule: Rule, RuleFacts {
  static let name = "credit-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.timing, .creditStalls]

  let connection: ReportV1.Connection
  let stalls: [ReportV1.Stall]
  let longest: ReportV1.Stall

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.stalls.finding {
      guard let longest = $1.credit.longest else { return nil }
      var finding = Self(connection: $0, stalls: $1.credit, longest: longest).finding(
        .warning, $0.id, frames: [longest.firstFrame, longest.lastFrame],
        lostUs: $1.credit.totalUs)
      finding.savingUs = $1.credit.excessUs
      return finding
    }
  }

  /// Those that had to wait.
  var transfers: [ReportV1.Transfer] {
    connection.transfers.filter { transfer in
      transfer.direction == .tx && stalls.contains { transfer.overlaps($0.startUs, $0.endUs) }
    }
  }

  var evidence: EvidenceList {
    [
      .stalls: .of(stalls.count), .totalUs: .of(stalls.totalUs),
      .longestUs: .of(longest.durationUs), .outstanding: .of(longest.outstanding),
      .transfers: .of(transfers.map(\.id)),
    ]
  }
}
