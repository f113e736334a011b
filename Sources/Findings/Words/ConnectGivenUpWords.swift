import Report

extension ConnectGivenUpRule {
  static let summary = "This host cancelled attempts to connect."
  static let explanation = """
    The host cancels an attempt (LE Create Connection Cancel, or Create Connection Cancel over \
    BR/EDR) if its app gives up or a timeout of the stack expires; the controller then reports \
    Unknown Connection Identifier (0x02). Whether advertisements of the device were received \
    meanwhile or in the ten seconds before shows whether it was there. All attempts to one device \
    are one finding; less than \(TriedDevice.least) is not reported. It is a warning if they took \
    \(much) or more together, and there were several, or the device was received, or was connected \
    within \(soon); otherwise info. One attempt that the next one mends at once is info.

    Attempts by the Filter Accept List count for each device of the list. A stack that edits its \
    list cancels its request and repeats it at once: that is one attempt. An attempt by the list \
    of more than \(longest), while which the device was not heard, is not reported: the host waits \
    for a device to come into range (autoConnect on Android), which is no fault. What a host \
    cancels as it switches Bluetooth off is not given up: the controller is reset or closed, or \
    Write Scan Enable leaves no scan and all connections are ended, within two seconds, and \
    nothing is tried in that time. Requests for a connection that exists are reported by needless-request, attempts that cannot succeed by \
    connect-wrong-address-type, connect-not-connectable and accept-list-misses.
    """

  var message: String {
    let times = attempts.map(\.durationUs)
    let (least, most) = (times.min() ?? 0, times.max() ?? 0)
    let isOne = attempts.count == 1
    let range =
      isOne || Wording.duration(least) == Wording.duration(most)
      ? "after \(Wording.duration(most))"
      : "after \(Wording.duration(least)) to \(Wording.duration(most))"
    let total = isOne ? "" : ", \(Wording.duration(totalUs)) in total"
    let way =
      device.transport == .brEDR
      ? " over BR/EDR"
      : attempts.allSatisfy { $0.via == .acceptList } ? " by the Filter Accept List" : ""
    return "This host gave up \(Wording.count(attempts.count, "attempt")) to connect to "
      + "\(device.target)\(way) (\(isOne ? "" : "the first in ")#\(attempts[0].firstFrame)) "
      + "\(range)\(total)\(heardWords)\(outcome)."
  }

  private var heardWords: String {
    // That no scan reported it shows little: controllers filter for their hosts.
    guard let heard else { return "" }
    guard device.transport == .le else {
      return "; the device had answered the page (Role Change in #\(heard.frame))"
    }
    let signal = heard.rssi.map { " with \($0) dBm" } ?? ""
    return "; the device was heard meanwhile or in the ten seconds before "
      + "(the last report in #\(heard.frame)\(signal))"
  }

  private var outcome: String {
    guard let later else {
      return device.attempts.contains { $0.firstFrame > last.firstFrame }
        ? "; no later attempt succeeded" : "; it was not tried again"
    }
    let frame = later.lastFrame.map { " (#\($0))" } ?? ""
    let isNext = last.nextUs.map { last.endUs + $0 == later.startUs } ?? false
    let wait = laterUs ?? 0
    let when = wait >= TriedDevice.least.value ? ", \(Wording.duration(wait)) later," : ""
    return "; \(isNext ? "the next" : "another") attempt\(when) succeeded after "
      + "\(Wording.duration(later.durationUs))\(frame)"
  }

  var advice: String? {
    if device.transport == .brEDR {
      return "See why the app or the stack cancelled the page: a device may take 5 s to answer one."
    }
    if let heard {
      let weak = heard.rssi.map { $0 < WeakSignalRule.weak.value } ?? false
      return weak
        ? "The signal of the device was near the weakest that can be received, so it may have been "
          + "out of range: try with the devices closer together."
        : "The device advertised at that time: let the app wait longer, and see whether the device "
          + "accepts connections of this host, and what else used the radio of this host."
    }
    return !cameSoon
      ? "Scan before connecting: advertisements show whether the device is there, under which "
        + "address, and whether it is connectable."
      : "Let the app wait longer, or scan first and connect once the device is heard."
  }
}
