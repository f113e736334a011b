import Bytes

/// Values over time in a bounded number of parts. Where the parts do not suffice any more, their
/// width doubles and neighbours are joined; each keeps its least and its greatest value.
struct Course: Sendable {
  struct Part: Sendable, BitwiseCopyable {
    /// Microseconds from the first value of the course to the first and the last one of the part.
    var first: Int64
    var last: Int64
    var sum: Int64
    var count: Int32
    /// The least, the greatest and the last value.
    var low: Int32
    var high: Int32
    var latest: Int32

    /// Takes what came after it.
    @inline(__always)
    mutating func join(_ other: Part) {
      last = max(last, other.last)
      sum &+= other.sum
      count &+= other.count
      low = min(low, other.low)
      high = max(high, other.high)
      latest = other.latest
    }
  }

  let start: TraceTime
  /// Those that are over.
  private var ended: [Part] = []
  /// The one that is being filled, apart from the others: each look at a list asks who shares it.
  private var current: Part?
  /// A part is 2^shift microseconds wide.
  private var shift: Int64 = 10
  /// Where the last part ends, counted as `first` is.
  private var end = Int64.min

  init(at time: TraceTime) { start = time }

  var count: Int { ended.count &+ (current == nil ? 0 : 1) }
  var parts: [Part] { ended + (current.map { [$0] } ?? []) }

  /// - Parameter count: values that came together, `sum` in all.
  /// - Returns: how many parts there are more than before; fewer where they were joined.
  @inline(__always)
  mutating func add(
    low: Int32, high: Int32, latest: Int32, sum: Int64, count: Int32 = 1, at time: TraceTime,
    most: Int
  ) -> Int {
    let elapsed = max(0, time.since(start))
    // A clock that steps back adds to the part that is there.
    guard elapsed < end else {
      return begin(
        Part(
          first: elapsed, last: elapsed, sum: sum, count: count, low: low, high: high,
          latest: latest), most: most)
    }
    current?.join(
      Part(
        first: elapsed, last: elapsed, sum: sum, count: count, low: low, high: high,
        latest: latest))
    return 0
  }

  @inline(never)
  private mutating func begin(_ part: Part, most: Int) -> Int {
    let before = count
    if let current { ended.append(current) }
    current = part
    if count > max(most, 2) { reduce(to: max(most, 2) / 2) }
    setEnd()
    return count - before
  }

  /// Joins neighbours until there are at most so many parts.
  mutating func reduce(to most: Int) {
    var parts = parts
    while parts.count > max(most, 1), shift < 61 {
      shift += 1
      var kept = 0
      for index in 1..<parts.count {
        if parts[index].first >> shift == parts[kept].first >> shift {
          parts[kept].join(parts[index])
        } else {
          kept += 1
          parts[kept] = parts[index]
        }
      }
      parts.removeLast(parts.count - kept - 1)
    }
    current = parts.popLast()
    ended = parts
    setEnd()
  }

  private mutating func setEnd() {
    guard let last = current else { return }
    let next = ((last.first >> shift) &+ 1) &<< shift
    // Beyond what a number holds, the last part takes all that comes.
    end = next > last.first ? next : .max
  }
}
