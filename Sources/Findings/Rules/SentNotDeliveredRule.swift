import BluetoothProtocol
import Report

/// A transfer was queued to its marker, and the connection ended before all of it had left.
struct SentNotDeliveredRule: Rule, RuleFacts {
  static let name = "sent-not-delivered"
  static let severity = ReportV1.Severity.error

  let transfer: ReportV1.Transfer
  let delivery: ReportV1.Delivery
  let cause: ReportV1.EndCause
  let disconnect: ReportV1.Disconnect?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].outcome == .undelivered }.finding {
      guard let delivery = $1.delivery, let end = $0.end else { return nil }
      let found = Self(
        transfer: $1, delivery: delivery, cause: end.cause, disconnect: $0.disconnect)
      return found.finding(
        found.isLikelyWhole ? .info : found.isEndOfPeer ? .warning : .error, $0.id,
        frames: [$1.firstFrame, $1.markerFrame ?? $1.lastFrame, end.frame],
        lostBytes: max(1, delivery.uncompletedBytes))
    }
  }

  var isEndOfPeer: Bool { disconnect?.reason.isByPeer ?? false }
  /// A receiver that hangs up at the marker most likely had it: the completion came too late.
  var isLikelyWhole: Bool { isEndOfPeer && delivery.uncompletedBytes == 0 }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .uncompletedPackets: .of(delivery.uncompletedPackets),
      .uncompletedBytes: .of(delivery.uncompletedBytes), .bytes: .of(transfer.payloadBytes),
      .reason: .of(disconnect?.reason),
    ]
  }
}
