import BluetoothProtocol
import CaptureFiles
import Report

extension ReportBuilder {
  mutating func connection(_ index: Int) -> ReportV1.Connection {
    let state = sessions.connections[index]
    let link = measures.links[index]
    var report = ReportV1.Connection()
    report.id = state.number
    report.controller = Int(sessions.controllers[state.controller].index)
    report.handle = Int(state.handle.rawValue)
    report.transport = state.likelyTransport
    report.role = state.airLink == nil ? role(state.role) : .observer
    report.peer = peer(state)
    report.learnedFrom = state.learnedFrom
    report.completeFrame = state.completeFrame
    report.firstFrame = state.first.frame
    report.lastFrame = state.last.frame
    report.startUs = offset(state.first.time)
    report.endUs = offset(end(of: state).time)
    report.disconnect = state.disconnect
    report.end = state.end.map { end in
      ReportV1.End {
        $0.frame = end.moment.frame
        $0.timeUs = offset(end.moment.time)
        $0.cause = end.cause
      }
    }
    addLinkFacts(state, to: &report)
    report.mtu = mtu(state, link)
    report.att = att(state, link)
    addGATT(state, link, to: &report)
    let judgement = judgement(of: index, until: report.endUs)
    let account = judgement?.account
    let gaps = link.streams.indices.map { self.gaps(link.streams, at: $0, state, account) }
    report.notifications = streams([.notification, .indication], state, link, gaps)
    report.writes = streams([.write], state, link, gaps)
    report.transfers = transfers(state, link, gaps)
    addConversation(judgement?.streams ?? [], state, to: &report)
    for (stream, use) in judgement?.radio ?? [] {
      let index = report.notifications.firstIndex { $0.isMade(of: stream) }
      if let index { report.notifications[index].radio = use }
    }
    report.breaches = breaches(state, judgement).map(breach)
    let runs = runs(state, link, gaps, report)
    report.runs = runs.bulk
    settlePurposes(of: &report)
    settleNamed(report.runs, connection: state.number)
    // A read is known to be over only when something else follows.
    report.longValues = state.longValues.sorted { $0.firstFrame < $1.firstFrame }
      .map { longValue($0, state) }
    report.reads = link.reads.filter { series in
      let read = state.database(of: series.server).characteristic(value: series.handle)
      return series.count > 1 || read.map { !$0.mayBeRead } ?? false
    }.map { series in
      ReportV1.ReadSeries {
        $0.handle = Int(series.handle.rawValue)
        $0.uuid = state.database(of: series.server).valueType(series.handle)?.description
        $0.server = series.server.reported
        $0.count = series.count
        $0.changes = series.changes
        $0.firstFrame = series.first.frame
        $0.lastFrame = series.last.frame
        $0.durationUs = Int(reported: max(0, series.last.time.since(series.first.time)))
      }
    }
    report.flow = flow(state, link, report.transfers)
    if let account { addTime(account, runs.timed, state.controller, to: &report) }
    report.lastRxFrame = state.lastReceived?.frame
    report.lastRxUs = state.lastReceived.map { offset($0.time) }
    report.lastTxFrame = state.lastSent?.frame
    report.lastTxUs = state.lastSent.map { offset($0.time) }
    report.peerLEFeatures = state.peerFeatures.map(ReportV1.LEFeatures.init)
    addSignal(link, state.likelyTransport, to: &report)
    report.channels = state.channels.filter { $0.openFrame != nil }.map(channel)
    report.channelRefusals = state.channelRefusals
    report.phases = phases(state, link)
    report.framings =
      link.framings.compactMap { framing($0, state) }
      + link.givenFramings.compactMap { framing($0, state, link) }
    addRequests(state, link, to: &report)
    report.air = air(state)
    report.preferredParameters = state.preferred
    report.modes = state.modes.map { fact in
      ReportV1.ModeChange {
        $0.frame = fact.moment.frame
        $0.timeUs = offset(fact.moment.time)
        $0.mode = fact.mode
        $0.intervalUs = fact.microseconds
      }
    }
    report.ending = ending(state, report)
    return report
  }

  /// When a connection was over. Nothing ends one that is silent: where the capture has no end of
  /// it, it lasted as long as the capture, if that would show an end. A sniffer may lose a
  /// connection, and a log of data alone has no ends.
  func end(of state: ConnectionState) -> Moment {
    if let end = state.end { return end.moment }
    guard state.isOpen, state.airLink == nil, !clock.holdsACLAlone, let traffic = clock.traffic,
      traffic.latest > state.last.time
    else { return state.last }
    return Moment(frame: state.last.frame, time: traffic.latest)
  }

