/// What says in each value whether it begins or ends a message.
struct FoundPosition {
  var position: FramingLayout.Position
  var octets: Set<Int>
  var bits: Double
  /// Whether all messages have as many values: then they may be values of several kinds in turn.
  var isUniform = false

  static func search(_ values: [[UInt8]]) -> [FoundPosition] {
    guard let shortest = values.lazy.map({ $0.count }).min(), values.count >= 8 else { return [] }
    let offsets = 0..<min(StreamSample.headerOctets, shortest)
    let steps = Steps(values, shortest)
    return indexes(values, offsets, shortest, steps) + remaining(values, offsets, shortest, steps)
      + flags(values, offsets)
  }

  /// At which offsets an octet is one more, or one less, than in the value before: where none is,
  /// no number counts up or down.
  private struct Steps {
    private var up: [Bool]
    private var down: [Bool]

    init(_ values: [[UInt8]], _ shortest: Int) {
      let count = min(StreamSample.headerOctets + 1, shortest)
      up = [Bool](repeating: false, count: count)
      down = up
      for (value, next) in zip(values, values.dropFirst()) {
        for offset in 0..<count {
          let step = next[offset] &- value[offset]
          if step == 1 { up[offset] = true }
          if step == 0xFF { down[offset] = true }
        }
      }
    }

    func isUp(_ number: FramingLayout.Number) -> Bool { up[lowest(number)] }
    func isDown(_ number: FramingLayout.Number) -> Bool { down[lowest(number)] }

    private func lowest(_ number: FramingLayout.Number) -> Int {
      number.isBigEndian ? number.end - 1 : number.offset
    }
  }

  /// The lengths of the messages in values, with those of one length counted once.
  private struct Shapes {
    private(set) var messages = 0
    private(set) var most = 0
    private var least = Int.max

    mutating func add(_ values: Int) {
      messages += 1
      most = max(most, values)
      least = min(least, values)
    }

    var isUniform: Bool { most == least }

    /// Two values that take turns are no messages of two.
    var isConvincing: Bool {
      messages >= 3 && most > 1 && (most > least || most >= 3)
    }
  }

  // MARK: Index and number left

  private static func indexes(
    _ values: [[UInt8]], _ offsets: Range<Int>, _ shortest: Int, _ steps: Steps
  ) -> [FoundPosition] {
    var found: [FoundPosition] = []
    let cost = Double(offsets.count * offsets.count * 2 * 3).log2
    for (width, isBigEndian) in [(1, false), (2, false), (2, true)] {
      for index in offsets where index + width <= shortest {
        let counted = FramingLayout.Number(offset: index, width: width, isBigEndian: isBigEndian)
        guard steps.isUp(counted) else { continue }
        for total in offsets where total + width <= shortest && abs(total - index) >= width {
          for first in 0...1 {
            let position = FramingLayout.Position.index(
              counted,
              of: FramingLayout.Number(offset: total, width: width, isBigEndian: isBigEndian),
              first: first)
            if var one = follow(position, values) {
              one.octets = Set(index..<index + width).union(total..<total + width)
              one.bits -= cost
              found.append(one)
            }
          }
        }
      }
    }
    return found
  }

  private static func remaining(
    _ values: [[UInt8]], _ offsets: Range<Int>, _ shortest: Int, _ steps: Steps
  ) -> [FoundPosition] {
    var found: [FoundPosition] = []
    let cost = Double(offsets.count * 2 * 3).log2
    for (width, isBigEndian) in [(1, false), (2, false), (2, true)] {
      for offset in offsets where offset + width <= shortest {
        let number = FramingLayout.Number(
          offset: offset, width: width, isBigEndian: isBigEndian)
        guard steps.isDown(number) else { continue }
        for last in 0...1 {
          let position = FramingLayout.Position.remaining(number, last: last)
          if var counted = follow(position, values) {
            counted.octets = Set(offset..<offset + width)
            counted.bits -= cost
            found.append(counted)
          }
        }
      }
    }
    return found
  }

  /// The evidence for numbers that say how many values follow: each number is foretold but the
  /// first of each message, and each index. `nil` where a value is not as foretold.
  private static func follow(_ position: FramingLayout.Position, _ values: [[UInt8]])
    -> FoundPosition?
  {
    var shapes = Shapes()
    var due: Int?
    var total: Int?
    var length = 0
    var foretold = 0
    for (index, value) in values.enumerated() {
      guard let role = position.role(of: value), let following = role.following else { return nil }
      let of = role.index.map { $0 + following }
      if let due {
        guard following == due, of == total else { return nil }
        foretold += of == nil ? 1 : 2
        length += 1
      } else {
        // The sample may begin inside a message; no other message may.
        if index > 0, role.begins == false { return nil }
        length = 1
        if index > 0, of != nil { foretold += 1 }
        total = of
        if following > values.count { return nil }
      }
      due = following == 0 ? nil : following - 1
      if following == 0 { shapes.add(length) }
    }
    guard shapes.isConvincing, foretold >= 4 else { return nil }
    return FoundPosition(
      position: position, octets: [], bits: 8 * Double(foretold), isUniform: shapes.isUniform)
  }

