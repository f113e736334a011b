import Bytes
import LinkLayer

/// Connection events: where each packet belongs, and what was missed before it.
///
/// Functions that change nothing are mutating, too: the link is not copied for the call.
extension AirLink {
  /// Who sent a packet. Where the sniffer does not say, or says what cannot be: packets of an event
  /// take turns, and the first is the central's. Where some were missed, sequence numbers say who.
  ///
  /// - Parameters:
  ///   - content: what the packet says; nil where its CRC is wrong.
  ///   - forced: who alone may send what it holds.
  mutating func sender(
    of packet: AirPacket, at time: Int64, _ content: AirBelief.Packet? = nil,
    forced: AirPacket.Sender = .unknown
  ) -> AirPacket.Sender {
    let continues = continuesEvent(packet, at: time)
    let isAnswer = continues && answersDirectly(at: time)
    if isAnswer {
      let wereWrong = directions.areWrong
      directions.note(packet.sender, after: event.flagged, isSecond: event.isAtFirst)
      // What was believed of both sides is of the wrong ones.
      if directions.areWrong, !wereWrong { belief = AirBelief() }
    }
    let wasCertain = senderIsCertain
    if forced != .unknown {
      (senderIsCertain, senderIsDoubtful) = (true, false)
      return forced
    }
    let isFlagged = packet.sender != .unknown && !directions.areWrong
    if isFlagged, !isAnswer || packet.sender != event.last {
      (senderIsCertain, senderIsDoubtful) = (true, false)
      return packet.sender
    }
    senderIsCertain = wasCertain && (isAnswer || !continues && isAtAnchor(time))
    if isAnswer { return event.last.other }
    if !continues, !event.isOpen || isAtAnchor(time) {
      senderIsDoubtful = false
      return .central
    }
    guard let content else {
      senderIsDoubtful = true
      return continues ? event.last.other : .central
    }
    let share = shareOfCentral(content, continues: continues, at: time)
    senderIsDoubtful = max(share, 1 - share) < AirBelief.Judgement.enough
    return share >= 0.5 ? .central : .peripheral
  }

  /// How likely it is that the central sent a packet, and not the peripheral.
  private mutating func shareOfCentral(
    _ content: AirBelief.Packet, continues: Bool, at time: Int64
  ) -> Float {
    let late = latenessInEvent(time)
    let silent = silentEvents(Self.passed(from: event.anchor, to: time))
    var (one, other): (Float, Float) = (0, 0)
    for sender in [AirPacket.Sender.central, .peripheral] {
      let isCentral = sender.isCentral
      let gap: AirBelief.Gap =
        continues
        ? .withinEvent(hiddenWithinEvent(sameSender: event.last == sender, at: time))
        : .events(
          silent: silent, isLate: late > Int64(isCentral ? Self.late : Self.lateAnswer))
      let likelihood = belief.likelihood(
        content, isFromCentral: isCentral, after: gap, missed: central.missed + peripheral.missed)
      if isCentral { one = likelihood } else { other = likelihood }
    }
    return one + other > 0 ? one / (one + other) : 0.5
  }

  /// Whether a packet came as an answer does, the inter frame space after the one before it.
  private mutating func answersDirectly(at time: Int64) -> Bool {
    let gap = Self.passed(from: event.lastStart, to: time) - Int64(event.lastAirTime)
    // When both sides begin to use another space is not seen.
    return abs(gap - Int64(Self.interFrameSpace)) <= Int64(Self.tolerance)
      || abs(gap - Int64(frameSpace)) <= Int64(Self.tolerance)
  }

  /// Whether an event begins at a time, counted from the last one that was heard to begin. Both
  /// clocks are off by 500 parts in a million at most. Core Vol 6, Part B, 4.2.
  private mutating func isAtAnchor(_ time: Int64) -> Bool {
    guard event.anchorIsExact, interval > 0 else { return false }
    let passed = Self.passed(from: event.anchor, to: time)
    guard passed > 0, passed < Self.longestSilence else { return false }
    let rest = passed % Int64(interval)
    let tolerance = Int64(Self.tolerance) + passed / 1000
    return tolerance < 170 && min(rest, Int64(interval) - rest) <= tolerance
  }

  /// Times come from a file, and may be anything.
  static func passed(from earlier: Int64, to later: Int64) -> Int64 {
    let (passed, overflows) = later.subtractingReportingOverflow(earlier)
    let most: Int64 = 1 << 60
    if overflows { return later < earlier ? -most : most }
    return max(-most, min(most, passed))
  }

