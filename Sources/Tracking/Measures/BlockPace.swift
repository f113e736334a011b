import Bytes

/// How many connection intervals each block of values took: what shows a timer of the sender whose
/// period is longer than the interval, and no multiple of it.
///
/// Values that such a timer makes arrive with the next event, so that most come one interval after
/// another. A link that takes one value an event shows the same steps. But the timer's blocks all
/// take the same time, but for one interval, and always more than an interval a value; those of the
/// link take just that, and more by as many events as were lost, now none and now several.
struct BlockPace: Sendable {
  static let values = 32

  private var start = TraceTime(microseconds: 0)
  private var interval: Int64 = 0
  private var blocks = 0
  /// By intervals: the first entry is of `least`.
  private var counts = SIMD8<UInt32>()
  private var least: Int64 = 0

  private static let enough = 8
  /// Of a hundred.
  private static let alike = 85

  mutating func begin(at time: TraceTime) { start = time }

  /// Whether the next value, after so many, ends a block.
  @inline(__always)
  static func endsBlock(after values: Int) -> Bool { values & (Self.values &- 1) == 0 }

  /// The value that ends a block begins the next one.
  @inline(never)
  mutating func endBlock(at time: TraceTime, interval: Int64) {
    let passed = time.since(start)
    start = time
    guard interval > 0, passed >= 0 else { return }
    let steps = passed / interval + (passed % interval * 2 >= interval ? 1 : 0)
    if interval != self.interval {
      self.interval = interval
      (blocks, counts, least) = (0, SIMD8(), max(0, steps - 3))
    }
    blocks &+= 1
    let place = steps - least
    if place >= 0, place < Int64(counts.scalarCount) { counts[Int(place)] &+= 1 }
  }

  /// Whether the blocks, which hold nearly all values of a run, are those of a timer.
  func showsTimer(among count: Int) -> Bool {
    guard blocks >= Self.enough, blocks * Self.values * 10 >= count * 8 else { return false }
    // One value an event, and none left over, is as fast as some links go.
    var most = (place: 0, blocks: 0)
    for place in 0..<(counts.scalarCount - 1) {
      let sum = Int(counts[place]) + Int(counts[place + 1])
      if sum > most.blocks { most = (place, sum) }
    }
    return least + Int64(most.place) > Int64(Self.values)
      && most.blocks * 100 >= blocks * Self.alike
  }
}
