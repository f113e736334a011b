import Framing
import Report

/// The faults of one kind that a protocol had on a connection: one finding.
struct FramingFaults: RuleFacts {
  let rule: any FramingRule.Type
  let connection: ReportV1.Connection
  let framing: ReportV1.Framing
  /// One at least.
  let faults: [ReportV1.FramingFault]

  static func findings(of rule: any FramingRule.Type, in file: CaseFile) -> [RuleFinding] {
    if rule.needsAllRecords, file.capture.droppedRecords > 0 { return [] }
    return file.connections { !$0[$1].framings.isEmpty }.findings { connection, _ in
      connection.framings.compactMap { framing in
        let faults = framing.faults.filter { $0.kind == rule.kind }
        guard !faults.isEmpty else { return nil }
        return Self(rule: rule, connection: connection, framing: framing, faults: faults).finding
      }
    }
  }

  private var finding: RuleFinding {
    // An answer need not have ended a transfer: a client may ask for what a device does not have.
    let isError = rule.severity == .error && (rule.kind != .errorAnswered || refused != nil)
    // Those of the first faults; a finding is no list.
    let frames = faults.prefix(2).flatMap { [$0.ofFrame, $0.frame] }
    return finding(
      isError ? .error : .warning, connection.id, frames: Wording.handful(frames),
      lostBytes: rule.kind == .errorAnswered ? refused?.payloadBytes ?? 0 : 0,
      lostUs: rule.kind == .windowClosed ? faults.compactMap(\.found).total : 0
    ).about(connection, framing.name)
  }

  private var refused: ReportV1.Transfer? {
    connection.transfers.first { $0.framing?.name == framing.name && $0.ending == .refused }
  }

  var first: ReportV1.FramingFault { faults[0] }

  /// Who did it, or failed to.
  var party: Party { (first.by == .server) == (framing.server == .local) ? .local : .remote }

  var evidence: EvidenceList {
    [
      .protocol: .of(framing.name), .what: .of(first.what), .count: .of(faults.count),
      .side: .of(first.by), .code: .of(first.code),
    ] + connection.by(party)
  }
}
