/// Which layouts most of some messages fit: octets at the start and the end, a length, a checksum.
/// What a few of them do not fit is no field; what does not hold for all of the others may still
/// be one, as messages may be damaged.
struct FieldSearch {
  /// Different messages, the shortest first, and how often each came.
  private var messages: [(octets: ArraySlice<UInt8>, count: Int)] = []
  private var total = 0
  /// Some of them, the frequent ones first: what does not fit these is no field.
  private var few: [ArraySlice<UInt8>] = []
  private var least: Double
  /// The octets of the shortest message that counts.
  private var shortest = 0
  /// Whether something that a few messages have was refused, as too many of the others have not.
  private(set) var isNear = false

  private static let mostFew = 12
  static let mostFrom = 8

  /// - Parameter least: the share of the messages that has to fit.
  init(_ all: [ArraySlice<UInt8>], least: Double, _ budget: inout SearchBudget) {
    self.least = least
    var known: [UInt64: Int] = [:]
    known.reserveCapacity(all.count)
    for message in all where !message.isEmpty {
      total += 1
      let digest = message.digest
      if let index = known[digest] {
        messages[index].count += 1
      } else {
        known[digest] = messages.count
        messages.append((message, 1))
      }
    }
    messages.sort { $0.octets.count < $1.octets.count }
    budget.take(64 * total)
    choose()
  }

  /// Demands that another share of the messages fits.
  mutating func demand(_ least: Double) {
    self.least = least
    isNear = false
    choose()
  }

  private mutating func choose() {
    // A few that are very short may be damaged.
    var below = 0
    let allowed = Int(Double(total) * (1 - least))
    for message in messages {
      below += message.count
      shortest = message.octets.count
      if below > allowed { break }
    }
    few = chooseFew()
  }

  private func chooseFew() -> [ArraySlice<UInt8>] {
    let long = messages.filter { $0.octets.count >= shortest }
    let frequent = long.indices.sorted {
      long[$0].count != long[$1].count ? long[$0].count > long[$1].count : $0 < $1
    }
    var chosen = Array(frequent.prefix(Self.mostFew / 2))
    let rest = frequent.dropFirst(Self.mostFew / 2)
    let step = max(1, rest.count / (Self.mostFew / 2))
    for index in stride(from: rest.startIndex, to: rest.endIndex, by: step)
    where chosen.count < Self.mostFew {
      chosen.append(rest[index])
    }
    // What does not fit the short ones need not be tried on the long ones.
    return chosen.map { long[$0].octets }.sorted { $0.count < $1.count }
  }

  var distinct: Int { messages.count }

  /// Layouts in which each message is a value, the likelier ones first; empty where there are too
  /// few different messages.
  /// - Parameter known: The length, where the messages were found by it.
  mutating func layouts(length known: FramingLayout.Length?, _ budget: inout SearchBudget)
    -> [FramingLayout]
  {
    guard messages.count >= LayoutEvidence.leastDistinct, shortest >= 2, few.count >= 3 else {
      isNear = messages.count >= LayoutEvidence.leastDistinct
      return []
    }
    budget.take(4 * messages.count)
    let ends = commonEnd()
    let lengths = known.map { [$0] } ?? self.lengths(&budget)
    let checksums = self.checksums(ends: ends.count, &budget)
    var found: [FramingLayout] = []
    for (rank, length) in (lengths.map(Optional.some) + (known == nil ? [nil] : [])).enumerated() {
      for (number, checksum) in (checksums.map(Optional.some) + [nil]).enumerated() {
        // The best two of each go together.
        if length != nil, checksum != nil, rank > 1 || number > 1 { continue }
        var layout = FramingLayout(boundary: .value)
        layout.length = length
        if let checksum {
          layout.checksum = begun(checksum, length)
          layout.end = Array(ends.suffix(checksum.trailing))
        } else {
          layout.end = Self.isEnd(ends) ? ends : []
        }
        let field = min(length?.number.offset ?? .max, shortest - 1)
        layout.start = commonStart(before: field, hasFields: length != nil || checksum != nil)
        guard length != nil || checksum != nil || !layout.start.isEmpty && !layout.end.isEmpty
        else { continue }
        found.append(layout)
      }
    }
    if found.isEmpty, !isNear { isNear = isFramed(MessageSearch.candidateShare) }
    return found
  }

  /// Whether so many begin with the same octet, and end with the same mark.
  private func isFramed(_ share: Double) -> Bool {
    let last = common(share) { $0.last }
    return last.map(LayoutEvidence.isMark) ?? false && common(share) { $0.first } != nil
  }

