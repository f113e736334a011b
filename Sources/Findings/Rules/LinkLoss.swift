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

  private static let leastUpload = 10_000
  private static let recentUs = 60_000_000
  private static let underWayUs = 1_000_000
  /// A link without data for longer is not what the advertising is compared with.
  private static let returnUs = 30_000_000

  /// The signal, if it was measured within ten seconds of the silence: older readings say nothing
  /// about the loss.
  var signal: ReportV1.Rssi? {
    let age = connection.rssiLastUs.map { connection.endUs.minus($0) } ?? 0
    return age <= (timeout ?? 0).plus(10_000_000) ? connection.rssi : nil
  }

  init(_ connection: ReportV1.Connection, _ end: ReportV1.Disconnect) {
    self.connection = connection
    self.end = end
    silence = connection.lastRxUs.map { connection.endUs.minus($0) }.flatMap { $0 >= 0 ? $0 : nil }
    let parameters = connection.parameters.last
    timeout = parameters?.supervisionTimeoutUs
    let last = connection.lastRxUs ?? connection.startUs
    let heard = connection.peerHeard.flatMap { heard in
      heard.frame > connection.lastRxFrame ?? connection.firstFrame
        && heard.timeUs.minus(connection.endUs) <= Self.returnUs ? heard : nil
    }
    self.heard = heard
    let left = heard.map { $0.frame < end.frame } ?? false
    peerLeft = left
    let isContradicted = Self.isContradicted(connection, left ? heard : nil, timeout)
    events = parameters.flatMap {
      $0.usedIntervalUs > 0 && !isContradicted ? $0.supervisionTimeoutUs / $0.usedIntervalUs : nil
    }
    lostBytes =
      connection.transfers.indexes { !$0[$1].complete }
      .map { connection.transfers[$0].payloadBytes }.total
    // The peer answered after the last of them: the writing was over, and not cut off.
    let upload = connection.writes.filter { stream in
      Self.isUpload(stream) && stream.lastFrame < connection.lastRxFrame ?? 0
        && (stream.lastUs.map { $0 >= last.minus(Self.recentUs) } ?? false)
    }.max { $0.bytes < $1.bytes }
    self.upload = upload
    // What answered an upload is over with it.
    underWay =
      left && upload != nil
      ? nil
      : (connection.notifications + connection.writes).filter { stream in
        stream.count > 1 && (stream.lastUs.map { $0 >= last.minus(Self.underWayUs) } ?? false)
      }.max { $0.bytes < $1.bytes }
    pending = connection.att.pending.last { $0.frame > connection.lastRxFrame ?? 0 }
  }

  private static func isUpload(_ stream: ReportV1.NotificationStream) -> Bool {
    stream.kind == .write && stream.direction == .tx && stream.bytes >= leastUpload
  }

  /// Whether the end came too long after the peer had left for the timeout that was set last.
  private static func isContradicted(
    _ connection: ReportV1.Connection, _ heard: ReportV1.Heard?, _ timeout: Int?
  ) -> Bool {
    guard let heard, let timeout else { return false }
    return connection.endUs.minus(heard.timeUs) > timeout.plus(timeout / 4)
  }

  var severity: ReportV1.Severity {
    if peerLeft { return upload == nil ? .warning : .info }
    return connection.tempered(.error)
  }

  var frames: [Int] {
    Wording.handful(
      [connection.lastRxFrame, pending?.frame, heard?.frame, end.frame].compactMap { $0 })
  }

  /// All up to the signal.
  var beginning: String {
    if let heard, peerLeft { return departure(heard) }
    var message =
      "The \(connection.transport == .brEDR ? "BR/EDR link" : "link") was lost: nothing was heard "
      + "for the supervision timeout"
    if let timeout {
      message += " of \(Wording.duration(timeout))"
      if let events { message += ", \(Wording.count(events, "connection event"))" }
    }
    if let silence { message += "; " + last(silence) }
    if let heard {
      message +=
        "; the peer advertised again \(Wording.duration(heard.timeUs.minus(connection.endUs)))"
        + " after the end (#\(heard.frame)\(Self.signal(heard)))"
    }
    return message
  }

  private static func signal(_ heard: ReportV1.Heard) -> String {
    heard.rssi.map { ", \($0) dBm" } ?? ""
  }

  private func departure(_ heard: ReportV1.Heard) -> String {
    var message = "The link was lost after the peer had left it: it advertised again"
    if let last = connection.lastRxUs {
      message += " \(Wording.duration(heard.timeUs.minus(last))) after its last data"
    }
    message += " (#\(heard.frame)\(Self.signal(heard)))"
    if let upload {
      message +=
        ", after \(Wording.count(upload.bytes, "byte")) had been written to "
        + (upload.uuid ?? Wording.handle(upload.valueHandle))
    }
    message +=
      "; our controller gave up \(Wording.duration(connection.endUs.minus(heard.timeUs)))"
      + " later (Connection Timeout)"
    if let words = firstTimeout { message += ", " + words }
    return message
  }

  /// Some controllers go by the timeout with which the connection began.
  private var firstTimeout: String? {
    guard events == nil, connection.parameters.count > 1, let first = connection.parameters.first,
      let timeout, first.supervisionTimeoutUs != timeout, connection.completeFrame != nil
    else { return nil }
    let firstUs = first.supervisionTimeoutUs
    let age = connection.endUs.minus(connection.startUs)
    guard age >= firstUs, age <= firstUs.plus(firstUs / 20) else { return nil }
    return "\(Wording.duration(age)) after the connection began: that is its first supervision "
      + "timeout, and not the \(Wording.duration(timeout)) set last"
  }

  /// What was logged so late was not heard so late: the controller had heard nothing for the timeout.
  private func last(_ silence: Int) -> String {
    let isShort = timeout.map { silence < $0 / 2 } ?? (silence == 0)
    guard isShort else { return "the last data came \(Wording.duration(silence)) before the end" }
    let index = silence == 0 ? "at the same time as" : "\(Wording.duration(silence)) before"
    return "the last data was logged \(index) the end, so the log's times do not show the silence"
  }

  /// `1,204 notifications of 2A37 (24 kB) were under way since 12 s before the end`
  static func sentence(_ stream: ReportV1.NotificationStream, _ loss: LinkLoss) -> String {
    let since = stream.firstUs.map {
      ", for \(Wording.duration(max(0, (stream.lastUs ?? $0).minus($0))))"
    }
    return "\(Wording.count(stream.count, stream.kind.rawValue)) of "
      + "\(stream.uuid ?? Wording.handle(stream.valueHandle)) "
      + "(\(Wording.count(stream.bytes, "byte"))) were under way\(since ?? "")"
  }
}
