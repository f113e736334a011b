/// How the values of one stream carry messages: what stands in each value (a chunk), and what
/// stands in each message that the chunks put together.
///
///     value      [chunk header: counter, position, length]   data   [checksum of the value]
///     message    [start] [length] ... payload ...     [checksum] [end]
///
/// The data of the values, without chunk headers, are the octets of the messages. A layout is
/// learned from a stream (`FramingLearner`), or given by hand (`FramingSpec`), and applied by
/// `FramedMessages`.
public struct FramingLayout: Hashable, Sendable {
  /// An unsigned integer at a fixed position.
  public struct Number: Hashable, Sendable {
    public var offset: Int
    /// In octets: 1, 2 or 4.
    public var width: Int
    /// Of one octet it is `false`.
    public var isBigEndian: Bool

    public init(offset: Int, width: Int, isBigEndian: Bool = false) {
      self.offset = offset
      self.width = width
      self.isBigEndian = width > 1 && isBigEndian
    }

    public var end: Int { offset + width }

    /// `nil` where the octets end before the number does.
    @inlinable public func read(_ octets: some RandomAccessCollection<UInt8>) -> Int? {
      guard octets.count >= end else { return nil }
      let first = octets.index(octets.startIndex, offsetBy: offset)
      var number = 0
      for index in 0..<width {
        let octet = Int(octets[octets.index(first, offsetBy: index)])
        number |= octet << (8 * (isBigEndian ? width - 1 - index : index))
      }
      return number
    }
  }

  /// A length: the message has `number + extra` octets, header and checksum included.
  public struct Length: Hashable, Sendable {
    /// Its offset counts from the first octet of the message.
    public var number: Number
    /// What the length does not count; below 0 where it counts more than the message.
    public var extra: Int

    public init(_ number: Number, extra: Int) {
      self.number = number
      self.extra = extra
    }
  }

  /// A number in each value that grows by one, and wraps.
  public struct Counter: Hashable, Sendable {
    /// Its offset counts from the first octet of the value.
    public var number: Number
    /// The first number of each message; `nil` where the counter runs on over all messages.
    public var restartsAt: Int?

    public init(_ number: Number, restartsAt: Int? = nil) {
      self.number = number
      self.restartsAt = restartsAt
    }
  }

  /// What says in each value whether it begins or ends a message. Offsets count from the first
  /// octet of the value.
  public enum Position: Hashable, Sendable {
    /// Bits of one octet; 0 where there is no such bit.
    case bits(offset: Int, begin: UInt8, end: UInt8)
    /// The octet has one value in each role. A role that no value had is `nil`.
    case octets(offset: Int, begin: UInt8?, middle: UInt8?, end: UInt8?, single: UInt8?)
    /// The number of values that follow, down to `last`.
    case remaining(Number, last: Int)
    /// The index of the value, from `first` on, and how many values the message has.
    case index(Number, of: Number, first: Int)
    /// One octet is `begin` in the header of a block and `end` in what closes it; between them it
    /// is the index of the value, from `first` on.
    case block(offset: Int, begin: UInt8, end: UInt8, first: UInt8)
  }

  /// Where messages begin.
  public enum Boundary: Hashable, Sendable {
    /// Each value is a message.
    case value
    /// The length says where the message ends, and there the next one begins.
    case length
    /// So many octets a message.
    case record(Int)
    /// By the position in each value.
    case position
    /// With the first number of a counter that restarts.
    case counter
    /// At each value that begins with the start octets, or with the other ones.
    case start
    /// After the end octets of the one before.
    case end
    /// The stream is one message.
    case stream
  }

  public struct Checksum: Hashable, Sendable {
    public var kind: ChecksumKind
    public var isBigEndian: Bool
    /// The first octet that it covers, from the start of the message.
    public var from: Int
    /// Where it stands in the header; it covers what follows it. `nil` for one at the end, before
    /// the end octets, which covers the octets before it.
    public var headerOffset: Int?

    public init(
      _ kind: ChecksumKind, isBigEndian: Bool = false, from: Int = 0, headerOffset: Int? = nil
    ) {
      self.kind = kind
      self.isBigEndian = kind.width > 1 && isBigEndian
      self.headerOffset = headerOffset
      self.from = headerOffset.map { $0 + kind.width } ?? from
    }

    /// The octets at the end of the message that it takes.
    var trailer: Int { headerOffset == nil ? kind.width : 0 }
  }

  /// Octets at the start of each value that are no data of the message.
  public var chunkHeader: Int
  public var counter: Counter?
  public var position: Position?
  /// The length of each value, where a message has several.
  public var chunkLength: Length?
  /// A checksum of each value, at its end, where a message has several.
  public var chunkChecksum: Checksum?
  public var boundary: Boundary
  /// Octets that each message begins with.
  public var start: [UInt8]
  /// Other octets, as many, that a message may begin with: of another kind of message, or of the
  /// other direction.
  public var otherStart: [UInt8] = []
  public var length: Length?
  public var checksum: Checksum?
  /// Octets that each message ends with.
  public var end: [UInt8]

