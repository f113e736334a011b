import Report

extension ValueOverMTURule {
  static let summary = "A notification or indication is longer than the MTU allows."
  static let explanation = """
    Its value may have MTU - 3 bytes (Core Vol 3, Part F, 3.4.7.1), and its sender must cut a \
    longer value. A receiver that enforces the agreed size drops the packet or ends the \
    connection. Without an exchange the MTU is 23. If the capture has no exchange, the exchange \
    may be missing from the capture: then the severity is info, and the report does not say which \
    MTU was in force. The rule reports nothing if the capture lost records, and nothing on \
    connections with EATT, whose bearers have their own MTUs.
    """

  var message: String {
    let why =
      isKnown
      ? "MTU \(mtu) allows \(mtu - 3)."
      : "without an MTU exchange \(mtu - 3) bytes are allowed: the exchange is not in the capture, "
        + "or the sender violates ATT."
    return
      "A \(stream.kind.rawValue) of \(stream.shortName) is \(stream.maxBytes) bytes long: \(why)"
  }

  var advice: String? {
    isKnown
      ? "The sending app should cut its values to the MTU - 3 bytes that its stack reports."
      : "Use the complete capture instead of a filtered export; if there was no filter, the "
        + "sending app should send shorter values."
  }
}
