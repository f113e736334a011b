import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Requests that wait for their answers.
extension ConnectionState {
  private static let leastRepetition: Int64 = 3_000_000

  /// A client that sends a request while another one waits breaks the rule of one at a time; most
  /// servers answer them in turn all the same. Core Vol 3, Part F, 3.3.2.
  ///
  /// Returns how long the earlier one had waited, where the two overlap, in microseconds, and
  /// whether it may have had its answer. One that an answer fits which was taken for an older one
  /// is as late as it was itself: from an answer that the capture lacks on, each answer would be
  /// taken for the one to the request before.
  ///
  /// - Parameters:
  ///   - next: the request that is sent now.
  ///   - repeats: it is the same one once more.
  mutating func setAsideRequest(
    _ bearer: Int, _ way: Int, at moment: Moment, next: ATTOpcode, repeats: Bool
  ) -> (age: Int64, isLate: Bool)? {
    // A settled one waits for nothing: it would take the answer to a later one.
    guard var request = bearers[bearer].withClient(way, { $0.request.take() }), !request.isSettled
    else { return nil }
    // A sniffer may have missed the answer: the next request says that there was one.
    guard airLink == nil else { return nil }
    let age = moment.time.since(request.moment.time)
    let isOverlap = !repeats && age < Int64(ATTLimits.transactionTimeoutUs)
    var overlap: (age: Int64, isLate: Bool)?
    if isOverlap {
      let isLate =
        request.mayBeAnswered
        ? request.isLate : fastestAnswer[way] == .max || age >= fastestAnswer[way] / 2
      let waited = request.mayBeAnswered ? request.overlapAge : age
      overlap = (waited, isLate)
      if isLate {
        Self.note(request, way, at: moment, next, waited, in: &lateOverlaps)
      } else {
        Self.note(request, way, at: moment, next, waited, in: &overlaps)
      }
      request.isOverlapped = true
      request.overlapAge = min(request.overlapAge, waited)
      (request.isCountedAsEarlier, request.isCountedAsLate) = (!isLate, isLate)
    }
    if repeats { request.repeated = moment }
    let waiting = bearers[bearer].withClient(way) { $0.overtaken.count }
    if waiting >= Bound.pendingRequests.limit { bounds.insert(.pendingRequests) }
    guard age < Int64(ATTLimits.transactionTimeoutUs), waiting < Bound.pendingRequests.limit,
      hasRoom(for: PendingPDU.octets, bearer, way, .pendingRequests)
    else {
      leaveUnanswered(request, way, at: moment)
      return overlap
    }
    if case .write = request.subject {
      // Without room for its value the write is reported as one of which only the length is known.
      let (written, octets) = bearers[bearer].withClient(way) { ($0.written, $0.writtenOctets) }
      let isKept = hasRoom(
        for: PendingPDU.octets + written.count, bearer, way, .pendingRequests)
      request.subject = .overtakenWrite(isKept ? written : [], octets: octets)
    }
    bearers[bearer].clients[way].overtaken.append(request)
    return overlap
  }

  /// From a shorter connection interval on an answer takes as much less.
  mutating func quickenAnswers(_ interval: Int) {
    guard let before = parameters.last?.intervalUs, interval > 0, interval < before else { return }
    for way in 0..<2 where fastestAnswer[way] < .max {
      // No answer of a real capture takes so long that this overflows.
      let scaled = Double(fastestAnswer[way]) * Double(interval) / Double(before)
      fastestAnswer[way] = Int64(min(scaled, 1e15))
    }
  }

  /// Whether a request is the one that waits, sent again after so long that a timer of its sender
  /// did it. Android's stack asks again so after 5 s, twice.
  mutating func isRepetition(
    _ opcode: ATTOpcode, _ body: ByteRange, _ bearer: Int, _ way: Int, at moment: Moment,
    in bytes: Span<UInt8>
  ) -> Bool {
    bearers[bearer].withClient(way) { client in
      guard let request = client.request, request.opcode == opcode, !request.isSettled,
        case Self.leastRepetition..<Int64(ATTLimits.transactionTimeoutUs) =
          moment.time.since(request.moment.time)
      else { return false }
      if opcode == .writeRequest {
        guard let write = try? ATTWrite(body, in: bytes), write.handle == request.handle else {
          return false
        }
        return Self.isSame(write.value, request, client.written, in: bytes)
      }
      var question = PendingPDU(moment: moment, opcode: opcode, handle: nil, subject: .nothing)
      guard (try? question.learnQuestion(body, in: bytes)) != nil else { return false }
      return question.asksTheSame(as: request)
    }
  }

