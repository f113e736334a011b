import BluetoothProtocol
import Report

extension ConnectionFailedRule {
  static let summary = "A connection could not be established: 0x3E and other errors."
  static let explanation = """
    0x3E (Connection Failed to be Established) is the most common: the central sent its request \
    and received nothing in the first six connection events. Controllers report it as a failed \
    connection or as a disconnection right after; both are counted, and so are commands that the \
    controller refused. A device that receives the request stops advertising until the connection \
    has failed, and then starts again; if it kept its advertising schedule instead, the finding \
    says so. Distance is ruled out if a connection to the device within \
    \(ConnectionAttempts.near.word) lasted \(ConnectionAttempts.longEnough) or more with an equal \
    or weaker signal, and was not lost. This host's controller is named first if a scan shows that \
    it received little, as slow-connection explains.

    All attempts to connect to one device over one transport are one finding, which also counts \
    those that succeeded: an error if none did, a warning if at least half failed or the last one \
    failed, otherwise info. One attempt alone that failed with 0x3E is info, too, if the next one \
    succeeded within \(soonAgain). Over BR/EDR (Page Timeout, 0x04) it is at most a warning. A connection \
    that the device asked for is no success of this host. If a Role Change shows that the device \
    answered a page before it failed, the finding says so. If attempts failed in different ways, the \
    advice is about each of them.

    Attempts that this host cancelled (0x02) are reported by connect-given-up, BR/EDR pages of a \
    device that supports LE only by needless-request, and attempts that cannot succeed by \
    connect-wrong-address-type and connect-not-connectable.
    """

