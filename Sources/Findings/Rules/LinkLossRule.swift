import Report
import Text

/// The connection ended because nothing was heard for the supervision timeout.
enum LinkLossRule: Rule {
  static let name = "link-loss"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = [.faultyEnding, .mayBeMeant]
  static let summary = "The connection was lost: nothing was received for the supervision timeout."
  static let explanation = """
    Disconnection reason 0x08: the controller ends the connection when it has received no packet \
    for the supervision timeout. The finding says how many connection events fit into that time: \
    that many consecutive packets were lost. A capture has no empty packets, so the last packet \
    with data may be long before the silence. If the silence was shorter than the supervision \
    timeout, or longer while a packet of this host waited, the finding gives its length. The RSSI \
    before the loss, if the capture has it, shows whether the signal became weaker or a side \
    stopped with a good signal. The finding also says what was in progress: values that were sent \
    or received until at most 1 s before the peer's last data, the last write if it was at most \
    2 s before that data, and a request without an answer.

    If the peer advertised again before the controller ended the connection, the peer had left it: \
    it was reset or rebooted. That is a warning, and info if an upload of 10,000 bytes or more had \
    ended in the minute before, because a firmware update ends like that. A timeout under 1 s is \
    short for devices that move. Losses of one device are one finding if what was in progress, the \
    signal and what the peer did next are alike; the supervision timeouts may differ. If at least three \
    losses, not all alike, followed a write to the same attribute, the finding says so.

    If this host had requested the disconnection, disconnect-unanswered reports it instead.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let afterWrites = AfterWrites()
    return file.connections {
      $0[$1].disconnect?.reason == .connectionTimeout && !$0[$1].wasClosedByHost
    }.finding { connection, index in
      guard let loss = LinkLoss(connection) else { return nil }
      if let subject = afterWrite(loss) {
        afterWrites.all[subject, default: AfterWrite()].connections.append(connection.id)
        afterWrites.all[subject]?.kinds.insert(loss.likeness)
      }
      return finding(loss) {
        guard let loss = LinkLoss(file.capture.connections[index]) else { return nil }
        let others = afterWrite(loss).flatMap { afterWrites.all[$0] }
        return (loss, others.flatMap { $0.isCommon ? $0.connections : nil })
      }
    }
  }

  /// Complete when all losses were looked at: the words of a finding are made after that.
  private final class AfterWrites {
    var all: [FindingSubject: AfterWrite] = [:]
  }

  /// Losses of a device before which the same attribute was written last.
  private struct AfterWrite {
    var connections: [Int] = []
    var kinds: Set<String> = []

    /// In one finding it needs no words of its own.
    var isCommon: Bool { connections.count >= 3 && kinds.count > 1 }
  }

  private static func afterWrite(_ loss: LinkLoss) -> FindingSubject? {
    guard loss.peerLeft, let handle = loss.written else { return nil }
    return FindingSubject(loss.connection, "\(handle)", count: 1)
  }

  /// - Parameter again: finds the loss again, which is large, and the connections that were lost
  ///   after the same write, this one among them.
  private static func finding(
    _ loss: LinkLoss, _ again: @escaping () -> (LinkLoss, [Int]?)?
  ) -> RuleFinding {
    RuleFinding(
      loss.severity, connection: loss.connection.id, frames: loss.frames,
      lostBytes: loss.severity == .error ? max(1, loss.lostBytes) : loss.lostBytes,
      lostUs: loss.lostUs
    ) {
      guard let (loss, others) = again() else { return .init(message: summary) }
      return .init(
        message: message(loss, others), evidence: evidence(loss), advice: advice(loss))
    }.about(loss.connection, loss.likeness, frame: loss.end.frame)
  }

  private static func message(_ loss: LinkLoss, _ others: [Int]?) -> String {
    let connection = loss.connection
    var message = loss.beginning
    let signal = loss.signal
    if let rssi = signal?.last {
      message += "; RSSI was \(rssi) dBm"
      if signal?.trend == .receding { message += " and falling" }
    }
    if let underWay = loss.underWay { message += ". " + LinkLoss.sentence(underWay) }
    if let write = loss.lastWrite {
      message += ". The last write was to \(write.shortName) (#\(write.lastFrame))"
    }
    if let pending = loss.pending {
      message += ". " + Wording.sentence(pending.noAnswerWords(in: connection))
    }
    if let others { message += "; \(others.count) of this device's losses followed a write to it" }
    return message + "."
  }

  private static func evidence(_ loss: LinkLoss) -> EvidenceList {
    let connection = loss.connection
    let left: EvidenceList = [
      .peerHeardFrame: loss.heard.map { .int($0.frame) } ?? .null,
      .peerHeardBeforeEnd: loss.heard.map { _ in .bool(loss.peerLeft) } ?? .null,
      .peerHeardRssi: loss.heard?.rssi.map { .int($0) } ?? .null,
      .writtenBytesBefore: loss.upload.map { .int($0.bytes) } ?? .null,
      .underWay: loss.underWay.map { .string($0.shortName) } ?? .null,
      .underWayValues: loss.underWay.map { .int($0.count) } ?? .null,
      .underWayBytes: loss.underWay.map { .int($0.bytes) } ?? .null,
      .pendingFrame: loss.pending.map { .int($0.frame) } ?? .null,
      .lastWrite: loss.lastWrite.map { .string($0.shortName) } ?? .null,
      .lastWriteFrame: loss.lastWrite.map { .int($0.lastFrame) } ?? .null,
    ]
    let base: EvidenceList = [
      .reason: .status(loss.end.reason), .silenceUs: loss.silence.map { .int($0) } ?? .null,
      .supervisionTimeoutUs: loss.timeout.map { .int($0) } ?? .null,
      .firstTimeoutUs: loss.firstTimeoutUs.map { .int($0) } ?? .null,
      .eventsInTimeout: loss.events.map { .int($0) } ?? .null,
      .rssiLast: loss.signal?.last.map { .int($0) } ?? .null,
      .rssiSlopeDbPerS: loss.signal?.slopeDbPerS.map { .double($0) } ?? .null,
      .incompleteBytes: .int(loss.lostBytes),
    ]
    return base.with(left).with(connection.actors(loss.peerLeft ? .remote : nil))
  }

  /// A hand in front of the antenna takes longer; Linux sets 420 ms where no other is asked for.
  private static let shortTimeoutUs = 1_000_000

  private static func advice(_ loss: LinkLoss) -> String {
    if loss.peerLeft {
      let write =
        loss.lastWrite == nil && loss.pending?.request != .writeRequest
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
    if let timeout = loss.timeout, timeout > 0, timeout < shortTimeoutUs {
      return "A timeout of \(Wording.duration(timeout)) is short: a person between the devices may "
        + "block the link for longer. The peripheral's firmware should request 2 s or more (the "
        + "default on Linux is 420 ms)."
    }
    if let rssi = loss.signal, rssi.trend == .receding || rssi.last ?? 0 < WeakSignalRule.limit {
      return "The signal became weaker: the devices moved apart, or something was between them. "
        + "The app should reconnect and resume the transfer."
    }
    return "The app should reconnect and resume the transfer. If the signal was good, look for a "
      + "side that stopped: a crash, a reset, an empty battery, a radio that was busy with "
      + "something else."
  }
}
