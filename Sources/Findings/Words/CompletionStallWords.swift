import Report

extension CompletionStallRule {
  static let summary =
    "The controller completed none of the outgoing packets for a long time."
  static let explanation = """
    A controller that has sent a packet, and has its acknowledgement, gives the buffer back with \
    Number Of Completed Packets. A stall is a time without this event, while packets are \
    outstanding, that is longer than 0.5 s and four connection intervals: ordinary packet loss \
    does not take that long. HCI does not show what the Link Layer retransmitted, so the finding \
    says stall, not retransmission. If all buffers were in use for most of the stall, credit-stall \
    reports it instead. If the link was lost at its end, link-loss reports it. The rule does not \
    report waits that peripheral latency allows, which is (latency + 1) x interval and no more, and reports nothing in a capture without \
    completions. If the capture has almost no packets during the stall and several at its end, the \
    controller or its transport to the host is named first: a peer that does not acknowledge does \
    not delay other packets.
    """

  var message: String {
    var message =
      "No packet was completed \(stalls.wording), with \(longest.outstanding) outstanding"
    if isNearTimeout {
      let left = Wording.duration(timeoutUs - longest.durationUs)
      message +=
        "; \(left) more without any packet from the peer would have reached the "
        + "supervision timeout of \(Wording.duration(timeoutUs))"
    }
    if let us = longest.silentUs, isSilent {
      message += ". For \(Wording.duration(us)) of it the controller reported nothing at all"
      if let burst {
        message +=
          ", and then \(burst) packets within \(Wording.duration(longest.durationUs - us))"
      }
    }
    return message + "."
  }

  var advice: String? {
    if burst != nil {
      return
        "Most likely this host's controller, or its transport to the host, was busy or asleep: "
        + "all of its reports came at once. Look at the power saving of the transport, at other "
        + "work of the radio, such as Wi-Fi, and only then at the peer."
    }
    let suspects: [String?] = [
      "the distance", hadOthers ? "other connections in that time" : nil,
      hadScans ? "scanning in that time" : nil,
      isSilent ? "the controller" : "other work of the radio, such as Wi-Fi or BR/EDR",
      isSilent ? "its transport to the host" : nil,
    ]
    return "The peer did not acknowledge, or this host's controller was busy elsewhere: look at "
      + "\(Wording.list(suspects.compactMap(\.self)))."
  }
}
