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
    reports it instead. If the link was lost at its end, link-loss reports it. Peripheral latency \
    explains (latency + 1) x interval and no more, and encryption that starts, sniff mode, a role \
    switch and an update of the parameters explain a stall of which they took half: the rule reports \
    a stall only if what is left of it is longer than 0.5 s, and nothing of it if supervision-too-short reports such waits. It \
    reports nothing in a capture without completions, and only stalls of more than 2 s as long as \
    the latency of a connection that began before the capture is not known. If this host's \
    controller answered no command for half of the time or longer, or its radio or the link was \
    busy with something that the capture shows, the finding says with what. If the capture has \
    almost no packets during the stall and several at its end, the controller or its transport to \
    the host is named first: a peer that does not acknowledge does not delay other packets. It is \
    info if the stalls took less than \(graveTime) and less than \(graveShare) of the connection, \
    and none of them half of the supervision timeout.
    """

  var message: String {
    var message =
      "No packet was completed \(stalls.wording), with \(longest.outstanding) outstanding"
    // A controller that reported nothing at all may have heard the peer meanwhile.
    if isNearTimeout, !isSilent {
      let left = Wording.duration(timeoutUs - longest.durationUs)
      message +=
        "; \(left) more without any packet from the peer would have reached the "
        + "supervision timeout of \(Wording.duration(timeoutUs))"
    }
    if let cause { return message + ". " + words(for: cause) }
    if isSilent {
      let time = Wording.duration(silentUs)
      message += ". For \(time) of that time the controller reported nothing at all"
      if let burst, let us = longest.silentUs {
        message +=
          ", and then \(burst) packets within \(Wording.duration(longest.durationUs - us))"
      }
    }
    return message + "."
  }

  /// What the controller did, and for how long in all stalls.
  private func words(for cause: StallCause) -> String {
    let time = "For \(Wording.duration(cause.us)) of that time"
    let frame = Name.frame(cause.frame)
    return switch cause.cause {
    case .controllerCommand:
      "\(time) this host's controller reported nothing: it had not yet answered "
        + "\(cause.command ?? "a command") (\(frame))."
    case .encryptionStart: "\(time) encryption was being started (\(frame))."
    case .roleSwitch: "\(time) the two sides were changing roles (\(frame))."
    case .sniffMode: "\(time) the link was in sniff mode, and waited for its next anchor point."
    case .parameterUpdate: "\(time) the parameters of the connection were being changed (\(frame))."
    default:
      "\(time) this host's radio was also used for a scan, paging, an inquiry or audio (\(frame)), which "
        + "may be why."
    }
  }

  var advice: String? {
    if let cause { return Self.advice(for: cause) }
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

extension CompletionStallRule {
  private static func advice(for cause: StallCause) -> String {
    switch cause.cause {
    case .controllerCommand:
      "The time was lost in this host's controller, not at the peer: send that command less often, or not while "
        + "data are sent. If it is the end of a scan, scan with a window shorter than the interval, "
        + "or do not scan during the connection."
    case .encryptionStart:
      "Data wait while encryption starts: send them before it, or after it is on."
    case .roleSwitch: "Let the roles be settled before data are sent."
    case .sniffMode: "Leave sniff mode before data are sent, or ask for a shorter sniff interval."
    case .parameterUpdate: "Change the parameters before data are sent, and once."
    default:
      "Try the same without scanning, paging and inquiries while data are sent."
    }
  }
}
