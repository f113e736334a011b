/// How the values of one stream fit a layout: its messages, and those that do not fit.
public struct LayoutFit: Sendable {
  public enum Flaw: String, CaseIterable, Sendable {
    /// It does not begin or end with the octets of the layout.
    case start, end
    /// Its length is not the one that it states.
    case length
    case checksum
    /// A value that holds several messages, where each is one.
    case glued
    /// The next message began, or values are missing.
    case cut
    /// No message begins there.
    case stray
  }

  public struct Message: Sendable {
    /// Indexes of the values.
    public var first: Int
    public var last: Int
    public var octets: ArraySlice<UInt8>
    public var flaw: Flaw?
    /// Whether it begins and ends where values do.
    var isAligned = true
  }

  public let layout: FramingLayout
  public private(set) var messages: [Message] = []
  public private(set) var damaged = 0
  /// How often the counter took a step, repeated its number, and jumped.
  public private(set) var steps = 0
  public private(set) var repeats = 0
  public private(set) var jumps = 0
  /// How often it stayed the same where the value was another one, as no counter of values does.
  private(set) var stops = 0

  /// The share of the messages that fit.
  public private(set) var share = 0.0

  private var shareOfMessages: Double {
    messages.isEmpty
      ? 0
      : min(
        Double(messages.count - damaged) / Double(messages.count),
        Double(max(0, values - lost)) / Double(max(1, values)))
  }

  private let values: Int
  private let mostWrong: Int
  /// Octets that were read to find it.
  public private(set) var cost = 0
  /// How many values the damaged messages have.
  private var lost = 0

  public var right: Int { messages.count - damaged }

  /// That nothing fits.
  static func none(_ layout: FramingLayout) -> LayoutFit {
    LayoutFit(layout, SearchedStream(isFromServer: false, values: []))
  }

  /// Octets that are read to weigh it.
  var weight: Int {
    messages.prefix(LayoutEvidence.most).reduce(0) { $0 + 40 + $1.octets.count }
  }

  /// Leaves the counts.
  mutating func forgetMessages() { messages = [] }

  public init(_ layout: FramingLayout, _ stream: SearchedStream) {
    self.init(layout, stream, mostWrong: .max)
  }

  /// - Parameter mostWrong: after more values that are no messages, the others are not looked at.
  init(_ layout: FramingLayout, _ stream: SearchedStream, mostWrong: Int) {
    self.layout = layout
    self.mostWrong = mostWrong
    values = stream.values.count
    var bounds = [0] + stream.breaks.filter { $0 > 0 } + [stream.values.count]
    bounds = bounds.filter { $0 <= stream.values.count }
    messages.reserveCapacity(stream.values.count)
    for (start, end) in zip(bounds, bounds.dropFirst()) where start < end {
      if layout.boundary == .value {
        eachValue(stream.values[start..<end])
      } else {
        assemble(stream.values[start..<end])
      }
      count(stream.values[start..<end])
    }
    if isCrowded { messages = [] }
    cost += 64 * max(0, messages.count - values)
    if !stream.isFromServer { findGlued(stream.values.count) }
    damaged = messages.count { $0.flaw != nil }
    for message in messages where message.flaw != nil { lost += message.last - message.first + 1 }
    share = shareOfMessages
  }

  // MARK: Each value

  private mutating func eachValue(_ values: ArraySlice<ArraySlice<UInt8>>) {
    var wrong = 0
    for (index, value) in zip(values.indices, values) {
      let flaw = flaw(value)
      messages.append(Message(first: index, last: index, octets: value, flaw: flaw))
      if flaw == nil { continue }
      wrong += 1
      if wrong > mostWrong { return }
    }
  }

  private mutating func flaw(_ message: ArraySlice<UInt8>) -> Flaw? {
    cost += 16
    guard let flaw = layout.flaw(of: message) else {
      cost += message.count
      return nil
    }
    if flaw == .checksum { cost += message.count }
    guard layout.maySplit else { return flaw }
    cost += 4 * message.count
    return layout.splits(message) ? .glued : flaw
  }

  /// Whether values hold so many messages that these are none: single octets, as a rule.
  private var isCrowded: Bool { messages.count > 4 * values + 4096 }

  // MARK: Several values

  private mutating func assemble(_ values: ArraySlice<ArraySlice<UInt8>>) {
    var framed = FramedMessages(layout, mostOctets: 1 << 16)
    var (stray, damaged) = (0, 0)
    let before = messages.count
    for (index, value) in zip(values.indices, values) where !isCrowded {
      cost += 80 + value.count
      take(framed.add(value, number: index))
      if framed.damaged > damaged {
        damaged = framed.damaged
        let flaw = Flaw.checksum
        messages.append(Message(first: index, last: index, octets: value, flaw: flaw))
      }
      if framed.strayValues > stray {
        stray = framed.strayValues
        // The capture may begin within a message. What is left of a damaged one is no second one.
        let isRest = messages.last.map { $0.last == index && $0.flaw != nil } ?? false
        if !isRest, index > values.startIndex || layout.boundary == .position {
          messages.append(Message(first: index, last: index, octets: value, flaw: .stray))
        }
      }
    }
    let last = framed.finish()
    take(last)
    // The capture may end within a message, and begin within one.
    if let end = messages.last, messages.count > before, !last.isEmpty, end.flaw != nil,
      (end.last - end.first) * 4 < values.count
    {
      messages.removeLast()
    }
    if before < messages.count, let flaw = messages[before].flaw, flaw != .stray,
      (messages[before].last - messages[before].first) * 4 < values.count
    {
      messages.remove(at: before)
    }
  }

