/// One message of a conversation, in the order of time.
public struct ConversedMessage: Sendable {
  public var isFromServer: Bool
  /// Index of its stream.
  public var stream: Int
  public var octets: ArraySlice<UInt8>
  /// In microseconds.
  public var time: Int64
  /// Whether it fits the layout: others have no kind.
  public var isRight: Bool

  public init(
    isFromServer: Bool, stream: Int, octets: ArraySlice<UInt8>, time: Int64, isRight: Bool
  ) {
    self.isFromServer = isFromServer
    self.stream = stream
    self.octets = octets
    self.time = time
    self.isRight = isRight
  }
}

/// The kinds of the messages of one layout: which octets are the same in all messages of a kind,
/// which vary and what they hold, how often a kind comes and what answers it.
public struct MessageTable: Sendable {
  public struct Kind: Sendable {
    public var stream: Int
    /// Indexes of its messages.
    public var members: [Int]
    public var bytes: Int
    public var bytesMax: Int
    public var varying: [Range<Int>]
    public var periodUs: Int64?
    /// Index of the kind that answers it.
    public var answeredBy: Int?
    public var fields: [MessageFieldFact] = []
  }

  /// The most frequent first.
  public private(set) var kinds: [Kind] = []
  /// The kind of each message.
  public private(set) var kindOf: [Int?]
  /// An octet of requests that the answers repeat, and where they do.
  public private(set) var identifier: (request: Int, answer: Int)?

  private let messages: [ConversedMessage]
  private let layout: FramingLayout?
  /// The octets by which kinds differ, by stream, and the kinds that there are.
  private var types: [Int: [Int]] = [:]
  private var keys: Set<Key> = []

  /// What is looked for in the fields of so many kinds only.
  private static let mostDescribed = 24

  public init(_ messages: [ConversedMessage], layout: FramingLayout?) {
    self.messages = messages
    self.layout = layout
    kindOf = [Int?](repeating: nil, count: messages.count)
    cluster()
    pair()
    for index in kinds.indices { kinds[index].periodUs = period(kinds[index]) }
    for index in kinds.indices.prefix(Self.mostDescribed) where kinds[index].members.count >= 4 {
      kinds[index].fields = MessageFieldFact.find(
        kinds[index], messages, layout, partner: lastFromOther)
    }
  }

  func octets(of index: Int) -> ArraySlice<UInt8> { messages[index].octets }

  // MARK: Kinds

