import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// LE meta events.
extension SessionTracker {
  mutating func receiveLEMeta(
    _ parameters: ByteRange, _ controller: Int, in bytes: Span<UInt8>,
    _ observer: any SessionObserver
  ) throws(DecodeIssue) {
    let event = try LEMetaEvent(parameters, in: bytes)
    switch event.subevent {
    case .advertisingReport:
      var reports = try LEAdvertisingReports(event.parameters, in: bytes)
      while let report = try reports.next(in: bytes) {
        observer.observe(
          Advertisement(
            moment: now, controller: controller, address: report.address,
            addressType: report.addressType, rssi: report.rssi, txPower: nil, data: report.data),
          in: bytes)
      }
    case .extendedAdvertisingReport:
      var reports = try LEExtendedAdvertisingReports(event.parameters, in: bytes)
      while let report = try reports.next(in: bytes) {
        observer.observe(
          Advertisement(
            moment: now, controller: controller, address: report.address,
            addressType: report.addressType, rssi: report.rssi, txPower: report.txPower,
            data: report.data), in: bytes)
      }
    case .connectionComplete, .enhancedConnectionCompleteV1, .enhancedConnectionCompleteV2:
      try receiveLEConnectionComplete(event, controller, in: bytes)
    case .connectionUpdateComplete:
      try receiveConnectionUpdate(
        try LEConnectionUpdateComplete(event.parameters, in: bytes), controller)
    case .remoteConnectionParameterRequest:
      receiveParameterRequest(
        try LERemoteConnectionParameterRequest(event.parameters, in: bytes), controller)
    case .dataLengthChange:
      let change = try LEDataLengthChange(event.parameters, in: bytes)
      touch(change.handle, on: controller) { connection, now in
        connection.noteLE()
        connection.dataLengths.append(
          DataLengthFact(
            frame: now.frame, txOctets: Int(change.maxTXOctets), rxOctets: Int(change.maxRXOctets),
            txMicroseconds: Int(change.maxTXTime), rxMicroseconds: Int(change.maxRXTime)),
          within: .parameters, &connection.bounds)
      }
    case .phyUpdateComplete:
      let update = try LEPHYUpdateComplete(event.parameters, in: bytes)
      guard update.status == .success else { break }
      touch(update.handle, on: controller) { connection, now in
        connection.noteLE()
        connection.phys.append(
          PHYFact(frame: now.frame, tx: update.txPHY, rx: update.rxPHY), within: .parameters,
          &connection.bounds)
      }
    case .cisEstablishedV1, .cisEstablishedV2:
      let link = try AudioLinkComplete(event.parameters, in: bytes)
      if link.status == .success { noteAudioLink(link.handle, on: controller) }
    case .scanTimeout:
      endScan(on: controller)
    default: break
    }
  }

  private mutating func receiveLEConnectionComplete(
    _ event: LEMetaEvent, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    guard let version = LEConnectionComplete.Version(event.subevent) else { return }
    let complete = try LEConnectionComplete(event.parameters, version: version, in: bytes)
    guard complete.status == .success else {
      return fail(complete.status, complete.peerAddress, complete.peerAddressType)
    }
    guard
      let place = open(
        complete.handle, on: controller, transport: .le, mtu: ATTExchangeMTU.defaultMTU)
    else { return }
    connections[place].completeFrame = now.frame
    connections[place].role = complete.role
    connections[place].peer = complete.peerAddress
    connections[place].peerType = complete.peerAddressType
    let key = ControllerState.PeerKey(
      address: complete.peerAddress, type: complete.peerAddressType)
    if let known = controllers[controller].knownPeers[key] {
      connections[place].peerDatabase = known
      connections[place].peerDatabase.isRemembered = true
    }
    connections[place].note(
      ParametersFact(
        frame: now.frame, intervalMicroseconds: complete.interval.microseconds,
        latency: Int(complete.latency),
        timeoutMicroseconds: complete.supervisionTimeout.microseconds))
    observer.observe(.interval(connection: place, complete.interval.microseconds))
  }

  private mutating func receiveConnectionUpdate(
    _ update: LEConnectionUpdateComplete, _ controller: Int
  ) throws(DecodeIssue) {
    guard let place = connection(update.handle, on: controller) else { return }
    connections[place].last = now
    connections[place].noteLE()
    let isSuccess = update.status == .success
    connections[place].answerParameterRequest(
      accepted: isSuccess, path: .linkLayer, identifier: 0, direction: .tx)
    guard isSuccess else { return }
    let interval = update.interval.microseconds
    connections[place].applyParameters(interval)
    connections[place].note(
      ParametersFact(
        frame: now.frame, intervalMicroseconds: interval, latency: Int(update.latency),
        timeoutMicroseconds: update.supervisionTimeout.microseconds))
    observer.observe(.interval(connection: place, interval))
  }

  private mutating func receiveParameterRequest(
    _ request: LERemoteConnectionParameterRequest, _ controller: Int
  ) {
    touch(request.handle, on: controller) { connection, now in
      connection.noteLE()
      connection.parameterRequests.append(
        ParameterRequestFact(
          moment: now, direction: .rx, path: .linkLayer,
          minimumMicroseconds: request.intervalMin.microseconds,
          maximumMicroseconds: request.intervalMax.microseconds, latency: Int(request.maxLatency),
          timeoutMicroseconds: request.supervisionTimeout.microseconds, result: .unanswered,
          identifier: 0), within: .parameters, &connection.bounds)
    }
  }
}

extension ConnectionState {
  /// An event that only LE has named this connection.
  mutating func noteLE() { transport = transport ?? .le }

  mutating func note(_ fact: ParametersFact) {
    parameters.append(fact, within: .parameters, &bounds)
  }
}
