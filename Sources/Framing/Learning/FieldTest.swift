/// Whether messages can have a length or a checksum, by a few of them. Most streams have neither,
/// and this test is all that the search for one costs them.
struct FieldTest {
  private let messages: [ArraySlice<UInt8>]
  /// Some of them that differ from the one before; the first is the shortest.
  private let few: [ArraySlice<UInt8>]
  private let shortest: Int

  private static let mostFew = 12
  static let mostFrom = 8

  init(_ messages: [ArraySlice<UInt8>], shortest: Int) {
    self.messages = messages
    self.shortest = shortest
    var few = messages.first { $0.count == shortest }.map { [$0] } ?? []
    for message in messages where few.last != message && few.first != message {
      few.append(message)
      if few.count == Self.mostFew { break }
    }
    self.few = few
  }

  /// Whether there are three messages that differ.
  var hasThree: Bool { few.count >= 3 }

  func allowsLength(taken: Set<Int>) -> Bool {
    guard hasSizes(3) else { return false }
    for offset in 0..<min(StreamSample.headerOctets, shortest) {
      for (width, isBigEndian) in MessageFields.numbers where offset + width <= shortest {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        guard let stated = number.read(few[0]) else { continue }
        let extra = few[0].count - stated
        if MessageFields.extras.contains(extra),
          few.allSatisfy({ number.read($0) == $0.count - extra })
        {
          return true
        }
      }
    }
    return false
  }

  private func hasSizes(_ least: Int) -> Bool {
    var sizes: [Int] = []
    for message in messages where !sizes.contains(message.count) {
      sizes.append(message.count)
      if sizes.count >= least { return true }
    }
    return false
  }

  /// The checksums at the end that a few messages have.
  /// - Parameter ends: How many octets at the end are the same in all messages.
  func checksums(ends: Int) -> ChecksumTrials {
    var trials = ChecksumTrials()
    guard few.count >= 3 else { return trials }
    for trailing in 0...ends where shortest - trailing >= 3 {
      let varies = hasVaryingOctet(before: trailing)
      let difference = varies ? ChecksumDifference(few, trailing: trailing) : nil
      for kinds in ChecksumKind.byPolynomial {
        let width = kinds[0].width
        let froms = max(0, min(Self.mostFrom, shortest - trailing - 2 - width) + 1)
        trials.tried += froms * kinds.count * (width > 1 ? 2 : 1)
        guard varies, froms > 0 else { continue }
        let allowed = difference?.starts(of: kinds[0], froms) ?? Array(0..<froms)
        for from in allowed {
          for kind in kinds { trials.fitting += fitting(kind, from, trailing) }
        }
      }
    }
    trials.fitting.sort {
      ($0.trailing, $0.checksum.kind.rawValue, $0.checksum.from)
        < ($1.trailing, $1.checksum.kind.rawValue, $1.checksum.from)
    }
    return trials
  }

  private func fitting(_ kind: ChecksumKind, _ from: Int, _ trailing: Int)
    -> [ChecksumTrials.Trial]
  {
    orders(kind, from, trailing).compactMap { isBigEndian in
      let checksum = FramingLayout.Checksum(kind, isBigEndian: isBigEndian, from: from)
      let fits = few.dropFirst().allSatisfy { checksum.isRight(in: $0.dropLast(trailing)) }
      return fits ? ChecksumTrials.Trial(checksum: checksum, trailing: trailing) : nil
    }
  }

  /// A checksum of different messages takes different values.
  private func hasVaryingOctet(before trailing: Int) -> Bool {
    var seen: [UInt8] = []
    for message in messages {
      let octet = message[message.endIndex - 1 - trailing]
      if seen.contains(octet) { continue }
      seen.append(octet)
      if seen.count >= 3 { return true }
    }
    return false
  }

  /// The orders of octets in which the shortest message has a checksum.
  private func orders(_ kind: ChecksumKind, _ from: Int, _ trailing: Int) -> [Bool] {
    let body = few[0].dropLast(trailing)
    let end = body.endIndex - kind.width
    let value = kind.value(of: body[(body.startIndex + from)..<end])
    var (little, big): (UInt32, UInt32) = (0, 0)
    for index in 0..<kind.width {
      let octet = UInt32(body[end + index])
      little |= octet << UInt32(8 * index)
      big = big << 8 | octet
    }
    if kind.width == 1 { return value == little ? [false] : [] }
    return (value == little ? [false] : []) + (value == big ? [true] : [])
  }
}

/// Checksums that some messages have.
struct ChecksumTrials {
  struct Trial {
    var checksum: FramingLayout.Checksum
    /// The octets after it.
    var trailing: Int
  }

  var fitting: [Trial] = []
  /// How many were tried: as many have a chance to fit by accident.
  var tried = 0
}

