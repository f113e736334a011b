import Report

/// How the values that a link receives came while its controller also used the radio for something
/// else, such as a scan, and how at all other times.
struct RadioTally: Sendable {
  /// By the number of the stream; of those that are not received values, empty.
  private var streams: [Tally] = []
  private var interval: Int64 = 0

  private struct Tally: Sendable {
    var isValues: Bool
    var last = Int64.min
    var use = ReportV1.RadioUse()
  }

  /// A longer silence is a pause of the sender.
  private static let longestGap: Int64 = 2_000_000
  /// A hole is so many connection events long.
  private static let leastEvents: Int64 = 4

  mutating func take(_ rows: [LogRow], _ all: [LogStream], _ busy: [BusySpan]) {
    while streams.count < all.count {
      let stream = all[streams.count]
      let isValue = stream.opcode == 0x1B || stream.opcode == 0x1D
      streams.append(Tally(isValues: isValue && !stream.isSent))
    }
    let cuts = busy.contains { $0.cause == .otherRadio } ? BusyCuts(busy) : nil
    for row in rows {
      let number = row.stream - LogKind.count
      guard number >= 0, number < streams.count else {
        if row.stream == LogKind.parameters.rawValue { interval = Int64(row.head) }
        continue
      }
      guard streams[number].isValues else { continue }
      let last = streams[number].last
      streams[number].last = row.time
      let gap = row.time &- last
      guard last > .min, gap > 0, gap <= Self.longestGap else { continue }
      streams[number].use.add(from: last, to: row.time, missed: missed(in: gap), cuts)
    }
  }

  /// Connection events that a hole is longer than one from a value to the next.
  private func missed(in gap: Int64) -> Int {
    guard interval > 0, gap >= Self.leastEvents * interval else { return 0 }
    return Int(gap / interval) - 1
  }

  /// The streams that came while the radio was used for something else.
  func finish(_ all: [LogStream]) -> [(stream: LogStream, use: ReportV1.RadioUse)] {
    streams.indices.compactMap { number in
      guard number < all.count, streams[number].use.spanUs > 0 else { return nil }
      return (all[number], streams[number].use)
    }
  }
}

extension ReportV1.RadioUse {
  fileprivate mutating func add(from start: Int64, to end: Int64, missed: Int, _ cuts: BusyCuts?) {
    let used: (microseconds: Int64, frame: Int) =
      cuts?.radioUse(from: start, to: end) ?? (0, 0)
    spanUs &+= Int(used.microseconds)
    otherSpanUs &+= Int((end &- start) &- used.microseconds)
    guard used.microseconds * 2 > end &- start else {
      otherValues &+= 1
      if missed > 0 { otherHoles &+= 1 }
      return
    }
    if frame == 0 { frame = used.frame }
    values &+= 1
    guard missed > 0 else { return }
    holes &+= 1
    missedEvents &+= missed
  }
}
