import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// LE meta events.
extension SessionTracker {
  mutating func receiveLEMeta(
    _ parameters: ByteRange, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let event = try LEMetaEvent(parameters, in: bytes)
    switch event.subevent {
    case .advertisingReport:
      var reports = try LEAdvertisingReports(event.parameters, in: bytes)
      countReports(reports.count, on: controller)
      while let report = try reports.next(in: bytes) {
        context.observer.observe(Advertisement(report, from: controller, at: now), in: bytes)
      }
    case .extendedAdvertisingReport:
      var reports = try LEExtendedAdvertisingReports(event.parameters, in: bytes)
      countReports(reports.count, on: controller)
      while let report = try reports.next(in: bytes) {
        context.observer.observe(
          Advertisement(
            moment: now, controller: controller, address: report.address,
            addressType: report.addressType, rssi: report.rssi, txPower: report.txPower,
            isConnectable: report.isConnectable, data: report.data), in: bytes)
      }
    case .connectionComplete, .enhancedConnectionCompleteV1, .enhancedConnectionCompleteV2:
      try receiveLEConnectionComplete(event, controller, in: bytes)
    case .connectionUpdateComplete:
      try receiveConnectionUpdate(
        try LEConnectionUpdateComplete(event.parameters, in: bytes), controller)
    case .subrateChange:
      let change = try LESubrateChange(event.parameters, in: bytes)
      if change.status == .success { receiveSubrateChange(change, controller) }
    case .remoteConnectionParameterRequest:
      receiveParameterRequest(
        try LERemoteConnectionParameterRequest(event.parameters, in: bytes), controller)
    case .readRemoteFeaturesComplete:
      let answer = try LEReadRemoteFeaturesComplete(event.parameters, in: bytes)
      guard let features = answer.features else { break }
      touch(answer.handle, on: controller) { connection, _ in
        connection.noteLE()
        connection.peerFeatures = features
      }
    case .dataLengthChange:
      let change = try LEDataLengthChange(event.parameters, in: bytes)
      touch(change.handle, on: controller) { connection, context in
        connection.noteLE()
        let frame = context.moment.frame
        let fact = ReportV1.DataLength {
          $0.frame = frame
          $0.txOctets = Int(change.maxTXOctets)
          $0.rxOctets = Int(change.maxRXOctets)
          $0.txTimeUs = Int(change.maxTXTime)
          $0.rxTimeUs = Int(change.maxRXTime)
        }
        connection.note(fact, &context)
      }
    case .phyUpdateComplete:
      let update = try LEPHYUpdateComplete(event.parameters, in: bytes)
      guard update.status == .success else { break }
      touch(update.handle, on: controller) { connection, context in
        connection.noteLE()
        let frame = context.moment.frame
        let fact = ReportV1.PHYChange {
          $0.frame = frame
          $0.tx = ReportV1.PHY(update.txPHY)
          $0.rx = ReportV1.PHY(update.rxPHY)
        }
        connection.note(fact, &context)
      }
    case .cisEstablishedV1, .cisEstablishedV2:
      let link = try AudioLinkComplete(event.parameters, in: bytes)
      if link.status == .success { noteAudioLink(link.handle, on: controller) }
    case .createBIGComplete, .bigSyncEstablished:
      let streams = try BroadcastStreams(
        event.parameters, isSent: event.subevent == .createBIGComplete, in: bytes)
      if streams.status == .success {
        for handle in streams.handles { noteAudioLink(handle, on: controller) }
      }
    case .scanTimeout:
      endScan(on: controller)
    case .advertisingSetTerminated:
      context.observer.observe(.advertisingStopped(controller: controller), at: now)
    default: break
    }
  }

  private mutating func receiveLEConnectionComplete(
    _ event: LEMetaEvent, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    guard let version = LEConnectionComplete.Version(event.subevent) else { return }
    let complete = try LEConnectionComplete(event.parameters, version: version, in: bytes)
    guard complete.status == .success else {
      if complete.role != .peripheral { failAttempt(complete, on: controller) }
      let request = sessions.controllers[controller].connectionRequest
      sessions.controllers[controller].connectionRequest = nil
      return fail(
        complete.status, complete.peerAddress, complete.peerAddressType, request: request,
        over: .le, controller)
    }
    guard
      let index = open(
        complete.handle, on: controller, transport: .le, mtu: ATTExchangeMTU.defaultMTU)
    else { return }
    sessions.connections[index].completeFrame = now.frame
    sessions.connections[index].role = complete.role
    sessions.connections[index].peer = complete.peerAddress
    sessions.connections[index].peerType = complete.peerAddressType
    sessions.rememberTexts(of: index)
    let request =
      complete.role == .central ? sessions.controllers[controller].connectionRequest : nil
    if complete.role == .central {
      sessions.controllers[controller].connectionRequest = nil
      completeAttempt(complete, index, on: controller)
    }
    context.observer.observe(
      .connected(
        connection: index,
        ConnectionAttempt(
          status: .success, role: complete.role, peer: complete.peerAddress,
          peerType: complete.peerAddressType, request: request)), at: now)
    let key = ControllerState.PeerKey(
      address: complete.peerAddress, type: complete.peerAddressType)
    if let known = sessions.controllers[controller].knownPeers[key] {
      sessions.connections[index].remember(known, of: .peer)
      sessions.connections[index].reportRemembered(.peer, &context)
    }
    sessions.connections[index].note(
      ReportV1.Parameters(
        complete.interval, complete.latency, complete.supervisionTimeout, at: now), &context)
    context.observer.observe(.interval(connection: index, complete.interval.microseconds))
  }

