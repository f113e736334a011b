import Bytes

/// A request that awaits its answer.
struct PendingRequest: Sendable {
  /// What is missing where it has no answer.
  var subject: FramingSubject
  /// What distinguishes its answer: a command, the number of a block.
  var code: UInt32
  var frame: Int
  var time: TraceTime

  init(_ subject: FramingSubject, code: UInt32, _ value: FramedValue) {
    self.subject = subject
    self.code = code
    frame = value.frame
    time = value.time
  }

  /// - Parameters:
  ///   - value: what came in place of the answer.
  ///   - byServer: whether the server should have answered.
  func missing(before value: FramedValue?, byServer: Bool, slot: Int?) -> FramingEvent {
    .fault(
      FramingFault(
        .answerMissing, frame: frame, time: time, ofFrame: value?.frame, byServer: byServer,
        slot: slot, about: subject))
  }

  func answered(by value: FramedValue) -> FramingEvent {
    .answered(max(0, value.time.since(time)))
  }
}

extension PendingRequest? {
  /// Empties it where its code is this one.
  mutating func take(code: UInt32) -> PendingRequest? { self?.code == code ? take() : nil }
}
