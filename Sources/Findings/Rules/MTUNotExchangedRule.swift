import Report

/// No side asked for a larger MTU, and that cost time.
struct MTUNotExchangedRule: Rule, RuleFacts {
  static let name = "mtu-not-exchanged"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .data
  static let limits = [leastBytes, slowestPieces, leastFull, leastLast]
  static let leastBytes = BulkData.least
  /// Pieces of one message follow one another within a few connection events.
  static let slowestPieces = RuleLimit("slowest_median_us", 300_000, .microseconds)
  static let leastFull = RuleLimit("least_full_percent", 30, .percent)
  static let leastLast = RuleLimit("least_last_percent", 10, .percent)
  static let usualMTU = 185

  let connection: ReportV1.Connection
  let sent: Sent

  enum Sent {
    case bulk(BulkData)
    /// Values as long as MTU 23 allows, in streams that are no data in bulk: pieces of messages.
    case stream(ReportV1.NotificationStream, other: ReportV1.NotificationStream?)
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let bulk = ofBulkData(file)
    let said = Set(bulk.compactMap(\.connection))
    return bulk + ofFullValues(file).filter { !said.contains($0.connection ?? 0) }
  }

  private static func ofFullValues(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].transport != .brEDR && $0[$1].mtu.frame == nil
        // Where the connection began before the capture, values that end at 20 bytes show it.
        && $0[$1].mtu.effective ?? 23 == 23
    }.finding { connection, index in
      guard !file.smallValues.contains(index), !isAsked(connection), connection.transfers.isEmpty,
        case let full = (connection.notifications + connection.writes).filter({
          (hasRoom(connection, file) || isAnswered($0, connection))
            && (isCut($0, connection) || isFull($0) && !isOfRecords($0, connection))
        }), let stream = full.max(by: { $0.bytes < $1.bytes })
      else { return nil }
      let other = full.filter { $0 != stream }.max { $0.bytes < $1.bytes }
      return Self(connection: connection, sent: .stream(stream, other: other))
        .finding(.info, connection.id, frames: [stream.firstFrame, stream.lastFrame])
        .about(connection, stream.uuid ?? "")
    }
  }

  private static func ofBulkData(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.finding { connection, all in
      guard connection.transport != .brEDR, connection.mtu.frame == nil,
        connection.mtu.effective == 23, !isAsked(connection), hasRoom(connection, file),
        let data = all.filter({ !$0.isOfRuns }).max(by: { $0.bytes < $1.bytes })
      else { return nil }
      let needed = needed(data)
      guard data.chunkBytes <= 20, data.chunks >= 2 * needed else { return nil }
      let share = data.durationUs.map { $0 / data.chunks * (data.chunks - needed) } ?? 0
      return Self(connection: connection, sent: .bulk(data)).finding(
        data.mayBeMessages ? .info : .warning, connection.id,
        frames: [connection.completeFrame, data.firstFrame, data.lastFrame],
        lostUs: data.mayBeMessages ? 0 : share
      ).about(connection, data.uuid(in: connection) ?? "")
    }
  }

  /// Chunks with the usual MTU.
  static func needed(_ data: BulkData) -> Int { data.chunks(of: usualMTU - 3) }

  private static func isFull(_ stream: ReportV1.NotificationStream) -> Bool {
    stream.bytes >= leastBytes.value && stream.maxBytes == 20 && stream.count > 0
      && (stream.bytes / stream.count) >= 16
  }

  /// Messages of more than 20 bytes that came in pieces: full ones, and a shorter one as the last.
  private static func isCut(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    guard stream.maxBytes == 20, stream.bytes >= leastBytes.value else { return false }
    // An answer in several values, the longest of which are full.
    let isInPieces = connection.dialogues.contains {
      $0.answer.valueHandle == stream.valueHandle && $0.answersPerRequest > 1
    }
    let mean = stream.bytes / max(1, stream.count)
    if isInPieces, stream.purpose == .answer, (10..<18).contains(mean) { return true }
    let sizes = connection.runs.filter {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
    }.map(\.valueBytes)
    let full = sizes.compactMap { $0["20"] }.total
    let all = sizes.flatMap(\.entries).map(\.value).total
    return all >= stream.count / 2 && full * 100 >= all * leastFull.value
      && (all - full) * 100 >= all * leastLast.value
  }

  /// Values that say something each by themselves, of which no MTU makes one of two: they come at
  /// a period of their own, or are the answers to single writes.
  private static func isOfRecords(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    guard let gap = stream.gapUs.p50, gap < slowestPieces.value else { return true }
    guard stream.direction == .rx, stream.kind != .write else { return false }
    let asked = connection.writes.filter { $0.direction == .tx }
    // Two of each answer at least.
    return asked.map(\.count).total * 2 > stream.count
  }

  /// A side asked for a larger one: the other one knew of it, and may have refused.
  private static func isAsked(_ connection: ReportV1.Connection) -> Bool {
    connection.att.pdus.tx[.exchangeMTURequest] > 0
      || connection.att.pdus.rx[.exchangeMTURequest] > 0
  }

  /// The controller's buffers have room for more.
  private static func hasRoom(_ connection: ReportV1.Connection, _ file: CaseFile) -> Bool {
    guard let buffers = file.buffers(of: connection), buffers.bytes <= 27 else { return true }
    return connection.dataLengths.contains { max($0.txOctets, $0.rxOctets) > 27 }
  }

  /// Each of them waited for its answer: with fewer of them there are fewer waits, whatever the
  /// buffers hold.
  private static func isAnswered(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    stream.kind == .write && stream.direction == .tx
      && connection.att.pdus.tx[.writeRequest] >= stream.count
      && connection.att.pdus.tx[.writeCommand] == 0
  }

  var evidence: EvidenceList {
    let facts: EvidenceList =
      switch sent {
      case .bulk(let data):
        [
          .transfer: .of(data.transfer), .bytes: .of(data.bytes), .chunks: .of(data.chunks),
          .mtu: .of(23), .comparedWithMtu: .of(Self.usualMTU),
          .chunksNeeded: .of(Self.needed(data)),
        ]
      case .stream(let stream, let other):
        [
          .bytes: .of(stream.bytes), .chunks: .of(stream.count), .mtu: .of(23),
          .comparedWithMtu: .of(Self.usualMTU), .othersBytes: .of(other?.bytes),
          .othersChunks: .of(other?.count),
        ]
      }
    return facts + connection.by(nil)
  }
}
