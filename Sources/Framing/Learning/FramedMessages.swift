/// Puts the values of one stream together to messages, by a layout.
///
///     var messages = FramedMessages(layout)
///     for value in values { found += messages.add(value.octets, number: value.frame) }
///     found += messages.finish()
///
/// Time is linear in the octets: what a gap is filled with, and what is read again to find an end,
/// is no more than what came. Memory holds one message, of at most `mostOctets`.
public struct FramedMessages: Sendable {
  public let layout: FramingLayout
  /// A message that grows beyond it is cut.
  public let mostOctets: Int
  /// Values that belong to no message: too short for their header, without a role in a message,
  /// or between a fault and the next begin.
  public private(set) var strayValues = 0
  /// Values whose own length or checksum is wrong.
  public private(set) var damaged = 0
  /// Whether messages began and ended where values do, all along.
  public private(set) var isAligned = true

  /// Octets of the message that is open.
  public var heldOctets: Int { open?.octets.count ?? 0 }

  /// Whether values of a message arrived that has not ended.
  public var isOpen: Bool { open != nil }

  private var open: OpenMessage?
  /// The number that is due; `nil` before the first value.
  private var due: Int?
  private var firstCount: Int?
  private var largestData = 0
  /// Octets that may be filled in for missing values, and that may be read again; each value adds
  /// to them.
  private var mayFill = 1 << 12
  private var mayCheck = 1 << 12
  private var found: [FramedMessage] = []

  public init(_ layout: FramingLayout, mostOctets: Int = 1 << 24) {
    self.layout = layout
    self.mostOctets = mostOctets
  }

  /// Takes the next value, and returns the messages that end with it.
  /// - Parameter number: the caller's own name of the value, such as its frame.
  public mutating func add(_ value: some RandomAccessCollection<UInt8>, number: Int)
    -> [FramedMessage]
  {
    found.removeAll(keepingCapacity: true)
    guard value.count >= layout.leastValue, !value.isEmpty else {
      strayValues += 1
      return []
    }
    var restarts = false
    if let counter = layout.counter, let count = counter.number.read(value) {
      switch follow(count, counter) {
      case .next: break
      case .restart: restarts = true
      case .gap(let missing): skip(missing)
      case .repeated:
        open?.repeated += 1
        return []
      case .outOfOrder:
        open?.outOfOrder += 1
        return []
      }
    }
    if !isIntact(value) { damaged += 1 }
    let data = value.dropFirst(layout.chunkHeader).dropLast(layout.chunkTrailer)
    largestData = max(largestData, data.count)
    mayFill = min(mayFill + data.count, 1 << 16)
    mayCheck = min(mayCheck + 16 * data.count, 1 << 16)
    switch layout.boundary {
    case .value:
      open = nil
      append(data, number)
      close(.complete)
    case .position: addByPosition(value, data, number)
    case .counter, .stream:
      if restarts { close(.open) }
      append(data, number)
    case .start:
      let begins = layout.begins(data)
      if begins { close(.open) }
      if open == nil, !begins {
        strayValues += 1
      } else {
        append(data, number)
        if !layout.end.isEmpty { splitAtEnd(number) }
      }
    case .length, .record:
      if restarts { close(.cut) }
      append(data, number)
      split(number)
    case .end:
      append(data, number)
      splitAtEnd(number)
    }
    return found
  }

  /// Ends the stream, and returns the message that was open.
  public mutating func finish() -> [FramedMessage] {
    found.removeAll()
    switch layout.boundary {
    case .counter, .stream, .start:
      // A wrong checksum at the end of the stream: the rest of the message is missing.
      let isWhole = open.map { layout.checksumIsRight(in: $0.octets) != false } ?? true
      close(isWhole ? .open : .cut)
    case .value, .position, .length, .record, .end: close(.cut)
    }
    return found
  }

  // MARK: Parts

  private func isIntact(_ value: some RandomAccessCollection<UInt8>) -> Bool {
    if let length = layout.chunkLength, let stated = length.number.read(value),
      stated + length.extra != value.count
    {
      return false
    }
    return layout.chunkChecksum?.isRight(in: value) ?? true
  }

  private enum Step {
    case next, restart, repeated, outOfOrder
    case gap(Int)
  }

  private mutating func follow(_ count: Int, _ counter: FramingLayout.Counter) -> Step {
    let modulus = 1 << (8 * counter.number.width)
    defer { if firstCount == nil { firstCount = count } }
    guard let expected = due else {
      due = (count + 1) % modulus
      return .next
    }
    let ahead = (count - expected + modulus) % modulus
    if ahead == 0 {
      due = (count + 1) % modulus
      return .next
    }
    if count == counter.restartsAt {
      due = (count + 1) % modulus
      return .restart
    }
    if ahead == modulus - 1 { return .repeated }
    // A stream that starts over is sent again, from its first number.
    if layout.boundary == .stream, count == firstCount {
      due = (count + 1) % modulus
      return .restart
    }
    if ahead >= modulus / 2 { return .outOfOrder }
    due = (count + 1) % modulus
    return .gap(ahead)
  }

