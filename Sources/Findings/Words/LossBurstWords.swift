import Report

extension LossBurstRule {
  static let summary = "For a while at least half of the packets on the air were retransmissions."
  static let explanation = """
    A packet is retransmitted until it is acknowledged; 2 % of retransmissions are usual. The rule \
    reports times with eight retransmissions or more that were at least half of all packets, if \
    together they last \(least) or more; a user does not notice shorter times. The signal strength \
    is measured at the sniffer, not at the devices. If it fell by \(leastFall) or more, compared \
    with the whole connection, distance or a body between the devices is the likely cause; if not, \
    another transmitter. Only captures of a sniffer show this.
    """

  var message: String {
    let count = air.bursts.count
    let cause =
      switch likelyCause {
      case nil: ""
      case .weakSignal:
        " The signal at the sniffer was \(Wording.decibels(fallenDb ?? 0)) dB lower than in the "
          + "whole connection: distance, or something between the devices, is the likely cause."
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
