/// Connection events that follow one another at the same distance, which is then the interval.
struct RegularEvents: Sendable {
  private var distance: Int64 = 0
  private var count = 0
  /// Events between them, by the interval that was in force until then.
  private var silent = 0
  /// The part of them that counts as missed of the peripheral, too.
  private var ofPeripheral = 0

  /// A sniffer that misses one event in ten misses every second one of eight once in 10^8 times.
  private static let enough = 8
  /// Of intervals, in microseconds. Core 6.2, Vol 6, Part B, 4.5.1.
  private static let step: Int64 = 125
  private static let longest: Int64 = 4_000_000

  /// - Parameters:
  ///   - passed: from the beginning of one event to that of the next one that was heard.
  ///   - interval: in force so far; 0 where it is not known.
  /// - Returns: the interval that a row of distances shows, where it is another one, and what was
  ///   taken for silent events in that row.
  mutating func add(
    _ passed: Int64, silent: Int, ofPeripheral: Int, against interval: Int
  ) -> (interval: Int, silent: Int, ofPeripheral: Int)? {
    guard passed > 0, passed < Self.longest else {
      self = RegularEvents()
      return nil
    }
    if count > 0, abs(passed - distance) <= Self.tolerance(distance) {
      count += 1
      self.silent += silent
      self.ofPeripheral += ofPeripheral
    } else {
      distance = passed
      count = 1
      self.silent = silent
      self.ofPeripheral = ofPeripheral
    }
    let isKnown = abs(passed - Int64(interval)) <= Self.tolerance(Int64(interval))
    guard count >= Self.enough, !isKnown else { return nil }
    let learned = (distance + Self.step / 2) / Self.step * Self.step
    let result = (Int(learned), self.silent, self.ofPeripheral)
    self = RegularEvents()
    return result
  }

  /// Both clocks are off by 500 parts in a million at most. Core Vol 6, Part B, 4.2.
  private static func tolerance(_ distance: Int64) -> Int64 { 60 + distance / 1000 }
}