  private static func isSame(
    _ value: ByteRange, _ request: PendingPDU, _ written: [UInt8], in bytes: Span<UInt8>
  ) -> Bool {
    guard !value.isCut, value.originalCount == request.octets else { return false }
    if case .subscription(let bits) = request.subject {
      return value.count == 2 && bytes.u16le(value.start) == bits
    }
    return value.count == written.count
      && written.indices.allSatisfy { written[$0] == bytes[value.start + $0] }
  }

  private static func note(
    _ request: PendingPDU, _ way: Int, at moment: Moment, _ next: ATTOpcode, _ waited: Int64,
    in overlaps: inout [RequestOverlapFact]
  ) {
    let asked: Side = way == 0 ? .peer : .local
    if let known = overlaps.firstIndex(where: { $0.asked == asked }) {
      overlaps[known].count &+= 1
      overlaps[known].leastAge = min(overlaps[known].leastAge, waited)
      overlaps[known].lastFrame = moment.frame
    } else {
      overlaps.append(
        RequestOverlapFact(
          asked: asked, request: request.opcode, handle: request.handle,
          frame: request.moment.frame, next: next, nextFrame: moment.frame,
          lastFrame: moment.frame, leastAge: waited))
    }
  }

  /// A request that goes on where the answer to the one that waits ended shows that the client had
  /// that answer, though the capture does not: it waits no more, and the two do not overlap.
  mutating func dropContinued(
    by opcode: ATTOpcode, _ body: ByteRange, _ bearer: Int, _ way: Int, at moment: Moment,
    in bytes: Span<UInt8>
  ) {
    bearers[bearer].withClient(way) { client in
      guard let request = client.request, !request.isSettled else { return }
      var next = PendingPDU(moment: moment, opcode: opcode, handle: nil, subject: .nothing)
      guard (try? next.learnQuestion(body, in: bytes)) != nil, next.continues(request) else {
        return
      }
      client.request = nil
    }
  }

  /// Takes the request that an answer is for: of those of its kind that it fits best the oldest,
  /// unless the capture lacks that one's answer; `nil` where none waits.
  ///
  /// - Parameter time: of the answer.
  mutating func takeRequest(
    _ opcode: ATTOpcode?, _ answer: ATTAnswer, at time: TraceTime, _ bearer: Int, _ way: Int
  ) -> (request: PendingPDU, fit: AnswerFit)? {
    let isAlone = bearers[bearer].withClient(way) { $0.overtaken.isEmpty }
    if !isAlone,
      let overtaken = takeOvertaken(
        opcode, answer, bearer, way, latestMayBeMeant: mayBeForLatest(at: time, bearer, way))
    {
      noteAnswered(overtaken, way)
      if let repeated = overtaken.repeated { settle(repeated, bearer, way) }
      return (overtaken, overtaken.fit(answer))
    }
    return bearers[bearer].withClient(way) { client in
      guard client.request?.opcode == opcode, let request = client.request.take() else {
        return nil
      }
      for index in client.overtaken.indices { client.overtaken[index].isPassed = true }
      return (request, request.fit(answer))
    }
  }

  /// Whether an answer can be the one to the latest request, where the client has never sent one
  /// in front of an answer that it could not have had: then the answer before is what the capture
  /// lacks. The first answers of a connection show nothing.
  private mutating func mayBeForLatest(at time: TraceTime, _ bearer: Int, _ way: Int) -> Bool {
    let asked: Side = way == 0 ? .peer : .local
    guard fastestAnswer[way] < .max, !overlaps.contains(where: { $0.asked == asked }),
      let sent = bearers[bearer].withClient(way, { $0.request?.moment.time })
    else { return false }
    return time.since(sent) >= fastestAnswer[way] / 2
  }

  /// - Parameter latestMayBeMeant: of two that the answer fits, it can be the one to the latest.
  /// - Returns: `nil` where the latest request is the one that is answered.
  private mutating func takeOvertaken(
    _ opcode: ATTOpcode?, _ answer: ATTAnswer, _ bearer: Int, _ way: Int, latestMayBeMeant: Bool
  ) -> PendingPDU? {
    bearers[bearer].withClient(way) { client in
      var best: (index: Int, fit: AnswerFit)?
      for (index, request) in client.overtaken.enumerated()
      where request.opcode == opcode {
        let fit = request.fit(answer)
        if let known = best, fit < known.fit { continue }
        let isFirst = best.map { client.overtaken[$0.index].isPassed && !request.isPassed } ?? true
        if isFirst || fit > best?.fit ?? .none { best = (index, fit) }
      }
      guard let best else { return nil }
      let isPassed = client.overtaken[best.index].isPassed
      if let latest = client.request, latest.opcode == opcode {
        let fit = latest.fit(answer)
        let isFirst = isPassed || latestMayBeMeant && client.overtaken[best.index].isCountedAsLate
        if fit > best.fit || isFirst && fit == best.fit { return nil }
        if fit == best.fit, fit > .none { client.request?.mayBeAnswered = true }
      }
      for index in client.overtaken.indices.prefix(best.index) {
        client.overtaken[index].isPassed = true
      }
      return client.overtaken.remove(at: best.index)
    }
  }

