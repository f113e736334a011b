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

  /// Packets that the longest value of the other side took on the air, where the link kept to the
  /// 27 octets with which it began: the segment that was not acknowledged was cut into so many.
  var shortPackets: (valueBytes: Int, packets: Int)? {
    let direction: ReportV1.Direction = party == .local ? .rx : .tx
    let frame = first.ofFrame ?? first.frame
    guard connection.transport != .brEDR, connection.linkOctets(direction, at: frame) == 27 else {
      return nil
    }
    let values = (connection.notifications + connection.writes).filter {
      $0.direction == direction && $0.firstFrame <= frame && frame <= $0.lastFrame
    }
    guard let longest = values.map(\.maxBytes).max() else { return nil }
    let packets = BulkData.packets(of: longest + valueHeaderOctets, 27)
    return packets >= DataLength27Rule.leastPackets.value ? (longest, packets) : nil
  }

  var evidence: EvidenceList {
    [
      .protocol: .of(framing.name), .what: .of(first.what), .count: .of(faults.count),
      .side: .of(first.by), .code: .of(first.code),
    ] + late + connection.by(party)
  }

  private var late: EvidenceList {
    guard rule.kind == .acknowledgementLate, let short = shortPackets else { return [:] }
    return [
      .valueBytes: .of(short.valueBytes), .llOctets: .of(27),
      .llPacketsPerChunk: .of(short.packets),
    ]
  }
}
