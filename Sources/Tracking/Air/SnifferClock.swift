import Bytes
import LinkLayer

/// The clock of a sniffer, put on the clock of the records.
///
/// A computer writes packets down when they arrive, which may be milliseconds late, or many at
/// once: what is between two packets only the sniffer's own clock shows.
struct SnifferClock: Sendable {
  /// What a packet's header says of its time.
  enum Reading: Sendable {
    /// Microseconds of a count of 32 bits.
    case count(UInt32)
    /// Microseconds since the end of the packet before, which had the number before this one;
    /// and how long it is on the air itself.
    case since(UInt32, number: UInt16, airTime: Int)

    /// - Returns: nil where the header says nothing.
    init?(_ packet: AirPacket) {
      if let count = packet.snifferTime {
        self = .count(count)
      } else if let passed = packet.sincePacketBefore, let number = packet.packetCounter {
        self = .since(passed, number: number, airTime: packet.likelyAirTime)
      } else {
        return nil
      }
    }

    /// - Returns: nil where the two do not say it: a packet between them is not in the capture.
    fileprivate func passed(since before: Reading) -> Int64? {
      switch (before, self) {
      case (.count(let before), .count(let ticks)): Int64(ticks &- before)
      case (.since(_, let last, let airTime), .since(let passed, let number, _)):
        number == last &+ 1 ? Int64(airTime) + Int64(passed) : nil
      default: nil
      }
    }
  }

  private var last: (reading: Reading, time: TraceTime, written: TraceTime)?
  /// How often the times of records had to be used. What is between two packets is the sniffer's
  /// time if this did not change from one to the other.
  private(set) var breaks = 0

  /// The first packet has the time of its record, and each other one what passed since the one
  /// before it. A count starts again after 71 minutes, and after a reset of the sniffer: if more
  /// than half of that passed, by the count or by the records, or by the count much more than by
  /// the records, the time of the records is used. If the records' clock was set back, the count
  /// goes on.
  mutating func time(_ reading: Reading, written: TraceTime) -> TraceTime {
    var time = written
    if let last {
      let recorded = written.since(last.written)
      let passed = reading.passed(since: last.reading).flatMap { passed in
        let isPlausible =
          passed < Self.most && recorded < Self.most
          && (recorded < 0 || passed <= recorded + Self.slack)
        return isPlausible ? passed : nil
      }
      if passed == nil { breaks &+= 1 }
      let (sum, isTooLate) = last.time.microseconds
        .addingReportingOverflow(passed ?? max(0, recorded))
      time = isTooLate ? written : TraceTime(microseconds: sum)
    }
    last = (reading, time, written)
    return time
  }

  /// 2^31 microseconds: half of what the count can say.
  private static let most: Int64 = 1 << 31
  /// In microseconds: by how much the records may come too early, as those before were late.
  private static let slack: Int64 = 10_000_000
}
