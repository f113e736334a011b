import BluetoothProtocol
import CaptureFiles
import Report

extension ReportBuilder {
  mutating func connection(_ place: Int) -> ReportV1.Connection {
    let state = sessions.connections[place]
    let link = measures.links[place]
    var report = ReportV1.Connection()
    report.id = place + 1
    report.controller = Int(sessions.controllers[state.controller].index)
    report.handle = Int(state.handle.rawValue)
    report.transport = state.likelyTransport.map { $0 == .le ? .le : .brEDR }
    report.role = role(state.role)
    report.peer = peer(state)
    report.learnedFrom = state.isLearnedFromKernel ? .kernel : nil
    report.completeFrame = state.completeFrame
    report.firstFrame = state.first.frame
    report.lastFrame = state.last.frame
    report.startUs = offset(state.first.time)
    report.endUs = offset(state.last.time)
    report.disconnect = state.disconnect.map {
      ReportV1.Disconnect(
        frame: $0.frame, reason: Int($0.reason.rawValue), name: $0.reason.name)
    }
    report.end = state.end.map(end)
    addLinkFacts(state, to: &report)
    report.mtu = mtu(state, link)
    report.att = att(state, link)
    addGATT(state, link, to: &report)
    let gaps = link.streams.map { self.gaps(of: $0, state) }
    report.notifications = streams([.notification, .indication], state, link, gaps)
    report.writes = streams([.write], state, link, gaps)
    report.transfers = transfers(state, link, gaps)
    // A read is known to be over only when something else follows.
    report.longValues = state.longValues.sorted { $0.firstFrame < $1.firstFrame }
      .map { longValue($0, state) }
    report.flow = flow(state, link, report.transfers)
    report.lastRxFrame = state.lastReceived?.frame
    report.lastRxUs = state.lastReceived.map { offset($0.time) }
    report.rssi = link.signal.count == 0 ? nil : Self.signal(link.signal)
    report.channels = state.channels.filter { $0.openFrame != nil }.map(channel)
    report.channelRefusals = state.channelRefusals.map {
      ReportV1.ChannelRefusal(
        frame: $0.frame, kind: $0.spsm == CreditBasedChannel.eattSPSM ? .eatt : .creditBased,
        psm: Int($0.spsm), initiator: $0.initiator == .local ? .local : .peer,
        result: Int($0.result.rawValue), name: $0.result.name)
    }
    report.phases = phases(state, link)
    return report
  }

  private func role(_ role: ConnectionRole?) -> ReportV1.Role? {
    switch role {
    case .central: .central
    case .peripheral: .peripheral
    default: nil
    }
  }

  /// The name is the one that the device advertised under the same address.
  private func peer(_ state: ConnectionState) -> ReportV1.Peer {
    guard let address = state.peer else { return ReportV1.Peer() }
    if let type = state.peerType { return peer(address, type) }
    // The kernel does not say what kind of address it is.
    let heard = [AddressType.publicDevice, .randomDevice].map { peer(address, $0) }
    return ReportV1.Peer(
      address: address.description, name: heard.compactMap(\.name).first)
  }

  func peer(_ address: DeviceAddress, _ type: AddressType) -> ReportV1.Peer {
    let heard = measures.advertisers.device(address, type)
    let name = heard.flatMap { $0.name.isEmpty ? nil : String(decoding: $0.name, as: UTF8.self) }
    return ReportV1.Peer(
      address: address.description, addressType: type.kind(of: address), name: name)
  }

  private func addLinkFacts(_ state: ConnectionState, to report: inout ReportV1.Connection) {
    report.parameters = state.parameters.map {
      ReportV1.Parameters(
        frame: $0.frame, intervalUs: $0.intervalMicroseconds, latency: $0.latency,
        supervisionTimeoutUs: $0.timeoutMicroseconds, subrateFactor: $0.subrateFactor,
        continuationNumber: $0.continuationNumber)
    }
    report.parameterRequests = state.parameterRequests.map(parameterRequest)
    report.phys = state.phys.map {
      ReportV1.PHYChange(frame: $0.frame, tx: phy($0.tx), rx: phy($0.rx))
    }
    report.dataLengths = state.dataLengths.map {
      ReportV1.DataLength(
        frame: $0.frame, txOctets: $0.txOctets, rxOctets: $0.rxOctets, txTimeUs: $0.txMicroseconds,
        rxTimeUs: $0.rxMicroseconds)
    }
    report.encryption = state.encryption.map {
      ReportV1.Encryption(frame: $0.frame, enabled: $0.isEnabled, keySize: $0.keySize)
    }
    report.encryptionFailures = state.encryptionFailures.map(encryptionFailure)
    report.parameterUpdateFailures = state.updateFailures.map {
      ReportV1.ParameterUpdateFailure(
        frame: $0.frame, status: Int($0.status.rawValue), name: $0.status.name)
    }
    report.pairing = state.pairings.map(pairing)
  }

