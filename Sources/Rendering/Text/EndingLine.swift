import Report
import Text

/// The line of a connection's section that says how it ended.
enum EndingLine {
  static func words(_ connection: ReportV1.Connection) -> StyledText {
    guard let disconnect = connection.disconnect else {
      guard let end = connection.end else { return withoutEnd(connection) }
      return StyledText("\(Name.frame(end.frame)) \(end.cause.words)", .warning)
        + silence(before: connection)
    }
    return StyledText(
      "\(Name.frame(disconnect.frame))\(by(connection)) reason "
        + "\(Quantity.code(disconnect.reason)) " + (disconnect.name ?? "unknown"))
      + silence(before: connection) + timeout(connection) + open(connection)
      + after(connection)
  }

  /// Who it was, where the reason does not say so.
  private static func by(_ connection: ReportV1.Connection) -> String {
    // The reason of a sniffed connection never does.
    if let air = connection.air { return air.endedBy.map { " by the \($0.rawValue)," } ?? "" }
    guard let disconnect = connection.disconnect else { return "" }
    switch connection.endedBy {
    case .local? where disconnect.reason != .connectionTerminatedByLocalHost:
      let asked = connection.disconnectRequest.map { " (\(Name.frame($0.frame)))" } ?? ""
      return " by this host\(asked),"
    case .remote? where !disconnect.reason.isByPeer: return " by the peer,"
    default: return ""
    }
  }

  /// A silence at the end of a sniffed connection may show that it was lost.
  private static func withoutEnd(_ connection: ReportV1.Connection) -> StyledText {
    guard let ending = connection.ending, ending.by == .link || ending.by == .unknown else {
      return StyledText("not in the capture") + silence(before: connection)
    }
    if ending.by == .unknown { return unseen(connection, ending) }
    var text = "\(ending.frame.map(Name.frame) ?? "") link loss, "
    if let heard = ending.lastHeardFrame {
      text +=
        "\(Quantity.duration(us: ending.silentUs ?? 0)) after the last answer of the "
        + "peripheral (\(Name.frame(heard)))"
    } else {
      text += "the peripheral never answered"
    }
    return StyledText(text, .warning) + after(connection)
  }

  /// The capture has no end, and shows that there was one.
  private static func unseen(
    _ connection: ReportV1.Connection, _ ending: ReportV1.Ending
  ) -> StyledText {
    guard connection.air != nil else {
      let next = ending.after?.connectedFrame.map(Name.frame) ?? ""
      let later = ending.after?.connectedUs.map { " \(Quantity.duration(us: $0)) later" } ?? ""
      return StyledText(
        "not in the capture; its handle had another connection\(later) (from \(next) on)")
    }
    var text = "not heard"
    if let sealed = ending.requestFrame {
      text +=
        "; an encrypted control PDU as long as LL_TERMINATE_IND was the last data "
        + "(\(Name.frame(sealed)))"
    } else if let last = ending.lastHeardFrame, last == connection.lastFrame {
      text +=
        "; an answer of the peripheral (\(Name.frame(last))) was the last packet: the central "
        + "was not heard after it"
    }
    if ending.after == nil, ending.requestFrame == nil,
      connection.peerHeard?.frame ?? 0 <= connection.lastFrame
    {
      text += "; the sniffer heard others for longer than the supervision timeout"
      if ending.lastHeardFrame != connection.lastFrame {
        text += " after \(Name.frame(connection.lastFrame))"
      }
    }
    return StyledText(text + advertised(connection)) + after(connection)
  }

  /// `; it advertised 993 ms later (#3195), about the supervision timeout of 1 s`: as a peripheral
  /// does that waits for its central in vain.
  private static func advertised(_ connection: ReportV1.Connection) -> String {
    guard let after = connection.ending?.after, let frame = after.advertisedFrame,
      let time = after.advertisedUs, time >= 0, after.connectedFrame != nil
    else { return "" }
    let timeout = connection.parameters.last?.supervisionTimeoutUs ?? 0
    let isTimeout = timeout > 0 && (timeout * 9 / 10...timeout * 3 / 2).contains(time)
    let about =
      isTimeout ? ", about the supervision timeout of \(Quantity.interval(us: timeout))" : ""
    return "; it advertised \(Quantity.duration(us: time)) later (\(Name.frame(frame)))\(about)"
  }

  /// `, while #1640 waited for an answer`
  private static func open(_ connection: ReportV1.Connection) -> StyledText {
    guard let open = connection.ending?.open, !open.isEmpty else { return "" }
    let frames = open.map(Name.frame).joined(separator: " ")
    return StyledText(", while \(frames) waited for an answer")
  }

  /// `, 31.2 s after the last data of the peer (#796)`
  private static func silence(before connection: ReportV1.Connection) -> StyledText {
    guard let silence = connection.silentUs, let frame = connection.lastRxFrame else { return "" }
    let words = "\(Quantity.duration(us: silence)) after the last data of the peer"
    return connection.isOpen
      ? StyledText("; it lasted at least until \(words) (\(Name.frame(frame)))")
      : StyledText(", \(words) (\(Name.frame(frame)))")
  }

  /// The link was alive for longer than its data shows: `; by the timeout it was alive until 8 s
  /// before`
  private static func timeout(_ connection: ReportV1.Connection) -> StyledText {
    guard let ending = connection.ending, ending.by == .link, let silent = ending.silentUs,
      let data = connection.silentUs, data > silent
    else { return "" }
    return StyledText(
      "; by the supervision timeout it was alive until \(Quantity.duration(us: silent)) before")
  }

  /// What became of a peer that this host did not leave.
  private static func after(_ connection: ReportV1.Connection) -> StyledText {
    guard let ending = connection.ending, ending.by != .local, let after = ending.after else {
      return ""
    }
    if let frame = after.connectedFrame, let time = after.connectedUs, time >= 0 {
      let later = Quantity.duration(us: time)
      return StyledText("; connected again \(later) later (\(Name.frame(frame)))")
    }
    guard let frame = after.advertisedFrame, let time = after.advertisedUs else { return "" }
    let when = "\(Quantity.duration(us: abs(time))) \(time < 0 ? "before that" : "later")"
    return StyledText("; advertised \(when) (\(Name.frame(frame)))")
  }
}
