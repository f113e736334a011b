import Bytes

/// A protocol with one transfer at a time, from the client: the updates of chip makers.
protocol UpdateMachine: FramingMachine {
  associatedtype Message

  /// What a value is in the protocol, data apart; `nil` for what does not belong to it.
  mutating func message(_ value: FramedValue, in bytes: Span<UInt8>) -> Message?
  /// A value of data that the client sends.
  mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent])
  mutating func send(
    _ message: Message, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent])
  mutating func take(
    _ message: Message, _ value: FramedValue, _ events: inout [FramingEvent])

  var counts: FramingCounts { get set }
  /// Of the transfer under way.
  var facts: FramedFacts? { get set }
  /// Faults of the client, or of the capture: a success that the device reports shows that the
  /// capture missed something.
  var suspected: [FramingFault] { get set }
  /// Whether data are those of a transfer whose beginning was not captured. What comes after the
  /// end of one belongs to it.
  var mayBeginLate: Bool { get set }
}

extension UpdateMachine {
  static var slot: Int { 0 }
  /// More of one transfer are not kept.
  static var mostSuspected: Int { 16 }

  mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    if value.role == .data, !value.isFromServer { return receive(value, in: bytes, &events) }
    guard let message = message(value, in: bytes) else {
      counts.stray += 1
      return
    }
    counts.longest = max(counts.longest, value.value.originalCount)
    if value.isFromServer {
      counts.fromServer += 1
      take(message, value, &events)
    } else {
      counts.fromClient += 1
      send(message, value, in: bytes, &events)
    }
  }

  /// A fault that counts as an error of the transfer under way.
  mutating func note(
    _ kind: FramingFaultKind, _ subject: FramingSubject, _ value: FramedValue, ofFrame: Int? = nil,
    byServer: Bool = false, code: Int? = nil, name: String? = nil, expected: Int? = nil,
    found: Int? = nil, _ events: inout [FramingEvent]
  ) {
    note(
      FramingFault(
        kind, frame: value.frame, time: value.time, ofFrame: ofFrame, byServer: byServer,
        slot: Self.slot, about: subject, code: code, name: name, expected: expected, found: found),
      &events)
  }

  private mutating func note(_ fault: FramingFault, _ events: inout [FramingEvent]) {
    counts.errors += 1
    facts?.errors += 1
    events.append(.fault(fault))
  }

  mutating func suspect(
    _ kind: FramingFaultKind, _ subject: FramingSubject, _ value: FramedValue, expected: Int,
    found: Int,
    afterFrame: Int? = nil
  ) {
    guard suspected.count < Self.mostSuspected else { return }
    suspected.append(
      FramingFault(
        kind, frame: value.frame, time: value.time, byServer: false, slot: Self.slot,
        about: subject,
        expected: expected, found: found, afterFrame: afterFrame))
  }

  /// The device refuses what is suspected, or says nothing of it.
  mutating func noteSuspected(_ events: inout [FramingEvent]) {
    for fault in suspected { note(fault, &events) }
    suspected = []
  }

  /// The client sends something that it has sent before.
  ///
  /// - Parameter isCaused: by a fault that was reported.
  mutating func noteRetry(
    _ subject: FramingSubject, _ value: FramedValue, isCaused: Bool = false,
    _ events: inout [FramingEvent]
  ) {
    counts.retries += 1
    facts?.retries += 1
    guard !isCaused else { return }
    events.append(
      .fault(
        FramingFault(
          .sentAgain, frame: value.frame, time: value.time, byServer: false, slot: Self.slot,
          about: subject)))
  }

  /// - Parameters:
  ///   - value: what came in place of the answer.
  ///   - byServer: whether the server should have answered.
  mutating func giveUp(
    _ request: PendingRequest?, before value: FramedValue?, byServer: Bool = true,
    _ events: inout [FramingEvent]
  ) {
    guard let request else { return }
    counts.unanswered += 1
    events.append(request.missing(before: value, byServer: byServer, slot: Self.slot))
  }

  /// Nothing comes after this time; `nil` where more may have come.
  mutating func giveUp(
    _ request: PendingRequest?, at time: TraceTime?, byServer: Bool = true,
    _ events: inout [FramingEvent]
  ) {
    guard let request, let time, time.since(request.time) >= Self.graceMicroseconds else { return }
    giveUp(request, before: nil, byServer: byServer, &events)
  }

  /// - Returns: the frame of the request.
  @discardableResult
  mutating func noteAnswer(
    _ value: FramedValue, to request: PendingRequest?, _ events: inout [FramingEvent]
  ) -> Int? {
    guard let request else { return nil }
    counts.answered += 1
    events.append(request.answered(by: value))
    return request.frame
  }

  /// Begins a transfer of firmware; what it holds is set back by the session.
  mutating func beginFirmware(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    mayBeginLate = false
    suspected = []
    var facts = FramedFacts()
    facts.isContiguous = startIsKnown
    self.facts = facts
    events.append(.begin(slot: Self.slot, content: .firmware, startIsKnown: startIsKnown))
  }

  mutating func endFirmware(_ ending: FramedEnding, _ events: inout [FramingEvent]) {
    if ending != .complete { noteSuspected(&events) }
    suspected = []
    guard let facts else { return }
    self.facts = nil
    events.append(.end(slot: Self.slot, ending, facts))
  }
}