  // MARK: Flags

  private static func flags(_ values: [[UInt8]], _ offsets: Range<Int>) -> [FoundPosition] {
    let full = values.reduce(0) { max($0, $1.count) }
    // The last value ends what it ends: it may be cut.
    let isShort = values.dropLast().map { $0.count < full }
    guard isShort.contains(true) else { return [] }
    var found: [FoundPosition] = []
    for offset in offsets {
      let column = values.map { $0[offset] }
      var symbols: [UInt8] = []
      for octet in column where symbols.count <= 4 && !symbols.contains(octet) {
        symbols.append(octet)
      }
      guard symbols.count > 1 else { continue }
      symbols.sort()
      if symbols.count <= 4 {
        found += sets(symbols, column, isShort, offset)
      }
      found += bits(column, isShort, offset)
    }
    return found
  }

  /// One octet value for each role.
  private static func sets(
    _ symbols: [UInt8], _ column: [UInt8], _ isShort: [Bool], _ offset: Int
  ) -> [FoundPosition] {
    var found: [FoundPosition] = []
    let cost = Double(StreamSample.headerOctets * 14 * 2).log2
    for choice in 1..<(1 << symbols.count) - 1 {
      let ends = symbols.indices.filter { choice >> $0 & 1 != 0 }.map { symbols[$0] }
      guard zip(column, isShort).allSatisfy({ !$1 || ends.contains($0) }) else { continue }
      // Each role, in the order begin, middle, end, single, must have its own octet.
      var roles: [UInt8?] = [nil, nil, nil, nil]
      var fits = true
      var begins = true
      for (index, octet) in column.enumerated() {
        let isEnd = ends.contains(octet)
        let role = isEnd ? (begins ? 3 : 2) : (begins ? 0 : 1)
        // The sample may begin inside a message.
        if index > 0 {
          if roles[role] == nil { roles[role] = octet }
          fits = fits && roles[role] == octet
        }
        begins = isEnd
      }
      guard fits, Set(roles.compactMap { $0 }).count == roles.compactMap({ $0 }).count else {
        continue
      }
      let position = FramingLayout.Position.octets(
        offset: offset, begin: roles[0], middle: roles[1], end: roles[2], single: roles[3])
      if let (bits, isUniform) = evidence(column.map { ends.contains($0) }, isShort) {
        found.append(
          FoundPosition(
            position: position, octets: [offset], bits: bits - cost, isUniform: isUniform))
      }
    }
    return found
  }

  /// One bit for the begin, one for the end; other bits may hold something else.
  private static func bits(_ column: [UInt8], _ isShort: [Bool], _ offset: Int)
    -> [FoundPosition]
  {
    var found: [FoundPosition] = []
    let cost = Double(StreamSample.headerOctets * 56).log2
    for end in (0..<8).map({ UInt8(1) << $0 }) {
      guard zip(column, isShort).allSatisfy({ !$1 || $0 & end != 0 }),
        column.contains(where: { $0 & end == 0 })
      else { continue }
      for begin in (0..<8).map({ UInt8(1) << $0 }) where begin != end {
        guard
          zip(column.dropFirst(), column).allSatisfy({
            ($0 & begin != 0) == ($1 & end != 0)
          })
        else { continue }
        guard isCountedOrConstant(column.map { $0 & ~(begin | end) }) else { continue }
        let position = FramingLayout.Position.bits(offset: offset, begin: begin, end: end)
        if let (bits, isUniform) = evidence(column.map { $0 & end != 0 }, isShort) {
          found.append(
            FoundPosition(
              position: position, octets: [offset], bits: bits - cost, isUniform: isUniform))
        }
      }
    }
    return found
  }

  /// The bits beside the flags: always the same, or a counter. Anything else is data, of which
  /// some bits fit by accident.
  private static func isCountedOrConstant(_ rest: [UInt8]) -> Bool {
    let used = rest.reduce(0, |)
    guard let first = rest.first, rest.contains(where: { $0 != first }) else { return true }
    let unit = UInt8(1) << UInt8(used.trailingZeroBitCount)
    let most = used | (used - unit)
    let start = rest.min() ?? 0
    return zip(rest, rest.dropFirst()).allSatisfy { before, next in
      next == (before &+ unit) & most || next == start
    }
  }

  /// How unlikely flags in another order would fit: all short values are ends, and each begin
  /// follows an end. `nil` where the messages are too similar to distinguish from types of values.
  private static func evidence(_ isEnd: [Bool], _ isShort: [Bool])
    -> (bits: Double, isUniform: Bool)?
  {
    var shapes = Shapes()
    var length = 0
    for end in isEnd {
      length += 1
      if end {
        shapes.add(length)
        length = 0
      }
    }
    guard shapes.isConvincing, shapes.messages >= 4, length < isEnd.count / 2 else { return nil }
    let (ends, short) = (isEnd.count { $0 }, isShort.count { $0 })
    let byEnd =
      Chance.choices(short, of: isEnd.count) - Chance.choices(min(short, ends), of: ends)
    return (max(0, byEnd) + Chance.choices(ends, of: isEnd.count), shapes.isUniform)
  }
}
