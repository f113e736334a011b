import Ceiling
import Report

extension BulkSmallValuesRule {
  static let summary = "Bulk data was sent in values much smaller than possible."
  static let explanation = """
    Each value needs a header and, with most senders, one packet of a connection event: data in \
    20-byte values takes many times as long as in values of MTU - 3 bytes. \
    \(BulkFinding.explanation)
    """
}

extension BulkOneInFlightRule {
  static let summary = "Bulk data was sent with one packet in flight at a time."
  static let explanation = """
    Number Of Completed Packets shows when the controller has finished a packet. A sender that \
    waits for this event before it sends the next packet sends one packet in each connection \
    event, although most links carry four or more. A shorter interval helps; more packets in \
    flight help more. Transfers count too. \(BulkFinding.reference)
    """
}

extension BulkAnsweredRule {
  static let summary = "Bulk data was sent in values that each waited for an answer."
  static let explanation = """
    A Write Request waits for its response and an indication for its confirmation: one or two \
    connection events for each value. For transfers with a marker, confirmed-chunks reports this. \
    \(BulkFinding.reference)
    """
}

extension BulkTimerRule {
  static let summary = "Bulk data was sent by a timer, slower than the link allows."
  static let explanation = """
    Values were sent at a regular interval, and for most of the time no packet was outstanding. \
    The rule looks at writes only: notifications at a regular interval are telemetry, not bulk \
    data. \(BulkFinding.reference)
    """
}

extension BulkSlowIntervalRule {
  static let summary = "Bulk data waited for connection events that were far apart."
  static let explanation = """
    Packets are sent only at connection events. The estimate is for an interval of \
    \(Wording.interval(WhatIfs.shortIntervalUs)), which phones grant on request. An interval of up \
    to \(BulkRuns.usualInterval), which phones use without a request, is only mentioned together \
    with other causes. \(BulkFinding.reference)
    """
}

extension BulkPausesRule {
  static let summary = "No bulk data was sent for much of the time."
  static let explanation = """
    A pause is a gap of the characteristic: a silence longer than \(GapRule.least), \
    \(GapRule.intervals.word) times the median interval and \(GapRule.intervals.word) connection \
    intervals. Stalls of this host's controller are not counted. For \
    received data, silences in which this host sent something are not counted either, because the \
    sender may have waited for it, and the capture does not show whether the sender paused or the \
    link was silent. Received data with pauses at a regular interval is a series of messages, and \
    is not reported. \(BulkFinding.reference)
    """
}

extension BulkFinding {
  /// In the explanations of all rules but bulk-small-values.
  static let reference = "See bulk-small-values for the limits."

  /// When the rules report, in the explanation of bulk-small-values.
  static let explanation = """
    There is one finding for all runs of a peer's characteristic. It is reported under the rule of \
    the cause that took the most time, and mentions the others. A cause is reported if, by the \
    report's estimate, it took at least \(leastShare) of the time and at least \(least). It is a \
    warning if the cause took at least \(graveShare) of the time and at least \(grave), otherwise \
    info. Requests and the values that answer them are not bulk data.
    """

  var message: String { "\(subject): \(cause).\(others)\(ownInterval)" }

  /// `164 kB in 8,189 Write Commands to FFF1 took 4 min 34 s (599 B/s)`
  private var subject: String {
    let count = data.runs.map(\.run.values).total
    let runs =
      data.runs.count == 1
      ? "" : ", in \(data.runs.count) runs"
    // Rounded, as everywhere else.
    let rate =
      data.durationUs > 0
      ? Int(reported: (Double(data.bytes) * 1e6 / Double(data.durationUs)).rounded()) : 0
    return "\(Wording.bytes(data.bytes)) in \(Wording.count(count, noun)) "
      + "\(way) \(run.uuid ?? Wording.handle(run.valueHandle)) "
      + "took \(Wording.duration(data.durationUs)) (\(Wording.bytes(rate))/s)\(runs)"
  }

  private var noun: String {
    switch run.kind {
    case .notification: "notification"
    case .indication: "indication"
    case .write: "Write Request"
    case .writeCommand: "Write Command"
    }
  }

  private var way: String {
    let isWrite = run.kind == .write || run.kind == .writeCommand
    return isWrite ? "to" : "of"
  }

  private func time(_ gain: BulkRuns.Gain) -> String {
    "about \(Wording.duration(data.durationUs - gain.us))"
  }