  /// Of the requests that count as the earlier one of an overlap, how many have an answer.
  private mutating func noteAnswered(_ request: PendingPDU, _ way: Int) {
    let asked: Side = way == 0 ? .peer : .local
    func note(in overlaps: inout [RequestOverlapFact]) {
      guard let known = overlaps.firstIndex(where: { $0.asked == asked }) else { return }
      overlaps[known].answered &+= 1
    }
    if request.isCountedAsEarlier { note(in: &overlaps) }
    if request.isCountedAsLate { note(in: &lateOverlaps) }
  }

  /// The one that was sent again needs no answer of its own any more, nor does the one after it,
  /// where a timer sent it more than twice.
  private mutating func settle(_ repeated: Moment, _ bearer: Int, _ way: Int) {
    var next: Moment? = repeated
    while let moment = next {
      next = nil
      if bearers[bearer].withClient(way, { $0.request?.moment }) == moment {
        bearers[bearer].withClient(way) { $0.request?.isSettled = true }
      } else if let settled = takeOvertaken(bearer, way, { $0.moment == moment }) {
        noteAnswered(settled, way)
        next = settled.repeated
      }
    }
  }

  private mutating func takeOvertaken(
    _ bearer: Int, _ way: Int, _ isMeant: (PendingPDU) -> Bool
  ) -> PendingPDU? {
    bearers[bearer].withClient(way) { client in
      guard let index = client.overtaken.firstIndex(where: isMeant) else { return nil }
      return client.overtaken.remove(at: index)
    }
  }

  /// - Parameters:
  ///   - way: in which it went: tx 0, rx 1.
  ///   - isOvertaken: an indication that the next one followed.
  mutating func leaveUnanswered(
    _ request: PendingPDU?, _ way: Int, at end: Moment, isOvertaken: Bool = false
  ) {
    guard let request, !request.isSettled else { return }
    transactions.unanswered += 1
    // The server answers, but it is the client that confirms an indication.
    let isServerAsked = request.opcode.role == .request
    let server: Side = (way == 0) == isServerAsked ? .peer : .local
    let purpose =
      server == .peer
      ? RequestPurpose(request, peerDatabase) : RequestPurpose(request, localDatabase)
    unanswered.append(
      UnansweredFact(
        moment: request.moment, opcode: request.opcode, handle: request.handle,
        ageMicroseconds: max(0, end.time.since(request.moment.time)),
        asked: way == 0 ? .peer : .local, phase: purpose.phase, repeated: request.repeated,
        isOvertaken: isOvertaken),
      within: .unanswered, &bounds)
  }

  /// An answer after the connection's end: the request has one after all.
  mutating func takeBackUnanswered(_ opcode: ATTOpcode?) {
    guard !isOpen, let index = unanswered.lastIndex(where: { $0.opcode == opcode }) else { return }
    unanswered.remove(at: index, within: .unanswered, &bounds)
    transactions.unanswered -= 1
  }

  /// The end of the connection or of the capture: no more answers will come.
  mutating func settleRequests(at end: Moment) {
    settleLateOverlaps()
    for way in 0..<2 { settleIndications(way) }
    for bearer in bearers.indices {
      for way in 0..<2 {
        if answersAreCaptured(way) {
          let waiting = bearers[bearer].withClient(way) { client in
            client.overtaken + [client.request].compactMap(\.self)
          }
          for request in waiting where !lacksAnswer(request, way) {
            leaveUnanswered(request, way, at: end)
          }
          leaveUnanswered(bearers[bearer].indications[way], way, at: end)
        }
        endLongRead(bearer, way)
        bearers[bearer].clients[way].count.release(&bounds)
        bearers[bearer].clients[way] = ATTClientState()
        bearers[bearer].indications[way] = nil
      }
    }
  }

