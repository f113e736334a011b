/// Follows one stream: learns its framing from the first values, then puts all values together.
///
/// Until it is decided what the framing is, it holds the values that the learner looks at; the
/// messages in them come all at once when it is. Afterwards it holds the message that is open.
public struct StreamFramer: Sendable {
  /// What was learned; `nil` also where the layout was given.
  public private(set) var learned: LearnedFraming?
  /// Whole messages, and those that do not fit: cut, damaged, or with values missing.
  public private(set) var messages = 0
  public private(set) var misfits = 0
  /// Values that belong to no message, as far as they came before the capture cut one.
  private var strayBefore = 0
  private let mostOctets: Int

  // One of both, or none: then no layout was found. Each is changed where it is: together they are
  // large.
  private var learner: FramingLearner?
  private var assembly: FramedMessages?
  private var numbers: [Int] = []

  /// - Parameters:
  ///   - layout: A layout that was given by hand; without it, one is learned.
  ///   - mostOctets: A message that grows beyond it is cut.
  public init(_ layout: FramingLayout? = nil, mostOctets: Int = 1 << 24) {
    self.mostOctets = mostOctets
    if let layout {
      assembly = FramedMessages(layout, mostOctets: mostOctets)
    } else {
      learner = FramingLearner()
    }
  }

  /// The layout that is applied, once there is one.
  public var layout: FramingLayout? { assembly?.layout }

  /// What stands where in the values and messages.
  public var parts: [FramingPart] { learned?.parts ?? layout?.parts(of: [], []) ?? [] }

  public var isLearning: Bool { learner != nil }

  /// Whether there is a layout, or can be one yet.
  public var isActive: Bool { learner != nil || assembly != nil }

  /// Values that belong to no message.
  public var strayValues: Int { strayBefore + (assembly?.strayValues ?? 0) }

  /// Those of them that are whole, since the capture cut one: the layout does not fit them.
  public var unfitting: Int { assembly?.strayValues ?? 0 }

  /// Octets that it holds.
  public var heldOctets: Int {
    if let octets = learner?.octets { return octets + numbers.count * 12 }
    return assembly?.heldOctets ?? 0
  }

  /// Whether a message is open.
  public var isOpen: Bool { learner != nil || assembly?.isOpen ?? false }

  /// Takes the next value, and returns the messages that end with it.
  /// - Parameter number: The caller's own name of the value, such as its frame.
  public mutating func add(_ value: [UInt8], number: Int) -> [FramedMessage] {
    if let found = assembly?.add(value, number: number) {
      if !found.isEmpty { count(found) }
      return found
    }
    guard let kept = learner?.values else { return [] }
    learner?.add(value)
    let isKept = learner?.values != kept
    if isKept { numbers.append(number) }
    guard learner?.isFull ?? false else { return [] }
    var found = decide()
    if !isKept, assembly != nil { found += add(value, number: number) }
    return found
  }

  /// What was learned of this characteristic before, and in how many values nothing was found.
  public var hint: LearnedFraming?
  public var fruitless = 0

  /// A value of which the capture holds a part only. Nothing can be learned from this stream; of a
  /// layout that is known, the message that is open is cut, and returned.
  @discardableResult
  public mutating func giveUp() -> [FramedMessage] {
    numbers = []
    learner = nil
    guard let messages = assembly else { return [] }
    let found = finish()
    strayBefore += messages.strayValues + 1
    assembly = FramedMessages(messages.layout, mostOctets: mostOctets)
    return found
  }

  /// Ends the stream, and returns the messages that are left.
  public mutating func finish() -> [FramedMessage] {
    var found = decide()
    if let last = assembly?.finish() {
      count(last)
      found += last
    }
    return found
  }

  /// Learns from the values up to here, and returns the messages in them.
  private mutating func decide() -> [FramedMessage] {
    guard let learner else { return [] }
    self.learner = nil
    defer { numbers = [] }
    if let hint, learner.fits(hint) {
      learned = hint
    } else if hint != nil || learner.values > 2 * fruitless {
      learned = learner.propose()
    }
    if learned == nil { fruitless = max(fruitless, learner.values) }
    guard let learned else { return [] }
    var messages = FramedMessages(learned.layout, mostOctets: mostOctets)
    let found = learner.apply(&messages, numbers)
    assembly = messages
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