  var message: String {
    let worked = attempts.worked.count
    var names: [String] = []
    for failure in failures {
      let name = Wording.named(failure.name, failure.status)
      if !names.contains(name) { names.append(name) }
    }
    var message =
      "\(Wording.count(failures.count, "attempt")) to connect to "
      + "\(Wording.peer(attempts.key.address))\(isBREDR ? " over BR/EDR" : "") failed with "
      + Wording.list(Array(names.prefix(4)))
    if worked > 0 {
      message += "; \(worked) succeeded"
      message +=
        later.map { worked == 1 ? " (#\($0))" : " (the next one in #\($0))" }
        ?? ", but none after that"
    }
    let isOne = failures.count == 1
    if lostUs >= 1_000_000 {
      message +=
        "; the failed \(isOne ? "attempt" : "attempts") took \(Wording.duration(lostUs))\(split)"
    }
    if let periodUs {
      message +=
        "; after \(isOne ? "the" : "each") failure the device kept its advertising schedule "
        + "(period \(Wording.duration(periodUs)) or a fraction of it"
      if !heard.isEmpty { message += "; \(heard.map { "#\($0)" }.joined(separator: ", "))" }
      message += ")"
    }
    return message + "\(answers)."
  }

  /// `; in 1 of 3 the device answered the page (Role Change in #382) and was lost after 21.1 s; 2
  /// were not answered (Page Timeout)`
  private var answers: String {
    guard let answered = answered.last, let frame = answered.answerFrame else { return "" }
    let count = self.answered.count
    if failures.count == 1 {
      return "; the device answered the page (Role Change in #\(frame)) before it failed"
    }
    let took =
      count == 1 ? answered.tookUs.map { " after \(Wording.duration($0))" } ?? "" : ""
    var words =
      "; in \(count) of \(failures.count) the device answered the page (Role Change in #\(frame))"
      + " and was lost\(took)"
    let others = failures.filter { $0.answerFrame == nil }
    if !others.isEmpty, others.allSatisfy({ $0.status == 0x04 }) {
      words += "; \(others.count) \(others.count == 1 ? "was" : "were") not answered (Page Timeout)"
    }
    return words
  }

  /// How much of the time was waiting for the device, where the frames show both parts.
  private var split: String {
    let split = failures.filter { $0.waitedUs != nil && $0.tookUs != nil }
    let waited = split.compactMap(\.waitedUs).total
    guard waited >= 1_000_000 else { return "" }
    let failing = split.compactMap(\.tookUs).total - waited
    let part = split.count == failures.count ? "" : "\(Wording.count(split.count, "attempt")): "
    return " (\(part)\(Wording.duration(waited)) to Connection Complete, and "
      + "\(Wording.duration(failing)) from there to the failure)"
  }

  /// About each way in which attempts failed, the last one first.
  var advice: String? {
    let ways = failures.reversed().grouped {
      Way(status: $0.status, isAnswered: $0.answerFrame != nil)
    }
    if ways.count == 1 { return advice(on: last) }
    return ways.prefix(Self.mostAdvice).map { _, members in
      let failure = members[0]
      return "\(Wording.named(failure.name, failure.status)): \(advice(on: failure))"
    }.joined(separator: " ")
  }

  private static let mostAdvice = 3

  /// A way in which attempts fail.
  private struct Way: Hashable {
    var status: HCIStatus
    var isAnswered: Bool
  }

  private func advice(on failure: ConnectionAttempts.Failure) -> String {
    if failure.status == .connectionFailedToBeEstablished { return adviceOnSilence }
    return failure.answerFrame == nil
      ? Self.advice(failure.status)
      : "The device answered the page and was lost before the connection was complete: look at the "
        + "signal and at what else used the radio at that time."
  }

  /// For 0x3E.
  private var adviceOnSilence: String {
    // It advertised on as if there had been no attempt.
    let isInStep = periodUs != nil
    let beginning =
      "No packet of the peer was received in the first six connection events"
      + (isInStep
        ? ", and it kept its advertising schedule: most likely it did not receive the connection "
          + "request (CONNECT_IND), or ignored it" : "")
    let host =
      busy.map { "look first at this host's controller (\($0.words)), then " } ?? ""
    let peer =
      host
      + (isInStep
        ? "look at what this host sends: its transmit power and antenna, and other work of its "
          + "radio such as Wi-Fi; then at the peer's receiver, and at the Filter Accept List of "
          + "the peer"
        : "look at the peer: its radio or clock, its firmware, or another central that it "
          + "answered; and at other work of this host's radio, such as Wi-Fi")
    let android = " Android shows this as status 133 or 62."
    let signals = failures.compactMap(\.rssi)
    guard let weakest = signals.min(), let strongest = signals.max() else {
      return "\(beginning). If its advertisements were weak it may be out of range; if they were "
        + "strong, \(peer).\(android)"
    }
    let range = weakest == strongest ? "\(weakest) dBm" : "\(weakest) to \(strongest) dBm"
    if weakest < Self.strongLimit, let refutation {
      let other = refutation.worked
      return "\(beginning). Its last advertisements had an RSSI of \(range), but "
        + "\(refutation.isLater ? "a later" : "an earlier") connection (#\(other.frame)) lasted "
        + "\(Wording.duration(other.endUs - other.startUs)) and was not lost, so distance "
        + "hardly explains it. \(Wording.sentence(peer)).\(android)"
    }
    if weakest >= Self.strongLimit {
      return "\(beginning)\(isInStep ? ". Its" : ", although its") last advertisements had an RSSI "
        + "of \(range), so distance is not a likely cause. \(Wording.sentence(peer)).\(android)"
    }
    if strongest < WeakSignalRule.weak.value {
      return "\(beginning). Its last advertisements had an RSSI of \(range), so it may be out of "
        + "range: try with the devices closer together.\(android)"
    }
    return "\(beginning). Its last advertisements had an RSSI of \(range): it may be too far away; "
      + "otherwise \(peer).\(android)"
  }

  /// In dBm; a link has some 20 dB to spare above the usual sensitivity then.
  private static let strongLimit = -70

  /// Names and meanings: Core Vol 1, Part F, 2.
  private static func advice(_ status: HCIStatus) -> String {
    switch status {
    case 0x04:
      "The device did not answer the page: it is off, out of range, does not listen for pages, or "
        + "has no BR/EDR."
    case 0x09, 0x0D:
      "The controller has no room for one more connection: close one first."
    case 0x0B:
      "A connection to this device exists already: use that one, or close it first."
    case 0x0C:
      "The controller was in a state that forbids it, such as connecting to another device: the "
        + "app should request one connection at a time."
    case 0x3B, 0x12:
      "The parameters were not acceptable: look at interval, latency and timeout of the request."
    case 0x3C:
      "The directed advertising got no answer within 1.28 s: use undirected advertising after that."
    case 0x05, 0x06:
      "The keys do not match: delete the bond on both sides, and pair again."
    default:
      "Try again, and look at what both sides did at that moment."
    }
  }
}
