import Bytes

/// A protocol with one transfer at a time, from the client: the updates of chip makers.
protocol UpdateMachine: FramingMachine {
  var counts: FramingCounts { get set }
  /// Of the transfer under way.
  var facts: FramedFacts? { get set }
}

extension UpdateMachine {
  static var slot: Int { 0 }

  /// A fault that counts as an error of the transfer under way.
  mutating func note(
    _ kind: FramingFault.Kind, _ what: String, _ value: FramedValue, ofFrame: Int? = nil,
    byServer: Bool = false, code: Int? = nil, name: String? = nil, expected: Int? = nil,
    found: Int? = nil, afterFrame: Int? = nil, _ events: inout [FramingEvent]
  ) {
    counts.errors += 1
    facts?.errors += 1
    events.append(
      .fault(
        FramingFault(
          kind, frame: value.frame, time: value.time, ofFrame: ofFrame, byServer: byServer,
          slot: Self.slot, what: what, code: code, name: name, expected: expected, found: found,
          afterFrame: afterFrame)))
  }

  /// The client sends something that it has sent before.
  ///
  /// - Parameter isCaused: by a fault that was reported.
  mutating func noteRetry(
    _ what: String, _ value: FramedValue, isCaused: Bool = false, _ events: inout [FramingEvent]
  ) {
    counts.retries += 1
    facts?.retries += 1
    guard !isCaused else { return }
    events.append(
      .fault(
        FramingFault(
          .sentAgain, frame: value.frame, time: value.time, byServer: false, slot: Self.slot,
          what: what)))
  }

  /// - Parameters:
  ///   - value: what came in place of the answer.
  ///   - byServer: whether the server should have answered.
  mutating func noteUnanswered(
    _ request: PendingRequest, before value: FramedValue?, byServer: Bool = true,
    _ events: inout [FramingEvent]
  ) {
    counts.unanswered += 1
    events.append(request.missing(before: value, byServer: byServer, slot: Self.slot))
  }

  mutating func noteAnswer(
    _ value: FramedValue, to request: PendingRequest, _ events: inout [FramingEvent]
  ) {
    counts.answered += 1
    events.append(request.answered(by: value))
  }

  /// Begins a transfer of firmware; what it holds is set back by the session.
  mutating func beginFirmware(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    var facts = FramedFacts()
    facts.isContiguous = startIsKnown
    self.facts = facts
    events.append(.begin(slot: Self.slot, content: .firmware, startIsKnown: startIsKnown))
  }
}