  /// What Read RSSI returns of BR/EDR is no power: it says how far the signal is outside the range
  /// that the controller wants. Core Vol 4, Part E, 7.5.4.
  private func addSignal(
    _ link: LinkMeasures, _ transport: ReportV1.Transport?, to report: inout ReportV1.Connection
  ) {
    let isPower = transport != .brEDR
    let isRead = isPower && link.signal.count >= max(1, link.qualitySignal.count)
    let measure = isRead ? link.signal : link.qualitySignal
    if measure.count > 0 {
      report.rssi = Self.signal(measure)
      report.rssiSource = isRead ? .readRSSI : .qualityReport
      report.rssiLastUs = offset(measure.lastTime)
    }
    report.rssiBefore = link.signalBefore.map(Self.signal)
  }

  func role(_ role: ConnectionRole?) -> ReportV1.Role? {
    switch role {
    case .central: .central
    case .peripheral: .peripheral
    default: nil
    }
  }

  /// The name is the one that the device advertised under the same address; else the one that its
  /// GATT server gave, on this connection or on another one.
  func peer(_ state: ConnectionState) -> ReportV1.Peer {
    var facts = ReportV1.Peer()
    if let address = state.peer, let type = state.peerType {
      facts = peer(address, type)
      facts.manufacturer = state.peerManufacturer.flatMap { CompanyNames.name(for: $0) }
    } else if let address = state.peer {
      // The kernel does not say what kind of address it is.
      let heard = [AddressType.publicDevice, .randomDevice].map { peer(address, $0) }
        .first { $0.name != nil }
      facts.address = address.description
      facts.name = heard?.name
      facts.nameSource = heard?.nameSource
    }
    facts.take(state.peerTexts)
    return facts
  }

  func peer(_ address: DeviceAddress, _ type: AddressType) -> ReportV1.Peer {
    let heard = measures.advertisers.device(address, type)
    let name = heard.flatMap { $0.name.isEmpty ? nil : String(decoding: $0.name, as: UTF8.self) }
    var facts = ReportV1.Peer {
      $0.address = address.description
      $0.addressType = type.kind(of: address)
      $0.name = name
      $0.nameSource = name == nil ? nil : .advertising
    }
    let key = ControllerState.PeerKey(address: address, type: type)
    facts.takeName(sessions.peerTexts[key]?.texts[.name] ?? [])
    if facts.name == nil, type == .publicDevice, let name = sessions.remoteNames[address] {
      facts.name = String(decoding: name, as: UTF8.self)
      facts.nameSource = .remoteName
    }
    return facts
  }

  private func addLinkFacts(_ state: ConnectionState, to report: inout ReportV1.Connection) {
    report.parameters = zip(state.parameters, state.parameterTimes).map { fact, time in
      var report = fact
      report.timeUs = offset(time)
      return report
    }
    report.parameterRequests = state.parameterRequests.map {
      var report = $0.report
      report.timeUs = offset($0.moment.time)
      return report
    }
    for index in report.parameterRequests.indices {
      let request = report.parameterRequests[index]
      let next = report.parameterRequests.first {
        $0.frame > request.frame && $0.direction == request.direction
      }
      report.parameterRequests[index].setFrame =
        report.parameters.first {
          // One that was commanded before it answers something else.
          $0.frame > request.frame && $0.frame < next?.frame ?? .max
            && $0.commandFrame ?? .max > request.frame
        }?.frame
    }
    report.phys = state.phys
    report.dataLengths = state.dataLengths
    report.encryption = state.encryption
    report.encryptionFailures = state.encryptionFailures
    report.parameterUpdateFailures = zip(state.updateFailures, state.updateFailureTimes).map {
      var report = $0
      report.timeUs = offset($1)
      return report
    }
    report.pairing = state.pairings.map(pairing)
  }

  private func pairing(_ fact: PairingFact) -> ReportV1.Pairing {
    var report = fact.report
    report.startUs = offset(fact.start)
    report.durationUs = Int(reported: max(0, fact.last.since(fact.start)))
    report.ioCapabilityInitiator = fact.request.flatMap {
      PairingFact.ioCapability($0.ioCapability)
    }
    report.ioCapabilityResponder = fact.response.flatMap {
      PairingFact.ioCapability($0.ioCapability)
    }
    fact.takeClassic(to: &report)
    if let request = fact.request, let response = fact.response {
      let (a, b) = (request.authentication, response.authentication)
      let method = SMPPairingMethod(initiator: request, responder: response)
      report.method = method.rawValue
      if report.result == .completed { report.authenticated = method != .justWorks }
      report.secureConnections = a.secureConnections && b.secureConnections
      report.bonding = a.bonding && b.bonding
      report.mitm = a.mitmProtection || b.mitmProtection
    }
    return report
  }

