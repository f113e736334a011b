import Report

/// The controller's buffers are smaller than what the link would carry.
struct ACLFragmentationRule: Rule, RuleFacts {
  static let name = "acl-fragmentation"
  static let severity = ReportV1.Severity.warning
  static let limits = [BulkData.least]

  let data: BulkData
  let buffers: ReportV1.ACLBuffers
  let linkOctets: Int
  let fragmentedPdus: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.flow.tx.fragmentedPdus > 0, let buffers = file.buffers(of: connection),
        buffers.bytes > 0
      else { return nil }
      let sent = all.filter { $0.direction == .tx }
      guard let data = sent.max(by: { $0.bytes < $1.bytes }),
        let length = connection.dataLength(at: data.firstFrame)
      else { return nil }
      let found = Self(
        data: data, buffers: buffers, linkOctets: length.txOctets,
        fragmentedPdus: connection.flow.tx.fragmentedPdus)
      guard buffers.bytes < length.txOctets, found.possible > 0,
        found.pieces >= 2 * found.possible
      else { return nil }
      return found.finding(
        .warning, connection.id, frames: [length.frame, data.firstFrame, data.lastFrame],
        lostUs: data.durationUs.map { $0 / 2 } ?? 0)
    }
  }

  private var pdu: Int { data.chunkBytes + valueHeaderOctets }
  var pieces: Int { BulkData.packets(of: pdu, buffers.bytes) }
  /// Packets that would be enough.
  var possible: Int { BulkData.packets(of: pdu, linkOctets) }

  var evidence: EvidenceList {
    [
      .transfer: .of(data.transfer), .chunkBytes: .of(data.chunkBytes),
      .bufferBytes: .of(buffers.bytes), .buffers: .of(buffers.count), .llOctets: .of(linkOctets),
      .pieces: .of(pieces), .fragmentedPdus: .of(fragmentedPdus),
    ]
  }
}
