import BluetoothProtocol
import CaptureFiles
import LinkLayer
import Report

extension ReportBuilder {
  func air(_ state: ConnectionState) -> ReportV1.Air? {
    guard let position = state.airLink else { return nil }
    var link = sessions.air.links[position]
    link.finish()
    var report = report(of: link)
    if link.central.isOfTool != link.peripheral.isOfTool {
      report.withholdNumbers(ownSide: link.central.isOfTool ? .central : .peripheral)
    }
    if link.filter.showFilter(of: link.central, link.peripheral) {
      report.withholdHearing(link.filter)
    }
    return report
  }

  var sniffed: ReportV1.Sniffed? {
    let heard = sessions.air.heard
    guard heard.packets > 0 else { return nil }
    return ReportV1.Sniffed {
      $0.packets = heard.packets
      $0.crcFailed = heard.crcFailed
      $0.crcFits = heard.crcFits
      $0.firstFailedFrame = heard.firstFailed
      $0.leftOut = sessions.air.leftOut
    }
  }

  private func report(of link: AirLink) -> ReportV1.Air {
    ReportV1.Air {
      $0.accessAddress = Self.digits(UInt64(link.accessAddress), 8)
      let usesSecond = link.usesChannelSelection2 ?? link.channels?.usesSecond
      $0.channelSelection = usesSecond.map { $0 ? 2 : 1 }
      $0.encrypted = link.isEncrypted
      $0.decrypted = link.isDecrypted
      $0.events.heard = link.eventsHeard
      $0.events.oneSided = link.eventsOneSided
      $0.events.silent = link.eventsSilent
      $0.events.onChannel = link.channels?.result?.matches
      $0.events.offChannel = link.channels?.result?.differs
      $0.events.repeated = link.eventsRepeated
      $0.events.cutOff = link.eventsCutOff
      $0.events.unused = link.eventsUnused
      if let channels = link.channels, channels.result != nil {
        $0.events.silentRemapped = channels.remapped.silent
        $0.events.heardRemapped = channels.remapped.heard
      }
      $0.central = side(link.central, link.initiator)
      $0.peripheral = side(link.peripheral, link.responder)
      $0.stalls = link.stalls.map { stall in
        ReportV1.AirStall {
          $0.direction = stall.isFromCentral ? .tx : .rx
          $0.firstFrame = stall.first.frame
          $0.lastFrame = stall.last.frame
          $0.startUs = offset(stall.began)
          $0.durationUs = Int(reported: max(0, stall.last.time.since(stall.first.time)))
          $0.attempts = stall.attempts
          $0.valueHandle = stall.valueHandle.map { Int($0) }
        }
      }
      $0.endedBy = link.endedBy
      $0.channelMap = link.channels.map { Self.digits($0.map, 10) }
      $0.channelMaps = link.channels?.maps ?? 0
      let writesIndices = link.channels?.writesIndices ?? link.troubles.showIndices
      $0.channels = link.troubles.channels.enumerated().compactMap { place, count in
        let channel = writesIndices ? Int(AirPacket.radioChannel(of: UInt8(place))) : place
        let packets = link.packets(heardOf: count)
        guard channel < 37, packets > 0 || count.crcFailed > 0 else { return nil }
        return ReportV1.AirChannel {
          $0.channel = channel
          $0.packets = packets
          $0.sentAgain = Int(count.sentAgain)
          $0.crcFailed = Int(count.crcFailed)
          $0.lastFrame = count.lastFrame
        }
      }.sorted { $0.channel < $1.channel }
      $0.bursts = link.troubles.bursts.map(burst)
      $0.silence = link.troubles.silence.map { silence in
        ReportV1.AirSilence {
          $0.firstFrame = silence.first.frame
          $0.lastFrame = silence.last.frame
          $0.events = silence.events
          $0.durationUs = Int(reported: max(0, silence.last.time.since(silence.since.time)))
          let turns = link.troubles.turns
          $0.answerFrame = turns.answer?.frame
          $0.unansweredFrame = turns.unanswered?.moment.frame
          $0.unansweredPdu = turns.unanswered?.content.words
          $0.unansweredOctets = turns.unanswered?.octets ?? 0
          $0.acknowledged = turns.isAcknowledged
        }
      }
      $0.lateInstants = link.troubles.lateInstants.map { fact in
        ReportV1.AirInstant {
          $0.firstFrame = fact.first.frame
          $0.lastFrame = fact.last.frame
          $0.opcode = Int(fact.opcode)
          $0.name = LLControlLayouts.layout(fact.opcode)?.name.description
          $0.instant = Int(fact.instant)
          $0.event = Int(fact.event)
        }
      }
      $0.refusals = link.troubles.refusals
      $0.encryptedPackets = link.encryptedPackets
      $0.micFailedFrames = link.micFailedFrames
      $0.unreadFrames = link.unreadFrames
      $0.course = link.course.parts.isEmpty ? nil : course(link.course)
      guard link.cipher >= 0 else { return }
      let cipher = sessions.air.ciphers[link.cipher]
      $0.encryptions = cipher.facts.map(encryption)
      $0.encryptionsOmitted = cipher.omitted
    }
  }

