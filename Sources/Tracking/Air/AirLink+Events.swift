import Bytes
import LinkLayer

/// Connection events: where each packet belongs, and what was missed before it.
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
    let continues = timing.continuesEvent(packet, at: time, moreData: moreData)
    let isAnswer = continues && timing.answersDirectly(at: time)
    if isAnswer {
      let wereWrong = directions.areWrong
      directions.note(packet.sender, after: timing.event.flagged, isSecond: timing.event.isAtFirst)
      // What was believed of both sides is of the wrong ones.
      if directions.areWrong, !wereWrong { belief = AirBelief() }
    }
    let wasCertain = senderIsCertain
    if forced != .unknown {
      (senderIsCertain, senderIsDoubtful) = (true, false)
      return forced
    }
    let isFlagged = packet.sender != .unknown && !directions.areWrong
    if isFlagged, !isAnswer || packet.sender != timing.event.last {
      (senderIsCertain, senderIsDoubtful) = (true, false)
      return packet.sender
    }
    senderIsCertain = wasCertain && (isAnswer || !continues && timing.isAtAnchor(time))
    if isAnswer { return timing.event.last.other }
    if !continues, !timing.event.isOpen || timing.isAtAnchor(time) {
      senderIsDoubtful = false
      return .central
    }
    guard let content else {
      senderIsDoubtful = true
      return continues ? timing.event.last.other : .central
    }
    let share = belief.shareOfCentral(
      content, after: timing.gap(from: .central, continues: continues, at: time),
      orPeripheral: timing.gap(from: .peripheral, continues: continues, at: time),
      missed: central.missed + peripheral.missed)
    senderIsDoubtful = max(share, 1 - share) < AirBelief.Judgement.enough
    return share >= 0.5 ? .central : .peripheral
  }

  /// Finds the packet's place, and what was missed before it.
  ///
  /// - Returns: whether it follows the other side's last packet directly, and what may have been
  ///   sent since the packet before it.
  mutating func follow(
    _ packet: AirPacket, from sender: AirPacket.Sender, at moment: Moment
  ) -> (isDirect: Bool, AirBelief.Gap) {
    let time = moment.time.microseconds
    let isCentral = sender == .central
    defer {
      if isCentral { timing.event.heardCentral = true } else { timing.event.heardPeripheral = true }
    }
    guard timing.continuesEvent(packet, at: time, moreData: moreData) else {
      return beginEvent(packet, isCentral: isCentral, at: moment)
    }
    timing.event.isAtFirst = false
    timing.event.counter = packet.eventCounter ?? timing.event.counter
    let hidden = timing.hiddenPackets(sameSender: timing.event.last == sender, at: time)
    let between = hidden.lowerBound
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

  private mutating func beginEvent(
    _ packet: AirPacket, isCentral: Bool, at moment: Moment
  ) -> (isDirect: Bool, AirBelief.Gap) {
    let time = moment.time.microseconds
    let before = timing.event
    let intervalBefore = timing.interval
    var isDirect = isCentral && before.last == .peripheral
    var silent = 0
    if before.isOpen {
      endEvent()
      // The central asked, and no answer was heard: there may have been none.
      if before.last == .central {
        if missesMuch { peripheral.mayHaveMissed() }
      } else if moreData, missesMuch {
        central.mayHaveMissed()
        peripheral.mayHaveMissed()
        isDirect = false
      }
      let passed = AirTiming.passed(from: before.anchor, to: time)
      timing.adoptInterval(passed)
      silent = timing.silentEvents(passed)
    }
    if silent > 0 {
      isDirect = false
      noteSilent(silent, at: moment.frame)
    }
    let learned = learnInterval(
      before.anchorIsExact && isCentral ? AirTiming.passed(from: before.anchor, to: time) : nil,
      silent: silent)
    let unused = timing.subrateFactor > 1 ? timing.unusedEvents(since: before.anchor, at: time) : 0
    let off = checkChannel(of: packet, silent: unused + silent - learned)
    silent += off - learned
    // Where the interval changes, so do the times of events.
    let late = timing.interval == intervalBefore ? timing.lateness(time) : 0
    let isLate = timing.isLate(late, isCentral: isCentral)
    // An event begins with the central, be it before the capture does.
    if !isCentral, before.isOpen || isFromBeginning {
      central.miss(1, isCertain: !senderIsDoubtful, at: moment.frame)
      if !senderIsDoubtful { noteUnread(moment.frame) }
    }
    eventsHeard += 1
    timing.event = AirTiming.Event()
    timing.event.isOpen = true
    timing.event.first = moment
    timing.event.isAtFirst = true
    timing.event.anchor = isCentral ? time : time &- Int64(80 + AirTiming.interFrameSpace)
    // The first packet of the central was missed.
    if isCentral, isLate { timing.event.anchor = time &- late }
    timing.event.anchorIsExact = isCentral && !isLate
    timing.event.channel = packet.channel
    timing.event.counter = packet.eventCounter
    timing.event.lastIsGood = before.lastIsGood
    return (isDirect, .events(silent: max(0, silent), isLate: isLate))
  }

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
    central.miss(events, isCertain: false, at: frame)
    guard latency == 0 else { return peripheral.mayHaveMissed() }
    peripheral.miss(events, isCertain: false, at: frame)
  }

  private mutating func correctSilent(by events: Int, ofPeripheral missed: Int) {
    eventsSilent = max(0, eventsSilent + events)
    central.missedLikely = max(0, central.missedLikely + events)
    peripheral.missedLikely = max(0, peripheral.missedLikely + missed)
  }

  /// An update that the sniffer did not hear, or one before the capture began, shows in the times
  /// of events only. What was taken for silent events meanwhile was none.
  ///
  /// - Returns: how many those were.
  private mutating func learnInterval(_ passed: Int64?, silent: Int) -> Int {
    let missed = latency == 0 ? silent : 0
    // Behind data all events are used for a while.
    let isContinued =
      timing.subrateFactor > 1
      && abs((passed ?? 0) - Int64(timing.interval)) <= Int64(AirTiming.tolerance)
    guard let passed, !isContinued,
      let learned = regular.add(
        passed, silent: silent, ofPeripheral: missed,
        against: timing.interval * timing.subrateFactor)
    else { return 0 }
    timing.learn(interval: learned.interval)
    correctSilent(by: -learned.silent, ofPeripheral: -learned.ofPeripheral)
    return learned.silent
  }

  /// The capture has ended.
  mutating func finish() {
    guard timing.event.isOpen else { return }
    endEvent()
    troubles.endBurst()
    timing.event.isOpen = false
  }

  private mutating func endEvent() {
    let event = timing.event
    if !event.heardCentral || !event.heardPeripheral { eventsOneSided += 1 }
    troubles.endEvent(
      first: event.first, last: event.latest, heardPeripheral: event.heardPeripheral)
  }
}
