import CaptureFiles

/// How long the values of a burst are, and the times from each to the next: measured once for all
/// that count them.
struct BurstMeasure: Sendable {
  /// Steps after one another that distributions count in the same bucket.
  struct Run: Sendable {
    var bucket: Int32 = 0
    /// Where it ends.
    var end: Int32 = 0
  }

  /// How many steps there are: one less than values.
  private(set) var count = 0
  /// How many runs; of no meaning where the steps are not usual.
  private(set) var runCount = 0
  /// Where there are none, the greatest of all numbers; the longest is the least of them then.
  private(set) var least = Int64.max
  private(set) var longest = Int64.min
  /// The shortest step to the longest; 0 where there are none.
  var stepRange: ClosedRange<Int64> { least <= longest ? least...longest : 0...0 }
  /// Of all steps, where they are usual.
  private(set) var sum: Int64 = 0
  /// Of all values, and of the longest.
  private(set) var octets = 0
  private(set) var largest = 0
  /// The steps in microseconds, negative where the clock went back, and room for more.
  private(set) var steps: [Int64] = []
  private(set) var runs: [Run] = []

  /// Whether no step goes back, and none is so long that it is counted with others.
  var areUsual: Bool { least >= 0 && longest <= QuantileSketch.longestBucketed }

  /// The time of one step.
  @inline(__always)
  subscript(index: Int) -> Int64 { steps[index] }

  /// How many steps are so long, or longer.
  @inline(never)
  func count(from least: Int64) -> Int {
    if longest < least { return 0 }
    var found = 0
    for step in steps.span.extracting(0..<count).indices where steps[step] >= least { found &+= 1 }
    return found
  }

  /// Forgets what was, and takes the values that records carry: one or more.
  ///
  /// - Parameter size: of each, where they are all as long.
  mutating func measure(_ records: Span<CapturedRecord>, octets size: Int?) {
    count = records.count &- 1
    if steps.count < count {
      steps = Array(repeating: 0, count: 2 &* count)
      runs = Array(repeating: Run(), count: 2 &* count)
    }
    (least, longest, runCount) = Self.measure(records, &steps, &runs)
    sum = records[count].time.since(records[0].time)
    if let size {
      (octets, largest) = (size &* records.count, size)
    } else {
      (octets, largest) = (0, 0)
      for index in records.indices {
        let size = ValueBurst.octets(of: records[index])
        octets &+= size
        largest = max(largest, size)
      }
    }
  }

  private static func measure(
    _ records: Span<CapturedRecord>, _ steps: inout [Int64], _ runs: inout [Run]
  ) -> (least: Int64, longest: Int64, runs: Int) {
    // In variables of their own, which stay in registers.
    var (least, longest) = (Int64.max, Int64.min)
    var run = -1
    var last: Int32 = -1
    var steps = steps.mutableSpan
    var runs = runs.mutableSpan
    let (earlier, later) = (
      records.extracting(0..<(records.count - 1)), records.extracting(1..<records.count)
    )
    precondition(steps.count >= later.count)
    for index in later.indices {
      let step = later[index].time.since(earlier[index].time)
      least = min(least, step)
      longest = max(longest, step)
      steps[index] = step
      // Without a branch, as what comes is hard to foretell.
      let bucket = Int32(truncatingIfNeeded: QuantileSketch.usualBucket(of: step))
      run &+= bucket == last ? 0 : 1
      last = bucket
      runs[run] = Run(bucket: bucket, end: Int32(truncatingIfNeeded: index &+ 1))
    }
    return (least, longest, run &+ 1)
  }
}