  /// Where most indications are confirmed, the capture lacks the confirmation of one that the next
  /// one followed; so does that of a sniffer.
  private mutating func settleIndications(_ way: Int) {
    let asked: Side = way == 0 ? .peer : .local
    let overtaken = unanswered.indices.filter {
      unanswered[$0].isOvertaken && unanswered[$0].asked == asked
    }
    guard airLink != nil || overtaken.count < confirmations[way] else { return }
    for index in overtaken.reversed() {
      _ = unanswered.remove(at: index, within: .unanswered, &bounds)
    }
    transactions.unanswered -= overtaken.count
  }

  /// Whether the capture lacks the answer to a request that waits, and not the client: it went on
  /// after half of the time that an answer took at least, as times vary a little.
  private func lacksAnswer(_ request: PendingPDU, _ way: Int) -> Bool {
    request.isOverlapped && fastestAnswer[way] < .max
      && request.overlapAge >= fastestAnswer[way] / 2
  }

  /// Where the capture lacks an answer, late overlaps show nothing: from there on each answer may
  /// have been taken for the one to the request before.
  private mutating func settleLateOverlaps() {
    // Answers that came sooner later on show that others were late, too.
    let isLate = { [fastestAnswer] (fact: RequestOverlapFact) in
      let fastest = fastestAnswer[fact.asked == .peer ? 0 : 1]
      return fastest < .max && fact.leastAge >= fastest / 2
    }
    lateOverlaps += overlaps.filter(isLate)
    overlaps.removeAll(where: isLate)
    for late in lateOverlaps {
      let way = late.asked == .peer ? 0 : 1
      let isShort = bearers.contains { bearer in
        bearer.clients[way].request.map { lacksAnswer($0, way) } == true
          || bearer.clients[way].overtaken.contains { !$0.isSettled && lacksAnswer($0, way) }
      }
      guard !isShort else { continue }
      if let known = overlaps.firstIndex(where: { $0.asked == late.asked }) {
        overlaps[known].add(late)
      } else {
        overlaps.append(late)
      }
    }
    lateOverlaps = []
  }

  /// Whether a client may keep so many octets more of what it has under way.
  mutating func hasRoom(
    for octets: Int, _ bearer: Int, _ way: Int, _ bound: Bound = .longValues
  ) -> Bool {
    let kept = bearers[bearer].withClient(way) { $0.kept } + octets - Bound.freeClientOctets
    return kept <= 0
      || bearers[bearer].clients[way].count.cover(kept, for: bound, &bounds)
  }

  /// Whether the capture would hold the answer to a request that went this way. Some captures hold
  /// one direction only, as responses without any request show.
  private func answersAreCaptured(_ way: Int) -> Bool {
    unaskedResponses[way] == 0 || pdus.hasAny(way == 0 ? .rx : .tx)
  }
}

extension PendingPDU {
  /// Takes what is asked, of requests that write nothing.
  mutating func learnQuestion(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    switch opcode {
    case .exchangeMTURequest:
      subject = .mtu(try ATTExchangeMTU(body, in: bytes).receiveMTU)
    case .findInformationRequest:
      let request = try ATTFindInformationRequest(body, in: bytes)
      (handle, end) = (request.first, request.last)
    case .findByTypeValueRequest:
      let request = try ATTFindByTypeValueRequest(body, in: bytes)
      (handle, end) = (request.first, request.last)
      if let uuid = BluetoothUUID(attributeValue: request.value, in: bytes),
        request.type == 0x2800 || request.type == 0x2801
      {
        subject = .service(uuid, isPrimary: request.type == 0x2800)
      }
    case .readByTypeRequest, .readByGroupTypeRequest:
      let request = try ATTReadByTypeRequest(body, in: bytes)
      (handle, end) = (request.first, request.last)
      subject = .type(request.type)
    case .readRequest:
      handle = try ATTReadRequest(body, in: bytes).handle
    case .readBlobRequest:
      let request = try ATTReadBlobRequest(body, in: bytes)
      handle = request.handle
      subject = .blob(offset: Int(request.offset))
    default: break
    }
  }

  /// Whether both are known to ask the same.
  fileprivate func asksTheSame(as other: PendingPDU) -> Bool {
    guard opcode == other.opcode, handle == other.handle, end == other.end else { return false }
    return switch (subject, other.subject) {
    case (.mtu(let mtu), .mtu(let before)): mtu == before
    case (.service(let uuid, _), .service(let before, _)): uuid == before
    case (.type(let type), .type(let before)): type == before
    case (.blob(let offset), .blob(let before)): offset == before
    case (.nothing, .nothing):
      opcode == .findInformationRequest || opcode == .readRequest
    default: false
    }
  }
}