  private mutating func take(_ found: [FramedMessage]) {
    for message in found {
      let isAligned = message.beginsValue && message.endsValue
      var flaw: Flaw?
      if message.ending == .cut || message.missing > 0 {
        flaw = .cut
      } else if !isAligned, layout.isLengthAlone {
        flaw = .length
      } else {
        flaw = layout.flaw(of: message.whole[...])
      }
      messages.append(
        Message(
          first: message.first, last: message.last, octets: message.whole[...], flaw: flaw,
          isAligned: isAligned))
    }
  }

  /// Values that hold several messages, where nearly all hold one: commands that were glued.
  private mutating func findGlued(_ values: Int) {
    guard layout.boundary == .length, !layout.isLengthAlone else { return }
    var glued: [Int] = []
    for (index, message) in messages.enumerated().dropFirst()
    where message.first == message.last && message.first == messages[index - 1].last
      && messages[index - 1].first == messages[index - 1].last
    {
      glued.append(index)
    }
    guard !glued.isEmpty, glued.count * 20 <= values, glued.count * 20 <= messages.count else {
      return
    }
    for index in glued where messages[index].flaw == nil { messages[index].flaw = .glued }
  }

  // MARK: Escapes

  /// Takes the octet that escapes others for what it is: messages that have it fit the layout once
  /// it is taken out.
  /// - Returns: whether messages with it were found right.
  public mutating func accept(escape: Escape) -> Int {
    var accepted = 0
    for index in messages.indices where messages[index].flaw == .checksum {
      guard escape.isRight(messages[index].octets, layout) else { continue }
      messages[index].flaw = nil
      accepted += 1
      lost -= messages[index].last - messages[index].first + 1
    }
    damaged -= accepted
    share = shareOfMessages
    return accepted
  }

  // MARK: Counter

  private mutating func count(_ values: ArraySlice<ArraySlice<UInt8>>) {
    guard let counter = layout.counter else { return }
    let modulus = 1 << (8 * counter.number.width)
    var before: Int?
    var last: ArraySlice<UInt8> = []
    for value in values {
      guard let count = counter.number.read(value) else { continue }
      defer { last = value }
      if let before {
        if count == (before + 1) % modulus {
          steps += 1
        } else if count == before {
          repeats += 1
          // A wider number carries into it now and then.
          if layout.boundary == .value, value != last { stops += 1 }
        } else if count != counter.restartsAt {
          jumps += 1
        }
      }
      before = count
    }
  }
}

extension FramingLayout {
  /// Whether nothing but a length says what a message is: any octets are one then, if values do not
  /// end with it.
  var isLengthAlone: Bool {
    boundary == .length && start.isEmpty && end.isEmpty && checksum == nil && chunkHeader == 0
  }

  /// Octets of each message that it explains, but for marks.
  var fields: Int {
    (checksum?.kind.width ?? 0) + (length == nil ? 0 : 1) + (counter == nil ? 0 : 1)
  }

  /// What is wrong with a message; `nil` if all is as the layout says.
  func flaw(of message: ArraySlice<UInt8>) -> LayoutFit.Flaw? {
    guard message.count >= messageHeader + messageTrailer else { return .length }
    guard begins(message) else { return .start }
    if let length, length.number.read(message).map({ $0 + length.extra }) != message.count {
      return .length
    }
    guard message.suffix(end.count).elementsEqual(end) else { return .end }
    return checksumIsRight(in: message) == false ? .checksum : nil
  }

  /// Where octets are parted at most.
  private static let mostPlaces = 8

  /// Whether a value may be several messages, where each is one: something says where they begin.
  var maySplit: Bool { length != nil || !start.isEmpty && (checksum != nil || !end.isEmpty) }

  /// Whether octets that are no message are several, one after the other.
  func splits(_ octets: ArraySlice<UInt8>) -> Bool {
    var rest = octets
    if length != nil {
      var count = 0
      while !rest.isEmpty {
        guard let size = size(of: rest), size > 0, size <= rest.count,
          flaw(of: rest.prefix(size)) == nil
        else { return false }
        rest = rest.dropFirst(size)
        count += 1
      }
      return count > 1
    }
    // Without a length, where a message begins again after the end of one.
    guard maySplit, octets.count <= 512 else { return false }
    var places = 0
    for index in octets.indices.dropFirst(messageHeader + messageTrailer)
    where begins(octets[index...]) && octets[..<index].suffix(end.count).elementsEqual(end) {
      if flaw(of: octets[..<index]) == nil, flaw(of: octets[index...]) == nil { return true }
      places += 1
      if places >= Self.mostPlaces { return false }
    }
    return false
  }
}
