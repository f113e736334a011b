import Report

/// What a connection was in the middle of when the peer ended it.
struct UnfinishedWork {
  /// Values that still came or went.
  let stream: ReportV1.NotificationStream?
  /// A request of our host that is none of discovery.
  let pending: ReportV1.PendingRequest?
  /// What our app wrote last, in the second before the end.
  let written: ReportV1.NotificationStream?

  static let limits = [leastValues, mostBetweenValues, mostBetweenWrites, recent]
  static let leastValues = RuleLimit("least_values", 10, .values)
  private static let longestPauseUs = 5_000_000
  private static let leastPauseUs = 100_000
  /// What comes more seldom is no stream: a person, or a poll.
  static let mostBetweenValues = RuleLimit("most_between_values_us", 2_000_000, .microseconds)
  static let mostBetweenWrites = RuleLimit("most_between_writes_us", 500_000, .microseconds)
  /// What was written as shortly before the end may have requested it.
  static let recent = RuleLimit("written_before_end_us", 1_000_000, .microseconds)
  private static let longSilenceUs = 5_000_000

  /// Most connections have no request that waits, and no value that came often enough.
  static func mayBe(in connections: [ReportV1.Connection], at index: Int) -> Bool {
    !connections[index].att.pending.isEmpty
      || connections[index].notifications.containsIndex { $0[$1].count >= leastValues.value }
      || connections[index].writes.containsIndex { $0[$1].count >= leastValues.value }
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
        && write.lastUs.map { connection.endUs - $0 <= Self.recent.value } ?? false
    }.max { $0.lastFrame < $1.lastFrame }
  }

  /// For how long this host had sent nothing, where that is 5 s or more.
  func silence(in connection: ReportV1.Connection) -> Int? {
    guard stream?.direction == .rx, pending == nil, let last = connection.lastTxUs else {
      return nil
    }
    let silence = connection.endUs - last
    return silence >= Self.longSilenceUs ? silence : nil
  }

  /// What makes two ends alike.
  var likeness: String {
    stream.map { "stream \($0.valueHandle) \($0.kind.rawValue)" }
      ?? pending.map { "\($0.request.word) \($0.handle ?? 0)" } ?? ""
  }

  private static func isRunning(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> Bool {
    guard stream.mayBeBulk, stream.isSeries, let last = stream.lastUs else { return false }
    let pause = min(
      max(stream.gapUs.p95 ?? 0, (stream.gapUs.p50 ?? 0) * 2, leastPauseUs), longestPauseUs)
    guard connection.endUs - last <= pause else { return false }
    let isOff =
      connection.gatt.subscriptions.last { $0.valueHandle == stream.valueHandle }?.value == .off
    let isComplete = connection.transfers.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.complete
        && max($0.lastFrame, $0.markerFrame ?? 0) >= stream.lastFrame
    }
    return !isOff && !isComplete
  }
}

extension ReportV1.NotificationStream {
  /// Whether its values come one after the other, and not now and then; and the last one, too.
  var isSeries: Bool {
    guard count >= UnfinishedWork.leastValues.value, let lastUs, let firstUs,
      !gaps.contains(where: {
        $0.frame == lastFrame && $0.gapUs >= UnfinishedWork.mostBetweenValues.value
      })
    else { return false }
    let most =
      kind == .write ? UnfinishedWork.mostBetweenWrites : UnfinishedWork.mostBetweenValues
    return (lastUs - firstUs) / (count - 1) <= most.value
  }
}
