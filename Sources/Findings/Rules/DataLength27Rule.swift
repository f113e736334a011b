import BluetoothProtocol
import Report

/// Values were cut into many packets on the air, as the link kept to 27 octets.
enum DataLength27Rule: Rule {
  static let name = "data-length-27"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary =
    "Long values were sent in Link Layer packets of 27 bytes; longer ones are possible."
  static let explanation = """
    A connection begins with 27 bytes in a Link Layer packet; after a data length update \
    (Bluetooth 4.2) a packet may have 251. Chunks of 182 bytes then need one packet instead of \
    seven. The rule reports data of at least 1,000 bytes in chunks that need three or more packets \
    of 27 bytes. The capture must show the length: values were received in fragments, or a Data \
    Length Change event states 27. A capture that began after the connection does not show it, and \
    sent data alone does not, because a host may mask the event: then the rule reports nothing. It \
    also reports nothing if the features of a side show that it does not support Data Length \
    Extension. A sniffed capture shows each packet. There the rule also reports, as info, 100 \
    notifications or more that each needed two packets of 27 bytes, if the sniffer heard what both \
    sides offered: each packet has its own header and acknowledgement.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR,
        connection.mayLengthenPackets(
          connection.air == nil ? file.localFeatures(of: connection) : nil)
      else { return nil }
      let candidates = all.filter { data in
        connection.linkOctets(data.direction, at: data.firstFrame) == 27
          && packets(data) >= 3 && isEvident(data, connection)
      }
      guard let data = candidates.max(by: { $0.bytes < $1.bytes }) else { return nil }
      return finding(connection, data)
    }
      + file.connections { $0[$1].air != nil && $0[$1].flow.rx.fragmentedPdus >= leastValues }
      .finding { connection, _ in
        connection.mayLengthenPackets(nil) ? split(connection) : nil
      }
  }

  // MARK: - Sniffed captures

  private static let leastValues = 100

  /// Notifications of which each took two packets; those that took more are bulk data.
  private static func split(_ connection: ReportV1.Connection) -> RuleFinding? {
    let streams = connection.notifications.filter { stream in
      stream.direction == .rx && stream.count > 0
        // All of one size.
        && stream.bytes == stream.count.times(stream.maxBytes)
        && BulkData.packets(of: stream.maxBytes + valueHeaderOctets, 27) == 2
        && connection.linkOctets(.rx, at: stream.firstFrame) == 27
    }
    let count = streams.map(\.count).total
    guard count >= leastValues, connection.flow.rx.fragmentedPdus >= count / 2,
      let first = streams.map(\.firstFrame).min(), let last = streams.map(\.lastFrame).max(),
      let most = streams.map(\.maxBytes).max()
    else { return nil }
    // Where no side offered anything, a side may not be able to: features are not known of both.
    guard let length = connection.dataLength(at: first), length.offers.count == 2 else {
      return nil
    }
    let names = streams.sorted { $0.count > $1.count }.prefix(3).map(\.shortName)
    return RuleFinding(
      .info, connection: connection.id,
      frames: Wording.handful(
        length.offers.map(\.frame) + [first, last]),
      "\(Wording.count(count, "notification")) of up to \(most) bytes "
        + "(\(Wording.list(Array(names)))) each took two Link Layer packets of 27 bytes, although "
        + "one of 251 bytes would be enough: \(why(length.offers)).",
      evidence: [
        .values: .int(count), .valueBytes: .int(most), .llOctets: .int(27),
        .llPacketsPerChunk: .int(2), .llPacketsNeeded: .int(1),
        .party: limit(length.offers).map { .string($0.rawValue) } ?? .null,
      ],
      advice: "Firmware that sends such values should request 251 bytes, and have buffers of "
        + "that size (Zephyr: CONFIG_BT_CTLR_DATA_LENGTH_MAX and CONFIG_BT_BUF_ACL_TX_SIZE); both "
        + "sides need Bluetooth 4.2.")
  }

  private static func why(_ offers: [ReportV1.LengthOffer]) -> String {
    func words(_ offer: ReportV1.LengthOffer, _ verb: String) -> String {
      let octets = offer.party == .central ? offer.receiveOctets : offer.sendOctets
      return "the \(offer.party.rawValue) \(verb) \(octets) (#\(offer.frame))"
    }
    return "\(words(offers[0], "offered")), and \(words(offers[1], "answered"))"
  }

  /// Who allows no more to what the peripheral sends.
  private static func limit(_ offers: [ReportV1.LengthOffer]) -> ReportV1.AirParty? {
    let limits = offers.filter { ($0.party == .central ? $0.receiveOctets : $0.sendOctets) <= 27 }
    return limits.count == 1 ? limits[0].party : nil
  }

  // MARK: - Bulk data

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
    let most = BulkData.packets(of: data.chunkBytes + valueHeaderOctets, LEDataLength.most)
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
        .transfer: data.transfer.map { .int($0) } ?? .null, .chunkBytes: .int(data.chunkBytes),
        .llOctets: .int(27), .llPacketsPerChunk: .int(count),
        .llPacketsNeeded: .int(most), .bytes: .int(data.bytes),
      ],
      advice: "The stack or firmware of one side has to request 251 bytes (LE Set Data Length); "
        + "both sides need Bluetooth 4.2. Phones request it automatically when the peripheral's "
        + "firmware supports it.",
      lostUs: data.durationUs.map { $0 / 2 } ?? 0)
  }
}