  private func end(_ fact: EndFact) -> ReportV1.End {
    let cause: ReportV1.EndCause =
      switch fact.cause {
      case .disconnection: .disconnection
      case .controllerReset: .controllerReset
      case .controllerOff: .controllerOff
      case .controllerGone: .controllerGone
      }
    return ReportV1.End(
      frame: fact.moment.frame, timeUs: offset(fact.moment.time), cause: cause)
  }

  private func encryptionFailure(_ fact: EncryptionFailureFact) -> ReportV1.EncryptionFailure {
    let kind: ReportV1.EncryptionFailureKind =
      switch fact.kind {
      case .change: .change
      case .keyRefresh: .keyRefresh
      case .keyRefused: .keyRefused
      }
    return ReportV1.EncryptionFailure(
      frame: fact.frame, kind: kind, status: fact.status.map { Int($0.rawValue) },
      name: fact.status?.name)
  }

  private func parameterRequest(_ fact: ParameterRequestFact) -> ReportV1.ParameterRequest {
    ReportV1.ParameterRequest(
      frame: fact.moment.frame, direction: fact.direction == .tx ? .tx : .rx,
      via: fact.path == .l2cap ? .l2cap : .ll, minUs: fact.minimumMicroseconds,
      maxUs: fact.maximumMicroseconds, latency: fact.latency,
      supervisionTimeoutUs: fact.timeoutMicroseconds,
      result: {
        switch fact.result {
        case .accepted: .accepted
        case .rejected: .rejected
        case .unanswered: .unanswered
        case .notApplied: .notApplied
        }
      }(), timeUs: offset(fact.moment.time))
  }

  private func phy(_ phy: PHY) -> ReportV1.PHY? {
    switch phy {
    case .le1M: .le1M
    case .le2M: .le2M
    case .leCoded: .coded
    default: nil
    }
  }

  private func pairing(_ fact: PairingFact) -> ReportV1.Pairing {
    var report = ReportV1.Pairing(firstFrame: fact.firstFrame, lastFrame: fact.lastFrame)
    report.initiator = fact.initiator == .local ? .local : .peer
    report.ioCapabilityInitiator = fact.request.flatMap { ioCapability($0.ioCapability) }
    report.ioCapabilityResponder = fact.response.flatMap { ioCapability($0.ioCapability) }
    if let request = fact.request, let response = fact.response {
      let (a, b) = (request.authentication, response.authentication)
      report.method = SMPPairingMethod(initiator: request, responder: response).rawValue
      report.secureConnections = a.secureConnections && b.secureConnections
      report.bonding = a.bonding && b.bonding
      report.mitm = a.mitmProtection || b.mitmProtection
    }
    switch fact.result {
    case .completed: report.result = .completed
    case .failed: report.result = .failed
    case .unfinished: report.result = .unfinished
    }
    report.reason = fact.reason.map { Int($0.rawValue) }
    report.reasonName = fact.reason?.name
    return report
  }

  /// Core Vol 3, Part H, 2.3.2.
  private func ioCapability(_ code: UInt8) -> String? {
    let names = [
      "display-only", "display-yes-no", "keyboard-only", "no-input-no-output", "keyboard-display",
    ]
    return Int(code) < names.count ? names[Int(code)] : nil
  }

  /// Values that do not fit into the MTU with which a connection begins tell that there was an
  /// exchange, or else a sender that breaks the rules: then nobody knows what is in force.
  func mtu(_ state: ConnectionState, _ link: LinkMeasures) -> ReportV1.MTU {
    var exchange = state.mtuExchange
    if exchange.frame == nil, let mtu = exchange.effective, Self.exceeds(mtu, state, link) {
      exchange.effective = nil
    }
    return ReportV1.MTU(
      client: exchange.client, server: exchange.server, effective: exchange.effective,
      frame: exchange.frame)
  }

  /// Of notifications and indications: writes may have been put together from parts. Channels with
  /// ATT bearers of their own have MTUs of their own.
  static func exceeds(_ mtu: Int, _ state: ConnectionState, _ link: LinkMeasures) -> Bool {
    guard state.likelyTransport == .le, !state.channels.contains(where: \.isEATT) else {
      return false
    }
    return link.streams.containsInPlace { $0.kind != .write && $0.rhythm.longest > mtu - 3 }
  }

