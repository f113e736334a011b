import Report

/// Whether captures hold the same recording: a copy in another format, or one in which `export
/// --redact` replaced the addresses and names by which devices are matched otherwise.
///
/// Two recordings have no connection that begins and ends at the same microsecond of the same day.
/// A format may have no room for notes of the logger: frames are then numbered from fewer records.
enum Recording {
  static func isOne(_ captures: [ReportV1.Capture]) -> Bool {
    guard let first = captures.first, first.start != nil, first.records > 0,
      first.connections.contains(where: { $0.firstFrame < $0.lastFrame })
    else { return false }
    return captures.dropFirst().allSatisfy { isSame($0, first) }
  }

  private static func isSame(_ one: ReportV1.Capture, _ other: ReportV1.Capture) -> Bool {
    let (more, less) = one.records < other.records ? (other, one) : (one, other)
    return one.start == other.start && one.durationUs == other.durationUs
      && one.connections.count == other.connections.count
      && zip(more.connections, less.connections).allSatisfy {
        isSame($0, $1, without: more.records - less.records)
      }
  }

  /// - Parameter leftOut: records that are in the capture of the first connection only.
  private static func isSame(
    _ one: ReportV1.Connection, _ other: ReportV1.Connection, without leftOut: Int
  ) -> Bool {
    // The more of them were before a frame, the smaller is its number.
    let first = one.firstFrame - other.firstFrame
    let last = one.lastFrame - other.lastFrame
    return 0 <= first && first <= last && last <= leftOut
      && one.startUs == other.startUs && one.endUs == other.endUs && one.handle == other.handle
      && one.transport == other.transport && one.role == other.role
  }
}
