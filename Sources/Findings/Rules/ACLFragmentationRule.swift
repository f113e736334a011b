import Report

/// The controller's buffers are smaller than what the link would carry.
enum ACLFragmentationRule: Rule {
  static let name = "acl-fragmentation"
  static let severity = ReportV1.Severity.warning
  static let summary = "The controller's buffers are too small for the long packets of the link."
  static let explanation = """
    The host cuts each PDU into pieces of the controller's buffer size (LE Read Buffer Size), and \
    a piece does not share a Link Layer packet with the next one. So if the buffers are smaller \
    than the agreed data length, packets are shorter than possible, and one value takes several \
    buffers. The rule reports data of at least 1,000 bytes, sent by this host, if this at least \
    doubles the number of packets. MTU, data length and buffer size are three different numbers.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.flow.tx.fragmentedPdus > 0, let buffers = file.buffers(of: connection),
        buffers.bytes > 0
      else { return nil }
      let sent = all.filter { $0.direction == .tx }
      guard let data = sent.max(by: { $0.bytes < $1.bytes }),
        let length = connection.dataLength(at: data.firstFrame)
      else { return nil }
      let pdu = data.chunkBytes + valueHeaderOctets
      let pieces = BulkData.packets(of: pdu, buffers.bytes)
      let possible = BulkData.packets(of: pdu, length.txOctets)
      guard buffers.bytes < length.txOctets, possible > 0, pieces >= 2 * possible else {
        return nil
      }
      return RuleFinding(
        .warning, connection: connection.id,
        frames: [length.frame, data.firstFrame, data.lastFrame],
        "The host cut each chunk of \(data.chunkBytes) bytes into \(pieces) pieces for the "
          + "controller's buffers of \(buffers.bytes) bytes. With the link's data length of "
          + "\(length.txOctets) bytes, \(possible == 1 ? "one packet" : "\(possible) packets") "
          + "would be enough.",
        evidence: [
          .transfer: data.transfer.map { .int($0) } ?? .null, .chunkBytes: .int(data.chunkBytes),
          .bufferBytes: .int(buffers.bytes), .buffers: .int(buffers.count),
          .llOctets: .int(length.txOctets), .pieces: .int(pieces),
          .fragmentedPdus: .int(connection.flow.tx.fragmentedPdus),
        ],
        advice: "The app cannot change this: the controller's firmware should offer ACL buffers of "
          + "251 bytes.",
        lostUs: data.durationUs.map { $0 / 2 } ?? 0)
    }
  }
}
