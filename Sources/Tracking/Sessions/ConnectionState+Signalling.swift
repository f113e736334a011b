import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

extension ReportV1.ParameterRequest {
  fileprivate func isMet(by used: ReportV1.Parameters) -> Bool {
    (minUs...max(minUs, maxUs)).contains(used.intervalUs) && latency == used.latency
      && supervisionTimeoutUs == used.supervisionTimeoutUs
  }
}

extension ConnectionState {
  /// A command of the LE signalling channel.
  mutating func receiveLESignalling(
    _ pdu: ByteRange, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, pdu)
    let command = try L2CAPSignallingCommand(&cursor, in: bytes)
    switch command.code {
    case .connectionParameterUpdateRequest:
      let request = try L2CAPConnectionParameterUpdateRequest(command.data, in: bytes)
      // Only a peripheral sends it. Core Vol 3, Part A, 4.20.
      if role == nil { role = context.direction == .rx ? .central : .peripheral }
      note(
        ParameterRequestFact(
          context.direction, .l2cap, at: context.moment,
          minimum: ConnectionInterval(request.intervalMinimum),
          maximum: ConnectionInterval(request.intervalMaximum), latency: request.latency,
          timeout: SupervisionTimeout(request.timeout), identifier: command.identifier), &context)
    case .connectionParameterUpdateResponse:
      let response = try L2CAPConnectionParameterUpdateResponse(command.data, in: bytes)
      answerParameterRequest(
        accepted: response.result == 0, path: .l2cap, identifier: command.identifier,
        direction: context.direction.reversed, &context)
    case .leCreditBasedConnectionRequest:
      let request = try L2CAPLECreditBasedConnectionRequest(command.data, in: bytes)
      requestChannel(
        request.spsm, source: request.source, mtu: request.mtu, mps: request.mps,
        credits: request.credits, identifier: command.identifier, &context)
    case .leCreditBasedConnectionResponse:
      let response = try L2CAPLECreditBasedConnectionResponse(command.data, in: bytes)
      let awaiting = channelsAwaiting(command.identifier, &context)
      guard response.result == 0, let index = awaiting.first else {
        return refuseChannels(awaiting, L2CAPChannelResult(response.result), &context)
      }
      openChannel(
        index, destination: response.destination, mtu: response.mtu, mps: response.mps,
        credits: response.credits, &context)
    case .creditBasedConnectionRequest, .creditBasedConnectionResponse, .flowControlCredit,
      .creditBasedReconfigureRequest:
      try receive(creditBased: command, &context, in: bytes)
    case .disconnectionRequest:
      closeChannel(try L2CAPDisconnection(command.data, in: bytes), &context)
    default: break
    }
  }

  /// A command about enhanced credit-based channels, which LE and BR/EDR have, or about credits.
  mutating func receive(
    creditBased command: L2CAPSignallingCommand,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    switch command.code {
    case .creditBasedConnectionRequest:
      let request = try L2CAPCreditBasedConnectionRequest(command.data, in: bytes)
      for index in 0..<request.sources.count {
        requestChannel(
          request.spsm, source: request.sources.channel(index, in: bytes), mtu: request.mtu,
          mps: request.mps, credits: request.credits, identifier: command.identifier, &context)
      }
    case .creditBasedConnectionResponse:
      let response = try L2CAPCreditBasedConnectionResponse(command.data, in: bytes)
      receiveChannels(response, command.identifier, &context, in: bytes)
    case .flowControlCredit:
      giveCredits(try L2CAPFlowControlCredit(command.data, in: bytes), &context)
    case .creditBasedReconfigureRequest:
      reconfigure(
        try L2CAPCreditBasedReconfigureRequest(command.data, in: bytes), &context, in: bytes)
    default: break
    }
  }

  /// Some of the channels asked for may be refused: their destination is 0.
  private mutating func receiveChannels(
    _ response: L2CAPCreditBasedConnectionResponse, _ identifier: UInt8,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) {
    let result = L2CAPChannelResult(response.result)
    if result.isPending { return }
    var refused: [Int] = []
    for (listed, index) in channelsAwaiting(identifier, &context).enumerated() {
      let destination =
        listed < response.destinations.count
        ? response.destinations.channel(listed, in: bytes) : L2CAPChannelID(0)
      if destination.rawValue == 0 {
        refused.append(index)
      } else {
        openChannel(
          index, destination: destination, mtu: response.mtu, mps: response.mps,
          credits: response.credits, &context)
      }
    }
    refuseChannels(refused, result, &context)
  }

  // MARK: - Connection parameters

  mutating func answerParameterRequest(
    accepted: Bool, path: ReportV1.ParameterRequestPath, identifier: UInt8,
    direction: RecordDirection,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    guard
      let position = parameterRequests.lastIndex(where: {
        $0.report.via == path && $0.report.direction == ReportV1.Direction(direction)
          && $0.identifier == identifier && $0.report.result == .unanswered
      })
    else { return }
    parameterRequests[position].report.result = accepted ? .accepted : .rejected
    // What was in force already needs no update.
    if accepted, let used = parameters.last, parameterRequests[position].report.isMet(by: used) {
      parameterRequests[position].isApplied = true
    }
    context.observer.observe(
      .parameterAnswer(connection: index, parameterRequests[position]), at: context.moment)
  }

  /// A Connection Update Complete: it serves the last request, but for those that
  /// were rejected, whose range the interval lies in. Some controllers round to their next step.
  mutating func applyParameters(_ interval: Int) {
    quickenAnswers(interval)
    guard
      let index = parameterRequests.lastIndex(where: {
        $0.report.result != .rejected && $0.report.minUs - ConnectionInterval.unitUs <= interval
          && interval <= $0.report.maxUs + ConnectionInterval.unitUs
      })
    else { return }
    parameterRequests[index].isApplied = true
  }

  /// At the end: what was served without an answer, and what was accepted and never came. Some
  /// captures hold data packets alone; they cannot know.
  mutating func settleParameterRequests() {
    // What took effect was granted: the capture lacks the answer.
    for index in parameterRequests.indices where parameterRequests[index].isApplied {
      guard parameterRequests[index].report.result == .unanswered else { continue }
      parameterRequests[index].report.result = .accepted
    }
    let eventsAreCaptured =
      completeFrame != nil || disconnect != nil || !parameters.isEmpty || !phys.isEmpty
      || !dataLengths.isEmpty || !encryption.isEmpty
    guard eventsAreCaptured else { return }
    for index in parameterRequests.indices
    where parameterRequests[index].report.result == .accepted && !parameterRequests[index].isApplied
    {
      parameterRequests[index].report.result = .notApplied
    }
  }

  // MARK: - Pairing

  /// A Security Manager command. A pairing starts with its request (or where the capture comes in)
  /// and ends with a failure, or with the encryption that it leads to.
  mutating func receiveSMP(
    _ pdu: ByteRange, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let command = try SMPCommand(pdu, in: bytes)
    let sender: Side = context.direction == .tx ? .local : .peer
    let frame = context.moment.frame
    if sender == .peer, command.code.isKey { try learnKey(command, in: bytes) }
    let reason =
      command.code == .pairingFailed
      ? SMPReason(try SMPPairingFailed(command.parameters, in: bytes).reason) : nil
    context.observer.observe(
      .pairing(
        connection: index, PairingStep(code: command.code, sender: sender, reason: reason)),
      at: context.moment)
    let isUnderWay = pairings.last?.report.result == .unfinished
    if command.code == .securityRequest {
      if !isUnderWay { securityRequest = (context.moment, sender) }
      return
    }
    defer { securityRequest = nil }
    if command.code == .pairingFailed, !isUnderWay, let securityRequest,
      securityRequest.sender != sender
    {
      return refuse(securityRequest.moment, reason, by: sender, context.moment)
    }
    if command.code == .pairingRequest || !isUnderWay {
      guard command.code == .pairingRequest || command.code == .pairingResponse else {
        // Keys that are handed out after the encryption belong to the pairing that led to it.
        if !pairings.isEmpty, pairings[pairings.count - 1].report.result == .completed {
          pairings[pairings.count - 1].report.lastFrame = frame
          if command.code == .identityAddressInformation, sender == .peer {
            let identity = try SMPIdentityAddress(command.parameters, in: bytes)
            pairings[pairings.count - 1].report.peerIdentity = identity.address.description
          }
        }
        return
      }
      let pairing = ReportV1.Pairing {
        $0.firstFrame = frame
        $0.initiator = (command.code == .pairingRequest ? sender : sender.other).reported
      }
      let time = context.moment.time
      guard
        pairings.append(
          PairingFact(report: pairing, start: time, last: time), within: .pairings, &bounds)
      else { return }
    }
    guard let position = pairings.indices.last else { return }
    pairings[position].step(command.code, at: context.moment, by: sender)
    switch command.code {
    case .pairingRequest:
      pairings[position].request = try SMPPairingFeatures(command.parameters, in: bytes)
    case .pairingResponse:
      pairings[position].response = try SMPPairingFeatures(command.parameters, in: bytes)
    case .pairingPublicKey:
      guard SMPPublicKey.isDebugKey(command.parameters, in: bytes),
        pairings[position].report.debugKeys.count < 2
      else { break }
      pairings[position].report.debugKeys.append(
        ReportV1.DebugKey {
          $0.frame = frame
          $0.side = sender.reported
        })
    case .pairingFailed:
      pairings[position].report.result = .failed
      pairings[position].report.failedBy = sender.reported
      pairings[position].report.reason = reason.map { Int($0.rawValue) }
      pairings[position].report.reasonName = reason?.name
    default: break
    }
  }

  /// What the peer is recognized by in other connections.
  private mutating func learnKey(
    _ command: SMPCommand, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    switch command.code {
    case .identityInformation where command.parameters.count >= 16:
      peerKey = HandedKey(value: bytes.u128le(command.parameters.start))
    case .identityAddressInformation where peerKey.value != 0:
      peerKey.identity = try SMPIdentityAddress(command.parameters, in: bytes).address
    default: break
    }
  }

  /// A central that does not want to pair answers a Security Request with Pairing Failed. Core Vol
  /// 3, Part H, 2.4.6.
  private mutating func refuse(
    _ request: Moment, _ reason: SMPReason?, by sender: Side, _ moment: Moment
  ) {
    let pairing = ReportV1.Pairing {
      $0.firstFrame = request.frame
      $0.lastFrame = moment.frame
      $0.result = .failed
      $0.failedBy = sender.reported
      $0.reason = reason.map { Int($0.rawValue) }
      $0.reasonName = reason?.name
    }
    pairings.append(
      PairingFact(report: pairing, start: request.time, last: moment.time), within: .pairings,
      &bounds)
  }

  mutating func noteEncryption(
    _ isEnabled: Bool, keySize: UInt8?, _ context: inout SessionContext<some SessionObserver>
  ) {
    securityRequest = nil
    var size = keySize.map(Int.init)
    if isEnabled, let last = pairings.indices.last, pairings[last].report.result == .unfinished {
      pairings[last].report.result = .completed
      pairings[last].report.lastFrame = context.moment.frame
      pairings[last].last = context.moment.time
      if size == nil, let request = pairings[last].request, let response = pairings[last].response {
        size = Int(min(request.maximumKeySize, response.maximumKeySize))
      }
    }
    let frame = context.moment.frame
    let fact = ReportV1.Encryption {
      $0.frame = frame
      $0.enabled = isEnabled
      $0.keySize = isEnabled ? size : nil
    }
    encryption.append(fact, within: .parameters, &bounds)
    context.observer.observe(.encryption(connection: index, fact), at: context.moment)
  }

  mutating func noteEncryptionFailure(
    _ kind: ReportV1.EncryptionFailureKind, _ status: HCIStatus?,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    let frame = context.moment.frame
    let fact = ReportV1.EncryptionFailure {
      $0.frame = frame
      $0.kind = kind
      $0.status = status
      $0.name = status?.name
    }
    encryptionFailures.append(fact, within: .parameters, &bounds)
    context.observer.observe(.encryptionFailed(connection: index, fact), at: context.moment)
  }
}