  /// Values that do not fit into the MTU with which a connection begins show that there was an
  /// exchange, or else a sender that breaks the rules: then it is unknown what is in force.
  func mtu(_ state: ConnectionState, _ link: LinkMeasures) -> ReportV1.MTU {
    // Nothing is known of a connection that the sniffer did not follow.
    if let air = state.airLink, sessions.air.links[air].isUnheard { return ReportV1.MTU() }
    var exchange = state.mtuExchange
    if exchange.frame == nil, let mtu = exchange.effective, Self.exceeds(mtu, state, link) {
      exchange.effective = nil
    }
    if exchange.effective == nil {
      exchange.effective = Self.proven(exchange, state, link)
      if exchange.effective == nil { exchange.frame = nil }
    }
    return exchange
  }

  /// Where one side's offer alone was captured, no larger MTU is in force; a value as long as it
  /// allows shows that no smaller one is.
  private static func proven(
    _ offer: ReportV1.MTU, _ state: ConnectionState, _ link: LinkMeasures
  ) -> Int? {
    guard let offered = offer.client ?? offer.server, state.likelyTransport == .le,
      !exceeds(max(offered, ATTExchangeMTU.defaultMTU), state, link)
    else { return nil }
    if offered <= ATTExchangeMTU.defaultMTU { return ATTExchangeMTU.defaultMTU }
    return exceeds(offered - 1, state, link) ? offered : nil
  }

  /// Of notifications and indications: writes may have been put together from parts. Channels with
  /// ATT bearers of their own have MTUs of their own.
  static func exceeds(_ mtu: Int, _ state: ConnectionState, _ link: LinkMeasures) -> Bool {
    guard state.likelyTransport == .le, !state.channels.contains(where: \.isEATT) else {
      return false
    }
    return link.streams.containsIndex {
      $0[$1].kind != .write && $0[$1].rhythm.longest > mtu - 3
    }
  }

  private func channel(_ channel: CreditBasedChannel) -> ReportV1.Channel {
    ReportV1.Channel {
      $0.frame = channel.openFrame
      $0.kind = channel.kind
      $0.psm = Int(channel.spsm)
      $0.cidLocal = channel.local.map { Int($0.rawValue) }
      $0.cidRemote = channel.remote.map { Int($0.rawValue) }
      $0.mtu = channel.mtu
      $0.mps = channel.mps
      $0.rxPackets = channel.rxSDUs
      $0.txPackets = channel.txSDUs
      $0.rxBytes = channel.rxOctets
      $0.txBytes = channel.txOctets
      $0.closeFrame = channel.closeFrame
      $0.txCreditWaits = creditWaits(channel.creditWaits(of: .local))
      $0.rxCreditWaits = creditWaits(channel.creditWaits(of: .peer))
      let (sent, received) = (channel.exhausted(.local), channel.exhausted(.peer))
      $0.txExhaustedFrame = sent?.frame
      $0.txExhaustedUs = sent.map { Int(reported: $0.microseconds) }
      $0.rxExhaustedFrame = received?.frame
      $0.rxExhaustedUs = received.map { Int(reported: $0.microseconds) }
    }
  }

  private func creditWaits(_ waits: CreditWaits) -> ReportV1.CreditWaits? {
    guard waits.count > 0 else { return nil }
    return ReportV1.CreditWaits {
      $0.count = waits.count
      $0.totalUs = Int(reported: waits.microseconds)
      $0.longestUs = Int(reported: waits.longest)
      $0.firstFrame = waits.firstFrame
      $0.lastFrame = waits.lastFrame
    }
  }

  // MARK: - ATT

