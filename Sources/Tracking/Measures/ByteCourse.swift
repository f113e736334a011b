import Bytes
import CaptureFiles

/// Octets over time, each way, in equal parts of the time. When the parts do not reach any more,
/// neighbours are joined.
struct ByteCourse: Sendable {
  private var sent: Parts = .init(repeating: 0)
  private var received: Parts = .init(repeating: 0)
  /// Parts that were reached.
  private var count = 0
  private var start: TraceTime?
  /// A part is 2^shift microseconds long, so that no division is needed for each value.
  private var shift: Int64 = 13

  /// Inside the structure: an array of its own would have to be asked at each value who shares it.
  private typealias Parts = InlineArray<32, Int>
  private static let partCount = 32

  var partMicroseconds: Int { 1 << Int(shift) }
  var tx: [Int] { (0..<count).map { sent[$0] } }
  var rx: [Int] { (0..<count).map { received[$0] } }

  @inline(__always)
  mutating func add(_ octets: Int, _ direction: RecordDirection, at time: TraceTime) {
    let elapsed = max(0, time.since(start ?? begin(time)))
    if elapsed &>> shift >= Int64(Self.partCount) { widen(to: elapsed) }
    add(octets, direction, part: Int(elapsed &>> shift))
  }

  /// Takes the values of a burst, which mostly fall into the same part.
  @inline(__always)
  mutating func add(
    _ records: Span<CapturedRecord>, _ direction: RecordDirection, _ measured: BurstMeasure
  ) {
    let first = records[0].time
    let start = start ?? begin(first)
    let part = first.since(start) &>> shift
    guard measured.least >= 0, 0 <= part, part < Int64(Self.partCount),
      records[records.count &- 1].time.since(start) &>> shift == part
    else { return add(records, direction) }
    add(measured.octets, direction, part: Int(part))
  }

  /// Takes the values of a burst.
  @inline(never)
  mutating func add(_ records: Span<CapturedRecord>, _ direction: RecordDirection) {
    let first = records[0].time
    let start = start ?? begin(first)
    var part = 0
    var octets = 0
    for index in records.indices {
      let elapsed = max(0, records[index].time.since(start))
      let next = Int(elapsed &>> shift)
      if next != part {
        add(octets, direction, part: part)
        octets = 0
        if next >= Self.partCount { widen(to: elapsed) }
        part = Int(elapsed &>> shift)
      }
      octets &+= ValueBurst.octets(of: records[index])
    }
    add(octets, direction, part: part)
  }

  @inline(__always)
  private mutating func add(_ octets: Int, _ direction: RecordDirection, part: Int) {
    count = max(count, part &+ 1)
    if direction == .tx { sent[part] &+= octets } else { received[part] &+= octets }
  }

  @inline(never)
  private mutating func begin(_ time: TraceTime) -> TraceTime {
    start = time
    return time
  }

  @inline(never)
  private mutating func widen(to elapsed: Int64) {
    while elapsed >> shift >= Int64(Self.partCount) {
      shift += 1
      for index in 0..<Self.partCount {
        let isHeld = index < Self.partCount / 2
        sent[index] = isHeld ? sent[2 * index] &+ sent[2 * index + 1] : 0
        received[index] = isHeld ? received[2 * index] &+ received[2 * index + 1] : 0
      }
      count = (count + 1) / 2
    }
  }
}
