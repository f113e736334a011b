import Report

/// Values were cut into many packets on the air, as the link kept to 27 octets.
enum DataLength27Rule: Rule {
  static let name = "data-length-27"
  static let severity = ReportV1.Severity.warning
  static let summary = "Long values went in link layer packets of 27 octets: no data length update."
  static let explanation = """
    A connection begins with 27 octets in a link layer packet; with the Data Length Update of \
    Bluetooth 4.2 it may have 251. Chunks of 182 bytes then need one packet and not seven. Reported for \
    data of 1000 bytes or more in chunks that need three packets of 27 or more. That it matters \
    must show: received values must have come in fragments, or a Data Length Change must have said \
    27. A capture that began after the connection does not show it, nor does sent data alone, as a \
    host may have asked not to receive the event of a change: then the rule is quiet, and where the \
    features of a side show that it has no Data Length Extension.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR,
        file.localFeatures(of: connection)?.dataLengthExtension != false,
        connection.peerLEFeatures?.dataLengthExtension != false
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
        + "\(count) link layer packets of 27 octets, where \(most) of 251 would do.",
      evidence: [
        "transfer": data.transfer.map { .int($0) } ?? .null, "chunk_bytes": .int(data.chunkBytes),
        "ll_octets": .int(27), "ll_packets_per_chunk": .int(count),
        "ll_packets_needed": .int(most), "bytes": .int(data.bytes),
      ],
      advice: "Have one side ask for 251 octets (LE Set Data Length); it takes Bluetooth 4.2 on "
        + "both. Phones ask by themselves when the peripheral's firmware supports it.",
      lostUs: data.durationUs.map { $0 / 2 } ?? 0)
  }
}
