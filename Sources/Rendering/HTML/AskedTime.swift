import Report

/// The time between two transfers of a characteristic where this host asked for the second one: no
/// gap, as nothing was to come before the request.
struct AskedTime {
  /// Shorter ones are not seen on the page.
  private static let leastUs = 100_000

  /// Of the marker, or the last value, of the first transfer.
  var frame: Int
  var startUs: Int
  /// The last request in it.
  var askedUs: Int
  var endUs: Int

  static func all(
    of connection: ReportV1.Connection, _ series: CaptureSeries, _ link: CaptureSeries.Link
  ) -> [Self] {
    let requests = link.requests.lazy.filter(\.isOurs).map(\.startUs).sorted()
    guard !requests.isEmpty else { return [] }
    var found: [Self] = []
    var before: [Int: ReportV1.Transfer] = [:]
    for transfer in connection.transfers where transfer.direction == .rx {
      defer { before[transfer.valueHandle] = transfer }
      guard let last = before[transfer.valueHandle] else { continue }
      let frame = last.markerFrame ?? last.lastFrame
      guard let start = series.time(frame), let end = series.time(transfer.firstFrame),
        end &- start >= leastUs, let asked = Self.last(of: requests, before: end), asked > start
      else { continue }
      found.append(Self(frame: frame, startUs: start, askedUs: asked, endUs: end))
    }
    return found
  }

  /// By halves: there may be thousands.
  private static func last(of times: [Int], before end: Int) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < end { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? times[low - 1] : nil
  }
}
