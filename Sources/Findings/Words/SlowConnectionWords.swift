import Report

extension SlowConnectionRule {
  static let summary = "A connection took several seconds to be established."
  static let explanation = """
    A central connects at the first advertisement that it receives. Connectable devices usually \
    advertise every 20 ms to 1.3 s, and a central that listens for a part of the time needs a few \
    advertisements. The finding says for how much of the time the controller was set to listen \
    (scan window and interval of the command), and how often and how strongly the device was \
    received shortly before; from these it names possible causes. It names this host's controller \
    first if, in a scan within the minute before, the controller reported all devices only in \
    bursts, or took \(BusyReceivers.slowAnswer) or more to end the scan. If no two consecutive \
    advertisements were received, the period is estimated from \(AdvertisingGrid.fewest.word) \
    attempts or more, each of which took a multiple of it.

    The rule reports a connection that was established \(least) or more after LE Create \
    Connection, or \(leastHeard) or more after the first advertisement reported after that \
    command. It is a warning from \(much), otherwise info. There is one finding for each device: \
    how many of its attempts were slow. A connection through the Filter Accept List (autoConnect \
    on Android) may wait for days: it is info, and reported only if the device was received within \
    \(leastHeard) before the command. Connections that failed right afterwards (0x3E) count, \
    because the wait before is the same; connection-failed reports the failure. A request by the \
    list for which the controller listens for \(urgentShare) of the time or more is also reported, as \
    apps that connect directly use the list, too, if most of four attempts or more to the device \
    took a fifth of its time or less. connect-given-up reports attempts that this host cancelled.

    The rule reports nothing if the advertising period and the scan window explain the time: no \
    attempt took more than \(mostRatio.word) times the expected average, and the attempts together \
    took no longer than chance allows (\(deviations.word) standard deviations). It does not report \
    a device that was already connected (needless-request), or BR/EDR.
    """

  var message: String {
    let facts = radio.words.map { ". \(Wording.sentence($0))" } ?? ""
    return "\(attempts == 1 ? single : several)\(facts)."
  }

  /// HCI reports a connection as complete before the first packet of the peer was received: one
  /// that then fails with 0x3E was never established.
  private var single: String {
    let address = worst.peer.address
    let what =
      worst.hasFailed
      ? "Connection Complete for \(address) was received"
      : "The connection to \(address) was established"
    return "\(what) \(Wording.duration(worst.tookUs)) after this host requested it "
      + "(#\(worst.request.frame))\(heard)"
      + (worst.hasFailed ? "; it failed right afterwards (0x3E)" : "")
  }

  /// `7 of 8 attempts to connect to ... took 8.06 s to 12.1 s until Connection Complete`
  private var several: String {
    let times = slow.map(\.tookUs)
    let (least, most) = (times.min() ?? 0, times.max() ?? 0)
    let isOne = slow.count == 1
    let range =
      isOne ? Wording.duration(most) : "\(Wording.duration(least)) to \(Wording.duration(most))"
    let those =
      failed == slow.count ? isOne ? "it" : "all of these" : "\(failed) of these"
    return "\(slow.count) of \(Wording.count(attempts, "attempt")) to connect to "
      + "\(worst.peer.address) took \(range) from this host's request to Connection Complete, "
      + "\(isOne ? "" : "the longest ")from #\(worst.request.frame)\(heard)"
      + (failed == 0 ? "" : "; \(those) failed right afterwards (0x3E)")
  }

  private var heard: String {
    guard let heard = worst.heardUs, let frame = worst.request.advertisementFrame else { return "" }
    return ", \(Wording.duration(heard)) after an advertisement of the device was received "
      + "(#\(frame))"
  }

  var advice: String? { radio.advice }
}

extension AttemptRadio {
  /// `this host's controller was set to listen for 5 % of the time, the device had advertised at
  /// least every 2 s, so that 40 s are expected on average; ...`
  var words: String? {
    var facts: [String] = []
    if let duty {
      facts.append(
        "this host's controller was set to listen "
          + (duty >= 100 ? "all the time" : "for \(duty) % of the time"))
    }
    if let period = attempt.periodUs {
      let frame = attempt.request.lastHeardFrame.map { " (last in #\($0))" } ?? ""
      var average = ""
      if let expected = attempt.expectedUs {
        average = ", so that \(Wording.duration(expected)) are expected on average"
        if let averageUs { average += ", not \(Wording.duration(averageUs))" }
      }
      facts.append(
        "the device had advertised at least every \(Wording.duration(period))\(frame)\(average)"
      )
    }
    if let busy { facts.append(busy.words) }
    if let rssi = attempt.rssi { facts.append("the last RSSI was \(rssi) dBm") }
    if !attempt.request.isDirect {
      facts.append("the request was for any device of the Filter Accept List")
    }
    guard !facts.isEmpty else { return nil }
    return facts.joined(separator: "; ")
  }

  var advice: String {
    guard !causes.isEmpty else {
      return attempt.expectedUs == nil
        ? "A connection begins with an advertisement that this host's controller receives. The "
          + "capture does not show how often the device advertised: see whether it did so all the "
          + "time and was near enough, and look at what else used the radio of this host, such as "
          + "Wi-Fi."
        : Self.unexplained
    }
    // Only times that these two do not explain are reported.
    let isUnexplained = attempt.expectedUs != nil && !causes.contains(.missed)
    let beginning = causes.count > 1 ? "There are several possible causes. " : ""
    return (isUnexplained ? Self.unexplained + " " : "") + beginning
      + causes.map(Self.advice).joined(separator: " ")
      + (causes == [.receiver] && attempt.expectedUs == nil
        ? " Otherwise see whether the device advertised all the time." : "")
  }

  private static let unexplained =
    "Neither the advertising nor the scan window explains it: check whether the device stopped "
    + "advertising or was connected to another central, and look at what else used the radio of "
    + "this host."

  private static func advice(_ cause: Cause) -> String {
    switch cause {
    case .receiver:
      "Check this host's controller first: its receiver was busy elsewhere, or it delayed the "
        + "reports. Look at what else used its radio, such as Wi-Fi or BR/EDR."
    case .weakSignal: "The signal was weak: try with the devices closer together."
    case .missed:
      "The device kept its advertising period, and this host's controller received fewer of its "
        + "advertisements than the scan window makes likely: look at other work of its radio "
        + "(Wi-Fi, scans, other connections) and at interference, and use a longer scan window."
    case .listening:
      "The controller listened for a small part of the time: the app should connect with "
        + "autoConnect = false (Android), or this host's stack should use a larger scan window."
    case .advertising:
      "The device advertises at long intervals, and each missed advertisement costs one more "
        + "interval: its firmware should advertise more often while it expects a connection."
    case .acceptList:
      "A connection through the Filter Accept List (autoConnect on Android) is not meant to be "
        + "fast: connect directly to a device that is known to be near."
    }
  }
}
