import Report
import Text

/// How a lost link is worded.
extension LinkLoss {
  /// All up to the signal.
  var beginning: String {
    if let heard, peerLeft { return departure(heard) }
    let link = connection.transport == .brEDR ? "BR/EDR link" : "link"
    var message = "The \(link) was lost"
    if let silence, let timeout, isDisputed {
      message +=
        " with Connection Timeout: " + last(silence)
        + ", \(silence < timeout ? "less" : "more") than the current supervision timeout of "
        + "\(Wording.duration(timeout))"
      if let words = firstTimeout { message += "; the connection ended \(words)" }
    } else {
      message += ": nothing was received for the supervision timeout"
      if let timeout {
        message += ", \(Wording.duration(timeout))"
        if let events { message += " (\(Wording.count(events, "connection event")))" }
      }
      if let silence { message += "; " + last(silence) }
    }
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
    var message = "The peer left the connection: it advertised again"
    if let last = connection.lastRxUs {
      message += " \(Wording.duration(heard.timeUs.minus(last))) after its last data"
    }
    message += " (#\(heard.frame)\(Self.signal(heard)))"
    if let upload {
      message +=
        ", after \(Wording.count(upload.bytes, "byte")) had been written to "
        + upload.shortName
    }
    let later = Wording.duration(connection.endUs.minus(heard.timeUs))
    // Other losses of the same finding may have ended by the timeout set last.
    message +=
      "; the connection ended \(later) later \(firstTimeout ?? "(Connection Timeout)")"
    return message
  }

  private var firstTimeout: String? {
    guard let timeout, let firstTimeoutUs else { return nil }
    return
      "by its first supervision timeout of \(Wording.duration(firstTimeoutUs)), not the later one "
      + "of \(Wording.duration(timeout))"
  }

  /// What was logged so late was not heard so late: the controller had heard nothing for the
  /// timeout.
  private func last(_ silence: Int) -> String {
    let isShort = timeout.map { silence < $0 / 2 } ?? (silence == 0)
    guard isShort else {
      let what =
        isAcknowledgedLast
        ? "the last packet of this host was acknowledged"
        : "the last data was received"
      return "\(what) \(Wording.duration(silence)) before the end"
    }
    let when = silence == 0 ? "at the same time as" : "\(Wording.duration(silence)) before"
    return "the last data was logged \(when) the end, so the times of the log do not show the "
      + "silence"
  }

  /// `1,204 notifications of 2A37 (24 kB) were under way, for 12 s`
  static func sentence(_ stream: ReportV1.NotificationStream) -> String {
    let since = stream.firstUs.map {
      ", over \(Wording.duration(max(0, (stream.lastUs ?? $0).minus($0))))"
    }
    return "A series of \(Wording.count(stream.count, stream.kind.rawValue)) of "
      + "\(stream.shortName) (\(Wording.count(stream.bytes, "byte"))\(since ?? "")) had not ended"
  }
}
