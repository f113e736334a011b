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
      + silence(before: connection) + timeout(connection) + after(connection)
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
    guard connection.air != nil, let ending = connection.ending, ending.by == .link else {
      return StyledText("not in the capture") + silence(before: connection)
    }
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