  public init(
    chunkHeader: Int = 0, counter: Counter? = nil, position: Position? = nil,
    chunkLength: Length? = nil, chunkChecksum: Checksum? = nil, boundary: Boundary,
    start: [UInt8] = [], length: Length? = nil, checksum: Checksum? = nil, end: [UInt8] = []
  ) {
    self.chunkHeader = chunkHeader
    self.counter = counter
    self.position = position
    self.chunkLength = chunkLength
    self.chunkChecksum = chunkChecksum
    self.boundary = boundary
    self.start = start
    self.length = length
    self.checksum = checksum
    self.end = end
  }

  /// Whether these octets begin as a message does.
  func begins(_ octets: some Collection<UInt8>) -> Bool {
    octets.starts(with: start) || !otherStart.isEmpty && octets.starts(with: otherStart)
  }

  /// Whether these octets may be the first ones of a message that is not whole.
  func mayBegin(_ octets: some Collection<UInt8>) -> Bool {
    octets.starts(with: start.prefix(octets.count))
      || !otherStart.isEmpty && octets.starts(with: otherStart.prefix(octets.count))
  }

  /// The octets of a message before its payload: up to the last field of the header.
  public var messageHeader: Int {
    let check = checksum?.headerOffset == nil ? 0 : checksum?.from ?? 0
    var header = max(start.count, length?.number.end ?? 0, check)
    // In a value that is a message of its own, the fields of the value are the message's.
    if chunkHeader == 0 { header = max(header, counter?.number.end ?? 0, position?.end ?? 0) }
    return header
  }

  /// The octets of a message after its payload.
  public var messageTrailer: Int { (checksum?.trailer ?? 0) + end.count }

  /// The octets of each value after its data.
  public var chunkTrailer: Int { chunkChecksum?.kind.width ?? 0 }

  /// The least octets that a value has with all fields of a chunk.
  var leastValue: Int {
    let fields = max(counter?.number.end ?? 0, position?.end ?? 0, chunkLength?.number.end ?? 0)
    return max(chunkHeader, fields) + chunkTrailer
  }
}

extension FramingLayout.Position {
  /// The octet after its last one.
  public var end: Int {
    switch self {
    case .bits(let offset, _, _), .octets(let offset, _, _, _, _), .block(let offset, _, _, _):
      offset + 1
    case .remaining(let number, _): number.end
    case .index(let index, let total, _): max(index.end, total.end)
    }
  }

  /// What one value says: whether it begins a message, whether it ends it, and how many values
  /// follow where that is said. `nil` where it holds what no role has.
  func role(of value: some RandomAccessCollection<UInt8>) -> Role? {
    switch self {
    case .bits(let offset, let begin, let end):
      guard value.count > offset else { return nil }
      let octet = value[value.index(value.startIndex, offsetBy: offset)]
      return Role(
        begins: begin == 0 ? nil : octet & begin != 0, ends: end == 0 ? nil : octet & end != 0)
    case .octets(let offset, let begin, let middle, let end, let single):
      guard value.count > offset else { return nil }
      let octet = value[value.index(value.startIndex, offsetBy: offset)]
      // One octet may have two roles: then it does not say which.
      var roles: [Role] = []
      if octet == begin { roles.append(Role(begins: true, ends: false)) }
      if octet == middle { roles.append(Role(begins: false, ends: false)) }
      if octet == end { roles.append(Role(begins: false, ends: true)) }
      if octet == single { roles.append(Role(begins: true, ends: true)) }
      guard let first = roles.first else { return nil }
      return Role(
        begins: roles.allSatisfy { $0.begins == first.begins } ? first.begins : nil,
        ends: roles.allSatisfy { $0.ends == first.ends } ? first.ends : nil)
    case .remaining(let number, let last):
      guard let left = number.read(value), left >= last else { return nil }
      return Role(begins: nil, ends: left == last, following: left - last)
    case .block(let offset, let begin, let end, let first):
      guard value.count > offset else { return nil }
      let octet = value[value.index(value.startIndex, offsetBy: offset)]
      if octet == begin { return Role(begins: true, ends: false) }
      if octet == end { return Role(begins: false, ends: true) }
      return octet < first ? nil : Role(begins: false, ends: false, index: Int(octet - first))
    case .index(let index, let total, let first):
      guard let index = index.read(value), let total = total.read(value),
        index >= first, index - first < total
      else { return nil }
      let following = total - 1 - (index - first)
      return Role(
        begins: index == first, ends: following == 0, following: following, index: index - first)
    }
  }

  struct Role: Hashable {
    /// `nil` where the value does not say.
    var begins: Bool?
    var ends: Bool?
    var following: Int?
    var index: Int?
  }
}
