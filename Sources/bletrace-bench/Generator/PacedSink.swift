import CaptureFiles

/// Hands a capture on at a given rate, as a live source would: whole records, and none early.
///
/// Where the receiver is slower than that, they come late, and nothing is left out.
package final class PacedSink: CaptureSink {
  private let sink: any CaptureSink
  private let rate: Int
  private let start = Clock.wall
  private var records = 0
  /// Seconds between when octets were due and when they had been taken.
  package private(set) var greatestDelay = 0.0

  package init(_ sink: any CaptureSink, rate: Int) {
    self.sink = sink
    self.rate = rate
  }

  package func write(_ bytes: [UInt8]) {
    let due = start + records / rate * 1_000_000_000 + records % rate * 1_000_000_000 / rate
    while Clock.wall < due { System.sleep(nanoseconds: due - Clock.wall) }
    sink.write(bytes)
    records += Self.count(bytes, isBeginning: records == 0)
    greatestDelay = max(greatestDelay, Double(Clock.wall - due) / 1e9)
  }

  /// The octets are whole records, in front of the first of them the header of the file.
  private static func count(_ bytes: [UInt8], isBeginning: Bool) -> Int {
    var index = isBeginning ? BtsnoopFormat.fileHeader : 0
    var count = 0
    while index + BtsnoopFormat.recordHeader <= bytes.count {
      let length = bytes[(index + 4)..<(index + 8)].reduce(0) { $0 << 8 | Int($1) }
      index += BtsnoopFormat.recordHeader + length
      count += 1
    }
    return count
  }
}