  private mutating func cluster() {
    var members: [Key: [Int]] = [:]
    var order: [Key] = []
    for stream in Set(messages.map(\.stream)).sorted() {
      let own = messages.indices.filter { messages[$0].stream == stream && messages[$0].isRight }
      let offsets = typeOffsets(own)
      types[stream] = offsets
      for index in own {
        let key = key(messages[index], offsets)
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(index)
      }
    }
    keys = Set(order)
    let found = order.compactMap { members[$0] }.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0[0] < $1[0]
    }
    for (number, members) in found.enumerated() {
      for index in members { kindOf[index] = number }
      let sizes = members.map { messages[$0].octets.count }
      let (least, most) = (sizes.min() ?? 0, sizes.max() ?? 0)
      kinds.append(
        Kind(
          stream: messages[members[0]].stream, members: members, bytes: least, bytesMax: most,
          varying: varying(members, least, most)))
    }
  }

  /// Whether a message, right or not, begins as those of a kind do.
  public func hasKind(_ index: Int) -> Bool {
    keys.contains(key(messages[index], types[messages[index].stream] ?? []))
  }

  private struct Key: Hashable, Sendable {
    var stream: Int
    var first: Int
    var second: Int
    /// The word that a line begins with.
    var word: ArraySlice<UInt8> = []
  }

  private func key(_ message: ConversedMessage, _ offsets: [Int]) -> Key {
    let octets = message.octets
    if layout?.boundary == .end {
      let word = octets.prefix(16).prefix {
        !(0x30...0x39).contains($0) && $0 != 0x3D && $0 != 0x3A
      }
      return Key(stream: message.stream, first: 0, second: 0, word: word)
    }
    let values = offsets.map { offset in
      offset < octets.count ? Int(octets[octets.startIndex + offset]) : -1
    }
    return Key(
      stream: message.stream, first: values.first ?? -2, second: values.dropFirst().first ?? -2)
  }

  /// Octets of the header that say what a message is: few different ones, each often.
  private func typeOffsets(_ members: [Int]) -> [Int] {
    var lengths = members.map { messages[$0].octets.count }.sorted()
    lengths.removeFirst(lengths.count / 20)
    guard let shortest = lengths.first else { return [] }
    let trailer = layout?.messageTrailer ?? 0
    let first = layout?.start.count ?? 0
    var found: [Int] = []
    for offset in first..<max(first, min(first + 6, shortest - trailer)) where !isField(offset) {
      var counts = [Int](repeating: 0, count: 256)
      for index in members where messages[index].octets.count > offset {
        let octets = messages[index].octets
        counts[Int(octets[octets.startIndex + offset])] += 1
      }
      let distinct = counts.count { $0 > 0 }
      if distinct < 2 { continue }
      // One that hardly ever comes again is no type.
      let often = counts.reduce(0) { $0 + ($1 * 50 >= members.count || $1 >= 8 ? $1 : 0) }
      let isType = distinct <= 24 && (often * 5 >= members.count * 4 || members.count < 12)
      if !isType {
        if found.isEmpty { continue }
        break
      }
      found.append(offset)
      if found.count == 2 { break }
    }
    if found.count == 2, found[1] > found[0] + 1, !(found[0] + 1..<found[1]).allSatisfy(isField) {
      found.removeLast()
    }
    return found
  }

  private func isField(_ offset: Int) -> Bool {
    guard let layout else { return false }
    if let number = layout.length?.number, offset >= number.offset, offset < number.end {
      return true
    }
    if layout.chunkHeader == 0, let number = layout.counter?.number, offset >= number.offset,
      offset < number.end
    {
      return true
    }
    if let checksum = layout.checksum, let at = checksum.headerOffset, offset >= at,
      offset < at + checksum.kind.width
    {
      return true
    }
    return false
  }

  private func varying(_ members: [Int], _ least: Int, _ most: Int) -> [Range<Int>] {
    let first = messages[members[0]].octets
    var varies = [Bool](repeating: false, count: least)
    for index in members.dropFirst() {
      let octets = messages[index].octets
      for offset in 0..<least where !varies[offset] {
        varies[offset] = octets[octets.startIndex + offset] != first[first.startIndex + offset]
      }
    }
    var ranges: [Range<Int>] = []
    for offset in 0..<most where offset >= least || varies[offset] {
      if let last = ranges.last, last.upperBound == offset {
        ranges[ranges.count - 1] = last.lowerBound..<offset + 1
      } else {
        ranges.append(offset..<offset + 1)
      }
    }
    return ranges
  }

  private func period(_ kind: Kind) -> Int64? {
    guard kind.members.count >= 8 else { return nil }
    let times = kind.members.map { messages[$0].time }
    let gaps = zip(times, times.dropFirst()).map { $1 &- $0 }.filter { $0 >= 0 }.sorted()
    guard let median = gaps.isEmpty ? nil : gaps[gaps.count / 2], median > 0 else { return nil }
    let near = gaps.count { abs($0 &- median) <= median / 6 }
    return near * 10 >= gaps.count * 7 ? median : nil
  }

  // MARK: Requests and answers

  /// The last message of the other side before one.
  private func lastFromOther(_ index: Int) -> ArraySlice<UInt8>? {
    var before = index - 1
    while before >= 0, index - before <= 16 {
      if messages[before].isFromServer != messages[index].isFromServer, messages[before].isRight {
        return messages[before].octets
      }
      before -= 1
    }
    return nil
  }

  private mutating func pair() {
    guard messages.contains(where: \.isFromServer),
      messages.contains(where: { !$0.isFromServer })
    else { return }
    identifier = findIdentifier()
    var answers: [Int: [Int: Int]] = [:]
    var used: [Int: Int] = [:]
    var asked: [Int: Int] = [:]
    for (index, message) in messages.enumerated() where !message.isFromServer {
      guard let request = kindOf[index] else { continue }
      let isAlone =
        identifier != nil
        || index + 1 < messages.count && messages[index + 1].isFromServer
          && (index == 0 || messages[index - 1].isFromServer)
      if isAlone { asked[request, default: 0] += 1 }
      guard let answer = answer(to: index) else { continue }
      answers[request, default: [:]][answer, default: 0] += 1
      used[answer, default: 0] += 1
    }
    for (request, counts) in answers {
      // What mostly comes without being asked for answers nothing.
      guard
        let most = counts.max(by: {
          $0.value != $1.value ? $0.value < $1.value : $0.key > $1.key
        }), most.value * 5 >= (asked[request] ?? 0) * 3,
        most.value * 2 >= kinds[request].members.count,
        (used[most.key] ?? 0) * 2 >= kinds[most.key].members.count
      else { continue }
      kinds[request].answeredBy = most.key
    }
  }

  /// The kind of the answer: the one with the request's number, else the first before the next
  /// request. Of requests that followed one another, it is not known which was answered.
  private func answer(to index: Int) -> Int? {
    let octets = messages[index].octets
    if identifier == nil, index > 0, !messages[index - 1].isFromServer { return nil }
    var next = index + 1
    while next < messages.count, next - index <= 64 {
      let message = messages[next]
      if message.isFromServer, let kind = kindOf[next] {
        guard let identifier else { return kind }
        if message.octets.count > identifier.answer, octets.count > identifier.request,
          message.octets[message.octets.startIndex + identifier.answer]
            == octets[octets.startIndex + identifier.request]
        {
          return kind
        }
      } else if !message.isFromServer, identifier == nil {
        return nil
      }
      next += 1
    }
    return nil
  }

  /// An octet that is another one in each request, and that answers repeat.
  private func findIdentifier() -> (request: Int, answer: Int)? {
    let requests = messages.indices.filter { !messages[$0].isFromServer && messages[$0].isRight }
    let answers = messages.indices.filter { messages[$0].isFromServer && messages[$0].isRight }
    guard requests.count >= 8, answers.count >= 8 else { return nil }
    for offset in 0..<8 {
      let column = requests.map { octet($0, offset) }
      let changes = zip(column, column.dropFirst()).count { $0 != $1 }
      guard !column.contains(nil), Set(column).count >= 8, changes * 10 >= column.count * 9 else {
        continue
      }
      for other in 0..<8 {
        var (right, all) = (0, 0)
        for index in answers.prefix(256) {
          guard let octet = octet(index, other) else { continue }
          all += 1
          var before = index - 1
          var seen = 0
          // Requests may be rare.
          while before >= 0, seen < 4, index - before <= 64 {
            if !messages[before].isFromServer {
              seen += 1
              if self.octet(before, offset) == octet {
                right += 1
                break
              }
            }
            before -= 1
          }
        }
        if all >= 8, right * 20 >= all * 19 { return (offset, other) }
      }
    }
    return nil
  }

  private func octet(_ index: Int, _ offset: Int) -> UInt8? {
    let octets = messages[index].octets
    return offset < octets.count ? octets[octets.startIndex + offset] : nil
  }
}