  private func course(_ course: AirCourse) -> ReportV1.AirCourse {
    ReportV1.AirCourse {
      $0.startUs = offset(course.start)
      $0.partUs = Int(reported: course.width)
      $0.central = counts(course.parts.map(\.central))
      $0.peripheral = counts(course.parts.map(\.peripheral))
    }
  }

  private func counts(_ parts: [AirCourse.Count]) -> ReportV1.AirCounts {
    ReportV1.AirCounts {
      $0.packets = parts.map(\.packets)
      $0.sentAgain = parts.map(\.sentAgain)
      $0.rssi = parts.map(\.signal)
    }
  }

  private func encryption(_ fact: AirSessionFact) -> ReportV1.AirEncryption {
    ReportV1.AirEncryption {
      $0.firstFrame = fact.first.frame
      $0.lastFrame = fact.last.frame
      $0.outcome = fact.outcome
      $0.key = fact.source
      $0.refresh = fact.isRefresh
      $0.packets = fact.packets
      $0.decrypted = fact.decrypted
      $0.repeated = fact.repeated
      $0.missedCentral = fact.missedOfCentral
      $0.missedPeripheral = fact.missedOfPeripheral
    }
  }

  /// Whether the sniffer missed packets that went one way, or could not read them, behind a frame
  /// and up to another one; `nil` of what a host captured.
  func missed(
    _ direction: RecordDirection, after first: Int, upTo last: Int, _ state: ConnectionState
  ) -> Bool? {
    guard let place = state.airLink else { return nil }
    let link = sessions.air.links[place]
    return (direction == .tx ? link.central : link.peripheral).holes.areIn(
      after: first, upTo: last)
  }

  static func digits(_ number: UInt64, _ count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }

  private func burst(_ burst: AirBurstFact) -> ReportV1.AirBurst {
    ReportV1.AirBurst {
      $0.firstFrame = burst.first.frame
      $0.lastFrame = burst.last.frame
      $0.startUs = offset(burst.began)
      $0.durationUs = Int(reported: max(0, burst.last.time.since(burst.first.time)))
      $0.packets = burst.packets
      $0.retransmitted = burst.retransmitted
      $0.centralRssi = burst.central.mean
      $0.peripheralRssi = burst.peripheral.mean
      $0.unanswered = burst.unanswered
    }
  }