extension ChecksumKind {
  /// CRCs of one polynomial together; each of the others alone.
  static let byPolynomial: [[ChecksumKind]] = {
    var found: [[ChecksumKind]] = []
    for kind in allCases {
      let index = found.firstIndex { kinds in
        guard let known = kinds[0].parameters, let new = kind.parameters else { return false }
        return known.bits == new.bits && known.polynomial == new.polynomial
          && known.isReflected == new.isReflected
      }
      if let index { found[index].append(kind) } else { found.append([kind]) }
    }
    return found
  }()
}

/// Two messages of one size, XORed: it rules out a polynomial for most messages at once.
struct ChecksumDifference {
  private let octets: [UInt8]

  /// Octets that are read to try a kind of checksums: once for each first octet that differs.
  var cost: Int { octets.count * (1 + octets.prefix(FieldTest.mostFrom).count { $0 != 0 }) }

  init?(_ messages: [ArraySlice<UInt8>], trailing: Int) {
    for (index, message) in messages.enumerated() {
      guard let other = messages[..<index].last(where: { $0.count == message.count }) else {
        continue
      }
      self.init(message, other, trailing: trailing)
      return
    }
    return nil
  }

  private init(_ message: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, trailing: Int) {
    octets = zip(message, other).dropLast(trailing).map { $0 ^ $1 }
  }

  /// Differences of two pairs, as a message may be damaged: of those that begin alike, as one
  /// remainder says of all first octets that are the same whether there is such a checksum.
  static func some(_ messages: [ArraySlice<UInt8>], trailing: Int) -> [ChecksumDifference] {
    var found: [(one: Int, other: Int, cost: Int)] = []
    for (other, message) in messages.enumerated() {
      for one in 0..<other where messages[one].count == message.count {
        let differ = zip(messages[one].prefix(FieldTest.mostFrom), message).count { $0 != $1 }
        found.append((one, other, (1 + differ) * message.count))
      }
    }
    guard
      let first = found.min(by: { $0.cost < $1.cost })
    else { return [] }
    let second = found.filter { pair in
      pair.one != first.one && pair.one != first.other && pair.other != first.one
        && pair.other != first.other
    }.min { $0.cost < $1.cost }
    return [first, second].compactMap { $0 }.map { pair in
      ChecksumDifference(messages[pair.one], messages[pair.other], trailing: trailing)
    }
  }

  /// What one of them allows; all where there is no pair of one size.
  static func starts(_ differences: [ChecksumDifference], of kind: ChecksumKind, _ count: Int)
    -> [Int]
  {
    if differences.isEmpty { return Array(0..<count) }
    let all = differences.map { $0.starts(of: kind, count) }
    return (0..<count).filter { from in all.contains { $0.contains(from) } }
  }

  /// The first octets from which on the two messages may have checksums of such a kind.
  func starts(of kind: ChecksumKind, _ count: Int) -> [Int] {
    guard let parameters = kind.parameters else { return Array(0..<count) }
    let end = octets.count - kind.width
    var (little, big): (UInt32, UInt32) = (0, 0)
    for index in 0..<kind.width {
      little |= UInt32(octets[end + index]) << UInt32(8 * index)
      big = big << 8 | UInt32(octets[end + index])
    }
    var fits = false
    return (0..<count).filter { from in
      // Where both messages are the same, it makes no difference to begin later.
      if from == 0 || octets[from - 1] != 0 {
        let rest = parameters.remainder(of: octets[from..<end])
        fits = rest == little || rest == big
      }
      return fits
    }
  }
}

extension [[UInt8]] {
  /// Whether at least so many values differ.
  func hasDistinct(_ least: Int) -> Bool {
    var seen: [[UInt8]] = []
    for value in self where !seen.contains(value) {
      seen.append(value)
      if seen.count >= least { return true }
    }
    return false
  }
}

extension [ArraySlice<UInt8>] {
  /// Each once: the shortest first, those of one size by their octets. Hashes of all octets would
  /// cost more than the order.
  func distinct() -> [ArraySlice<UInt8>] {
    let ordered = sorted {
      $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1)
    }
    var found: [ArraySlice<UInt8>] = []
    for message in ordered where message != found.last { found.append(message) }
    return found
  }

  /// Each once, in their order but for the shortest, which is the first.
  func once() -> [ArraySlice<UInt8>] {
    var seen: Set<UInt64> = []
    var found = filter { seen.insert($0.digest).inserted }
    if let shortest = found.indices.min(by: { found[$0].count < found[$1].count }) {
      found.swapAt(0, shortest)
    }
    return found
  }
}

extension ArraySlice<UInt8> {
  /// A number that other octets hardly have: it costs less than a hash that no one can foresee.
  var digest: UInt64 {
    var digest = UInt64(truncatingIfNeeded: count) ^ 0xCBF2_9CE4_8422_2325
    for octet in self { digest = (digest ^ UInt64(octet)) &* 0x0100_0000_01B3 }
    return digest
  }
}

extension Sequence<ArraySlice<UInt8>> {
  /// How many of them differ.
  var distinctCount: Int {
    let ordered = map { $0.digest }.sorted()
    return zip(ordered, ordered.dropFirst()).count { $0 != $1 } + (ordered.isEmpty ? 0 : 1)
  }
}