  private mutating func continuesEvent(_ packet: AirPacket, at time: Int64) -> Bool {
    guard event.isOpen else { return false }
    if let counter = packet.eventCounter, let before = event.counter { return counter == before }
    let gap = Self.passed(from: event.lastStart, to: time)
    // A clock that was set back.
    if gap < 0 { return false }
    // The next event may be on the same channel.
    if interval > 0, Self.passed(from: event.anchor, to: time) >= Int64(interval - Self.tolerance) {
      return false
    }
    // An answer, and one packet between that was not heard.
    let space = max(Self.interFrameSpace, frameSpace)
    let least = Int64(event.lastAirTime + 2 * space + 2 * Self.tolerance)
    let mayGoOn =
      central.last?.moreData ?? false || peripheral.last?.moreData ?? false || !event.lastIsGood
    if let channel = packet.channel, let before = event.channel {
      if channel != before { return false }
      guard interval > 0 else { return gap < least + 2500 }
      // Where no side had more to send, the next event on the same channel is nearer than what an
      // update that could not be read has left of the interval.
      let most = Int64(interval) * 3 / 4
      return gap < (mayGoOn ? most : min(most, least + 5000))
    }
    return gap < least || mayGoOn && gap < Int64(interval) * 3 / 4
  }

  /// Finds the packet's place, and what was missed before it.
  ///
  /// - Returns: whether it follows the other side's last packet directly, and what may have been
  ///   sent since the packet before it.
  mutating func follow(
    _ packet: AirPacket, from sender: AirPacket.Sender, at moment: Moment
  ) -> (isDirect: Bool, AirBelief.Gap) {
    let time = moment.time.microseconds
    let isCentral = sender.isCentral
    defer { if isCentral { event.heardCentral = true } else { event.heardPeripheral = true } }
    guard continuesEvent(packet, at: time) else {
      return beginEvent(packet, isCentral: isCentral, at: moment)
    }
    event.isAtFirst = false
    event.counter = packet.eventCounter ?? event.counter
    let hidden = hiddenWithinEvent(sameSender: event.last == sender, at: time)
    let between = hidden.lowerBound
    if hidden.upperBound > 0 { lastOpening = moment.frame }
    if between > 0 {
      // They took turns, and the last of them was the other side's.
      let frame = moment.frame
      let isCertain = !senderIsDoubtful
      side(!isCentral) { $0.miss((between + 1) / 2, isCertain: isCertain, at: frame) }
      side(isCentral) { $0.miss(between / 2, isCertain: isCertain, at: frame) }
      if isCertain { noteUnread(frame) }
    }
    return (between == 0, .withinEvent(hidden))
  }

  /// How many packets there were between the last one that was heard and this one.
  private mutating func hiddenWithinEvent(sameSender: Bool, at time: Int64) -> ClosedRange<Int> {
    var least = sameSender ? 1 : 0
    // The length in a packet with a wrong CRC may be wrong, too.
    guard event.lastIsGood, isTimed else { return least...(least + 2) }
    let passed = Self.passed(from: event.lastStart, to: time)
    let space = max(Self.interFrameSpace, frameSpace)
    let gap = Int(passed) - event.lastAirTime - space
    // Each takes 80 us at least, and the space.
    let shortest = 80 + space
    guard gap > 2 * shortest - Self.tolerance else { return least...least }
    least = sameSender ? 1 : 2
    return least...max(least, min(least + 2, (gap + Self.tolerance) / shortest))
  }

