import Report

/// Values were cut into many packets on the air, as the link kept to 27 octets.
enum DataLength27Rule: Rule {
  static let name = "data-length-27"
  static let severity = ReportV1.Severity.warning
  static let summary =
    "Long values were sent in Link Layer packets of 27 bytes: no data length update."
  static let explanation = """
    A connection begins with 27 bytes in a Link Layer packet; after a data length update \
    (Bluetooth 4.2) a packet may have 251. Chunks of 182 bytes then need one packet instead of \
    seven. The rule reports data of at least 1,000 bytes in chunks that need three or more packets \
    of 27 bytes. The capture must show the length: values were received in fragments, or a Data \
    Length Change event states 27. A capture that began after the connection does not show it, and \
    sent data alone does not, because a host may mask the event: then the rule reports nothing. It \
    also reports nothing if the features of a side show that it does not support Data Length \
    Extension.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR,
        connection.mayLengthenPackets(file.localFeatures(of: connection))
      else { return nil }
      let candidates = all.filter { data in
        connection.linkOctets(data.direction, at: data.firstFrame) == 27
          && packets(data) >= 3 && isEvident(data, connection)
      }
      guard let data = candidates.max(by: { $0.bytes < $1.bytes }) else { return nil }
      return finding(connection, data)
    }
  }

  /// Link layer packets of 27 octets that a chunk needs.
  private static func packets(_ data: BulkData) -> Int {
    BulkData.packets(of: data.chunkBytes + valueHeaderOctets, 27)
  }

  private static func isEvident(_ data: BulkData, _ connection: ReportV1.Connection) -> Bool {
    if connection.dataLength(at: data.firstFrame) != nil { return true }
    let rx = connection.flow.rx
    return data.direction == .rx && rx.fragmentedPdus * 2 >= min(data.chunks, rx.pdus)
      && rx.fragmentedPdus > 0
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ data: BulkData
  ) -> RuleFinding {
    let count = packets(data)
    let most = BulkData.packets(of: data.chunkBytes + valueHeaderOctets, 251)
    let uuid = data.uuid(in: connection)
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [
        connection.dataLength(at: data.firstFrame)?.frame ?? connection.completeFrame,
        data.firstFrame, data.lastFrame,
      ].compactMap { $0 },
      "Each chunk of \(data.chunkBytes) bytes of \(Wording.initialLower(data.name(uuid))) took "
        + "\(count) Link Layer packets of 27 bytes, although \(most) of 251 bytes would be "
        + "enough.",
      evidence: [
        "transfer": data.transfer.map { .int($0) } ?? .null, "chunk_bytes": .int(data.chunkBytes),
        "ll_octets": .int(27), "ll_packets_per_chunk": .int(count),
        "ll_packets_needed": .int(most), "bytes": .int(data.bytes),
      ],
      advice: "The stack or firmware of one side has to request 251 bytes (LE Set Data Length); "
        + "both sides need Bluetooth 4.2. Phones request it automatically when the peripheral's "
        + "firmware supports it.",
      lostUs: data.durationUs.map { $0 / 2 } ?? 0)
  }
}
