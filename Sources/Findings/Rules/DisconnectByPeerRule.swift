import Report
import Text

/// The peer hung up in the middle of something, or after the same idle time again.
enum DisconnectByPeerRule: Rule {
  static let name = "disconnect-by-peer"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .ending
  static let summary = "The peer ended the connection during an exchange, or when it was idle."
  static let explanation = """
    Reason 0x13: the host on the other side ended the connection on purpose, which is normal when \
    the work is done. The rule reports such an end during an exchange: while values were still \
    sent or received, or while a request, other than one of discovery, had no answer. Values count \
    if there were at least ten, on average less than 2 s apart (writes less than 0.5 s), and if \
    the end came within the usual time between two of them.

    That is a warning, and info if this host had written something else in the second before the \
    end, because that write may have requested the end. It is also info if a peer ended at least \
    two connections after the same idle time (within 3 %): it may have a timer for idle connections.

    The rule does not report an end that this host had requested, an end after the app had \
    unsubscribed or just after a transfer, an end after an idle time that another connection to \
    the same peer outlived, what early-disconnect reports, or a request that had waited long enough for \
    att-request-unanswered.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let ended = file.connections {
      $0[$1].disconnect?.reason == .remoteUserTerminatedConnection && $0[$1].transport != .brEDR
        && !$0[$1].wasClosedByHost
    }
    let early = EarlyDisconnectRule.reported(among: ended, in: file)
    let inTheMiddle = ended.narrowed(where: UnfinishedWork.mayBe(in:at:)).finding { connection, _ in
      early.contains(connection.id)
        ? nil : UnfinishedWork(connection).flatMap { finding(connection, $0) }
    }
    let reported = early.union(inTheMiddle.compactMap(\.connection))
    return inTheMiddle
      + IdleEnds.all(among: ended, except: reported, in: file).map(finding)
  }

  // MARK: - In the middle

  private static func finding(
    _ connection: ReportV1.Connection, _ work: UnfinishedWork
  ) -> RuleFinding? {
    guard let end = connection.disconnect else { return nil }
    var message = "The peer ended the connection (#\(end.frame)) "
    if let stream = work.stream {
      let age = connection.endUs.minus(stream.lastUs ?? connection.endUs)
      let first = stream.firstUs ?? connection.startUs
      message +=
        "\(Wording.duration(age)) after the last of "
        + "\(Wording.count(stream.count, stream.kind.rawValue)) of \(stream.shortName) "
        + "(\(Wording.count(stream.bytes, "byte")) in "
        + "\(Wording.duration(max(0, (stream.lastUs ?? first).minus(first)))), from "
        + "#\(stream.firstFrame))"
      if let pending = work.pending {
        message += ", and " + pending.noAnswerWords(in: connection)
      }
    } else if let pending = work.pending {
      message += "while " + pending.noAnswerWords(in: connection)
    }
    if let written = work.written {
      message +=
        ", and \(Wording.duration(connection.endUs.minus(written.lastUs ?? 0))) after this host's "
        + "app wrote to \(written.shortName) (#\(written.lastFrame))"
    }
    let silence = work.silence(in: connection)
    if let silence { message += "; this host had sent nothing for \(Wording.duration(silence))" }
    let base: EvidenceList = [
      .reason: .status(end.reason),
      .underWay: work.stream.map { .string($0.shortName) } ?? .null,
      .underWayValues: work.stream.map { .int($0.count) } ?? .null,
      .underWayBytes: work.stream.map { .int($0.bytes) } ?? .null,
      .pendingFrame: work.pending.map { .int($0.frame) } ?? .null,
      .writtenFrame: work.written.map { .int($0.lastFrame) } ?? .null,
      .hostSilenceUs: silence.map { .int($0) } ?? .null,
    ]
    return RuleFinding(
      work.written == nil ? .warning : .info, connection: connection.id,
      frames: Wording.handful(
        [
          work.stream?.firstFrame, work.stream?.lastFrame, work.pending?.frame,
          work.written?.lastFrame, end.frame,
        ].compactMap { $0 }), message + ".",
      evidence: base.with(connection.actors(.remote)),
      advice: work.written == nil
        ? "The device's firmware did this: look there for a timer or a limit"
          + "\(silence == nil ? "" : ", such as one for a client that sends nothing"), for an error "
          + "in handling a request, or for another central that it serves."
        : "See whether that write requests the device to end the connection; if not, look in its "
          + "firmware for a timer or a limit.",
      lostBytes: 0
    ).about(connection, work.what)
  }

  // MARK: - After the same silence

  private static func finding(_ idle: IdleEnds) -> RuleFinding {
    let first = idle.connections[0]
    let (least, most) = (idle.silences.min() ?? 0, idle.silences.max() ?? 0)
    let time =
      Wording.duration(least) == Wording.duration(most)
      ? Wording.duration(least) : "\(Wording.duration(least)) to \(Wording.duration(most))"
    let base: EvidenceList = [
      .peer: first.peer.address.map { .string($0) } ?? .null,
      .count: .int(idle.connections.count), .leastSilenceUs: .int(least),
      .longestSilenceUs: .int(most),
      .connections: .list(idle.connections.prefix(16).map { .int($0.id) }),
    ]
    return RuleFinding(
      .info, connection: first.id,
      frames: Wording.handful(
        idle.connections.flatMap { [$0.lastDataFrame, $0.disconnect?.frame].compactMap { $0 } }),
      "\(Wording.peer(first.peer.address)) ended "
        + "\(Wording.count(idle.connections.count, "connection")), each \(time) after the last "
        + "data: it may have a timer for idle connections.",
      evidence: base.with(first.actors(.remote)),
      advice:
        "If the connection should last, the app has to read or write something more often than "
        + "that; if not, the app should end it when its work is done."
    ).covering(idle.connections.map(\.id))
  }
}

/// What a connection was in the middle of when the peer ended it.
private struct UnfinishedWork {
  /// Values that still came or went.
  let stream: ReportV1.NotificationStream?
  /// A request of our host that is none of discovery.
  let pending: ReportV1.PendingRequest?
  /// What our app wrote last, in the second before the end.
  let written: ReportV1.NotificationStream?

  private static let leastValues = 10
  private static let longestPauseUs = 5_000_000
  private static let leastPauseUs = 100_000
  /// What comes more seldom is no stream: a person, or a poll.
  private static let mostBetweenValuesUs = 2_000_000
  private static let mostBetweenWritesUs = 500_000
  private static let recentUs = 1_000_000
  private static let longSilenceUs = 5_000_000

  /// Of most connections no value came often enough, and no request waits.
  static func mayBe(in connections: [ReportV1.Connection], at index: Int) -> Bool {
    !connections[index].att.pending.isEmpty
      || connections[index].notifications.containsIndex { $0[$1].count >= leastValues }
      || connections[index].writes.containsIndex { $0[$1].count >= leastValues }
  }

  /// `nil` where nothing was under way.
  init?(_ connection: ReportV1.Connection) {
    let isDiscovering = connection.att.pending.contains {
      $0.request.isDiscovery
    }
    guard !isDiscovering, connection.pairing.allSatisfy({ $0.result == .completed }) else {
      return nil
    }
    let stream = (connection.notifications + connection.writes)
      .filter { Self.isRunning($0, connection) }.max { $0.bytes < $1.bytes }
    self.stream = stream
    pending = connection.att.pending.last {
      $0.asked == .peer && $0.mayBeCutOff(in: connection)
    }
    guard stream != nil || pending != nil else { return nil }
    written = connection.writes.filter { write in
      write.direction == .tx && write != stream
        && write.lastUs.map { connection.endUs.minus($0) <= Self.recentUs } ?? false
    }.max { $0.lastFrame < $1.lastFrame }
  }

  /// For how long this host had sent nothing, where that is 5 s or more.
  func silence(in connection: ReportV1.Connection) -> Int? {
    guard stream?.direction == .rx, pending == nil, let last = connection.lastTxUs else {
      return nil
    }
    let silence = connection.endUs.minus(last)
    return silence >= Self.longSilenceUs ? silence : nil
  }

  /// What makes two ends alike.
  var what: String {
    stream.map { "stream \($0.valueHandle) \($0.kind.rawValue)" }
      ?? pending.map { "\($0.request.word) \($0.handle ?? 0)" } ?? ""
  }

  private static func isRunning(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    guard stream.count >= leastValues, let last = stream.lastUs, let first = stream.firstUs,
      last.minus(first) / (stream.count - 1)
        <= (stream.kind == .write ? mostBetweenWritesUs : mostBetweenValuesUs)
    else { return false }
    let pause = min(
      max(stream.gapUs.p95 ?? 0, (stream.gapUs.p50 ?? 0).times(2), leastPauseUs), longestPauseUs)
    guard connection.endUs.minus(last) <= pause else { return false }
    let isOff =
      connection.gatt.subscriptions.last { $0.valueHandle == stream.valueHandle }?.value == .off
    let isComplete = connection.transfers.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.complete
        && max($0.lastFrame, $0.markerFrame ?? 0) >= stream.lastFrame
    }
    return !isOff && !isComplete
  }
}

/// Connections to one peer that it ended after the same silence.
private struct IdleEnds {
  private(set) var connections: [ReportV1.Connection] = []
  private(set) var silences: [Int] = []

  private static let leastUs = 3_000_000
  /// What the log and the interval may add to a timer.
  private static let spreadUs = 50_000

  private struct Key: Hashable {
    var peer: String
    var controller: Int
  }

  /// - Parameters:
  ///   - ended: those that the peer ended.
  ///   - reported: the `id` of those that were reported for another reason.
  static func all(
    among ended: Picked<Int>, except reported: Set<Int>, in file: CaseFile
  ) -> [IdleEnds] {
    var order: [Key] = []
    var groups: [Key: [(connection: ReportV1.Connection, silence: Int)]] = [:]
    ended.narrowed {
      let last = max($0[$1].lastRxUs ?? .min, $0[$1].lastTxUs ?? .min)
      return $0[$1].endUs.minus(last) >= leastUs
    }.visit { connection, _ in
      guard let last = connection.lastDataUs, !connection.phases.isEmpty else { return }
      let silence = connection.endUs.minus(last)
      guard silence >= leastUs, let peer = connection.peer.address,
        !reported.contains(connection.id)
      else { return }
      let key = Key(peer: peer, controller: connection.controller)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append((connection, silence))
    }
    order.removeAll { groups[$0]?.count ?? 0 < 2 }
    guard !order.isEmpty else { return [] }
    let longest = longestSilences(file, among: Set(order))
    return order.compactMap { key in
      guard let group = groups[key], let most = group.map(\.silence).max(),
        longest[key] ?? 0 <= most.plus(spread(most))
      else { return nil }
      var ends = IdleEnds()
      for (connection, silence) in group where silence >= most.minus(spread(most)) {
        ends.connections.append(connection)
        ends.silences.append(silence)
      }
      return ends.connections.count > 1 ? ends : nil
    }
  }

  private static func spread(_ silence: Int) -> Int { max(silence / 33, spreadUs) }

  /// How long a connection to each of the peers was without anything at most.
  private static func longestSilences(_ file: CaseFile, among keys: Set<Key>) -> [Key: Int] {
    var longest: [Key: Int] = [:]
    file.connections { $0[$1].phases.contains { $0.name == .idle } }.visit { connection, _ in
      guard let peer = connection.peer.address else { return }
      let key = Key(peer: peer, controller: connection.controller)
      guard keys.contains(key) else { return }
      let silence = connection.phases.filter { $0.name == .idle }.map(\.durationUs).max() ?? 0
      longest[key] = max(longest[key] ?? 0, silence)
    }
    return longest
  }
}
