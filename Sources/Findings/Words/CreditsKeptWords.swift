import Report
import Text

extension CreditsKeptRule {
  static let summary =
    "A side of an L2CAP channel used all of its credits, and got none until the end."
  static let explanation = """
    Each frame on a credit-based channel uses a credit, which the receiver gives when the channel is \
    opened and with L2CAP_FLOW_CONTROL_CREDIT_IND (Core Vol 3, Part A, 10.1). The rule reports a \
    side that used its last credit and got no new one for \(least) or more, until the channel, the \
    connection or the capture ended. It is a warning if the sender was in the middle of an SDU then: \
    data waited. Else it is info, because a capture does not show whether the sender had more to \
    say. The time in which a lost link was silent does not count. It takes the place of \
    channel-credit-stall for that wait.
    """

  var message: String {
    let (sides, sender) = (connection.sides, Party(sender))
    let name = channel.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let psm = channel.psm.map { " with PSM \(Quantity.handle($0))" } ?? ""
    let until =
      channel.closeFrame != nil
      ? "the channel was closed"
      : connection.isOpen ? "the capture ended" : "the connection ended"
    return "\(sides.opening(sender)) had used all credits of the \(name)\(psm) at #\(frame), and "
      + "\(sides.name(sender.other)) gave none in the \(Wording.duration(waitedUs)) until \(until)"
      + (dataWaits ? ", in the middle of an SDU." : ".")
  }

  var advice: String? {
    let what =
      sender == .local
      ? "The peer gives credits when its app has read the data: look in that app for a reader that "
        + "stopped, or that gives credits only once."
      : "This host gives credits when its app has read the data: the app should read the channel's "
        + "stream or socket."
    return what + (dataWaits ? "" : " If the sender had no more to say, nothing is wrong.")
  }
}
