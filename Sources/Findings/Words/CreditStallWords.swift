import Report

extension CreditStallRule {
  static let summary = "Every buffer of the controller was in use, and the host had to wait."
  static let explanation = """
    The controller states how many packets it can hold (LE Read Buffer Size), and the host may \
    send no more until some are completed. A credit stall is the part of a stall (at least 0.5 s \
    and four connection intervals without a completion) in which all buffers were in use. During \
    it a stack refuses values. A stall that this rule reports is not reported by completion-stall. \
    If the link was lost at its end, link-loss reports it.
    """

  var message: String {
    let buffers =
      longest.outstanding == 1
      ? "The controller's only buffer was in use"
      : "All \(longest.outstanding) buffers of the controller were in use"
    return "\(buffers) \(stalls.wording), and nothing could be sent."
  }

  var advice: String? {
    let calls = SendingCalls(connection, from: longest.firstFrame, to: longest.lastFrame)
    return
      "The sending app has to wait until a buffer is free: \(calls.untilReady). To find out why "
      + "the link carried nothing, look at the distance, other connections and scanning."
  }
}
