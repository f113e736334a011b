import Bytes

/// The time of a line: of the day, or since a board was started.
struct TextLogStamp: Equatable {
  /// What ESP-IDF prints one after the other, each from its beginning.
  enum Buffer { case packets, reports }

  var microseconds: Int64
  var isOfDay: Bool
  var buffer: Buffer?
}

/// Makes times of the stamps in a log. They go back by less than a second, but from one buffer of
/// ESP-IDF to the other: a board that was reset goes on from where it was. The first record is at
/// 0, or at what this computer's clock says.
struct TextLogClock {
  let now: (@Sendable () -> TraceTime)?
  /// The highest stamp since the beginning, and its time.
  private var last: TextLogStamp?
  private var time: Int64 = 0
  private var buffers = TextLogBuffers()

  private static let second: Int64 = 1_000_000
  private static let day: Int64 = 86_400 * second

  init(_ now: (@Sendable () -> TraceTime)?) { self.now = now }

  /// A board was reset.
  mutating func begin() {
    last = nil
    buffers = TextLogBuffers()
  }

  mutating func time(_ stamp: TextLogStamp?) -> Int64 {
    guard let stamp else {
      if last == nil, let now { time = max(time, now().microseconds) }
      return time
    }
    let isReset = buffers.isReset(stamp)
    if let last, last.isOfDay == stamp.isOfDay {
      var step = stamp.microseconds - last.microseconds
      if stamp.isOfDay, step < -Self.day / 2 { step += Self.day }
      if step < 0, stamp.buffer == nil ? step > -Self.second : !isReset { return time + step }
      if step >= 0 {
        self.last = stamp
        // However many steps there are; each is less than that.
        time = min(time + step, 1 << 60)
        return time
      }
    }
    last = stamp
    if let now { time = max(time, now().microseconds) }
    return time
  }
}

/// The last times of the buffers of ESP-IDF.
struct TextLogBuffers {
  private var packets: Int64?
  private var reports: Int64?

  /// Takes in a stamp; whether it goes back in its buffer.
  mutating func isReset(_ stamp: TextLogStamp) -> Bool {
    let time = stamp.microseconds
    let last = stamp.buffer == .packets ? packets : stamp.buffer == .reports ? reports : nil
    let isReset = last.map { time <= $0 - 1_000_000 } ?? false
    if isReset { (packets, reports) = (nil, nil) }
    switch stamp.buffer {
    case .packets: packets = time
    case .reports: reports = time
    case nil: break
    }
    return isReset
  }
}
