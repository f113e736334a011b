import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Report

/// Control PDUs: terms and PHYs that the sides agree on, lengths, encryption, ends.
extension SessionTracker {
  mutating func receiveControl(
    _ control: LLControl, on position: Int, of index: Int, _ direction: RecordDirection
  ) {
    if case .reject(let opcode, let status, let isUnknown) = control {
      sessions.air.links[position].troubles.refuse(
        opcode, status, isUnknown: isUnknown, by: direction == .tx ? .central : .peripheral, at: now
      )
    }
    switch control {
    case .connectionUpdate(let interval, let latency, let timeout, let window, let instant):
      // Either side may have asked for it.
      for asked in [RecordDirection.rx, .tx] {
        sessions.connections[index].answerParameterRequest(
          accepted: true, path: .ll, identifier: 0, direction: asked, &context)
      }
      sessions.air.links[position].announce(
        AirLink.Update(interval: interval.microseconds, window: window, instant: instant))
      sessions.air.links[position].latency = Int(latency)
      sessions.connections[index].applyParameters(interval.microseconds)
      sessions.connections[index].note(
        ReportV1.Parameters(interval, latency, timeout, at: now), &context)
      context.observer.observe(.interval(connection: index, interval.microseconds))
    case .parameterRequest(let minimum, let maximum, let latency, let timeout):
      sessions.connections[index].note(
        ParameterRequestFact(
          direction, .ll, at: now, minimum: minimum, maximum: maximum, latency: latency,
          timeout: timeout), &context)
    case .rateRequest(let minimum, let maximum, let latency, let timeout):
      sessions.connections[index].note(
        ParameterRequestFact(
          direction, .ll, at: now, minimumUs: minimum, maximumUs: maximum, latency: latency,
          timeout: timeout), &context)
    case .connectionRate:
      receiveRate(control, on: position, of: index)
    case .frameSpace(let space, let types):
      // T_IFS_ACL_CP and T_IFS_ACL_PC.
      if types & 3 != 0, space <= AirLink.longestFrameSpace {
        sessions.air.links[position].frameSpace = space
      }
    case .streamRequest, .streamBegin, .streamEnd:
      receiveStreamControl(control, on: position, of: index)
    case .subrate(let factor, let latency, let continuation, let timeout):
      sessions.air.links[position].subrateFactor = max(1, Int(factor))
      sessions.air.links[position].latency = Int(latency)
      guard var fact = sessions.connections[index].parameters.last else { return }
      fact.frame = now.frame
      fact.latency = Int(latency)
      fact.supervisionTimeoutUs = timeout.microseconds
      fact.subrateFactor = max(1, Int(factor))
      fact.continuationNumber = Int(continuation)
      sessions.connections[index].note(fact, &context)
      context.observer.observe(.interval(connection: index, fact.usedIntervalUs))
    case .channelMap(let map, let instant):
      sessions.air.links[position].channels?.announce(map: map, instant: instant)
    case .terminate(let reason):
      if sessions.air.links[position].senderIsCertain {
        sessions.air.links[position].endedBy = direction == .tx ? .central : .peripheral
      }
      endAirConnection(index, reason)
    case .startEncryption:
      sessions.air.links[position].isAwaitingEncryption = true
      noteEncrypted(position, index)
    case .encryptionRequest(let rand, let ediv, let diversifier, let vector):
      // Encryption begins, or begins again after a pause.
      sessions.air.links[position].isEncrypted = false
      sessions.air.links[position].isGuessedEncrypted = false
      sessions.air.links[position].isAwaitingEncryption = true
      beginEncryption(
        AirCipher.Start(
          identity: AirKey.Identity(rand: rand, diversifier: ediv),
          centralDiversifier: diversifier, centralVector: vector), on: position)
    case .encryptionResponse(let diversifier, let vector):
      sessions.air.links[position].isAwaitingEncryption = true
      answerEncryption(diversifier: diversifier, vector: vector, on: position)
    case .length:
      noteLength(control, of: index, direction)
    case .phyUpdate(let central, let peripheral, _):
      notePHY(central, peripheral, of: index)
    case .features(let features) where direction == .rx:
      sessions.connections[index].peerFeatures = LEFeatureSet(rawValue: features)
    // LL_CONNECTION_PARAM_REQ and LL_CONNECTION_RATE_REQ.
    case .reject(let opcode, let status, _) where opcode == 0x0F || opcode == 0x3E:
      sessions.connections[index].failUpdate(
        status, nil, asked: direction.reversed, &context)
    case .reject(0x03, _, _), .other(0x0D):
      sessions.air.links[position].isAwaitingEncryption = false
    default: break
    }
  }

