import CaptureFiles
import TraceBytes

/// Octets over time, each way, in equal parts of the time. When the parts do not reach any more,
/// neighbours are joined.
struct ByteCourse: Sendable {
  private(set) var tx: [Int] = []
  private(set) var rx: [Int] = []
  private var start: TraceTime?
  /// A part is 2^shift microseconds long, so that no division is needed for each value.
  private var shift: Int64 = 13

  private static let partCount = 32

  var partMicroseconds: Int { 1 << Int(shift) }

  @inline(__always)
  mutating func add(_ octets: Int, _ direction: RecordDirection, at time: TraceTime) {
    let start = start ?? begin(time)
    let elapsed = max(0, time.since(start))
    if elapsed >> shift >= Int64(Self.partCount) { widen(to: elapsed) }
    let place = Int(elapsed >> shift)
    if place >= tx.count { extend(to: place) }
    if direction == .tx { tx[place] &+= octets } else { rx[place] &+= octets }
  }

  @inline(never)
  private mutating func begin(_ time: TraceTime) -> TraceTime {
    start = time
    return time
  }

  @inline(never)
  private mutating func extend(to place: Int) {
    while tx.count <= place {
      tx.append(0)
      rx.append(0)
    }
  }

  @inline(never)
  private mutating func widen(to elapsed: Int64) {
    while elapsed >> shift >= Int64(Self.partCount) {
      shift += 1
      tx = join(tx)
      rx = join(rx)
    }
  }

  private func join(_ parts: [Int]) -> [Int] {
    stride(from: 0, to: parts.count, by: 2).map { pair in
      parts[pair] &+ (pair + 1 < parts.count ? parts[pair + 1] : 0)
    }
  }
}
