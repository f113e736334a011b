import Report

extension ControlOutOfTurnRule {
  static let summary = "A control PDU of the Link Layer came out of turn."
  static let explanation = """
    The procedures of the Link Layer say which control PDU may come when (Core Vol 6, Part B, 5.1). \
    The rule reports an answer, such as LL_LENGTH_RSP, to which the other side had sent no request; \
    LL_PAUSE_ENC_RSP on a connection that was never encrypted; and a second LL_VERSION_IND of one \
    side. Firmware that was written with less care, or that is under attack, may stop at such a \
    PDU. It reports nothing where the sniffer may have missed the request, lacks the beginning of \
    the connection, or cannot read it; answers for which a host is asked first are left out.
    """

  var message: String {
    let (sides, side) = (connection.sides, breach.side)
    let name = breach.name ?? "a control PDU"
    let more = breach.count > 1 ? " \(Wording.times(breach.count))" : ""
    if let cause = breach.causeFrame {
      return
        "\(sides.opening(side)) sent \(name) again (#\(breach.frame))\(more) after #\(cause): "
        + "a side sends it once in a connection."
    }
    if name == Self.pauseResponse {
      return "\(sides.opening(side)) sent \(name) (#\(breach.frame))\(more) although nothing was "
        + "encrypted, and no pause had been asked for."
    }
    return "\(sides.opening(side)) sent \(name) (#\(breach.frame))\(more) although "
      + "\(sides.name(side.other)) had not asked for it."
  }

  private static let pauseResponse = "LL_PAUSE_ENC_RSP"

  var advice: String? {
    "Look at the firmware of the side that sent it, or at what else sends in its name."
  }
}
