import BluetoothProtocol
import CaptureFiles
import Report

/// Requests that wait for their answers.
extension ConnectionState {
  /// After this time without an answer the bearer is dead. Core Vol 3, Part F, 3.3.3.
  private static let transactionTimeout: Int64 = 30_000_000

  /// A client that sends a request while another one waits breaks the rule of one at a time; most
  /// servers answer them in turn all the same. Core Vol 3, Part F, 3.3.2.
  ///
  /// - Parameter next: the request that is sent now.
  mutating func setAsideRequest(
    _ bearer: Int, _ way: Int, at moment: Moment, next: ATTOpcode
  ) {
    guard var request = bearers[bearer].withClient(way, { $0.request.take() }) else { return }
    let age = moment.time.since(request.moment.time)
    if age < Self.transactionTimeout { noteOverlap(request, way, at: moment, next) }
    let waiting = bearers[bearer].withClient(way) { $0.overtaken.count }
    if waiting >= Bound.pendingRequests.limit { bounds.insert(.pendingRequests) }
    guard age < Self.transactionTimeout, waiting < Bound.pendingRequests.limit,
      hasRoom(for: PendingPDU.octets, bearer, way, .pendingRequests)
    else {
      return leaveUnanswered(request, way, at: moment)
    }
    if case .write = request.subject {
      // Without room for its value the write is reported as one of which only the length is known.
      let (written, octets) = bearers[bearer].withClient(way) { ($0.written, $0.writtenOctets) }
      let isKept = hasRoom(
        for: PendingPDU.octets + written.count, bearer, way, .pendingRequests)
      request.subject = .overtakenWrite(isKept ? written : [], octets: octets)
    }
    bearers[bearer].clients[way].overtaken.append(request)
  }

  private mutating func noteOverlap(
    _ request: PendingPDU, _ way: Int, at moment: Moment, _ next: ATTOpcode
  ) {
    let asked: Side = way == 0 ? .peer : .local
    if let known = overlaps.firstIndex(where: { $0.asked == asked }) {
      overlaps[known].count &+= 1
      overlaps[known].lastFrame = moment.frame
    } else {
      overlaps.append(
        RequestOverlapFact(
          asked: asked, request: request.opcode, handle: request.handle,
          frame: request.moment.frame, next: next, nextFrame: moment.frame,
          lastFrame: moment.frame))
    }
  }

  /// Takes the request that an answer is for, the oldest of its kind; `nil` where none waits.
  mutating func takeRequest(_ opcode: ATTOpcode?, _ bearer: Int, _ way: Int) -> PendingPDU? {
    if let overtaken = takeOvertaken(opcode, bearer, way) {
      let asked: Side = way == 0 ? .peer : .local
      if let known = overlaps.firstIndex(where: { $0.asked == asked }) {
        overlaps[known].answered &+= 1
      }
      return overtaken
    }
    return bearers[bearer].withClient(way) { client in
      guard client.request?.opcode == opcode else { return nil }
      return client.request.take()
    }
  }

  private mutating func takeOvertaken(
    _ opcode: ATTOpcode?, _ bearer: Int, _ way: Int
  ) -> PendingPDU? {
    bearers[bearer].withClient(way) { client in
      guard let index = client.overtaken.firstIndex(where: { $0.opcode == opcode }) else {
        return nil
      }
      return client.overtaken.remove(at: index)
    }
  }

  /// - Parameter way: in which it went: tx 0, rx 1.
  mutating func leaveUnanswered(_ request: PendingPDU?, _ way: Int, at end: Moment) {
    guard let request else { return }
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
        asked: way == 0 ? .peer : .local, phase: purpose.phase), within: .unanswered, &bounds)
  }

  /// An answer after the connection's end: the request has one after all.
  mutating func takeBackUnanswered(_ opcode: ATTOpcode?) {
    guard !isOpen, let index = unanswered.lastIndex(where: { $0.opcode == opcode }) else { return }
    unanswered.remove(at: index, within: .unanswered, bounds)
    transactions.unanswered -= 1
  }

  /// The end of the connection or of the capture: no more answers will come.
  mutating func settleRequests(at end: Moment) {
    for bearer in bearers.indices {
      for way in 0..<2 {
        if answersAreCaptured(way) {
          for request in bearers[bearer].clients[way].overtaken {
            leaveUnanswered(request, way, at: end)
          }
          leaveUnanswered(bearers[bearer].clients[way].request, way, at: end)
          leaveUnanswered(bearers[bearer].indications[way], way, at: end)
        }
        endLongRead(bearer, way)
        bearers[bearer].clients[way].count.release(bounds)
        bearers[bearer].clients[way] = ATTClientState()
        bearers[bearer].indications[way] = nil
      }
    }
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
