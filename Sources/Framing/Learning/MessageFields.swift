/// What all messages of a stream have in common: octets at the start and the end, a length, a
/// checksum; with the evidence in bits, less what the search costs.
struct MessageFields {
  var start: [UInt8] = []
  var end: [UInt8] = []
  var length: FramingLayout.Length?
  var checksum: FramingLayout.Checksum?
  var lengthBits = 0.0
  var checksumBits = 0.0

  var bits: Double { lengthBits + checksumBits }

  /// How far a length may differ from the size of its message.
  static let extras = -2...20
  static let mostEnd = 2

  /// - Parameters:
  ///   - length: The length, where the messages were found by it.
  ///   - taken: Octets that hold something else.
  init(
    _ messages: [ArraySlice<UInt8>], length known: FramingLayout.Length? = nil,
    taken: Set<Int> = [], checksums: Bool = true
  ) {
    guard let least = messages.lazy.map({ $0.count }).min(), least >= 2 else { return }
    let ends = Self.commonEnd(messages)
    let test = FieldTest(messages, shortest: least)
    let seeksLength = known == nil && test.allowsLength(taken: taken)
    let trials = checksums ? test.checksums(ends: ends.count) : ChecksumTrials()
    let end = Self.isMark(ends, messages) ? ends : []
    guard known != nil || seeksLength || !trials.fitting.isEmpty || !end.isEmpty else {
      if test.hasThree {
        start = Self.commonStart(messages, before: nil, taken: taken)
        keepMark()
      }
      return
    }
    // The same message again is no further evidence.
    let distinct = messages.distinct()
    guard distinct.count >= 3, let shortest = distinct.first else { return }
    length = known
    if seeksLength, let found = Self.findLength(distinct, taken: taken) {
      (length, lengthBits) = found
    }
    if checksums,
      let found = Self.findChecksum(distinct, trials)
        ?? Self.findHeaderChecksum(distinct, length: length, taken: taken)
    {
      (checksum, checksumBits) = (found.checksum, found.bits)
      self.end = Array(ends.suffix(found.trailing))
    } else if distinct.count >= 8, distinct.last?.count != shortest.count {
      self.end = end
    }
    let fields = [length?.number.offset, checksum?.headerOffset].compactMap { $0 }.min()
    start = Self.commonStart(distinct, before: fields, taken: taken)
    if fields == nil { keepMark() }
  }

  /// Without a field of the header behind them, octets that all messages begin with may belong to
  /// the payload: the first field of a Protocol Buffer, a type, a command. What marks the beginning
  /// has several octets and none that is a small number at its end, or an end that belongs to it.
  private mutating func keepMark() {
    while let last = start.last, last < 0x20 { start.removeLast() }
    if start.count < 2, end.isEmpty { start = [] }
  }

  /// Whether the octets that all messages end with can mark the end: neither text nor padding.
  private static func isMark(_ ends: [UInt8], _ messages: [ArraySlice<UInt8>]) -> Bool {
    ends.count == mostEnd && ends.contains { !(0x20...0x7E).contains($0) }
      && ends.contains { $0 != 0 && $0 != 0xFF } && messages.count >= 8
  }

  private static func commonStart(
    _ messages: [ArraySlice<UInt8>], before length: Int?, taken: Set<Int>
  ) -> [UInt8] {
    guard let first = messages.first else { return [] }
    var count = min(length ?? 4, first.count)
    if let other = taken.min() { count = min(count, other) }
    for message in messages {
      count = zip(first, message).prefix(count).prefix { $0 == $1 }.count
    }
    let start = Array(first.prefix(count))
    // A text that always begins the same is no header.
    let isText = start.allSatisfy { octet in
      (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet & 0xDF)
        || [0x20, 0x22, 0x27, 0x28, 0x3C, 0x5B, 0x7B].contains(octet)
    }
    return isText && length == nil ? [] : start
  }

  private static func commonEnd(_ messages: [ArraySlice<UInt8>]) -> [UInt8] {
    guard let first = messages.first else { return [] }
    var count = min(mostEnd, first.count)
    for message in messages {
      count = zip(first.reversed(), message.reversed()).prefix(count).prefix { $0 == $1 }.count
    }
    return Array(first.suffix(count))
  }

