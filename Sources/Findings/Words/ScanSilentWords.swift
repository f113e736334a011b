import Report

extension ScanSilentRule {
  static let summary = "A scan reported nothing for seconds, and then many new devices at once."
  static let explanation = """
    Devices advertise independently of each other. If a scan reports nothing for 2 s or more, and \
    then, in less time than that, ten devices or more that it had not reported before, these \
    devices were most likely there all the time. Either this host's controller did not receive, or \
    the reports are missing from the capture. The rule reports nothing if the scan window explains \
    the pause: then the controller was not asked to receive all the time. It also reports nothing \
    if the capture's clock was set in that time.

    A scan that reported nothing at all is a finding if it lasted \(leastDeaf) or more, listened \
    for \(mostShare) of the time or less, and links with intervals of \(shortInterval) or less \
    were open all that time: their events take the radio in the time that is left. Other scans of \
    the capture must have reported devices.
    """

  /// ` Connections 1, 2 and 3 (7.5 ms) used the same radio meanwhile.`
  private var beside: String {
    guard !links.isEmpty else { return "" }
    let ids = Wording.list(
      links.prefix(6).map { "\($0.id)" } + (links.count > 6 ? ["others"] : []))
    let intervals = Set(links.map { intervalUs(of: $0) }).sorted()
    let range =
      [intervals.first, intervals.count > 1 ? intervals.last : nil].compactMap { $0 }
      .map { Wording.interval($0) }.joined(separator: " to ")
    return " \(links.count == 1 ? "Connection" : "Connections") \(ids), with an interval of "
      + "\(range), used the same radio all that time."
  }

  var message: String {
    let duty = scan.sharePercent.map { " (\($0) % duty)" } ?? ""
    let others =
      count == 1
      ? ""
      : " \(Wording.count(count, "scan")) had such a silence, "
        + "\(Wording.duration(totalUs)) together."
    guard let silence else {
      return "The scan from #\(scan.startFrame)\(duty) reported nothing in "
        + "\(Wording.duration(longestUs)), although devices advertised in other scans of this "
        + "capture.\(beside)\(others)"
    }
    return "The scan from #\(scan.startFrame)\(duty) reported nothing for "
      + "\(Wording.duration(silence.durationUs)) (#\(silence.afterFrame) to #\(silence.frame)), "
      + "then \(silence.newDevices) or more new devices within "
      + "\(Wording.duration(silence.heardUs)). Either this host's controller did not receive in "
      + "that time, or reports are missing from the capture.\(beside)\(others)"
  }

  var advice: String? {
    if !links.isEmpty {
      return "The app on this host should scan with a longer window, or request a longer interval "
        + "for the links that need no short one: what their events leave of the time is all that "
        + "the scan has. An app that looks for a device in that time does not find it."
    }
    return "Look at what else uses this host's radio: Wi-Fi or BR/EDR on the same chip, other "
      + "connections. Look also at the way from the controller to the log, such as a serial port "
      + "that stalls. An app that looks for a device in that time does not find it."
  }
}
