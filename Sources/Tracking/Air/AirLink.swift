import BluetoothProtocol
import Bytes
import Judgement
import LinkLayer
import Report
import SystemLibraries

/// A connection as a sniffer hears it: both sides, and the connection events.
///
/// In each event central and peripheral take turns, the central first, 150 us after one another.
/// Each numbers its packets with one bit, SN, and says with another, NESN, which one it waits for.
/// Core Vol 6, Part B, 4.5.1 and 4.5.9. A packet that the sniffer did not hear leaves a hole in
/// that order: what follows a hole is judged with care.
package struct AirLink: Sendable {
  let key: AirLinks.Key
  /// Among the connections; nil beyond the bound.
  let connection: Int?
  package internal(set) var usesChannelSelection2: Bool?
  package internal(set) var isEncrypted = false
  package internal(set) var isDecrypted = false
  package internal(set) var central = AirSide()
  package internal(set) var peripheral = AirSide()
  package internal(set) var eventsHeard = 0
  package internal(set) var eventsOneSided = 0
  /// Of those of the central, the ones after which it repeated its packet, SN and NESN.
  package internal(set) var eventsRepeated = 0
  /// Those whose last packet was the central's and got an answer, as its next packet shows.
  package internal(set) var eventsCutOff = 0
  package internal(set) var eventsSilent = 0
  /// Silent events in which probably nothing was exchanged.
  package internal(set) var eventsUnused = 0
  package internal(set) var stalls: [AirStallFact] = []
  package internal(set) var troubles = AirTroubles()
  var referee = AirReferee()
  package private(set) var course = AirCourse()
  var filter = AirFilterTraces()
  /// When the packet that is taken was written down. The report's times are those of the records;
  /// how long something lasted, the sniffer's own clock says.
  var written = TraceTime(microseconds: 0)
  package internal(set) var encryptedPackets = 0
  /// The first of both sides.
  package internal(set) var micFailedFrames: [Int] = []
  /// The first that arrived and could not be read, or in front of which one was certainly missed.
  package private(set) var unreadFrames: [Int] = []
  /// Whether there was, or may have been, another packet between the last one that was taken and
  /// the one of its sender before it.
  var followsHole = false
  /// Who sent LL_TERMINATE_IND.
  package internal(set) var endedBy: ReportV1.AirParty?
  /// The last packet that was not empty, where it can be LL_TERMINATE_IND by its length, and
  /// cannot be read.
  var sealedEnd: Int?
  var isAwaitingEncryption = false
  /// Among `AirLinks.ciphers`; -1 for none.
  var cipher = -1
  /// What its pairing shows of the key.
  var pairing: AirPairing?
  /// Whether the passkey was guessed, in vain or not.
  var passkeyIsUnknown = false
  /// The terms of the stream that was offered last.
  var offered: CISTerms?
  /// In microseconds: what passes between two packets, as both sides agreed; else 150.
  var frameSpace = AirLink.interFrameSpace
  /// From CONNECT_IND.
  var initiator: Device?
  var responder: Device?
  /// PDUs that cannot be encrypted ones.
  var clearPackets = 0
  /// PDUs in a row that look encrypted, although nothing said so.
  var strangePackets = 0
  /// Whether only such PDUs show that it is encrypted, and those in a row that look clear.
  var isGuessedEncrypted = false
  var clearStarts = 0
  /// nil where the capture lacks the beginning.
  var channels: ChannelCheck?
  /// The capture holds its beginning.
  var isFromBeginning = false
  /// In force, as far as the times of events show; 0 where it is not known.
  var interval = 0
  /// Of so many events one is used, but for those right after data.
  var subrateFactor = 1
  /// One that was announced, and is not in force yet.
  var update: Update?
  /// Whether the packet that was taken last is the first one after an instant.
  var hasAdopted = false
  var regular = RegularEvents()
  var directions = DirectionCheck()
  var requests = AirRequests()
  /// Whether the frames force who sent the packet that was taken last.
  var senderIsCertain = false
  /// Whether it may as well be the other one.
  var senderIsDoubtful = false
  var latency = 0
  var event = Event()
  var belief = AirBelief()

  enum OpenEnd: Sendable { case ofCentralAlone, ofBoth }

  struct Event: Sendable {
    var isOpen = false
    /// When it began, as far as that was heard.
    var anchor: Int64 = 0
    /// The first and the last packet that were heard.
    var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
    var latest = Moment(frame: 0, time: TraceTime(microseconds: 0))
    /// Whether the packet that began it was heard.
    var anchorIsExact = false
    var channel: UInt8?
    var counter: UInt16?
    var last: AirPacket.Sender = .unknown
    /// What the sniffer says of the last one.
    var flagged: AirPacket.Sender = .unknown
    /// Whether one packet of it was heard so far.
    var isAtFirst = false
    var lastStart: Int64 = 0
    var lastAirTime = 0
    var heardCentral = false
    var heardPeripheral = false
    /// Whether the last packet that was heard had a good CRC.
    var lastIsGood = false
    /// Events before it of which nothing was heard, until its first packet was taken.
    var silentBefore = 0
    /// Of the event before, where it ended with a packet of the central; nil once the first packet
    /// was taken, which shows whether there was an answer.
    var openEnd: OpenEnd?
  }

  /// That a packet was skipped is a hole from such a weight on.
  private static let doubt: Float = 0.05
  /// Events in a row, of a sniffer that hears most.
  private static let apart = 3
  static let mostStalls = 256
  static let mostFrames = 8
  static let interFrameSpace = 150
  /// In microseconds. Core 6.0, Vol 4, Part E, 7.8.151: the space that a host may ask for.
  static let longestFrameSpace = 10_000
  /// What clocks, and sniffers, may be off.
  static let tolerance = 60

  /// The last frame in front of which a packet may have been sent: there was time for one, or the
  /// event before had not ended for certain. Elsewhere no numbers and lengths prove that one was
  /// missed: a device did not keep to them.
  var lastOpening = 0
  private var clockBreaks = 0
  /// Whether the time since the packet before is the sniffer's. Where a computer wrote it down, it
  /// says when a packet arrived, and proves nothing about what was between two.
  private(set) var isTimed = true

  /// Takes note of how often the sniffer's clock was lost until the packet that comes next.
  mutating func note(clockBreaks breaks: Int) {
    isTimed = breaks == clockBreaks
    clockBreaks = breaks
  }

  package var accessAddress: UInt32 { key.address }

  init(_ key: AirLinks.Key, connection: Int?) {
    self.key = key
    self.connection = connection
  }

  /// Whether the sniffer misses so much that an answer that was not heard may have been sent.
  var missesMuch: Bool {
    let proven = central.missedCertain + peripheral.missedCertain
    return proven * 50 > central.packets + peripheral.packets
  }

  /// Whether the sniffer decrypted anything.
  private var hasSnifferKey: Bool { central.micFitted + peripheral.micFitted > 0 }

  /// The last frame in front of which a packet of either side was, or may have been, missed; 0 if
  /// there is none.
  var lastHole: Int {
    max(
      max(central.holes.last, central.lastDoubt), max(peripheral.holes.last, peripheral.lastDoubt))
  }

  // MARK: - Packets

  /// Takes a packet, and judges it.
  ///
  /// - Returns: nil for a packet of which nothing is known, as its CRC is wrong. `isFirst` says
  ///   whether to read what it holds: each PDU is read once.
  mutating func take(
    _ packet: AirPacket, from sender: AirPacket.Sender, _ header: LLDataHeader?, at moment: Moment,
    digest: UInt64, proven: AirVerdict? = nil
  ) -> (verdict: AirVerdict, isFirst: Bool)? {
    let time = moment.time.microseconds
    let missed = central.missed + peripheral.missed
    let (isDirect, gap) = follow(packet, from: sender, at: moment)
    let isCentral = sender.isCentral
    // What was sent in so many events that were not heard may be anything.
    let isApart =
      (isCentral ? central.unheardEvents : peripheral.unheardEvents)
      >= (eventsSilent > eventsHeard ? 1 : Self.apart)
    // The sniffer read one of the two wrong.
    let last = header.flatMap { repeated($0, packet, digest, isCentral: isCentral) }
    let isReadAgain = header.map { last?.holds($0) ?? false } ?? false
    let ownDigest = digest
    let digest = isReadAgain ? last?.digest ?? digest : digest
    // The numbers that a tool writes of its own packets are not those that were sent.
    let judgement =
      packet.isOfTool
      ? AirBelief.Judgement(again: 0, heardBefore: 0, skipped: 0, isUnfounded: true)
      : belief.take(
        header.map { AirBelief.Packet($0, digest, isUnique: packet.crcIsOfCiphertext) },
        isFromCentral: isCentral, after: gap, isApart: isApart,
        missed: missed, isFromBeginning: isFromBeginning && !directions.areWrong)
    defer {
      event.last = sender
      event.flagged = packet.sender
      event.lastStart = time
      event.lastAirTime = packet.likelyAirTime + (header?.toneExtension ?? 0)
      event.lastIsGood = header != nil
      event.latest = moment
    }
    guard let header, let judgement else {
      // Sent, but not known what: as if it had not been heard.
      side(isCentral) { side in
        side.crcFailed += 1
        side.unheard += 1
        side.countedUnheard += 1
        side.unheardSinceAcknowledged += 1
        side.lastDoubt = moment.frame
        side.failedFrame = moment.frame
      }
      troubles.count(on: packet.channel, frame: moment.frame) { $0.crcFailed &+= 1 }
      return nil
    }
    let unheard = isCentral ? central.unheard : peripheral.unheard
    var verdict = judgement.verdict
    // What looks the same is counted once, unless it is certain to be another one.
    var isFirst = judgement.heardBefore <= 1 - AirBelief.Judgement.enough
    if senderIsDoubtful || isApart && verdict == .retransmitted { verdict = .uncertain }
    let own = isCentral ? central.last : peripheral.last
    let isOpened = proven != nil
    let isSame =
      isReadAgain
      || packet.crcIsOfCiphertext && !header.isEmpty && own?.digest == digest
        && own?.sn == header.sn
    if let proven = proven ?? (isSame ? .retransmitted : nil) {
      (verdict, isFirst) = (proven, proven == .new)
    }
    // It was heard before, and can be read only now.
    if isReadAgain, packet.micIsGood == true, last?.micIsGood == false { isFirst = true }
    let followsFailed = isDirect && !event.lastIsGood && unheard == 0
    note(
      header, packet, digest, opened: packet.micIsGood == true ? ownDigest : last?.opened, verdict,
      isCentral, isFirst: isFirst, isRepeat: last != nil, isOpened: isOpened,
      followsFailed: followsFailed, at: moment)
    let hasHole = followsHole
    followsHole = hasHole || !isSame && judgement.skipped > Self.doubt
    return (verdict, isFirst)
  }

  /// The last packet of a side, where one that it sends now can only be that one again: it has the
  /// same number, and no packet with the other number can have been between. Then a MIC does not
  /// fit as the sniffer decrypted one of the two as the packet after it.
  private func repeated(
    _ header: LLDataHeader, _ packet: AirPacket, _ digest: UInt64, isCentral: Bool
  ) -> AirSide.Heard? {
    guard packet.isDecrypted, packet.micIsGood != nil, !header.isEmpty, !senderIsDoubtful,
      let last = isCentral ? central.last : peripheral.last, last.sn == header.sn,
      packet.micIsGood == false || last.micIsGood == false || last.opened == digest
    else { return nil }
    // What the central sent and was not heard is counted, as it begins each event. Of the
    // peripheral, an answer may be missing without a trace, but not what would acknowledge it.
    let isProven =
      isCentral
      ? central.unheard == 0
      : !peripheral.isAcknowledged && central.unheard == 0 && central.lastDoubt <= last.frame
    return isProven ? last : nil
  }

  mutating func side(_ isCentral: Bool, _ change: (inout AirSide) -> Void) {
    if isCentral { change(&central) } else { change(&peripheral) }
  }

  private mutating func note(
    _ header: LLDataHeader, _ packet: AirPacket, _ digest: UInt64, opened: UInt64?,
    _ verdict: AirVerdict, _ isCentral: Bool, isFirst: Bool, isRepeat: Bool, isOpened: Bool,
    followsFailed: Bool, at moment: Moment
  ) {
    noteTroubles(header, packet, digest, verdict, isCentral, at: moment)
    noteOpenEnd(header, digest, isCentral)
    noteUnused(header, isCentral)
    if !packet.isOfTool, !central.isWrittenByTool, !peripheral.isWrittenByTool {
      noteMissedByNumbers(header, digest, isCentral, at: moment.frame)
    }
    // Empty packets are never encrypted, nor is anything before encryption starts. What is sent
    // again was counted. What a key at hand opened needs no word of the sniffer; and one that has
    // decrypted nothing had no key.
    let isChecked =
      header.payload.originalCount > 0 && isFirst && !isRepeat && !isOpened
      && (packet.isDecrypted || isEncrypted && (packet.micIsGood ?? false || hasSnifferKey))
    if isChecked, packet.micIsGood == false {
      if micFailedFrames.count < Self.mostFrames { micFailedFrames.append(moment.frame) }
      side(isCentral) { $0.holes.note(moment.frame) }
      noteUnread(moment.frame)
    }
    followsHole = isCentral ? central.hasHole : peripheral.hasHole
    let heard = AirSide.Heard(
      sn: header.sn, nesn: header.nesn, moreData: header.moreData, digest: digest,
      frame: moment.frame, octets: header.payload.originalCount,
      micIsGood: opened != nil ? true : packet.micIsGood, opened: opened)
    var stall: AirStallFact?
    let written = written
    var acknowledges = false
    var received: Int?
    side(isCentral) { side in
      acknowledges = side.last.map { $0.nesn != heard.nesn } ?? false
      if header.sn || header.nesn { side.isNumbered = true }
      if packet.isOfTool { side.isWrittenByTool = true }
      if side.last?.digest != digest { side.changes &+= 1 }
      side.count(header, verdict)
      side.addAirTime(header.airTime(of: packet))
      if isChecked, let fits = packet.micIsGood { side.noteMIC(fits, at: moment.frame) }
      if isRepeat, packet.micIsGood == true { side.noteMICOfRepeat() }
      if let rssi = packet.rssi { side.signal.add(rssi, at: moment.time) }
      if verdict == .retransmitted, side.last?.digest == digest {
        side.attempts += 1
        if side.attempts >= AirStallFact.leastAttempts {
          stall = AirStallFact(
            isFromCentral: isCentral, first: side.firstAttempt, began: side.firstWritten,
            last: moment, attempts: side.attempts, valueHandle: side.valueHandle)
        }
      } else {
        side.attempts = 1
        side.firstAttempt = moment
        side.firstWritten = written
      }
      side.attemptsMax = max(side.attemptsMax, side.attempts)
      side.last = heard
      side.isAcknowledged = false
      side.lastChannel = packet.channel
      side.unheard = 0
      side.countedUnheard = 0
      side.unheardSinceAcknowledged = 0
      side.unheardEvents = 0
      side.hasHole = false
    }
    if acknowledges {
      side(!isCentral) { side in
        // Nothing else was sent that this may acknowledge.
        if followsFailed, side.unheardSinceAcknowledged == 1 {
          side.crcFailedReceived += 1
          side.holes.note(side.failedFrame)
          received = side.failedFrame
        }
        side.unheardSinceAcknowledged = 0
        side.isAcknowledged = true
      }
      if let received { noteUnread(received) }
    }
    if let stall { add(stall) }
  }

  /// Notes what the central's first packet shows of the end of the event before: that its last
  /// packet there got an answer, or that it repeats it, as it does where there was none.
  private mutating func noteOpenEnd(
    _ header: LLDataHeader, _ digest: UInt64, _ isCentral: Bool
  ) {
    guard let open = event.openEnd else { return }
    event.openEnd = nil
    guard isCentral, !senderIsDoubtful, let last = central.last else { return }
    if last.sn != header.sn || last.nesn != header.nesn {
      eventsCutOff += 1
    } else if open == .ofCentralAlone, last.digest == digest {
      eventsRepeated += 1
    }
  }

  /// Behind events of which nothing was heard, the central goes on with the very numbers that come
  /// next, as if there had been none: a sniffer that hears nearly all packets did not miss all of
  /// these. The central left the events out, or nothing arrived in them.
  private mutating func noteUnused(_ header: LLDataHeader, _ isCentral: Bool) {
    let silent = event.silentBefore
    event.silentBefore = 0
    // Behind more than one, packets of an even number would look the same; and a sniffer that hears
    // few events says nothing of the others.
    guard silent > 0, eventsSilent * (silent == 1 ? 2 : 20) <= eventsHeard, isCentral,
      !senderIsDoubtful, !missesMuch, let own = central.last,
      let other = peripheral.last, other.frame > own.frame,
      header.sn == other.nesn, header.nesn != other.sn
    else { return }
    eventsUnused += silent
    central.leaveOut(silent)
    if latency == 0 { peripheral.leaveOut(silent) }
  }

  private mutating func noteTroubles(
    _ header: LLDataHeader, _ packet: AirPacket, _ digest: UInt64, _ verdict: AirVerdict,
    _ isCentral: Bool, at moment: Moment
  ) {
    let isSkipped =
      isCentral && verdict == .retransmitted && troubles.isExcused(latency: latency)
    if !isSkipped {
      troubles.note(verdict, isCentral: isCentral, packet.rssi, at: moment, written: written)
    }
    troubles.count(on: packet.channel, frame: moment.frame) {
      $0.packets &+= 1
      if isCentral { $0.ofCentral &+= 1 }
    }
    guard verdict != .uncertain else { return }
    course.add(
      isFromCentral: isCentral, isAgain: verdict == .retransmitted, packet.rssi, at: written)
    let own = isCentral ? central.recent : peripheral.recent
    let other = isCentral ? peripheral.recent : central.recent
    // The other side may have it, and only its acknowledgement be lost: that of the peripheral on
    // the same channel, that of the central in a later event, where it counts itself.
    let isAcknowledged = other.last.map { $0.nesn != header.sn } ?? false
    guard verdict == .retransmitted, own.unheard == 0, !isSkipped else { return }
    if isCentral || !isAcknowledged { troubles.failed(on: own.lastChannel) }
    if isCentral, !isAcknowledged {
      troubles.noteSent(digest, event: eventNumber(packet), at: moment)
    }
  }

  /// Where channels or the sniffer show which event it is.
  func eventNumber(_ packet: AirPacket) -> UInt16? {
    packet.eventCounter ?? channels?.certainEvent
  }

  mutating func noteUnread(_ frame: Int) {
    guard unreadFrames.count < Self.mostFrames, unreadFrames.last != frame else { return }
    unreadFrames.append(frame)
  }

  private mutating func add(_ stall: AirStallFact) {
    if let last = stalls.indices.last, stalls[last].isFromCentral == stall.isFromCentral,
      stalls[last].first == stall.first
    {
      stalls[last] = stall
    } else if stalls.count < Self.mostStalls {
      stalls.append(stall)
    }
  }
}

extension AirSide.Heard {
  /// Whether another packet may hold the same, as far as lengths show: of what a sniffer decrypts,
  /// some take the MIC away, and leave it where it does not fit.
  fileprivate func holds(_ header: LLDataHeader) -> Bool {
    octets == header.payload.originalCount
      || abs(octets - header.payload.originalCount) == AESCCM.micOctets
        && micIsGood != nil
  }
}

extension LLDataHeader {
  /// Of the packet that it is of; see `AirPacket`. Of a packet that was decrypted it is not known,
  /// as some sniffers take the MIC off and others do not.
  func airTime(of packet: AirPacket) -> Int? {
    if packet.isDecrypted, payload.originalCount > 0 { return nil }
    let octets = payload.end - packet.pdu.start + payload.originalCount - payload.count
    return packet.airTime(ofPDU: octets).map { $0 + toneExtension }
  }
}

extension AirPacket.Sender {
  /// Compared here, in the module that asks for each packet: `==` of another one is a call.
  @inline(__always)
  var isCentral: Bool {
    switch self {
    case .central: true
    case .peripheral, .unknown: false
    }
  }
}