  // MARK: Length

  static let numbers: [(width: Int, isBigEndian: Bool)] = [
    (1, false), (2, false), (2, true), (4, false), (4, true),
  ]

  private static func findLength(_ messages: [ArraySlice<UInt8>], taken: Set<Int>)
    -> (FramingLayout.Length, Double)?
  {
    // Messages of one size are one coincidence, however many they are.
    let sizes = Set(messages.map { $0.count }).count
    guard sizes >= 3, let shortest = messages.first?.count else { return nil }
    var best: (FramingLayout.Length, Double)?
    let offsets = 0..<min(StreamSample.headerOctets, shortest)
    let cost = Double(offsets.count * numbers.count * extras.count).log2
    for offset in offsets {
      for (width, isBigEndian) in numbers where offset + width <= shortest {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        guard taken.isDisjoint(with: number.offset..<number.end),
          let first = messages.first, let stated = number.read(first),
          extras.contains(first.count - stated)
        else { continue }
        let length = FramingLayout.Length(number, extra: first.count - stated)
        guard messages.allSatisfy({ number.read($0) == $0.count - length.extra }) else { continue }
        let bits = 8 * Double(sizes) * varying(number, messages) - cost
        if bits > best?.1 ?? 0 { best = (length, bits) }
      }
    }
    return best
  }

  /// How many octets of a number are not always the same. A constant one is no evidence; the
  /// wider of two numbers that are equal in all messages is the likelier one.
  static func varying(_ number: FramingLayout.Number, _ messages: [ArraySlice<UInt8>]) -> Double {
    guard let first = messages.first else { return 0 }
    let count = (number.offset..<number.end).count { offset in
      messages.contains { $0[$0.startIndex + offset] != first[first.startIndex + offset] }
    }
    return Double(count) + (count < number.width ? 0.001 * Double(number.width) : 0)
  }

  // MARK: Checksum

  private struct FoundChecksum {
    var checksum: FramingLayout.Checksum
    var trailing: Int
    var bits: Double
  }

  private static func findChecksum(_ messages: [ArraySlice<UInt8>], _ trials: ChecksumTrials)
    -> FoundChecksum?
  {
    var best: FoundChecksum?
    for trial in trials.fitting {
      // From a later octet on it covers less, and says no more.
      if let best, best.trailing == trial.trailing, best.checksum.kind == trial.checksum.kind,
        best.checksum.isBigEndian == trial.checksum.isBigEndian
      {
        continue
      }
      let bodies = messages.map { $0.dropLast(trial.trailing) }
      guard bodies.allSatisfy({ trial.checksum.isRight(in: $0) }) else { continue }
      let bits = evidence(trial.checksum, bodies)
      if bits > best?.bits ?? 0 {
        best = FoundChecksum(checksum: trial.checksum, trailing: trial.trailing, bits: bits)
      }
    }
    best?.bits -= Double(max(1, trials.tried)).log2
    return best.flatMap { $0.bits > 0 ? $0 : nil }
  }

  /// A checksum in the header, of what follows it. Without a length before it, it would be found
  /// in any message that ends with its checksum when it is read from the other end.
  private static func findHeaderChecksum(
    _ messages: [ArraySlice<UInt8>], length: FramingLayout.Length?, taken: Set<Int>
  ) -> FoundChecksum? {
    // The shortest messages may have nothing that is covered.
    guard let length, let shortest = messages.first?.count else { return nil }
    let lengthOctets = Set(length.number.offset..<length.number.end)
    var best: FoundChecksum?
    var tried = 0
    for kind in ChecksumKind.allCases {
      for offset in 0..<min(StreamSample.headerOctets, max(0, shortest - kind.width + 1)) {
        let octets = offset..<offset + kind.width
        guard lengthOctets.isDisjoint(with: octets), taken.isDisjoint(with: octets) else {
          continue
        }
        for isBigEndian in kind.width > 1 ? [false, true] : [false] {
          tried += 1
          let checksum = FramingLayout.Checksum(
            kind, isBigEndian: isBigEndian, headerOffset: offset)
          guard messages.allSatisfy({ checksum.isRight(in: $0) }) else { continue }
          let bits = headerEvidence(kind, messages, offset)
          if bits > best?.bits ?? 0 {
            best = FoundChecksum(checksum: checksum, trailing: 0, bits: bits)
          }
        }
      }
    }
    best?.bits -= Double(max(1, tried)).log2
    return best.flatMap { $0.bits > 0 ? $0 : nil }
  }

