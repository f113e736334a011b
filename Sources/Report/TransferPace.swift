/// What texts and comparisons say of a transfer: how long it took, and what became of it.
extension ReportV1.Transfer {
  /// From the first chunk to the marker or the last chunk; of what was sent, until the controller
  /// was done with it, as the times of its records are those at which the host queued them.
  public var paceUs: Int { delivery?.durationUs ?? durationUs }

  /// The payload by that time; `nil` where it is not known.
  public var paceBytesPerS: Double? {
    guard let delivery, delivery.durationUs != nil else { return throughputBytesPerS }
    return delivery.bytesPerS
  }

  /// How long the host took to queue all of it, where that is not when it had left.
  public var queuedUs: Int? {
    delivery.flatMap { $0.durationUs != nil || $0.uncompletedPackets > 0 ? durationUs : nil }
  }

  /// What became of it.
  public enum Outcome: Sendable {
    case complete, incomplete
    /// What ended it may be an answer that the logger cut.
    case unknown
    /// Its marker was sent, but the controller did not come to the end of it.
    case undelivered
    /// Nothing but the marker of the one before it, once more.
    case repeatedMarker
  }

  public var outcome: Outcome {
    if !complete {
      switch ending {
      case .linkClosed, .captureEnded, .replaced:
        return framing?.answersCut ?? false ? .unknown : .incomplete
      default: return .incomplete
      }
    }
    if repeatsMarkerOf != nil { return .repeatedMarker }
    return (delivery?.uncompletedPackets ?? 0) > 0 ? .undelivered : .complete
  }
}
