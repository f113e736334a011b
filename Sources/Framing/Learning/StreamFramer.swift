/// Follows one stream: learns its framing from the first values, then puts all values together.
///
/// Until it is decided what the framing is, it holds the values that the learner looks at; the
/// messages in them come all at once when it is. Afterwards it holds the message that is open.
public struct StreamFramer: Sendable {
  private enum State: Sendable {
    case learning(FramingLearner)
    case following(FramedMessages)
    case unframed
  }

  /// What was learned; `nil` also where the layout was given.
  public private(set) var learned: LearnedFraming?
  /// Whole messages, and those that do not fit: cut, damaged, or with values missing.
  public private(set) var messages = 0
  public private(set) var misfits = 0

  private var state: State
  private var numbers: [Int] = []

  /// - Parameter layout: A layout that was given by hand; without it, one is learned.
  public init(_ layout: FramingLayout? = nil) {
    state = layout.map { .following(FramedMessages($0)) } ?? .learning(FramingLearner())
  }

  /// The layout that is applied, once there is one.
  public var layout: FramingLayout? {
    if case .following(let messages) = state { return messages.layout }
    return nil
  }

  /// Values that belong to no message.
  public var strayValues: Int {
    if case .following(let messages) = state { return messages.strayValues }
    return 0
  }

  /// Octets that it holds.
  public var heldOctets: Int {
    switch state {
    case .learning(let learner): learner.octets + numbers.count * 8
    case .following(let messages): messages.heldOctets
    case .unframed: 0
    }
  }

  /// Takes the next value, and returns the messages that end with it.
  /// - Parameter number: The caller's own name of the value, such as its frame.
  public mutating func add(_ value: some RandomAccessCollection<UInt8>, number: Int)
    -> [FramedMessage]
  {
    switch state {
    case .unframed: return []
    case .following(var messages):
      // Given up here, so that there is one owner of its octets.
      state = .unframed
      let found = messages.add(value, number: number)
      state = .following(messages)
      count(found)
      return found
    case .learning(var learner):
      state = .unframed
      let kept = learner.values
      learner.add(value)
      if learner.values > kept { numbers.append(number) }
      state = .learning(learner)
      guard learner.isFull else { return [] }
      var found = decide(learner)
      if learner.values == kept { found += add(value, number: number) }
      return found
    }
  }

  /// A value of which the capture holds a part only: nothing can be learned from this stream.
  public mutating func giveUp() {
    if case .learning = state { state = .unframed }
    numbers = []
  }

  /// Ends the stream, and returns the messages that are left.
  public mutating func finish() -> [FramedMessage] {
    var found: [FramedMessage] = []
    if case .learning(let learner) = state { found = decide(learner) }
    if case .following(var messages) = state {
      let last = messages.finish()
      state = .following(messages)
      count(last)
      found += last
    }
    return found
  }

  private mutating func decide(_ learner: FramingLearner) -> [FramedMessage] {
    learned = learner.propose()
    defer { numbers = [] }
    guard let learned else {
      state = .unframed
      return []
    }
    var messages = FramedMessages(learned.layout)
    let found = learner.apply(&messages, numbers)
    state = .following(messages)
    count(found)
    return found
  }

  private mutating func count(_ found: [FramedMessage]) {
    messages += found.count
    misfits += found.count {
      $0.ending == .cut || $0.checksumIsRight == false || $0.missing + $0.outOfOrder > 0
    }
  }
}
