import Bytes
import CaptureFiles
import Report

/// Arrivals of values folded on the connection interval: how many come in one connection event, and
/// how many events pass without one in the midst of traffic.
///
/// The host's clock sees packets of one event close together, a fraction of the interval apart, and
/// those of different events about a multiple of it apart. How well they do shows how far the fold
/// can be trusted. What the radio did in an event without a value cannot be seen.
struct EventFold: Sendable {
  private(set) var events = 0
  private(set) var skipped = 0
  private(set) var perEvent = QuantileSketch()

  private var start = TraceTime(microseconds: 0)
  private var inEvent: Int64 = 0
  private var distances = 0
  private var fitting = 0

  /// A silence of more events than this is no traffic with holes, but a pause.
  private static let longestHole: Int64 = 8

  @inline(__always)
  mutating func add(at time: TraceTime, interval: Int64) {
    guard interval > 0 else { return }
    if inEvent > 0, isNear(time, Self.nearness(interval)) {
      inEvent &+= 1
      return
    }
    next(time, time.since(start), interval)
  }

  /// What is not as far from the first value of an event as this is of the same one: half of the
  /// interval.
  @inline(__always)
  private static func nearness(_ interval: Int64) -> UInt64 {
    (UInt64(bitPattern: interval) + 1) / 2
  }

  /// In one comparison, as times before the first are the farthest of all without their sign.
  @inline(__always)
  private func isNear(_ time: TraceTime, _ nearness: UInt64) -> Bool {
    UInt64(bitPattern: time.since(start)) < nearness
  }

  @inline(__always)
  private mutating func next(_ time: TraceTime, _ elapsed: Int64, _ interval: Int64) {
    if inEvent > 0 {
      perEvent.add(inEvent)
      // Mostly it is the next event, and a division takes its time.
      let rounded = elapsed &+ interval / 2
      let count = interval <= rounded && rounded &- interval < interval ? 1 : rounded / interval
      if count >= 1, count <= Self.longestHole {
        distances += 1
        let off = (elapsed &- count &* interval).magnitude
        if off &* 8 <= interval.magnitude { fitting += 1 }
        skipped += Int(count) - 1
      }
    }
    events += 1
    start = time
    inEvent = 1
  }

  /// The connection has ended.
  mutating func freeze() {
    if inEvent > 0 { perEvent.add(inEvent) }
    inEvent = 0
    perEvent.freeze()
  }

  /// With the event that is still under way.
  var packetsPerEvent: QuantileSketch {
    var sketch = perEvent
    if inEvent > 0 { sketch.add(inEvent) }
    return sketch
  }

  /// By the share of distances that lie within an eighth of the interval of a multiple of it; `nil`
  /// under eight distances.
  var confidence: ReportV1.Confidence? {
    guard distances >= 8 else { return nil }
    return fitting * 10 >= distances * 9 ? .high : fitting * 10 >= distances * 7 ? .medium : .low
  }
}
