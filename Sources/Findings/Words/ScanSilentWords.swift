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
    """

  var message: String {
    let duty = scan.sharePercent.map { " (\($0) % duty)" } ?? ""
    let others =
      count == 1
      ? ""
      : " \(Wording.count(count, "scan")) had such a silence, "
        + "\(Wording.duration(totalUs)) together."
    return "The scan from #\(scan.startFrame)\(duty) reported nothing for "
      + "\(Wording.duration(silence.durationUs)) (#\(silence.afterFrame) to #\(silence.frame)), "
      + "then \(silence.newDevices) or more new devices within "
      + "\(Wording.duration(silence.heardUs)). Either this host's controller did not receive in "
      + "that time, or reports are missing from the capture.\(others)"
  }

  var advice: String? {
    "Look at what else uses this host's radio: Wi-Fi or BR/EDR on the same chip, other "
      + "connections. Look also at the way from the controller to the log, such as a serial port "
      + "that stalls. An app that looks for a device in that time does not find it."
  }
}