  /// LL_CONNECTION_RATE_IND. Core 6.2, Vol 6, Part B, 5.1.32.
  private mutating func receiveRate(_ control: LLControl, on position: Int, of index: Int) {
    guard
      case .connectionRate(
        let interval, let window, let instant, let factor, let latency, let continuation,
        let timeout) = control
    else { return }
    sessions.connections[index].answerParameterRequest(
      accepted: true, path: .ll, identifier: 0, direction: .rx, &context)
    let used = max(1, Int(factor))
    sessions.air.links[position].announce(
      AirLink.Update(interval: interval, window: window, instant: instant, subrateFactor: used))
    sessions.air.links[position].latency = Int(latency)
    sessions.connections[index].applyParameters(interval)
    var fact = ReportV1.Parameters()
    fact.frame = now.frame
    fact.intervalUs = interval
    fact.latency = Int(latency)
    fact.supervisionTimeoutUs = timeout.microseconds
    fact.subrateFactor = used
    fact.continuationNumber = Int(continuation)
    sessions.connections[index].note(fact, &context)
    context.observer.observe(.interval(connection: index, fact.usedIntervalUs))
  }

  /// The link stays known: its last packets are no connection of their own.
  private mutating func endAirConnection(_ index: Int, _ reason: HCIStatus) {
    guard sessions.connections[index].isOpen else { return }
    end(index, on: sessions.connections[index].controller, reason: reason, lostTo: nil)
    context.observer.observe(.disconnected(connection: index, reason), at: now)
  }

  /// The second of the two PDUs settles what each side may send. Core Vol 6, Part B, 5.1.9.
  private mutating func noteLength(
    _ control: LLControl, of index: Int, _ direction: RecordDirection
  ) {
    guard case .length(let isResponse, let rxOctets, let rxTime, let txOctets, let txTime) = control
    else { return }
    guard isResponse else {
      sessions.connections[index].lengthRequest = (
        rxOctets, rxTime, txOctets, txTime, now.frame
      )
      return
    }
    guard let request = sessions.connections[index].lengthRequest else { return }
    sessions.connections[index].lengthRequest = nil
    // From the side that responds to the one that requested, and the other way.
    let back = (octets: min(txOctets, request.0), time: min(txTime, request.1))
    let forth = (octets: min(rxOctets, request.2), time: min(rxTime, request.3))
    let (tx, rx) = direction == .tx ? (back, forth) : (forth, back)
    let frame = now.frame
    let fact = ReportV1.DataLength {
      $0.frame = frame
      $0.txOctets = Int(tx.octets)
      $0.rxOctets = Int(rx.octets)
      $0.txTimeUs = Int(tx.time)
      $0.rxTimeUs = Int(rx.time)
      $0.offers = [
        ReportV1.LengthOffer {
          $0.frame = request.frame
          $0.party = direction == .tx ? .peripheral : .central
          $0.sendOctets = Int(request.2)
          $0.receiveOctets = Int(request.0)
        },
        ReportV1.LengthOffer {
          $0.frame = frame
          $0.party = direction == .tx ? .central : .peripheral
          $0.sendOctets = Int(txOctets)
          $0.receiveOctets = Int(rxOctets)
        },
      ]
    }
    sessions.connections[index].note(fact, &context)
  }

  private mutating func notePHY(_ central: PHY?, _ peripheral: PHY?, of index: Int) {
    guard central != nil || peripheral != nil else { return }
    let last = sessions.connections[index].phys.last
    let frame = now.frame
    let fact = ReportV1.PHYChange {
      $0.frame = frame
      $0.tx = central.flatMap { ReportV1.PHY($0) } ?? last?.tx ?? .le1M
      $0.rx = peripheral.flatMap { ReportV1.PHY($0) } ?? last?.rx ?? .le1M
    }
    sessions.connections[index].note(fact, &context)
  }
}

extension AirLink {
  mutating func noteInstant(
    of control: LLControl, _ opcode: UInt8, _ packet: AirPacket, _ digest: UInt64,
    at moment: Moment
  ) {
    let instant: UInt16
    switch control {
    case .connectionUpdate(_, _, _, _, let at), .channelMap(_, let at), .phyUpdate(_, _, let at),
      .connectionRate(_, _, let at, _, _, _, _):
      instant = at
    default: return
    }
    // LL_PHY_UPDATE_IND that changes nothing has none.
    if case .phyUpdate(nil, nil, _) = control { return }
    troubles.announce(
      opcode, instant: instant, digest: digest, event: eventNumber(packet), at: moment)
  }
}
