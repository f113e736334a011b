import Report

/// Whether captures hold the same recording: a copy in another format, or one in which `export
/// --redact` replaced the addresses and names by which devices are matched otherwise.
///
/// Two recordings have no connection whose records all lie equally in the file and begin and end at
/// the same microsecond of the same day.
enum Recording {
  static func isOne(_ captures: [ReportV1.Capture]) -> Bool {
    guard let first = captures.first, first.start != nil, first.records > 0,
      first.connections.contains(where: { $0.firstFrame < $0.lastFrame })
    else { return false }
    return captures.dropFirst().allSatisfy { isSame($0, first) }
  }

  private static func isSame(_ one: ReportV1.Capture, _ other: ReportV1.Capture) -> Bool {
    one.start == other.start && one.durationUs == other.durationUs
      && one.records == other.records && one.connections.count == other.connections.count
      && zip(one.connections, other.connections).allSatisfy(isSame)
  }

  private static func isSame(_ one: ReportV1.Connection, _ other: ReportV1.Connection) -> Bool {
    one.firstFrame == other.firstFrame && one.lastFrame == other.lastFrame
      && one.startUs == other.startUs && one.endUs == other.endUs && one.handle == other.handle
      && one.transport == other.transport && one.role == other.role
  }
}
