import CaptureFiles
import Sessions
import TraceBytes

/// How long the values of a burst are, and the times from each to the next: measured once for all
/// that count them.
struct BurstMeasure: Sendable {
  struct Step: Sendable {
    /// In microseconds; negative where the clock went back.
    var time: Int64 = 0
    /// The run of the same number; it has nothing to do with this step.
    var run = Run()
  }

  /// Steps after one another that distributions count in the same bucket.
  struct Run: Sendable {
    var bucket: Int32 = 0
    /// Where it ends.
    var end: Int32 = 0
  }

  /// How many steps there are: one less than values.
  private(set) var count = 0
  private(set) var runs = 0
  /// Where there are none, the greatest of all numbers; the longest is the least of them then.
  private(set) var least = Int64.max
  private(set) var longest = Int64.min
  /// Of all steps, where they are usual.
  private(set) var sum: Int64 = 0
  /// Of all values, and of the longest.
  private(set) var octets = 0
  private(set) var largest = 0
  /// The steps, beside them the runs, and room for more of both.
  private(set) var steps: [Step] = []

  /// Whether no step goes back, and none is so long that the sum overflows.
  var areUsual: Bool { least >= 0 && longest < 1 << 52 }

  /// The time of one step.
  @inline(__always)
  subscript(place: Int) -> Int64 { steps[place].time }

  /// Forgets what was, and takes the values that records carry: one or more.
  mutating func measure(_ records: Span<CapturedRecord>) {
    count = records.count &- 1
    while steps.count < count {
      steps.append(contentsOf: repeatElement(Step(), count: 64))
    }
    // In variables of their own, which stay in registers.
    var (least, longest, sum) = (Int64.max, Int64.min, Int64(0))
    var octets = ValueBurst.octets(of: records[0])
    var largest = octets
    var before = records[0].time
    var run = -1
    var last: Int32 = -1
    var room = steps.mutableSpan
    for place in 1..<records.count {
      let size = ValueBurst.octets(of: records[place])
      octets &+= size
      largest = max(largest, size)
      let time = records[place].time
      let step = time.since(before)
      before = time
      least = min(least, step)
      longest = max(longest, step)
      sum &+= step
      room[place &- 1].time = step
      // Without a branch, as what comes is hard to foretell.
      let bucket = Int32(truncatingIfNeeded: QuantileSketch.place(of: step))
      run &+= bucket == last ? 0 : 1
      last = bucket
      room[run].run = Run(bucket: bucket, end: Int32(truncatingIfNeeded: place))
    }
    runs = run &+ 1
    (self.least, self.longest, self.sum) = (least, longest, sum)
    (self.octets, self.largest) = (octets, largest)
  }
}
