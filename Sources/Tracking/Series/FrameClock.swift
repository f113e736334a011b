import Bytes
import CaptureFiles

/// When each frame came: of a short capture every one, of a longer one every 2^n-th, with a bounded
/// number in all.
package struct FrameClock: Sendable {
  private static let most = 8192

  private var times: [TraceTime] = []
  private var shift = 0
  private var next = 1
  private var last = (frame: 0, time: TraceTime(microseconds: 0))

  mutating func pass(_ records: Span<CapturedRecord>) {
    guard records.count > 0 else { return }
    let first = records[0].number
    let end = records[records.count &- 1]
    last = (end.number, end.time)
    while next <= end.number {
      // Where the numbers leave some out, the nearest stands for them.
      let index = min(max(0, next &- first), records.count &- 1)
      times.append(records[index].time)
      next &+= 1 << shift
      guard times.count == Self.most else { continue }
      for kept in 0..<(Self.most / 2) { times[kept] = times[2 * kept] }
      times.removeLast(Self.most / 2)
      shift += 1
      next = 1 &+ times.count &<< shift
    }
  }

  /// The time of a frame: between two that are kept, in proportion.
  func time(of frame: Int) -> TraceTime? {
    guard frame >= 1, frame <= last.frame else { return nil }
    let index = (frame &- 1) >> shift
    guard index < times.count else { return nil }
    let step = 1 << shift
    let rest = (frame &- 1) & (step &- 1)
    let from = times[index]
    guard rest > 0 else { return from }
    let start = 1 &+ index &<< shift
    let (to, frames) =
      index + 1 < times.count ? (times[index + 1], step) : (last.time, last.frame &- start)
    guard frames > 0 else { return from }
    let part = Double(to.since(from)) * Double(rest) / Double(frames)
    return TraceTime(microseconds: from.microseconds &+ Int64(part))
  }
}
