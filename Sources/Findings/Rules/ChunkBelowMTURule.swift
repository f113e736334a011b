import Report

/// The app cuts its data smaller than the link would take it.
struct ChunkBelowMTURule: Rule, RuleFacts {
  static let name = "chunk-below-mtu"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .data
  static let limits = [BulkData.least, BulkData.leastOfStream, leastRatio]
  static let leastRatio = RuleLimit("least_ratio", 2, .times)

  let data: BulkData
  let uuid: String?
  let mtu: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.findings { connection, all in
      guard let mtu = connection.mtu.effective, mtu > 23, let exchange = connection.mtu.frame
      else { return [] }
      return all.compactMap { data in
        let needed = data.chunks(of: mtu - 3)
        guard !data.isOfRuns, exchange <= data.firstFrame,
          data.chunks >= leastRatio.value * needed,
          data.chunkBytes * leastRatio.value <= mtu - 3
        else { return nil }
        return Self(data: data, uuid: data.uuid(in: connection), mtu: mtu).finding(
          .warning, connection.id, frames: [exchange, data.firstFrame, data.lastFrame],
          lostUs: data.durationUs.map { $0 / data.chunks * (data.chunks - needed) } ?? 0)
      }
    }
  }

  var needed: Int { data.chunks(of: mtu - 3) }

  var evidence: EvidenceList {
    [
      .transfer: .of(data.transfer), .bytes: .of(data.bytes), .chunks: .of(data.chunks),
      .chunkBytes: .of(data.chunkBytes), .chunkLimit: .of(mtu - 3), .chunksNeeded: .of(needed),
    ]
  }
}