  private func channel(_ channel: CreditBasedChannel) -> ReportV1.Channel {
    ReportV1.Channel(
      frame: channel.openFrame, kind: channel.isEATT ? .eatt : .creditBased,
      psm: Int(channel.spsm), cidLocal: channel.local.map { Int($0.rawValue) },
      cidRemote: channel.remote.map { Int($0.rawValue) }, mtu: channel.mtu, mps: channel.mps,
      rxPackets: channel.rxSDUs, txPackets: channel.txSDUs, rxBytes: channel.rxOctets,
      txBytes: channel.txOctets, closeFrame: channel.closeFrame,
      txCreditWaits: creditWaits(channel.creditWaits(of: .local)),
      rxCreditWaits: creditWaits(channel.creditWaits(of: .peer)))
  }

  private func creditWaits(_ waits: CreditWaits) -> ReportV1.CreditWaits? {
    guard waits.count > 0 else { return nil }
    return ReportV1.CreditWaits(
      count: waits.count, totalUs: Int(clamping: waits.microseconds),
      longestUs: Int(clamping: waits.longest), firstFrame: waits.firstFrame,
      lastFrame: waits.lastFrame)
  }

  // MARK: - ATT

  private func att(_ state: ConnectionState, _ link: LinkMeasures) -> ReportV1.ATT {
    var report = ReportV1.ATT()
    for opcode in PDUCounts.reported {
      guard let key = opcode.key else { continue }
      let (rx, tx) = (state.pdus.count(opcode, .rx), state.pdus.count(opcode, .tx))
      if rx > 0 { report.pdus.rx.append(key, rx) }
      if tx > 0 { report.pdus.tx.append(key, tx) }
    }
    report.transactions = ReportV1.Transactions(
      count: state.transactions.count, errors: state.transactions.errors,
      unanswered: state.transactions.unanswered, latencyUs: Self.summary(link.latency),
      slowest: state.slowest.map(Self.slowStep))
    report.errors = state.errors.map {
      ReportV1.ATTError(
        frame: $0.frame, request: $0.request.key, handle: Int($0.handle.rawValue),
        code: Int($0.code.rawValue), name: $0.code.name)
    }
    report.pending = state.unanswered.map {
      ReportV1.PendingRequest(
        frame: $0.moment.frame, request: $0.opcode.key ?? "",
        handle: $0.handle.map { Int($0.rawValue) }, ageUs: Int(clamping: $0.ageMicroseconds))
    }
    report.discoveries = link.discoveries.map(discovery)
    return report
  }

  private func discovery(_ measure: DiscoveryMeasure) -> ReportV1.Discovery {
    var report = ReportV1.Discovery(
      server: measure.server == .peer ? .peer : .local, firstFrame: measure.first,
      lastFrame: measure.last, requests: measure.requests,
      requestsUs: Int(clamping: measure.latency))
    if let (question, times) = measure.repeated {
      let cost = measure.cost(of: times)
      report.rounds = times.rounds
      report.repeated = ReportV1.RepeatedDiscovery(
        request: question.opcode.key ?? "", startHandle: question.first.map { Int($0.rawValue) },
        endHandle: question.last.map { Int($0.rawValue) }, inSuccession: times.successions,
        secondFrame: times.second, latestFrame: times.latest,
        requests: cost.requests, requestsUs: Int(clamping: cost.latency))
    }
    return report
  }

  static func slowStep(_ fact: SlowAnswerFact) -> ReportV1.SlowStep {
    ReportV1.SlowStep(
      frame: fact.frame, responseFrame: fact.responseFrame, request: fact.opcode.key ?? "",
      handle: fact.handle.map { Int($0.rawValue) }, latencyUs: Int(clamping: fact.microseconds))
  }

  private func longValue(_ fact: LongValueFact, _ state: ConnectionState) -> ReportV1.LongValue {
    ReportV1.LongValue(
      kind: fact.isRead ? .read : .write, valueHandle: Int(fact.handle.rawValue),
      uuid: state.database(of: fact.server).valueType(fact.handle)?.description,
      server: fact.server == .local ? .local : .peer, firstFrame: fact.firstFrame,
      lastFrame: fact.lastFrame, parts: fact.parts, bytes: fact.octets,
      sha256: fact.isCut || fact.bytes.count != fact.octets
        ? nil : payloadDigest(fact.bytes))
  }
}