  private var cause: String {
    let interval = run.ceiling.map { Wording.interval($0.intervalUs) } ?? "the interval"
    switch gain.cause {
    case .smallValues:
      return "values had \(Wording.count(run.ceiling?.chunkBytes ?? 0, "byte"))\(limit); "
        + "with \(gainedValues(gain)) it would take \(time(gain))"
    case .oneInFlight:
      return "the sender waited for the completion of each packet, so that each connection event "
        + "(every \(interval)) carried one; with several in flight it would take \(time(gain))"
    case .answered:
      return "each value waited for its answer before the next, "
        + "\(Wording.duration(run.durationUs / max(run.values, 1))) per value; with "
        + "\(change(gain)) it would take \(time(gain))"
    case .timer:
      return
        "the sender sent a value every \(Wording.duration(run.durationUs / max(run.values, 1)))"
        + " although the link was ready; without the timer it would take \(time(gain))"
    case .slowInterval:
      return "values waited for connection events \(interval) apart; with "
        + "\(change(gain)) it would take \(time(gain))"
    case .pauses:
      let pauses = data.runs.map { $0.run.waitsUs.gaps ?? 0 }.total
      let longest = longestGap.map { " (the longest pause: \(Wording.duration($0.gapUs)))" } ?? ""
      // What does not arrive shows neither that it was not sent nor that it was lost.
      let cause =
        run.direction == .tx
        ? "this host sent "
          + "nothing" : "no data was received, because of the sender or the link"
      return "for \(Wording.duration(pauses)) of it\(longest) \(cause)"
    }
  }

  /// `MTU 185 instead of 23`
  private func change(_ gain: BulkRuns.Gain) -> String {
    run.ceiling?.words(of: gain.change, parts: "values") ?? ""
  }

  /// The limit says which MTU it was.
  private func gainedValues(_ gain: BulkRuns.Gain) -> String {
    gain.change.mtu == nil || isBelowLimit
      ? change(gain) : ReportV1.Ceiling.newMTU(gain.change)
  }

  private var limit: String {
    guard let limit = run.ceiling?.chunkLimit else { return "" }
    if isBelowLimit { return ", although the MTU allows \(limit)" }
    if connection.isMTUExchanged(before: run) { return ", all that the MTU allows" }
    return ", all that MTU 23 allows: "
      + (connection.mtu.frame.map { "the MTU was exchanged only later (#\($0))" }
        ?? "no MTU was exchanged")
  }

  private var others: String {
    let rest = data.gains.dropFirst().prefix(3).map { gain in
      let what =
        switch gain.cause {
        case .smallValues: "small values (with \(change(gain))"
        case .oneInFlight: "one packet in flight (with several"
        case .answered: "an answer to each value (with \(change(gain))"
        case .timer: "the sender's timer (without it"
        case .slowInterval:
          "the interval (with \(ReportV1.Ceiling.milliseconds(WhatIfs.shortIntervalUs))"
        case .pauses: "pauses (without them"
        }
      return "\(what): \(time(gain)))"
    }
    return rest.isEmpty ? "" : " Other causes: \(rest.joined(separator: ", "))."
  }

  /// Where the interval was made longer than it had been, and it cost time: who wanted it.
  private var ownInterval: String {
    guard data.gains.contains(where: { $0.cause == .slowInterval }),
      let index = connection.parameters.lastIndex(where: { $0.frame <= run.firstFrame }), index > 0,
      let command = connection.parameters[index].commandFrame
    else { return "" }
    let (before, after) = (connection.parameters[index - 1], connection.parameters[index])
    guard before.usedIntervalUs > 0, after.usedIntervalUs >= before.usedIntervalUs * 2 else {
      return ""
    }
    let was = " The interval was \(Wording.interval(before.usedIntervalUs)) until "
    return connection.requestOfPeer(for: after).map {
      was + "the peer's request (#\($0.frame), applied in #\(command))."
    } ?? was + "this host changed it (#\(command))."
  }

  var advice: String? {
    let isLocal = party == .local
    switch gain.cause {
    case .smallValues:
      return isBelowLimit
        ? "The sending app should send values as long as the MTU allows (MTU - 3 bytes), with "
          + "several messages in one; the receiving app has to accept them."
        : "The central should exchange the MTU before the data (Android: the app calls requestMtu; "
          + "iOS and BlueZ exchange it automatically), and the sending app should send values of "
          + "MTU - 3 bytes; both sides have to support it."
    case .oneInFlight:
      return isLocal
        ? "The app should queue the next values before the previous one is completed: "
          + "\(SendingCalls(run.kind).whileAccepted)."
        : "The peer's app should queue several values instead of waiting for each."
    case .answered:
      return "The sending app should send without response or confirmation, and request one answer "
        + "sometimes or at the end; the Link Layer delivers in order and retransmits lost packets."
    case .timer:
      return "The sending app should send when its stack is ready for more, instead of on a timer."
    case .slowInterval:
      return "Either app should request 15 to 30 ms while data is sent, and the long interval "
        + "again afterwards."
    case .pauses:
      return isLocal
        ? "Look at what this host's app did in the pauses: no packet was outstanding."
        : "Look at what the sender did in the pauses, preferably in its own log; the link may also "
          + "be the cause of a silence."
    }
  }
}
