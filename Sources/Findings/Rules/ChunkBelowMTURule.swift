import Report

/// The app cuts its data smaller than the link would take it.
enum ChunkBelowMTURule: Rule {
  static let name = "chunk-below-mtu"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .data
  static let summary = "Chunks are much smaller than the MTU allows, and need more packets."
  static let explanation = """
    A notification or a write carries up to MTU - 3 bytes. The rule reports data of at least 1,000 \
    bytes that took at least twice as many chunks as needed; less takes too little time to be \
    noticed. A stream without an end marker counts from 4,000 bytes on, if its values look like \
    pieces of larger ones: nearly all of one length, more than one per connection event. \
    bulk-small-values reports streams that carry runs. The rule reports nothing if the MTU is not \
    known, or was exchanged only later: see mtu-exchanged-late.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.findings { connection, all in
      guard let mtu = connection.mtu.effective, mtu > 23, let exchange = connection.mtu.frame
      else { return [] }
      return all.compactMap { data in
        let needed = data.chunks(of: mtu - 3)
        guard !data.isOfRuns, exchange <= data.firstFrame, data.chunks >= 2 * needed,
          data.chunkBytes * 2 <= mtu - 3
        else { return nil }
        let share = data.durationUs.map { $0 / data.chunks * (data.chunks - needed) } ?? 0
        let uuid = data.uuid(in: connection)
        return RuleFinding(
          .warning, connection: connection.id, frames: [exchange, data.firstFrame, data.lastFrame],
          lostUs: share
        ) {
          RuleFinding.Words(
            message: "\(data.name(uuid)) took \(Wording.count(data.chunks, data.noun)) of "
              + "\(data.chunkBytes) bytes; \(needed) of \(mtu - 3) bytes would be enough.",
            evidence: [
              .transfer: data.transfer.map { .int($0) } ?? .null, .bytes: .int(data.bytes),
              .chunks: .int(data.chunks), .chunkBytes: .int(data.chunkBytes),
              .chunkLimit: .int(mtu - 3), .chunksNeeded: .int(needed),
            ],
            advice: "The sending app should query the size instead of assuming 20: "
              + "maximumUpdateValueLength of the central, maximumWriteValueLength of the "
              + "peripheral, or MTU - 3.")
        }
      }
    }
  }
}