  /// A checksum that begins within a number may as well begin after it.
  private func begun(_ trial: Trial, _ length: FramingLayout.Length?) -> FramingLayout.Checksum {
    var checksum = trial.checksum
    guard let number = length?.number, checksum.from > number.offset, checksum.from < number.end
    else { return checksum }
    checksum.from = number.end
    let isRight = fits { checksum.isRight(in: $0.dropLast(trial.trailing)) }
    return isRight ? checksum : trial.checksum
  }

  // MARK: Constants

  private func fits(_ test: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var wrong = 0
    let allowed = Double(total) * (1 - least)
    for message in messages where !test(message.octets) {
      wrong += message.count
      if Double(wrong) > allowed { return false }
    }
    return true
  }

  private func common(_ share: Double, _ octet: (ArraySlice<UInt8>) -> UInt8?) -> UInt8? {
    var counts = [Int](repeating: 0, count: 256)
    for message in messages {
      if let octet = octet(message.octets) { counts[Int(octet)] += message.count }
    }
    guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }),
      Double(counts[most]) >= share * Double(total)
    else { return nil }
    return UInt8(most)
  }

  private func commonStart(before end: Int, hasFields: Bool) -> [UInt8] {
    var start: [UInt8] = []
    while start.count < min(4, end) {
      let offset = start.count
      let octet = common(least) { $0.count > offset ? $0[$0.startIndex + offset] : nil }
      guard let octet else { break }
      start.append(octet)
    }
    // What follows the mark may be the first field of the payload: a type, a command.
    if start.count < end {
      while let last = start.last, last < 0x20, start.count > 1 { start.removeLast() }
    }
    if start.count == 1, start[0] < 0x20 || start[0] == 0xFF { return [] }
    return start
  }

  private func commonEnd() -> [UInt8] {
    var end: [UInt8] = []
    while end.count < MessageFields.mostEnd {
      let place = end.count + 1
      let octet = common(least) { $0.count > place + 1 ? $0[$0.endIndex - place] : nil }
      guard let octet else { break }
      end.insert(octet, at: 0)
    }
    return end
  }

  /// Whether the octets that all messages end with can mark the end.
  private static func isEnd(_ ends: [UInt8]) -> Bool {
    ends.last.map(LayoutEvidence.isMark) ?? false
  }

  // MARK: Length

  private mutating func lengths(_ budget: inout SearchBudget) -> [FramingLayout.Length] {
    guard messages.first?.octets.count != messages.last?.octets.count else { return [] }
    var found: [(length: FramingLayout.Length, bits: Double)] = []
    for offset in 0..<min(StreamSample.headerOctets, shortest) {
      for (width, isBigEndian) in MessageFields.numbers where offset + width <= shortest {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        budget.take(2 * few.count)
        guard let extra = usualExtra(number) else { continue }
        budget.take(messages.count * 8)
        guard fits({ number.read($0) == $0.count - extra }) else {
          isNear = true
          continue
        }
        let right = messages.lazy.map { $0.octets }.filter { number.read($0) == $0.count - extra }
        let bits =
          Double(Set(right.map { $0.count }).count) * MessageFields.varying(number, Array(right))
        if bits > 1 { found.append((FramingLayout.Length(number, extra: extra), bits)) }
      }
    }
    // Several may be the same but for a high octet that is always zero.
    return found.sorted { $0.bits > $1.bits }.prefix(4).map(\.length)
  }

  /// How much longer most of a few messages are than a number in them says.
  private func usualExtra(_ number: FramingLayout.Number) -> Int? {
    var counts = [Int](repeating: 0, count: MessageFields.extras.count)
    for message in few {
      guard let stated = number.read(message) else { continue }
      let extra = message.count - stated
      if MessageFields.extras.contains(extra) {
        counts[extra - MessageFields.extras.lowerBound] += 1
      }
    }
    guard let most = counts.indices.max(by: { counts[$0] < counts[$1] }),
      counts[most] * 4 >= few.count * 3
    else { return nil }
    return most + MessageFields.extras.lowerBound
  }

  // MARK: Checksum

  struct Trial {
    var checksum: FramingLayout.Checksum
    /// The octets after it.
    var trailing: Int
    var bits = 0.0
  }

  private mutating func checksums(ends: Int, _ budget: inout SearchBudget) -> [Trial] {
    var found: [Trial] = []
    for trailing in 0...ends where shortest - trailing >= 3 && !budget.isSpent {
      guard varies(before: trailing) else { continue }
      for checksum in sums(trailing, &budget) + crcs(trailing, &budget) {
        add(checksum, trailing, to: &found, &budget)
      }
    }
    return found.sorted { $0.bits > $1.bits }.prefix(4).map { $0 }
  }

  /// How many octets of a few messages a checksum may begin after.
  private func froms(_ width: Int, _ trailing: Int) -> Int {
    max(0, min(Self.mostFrom, shortest - trailing - 1 - width) + 1)
  }

  /// The sums that most of a few messages have: from the sum of all octets follow those that begin
  /// later.
  private func sums(_ trailing: Int, _ budget: inout SearchBudget) -> [FramingLayout.Checksum] {
    var found: [FramingLayout.Checksum] = []
    for (width, kinds) in Self.sumsByWidth {
      let froms = self.froms(width, trailing)
      guard froms > 0 else { continue }
      // Messages without each kind, by kind, first octet and order.
      var wrong = [Int](repeating: 0, count: kinds.count * froms * 2)
      for message in few {
        let body = message.dropLast(trailing)
        budget.take(body.count + 2 * froms * kinds.count)
        let covered = body.dropLast(width)
        var (sum, exclusive) = (UInt32(0), UInt8(0))
        for octet in covered {
          sum &+= UInt32(octet)
          exclusive ^= octet
        }
        let last = body.suffix(width)
        let big = last.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let little = last.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let mask: UInt32 = width == 1 ? 0xFF : 0xFFFF
        for from in 0..<froms {
          for (number, kind) in kinds.enumerated() {
            let value: UInt32 =
              switch kind {
              case .complement8, .complement16: ~sum & mask
              case .negated8, .negated16: (0 &- sum) & mask
              case .xor8: UInt32(exclusive)
              default: sum & mask
              }
            let place = (number * froms + from) * 2
            if value != little { wrong[place] += 1 }
            if value != big { wrong[place + 1] += 1 }
          }
          let octet = covered[covered.startIndex + from]
          sum &-= UInt32(octet)
          exclusive ^= octet
        }
      }
      for (number, kind) in kinds.enumerated() {
        for from in 0..<froms {
          for order in 0..<width where wrong[(number * froms + from) * 2 + order] * 4 <= few.count {
            found.append(FramingLayout.Checksum(kind, isBigEndian: order == 1, from: from))
          }
        }
      }
    }
    return found
  }

  private static let sumsByWidth: [(width: Int, kinds: [ChecksumKind])] = [
    (1, [.sum8, .complement8, .negated8, .xor8]), (2, [.sum16, .complement16, .negated16]),
  ]

  private func crcs(_ trailing: Int, _ budget: inout SearchBudget) -> [FramingLayout.Checksum] {
    var found: [FramingLayout.Checksum] = []
    let differences = ChecksumDifference.some(few, trailing: trailing)
    let size = differences.reduce(16) { $0 + $1.cost }
    for kinds in ChecksumKind.byPolynomial where kinds[0].parameters != nil {
      let froms = self.froms(kinds[0].width, trailing)
      guard froms > 0, !budget.isSpent else { continue }
      budget.take(size)
      for from in ChecksumDifference.starts(differences, of: kinds[0], froms) {
        for kind in kinds {
          for isBigEndian in kind.width > 1 ? [false, true] : [false] {
            let checksum = FramingLayout.Checksum(kind, isBigEndian: isBigEndian, from: from)
            if isLikely(checksum, trailing, &budget) { found.append(checksum) }
          }
        }
      }
    }
    return found
  }

  /// Whether most of a few messages have it.
  private func isLikely(
    _ checksum: FramingLayout.Checksum, _ trailing: Int, _ budget: inout SearchBudget
  ) -> Bool {
    var wrong = 0
    for message in few {
      budget.take(message.count)
      if checksum.isRight(in: message.dropLast(trailing)) { continue }
      wrong += 1
      if wrong * 4 > few.count { return false }
    }
    return true
  }

  private mutating func add(
    _ checksum: FramingLayout.Checksum, _ trailing: Int, to found: inout [Trial],
    _ budget: inout SearchBudget
  ) {
    // From a later octet on it covers less, and says no more.
    let isKnown = found.contains {
      $0.trailing == trailing && $0.checksum.kind == checksum.kind
        && $0.checksum.isBigEndian == checksum.isBigEndian
    }
    guard !isKnown else { return }
    // Once to try it, and once to weigh it.
    budget.take(2 * messages.reduce(0) { $0 + $1.octets.count })
    guard fits({ checksum.isRight(in: $0.dropLast(trailing)) }) else {
      isNear = true
      return
    }
    let bodies = messages.map { $0.octets.dropLast(trailing) }.filter {
      checksum.isRight(in: $0)
    }
    let bits = MessageFields.evidence(checksum, bodies)
    if bits > 0 { found.append(Trial(checksum: checksum, trailing: trailing, bits: bits)) }
  }

  /// A checksum of different messages takes different values.
  private func varies(before trailing: Int) -> Bool {
    var seen: [UInt8] = []
    for (message, _) in messages where message.count > trailing {
      let octet = message[message.endIndex - 1 - trailing]
      if seen.contains(octet) { continue }
      seen.append(octet)
      if seen.count >= 3 { return true }
    }
    return false
  }
}
