import Report

extension TransferIncompleteRule {
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

  var message: String {
    "\(Wording.sentence(Wording.transfer(transfer))) "
      + (mayBeComplete ? "may be incomplete: " : "is incomplete: ") + "\(why) after "
      + (transfer.sizeIsKnown ? "\(Wording.count(transfer.payloadBytes, "byte")) in " : "")
      + "\(Wording.count(transfer.chunks, "chunk"))\(uncompleted)"
      + (mayBeComplete
        ? ", but the logger cut answers of the server, so its end is not known." : ".")
      + (MarkerDifference(connection, transfer).map {
        " Its last value is almost the marker: \($0.words)."
      } ?? "")
  }

  private var why: String {
    switch transfer.ending {
    case .marker, .framing, .refused: ""
    case .replaced: "another transfer began"
    // To stop early is how a client of it cancels; the capture may also lack what came before.
    case .cancelled where transfer.framing?.name == "esp-ota":
      "the client stopped it, or the capture missed its last part"
    case .cancelled: "the client cancelled it"
    case .broken: "its messages contradict each other\(contradictionWords)"
    case .linkClosed: "the connection ended\(connection.disconnect?.name.map { " (\($0))" } ?? "")"
    case .unsubscribed: "the receiver unsubscribed"
    case .resubscribed: "the receiver subscribed again"
    case .captureEnded: "the capture ended"
    }
  }

  /// ` (CRC of the GBL file)`.
  private var contradictionWords: String {
    guard let fault = contradiction else { return "" }
    switch fault.kind {
    case .crcMismatch: return " (the CRC of the \(fault.what) is wrong)"
    case .sequenceGap: return " (numbers before the \(fault.what) are missing)"
    default:
      let found = fault.found.map { ": \($0)" } ?? ""
      let expected = fault.expected.map { " in place of \($0)" } ?? ""
      return " (\(fault.what)\(found)\(expected))"
    }
  }

  /// How much of what was sent had not even left.
  private var uncompleted: String {
    guard let delivery = transfer.delivery, delivery.uncompletedPackets > 0 else { return "" }
    let bytes =
      delivery.uncompletedBytes > 0
      ? ", with \(Wording.count(delivery.uncompletedBytes, "byte"))," : ""
    return ", and the controller never reported its last "
      + "\(Wording.count(delivery.uncompletedPackets, "packet"))\(bytes) as completed"
  }

  var advice: String? {
    if let near = MarkerDifference(connection, transfer) { return near.advice }
    if mayBeComplete { return CaptureTruncatedRule.advice(format: captureFormat) }
    if severity == .info { return "Let the capture run until the transfer is complete." }
    if transfer.ending == .cancelled {
      return "Unless a user wanted this, look for the reason in the log of the client's app."
    }
    if transfer.ending == .broken, transfer.framing != nil {
      return "The client sent something wrong, or the capture missed a part. If the log of the "
        + "device has an error, too, send it again."
    }
    return transfer.framing != nil
      ? "The receiver has only a part. If the protocol allows it, the client should continue after "
        + "the last acknowledged byte; otherwise it has to start again."
      : "The receiver has only a part, and must discard it or request the rest: the sending app "
        + "should begin each transfer with its length, or number the chunks."
  }
}