  /// Each right message of other content is evidence, up to as many as there are other checksums:
  /// what hardly varies is little evidence.
  static func evidence(
    _ checksum: FramingLayout.Checksum, _ bodies: [ArraySlice<UInt8>]
  ) -> Double {
    let width = checksum.kind.width
    if let offset = checksum.headerOffset {
      return headerEvidence(checksum.kind, bodies, offset)
    }
    // What differs in the checksum differs in what it covers.
    let stated = bodies.lazy.map { $0.suffix(width) }.distinctCount
    if width == 1, isCopy(bodies, from: checksum.from) { return 0 }
    if checksum.kind.isPlainSum, isTotal(checksum, bodies) { return 0 }
    return 8 * Double(width) * Double(stated)
  }

  /// Of one in the header. A sum of few octets may be a field of its own.
  private static func headerEvidence(
    _ kind: ChecksumKind, _ bodies: [ArraySlice<UInt8>], _ offset: Int
  ) -> Double {
    let covered = bodies.lazy.map { $0.dropFirst(offset + kind.width) }.distinctCount
    let stated = bodies.lazy.map { $0.dropFirst(offset).prefix(kind.width) }.distinctCount
    guard !kind.isSum, kind != .xor8 || covered >= 8 else { return 0 }
    return 8 * Double(kind.width) * Double(min(covered, stated))
  }

  /// Whether a sum may be a field of its own, such as the total of two others: few octets vary,
  /// and the sum never wraps.
  private static func isTotal(_ checksum: FramingLayout.Checksum, _ bodies: [ArraySlice<UInt8>])
    -> Bool
  {
    guard let first = bodies.first else { return true }
    // A field of its own does not move with the size of the message.
    if Set(bodies.map { $0.count }).count >= 3 { return false }
    let end = first.count - checksum.kind.width
    guard checksum.from < end else { return true }
    let covered = checksum.from..<end
    let varying = covered.count { offset in
      bodies.contains { $0[$0.startIndex + offset] != first[first.startIndex + offset] }
    }
    let wraps = bodies.contains { body in
      let octets = body.dropFirst(checksum.from).dropLast(checksum.kind.width)
      return octets.reduce(0) { $0 + Int($1) } > 0xFF
    }
    return varying < (wraps && checksum.kind.width == 1 ? 2 : 4)
  }

  /// Whether the last octet follows one other octet: a value that is sent twice is no checksum.
  private static func isCopy(_ bodies: [ArraySlice<UInt8>], from: Int) -> Bool {
    guard let shortest = bodies.first, from < shortest.count - 1 else { return false }
    return (from..<(shortest.count - 1)).contains { offset in
      follows(bodies) { $0.startIndex + offset }
        || follows(bodies) { $0.endIndex - (shortest.count - offset) }
    }
  }

  private static func follows(
    _ bodies: [ArraySlice<UInt8>], _ index: (ArraySlice<UInt8>) -> Int
  ) -> Bool {
    guard let first = bodies.first, let last = first.last else { return false }
    let octet = first[index(first)]
    let (sum, difference, exclusive) = (last &+ octet, last &- octet, last ^ octet)
    var (sums, differences, exclusives) = (true, true, true)
    for body in bodies {
      guard let last = body.last else { return false }
      let octet = body[index(body)]
      sums = sums && last &+ octet == sum
      differences = differences && last &- octet == difference
      exclusives = exclusives && last ^ octet == exclusive
      if !sums, !differences, !exclusives { return false }
    }
    return true
  }
}
