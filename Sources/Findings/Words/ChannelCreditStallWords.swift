import Report
import Text

extension ChannelCreditStallRule {
  static let summary = "The sender of an L2CAP channel waited for credits from the receiver."
  static let explanation = """
    Each frame on a credit-based channel uses a credit, and the receiver gives new credits when it \
    has read the data. The rule reports waits of at least \(least) and \(leastIntervals.word) \
    connection intervals. A wait counts only if the sender continued as soon as it had credits, or \
    waited in the middle of an SDU: a capture does not show whether the sender had more data. \
    Channels that are older than the capture are not reported.
    """

  var message: String {
    let name = channel.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let psm = channel.psm.map { " with PSM \(Quantity.handle($0))" } ?? ""
    let longest = Wording.duration(waits.longestUs)
    let length =
      waits.count == 1
      ? "for \(longest)"
      : "\(Wording.times(waits.count)), \(Wording.duration(waits.totalUs)) in total, the longest "
        + "\(longest)"
    return "\(sender == .local ? "This host" : "The peer") had no credits to send on the "
      + "\(name)\(psm) \(length)."
  }

  var advice: String? {
    sender == .local
      ? "The peer gives credits when its app has read the data: look in that app for a reader that "
        + "is slow, or that stopped reading its stream or socket."
      : "This host gives credits when its app has read the data: the app should read the channel's "
        + "stream or socket immediately, on its own thread, and process the data elsewhere."
  }
}