  private mutating func beginEvent(
    _ packet: AirPacket, isCentral: Bool, at moment: Moment
  ) -> (isDirect: Bool, AirBelief.Gap) {
    let time = moment.time.microseconds
    let before = event
    let (intervalBefore, wasUpdating) = (interval, update != nil)
    var isDirect = isCentral && before.last == .peripheral
    let hasEnded =
      before.isOpen && before.heardCentral && before.last == .peripheral && before.lastIsGood
      && !(central.last?.moreData ?? false) && !(peripheral.last?.moreData ?? false)
    var (silent, unused) = (0, 0)
    var isProven = false
    if before.isOpen {
      endEvent()
      if !before.heardCentral || !before.heardPeripheral { eventsOneSided += 1 }
      // The central asked, and no answer was heard: there may have been none.
      if before.last.isCentral {
        if missesMuch { peripheral.mayHaveMissed() }
      } else if central.last?.moreData ?? false || peripheral.last?.moreData ?? false, missesMuch {
        central.mayHaveMissed()
        peripheral.mayHaveMissed()
        isDirect = false
      }
      (silent, unused, isProven) = silentEvents(since: before, packet, at: time)
    }
    if silent > 0 {
      isDirect = false
      noteSilent(silent, at: moment.frame)
    }
    // Until the event at the instant of an update the old interval was in force.
    let isMeasured =
      isTimed && before.anchorIsExact && isCentral && wasUpdating == (update != nil)
    let factorBefore = subrateFactor
    let learned = learnInterval(
      isMeasured ? Self.passed(from: before.anchor, to: time) : nil, silent: silent,
      isProven: isProven)
    // The times of events show that there was no subrating.
    if subrateFactor != factorBefore { unused = 0 }
    let off = checkChannel(of: packet, silent: unused + silent - learned)
    silent += off - learned
    // Where the interval changes, so do the times of events.
    let isRegular = interval == intervalBefore && wasUpdating == (update != nil)
    let late = isRegular ? latenessInEvent(time) : 0
    let isLate = late > Int64(isCentral ? Self.late : Self.lateAnswer)
    // An event begins with the central, be it before the capture does.
    if !isCentral, before.isOpen || isFromBeginning, isTimed || packet.eventCounter != nil {
      central.miss(1, isCertain: !senderIsDoubtful, at: moment.frame)
      if !senderIsDoubtful { noteUnread(moment.frame) }
    }
    eventsHeard += 1
    event = Event()
    event.silentBefore = isCentral && !isLate ? max(0, silent) : 0
    event.isOpen = true
    event.first = moment
    event.isAtFirst = true
    event.anchor = isCentral ? time : time &- Int64(80 + Self.interFrameSpace)
    // The first packet of the central was missed.
    if isCentral, isLate { event.anchor = time &- late }
    event.anchorIsExact = isCentral && !isLate
    event.channel = packet.channel
    event.counter = packet.eventCounter
    event.lastIsGood = before.lastIsGood
    if before.isOpen, before.last.isCentral, before.lastIsGood, silent == 0, !isLate {
      event.openEnd = before.heardPeripheral ? .ofBoth : .ofCentralAlone
    }
    if !hasEnded || silent > 0 || !isCentral || isLate { lastOpening = moment.frame }
    return (isDirect, .events(silent: max(0, silent), isLate: isLate))
  }

  /// How much later than the beginning of an event it is, as far as that is certain.
  private mutating func latenessInEvent(_ time: Int64) -> Int64 {
    guard isTimed, event.isOpen, event.anchorIsExact, interval > 0, update == nil else {
      return 0
    }
    let passed = Self.passed(from: event.anchor, to: time)
    guard passed > 0, passed < Self.longestSilence else { return 0 }
    let rest = passed % Int64(interval)
    let tolerance = Int64(Self.tolerance) + passed / 1000
    // One that comes early is the first one of the next event.
    let isEarly = rest > Int64(interval) - tolerance - Int64(Self.late)
    return rest > tolerance && !isEarly && rest < Self.longestPair ? rest : 0
  }

  /// In microseconds: after a packet of each side, as short as they are; and after a packet of the
  /// central that is as long as most are at most.
  private static let late = 2 * (80 + interFrameSpace) - tolerance
  private static let lateAnswer = 600
  /// Of one packet of each side, with the spaces: what comes later begins another event, and the
  /// interval is not the one that is known.
  private static let longestPair: Int64 = 5000

  /// The channel shows whether the events between were counted right.
  ///
  /// - Returns: how many more there were.
  private mutating func checkChannel(of packet: AirPacket, silent: Int) -> Int {
    guard
      let off = channels?.take(packet.channel, passed: silent + 1, counter: packet.eventCounter),
      off != 0, silent + off >= 0
    else { return 0 }
    correctSilent(by: off, ofPeripheral: latency == 0 ? off : 0)
    return off
  }

  private mutating func noteSilent(_ events: Int, at frame: Int) {
    eventsSilent += events
    noteUnheard(events)
    central.miss(events, isCertain: false, at: frame)
    guard latency == 0 else { return peripheral.mayHaveMissed() }
    peripheral.miss(events, isCertain: false, at: frame)
  }

  private mutating func noteUnheard(_ events: Int) {
    central.unheardEvents = max(0, central.unheardEvents + events)
    peripheral.unheardEvents = max(0, peripheral.unheardEvents + events)
  }

