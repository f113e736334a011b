/// What some octets that vary within a kind of messages hold.
public struct MessageFieldFact: Sendable {
  public enum Content: String, Sendable {
    case counter, echo, slow, flags, time, text, varying
  }

  public var offset: Int
  public var bytes: Int
  public var isBigEndian: Bool
  public var content: Content
  public var text: String

  private static let mostFields = 16
  private static let mostLooked = 128
  /// Octets of a kind that are described.
  private static let mostOctets = 64

  /// - Parameter partner: the last message of the other side before one.
  static func find(
    _ kind: MessageTable.Kind, _ messages: [ConversedMessage], _ layout: FramingLayout?,
    partner: (Int) -> ArraySlice<UInt8>?
  ) -> [MessageFieldFact] {
    let members = Array(kind.members.prefix(mostLooked))
    let series = Series(
      octets: members.map { messages[$0].octets }, times: members.map { messages[$0].time },
      partners: members.map(partner))
    var found: [MessageFieldFact] = []
    for range in kind.varying where found.count < mostFields {
      let end = min(range.upperBound, kind.bytes - (layout?.messageTrailer ?? 0))
      let shown = range.lowerBound..<max(range.lowerBound, min(end, mostOctets))
      for part in free(shown, layout) { found += describe(part, series) }
    }
    return Array(found.prefix(mostFields))
  }

  /// The octets of a range that the layout does not explain.
  private static func free(_ range: Range<Int>, _ layout: FramingLayout?) -> [Range<Int>] {
    guard let layout, !range.isEmpty else { return range.isEmpty ? [] : [range] }
    var taken = layout.length.map { [$0.number.offset..<$0.number.end] } ?? []
    if let checksum = layout.checksum, let at = checksum.headerOffset {
      taken.append(at..<at + checksum.kind.width)
    }
    var parts: [Range<Int>] = []
    for offset in range where !taken.contains(where: { $0.contains(offset) }) {
      if let last = parts.last, last.upperBound == offset {
        parts[parts.count - 1] = last.lowerBound..<offset + 1
      } else {
        parts.append(offset..<offset + 1)
      }
    }
    return parts
  }

  private struct Series {
    var octets: [ArraySlice<UInt8>]
    var times: [Int64]
    var partners: [ArraySlice<UInt8>?]

    func numbers(_ number: FramingLayout.Number) -> [Int] { octets.compactMap { number.read($0) } }
  }

