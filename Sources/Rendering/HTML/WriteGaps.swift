import Report

/// The gaps of writes that no transfer has. An app that writes to one characteristic is silent on
/// the others meanwhile, so that only those count in which no value of the same direction was sent.
struct WriteGaps {
  private(set) var idle: [ReportV1.Gap] = []
  /// How many are none, as other values were sent meanwhile.
  private(set) var busy = 0

  init(_ connection: ReportV1.Connection, _ link: CaptureSeries.Link) {
    let known = Set(
      connection.transfers.flatMap { transfer in
        transfer.gaps.map { Key(frame: $0.frame, valueHandle: transfer.valueHandle) }
      })
    for stream in connection.writes {
      let others = Self.others(than: stream, in: connection, link)
      for gap in stream.gaps
      where !known.contains(Key(frame: gap.frame, valueHandle: stream.valueHandle)) {
        guard let start = gap.startUs else { continue }
        let end = start + gap.gapUs
        if others.contains(where: { $0.hasValue(after: start, before: end) }) {
          busy += 1
        } else {
          idle.append(gap)
        }
      }
    }
  }

  private struct Key: Hashable {
    var frame: Int
    var valueHandle: Int
  }

  /// Values of one characteristic: the times of them, or of the first and the last one.
  private struct Course {
    var points: [CaptureSeries.Point]

    func hasValue(after start: Int, before end: Int) -> Bool {
      // By halves: there may be thousands.
      var (low, high) = (0, points.count)
      while low < high {
        let middle = (low + high) / 2
        if points[middle].lastUs > start { high = middle } else { low = middle + 1 }
      }
      return low < points.count && points[low].firstUs < end
    }
  }

  private static func others(
    than stream: ReportV1.NotificationStream, in connection: ReportV1.Connection,
    _ link: CaptureSeries.Link
  ) -> [Course] {
    (connection.writes + connection.notifications).compactMap { other in
      let isFromServer = other.kind != .write
      guard other.direction == stream.direction,
        isFromServer || other.valueHandle != stream.valueHandle
      else { return nil }
      let drawn = link.streams.first {
        $0.valueHandle == other.valueHandle && $0.direction == other.direction
          && $0.isFromServer == isFromServer
      }
      if let drawn { return Course(points: drawn.points) }
      // Of those that are not drawn only the ends are known.
      guard let first = other.firstUs, let last = other.lastUs else { return nil }
      return Course(points: [
        CaptureSeries.Point(
          firstUs: first, lastUs: last, sum: 0, count: 0, low: 0, high: 0, latest: 0)
      ])
    }
  }
}
