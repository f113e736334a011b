import BluetoothProtocol
import Report
import Text

/// A connection was requested, and was not established.
enum ConnectionFailedRule: Rule {
  static let name = "connection-failed"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = .connecting
  static let summary = "A connection could not be established: 0x3E and other errors."
  static let explanation = """
    0x3E (Connection Failed to be Established) is the most common: the central sent its request \
    and received nothing in the first six connection events. Controllers report it as a failed \
    connection or as a disconnection right after; both are counted, and so are commands that the \
    controller refused. A device that receives the request stops advertising until the connection \
    has failed, and then starts again; if it kept its advertising schedule instead, the finding \
    says so. Distance is ruled out if a connection to the device within a minute lasted 10 s or \
    more with an equal or weaker signal, and was not lost. This host's controller is named first \
    if a scan shows that it received little, as slow-connection explains.

    All attempts to connect to one device over one transport are one finding, which also counts \
    those that succeeded: an error if none did, a warning if at least half failed or the last one \
    failed, otherwise info. Over BR/EDR (Page Timeout, 0x04) it is at most a warning. Attempts \
    that this host cancelled (0x02) are info, and reported only if the device was never connected \
    after them, because apps and stacks often cancel attempts.

    BR/EDR pages of a device that supports LE only are reported by needless-request.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let all = ConnectionAttempts.all(in: file)
    guard !all.isEmpty else { return [] }
    let receivers = BusyReceivers(file.capture)
    return all.compactMap { attempts in
      attempts.failures.isEmpty ? calledOff(attempts) : finding(attempts, file, receivers)
    }
  }

  private static func finding(
    _ attempts: ConnectionAttempts, _ file: CaseFile, _ receivers: BusyReceivers
  ) -> RuleFinding? {
    let failures = attempts.failures
    guard let last = failures.last else { return nil }
    let worked = attempts.worked
    let later = worked.first { $0.frame > last.frame }?.frame
    let isBREDR = attempts.key.transport == .brEDR
    let severity: ReportV1.Severity =
      if worked.isEmpty { isBREDR ? .warning : .error } else {
        later == nil || failures.count >= worked.count ? .warning : .info
      }
    var names: [String] = []
    for failure in failures {
      let name = Wording.named(failure.name, failure.status)
      if !names.contains(name) { names.append(name) }
    }
    let transport = isBREDR ? " over BR/EDR" : ""
    var message =
      "\(Wording.count(failures.count, "attempt")) to connect to "
      + "\(Wording.peer(attempts.key.address))\(transport) failed with "
      + Wording.list(Array(names.prefix(4)))
    if !worked.isEmpty {
      message += "; \(worked.count) succeeded"
      message +=
        later.map { worked.count == 1 ? " (#\($0))" : " (the next one in #\($0))" }
        ?? ", but none after that"
    }
    let lost = failures.compactMap(\.tookUs).total
    if lost >= 1_000_000 {
      message +=
        "; the failed \(failures.count == 1 ? "attempt" : "attempts") took "
        + Wording.duration(lost) + split(failures, lost)
    }
    let period = keptPeriod(failures, file)
    let isOne = failures.count == 1
    let heard = isOne && period != nil ? last.heard : []
    let busy =
      last.status == .connectionFailedToBeEstablished
      ? last.timeUs.flatMap { receivers.near($0.minus(last.tookUs ?? 0), $0) } : nil
    let refutation = failures.compactMap { attempts.refutation($0) }.last
    if let period {
      message +=
        "; after \(isOne ? "the" : "each") failure the device kept its advertising schedule "
        + "(period \(Wording.duration(period)) or a fraction of it"
      if !heard.isEmpty { message += "; \(heard.map { "#\($0)" }.joined(separator: ", "))" }
      message += ")"
    }
    return RuleFinding(
      severity, connection: isOne ? last.connection : nil,
      frames: Array(failures.prefix(4).map(\.frame)) + (later.map { [$0] } ?? []) + heard,
      message + ".",
      evidence: evidence(attempts, failures, lost, later != nil)
        .with([
          .advertisingPeriodUs: period.map { .int($0) } ?? .null,
          .busyScanFrame: busy.map { .int($0.frame) } ?? .null,
          .soundConnectionFrame: refutation.map { .int($0.worked.frame) } ?? .null,
        ]),
      advice: last.status == .connectionFailedToBeEstablished
        ? Self.advice(failures.compactMap(\.rssi), isInStep: period != nil, busy, refutation)
        : advice(last.status),
      lostBytes: worked.isEmpty && !isBREDR ? 1 : 0, lostUs: lost
    ).covering(failures.compactMap(\.connection))
  }

  /// How often the device advertised, where it went on in step after each of several failures.
  ///
  /// A peripheral that receives the request (CONNECT_IND) stops advertising until the connection
  /// has failed, and then starts again. That the times still fit may be chance.
  private static func keptPeriod(
    _ failures: [ConnectionAttempts.Failure], _ file: CaseFile
  ) -> Int? {
    let established = failures.filter { $0.connection != nil }
    guard established.count == failures.count, let id = failures.last?.connection,
      let index = file.capture.connection(numbered: id),
      let peer = AdvertisingGrid.Peer(file.capture.connections[index]),
      let grid = file.advertisingGrids[peer], grid.isKept,
      // Nothing was seen after the last one, where no attempt followed.
      grid.acrossFailures >= failures.count - 1
    else { return nil }
    return grid.periodUs
  }

  /// How much of the time was waiting for the device, where the frames show both parts.
  private static func split(_ failures: [ConnectionAttempts.Failure], _ lost: Int) -> String {
    let split = failures.filter { $0.waitedUs != nil && $0.tookUs != nil }
    let waited = split.compactMap(\.waitedUs).total
    guard waited >= 1_000_000 else { return "" }
    let failing = split.compactMap(\.tookUs).total.minus(waited)
    let part = split.count == failures.count ? "" : "\(Wording.count(split.count, "attempt")): "
    return " (\(part)\(Wording.duration(waited)) to Connection Complete, and "
      + "\(Wording.duration(failing)) from there to the failure)"
  }

  private static func calledOff(_ attempts: ConnectionAttempts) -> RuleFinding? {
    let called = attempts.calledOff
    guard let address = attempts.key.address, let last = called.last,
      !attempts.worked.contains(where: { $0.frame > last.frame })
    else { return nil }
    let times = called.count == 1 ? "" : " \(Wording.times(called.count))"
    let waited = called.compactMap(\.tookUs).total
    let wait = waited > 0 ? ", after \(Wording.duration(waited))" : ""
    let whole = called.count > 1 && waited > 0 ? " in total" : ""
    return RuleFinding(
      .info, frames: Array(called.prefix(5).map(\.frame)),
      "This host cancelled the connection to \(address)\(times)\(wait)\(whole), before the device "
        + "answered.",
      evidence: evidence(attempts, called, waited, false), advice: advice(last.status))
  }

  private static func evidence(
    _ attempts: ConnectionAttempts, _ failures: [ConnectionAttempts.Failure], _ lost: Int,
    _ isLater: Bool
  ) -> EvidenceList {
    let isOurs = failures.allSatisfy { $0.status == .unknownConnectionIdentifier }
    let waits = failures.compactMap(\.waitedUs)
    return [
      .status: failures.last.map { .status($0.status) } ?? .null,
      .peer: attempts.key.address.map { .string($0) } ?? .null, .count: .int(failures.count),
      .connectedLater: .bool(isLater), .worked: .int(attempts.worked.count),
      .attemptsUs: .int(lost), .waitedUs: waits.isEmpty ? .null : .int(waits.total),
      .party: isOurs ? Party.local.evidence : .null,
      .role: .string(ReportV1.Role.central.rawValue),
      .transport: .string(attempts.key.transport.rawValue),
      .rssiBefore: failures.last?.rssi.map { .int($0) } ?? .null,
    ]
  }

  /// For 0x3E.
  ///
  /// - Parameter signals: how strongly the device was received before the attempts that failed.
  /// - Parameter isInStep: whether it advertised on as if there had been no attempt.
  private static func advice(
    _ signals: [Int], isInStep: Bool, _ busy: BusyReceiver?,
    _ refutation: (worked: ConnectionAttempts.Worked, isLater: Bool)?
  ) -> String {
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
    guard let weakest = signals.min(), let strongest = signals.max() else {
      return "\(beginning). If its advertisements were weak it may be out of range; if they were "
        + "strong, \(peer).\(android)"
    }
    let range = weakest == strongest ? "\(weakest) dBm" : "\(weakest) to \(strongest) dBm"
    if weakest < strongLimit, let refutation {
      let other = refutation.worked
      return "\(beginning). Its last advertisements had an RSSI of \(range), but "
        + "\(refutation.isLater ? "a later" : "an earlier") connection (#\(other.frame)) lasted "
        + "\(Wording.duration(other.endUs.minus(other.startUs))) and was not lost, so distance "
        + "hardly explains it. \(Wording.sentence(peer)).\(android)"
    }
    if weakest >= strongLimit {
      return "\(beginning)\(isInStep ? ". Its" : ", although its") last advertisements had an RSSI "
        + "of \(range), so distance is not a likely cause. \(Wording.sentence(peer)).\(android)"
    }
    if strongest < WeakSignalRule.limit {
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
    case 0x02:
      "The app gave up, or its timeout expired: see whether the device advertises, and under which "
        + "address."
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
