import BluetoothProtocol
import Report

/// Values were cut into many packets on the air, as the link kept to 27 octets.
struct DataLength27Rule: Rule, RuleFacts {
  static let name = "data-length-27"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [BulkData.least, leastPackets, leastValues]
  static let leastPackets = RuleLimit("least_packets", 3, .packets)
  /// In sniffed captures.
  static let leastValues = RuleLimit("least_values", 100, .values)

  let data: BulkData
  let uuid: String?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR,
        connection.mayLengthenPackets(
          connection.air == nil ? file.localFeatures(of: connection) : nil)
      else { return nil }
      return all.filter { data in
        connection.linkOctets(data.direction, at: data.firstFrame) == 27
          && packets(data) >= leastPackets.value && isEvident(data, connection)
      }.max { $0.bytes < $1.bytes }.map { data in
        Self(data: data, uuid: data.uuid(in: connection)).finding(
          .warning, connection.id,
          frames: [
            connection.dataLength(at: data.firstFrame)?.frame ?? connection.completeFrame,
            data.firstFrame, data.lastFrame,
          ],
          lostUs: data.durationUs.map { $0 / 2 } ?? 0)
      }
    }
      + file.connections {
        $0[$1].air != nil && $0[$1].flow.rx.fragmentedPdus >= leastValues.value
      }.finding { connection, _ in
        guard connection.mayLengthenPackets(nil), let split = Split(connection) else { return nil }
        return split.finding(.info, connection.id, frames: split.frames)
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

  var packets: Int { Self.packets(data) }
  var needed: Int {
    BulkData.packets(of: data.chunkBytes + valueHeaderOctets, LEDataLength.most)
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(data.transfer), .chunkBytes: .of(data.chunkBytes), .llOctets: .of(27),
      .llPacketsPerChunk: .of(packets), .llPacketsNeeded: .of(needed), .bytes: .of(data.bytes),
    ]
  }

  /// In a sniffed capture: notifications of which each took two packets. Those that took more are
  /// bulk data, but where a side refused to lengthen packets.
  struct Split: RuleFacts {
    let count: Int
    let most: Int
    let packets: Int
    /// The answer that refused LL_LENGTH_REQ.
    let refusal: ReportV1.AirRefusal?
    /// The three most frequent ones have them.
    let names: [String]
    let offers: [ReportV1.LengthOffer]
    let frames: [Int]

    fileprivate init?(_ connection: ReportV1.Connection) {
      let refusal = connection.air?.refusals.first { $0.opcode == Self.lengthRequest }
      let mostPackets = refusal == nil ? 2 : .max
      let streams = connection.notifications.filter { stream in
        stream.direction == .rx && stream.count > 0
          // All of one size.
          && Double(stream.bytes) == Double(stream.count) * Double(stream.maxBytes)
          && (2...mostPackets).contains(
            BulkData.packets(of: stream.maxBytes + valueHeaderOctets, 27))
          && connection.linkOctets(.rx, at: stream.firstFrame) == 27
      }
      count = streams.map(\.count).total
      guard count >= leastValues.value, connection.flow.rx.fragmentedPdus >= count / 2,
        let first = streams.map(\.firstFrame).min(), let last = streams.map(\.lastFrame).max(),
        let most = streams.map(\.maxBytes).max(),
        // Where no side offered anything, one may not be able to: not all features are known.
        case let offers = connection.dataLength(at: first)?.offers ?? [],
        offers.count == 2 || refusal != nil
      else { return nil }
      self.most = most
      self.refusal = offers.count == 2 ? nil : refusal
      self.offers = offers
      packets = BulkData.packets(of: most + valueHeaderOctets, 27)
      names = streams.sorted { $0.count > $1.count }.prefix(3).map(\.shortName)
      frames = Wording.handful(
        offers.map(\.frame) + [refusal?.frame].compactMap(\.self) + [first, last])
    }

    private static let lengthRequest = 0x14

    /// Who allows no more to what the peripheral sends.
    private var limit: ReportV1.AirParty? {
      if let refusal { return refusal.party }
      let limits = offers.filter {
        ($0.party == .central ? $0.receiveOctets : $0.sendOctets) <= 27
      }
      return limits.count == 1 ? limits[0].party : nil
    }

    var evidence: EvidenceList {
      [
        .values: .of(count), .valueBytes: .of(most), .llOctets: .of(27),
        .llPacketsPerChunk: .of(packets), .llPacketsNeeded: .of(1), .party: .of(limit?.rawValue),
      ]
    }
  }
}
