import Report
import Text

/// A link that was lost, and what the frames around its end show.
struct LinkLoss {
  let connection: ReportV1.Connection
  let end: ReportV1.Disconnect
  /// From the last data of the peer to the end. A clock that was set back meanwhile hides it.
  let silence: Int?
  /// The last supervision timeout that was set; `nil` of BR/EDR.
  let timeout: Int?
  /// Connection events in it; `nil` where the times show that it was not what ended the link.
  let events: Int?
  let lostBytes: Int
  /// The peer's first advertisement, where that came after its last data.
  let heard: ReportV1.Heard?
  /// It came before our controller gave up.
  let peerLeft: Bool
  /// A large write that had ended in the minute before.
  let upload: ReportV1.NotificationStream?
  let underWay: ReportV1.NotificationStream?
  let pending: ReportV1.PendingRequest?
  /// What our app wrote last, in the seconds before the silence.
  let lastWrite: ReportV1.NotificationStream?
  /// The peer had acknowledged a packet of ours after its last data.
  let isAcknowledgedLast: Bool
  /// A packet of ours waited all that time: the silence is no pause.
  let isWaitedFor: Bool

  static let leastUpload = RuleLimit("least_upload_bytes", 10_000, .bytes)
  /// An upload that ended as long before the silence may have been an update.
  static let recent = RuleLimit("upload_within_us", 60_000_000, .microseconds)
  static let underWayWithin = RuleLimit("under_way_within_us", 1_000_000, .microseconds)
  static let lastWriteWithin = RuleLimit("last_write_within_us", 2_000_000, .microseconds)
  private static let leastPending = 100_000
  /// Values of a series are no further apart.
  fileprivate static let longestPause = 5_000_000
  static let leastPolls = RuleLimit("least_polls", 10, .requests)
  /// Devices advertise at least every 10.24 s.
  static let leastScanned = 11_000_000
  /// A link without data for longer is not what the advertising is compared with.
  private static let returnUs = 30_000_000

  /// The signal, if it was measured within ten seconds of the silence: older readings say nothing
  /// about the loss.
  var signal: ReportV1.Rssi? {
    let age = connection.rssiLastUs.map { connection.endUs - $0 } ?? 0
    return age <= (timeout ?? 0) + 10_000_000 ? connection.rssi : nil
  }

  /// `nil` of a connection whose end is not in the capture.
  init?(_ connection: ReportV1.Connection) {
    guard let end = connection.disconnect else { return nil }
    self.connection = connection
    self.end = end
    let flow = connection.flow.tx
    // Some controllers give all buffers back right before the end: the peer did not acknowledge
    // those.
    let halfTimeout = (connection.parameters.last?.supervisionTimeoutUs ?? .max) / 2
    let acknowledged = flow.lastCompletedUs.flatMap {
      connection.endUs - $0 >= halfTimeout ? $0 : nil
    }
    isAcknowledgedLast = acknowledged ?? .min > connection.lastRxUs ?? .min
    silence = [connection.lastRxUs, acknowledged].compactMap { $0 }.max()
      .map { connection.endUs - $0 }.flatMap { $0 >= 0 ? $0 : nil }
    isWaitedFor =
      flow.completed > 0 && flow.packets > flow.completed
      && connection.lastTxFrame ?? 0 > connection.lastRxFrame ?? 0
    let parameters = connection.parameters.last
    let timeout = parameters?.supervisionTimeoutUs
    self.timeout = timeout
    let last = connection.lastRxUs ?? connection.startUs
    let heard = connection.peerHeard.flatMap { heard in
      heard.frame > connection.lastRxFrame ?? connection.firstFrame
        && heard.timeUs - connection.endUs <= Self.returnUs ? heard : nil
    }
    self.heard = heard
    let left = heard.map { $0.frame < end.frame } ?? false
    peerLeft = left
    let isContradicted =
      Self.isContradicted(connection, left ? heard : nil, timeout)
      || Self.isTooLong(isWaitedFor ? silence : nil, timeout) || Self.isTooShort(silence, timeout)
    events = parameters.flatMap {
      $0.usedIntervalUs > 0 && !isContradicted ? $0.supervisionTimeoutUs / $0.usedIntervalUs : nil
    }
    lostBytes =
      connection.transfers.indexes { !$0[$1].complete }
      .map { connection.transfers[$0].payloadBytes }.total
    // The peer answered after the last of them: the writing was over, and not cut off.
    let upload = connection.writes.filter { stream in
      Self.isUpload(stream) && stream.lastFrame < connection.lastRxFrame ?? 0
        && (stream.lastUs.map { $0 >= last - Self.recent.value } ?? false)
    }.max { $0.bytes < $1.bytes }
    self.upload = upload
    // The link still lived when its last packet was acknowledged, and a timeout before its end.
    let alive = [
      acknowledged, isContradicted ? nil : timeout.map { connection.endUs - $0 - $0 / 4 },
    ].compactMap { $0 }.max()
    // What answered an upload is over with it.
    underWay =
      left && upload != nil
      ? nil
      : (connection.notifications + connection.writes).filter { stream in
        stream.mayBeBulk && (stream.isSeries || stream.isTransferred) && stream.count > 1
          && (stream.lastUs.map { $0 >= last - Self.underWayWithin.value } ?? false)
          && !stream.hasEnded(by: alive)
      }.max { $0.bytes < $1.bytes }
    // What was sent right before the end was not waited for.
    let pending = connection.att.pending.last {
      $0.frame > connection.lastRxFrame ?? 0 && $0.ageUs >= Self.leastPending
    }
    self.pending = pending
    let isWritePending = pending?.request == .writeRequest
    let lastData = connection.lastDataUs ?? connection.startUs
    let write = connection.writes.filter { $0.direction == .tx }
      .max { $0.lastFrame < $1.lastFrame }
    let isUnderWay = underWay.map { $0 == write } ?? false
    lastWrite = write.flatMap { write in
      let isRecent = write.lastUs.map { $0 >= lastData - Self.lastWriteWithin.value } ?? false
      return isRecent && !isUnderWay && !isWritePending && upload != write ? write : nil
    }
  }