  /// Values are missing: what stands open is cut. Where nothing in the values says where the next
  /// message begins, the missing values are taken to be as long as the longest one, if the message
  /// that is open has all of them.
  private mutating func skip(_ missing: Int) {
    guard let message = open else { return }
    open?.missing += missing
    switch layout.boundary {
    case .length, .record:
      let size = layout.size(of: message.octets) ?? 0
      if layout.start.isEmpty, layout.counter?.restartsAt == nil, missing <= mayFill,
        missing * largestData <= min(mayFill, size - message.octets.count)
      {
        mayFill -= missing * largestData
        open?.octets += [UInt8](repeating: 0, count: missing * largestData)
      } else {
        close(.cut)
      }
    case .value, .position, .counter, .start, .stream, .end: break
    }
  }

  private mutating func addByPosition(
    _ value: some RandomAccessCollection<UInt8>, _ data: some RandomAccessCollection<UInt8>,
    _ number: Int
  ) {
    guard let role = layout.position?.role(of: value) else {
      strayValues += 1
      return
    }
    if role.begins ?? (open == nil) { close(.cut) }
    if open == nil, role.begins == false {
      // The begin is missing.
      open = OpenMessage(first: number)
      open?.missing = role.index ?? 1
    } else if let index = role.index, let before = open?.index {
      if index == before {
        open?.repeated += 1
        return
      }
      if index > before + 1, layout.counter == nil { open?.missing += index - before - 1 }
      if index < before {
        open?.outOfOrder += 1
        return
      }
    }
    append(data, number)
    open?.index = role.index
    if role.ends == true { close(.complete) }
  }

  private mutating func append(_ data: some Collection<UInt8>, _ number: Int) {
    if open == nil { open = OpenMessage(first: number) }
    open?.octets += data
    open?.last = number
    open?.values += 1
    if let count = open?.octets.count, count > mostOctets { close(.cut) }
  }

  /// Takes the messages whose end is stated out of what stands open.
  private mutating func split(_ number: Int) {
    guard var message = open else { return }
    let octets = message.octets
    var rest = octets[...]
    while !rest.isEmpty {
      guard layout.mayBegin(rest) else {
        // No message begins here.
        strayValues += 1
        open = nil
        return
      }
      guard let size = layout.size(of: rest) else { break }
      guard size > 0, size >= layout.messageHeader + layout.messageTrailer, size <= mostOctets
      else {
        strayValues += 1
        open = nil
        return
      }
      guard rest.count >= size else { break }
      if rest.count > size { isAligned = false }
      let isLast = rest.count == size
      found.append(message.ended(layout, rest.prefix(size), .complete, endsValue: isLast))
      rest = rest.dropFirst(size)
      // The next message begins in this value.
      message = OpenMessage(first: number, beginsValue: false)
      message.values = 1
    }
    if rest.count < octets.count { message.octets = Array(rest) }
    open = rest.isEmpty ? nil : message
  }

  /// Takes the messages out of what stands open whose end octets are there.
  private mutating func splitAtEnd(_ number: Int) {
    guard var message = open, let last = layout.end.last else { return }
    var start = 0
    // What came before was looked through already.
    let known = message.octets.count - largestData - layout.end.count
    for index in max(0, known)..<message.octets.count {
      let next = index + 1
      guard message.octets[index] == last, next - start >= layout.end.count,
        message.octets[start..<next].suffix(layout.end.count).elementsEqual(layout.end),
        layout.boundary == .end || isWhole(message.octets[start...], next)
      else { continue }
      let isLast = next == message.octets.count
      let line = message.octets[start..<next]
      found.append(message.ended(layout, line, .complete, endsValue: isLast))
      if !isLast { isAligned = false }
      let octets = message.octets
      message = OpenMessage(first: number, beginsValue: false)
      message.values = 1
      message.last = number
      message.octets = octets
      start = next
    }
    message.octets.removeFirst(start)
    open = message.octets.isEmpty ? nil : message
  }

  /// Whether a message that begins with start octets ends where its end octets stand: the payload
  /// may have them, too.
  private mutating func isWhole(_ octets: ArraySlice<UInt8>, _ next: Int) -> Bool {
    let rest = octets[next...]
    let count = next - octets.startIndex
    guard rest.isEmpty || layout.begins(rest), count > layout.start.count, count <= mayCheck else {
      return false
    }
    mayCheck -= count
    return layout.checksumIsRight(in: octets[..<next]) ?? !rest.isEmpty
  }

  private mutating func close(_ ending: FramedMessage.Ending) {
    guard let message = open else { return }
    open = nil
    found.append(message.ended(layout, message.octets[...], ending))
  }
}

extension FramingLayout {
  /// How many octets the message at the start of these has, where that is stated. `nil` where
  /// more octets are needed to know.
  func size(of octets: some RandomAccessCollection<UInt8>) -> Int? {
    if case .record(let size) = boundary { return size }
    guard let length, let stated = length.number.read(octets) else { return nil }
    return stated + length.extra
  }
}
