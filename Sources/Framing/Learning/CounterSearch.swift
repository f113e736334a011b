/// Counters at a fixed offset of each value.
struct FoundCounter {
  var counter: FramingLayout.Counter
  var bits: Double
  /// How many values restart it.
  var restarts: Int

  var octets: Range<Int> { counter.number.offset..<counter.number.end }

  /// Counters that all values of the sample follow: each is one more than the one before, with
  /// wrap, or begins again at the same number.
  static func search(_ values: [[UInt8]]) -> [FoundCounter] {
    guard let shortest = values.lazy.map({ $0.count }).min(), values.count >= 8 else { return [] }
    let offsets = 0..<min(StreamSample.headerOctets, shortest)
    let cost = Double(offsets.count * 3).log2
    var found: [FoundCounter] = []
    for offset in offsets {
      // The wider number wins where its high octet counts too, or is zero.
      let wide = [false, true].compactMap { isBigEndian in
        offset + 2 > shortest
          ? nil
          : check(
            FramingLayout.Number(offset: offset, width: 2, isBigEndian: isBigEndian), values,
            cost: cost)
      }
      found += wide
      let narrow = FramingLayout.Number(offset: offset, width: 1)
      if let counter = check(narrow, values, cost: cost) { found.append(counter) }
    }
    let octets = found.filter { $0.counter.number.width == 2 }.map(\.octets)
    return found.filter { counter in
      counter.counter.number.width == 2
        || !octets.contains { $0.overlaps(counter.octets) }
    }
  }

  private static func check(_ number: FramingLayout.Number, _ values: [[UInt8]], cost: Double)
    -> FoundCounter?
  {
    guard let first = number.read(values[0]) else { return nil }
    let modulus = 1 << (8 * number.width)
    if number.width == 2 {
      // A constant high octet other than zero is no part of the number.
      let high = { (count: Int) in count >> 8 }
      let isConstant = values.allSatisfy { number.read($0).map(high) == high(first) }
      if isConstant, high(first) != 0 { return nil }
    }
    var (before, steps, restarts) = (first, 0, 0)
    var start: Int?
    for value in values.dropFirst() {
      guard let count = number.read(value) else { return nil }
      if count == (before + 1) % modulus {
        steps += 1
      } else if start == nil || start == count {
        start = count
        restarts += 1
      } else {
        return nil
      }
      before = count
    }
    guard steps >= 6, steps >= values.count / 4, restarts == 0 || restarts >= 2 else {
      return nil
    }
    // A restart could have been a step: that choice is one bit a value.
    let bits = Double(steps + restarts) * (restarts == 0 ? 8 : 7) - cost
    let counter = FramingLayout.Counter(number, restartsAt: restarts == 0 ? nil : start)
    return FoundCounter(counter: counter, bits: bits, restarts: restarts)
  }
}
