import Report
import Text

extension LinkLossRule {
  static let summary = "The connection was lost: nothing was received for the supervision timeout."
  static let explanation = """
    Disconnection reason 0x08: the controller ends the connection when it has received no packet \
    for the supervision timeout. The finding says how many connection events fit into that time: \
    that many consecutive packets were lost. A capture has no empty packets, so the last packet \
    with data may be long before the silence. If the silence was shorter than the supervision \
    timeout, or longer while a packet of this host waited, the finding gives its length. The RSSI \
    before the loss, if the capture has it, shows whether the signal became weaker or a side \
    stopped with a good signal. The finding also says what was in progress: values that were sent \
    or received until at most \(LinkLoss.underWayWithin) before the peer's last data, the last \
    write if it was at most \(LinkLoss.lastWriteWithin) before that data, and a request without an \
    answer. It adds what the controller counted in its own quality report right before the end, \
    and whether this host, although it scanned until the end of the capture, did not hear a device \
    with an unchanging address again.

    If the peer advertised again before the controller ended the connection, the peer had left it: \
    it was reset or rebooted. That is a warning, and info if an upload of \(LinkLoss.leastUpload) \
    or more had ended in the minute before, because a firmware update ends like that. A timeout \
    under \(shortTimeout) is short for devices that move. Losses of one device are one finding if \
    what was in progress, the signal and what the peer did next are alike; the supervision \
    timeouts may differ. If at least \(leastAfterWrite.word) losses, not all alike, followed a \
    write to the same attribute, or at least \(LossAges.leastAlike.word) came as long after the \
    connection began while the last data did not, the finding says so. That the last write may have \
    requested the end is not said of one that the app repeats, and that was answered \
    \(LinkLoss.leastPolls.word) times or more. If the device was connected again, or this host \
    tried to, the advice says so.

    If this host had requested the disconnection, disconnect-unanswered reports it instead.
    """

  var message: String {
    var message = beginning
    let signal = loss.signal
    if let rssi = signal?.last {
      message += "; RSSI was \(rssi) dBm"
      if signal?.trend == .receding { message += " and falling" }
    }
    if let words = quality.flatMap(sentence) { message += ". " + words }
    if let underWay = loss.underWay { message += ". " + Self.sentence(underWay) }
    if let write = loss.lastWrite, alikeInAge == nil {
      message += ". The last write was to \(write.shortName) (#\(write.lastFrame))"
    }
    if let pending = loss.pending {
      message += ". " + Wording.sentence(pending.noAnswerWords(in: loss.connection))
    }
    if let alikeInAge {
      let age = Wording.duration(loss.connection.endUs - loss.connection.startUs)
      let (count, all) = alikeInAge
      message +=
        "; \(count == all ? "all \(all)" : "\(count) of \(all)") losses of this device came \(age) "
        + "after the connection began, whenever the last data was received"
    }
    if let afterWrite, alikeInAge == nil {
      message += "; \(afterWrite.count) of this device's losses followed a write to it"
    }
    message += "."
    if let gone {
      message +=
        " In the \(Wording.duration(gone.restUs)) until the end of the capture this host did not "
        + "try to connect to it again, and did not hear it, though it scanned for "
        + "\(Wording.duration(gone.scannedUs))."
    }
    return message
  }

  /// All up to the signal.
  private var beginning: String {
    if let heard = loss.heard, loss.peerLeft { return departure(heard) }
    let (silence, timeout) = (loss.silence, loss.timeout)
    let link = loss.connection.transport == .brEDR ? "BR/EDR link" : "link"
    var message = "The \(link) was lost"
    if let silence, let timeout, loss.isDisputed {
      message +=
        " with Connection Timeout: " + last(silence)
        + ", \(silence < timeout ? "less" : "more") than the current supervision timeout of "
        + "\(Wording.duration(timeout))"
      if let words = firstTimeout { message += "; the connection ended \(words)" }
    } else {
      message += ": nothing was received for the supervision timeout"
      if let timeout {
        message += ", \(Wording.duration(timeout))"
        if let events = loss.events { message += " (\(Wording.count(events, "connection event")))" }
      }
      if let silence { message += "; " + last(silence) }
    }
    if let heard = loss.heard {
      message +=
        "; the peer was seen to advertise again "
        + "\(Wording.duration(heard.timeUs - loss.connection.endUs)) after the end "
        + "(#\(heard.frame)\(Self.signal(heard)))"
    }
    return message
  }

  private static func signal(_ heard: ReportV1.Heard) -> String {
    heard.rssi.map { ", \($0) dBm" } ?? ""
  }