  private func att(_ state: ConnectionState, _ link: LinkMeasures) -> ReportV1.ATT {
    var report = ReportV1.ATT()
    report.pdus.rx = state.pdus.reported(.rx)
    report.pdus.tx = state.pdus.reported(.tx)
    report.transactions = ReportV1.Transactions {
      $0.count = state.transactions.count
      $0.errors = state.transactions.errors
      $0.unanswered = state.transactions.unanswered
      $0.latencyUs = mergeableSummary(link.latency.all)
      $0.latencyLocalUs = mergeableSummary(link.latency.local)
      $0.latencyRemoteUs = mergeableSummary(link.latency.remote)
      $0.slowest = state.slowest
      $0.sleepWaits = link.sleep.waits(of: state.role)
    }
    report.errors = state.errors.map { fact in
      ReportV1.ATTError {
        $0.frame = fact.frame
        $0.request = fact.request
        if fact.request.role == .unrecognized { $0.opcode = Int(fact.request.rawValue) }
        $0.handle = Int(fact.handle.rawValue)
        $0.code = Int(fact.code.rawValue)
        $0.name = fact.code.name
        $0.asked = fact.server.reported
        $0.written = fact.written.map { hexadecimal([UInt8($0 & 0xFF), UInt8($0 >> 8)]) }
      }
    }
    report.pending = state.unanswered.map { fact in
      ReportV1.PendingRequest {
        $0.frame = fact.moment.frame
        $0.request = fact.opcode
        $0.handle = fact.handle.map { Int($0.rawValue) }
        $0.ageUs = Int(reported: fact.ageMicroseconds)
        $0.asked = fact.asked.reported
        $0.repeatedFrame = fact.repeated?.frame
        $0.repeatedUs = fact.repeated.map { Int(reported: $0.time.since(fact.moment.time)) }
      }
    }
    report.discoveries = link.discoveries.map { discovery($0) }
    report.unasked = state.unasked.map { fact in
      ReportV1.UnaskedResponses {
        $0.pdu = fact.opcode
        $0.asked = fact.server.reported
        $0.count = fact.count
        $0.firstFrame = fact.first.frame
        $0.lastFrame = fact.last.frame
        $0.startUs = offset(fact.first.time)
        $0.durationUs = Int(reported: max(0, fact.last.time.since(fact.first.time)))
      }
    }
    report.overlaps = state.overlaps.map { fact in
      ReportV1.RequestOverlap {
        $0.asked = fact.asked.reported
        $0.count = fact.count
        $0.answered = fact.answered
        $0.request = fact.request
        $0.handle = fact.handle.map { Int($0.rawValue) }
        $0.frame = fact.frame
        $0.nextRequest = fact.next
        $0.nextFrame = fact.nextFrame
        $0.lastFrame = fact.lastFrame
      }
    }
    return report
  }

  private func discovery(_ measure: DiscoveryMeasure) -> ReportV1.Discovery {
    let firstRound = measure.firstRound
    var report = ReportV1.Discovery {
      $0.server = measure.server.reported
      $0.firstFrame = measure.first
      $0.lastFrame = measure.last
      $0.requests = measure.requests
      $0.requestsUs = Int(reported: measure.latency)
      $0.requestsAfter = measure.requestsAfter
      $0.requestsAfterUs = Int(reported: measure.latencyAfter)
      $0.firstRoundLastFrame = firstRound.last
      $0.firstRoundRequests = firstRound.requests
      $0.firstRoundUs = Int(reported: firstRound.latency)
    }
    if let (question, times) = measure.repeated {
      let cost = measure.cost(of: times)
      report.rounds = times.rounds
      report.repeated = ReportV1.RepeatedDiscovery {
        $0.request = question.opcode
        $0.startHandle = question.first.map { Int($0.rawValue) }
        $0.endHandle = question.last.map { Int($0.rawValue) }
        $0.inSuccession = times.successions
        $0.secondFrame = times.second
        $0.latestFrame = times.latest
        $0.questions = measure.repeatedQuestions
        $0.requests = cost.requests
        $0.requestsUs = Int(reported: cost.latency)
      }
    }
    return report
  }

  private func longValue(_ fact: LongValueFact, _ state: ConnectionState) -> ReportV1.LongValue {
    ReportV1.LongValue {
      $0.kind = fact.isRead ? .read : .write
      $0.valueHandle = Int(fact.handle.rawValue)
      $0.uuid = state.database(of: fact.server).valueType(fact.handle)?.description
      $0.server = fact.server.reported
      $0.firstFrame = fact.firstFrame
      $0.lastFrame = fact.lastFrame
      $0.parts = fact.parts
      $0.bytes = fact.octets
      $0.sha256 =
        fact.isCut || fact.bytes.count != fact.octets
        ? nil : payloadDigest(fact.bytes)
    }
  }
}

extension ReportV1.Peer {
  /// Takes what its GATT server says of it.
  fileprivate mutating func take(_ texts: PeerTexts) {
    takeName(texts[.name])
    func text(_ kind: PeerTexts.Kind) -> String? {
      let octets = texts[kind]
      return octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
    }
    (maker, model, serial) = (text(.maker), text(.model), text(.serial))
    (hardware, firmware, software) = (text(.hardware), text(.firmware), text(.software))
  }

  /// Takes a name that a GATT server gave, unless there is one already.
  fileprivate mutating func takeName(_ octets: [UInt8]) {
    guard name == nil, !octets.isEmpty else { return }
    name = String(decoding: octets, as: UTF8.self)
    nameSource = .gatt
  }
}
