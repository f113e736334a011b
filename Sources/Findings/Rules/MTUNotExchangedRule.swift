import Report

/// No side asked for a larger MTU, and that cost time.
enum MTUNotExchangedRule: Rule {
  static let name = "mtu-not-exchanged"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .data
  static let summary =
    "No MTU was exchanged, although a lot of data was sent in chunks of 20 "
    + "bytes."
  static let explanation = """
    Without Exchange MTU the MTU is 23, and a value carries at most 20 bytes. The rule compares \
    with the 182 bytes of MTU 185, which phones have long offered, and reports data of at least \
    1,000 bytes: 50 values instead of 6. It does not report small messages: an exchange costs as \
    much as it saves. It does not report an exchange that was refused or unanswered, or gave 23: \
    that is the other side's choice. It reports nothing if the capture does not show whether there \
    was an exchange, and nothing for controllers whose buffers hold at most 27 bytes, because a \
    larger MTU is of little use for them. It is info if many chunks are shorter than the rest: \
    they end messages, which a larger MTU does not join. A stream is info too, because it is not \
    known how many messages it has. Values that are complete messages are not reported. Values \
    count as messages if at least half of them are 300 ms or more after the previous one, or if \
    the client wrote more than one value for every two of them.
    """

  private static let usualMTU = 185
  /// Pieces of one message follow one another within a few connection events.
  private static let slowestPieces = 300_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let bulk = ofBulkData(file)
    let said = Set(bulk.compactMap(\.connection))
    return bulk + ofFullValues(file).filter { !said.contains($0.connection ?? 0) }
  }

  /// Values as long as MTU 23 allows, in streams that are no data in bulk: pieces of messages.
  private static func ofFullValues(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].transport != .brEDR && $0[$1].mtu.frame == nil && $0[$1].mtu.effective == 23
    }.finding { connection, index in
      guard !file.smallValues.contains(index), !wasAskedFor(connection),
        !hasOldController(connection, file.buffers(of: connection)),
        connection.transfers.isEmpty,
        case let full = (connection.notifications + connection.writes).filter({
          isFull($0) && !isOfRecords($0, connection)
        }), let stream = full.max(by: { $0.bytes < $1.bytes })
      else { return nil }
      let others = full.filter { $0 != stream }.max { $0.bytes < $1.bytes }
      let name = Wording.stream(stream.kind, stream.uuid, stream.valueHandle)
      return RuleFinding(
        .info, connection: connection.id, frames: [stream.firstFrame, stream.lastFrame],
        "No MTU was exchanged: most of \(name) (\(Wording.count(stream.count, "value")), "
          + "\(Wording.count(stream.bytes, "byte"))) had the 20 bytes that MTU 23 "
          + "allows\(others.map { alsoWords($0, connection) } ?? ""). With a larger MTU "
          + "fewer values would be enough.",
        evidence: .by(
          nil, connection,
          [
            .bytes: .int(stream.bytes), .chunks: .int(stream.count), .mtu: .int(23),
            .comparedWithMtu: .int(usualMTU),
            .othersBytes: others.map { .int($0.bytes) } ?? .null,
            .othersChunks: others.map { .int($0.count) } ?? .null,
          ]),
        advice: advice
      ).about(connection, stream.uuid ?? "")
    }
  }

  /// `; so had most of the writes of FFF3 (260 values, 4855 bytes), one every 60.2 ms (median),
  /// each a request that waited for the answer to the one before`.
  private static func alsoWords(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> String {
    let pace = stream.gapUs.p50.map { ", one every \(Wording.duration($0)) (median)" } ?? ""
    let sent = connection.att.pdus.tx
    let isAnswered =
      stream.kind == .write && stream.direction == .tx
      && sent[.writeRequest] >= stream.count && sent[.writeCommand] == 0
      && connection.att.overlaps.isEmpty
    return "; the same is true for most of "
      + "\(Wording.stream(stream.kind, stream.uuid, stream.valueHandle)) "
      + "(\(Wording.count(stream.count, "value")), \(Wording.count(stream.bytes, "byte")))\(pace)"
      + (isAnswered ? ", each a request that waited for the answer to the previous one" : "")
  }

  private static func isFull(_ stream: ReportV1.NotificationStream) -> Bool {
    stream.bytes >= BulkData.leastBytes && stream.maxBytes == 20 && stream.count > 0
      && (stream.bytes / stream.count) >= 18
  }

  /// Values that say something each by themselves, of which no MTU makes one of two: they come at
  /// a period of their own, or are the answers to single writes.
  private static func isOfRecords(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    guard let gap = stream.gapUs.p50, gap < slowestPieces else { return true }
    guard stream.direction == .rx, stream.kind != .write else { return false }
    let asked = connection.writes.filter { $0.direction == .tx }
    // Two of each answer at least.
    return asked.map(\.count).total.times(2) > stream.count
  }

  private static let advice =
    "The central has to exchange the MTU after connecting: iOS and BlueZ do so automatically, on "
    + "Android the app calls requestMtu. The peripheral's firmware has to offer more than 23."

  private static func ofBulkData(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR, connection.mtu.frame == nil,
        connection.mtu.effective == 23, !wasAskedFor(connection),
        !hasOldController(connection, file.buffers(of: connection)),
        let data = all.filter({ !$0.isOfRuns }).max(by: { $0.bytes < $1.bytes })
      else { return nil }
      let needed = data.chunks(of: usualMTU - 3)
      guard data.chunkBytes <= 20, data.chunks >= 2 * needed else { return nil }
      let share = data.durationUs.map { $0 / data.chunks * (data.chunks - needed) } ?? 0
      let uuid = data.uuid(in: connection)
      let least =
        data.isMessages
        ? ", because many of them are complete messages"
        : data.mayBeMessages ? ", and more if they are complete messages" : ""
      return RuleFinding(
        data.mayBeMessages ? .info : .warning, connection: connection.id,
        frames: [connection.completeFrame, data.firstFrame, data.lastFrame].compactMap { $0 },
        "No MTU was exchanged: \(Wording.initialLower(data.name(uuid))) took "
          + "\(Wording.count(data.chunks, data.noun)) of "
          + "\(data.isOfOneSize ? "" : "up to ")\(data.chunkBytes) bytes, although MTU \(usualMTU) "
          + "needs \(least.isEmpty ? "" : "at least ")\(needed)\(least).",
        evidence: .by(
          nil, connection,
          [
            .transfer: data.transfer.map { .int($0) } ?? .null, .bytes: .int(data.bytes),
            .chunks: .int(data.chunks), .mtu: .int(23), .comparedWithMtu: .int(usualMTU),
            .chunksNeeded: .int(needed),
          ]),
        advice: advice,
        lostUs: data.mayBeMessages ? 0 : share
      ).about(connection, uuid ?? "")
    }
  }

  /// By either side: the other one knew of it, and may have refused.
  private static func wasAskedFor(_ connection: borrowing ReportV1.Connection) -> Bool {
    [connection.att.pdus.tx, connection.att.pdus.rx].contains {
      $0[.exchangeMTURequest] > 0
    }
  }

  private static func hasOldController(
    _ connection: ReportV1.Connection, _ buffers: ReportV1.ACLBuffers?
  ) -> Bool {
    guard let buffers, buffers.bytes <= 27 else { return false }
    return !connection.dataLengths.contains { max($0.txOctets, $0.rxOctets) > 27 }
  }
}
