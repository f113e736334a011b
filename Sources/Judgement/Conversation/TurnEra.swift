/// The turns of two streams while one connection interval was in force.
struct TurnEra: Sendable {
  /// In microseconds; 0 where it is not known.
  let interval: Int64
  /// The frame that brought it first.
  let frame: UInt32
  var latency = SampledTimes()
  /// From one answered request to the next.
  var pace = SampledTimes()

  init(_ mark: EraMark) { (interval, frame) = (mark.interval, mark.frame) }
}

/// The interval in force, and the how-manieth it is of the link.
struct EraMark: Sendable {
  private(set) var number = 0
  private(set) var interval: Int64 = 0
  private(set) var frame: UInt32 = 0

  mutating func take(_ row: LogRow) {
    guard Int64(row.head) != interval else { return }
    number &+= 1
    (interval, frame) = (Int64(row.head), row.frame)
  }
}

/// Times of which some are kept, spread over all of them: each, then each second one, each fourth.
struct SampledTimes: Sendable {
  private(set) var count = 0
  private var kept: [UInt32] = []
  private var step = 1

  private static let most = 64

  mutating func add(_ time: Int64) {
    defer { count &+= 1 }
    if kept.count == Self.most {
      kept = stride(from: 0, to: Self.most, by: 2).map { kept[$0] }
      step &*= 2
    }
    if count % step == 0 { kept.append(UInt32(clamping: time)) }
  }

  var middle: Int64? {
    kept.isEmpty ? nil : Int64(kept.sorted()[(kept.count - 1) / 2])
  }
}
