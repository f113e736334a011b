import Report

extension MTUNotExchangedRule {
  static let summary =
    "No MTU was exchanged, although a lot of data was sent in chunks of 20 bytes."
  static let explanation = """
    Without Exchange MTU the MTU is 23, and a value carries at most 20 bytes. The rule compares \
    with the \(usualMTU - 3) bytes of MTU \(usualMTU), which phones have long offered, and reports \
    data of at least \(leastBytes): 50 values instead of 6. It does not report small messages: an \
    exchange costs as much as it saves. It does not report an exchange that was refused or \
    unanswered, or gave 23: that is the other side's choice. For controllers whose \
    buffers hold at most 27 bytes it reports only writes that wait for their answers: for other \
    values a larger MTU is of little use there. It is info if many chunks are \
    shorter than the rest: they end messages, which a larger MTU does not join. A stream is info \
    too, because it is not known how many messages it has. Values that are complete messages are \
    not reported. Values count as messages if at least half of them are \(slowestPieces) or more \
    after the previous one, or if the client wrote more than one value for every two of them; not \
    if \(leastFull) or more are full and \(leastLast) or more are shorter: then these end messages \
    that were cut. A connection that began before the capture is reported too, if no exchange and \
    no longer value follow.
    """

  var message: String {
    switch sent {
    case .bulk(let data):
      let least =
        data.isMessages
        ? ", because many of them are complete messages"
        : data.mayBeMessages ? ", and more if they are complete messages" : ""
      return "No MTU was exchanged: "
        + "\(Wording.initialLower(data.name(data.uuid(in: connection)))) took "
        + "\(Wording.count(data.chunks, data.noun)) of \(data.isOfOneSize ? "" : "up to ")"
        + "\(data.chunkBytes) bytes, although MTU \(Self.usualMTU) needs "
        + "\(least.isEmpty ? "" : "at least ")\(Self.needed(data))\(least)."
    case .stream(let stream, let other):
      let began = connection.mtu.effective == nil ? " in the capture" : ""
      let share = stream.bytes / max(stream.count, 1) >= 16 ? "most" : "many"
      return "No MTU was exchanged\(began): \(share) of \(Self.name(stream)) had the 20 bytes that "
        + "MTU 23 allows\(other.map(also) ?? ""). With a larger MTU fewer values would be enough."
    }
  }

  private static func name(_ stream: ReportV1.NotificationStream) -> String {
    "\(Wording.stream(stream.kind, stream.uuid, stream.valueHandle)) "
      + "(\(Wording.count(stream.count, "value")), \(Wording.count(stream.bytes, "byte")))"
  }

  /// `; the same is true for most of the writes of FFF3 (260 values, 4855 bytes), one every 60.2 ms
  /// (median), each a request that waited for the answer to the previous one`.
  private func also(_ stream: ReportV1.NotificationStream) -> String {
    let pace = stream.gapUs.p50.map { ", one every \(Wording.duration($0)) (median)" } ?? ""
    let sent = connection.att.pdus.tx
    let isAnswered =
      stream.kind == .write && stream.direction == .tx
      && sent[.writeRequest] >= stream.count && sent[.writeCommand] == 0
      && connection.att.overlaps.isEmpty
    return "; the same is true for most of \(Self.name(stream))\(pace)"
      + (isAnswered ? ", each a request that waited for the answer to the previous one" : "")
  }

  var advice: String? {
    "The central has to exchange the MTU after connecting: iOS and BlueZ do so automatically, on "
      + "Android the app calls requestMtu. The peripheral's firmware has to offer more than 23."
  }
}
