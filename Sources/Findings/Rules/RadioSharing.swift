import Report

/// What else used the radio of a controller while a transfer was under way, as far as it can have
/// cost it something.
struct RadioSharing {
  private let capture: ReportV1.Capture
  /// The report does not say which controller scans: where there are several, nothing is said.
  private let scans: [ReportV1.Scan]
  private let heard: HeardFrames

  init(_ capture: ReportV1.Capture) {
    self.capture = capture
    scans = capture.controllers.count > 1 ? [] : capture.scans
    heard = HeardFrames(scans.isEmpty ? [] : capture.advertisers)
  }

  /// Scans that may have taken so much of a transfer's time.
  ///
  /// A controller may be told to scan and not do it while it has a connection: only what it heard
  /// shows that it did. And a scan takes no more of the radio than its window of each interval; where
  /// that is not known, anything is possible.
  ///
  /// - Parameter percent: how much of the time nothing came.
  func scans(
    during transfer: borrowing ReportV1.Transfer, taking percent: Int
  ) -> [ReportV1.Scan] {
    let frames = transfer.firstFrame...max(transfer.firstFrame, transfer.lastFrame)
    guard !scans.isEmpty, heard.contains(frames) else { return [] }
    let (start, end) = (transfer.startUs, transfer.startUs.plus(transfer.durationUs))
    return scans.filter {
      start < $0.endUs && $0.startUs < end && $0.sharePercent ?? 100 >= percent
    }
  }

  /// The `id`s of other connections of the same controller.
  func connections(
    beside connection: borrowing ReportV1.Connection, during transfer: borrowing ReportV1.Transfer
  ) -> [Int] {
    let (start, end) = (transfer.startUs, transfer.startUs.plus(transfer.durationUs))
    let (id, controller) = (connection.id, connection.controller)
    var found: [Int] = []
    // By place: a connection taken out of the list is a copy, and there may be ten thousand.
    for place in capture.connections.indices
    where capture.connections[place].id != id
      && capture.connections[place].controller == controller
      && capture.connections[place].transport != nil
      && start < capture.connections[place].endUs && capture.connections[place].startUs < end
    {
      found.append(capture.connections[place].id)
    }
    return found
  }

  /// `a scan (12 % of the time)`, `2 scans (12 to 50 % of the time)`.
  static func name(_ scans: [ReportV1.Scan]) -> String {
    let noun = scans.count == 1 ? "a scan" : "\(scans.count) scans"
    let shares = scans.compactMap(\.sharePercent)
    guard shares.count == scans.count, let least = shares.min(), let most = shares.max() else {
      return "\(noun) (for how much of the time is not known)"
    }
    return "\(noun) (\(least == most ? "" : "\(least) to ")\(most) % of the time)"
  }
}

/// Whether anybody was heard between two frames: looked up for each slow transfer, of which there may
/// be thousands, as there may be devices.
private struct HeardFrames {
  /// When each device was heard first, ascending; and the last that was heard of it or one before.
  private var firsts: [Int] = []
  private var lasts: [Int] = []

  init(_ advertisers: [ReportV1.Advertiser]) {
    let spans = advertisers.indices.map {
      (first: advertisers[$0].firstFrame, last: advertisers[$0].lastFrame)
    }
    for span in spans.sorted(by: { $0.first < $1.first }) {
      firsts.append(span.first)
      lasts.append(max(span.last, lasts.last ?? span.last))
    }
  }

  /// Of a device that was heard before and after, it is assumed.
  func contains(_ frames: ClosedRange<Int>) -> Bool {
    var (low, high) = (0, firsts.count)
    while low < high {
      let middle = (low + high) / 2
      if firsts[middle] <= frames.upperBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && lasts[low - 1] >= frames.lowerBound
  }
}

extension ReportV1.Scan {
  /// Of one that never ended: beyond all that happened.
  fileprivate var endUs: Int { durationUs.map { startUs.plus($0) } ?? .max }
}