  private mutating func correctSilent(by events: Int, ofPeripheral missed: Int) {
    eventsSilent = max(0, eventsSilent + events)
    noteUnheard(events)
    central.missedLikely = max(0, central.missedLikely + events)
    peripheral.missedLikely = max(0, peripheral.missedLikely + missed)
  }

  /// An update that the sniffer did not hear, or one before the capture began, shows in the times
  /// of events only. What was taken for silent events meanwhile was none.
  ///
  /// - Returns: how many those were.
  private mutating func learnInterval(_ passed: Int64?, silent: Int, isProven: Bool) -> Int {
    // The distance of those that were not heard is known, too.
    let passed = isProven ? passed.map { $0 / Int64(silent + 1) } : passed
    let silent = isProven ? 0 : silent
    let missed = latency == 0 ? silent : 0
    // Behind data all events are used for a while.
    let isContinued =
      subrateFactor > 1 && abs((passed ?? 0) - Int64(interval)) <= Int64(Self.tolerance)
    guard let passed, !isContinued,
      let learned = regular.add(
        passed, silent: silent, ofPeripheral: missed, against: interval * subrateFactor)
    else { return 0 }
    interval = learned.interval
    subrateFactor = 1
    update = nil
    correctSilent(by: -learned.silent, ofPeripheral: -learned.ofPeripheral)
    return learned.silent
  }

  /// Events between two that were heard.
  ///
  /// - Returns: how many, those that the subrating leaves out, and whether the sniffer, the
  ///   channels or an instant prove that.
  private mutating func silentEvents(
    since before: Event, _ packet: AirPacket, at time: Int64
  ) -> (count: Int, unused: Int, isProven: Bool) {
    let passed = Self.passed(from: before.anchor, to: time)
    let reached = reachInstant(passed, since: before, packet)
    if let counted = countedEvents(passed, since: before, packet) { return (counted, 0, true) }
    if let reached { return (reached.silent, reached.unused, reached.isCertain) }
    let silent = silentEvents(passed)
    let fits =
      silent > 0 && subrateFactor == 1
      && channels?.confirms(packet.channel, passed: silent + 1) ?? false
    let unused = subrateFactor > 1 ? unusedEvents(since: before.anchor, at: time) : 0
    return (silent, unused, fits)
  }

  /// Where the sniffer counts events.
  private mutating func countedEvents(
    _ passed: Int64, since before: Event, _ packet: AirPacket
  ) -> Int? {
    guard subrateFactor == 1, let last = before.counter, let counter = packet.eventCounter,
      passed > 0, passed < Self.longestSilence
    else { return nil }
    let events = Int(counter &- last)
    // It may have begun to count again.
    let isPlausible = Int64(events) * Self.shortestInterval <= passed + Int64(Self.tolerance)
    return events > 0 && isPlausible ? events - 1 : nil
  }

  mutating func silentEvents(_ passed: Int64) -> Int {
    guard interval > 0 else { return 0 }
    let used = Int64(interval) * Int64(subrateFactor)
    let events = (passed + used / 2) / used
    // While an update waits for its instant, only the times of the old interval are known.
    let isRegular =
      update == nil
      || abs(passed - events * used) <= Int64(Self.tolerance) + passed / 1000
    // A sniffer that lost the connection for so long did not follow it.
    let isFollowed = isRegular && passed < Self.longestSilence
    return events > 1 && isFollowed ? Int(events - 1) : 0
  }

  /// Events between two that were heard which the subrating leaves out.
  private mutating func unusedEvents(since anchor: Int64, at time: Int64) -> Int {
    let passed = Self.passed(from: anchor, to: time)
    guard interval > 0, passed > 0, passed < Self.longestSilence else { return 0 }
    let all = Int((passed + Int64(interval) / 2) / Int64(interval)) - 1
    return max(0, all - silentEvents(passed))
  }

  /// In microseconds: the longest supervision timeout. Core Vol 4, Part E, 7.8.12.
  static let longestSilence: Int64 = 32_000_000
  /// In microseconds. Core 6.2, Vol 6, Part B, 4.5.1.
  private static let shortestInterval: Int64 = 375

  /// The capture has ended.
  mutating func finish() {
    guard event.isOpen else { return }
    if !event.heardCentral || !event.heardPeripheral { eventsOneSided += 1 }
    endEvent()
    troubles.endBurst()
    event.isOpen = false
  }

  private mutating func endEvent() {
    troubles.endEvent(
      first: event.first, last: event.latest, heardPeripheral: event.heardPeripheral)
  }
}
