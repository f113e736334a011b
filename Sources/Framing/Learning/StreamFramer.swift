/// Puts the values of one stream together by a layout that was given by hand, and counts what came
/// of it. It holds the message that is open.
public struct StreamFramer: Sendable {
  /// Whole messages, and those that do not fit: cut, damaged, or with values missing.
  public private(set) var messages = 0
  public private(set) var misfits = 0
  /// Values that belong to no message, as far as they came before the capture cut one.
  private var strayBefore = 0
  private let mostOctets: Int
  private var assembly: FramedMessages

  /// - Parameter mostOctets: A message that grows beyond it is cut.
  public init(_ layout: FramingLayout, mostOctets: Int = 1 << 24) {
    self.mostOctets = mostOctets
    assembly = FramedMessages(layout, mostOctets: mostOctets)
  }

  public var layout: FramingLayout { assembly.layout }

  /// What stands where in the values and messages.
  public var parts: [FramingPart] { layout.parts(of: [], []) }

  /// Values that belong to no message.
  public var strayValues: Int { strayBefore + assembly.strayValues }

  /// Octets that it holds.
  public var heldOctets: Int { assembly.heldOctets }

  /// Whether a message is open.
  public var isOpen: Bool { assembly.isOpen }

  /// Takes the next value, and returns the messages that end with it.
  /// - Parameter number: The caller's own name of the value, such as its frame.
  public mutating func add(_ value: [UInt8], number: Int) -> [FramedMessage] {
    let found = assembly.add(value, number: number)
    if !found.isEmpty { count(found) }
    return found
  }

  /// A value of which the capture holds a part only: the message that is open is cut, and returned.
  @discardableResult
  public mutating func giveUp() -> [FramedMessage] {
    let found = finish()
    strayBefore += assembly.strayValues + 1
    assembly = FramedMessages(layout, mostOctets: mostOctets)
    return found
  }

  /// Ends the stream, and returns the messages that are left.
  public mutating func finish() -> [FramedMessage] {
    let last = assembly.finish()
    count(last)
    return last
  }

  private mutating func count(_ found: [FramedMessage]) {
    messages += found.count
    misfits += found.count {
      $0.ending == .cut || $0.checksumIsRight == false || $0.missing + $0.outOfOrder > 0
    }
  }
}
