import CaptureFiles
import TraceBytes

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
    let start = start ?? begin(time)
    let elapsed = max(0, time.since(start))
    if elapsed >> shift >= Int64(Self.partCount) { widen(to: elapsed) }
    let place = Int(elapsed >> shift)
    count = max(count, place + 1)
    if direction == .tx { sent[place] &+= octets } else { received[place] &+= octets }
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
      for place in 0..<Self.partCount {
        let isHeld = place < Self.partCount / 2
        sent[place] = isHeld ? sent[2 * place] &+ sent[2 * place + 1] : 0
        received[place] = isHeld ? received[2 * place] &+ received[2 * place + 1] : 0
      }
      count = (count + 1) / 2
    }
  }
}