  private mutating func receiveConnectionUpdate(
    _ update: LEConnectionUpdateComplete, _ controller: Int
  ) throws(DecodeIssue) {
    guard let index = connection(update.handle, on: controller) else { return }
    sessions.connections[index].last = now
    sessions.connections[index].noteLE()
    let command = sessions.connections[index].takeUpdateCommand(at: now)
    guard update.status == .success else {
      return sessions.connections[index].failUpdate(update.status, command, &context)
    }
    if command != nil {
      sessions.connections[index].answerParameterRequest(
        accepted: true, path: .ll, identifier: 0, direction: .tx, &context)
    }
    let interval = update.interval.microseconds
    sessions.connections[index].applyParameters(interval)
    var fact = ReportV1.Parameters(
      update.interval, update.latency, update.supervisionTimeout, at: now)
    fact.commandFrame = command?.moment.frame
    // Another interval ends the subrating; the same one leaves it as it is.
    if let last = sessions.connections[index].parameters.last, last.intervalUs == interval {
      fact.subrateFactor = last.subrateFactor
      fact.continuationNumber = last.continuationNumber
    }
    sessions.connections[index].note(fact, &context)
    context.observer.observe(.interval(connection: index, fact.usedIntervalUs))
  }

  /// The interval stays, but only one event of several is used. Of a connection whose interval is
  /// not known nothing follows from that.
  private mutating func receiveSubrateChange(_ change: LESubrateChange, _ controller: Int) {
    guard let index = connection(change.handle, on: controller) else { return }
    sessions.connections[index].last = now
    sessions.connections[index].noteLE()
    guard var fact = sessions.connections[index].parameters.last else { return }
    fact.frame = now.frame
    fact.commandFrame = nil
    fact.latency = Int(change.peripheralLatency)
    fact.supervisionTimeoutUs = change.supervisionTimeout.microseconds
    fact.subrateFactor = max(1, Int(change.subrateFactor))
    fact.continuationNumber = Int(change.continuationNumber)
    sessions.connections[index].note(fact, &context)
    context.observer.observe(.interval(connection: index, fact.usedIntervalUs))
  }

  private mutating func receiveParameterRequest(
    _ request: LERemoteConnectionParameterRequest, _ controller: Int
  ) {
    touch(request.handle, on: controller) { connection, context in
      connection.noteLE()
      // Had our own procedure been under way, the controller would have rejected this one.
      connection.updateCommand = nil
      connection.note(
        ParameterRequestFact(
          .rx, .ll, at: context.moment, minimum: request.intervalMin, maximum: request.intervalMax,
          latency: request.maxLatency, timeout: request.supervisionTimeout), &context)
    }
  }
}

extension ConnectionState {
  /// The procedure response timeout: the link ends where a procedure takes longer, so that an
  /// older command has failed unseen. Core Vol 6, Part B, 5.2. The failure itself is reported when
  /// the timeout has passed, and a little later.
  private static let procedureTimeout: Int64 = 41_000_000

  /// The command of the host that an update completes; `nil` where another's request led to it.
  mutating func takeUpdateCommand(at moment: Moment) -> UpdateCommand? {
    guard let command = updateCommand.take(),
      moment.time.since(command.moment.time) <= Self.procedureTimeout
    else { return nil }
    return command
  }

  /// An event that only LE has named this connection.
  mutating func noteLE() { transport = transport ?? .le }

  mutating func note(
    _ fact: ReportV1.Parameters, _ context: inout SessionContext<some SessionObserver>
  ) {
    if parameters.append(fact, within: .parameters, &bounds) {
      parameterTimes.append(context.moment.time)
    }
    context.observer.observe(.parameters(connection: index, fact), at: context.moment)
  }

  mutating func note(
    _ fact: ReportV1.DataLength, _ context: inout SessionContext<some SessionObserver>
  ) {
    dataLengths.append(fact, within: .parameters, &bounds)
    context.observer.observe(.dataLength(connection: index, fact), at: context.moment)
  }

  mutating func note(
    _ fact: ReportV1.PHYChange, _ context: inout SessionContext<some SessionObserver>
  ) {
    phys.append(fact, within: .parameters, &bounds)
    context.observer.observe(.phy(connection: index, fact), at: context.moment)
  }

  /// The controller says that the parameters stay what they were. What was asked for over the link
  /// layer is rejected thereby.
  mutating func failUpdate(
    _ status: HCIStatus, _ command: UpdateCommand?, asked: RecordDirection = .tx,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    let frame = context.moment.frame
    let fact = ReportV1.ParameterUpdateFailure {
      $0.frame = frame
      $0.status = status
      $0.name = status.name
      $0.commandFrame = command?.moment.frame
      let wanted = command?.update.wanted
      $0.minUs = wanted?.intervalMin.microseconds
      $0.maxUs = wanted?.intervalMax.microseconds
      $0.latency = (wanted?.maxLatency).map { Int($0) }
      $0.supervisionTimeoutUs = wanted?.supervisionTimeout.microseconds
    }
    if updateFailures.append(fact, within: .parameters, &bounds) {
      updateFailureTimes.append(context.moment.time)
    }
    context.observer.observe(.updateFailed(connection: index, fact), at: context.moment)
    // A controller says it of a command; over the air the PDU itself is the answer.
    guard command != nil || airLink != nil else { return }
    answerParameterRequest(
      accepted: false, path: .ll, identifier: 0, direction: asked, &context)
  }

  mutating func note(
    _ request: ParameterRequestFact, _ context: inout SessionContext<some SessionObserver>
  ) {
    parameterRequests.append(request, within: .parameters, &bounds)
    context.observer.observe(.parameterRequest(connection: index, request), at: request.moment)
  }
}
