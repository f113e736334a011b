import Report

/// What else used the radio of a controller while a transfer was under way, as far as it may have
/// slowed it.
final class RadioSharing {
  private let capture: ReportV1.Capture
  /// The report does not say which controller scans: where there are several, nothing is said.
  private let scans: [ReportV1.Scan]
  /// From what was heard of each device first to what was heard of it last.
  private lazy var heard = Spans(
    capture.advertisers.indices.map {
      (capture.advertisers[$0].firstFrame, capture.advertisers[$0].lastFrame)
    })
  private lazy var times = Spans(
    capture.connections.indices.map {
      (capture.connections[$0].startUs, capture.connections[$0].endUs)
    })

  init(_ capture: ReportV1.Capture) {
    self.capture = capture
    scans = capture.controllers.count > 1 ? [] : capture.scans
  }

  /// Scans that may have taken so much of a transfer's time.
  ///
  /// A controller may be commanded to scan and not do it while it has a connection: only what it
  /// heard shows that it did. And a scan takes no more of the radio than its window of each
  /// interval; where that is not known, anything is possible.
  ///
  /// - Parameter percent: how much of the time nothing came.
  func scans(
    during transfer: borrowing ReportV1.Transfer, taking percent: Int
  ) -> [ReportV1.Scan] {
    let last = max(transfer.firstFrame, transfer.lastFrame)
    // A device that was heard before and after is assumed to have been heard then.
    guard !scans.isEmpty, heard.overlap(transfer.firstFrame, last) else { return [] }
    let (start, end) = (transfer.startUs, transfer.startUs + transfer.durationUs)
    return scans.filter {
      start < $0.endUs && $0.startUs < end && $0.sharePercent ?? 100 >= percent
    }
  }

  /// Whether a controller may have scanned in a time: where there are several, it is not known.
  func mayHaveScanned(_ start: Int, _ end: Int) -> Bool {
    capture.controllers.count > 1
      || scans.contains { start < $0.endUs && $0.startUs < end }
  }

  /// The `id`s of other connections of the same controller.
  func connections(
    beside connection: borrowing ReportV1.Connection, from start: Int, lasting us: Int
  ) -> [Int] {
    let end = start + us
    let (id, controller) = (connection.id, connection.controller)
    guard start < .max, end > .min else { return [] }
    let beside = times.overlapping(start + 1, end - 1).filter {
      capture.connections[$0].id != id && capture.connections[$0].controller == controller
        && capture.connections[$0].transport != nil
    }
    return beside.map { capture.connections[$0].id }
  }
}

/// Spans of time or frames, looked up for each slow transfer: of either there may be thousands.
private struct Spans {
  /// In the order of their beginnings.
  private var spans: [(first: Int, last: Int, index: Int)] = []
  /// For each the latest end of all up to it.
  private var latest: [Int] = []

  init(_ list: [(first: Int, last: Int)]) {
    spans = list.indices.map { (list[$0].first, list[$0].last, $0) }
    spans.sort { $0.first < $1.first }
    latest.reserveCapacity(spans.count)
    for span in spans { latest.append(max(span.last, latest.last ?? span.last)) }
  }

  func overlap(_ first: Int, _ last: Int) -> Bool {
    let count = begun(by: last)
    return count > 0 && latest[count - 1] >= first
  }

  /// Their indexes in the list, ascending.
  func overlapping(_ first: Int, _ last: Int) -> [Int] {
    var found: [Int] = []
    var index = begun(by: last) - 1
    while index >= 0, latest[index] >= first {
      if spans[index].last >= first { found.append(spans[index].index) }
      index -= 1
    }
    return found.sorted()
  }

  private func begun(by last: Int) -> Int {
    var (low, high) = (0, spans.count)
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].first <= last { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ReportV1.Scan {
  /// Beyond all that happened, if it never ended.
  fileprivate var endUs: Int { durationUs.map { startUs + $0 } ?? .max }
}
