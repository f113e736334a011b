import Report

/// A transfer is incomplete.
enum TransferIncompleteRule: Rule {
  static let name = "transfer-incomplete"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = [.passesAsInfo, .transferEnding]
  static let summary = "A transfer stopped before its end."
  static let explanation = """
    The rule looks only at characteristics that are known to carry transfers: another transfer on \
    them ended with its marker, or their data has a framing. It is an error when the connection \
    ended first, or when the messages of the framing contradict each other. It is a warning when \
    another transfer began, when the client cancelled it, or when the receiver unsubscribed or \
    subscribed again, because it may not have wanted more data. It is info when only the capture \
    ended, or when the logger cut answers of the server: one of them may have completed the \
    transfer.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].complete && $0[$1].chunks > 0 }.finding {
      finding($0, $1, file.capture)
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer, _ capture: ReportV1.Capture
  ) -> RuleFinding? {
    var severity: ReportV1.Severity
    let why: String
    var frames = [transfer.firstFrame, transfer.lastFrame]
    switch transfer.ending {
    // That it was refused is a fault of its protocol, and has a rule of its own.
    case .marker, .framing, .refused: return nil
    case .replaced:
      severity = .warning
      why = "another transfer began"
    case .cancelled:
      severity = .warning
      // To stop early is how a client of it cancels; the capture may also lack what came before.
      why =
        transfer.framing?.name == "esp-ota"
        ? "the client stopped it, or the capture missed its last part," : "the client cancelled it"
    case .broken:
      severity = .error
      why = "its messages contradict each other\(contradiction(transfer, connection))"
    case .linkClosed:
      severity = .error
      let reason = connection.disconnect?.name.map { " (\($0))" } ?? ""
      why = "the connection ended\(reason)"
      if let end = connection.disconnect { frames.append(end.frame) }
    case .unsubscribed:
      severity = .warning
      why = "the receiver unsubscribed"
      frames += subscription(after: transfer, connection) { $0 == .off }
    case .resubscribed:
      severity = .warning
      why = "the receiver subscribed again"
      frames += subscription(after: transfer, connection) { $0 != .off }
    case .captureEnded:
      severity = .info
      why = "the capture ended"
    }
    let mayBeComplete = transfer.outcome == .unknown
    if mayBeComplete { severity = .info }
    let near = NearMarkerWords(connection, transfer)
    return RuleFinding(
      severity, connection: connection.id, frames: Array(Set(frames)).sorted(),
      "\(Wording.sentence(Wording.transfer(transfer))) "
        + (mayBeComplete ? "may be incomplete: " : "is incomplete: ") + "\(why) after "
        + (transfer.sizeIsKnown ? "\(Wording.count(transfer.payloadBytes, "byte")) in " : "")
        + "\(Wording.count(transfer.chunks, "chunk"))\(uncompleted(transfer))"
        + (mayBeComplete
          ? ", but the logger cut answers of the server, so its end is not known." : ".")
        + (near.map { " Its last value is almost the marker: \($0.difference)." } ?? ""),
      evidence: [
        .transfer: .int(transfer.id), .ending: .string(transfer.ending.rawValue),
        .bytes: .int(transfer.payloadBytes), .chunks: .int(transfer.chunks),
      ],
      advice: near?.advice
        ?? (mayBeComplete ? CaptureTruncatedRule.advice(format: capture.format) : nil)
          ?? advice(transfer, severity),
      lostBytes: severity == .info ? 0 : transfer.payloadBytes, lostUs: transfer.durationUs)
  }

  private static func advice(
    _ transfer: ReportV1.Transfer, _ severity: ReportV1.Severity
  ) -> String {
    if severity == .info { return "Let the capture run until the transfer is complete." }
    if transfer.ending == .cancelled {
      return "Unless a user wanted this, look for the reason in the log of the client's app."
    }
    if transfer.ending == .broken, !transfer.isLearned, transfer.framing != nil {
      return "The client sent something wrong, or the capture missed a part. If the log of the "
        + "device has an error, too, send it again."
    }
    return transfer.framing != nil
      ? "The receiver has only a part. If the protocol allows it, the client should continue "
        + "after the last acknowledged byte; otherwise it has to start again."
      : "The receiver has only a part, and must discard it or request the rest: the sending "
        + "app should begin each transfer with its length, or number the chunks."
  }

  /// Of what was sent, so much had not even left.
  private static func uncompleted(_ transfer: ReportV1.Transfer) -> String {
    guard let delivery = transfer.delivery, delivery.uncompletedPackets > 0 else { return "" }
    let bytes =
      delivery.uncompletedBytes > 0
      ? ", with \(Wording.count(delivery.uncompletedBytes, "byte"))," : ""
    return ", and the controller never reported its last "
      + "\(Wording.count(delivery.uncompletedPackets, "packet"))\(bytes) as completed"
  }

  /// What contradicts: ` (CRC of the GBL file)`.
  private static func contradiction(
    _ transfer: ReportV1.Transfer, _ connection: ReportV1.Connection
  ) -> String {
    let faults = connection.framings.first { $0.name == transfer.framing?.name }?.faults ?? []
    let fault = faults.last { fault in
      switch fault.kind {
      case .malformed, .crcMismatch, .sequenceGap: fault.frame >= transfer.firstFrame
      default: false
      }
    }
    guard let fault else { return "" }
    switch fault.kind {
    case .crcMismatch: return " (the CRC of the \(fault.what) is wrong)"
    case .sequenceGap: return " (numbers before the \(fault.what) are missing)"
    default:
      let found = fault.found.map { ": \($0)" } ?? ""
      let expected = fault.expected.map { " in place of \($0)" } ?? ""
      return " (\(fault.what)\(found)\(expected))"
    }
  }

  private static func subscription(
    after transfer: ReportV1.Transfer, _ connection: ReportV1.Connection,
    _ wanted: (ReportV1.SubscriptionValue) -> Bool
  ) -> [Int] {
    let all = connection.servers.flatMap(\.subscriptions)
    let next = all.first {
      $0.frame > transfer.lastFrame && $0.valueHandle == transfer.valueHandle && wanted($0.value)
    }
    return next.map { [$0.frame] } ?? []
  }
}
