import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

extension ConnectionState {
  /// One ATT PDU on a bearer.
  mutating func receiveATT(
    _ pdu: ByteRange, bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, pdu)
    let opcode = ATTOpcode(try cursor.u8(in: bytes))
    let body = cursor.rest
    pdus.add(opcode, context.direction)
    switch opcode {
    case .handleValueNotification:
      let notification = try ATTHandleValue(body, in: bytes)
      emit(
        notification.value, notification.handle, .notification, bearer, &context, in: bytes
      )
    case .handleValueIndication:
      try receiveIndication(body, bearer, &context, in: bytes)
    case .handleValueConfirmation:
      receiveConfirmation(bearer, &context)
    case .multipleHandleValueNotification:
      var values = ATTMultipleHandleValueNotification(body)
      while let one = try values.next(in: bytes) {
        emit(one.value, one.handle, .notification, bearer, &context, in: bytes)
      }
    case .writeCommand:
      let write = try ATTWrite(body, in: bytes)
      if noteSubscription(write, &context, in: bytes) == nil {
        emit(write.value, write.handle, .writeCommand, bearer, &context, in: bytes)
      }
    case .signedWriteCommand:
      let write = try ATTSignedWriteCommand(body, in: bytes)
      emit(write.value, write.handle, .writeCommand, bearer, &context, in: bytes)
    case .errorResponse:
      try receiveError(body, bearer, &context, in: bytes)
    default:
      switch opcode.role {
      case .request: try receiveRequest(opcode, body, bearer, &context, in: bytes)
      case .response: try receiveResponse(opcode, body, bearer, &context, in: bytes)
      default: break
      }
    }
  }

  @inline(__always)
  func emit(
    _ value: ByteRange, _ handle: ATTHandle, _ kind: AttributeValue.Kind, _ bearer: Int,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) {
    context.observer.observe(
      AttributeValue(
        moment: context.moment, connection: index, handle: handle, kind: kind,
        direction: context.direction, value: value, mtu: bearers[bearer].mtu), in: bytes)
  }

  // MARK: - Indications

  private mutating func receiveIndication(
    _ body: ByteRange, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let indication = try ATTHandleValue(body, in: bytes)
    let way = context.direction.index
    leaveUnanswered(
      bearers[bearer].indications[way], way, at: context.moment, isOvertaken: true)
    bearers[bearer].indications[way] = PendingPDU(
      moment: context.moment, opcode: .handleValueIndication, handle: indication.handle,
      subject: .nothing)
    transactions.count += 1
    noteServiceChange(indication, &context, in: bytes)
    emit(indication.value, indication.handle, .indication, bearer, &context, in: bytes)
  }

  private mutating func receiveConfirmation(
    _ bearer: Int, _ context: inout SessionContext<some SessionObserver>
  ) {
    let way = context.direction.reversed.index
    guard let indication = bearers[bearer].indications[way] else { return }
    bearers[bearer].indications[way] = nil
    confirmations[way] += 1
    answered(indication, bearer, &context, nil, ByteRange(start: 0, end: 0), in: Span())
  }

  // MARK: - Requests

  private mutating func receiveRequest(
    _ opcode: ATTOpcode, _ body: ByteRange, _ bearer: Int,
    _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let way = context.direction.index
    for wait in outlivedWaits.indices
    where outlivedWaits[wait].bearer == bearer && outlivedWaits[wait].way == way {
      outlivedWaits[wait].wentOn = true
    }
    let repeats = isRepetition(opcode, body, bearer, way, at: context.moment, in: bytes)
    transactions.count += 1
    dropContinued(by: opcode, body, bearer, way, at: context.moment, in: bytes)
    var pending = PendingPDU(
      moment: context.moment, opcode: opcode, handle: nil, subject: .nothing)
    let overlap = setAsideRequest(
      bearer, way, at: context.moment, next: opcode, repeats: repeats)
    if let overlap {
      (pending.isOverlapped, pending.isLate) = (true, overlap.isLate)
      pending.overlapAge = overlap.age
    }
    // Kept also where its parameters are cut: it waits for an answer all the same.
    defer { bearers[bearer].clients[way].request = pending }
    switch opcode {
    case .readRequest:
      try pending.learnQuestion(body, in: bytes)
      endLongRead(bearer, way)
    case .writeRequest:
      let write = try ATTWrite(body, in: bytes)
      pending.handle = write.handle
      pending.octets = write.value.originalCount
      if let bits = noteSubscription(write, &context, in: bytes) {
        pending.subject = .subscription(bits: bits)
      } else {
        pending.subject = .write
        bearers[bearer].clients[way].written.removeAll(keepingCapacity: true)
        if hasRoom(for: write.value.count, bearer, way) {
          bearers[bearer].clients[way].written.append(write.value, of: bytes)
        }
        bearers[bearer].clients[way].writtenOctets = write.value.originalCount
      }
    case .prepareWriteRequest:
      let part = try ATTPrepareWrite(body, in: bytes)
      pending.handle = part.handle
      pending.octets = part.value.originalCount
      pending.subject = .preparedPart
      prepare(part, bearer, &context, in: bytes)
    case .executeWriteRequest:
      pending.subject = .execute(writes: try ATTExecuteWriteRequest(body, in: bytes).writes)
    case .exchangeMTURequest:
      try pending.learnQuestion(body, in: bytes)
      if case .mtu(let client) = pending.subject {
        noteOffer(bearer, client: Int(client), context.moment.frame)
      }
    default: try pending.learnQuestion(body, in: bytes)
    }
  }

  // MARK: - Answers

  private mutating func receiveResponse(
    _ opcode: ATTOpcode, _ body: ByteRange, _ bearer: Int,
    _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let way = context.direction.reversed.index
    let answer = ATTAnswer(opcode, body, in: bytes)
    guard
      let (request, fit) = takeRequest(
        opcode.answeredRequest, answer, at: context.firstTime, bearer, way)
    else {
      let server: Side = context.direction == .rx ? .peer : .local
      context.observer.observe(
        .unasked(connection: index, context.moment, opcode, server: server))
      // What a sniffer did not hear of it went on all the same.
      if airLink != nil { context.observer.observe(.data(connection: index, context.moment)) }
      defer { reportNews(server, &context) }
      if opcode == .exchangeMTUResponse {
        let server = try ATTExchangeMTU(body, in: bytes).receiveMTU
        // The request is not in the capture, and what was agreed cannot be known.
        if bearers[bearer].mtuExchange == nil { bearers[bearer].mtu = 0 }
        noteOffer(bearer, server: Int(server), context.moment.frame)
      }
      return try learnUnasked(from: opcode, body, &context, in: bytes)
    }
    answered(request, bearer, &context, nil, body, in: bytes)
    let server: Side = way == 0 ? .peer : .local
    switch request.subject {
    case .mtu(let client):
      let response = try ATTExchangeMTU(body, in: bytes)
      exchangeMTU(client: client, server: response.receiveMTU, bearer, &context)
    case .write:
      acceptWrite(request, bearer, way, &context)
    case .overtakenWrite(let written, let octets):
      accept(written, octets, request, bearer, way, &context)
    case .execute(let writes):
      if writes { acceptPrepared(request, bearer, way, &context) }
      bearers[bearer].clients[way].prepared = []
    default:
      if opcode == .readResponse || opcode == .readBlobResponse {
        continueRead(request, body, bearer, way, &context, in: bytes)
      }
      defer { reportNews(server, &context) }
      // It is another one's: the answer to this one and the request of that one are not in the
      // capture.
      guard fit > .none else { return try learnShape(from: opcode, body, server, in: bytes) }
      noteSearch(request, body, server, in: bytes)
      try learn(
        from: opcode, to: request, body, server, frame: context.moment.frame,
        mtu: bearers[bearer].mtu, in: bytes)
    }
  }

  private mutating func receiveError(
    _ body: ByteRange, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let error = try ATTErrorResponse(body, in: bytes)
    let way = context.direction.reversed.index
    let taken = takeRequest(error.request, ATTAnswer(error), at: context.firstTime, bearer, way)
    let pending = taken?.request
    var written: UInt16?
    if case .write = pending?.subject {
      written = bearers[bearer].withClient(way) { client in
        guard client.writtenOctets == 2, client.written.count == 2 else { return nil }
        return UInt16(client.written[0]) | UInt16(client.written[1]) << 8
      }
    } else if case .subscription(let bits) = pending?.subject {
      written = bits
    }
    errors.append(
      ATTErrorFact(
        frame: context.moment.frame, request: error.request, handle: error.handle,
        code: ATTErrorCode(error.error), server: way == 0 ? .peer : .local, written: written),
      within: .attErrors, &bounds)
    transactions.errors += 1
    guard let request = pending else { return }
    answered(
      request, bearer, &context, ATTErrorCode(error.error), ByteRange(start: 0, end: 0),
      in: bytes)
    if ATTErrorCode(error.error) == .attributeNotFound, let fit = taken?.fit {
      noteVainSearch(request, fit, way == 0 ? .peer : .local)
    }
    switch request.subject {
    case .subscription:
      if let refused = subscriptions.lastIndex(where: {
        $0.moment == request.moment && $0.cccd == request.handle
      }) {
        subscriptions.remove(at: refused, within: .subscriptions, &bounds)
      }
    case .blob: endLongRead(bearer, way)
    case .mtu: bearers[bearer].offeredMTU = nil
    case .execute: bearers[bearer].clients[way].prepared = []
    case .preparedPart: dropPrepared(request, bearer, way)
    default: break
    }
  }

  private mutating func answered(
    _ request: PendingPDU, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    _ error: ATTErrorCode?,
    _ response: ByteRange, in bytes: Span<UInt8>
  ) {
    // Who asked has the answer with its last fragment.
    let latency = context.moment.time.since(request.moment.time)
    // A sniffer may have missed the answer, and have heard another one.
    let isSure = lastHole <= request.moment.frame
    if isSure, !request.isOverlapped, request.opcode.role == .request {
      let way = context.direction.reversed.index
      fastestAnswer[way] = min(fastestAnswer[way], max(0, latency))
    }
    if isSure,
      slowest.count < ReportV1.SlowStep.kept || latency > slowest[slowest.count - 1].latencyUs
    {
      let step = ReportV1.SlowStep(
        request.moment, context.moment, request.opcode, request.handle, latency,
        asked: context.direction == .rx ? .peer : .local)
      let position = slowest.firstIndex { $0.latencyUs < latency } ?? slowest.count
      slowest.insert(step, at: position)
      if slowest.count > ReportV1.SlowStep.kept { slowest.removeLast() }
    }
    if isSure, latency >= Int64(ATTLimits.transactionTimeoutUs), request.opcode.role == .request,
      outlivedWaits.count < OutlivedWait.kept
    {
      outlivedWaits.append(
        OutlivedWait(
          request: request.moment, answer: context.moment, bearer: bearer,
          way: context.direction.reversed.index))
    }
    context.observer.observe(
      .answered(
        connection: index, by: context.direction == .rx ? .peer : .local,
        latency: isSure ? latency : nil))
    report(request, bearer, &context, latency, isTimed: isSure, error, response, in: bytes)
  }

  /// One half of an exchange, of a connection of which the capture does not show the MTU.
  private mutating func noteOffer(
    _ bearer: Int, client: Int? = nil, server: Int? = nil, _ frame: Int
  ) {
    guard bearers[bearer].mtu == 0 else { return }
    bearers[bearer].offeredMTU = ReportV1.MTU {
      $0.client = client
      $0.server = server
      $0.frame = frame
    }
  }

  private mutating func exchangeMTU(
    client: UInt16, server: UInt16, _ bearer: Int,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    let agreed = max(ATTExchangeMTU.defaultMTU, Int(min(client, server)))
    bearers[bearer].mtu = agreed
    let exchange = ReportV1.MTU {
      $0.client = Int(client)
      $0.server = Int(server)
      $0.effective = agreed
      $0.frame = context.moment.frame
    }
    bearers[bearer].mtuExchange = exchange
    if bearer == 0 {
      context.observer.observe(.mtu(connection: index, exchange), at: context.moment)
    }
  }

  /// The end of the connection or of the capture: nothing more will come.
  mutating func settle(_ context: inout SessionContext<some SessionObserver>) {
    countCutWrites(&context)
    settleRequests(at: context.moment)
    for side in 0..<2 { reassembly[side].fragments.release(&bounds) }
    for index in channels.indices { channels[index].end(at: context.moment, &bounds) }
    settleParameterRequests()
    bounds.formUnion(peerDatabase.bounds)
    bounds.formUnion(localDatabase.bounds)
  }
}

extension BluetoothUUID {
  /// A UUID that is an attribute's value: 2 or 16 octets.
  init?(attributeValue value: ByteRange, in bytes: Span<UInt8>) {
    guard !value.isCut else { return nil }
    switch value.count {
    case 2: self.init(uuid16: bytes.u16le(value.start))
    case 16: self.init(high: bytes.u64le(value.start + 8), low: bytes.u64le(value.start))
    default: return nil
    }
  }
}
