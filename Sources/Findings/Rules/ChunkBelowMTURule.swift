import Report

/// The app cuts its data smaller than the link would take it.
enum ChunkBelowMTURule: Rule {
  static let name = "chunk-below-mtu"
  static let severity = ReportV1.Severity.warning
  static let summary = "Chunks are much smaller than the MTU allows, and need more packets."
  static let explanation = """
    A notification or a write takes MTU - 3 bytes. The rule reports where the chunks came to twice \
    as many as would have done, or more, in data of 1000 bytes or more; less costs too little time \
    to be noticed. Streams without an end marker count from 4000 bytes on, when nearly every value \
    has the same length and they come faster than one a connection event, as pieces of something \
    do; those that carry runs belong to bulk-small-values. It is quiet where the MTU is not known, \
    and where the exchange came only later: see mtu-exchanged-late.
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
            message: "\(data.name(uuid)) went in \(data.chunks) chunks of \(data.chunkBytes) bytes "
              + "where \(needed) of \(mtu - 3) would do.",
            evidence: [
              "transfer": data.transfer.map { .int($0) } ?? .null, "bytes": .int(data.bytes),
              "chunks": .int(data.chunks), "chunk_bytes": .int(data.chunkBytes),
              "chunk_limit": .int(mtu - 3), "chunks_needed": .int(needed),
            ],
            advice: "Ask for the size instead of assuming 20: maximumUpdateValueLength of the "
              + "central, maximumWriteValueLength of the peripheral, or the MTU less 3.")
        }
      }
    }
  }
}
