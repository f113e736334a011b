/// Facts of a few values.
enum LayoutSample {
  /// Whether at least four values differ.
  static func isVaried(_ values: [ArraySlice<UInt8>]) -> Bool {
    var seen: [ArraySlice<UInt8>] = []
    for value in values where !seen.contains(value) {
      seen.append(value)
      if seen.count >= 4 { return true }
    }
    return false
  }

  /// How much each octet value says: -log2 of its share of all octets.
  static func surprise(_ values: [ArraySlice<UInt8>]) -> [Double] {
    var counts = [Int](repeating: 1, count: 256)
    var all = 256
    for value in values {
      for octet in value { counts[Int(octet)] += 1 }
      all += value.count
    }
    return counts.map { (Double(all) / Double($0)).log2 }
  }
}

/// What in the values of a stream says that they are parts of messages.
struct StreamParts {
  var counter: CounterTrial.Found?
  var hasPositions: Bool
  /// Whether lengths lead from message to message.
  var hasChains = false

  init(_ values: [ArraySlice<UInt8>], _ budget: inout SearchBudget) {
    budget.take(256 * values.count)
    counter = CounterTrial.best(values)
    hasPositions = !FoundPosition.search(values.map { Array($0) }).isEmpty
  }

  /// Whether values that begin otherwise than the first one follow on full values, as if they were
  /// the rest of a message.
  static func continues(_ values: [ArraySlice<UInt8>]) -> Bool {
    guard let begin = values.first?.first else { return false }
    let full = values.reduce(0) { max($0, $1.count) }
    guard values.contains(where: { $0.count < full }) else { return false }
    let begins = values.count { $0.first == begin }
    guard begins > 4, begins < values.count else { return false }
    let rest = zip(values, values.dropFirst()).count { $1.first != begin && $0.count == full }
    return rest * 10 >= (values.count - begins) * 6
  }

  /// Whether messages have several values: a counter begins again and again, as it does in parts of
  /// them.
  var hasSeveral: Bool { hasPositions || counter?.restart != nil }
}

/// A number that grows by one from value to value, but for a few jumps.
enum CounterTrial {
  struct Found {
    var number: FramingLayout.Number
    var steps: Int
    /// Where it begins again, if it does so several times.
    var restart: Int?
  }

  static func best(_ values: [ArraySlice<UInt8>]) -> Found? {
    var lengths = values.map { $0.count }.sorted()
    lengths.removeFirst(lengths.count / 20)
    guard let shortest = lengths.first, values.count >= 8 else { return nil }
    var best: Found?
    for offset in 0..<min(StreamSample.headerOctets, shortest) {
      for (width, isBigEndian) in [(1, false), (2, false), (2, true)]
      where offset + width <= shortest {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        guard let found = trial(number, values) else { continue }
        // An octet that carries into the one after it is the lower half of a number.
        let isWider = width > best?.number.width ?? 1 && found.steps == best?.steps
        if isWider || found.steps > best?.steps ?? 0 { best = found }
      }
    }
    return best
  }

  private static func trial(_ number: FramingLayout.Number, _ values: [ArraySlice<UInt8>])
    -> Found?
  {
    let mask = 1 << (8 * number.width) - 1
    var (steps, others) = (0, 0)
    // At 0 and at 1.
    var restarts = [0, 0]
    var before: Int?
    var highs: Set<Int> = []
    for value in values {
      guard let count = number.read(value) else { continue }
      if number.width == 2, highs.count < 3 { highs.insert(count >> 8) }
      if let before {
        if count == (before + 1) & mask {
          steps += 1
        } else if count <= 1, before > count {
          restarts[count] += 1
        } else {
          others += 1
        }
        if others > 2 + values.count / 12 || restarts[0] + restarts[1] > 2 + values.count / 3 {
          return nil
        }
      }
      before = count
    }
    // A high octet that never changes is no part of the number.
    if number.width == 2, highs.count < 2 { return nil }
    guard steps >= LayoutEvidence.leastSteps, steps >= 9 * others else { return nil }
    let most = restarts[1] > restarts[0] ? 1 : 0
    let isSeveral = restarts[most] >= 3 && restarts[1 - most] == 0
    return Found(number: number, steps: steps, restart: isSeveral ? most : nil)
  }
}

/// Blocks of values with an index, a header before them and a value that closes them.
enum BlockTrial {
  static func find(_ values: [ArraySlice<UInt8>]) -> (FramingLayout.Position, bits: Double)? {
    guard values.count >= 12 else { return nil }
    let column = values.compactMap(\.first)
    guard column.count == values.count else { return nil }
    var (begin, end, first): (UInt8?, UInt8?, UInt8?)
    var (steps, blocks) = (0, 0)
    var index = 0
    while index + 2 < column.count {
      // A header is followed by the first index.
      let start = column[index + 1]
      guard start <= 1, first == nil || first == start, column[index] > 1,
        begin == nil || begin == column[index], column[index + 2] == start + 1
      else {
        index += 1
        if index > 16, blocks == 0 { return nil }
        continue
      }
      var last = index + 1
      while last + 1 < column.count, column[last + 1] == column[last] &+ 1 { last += 1 }
      let closing = last + 1 < column.count ? column[last + 1] : end
      guard let closing, closing != column[index], end == nil || end == closing else {
        index = last
        continue
      }
      (begin, end, first) = (column[index], closing, start)
      steps += last - index - 1
      blocks += 1
      index = last + 2
    }
    guard let begin, let end, let first, steps * 10 >= values.count * 7, steps >= 8 else {
      return nil
    }
    let position = FramingLayout.Position.block(offset: 0, begin: begin, end: end, first: first)
    // It explains the values between the series, too.
    return (position, bits: 8 * Double(min(steps, 512)) + 64)
  }
}
