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
