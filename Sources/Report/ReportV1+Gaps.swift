/// What the gaps of a stream or transfer come to.
extension ReportV1.NotificationStream {
  /// How many there were; `nil` where nobody knows.
  package var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }

  /// Whether its values follow one another so evenly that a longer silence stands out: 20 or more,
  /// of which 95 in a hundred follow within twice the median. Of a stream that comes in bursts the
  /// median is now the time within a burst and now the time between two, as it happens.
  package var isSteady: Bool {
    guard count >= 20, let median = gapUs.p50, let most = gapUs.p95 else { return false }
    return most / 2 <= median
  }
}

extension ReportV1.Transfer {
  /// How many there were; `nil` where nobody knows.
  package var countedGaps: Int? { ReportV1.counted(gapCount, gaps) }
}

extension ReportV1 {
  /// A report of an earlier version has the list only, of at most 256.
  fileprivate static func counted(_ count: Int?, _ list: [Gap]) -> Int? {
    count ?? (list.count < 256 ? list.count : nil)
  }
}
