import CaptureFiles
import Sessions
import TraceBytes

/// How long the values of a burst are, and the times from each to the next: measured once for all
/// that count them.
struct BurstMeasure: Sendable {
  struct Step: Sendable {
    /// In microseconds; negative where the clock went back.
    var time: Int64
    /// Where distributions count it.
    var bucket: UInt16
  }

  /// How many steps there are: one less than values.
  private(set) var count = 0
  private(set) var least = Int64.max
  private(set) var longest = Int64.min
  /// Of all steps.
  private(set) var sum = 0.0
  /// Of all values, and of the longest.
  private(set) var octets = 0
  private(set) var largest = 0
  /// The steps, and room for more.
  private(set) var steps: [Step] = []

  /// The time of one step.
  @inline(__always)
  subscript(place: Int) -> Int64 { steps[place].time }

  /// Forgets what was, and takes the values that records carry: one or more.
  mutating func measure(_ records: Span<CapturedRecord>) {
    count = records.count &- 1
    while steps.count < count {
      steps.append(contentsOf: repeatElement(Step(time: 0, bucket: 0), count: 64))
    }
    // In variables of their own, which stay in registers.
    var (least, longest, sum) = (Int64.max, Int64.min, 0.0)
    var octets = ValueBurst.value(of: records[0]).count
    var largest = octets
    var before = records[0].time
    var room = steps.mutableSpan
    for place in 1..<records.count {
      let size = ValueBurst.value(of: records[place]).count
      octets &+= size
      largest = max(largest, size)
      let time = records[place].time
      let step = time.since(before)
      before = time
      least = min(least, step)
      longest = max(longest, step)
      sum += Double(step)
      let bucket = QuantileSketch.place(of: max(step, 0))
      room[place &- 1] = Step(time: step, bucket: UInt16(truncatingIfNeeded: bucket))
    }
    (self.least, self.longest, self.sum) = (least, longest, sum)
    (self.octets, self.largest) = (octets, largest)
  }
}
