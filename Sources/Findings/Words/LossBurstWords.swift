import Report

extension LossBurstRule {
  static let summary = "For a while at least half of the packets on the air were retransmissions."
  static let explanation = """
    A packet is retransmitted until it is acknowledged; 2 % of retransmissions are usual. The rule \
    reports times with eight retransmissions or more that were at least half of all packets, if \
    together they last \(least) or more; a user does not notice shorter times. The signal strength \
    is measured at the sniffer, not at the devices. If it fell by \(leastFall) or more, compared \
    with the whole connection, distance or a body between the devices is the likely cause. If not, \
    and \(ReportV1.AirSilence.leastEvents) packets of the central in a row or more got no answer, \
    the peripheral may have been gone or busy; else another transmitter is the likely cause. A \
    burst lies between answers of the peripheral: peripheral-silent reports one that stopped. What \
    the central repeats to a peripheral that passes over events, as its latency allows, was not \
    lost and does not count. Only captures of a sniffer show this.
    """

  var message: String {
    let count = air.bursts.count
    let cause =
      switch likelyCause {
      case nil: ""
      case .weakSignal:
        " The signal at the sniffer was \(Wording.decibels(fallenDb ?? 0)) dB lower than in the "
          + "whole connection: distance, or something between the devices, is the likely cause."
      case .peerSilent:
        " The peripheral left \(worst.unanswered) packets in a row without an answer, at a signal as "
          + "strong as usual: it may have been gone, or busy."
      case .interference:
        " The signal at the sniffer was as strong as usual: another transmitter is the likely "
          + "cause."
      }
    return (count == 1 ? "A burst of loss lasted " : "\(count) bursts of loss lasted ")
      + "\(Wording.duration(durationUs))\(count == 1 ? "" : " together"): in the worst, "
      + "\(worst.retransmitted) of \(worst.packets) packets were retransmissions.\(cause)"
  }

  var advice: String? {
    "See what the devices and people did at that time, and what else was sending."
  }
}
