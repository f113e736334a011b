import Bytes

/// A request that awaits its answer.
struct PendingRequest: Sendable {
  /// As it is named in findings.
  var what: String
  /// What distinguishes its answer: a command, the number of a block.
  var code: UInt32
  var frame: Int
  var time: TraceTime

  init(_ what: String, code: UInt32, _ value: FramedValue) {
    self.what = what
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
        slot: slot, what: what))
  }

  func answered(by value: FramedValue) -> FramingEvent {
    .answered(max(0, value.time.since(time)))
  }
}

extension PendingRequest? {
  /// Empties it where its code is this one.
  mutating func take(code: UInt32) -> PendingRequest? { self?.code == code ? take() : nil }
}