  private static func describe(_ range: Range<Int>, _ series: Series) -> [MessageFieldFact] {
    if let echo = echo(range, series) { return [echo] }
    if range.count >= 4, isText(range, series) {
      return [fact(range, .text, "letters")]
    }
    guard range.count <= 16 else { return [fact(range, .varying, "varies")] }
    var found: [MessageFieldFact] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      var best: MessageFieldFact?
      for (width, isBigEndian) in [(4, false), (4, true), (2, false), (2, true), (1, false)]
      where best == nil && offset + width <= range.upperBound {
        let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
        best = self.number(number, series)
      }
      let field = best ?? fact(offset..<offset + 1, .varying, "varies")
      if field.content == .varying, let last = found.last, last.content == .varying,
        last.offset + last.bytes == offset
      {
        found[found.count - 1].bytes += 1
      } else {
        found.append(field)
      }
      offset += field.bytes
    }
    return found
  }

  private static func fact(_ range: Range<Int>, _ content: Content, _ text: String)
    -> MessageFieldFact
  {
    MessageFieldFact(
      offset: range.lowerBound, bytes: range.count, isBigEndian: false, content: content,
      text: text)
  }

  private static func number(_ number: FramingLayout.Number, _ series: Series)
    -> MessageFieldFact?
  {
    let values = series.numbers(number)
    guard values.count == series.octets.count, values.count >= 6 else { return nil }
    // The high octet of a number changes, or it is none.
    let shift = 8 * (number.width - 1)
    if number.width > 1, values.allSatisfy({ $0 >> shift == values[0] >> shift }) { return nil }
    func made(_ content: Content, _ text: String) -> MessageFieldFact {
      MessageFieldFact(
        offset: number.offset, bytes: number.width, isBigEndian: number.isBigEndian,
        content: content, text: "\(number.type) \(text)")
    }
    let modulus = 1 << (8 * number.width)
    let steps = zip(values, values.dropFirst()).map { ($1 - $0) & (modulus - 1) }
    // What counts in the upper octets only is a shorter number.
    if let usual = usual(steps), usual != 0, usual < modulus / 4,
      number.width == 1 || usual & 0xFF != 0
    {
      return made(.counter, "counts by \(usual)")
    }
    if let rate = rate(values, series.times, modulus) {
      return made(.time, "grows by \(rate) a second")
    }
    let least = values.reduce(.max, min)
    let most = values.reduce(.min, max)
    if number.width == 1, least == 0, most == 1 { return made(.flags, "0 or 1") }
    if number.width == 1, isFlags(values) {
      let used = values.reduce(0) { $0 | ($1 ^ values[0]) }
      return made(.flags, "bits \(prefixedHex([UInt8(truncatingIfNeeded: used)]))")
    }
    guard most - least <= modulus / 4, isSlow(values, range: most - least) else { return nil }
    return made(.slow, "from \(least) to \(most), changes little")
  }

  /// What nine of ten are.
  private static func usual(_ steps: [Int]) -> Int? {
    guard steps.count >= 6 else { return nil }
    // What most of them are is left when each other one has taken one away.
    var (most, left) = (0, 0)
    for step in steps {
      if left == 0 { most = step }
      left += step == most ? 1 : -1
    }
    return steps.count(where: { $0 == most }) * 10 >= steps.count * 9 ? most : nil
  }

  /// How much a number grows in a second, where it does so all along.
  private static func rate(_ values: [Int], _ times: [Int64], _ modulus: Int) -> Int? {
    guard let first = values.first, let last = values.last, let start = times.first,
      let end = times.last, end > start, end &- start >= 2_000_000, last > first
    else { return nil }
    guard zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    let slope = Double(last - first) / Double(end &- start)
    var off = 0
    for (value, time) in zip(values, times) {
      let due = Double(first) + slope * Double(time &- start)
      if abs(Double(value) - due) > max(1.5, 0.02 * Double(last - first)) { off += 1 }
    }
    let rate = Int((slope * 1e6).rounded())
    // Seconds, or parts of one as clocks count them.
    let isClock = clocks.contains { abs(slope * 1e6 - $0) <= 0.02 * $0 }
    return off * 10 <= values.count && isClock && last - first >= 8 ? rate : nil
  }

  private static let clocks = [1.0, 10, 100, 1000, 1024, 10_000, 32_768, 1_000_000]

  private static func isFlags(_ values: [Int]) -> Bool {
    var (used, changes, single) = (0, 0, 0)
    for (value, next) in zip(values, values.dropFirst()) where value != next {
      used |= next ^ values[0]
      changes += 1
      if (value ^ next).nonzeroBitCount == 1 { single += 1 }
    }
    guard changes >= 2, used.nonzeroBitCount <= 4 else { return false }
    let distinct = Set(values)
    // Consecutive numbers are those of a value, which has bits as all have.
    guard distinct.count <= 8, let least = distinct.min(), let most = distinct.max(),
      most - least >= distinct.count
    else { return false }
    return single * 5 >= changes * 4 && distinct.count > 2 || used.nonzeroBitCount == 1
  }

  /// Whether each new value is near the one before it: a value that is sent again says nothing. One
  /// that goes through most of what it can be is no number, or not all of one.
  private static func isSlow(_ values: [Int], range: Int) -> Bool {
    var (changes, change) = (0, 0)
    for (value, next) in zip(values, values.dropFirst()) where value != next {
      changes += 1
      change += abs(next - value)
    }
    let other = values.first { $0 != values[0] }
    guard changes >= 6, values.contains(where: { $0 != values[0] && $0 != other }) else {
      return false
    }
    return change * 8 <= range * changes || range >= 4 && change * 4 <= changes * 5
  }

  private static func isText(_ range: Range<Int>, _ series: Series) -> Bool {
    series.octets.allSatisfy { octets in
      octets.dropFirst(range.lowerBound).prefix(range.count).allSatisfy {
        (0x20...0x7E).contains($0)
      }
    }
  }

  /// Octets that the message before from the other side held.
  private static func echo(_ range: Range<Int>, _ series: Series) -> MessageFieldFact? {
    guard range.count <= 8, let first = series.partners.first(where: { $0 != nil }) ?? nil else {
      return nil
    }
    for offset in 0..<min(24, max(0, first.count - range.count + 1)) {
      var (right, all) = (0, 0)
      var seen: Set<ArraySlice<UInt8>> = []
      for (octets, partner) in zip(series.octets, series.partners) {
        guard let partner, partner.count >= offset + range.count else { continue }
        all += 1
        let own = octets.dropFirst(range.lowerBound).prefix(range.count)
        if own.elementsEqual(partner.dropFirst(offset).prefix(range.count)) {
          right += 1
          if seen.count < 4 { seen.insert(own) }
        } else if all - right > 1 + series.octets.count / 10 {
          break
        }
      }
      if all >= 6, seen.count >= 3, right * 10 >= all * 9, all * 10 >= series.octets.count * 8 {
        let place =
          range.count == 1 ? "octet \(offset)" : "octets \(offset)-\(offset + range.count - 1)"
        return fact(range, .echo, "as \(place) of the message before it")
      }
    }
    return nil
  }
}