  private func side(_ side: AirSide, _ device: AirLink.Device?) -> ReportV1.AirSide {
    let judged = side.new + side.retransmitted
    return ReportV1.AirSide {
      $0.address = device?.address.description
      $0.addressType = device.flatMap { $0.type.kind(of: $0.address) }
      $0.packets = side.packets
      $0.new = side.new
      $0.retransmitted = side.retransmitted
      $0.uncertain = side.uncertain
      $0.empty = side.empty
      $0.crcFailed = side.crcFailed
      $0.missed = side.missed
      $0.missedCertain = side.missedCertain
      $0.micFailed = side.micFailed
      $0.rssi = side.signal.count > 0 ? Self.signal(side.signal) : nil
      $0.retransmissionRate = judged > 0 ? Double(side.retransmitted) / Double(judged) : nil
      $0.attemptsMax = side.attemptsMax
      $0.airTimeUs = side.airTime
      $0.crcFailedReceived = side.crcFailedReceived
      $0.dataPackets = side.dataPackets
      $0.dataRetransmitted = side.dataRetransmitted
      $0.dataQueued = side.dataQueued
      $0.micFitted = side.micFitted
      $0.micFailedAtEnd = side.micFailedAtEnd
      $0.micFailedAfterMiss = side.micFailedAfterMiss
      $0.decrypted = side.decrypted
      $0.undecrypted = side.undecrypted
      $0.missedByCounter = side.missedByCounter
      $0.missedByLength = side.missedByLength
      $0.brokenPdus = side.brokenPDUs
      $0.brokenAfter = side.usualBreak?.packets
      $0.brokenAlike = side.usualBreak?.count ?? 0
    }
  }
}

extension ReportV1.Air {
  /// What sequence numbers would show, where those of one side are not on the air.
  fileprivate mutating func withholdNumbers(ownSide side: ReportV1.AirParty) {
    ownSide = side
    central.withholdNumbers(isOwn: side == .central)
    peripheral.withholdNumbers(isOwn: side == .peripheral)
    withholdEvents()
  }

  /// What was heard, where a filter took most of that out.
  fileprivate mutating func withholdHearing(_ traces: AirFilterTraces) {
    filtered = ReportV1.AirFilter {
      $0.jumps = traces.jumps
      $0.leftOut = traces.leftOut
    }
    central.withholdNumbers(isOwn: true)
    peripheral.withholdNumbers(isOwn: true)
    (central.airTimeUs, peripheral.airTimeUs) = (nil, nil)
    (central.crcFailedReceived, peripheral.crcFailedReceived) = (0, 0)
    events.heard = 0
    (events.onChannel, events.offChannel) = (nil, nil)
    unreadFrames = []
    withholdEvents()
  }

  private mutating func withholdEvents() {
    (events.oneSided, events.silent, events.repeated, events.cutOff) = (0, 0, 0, 0)
    events.unused = 0
    stalls = []
    bursts = []
    silence = nil
    course = nil
    for index in channels.indices { channels[index].sentAgain = 0 }
  }
}

extension ReportV1.AirSide {
  fileprivate mutating func withholdNumbers(isOwn: Bool) {
    (missed, missedCertain, missedByCounter, missedByLength) = (0, 0, 0, 0)
    guard isOwn else { return }
    (new, retransmitted, uncertain) = (0, 0, packets)
    (retransmissionRate, attemptsMax) = (nil, 0)
    (dataPackets, dataRetransmitted, dataQueued) = (packets - empty, 0, 0)
  }
}

extension AirLink {
  /// What was heard on a channel: a tool that takes part does not hear itself, and writes no
  /// channel of its own packets.
  fileprivate func packets(heardOf count: AirTroubles.ChannelCount) -> Int {
    let ofCentral = Int(count.ofCentral)
    let ofPeripheral = Int(count.packets) - ofCentral
    if central.isOfTool == peripheral.isOfTool { return ofCentral + ofPeripheral }
    return central.isOfTool ? ofPeripheral : ofCentral
  }
}

extension AirSessionFact {
  fileprivate var outcome: ReportV1.AirDecryption {
    if source != nil { return .decrypted }
    if isGuessed, followsClear, !hasRequest, !hasResponse { return .unreadable }
    if !hasRequest || !hasResponse {
      return hasRequest || hasResponse || followsClear ? .startMissed : .beganBefore
    }
    if keysTried > 0 { return .wrongKey }
    return isUntried ? .notTried : .noKey
  }
}