  private static func isUpload(_ stream: ReportV1.NotificationStream) -> Bool {
    stream.mayBeBulk && stream.kind == .write && stream.direction == .tx
      && stream.bytes >= leastUpload.value
  }

  /// Whether the end came too long after the peer had left for the timeout that was set last.
  private static func isContradicted(
    _ connection: ReportV1.Connection, _ heard: ReportV1.Heard?, _ timeout: Int?
  ) -> Bool {
    guard let heard, let timeout else { return false }
    return isTooLong(connection.endUs - heard.timeUs, timeout)
  }

  /// Whether a silence that is one is longer than the timeout set last lets it be.
  private static func isTooLong(_ silence: Int?, _ timeout: Int?) -> Bool {
    guard let silence, let timeout else { return false }
    return silence > timeout + timeout / 4
  }

  /// Whether something was heard within the timeout. A little less is what logging takes; far less
  /// is a log that was written late.
  private static func isTooShort(_ silence: Int?, _ timeout: Int?) -> Bool {
    guard let silence, let timeout else { return false }
    return silence < timeout - timeout / 10 && silence >= timeout / 2
  }

  /// The timeout with which the connection began, where that one ran, and not the one set last.
  var firstTimeoutUs: Int? {
    guard events == nil, timeout != nil, connection.completeFrame != nil else { return nil }
    return connection.parameters.firstTimeoutUs(
      ranIn: connection.endUs - connection.startUs)
  }

  /// The peer had left, and the first timeout held the connection after that.
  var isHeldByFirstTimeout: Bool { peerLeft && firstTimeoutUs != nil }

  /// From the peer's last data, or from when it was heard elsewhere, to the end; the timeout where
  /// the frames do not show that.
  var lostUs: Int {
    guard isHeldByFirstTimeout else { return timeout ?? silence ?? 0 }
    return silence ?? timeout ?? 0
  }

  /// What makes two losses alike: whether the peer had left, what went on, whether a write was
  /// answered, and how the signal was.
  /// Which timeout ran depends on the controller, and says nothing about the cause.
  var likeness: String {
    let activity =
      underWay.map { "stream \($0.valueHandle)" }
      ?? pending.map {
        $0.request.isDiscovery
          ? "discovery" : "open \($0.request.word) \($0.handle ?? 0)"
      }
      ?? lastWrite.map { "write \($0.valueHandle)" } ?? phase
    let isWeak = signal?.trend == .receding || signal?.last ?? 0 < WeakSignalRule.weak.value
    return "\(peerLeft ? "left" : "lost") \(activity)\(isWeak ? " weak" : "")"
  }

  /// The attribute that this host wrote last before it.
  var written: Int? {
    lastWrite?.valueHandle ?? pending.flatMap { $0.request == .writeRequest ? $0.handle : nil }
  }

  /// Whether the last write is one that the app sends again and again, and that the device always
  /// answered: then it did not leave for it. Another request to the same attribute may stand out.
  var isPoll: Bool {
    guard let handle = written else { return false }
    let frame = lastWrite?.lastFrame
    return connection.dialogues.contains { dialogue in
      dialogue.client == .local && dialogue.request.kind == .write
        && dialogue.request.valueHandle == handle && dialogue.answered >= Self.leastPolls.value
        && dialogue.repeated * 4 >= dialogue.requests * 3
        && dialogue.answered * 10 >= dialogue.requests * 9
        && (frame.map {
          !dialogue.unansweredFrames.contains($0) || dialogue.missedFrames.contains($0)
        } ?? true)
    }
  }

  /// The last phase in which something went on.
  private var phase: String {
    connection.phases.last { $0.name != .close && $0.name != .idle }?.name.rawValue ?? ""
  }

  var severity: ReportV1.Severity {
    if peerLeft { return upload == nil ? .warning : .info }
    return connection.tempered(.error)
  }

  var frames: [Int] {
    Wording.handful(
      [connection.lastRxFrame, pending?.frame ?? lastWrite?.lastFrame, heard?.frame, end.frame]
        .compactMap { $0 })
  }

  /// The silence that the frames show is not the timeout that was set last.
  var isDisputed: Bool {
    Self.isTooShort(silence, timeout) || Self.isTooLong(isWaitedFor ? silence : nil, timeout)
  }
}

extension ReportV1.NotificationStream {
  /// Whether no value came for several of its gaps before a time at which the link still lived.
  fileprivate func hasEnded(by alive: Int?) -> Bool {
    guard let alive, let lastUs else { return false }
    let pause = max(LinkLoss.underWayWithin.value, min(gapUs.p95 ?? 0, LinkLoss.longestPause) * 2)
    return alive - lastUs > pause
  }
}
