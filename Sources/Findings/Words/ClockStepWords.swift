import Report

extension ClockStepRule {
  static let summary =
    "The clock went back or forward, or was set while bletrace live captured."
  static let explanation = """
    Captures use the wall clock, which is sometimes corrected. A step back of \(smallest) or more \
    between two HCI packets is reported: a smaller one means that the logger wrote records out of \
    order, and affects no limit of a rule. A step forward looks like a silence; one of a day or \
    more is reported as info, because few logs have such a silence: the clock was set, or the \
    logger continued an old file. The capture's duration does not include it. A shorter one is \
    reported as info too where an ATT client waits over it: a client gives up after 30 s (Core Vol \
    3, Part F, 3.3.3), and one that goes on after the answer has not waited that long. bletrace \
    live compares the clock with one that is never set: it takes each step out of the times, notes \
    it in the capture, and the step is reported as info. Where a sniffer's packets have times of \
    their own, those are used, and nothing is reported.

    If the times of all packets are equal, or go on in steps of a minute or more with most packets \
    between two steps, they cannot be true: in some btsnoop files the lower half of each time is 0, \
    and the steps are 71 minutes. If each step of half an hour or more is a multiple of 71.6 \
    minutes (2^32 us), by a second or less, the microseconds are in the upper half of each time, \
    whatever the lower one holds. Nothing is measured by such times, and rules that need them \
    report nothing.
    """

  var message: String {
    let frame = largest.frame
    let size = Wording.duration(Int(clamping: largest.stepUs.magnitude))
    switch kind {
    case .back, .backOfSniffer:
      return count == 1
        ? "The clock went back by \(size) at frame \(frame)."
        : "The clock went back \(Wording.times(count)), at most by \(size) at frame \(frame)."
    case .forward:
      let tenths = (largest.stepUs + 4_320_000_000) / 8_640_000_000
      let days = "\(tenths / 10).\(tenths % 10) days"
      return count == 1
        ? "The clock went forward by \(days) before frame \(frame), or nothing was logged."
        : "The clock went forward by a day or more \(Wording.times(count)), or nothing was logged; "
          + "the longest time is \(days) before frame \(frame)."
    case .withinExchange(let request, let answer):
      return "\(size) without a packet before frame \(frame) lie within one ATT exchange (frames "
        + "\(request) and \(answer)), whose client gives up after 30 s and went on: the clock was "
        + "set forward, a device slept, or nothing was logged."
    case .untrue(let fault):
      let what =
        fault.stepUs.map { "go on in steps of \(Wording.duration($0))" } ?? "are all equal"
      return "The times of this capture cannot be true: those of its "
        + "\(Wording.count(fault.packets, "packet")) \(what). Durations, gaps, stalls, rates and "
        + "latencies are not measured."
    case .corrected:
      let way = largest.stepUs > 0 ? "forward" : "back"
      return "The computer's clock was set "
        + (count == 1 ? "\(way) by" : "\(Wording.times(count)), at most \(way) by")
        + " \(size) before frame \(frame); the times of the capture go on as if it had not been."
    }
  }

  var advice: String? {
    switch kind {
    case .back:
      "Do not rely on durations and rates across that frame; wait until the clock is synchronized "
        + "(NTP) before you capture."
    case .backOfSniffer:
      "Do not rely on durations and rates across that frame: a sniffer's software may restart its "
        + "times, as when another device is selected."
    case .forward:
      "The clock was set, or the logger continued an old file: the records before and after that "
        + "frame are from different times. bletrace export can write them to separate files."
    case .withinExchange:
      "Do not take that time for a wait of either side. If the clock was set, wait until it is "
        + "synchronized (NTP) before you capture, or capture with bletrace live."
    case .untrue:
      "Capture again with another logger or converter, or look for the original file: the program "
        + "that wrote this one lost a part of each time, or put its parts in the wrong places."
    case .corrected:
      "Durations and rates are right. Where you compare times of day after that frame with another "
        + "log, add the step."
    }
  }
}