  private func departure(_ heard: ReportV1.Heard) -> String {
    var message = "The peer left the connection: it advertised again"
    if let last = loss.connection.lastRxUs {
      message += " \(Wording.duration(heard.timeUs - last)) after its last data"
    }
    message += " (#\(heard.frame)\(Self.signal(heard)))"
    if let upload = loss.upload {
      message +=
        ", after \(Wording.count(upload.bytes, "byte")) had been written to "
        + upload.shortName
    }
    // Where the times cannot be true, there are none.
    let later =
      heard.timeUs > 0 ? Wording.duration(loss.connection.endUs - heard.timeUs) + " later" : "later"
    // Other losses of the same finding may have ended by the timeout set last.
    return message
      + "; the connection ended \(later) \(firstTimeout ?? "(Connection Timeout)")"
  }

  private var firstTimeout: String? {
    guard let timeout = loss.timeout, let first = loss.firstTimeoutUs else { return nil }
    return "by its first supervision timeout of \(Wording.duration(first)), not the later one of "
      + "\(Wording.duration(timeout))"
  }

  /// What was logged so late was not heard so late: the controller had heard nothing for the
  /// timeout.
  private func last(_ silence: Int) -> String {
    let isShort = loss.timeout.map { silence < $0 / 2 } ?? (silence == 0)
    guard isShort else {
      let what =
        loss.isAcknowledgedLast
        ? "the last packet of this host was acknowledged"
        : "the last data was received"
      return "\(what) \(Wording.duration(silence)) before the end"
    }
    let when = silence == 0 ? "at the same time as" : "\(Wording.duration(silence)) before"
    return "the last data was logged \(when) the end, so the times of the log do not show the "
      + "silence"
  }

  /// `A series of 1,204 notifications of 2A37 (24,080 bytes, over 12 s) had not ended`
  private static func sentence(_ stream: ReportV1.NotificationStream) -> String {
    let since = stream.firstUs.map {
      ", over \(Wording.duration(max(0, (stream.lastUs ?? $0) - $0)))"
    }
    return "A series of \(Wording.count(stream.count, stream.kind.rawValue)) of "
      + "\(stream.shortName) (\(Wording.count(stream.bytes, "byte"))\(since ?? "")) had not ended"
  }

  /// `The controller's report right before the end (#27869) counts 304 retransmissions and 210
  /// times without a packet`
  private func sentence(_ report: ReportV1.QualityReport) -> String? {
    let isCounted = report.retransmissions ?? 0 > 0 || report.noRx ?? 0 > 0
    let counts = [
      report.retransmissions.map { Wording.count($0, "retransmission") },
      report.noRx.map { Wording.count($0, "event") + " without a packet of the peer" },
    ].compactMap { isCounted ? $0 : nil }
    var facts = counts.isEmpty ? [] : ["counts \(counts.joined(separator: " and "))"]
    // What the host had read itself is said.
    if loss.signal == nil, let rssi = report.measuredRSSI {
      facts.append("has an RSSI of \(rssi) dBm")
    }
    guard !facts.isEmpty else { return nil }
    return "The controller's quality report right before the end (#\(report.frame)) "
      + Wording.list(facts)
  }

  private var reconnect: String {
    let isCut =
      loss.lostBytes > 0 || loss.connection.ending?.dataComplete == false
      || loss.underWay.map { $0.kind == .write } ?? false
    guard let again else {
      return "The app should reconnect\(isCut ? " and resume the transfer" : "")."
    }
    let did =
      again.connectedUs.map {
        "The connection was made again \(Wording.duration($0)) after the end (#\(again.frame))"
      } ?? "This host tried to connect again (#\(again.frame))"
    return did + (isCut ? "; the app should then resume the transfer." : ".")
  }

  var advice: String? {
    if loss.peerLeft {
      let write =
        loss.lastWrite == nil && loss.pending?.request != .writeRequest || loss.isPoll
        ? "" : " The last write may have requested it."
      return "Find out why the device left: a reboot at the end of an update is intended, a crash "
        + "or a reset is not.\(write) If the reboot is intended, the app or the device's firmware "
        + "should end the connection first: then no side waits for the supervision timeout."
    }
    // Fewer than six is what the specification gives a connection to come about at all.
    if let events = loss.events, events < 6 {
      return "The timeout spans only \(Wording.count(events, "connection event")): the "
        + "peripheral's firmware or the central's app should request a longer one, of 2 s or more."
    }
    if let timeout = loss.timeout, timeout > 0, timeout < Self.shortTimeout.value {
      return "A timeout of \(Wording.duration(timeout)) is short: a person between the devices may "
        + "block the link for longer. The peripheral's firmware should request 2 s or more (the "
        + "default on Linux is 420 ms)."
    }
    let weak = WeakSignalRule.weak.value
    if loss.signal?.trend == .receding {
      return "The signal became weaker: the devices moved apart, or something was between them. "
        + reconnect
    }
    if let rssi, rssi < weak {
      return "The signal was weak: the devices were far apart, or something was between them. "
        + reconnect
    }
    let stopped =
      "look for a side that stopped: a crash, a reset, an empty battery, a radio that was busy with "
      + "something else."
    if loss.signal == nil, rssi != nil {
      return "\(reconnect) The signal was not weak: \(stopped)"
    }
    return "\(reconnect) If the signal was good, \(stopped)"
  }
}
