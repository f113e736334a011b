/// Some phones leave a file with btsnoop's header and btsnooz records after it. This precedes
/// the walker of btsnoop and looks at the first record only: read as btsnoop it has an absurd
/// length, and only then is it looked at more closely.
struct BtsnoozGuard: RecordWalker {
  private var walker: any RecordWalker

  var format: CaptureFormat { walker.format }
  var linkTypeName: String { walker.linkTypeName }
  var timeOfDayIsKnown: Bool { walker.timeOfDayIsKnown }
  var isPositional: Bool { walker.isPositional }

  init(_ walker: any RecordWalker) {
    self.walker = walker
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    if tally.records == 0, walker.format == .btsnoop, isAbsurd(bytes, cursor) {
      let wanted = 2048
      if cursor.end - cursor.position < wanted, !cursor.isLast { return .needs(wanted) }
      let version = [BtsnoozVersion.one, .two].first { walksAsBtsnooz(bytes, cursor, $0) }
      // What would show when it was made precedes the records, and is not in such a file.
      if let version { walker = BtsnoozWalker(version) }
    }
    return try walker.walk(bytes, &cursor, into: &records, tally: &tally)
  }

  private func isAbsurd(_ bytes: Span<UInt8>, _ cursor: WindowCursor) -> Bool {
    let at = cursor.position
    guard cursor.end - at >= 8 else { return false }
    // Another capture.
    if case .needs = captureHeader(bytes, cursor) { return false }
    if case .header = captureHeader(bytes, cursor) { return false }
    return max(bytes.u32be(at), bytes.u32be(at + 4)) > CaptureLimits.recordLength
  }
}

/// Whether some records on end are btsnooz.
private func walksAsBtsnooz(
  _ bytes: Span<UInt8>, _ cursor: WindowCursor, _ version: BtsnoozVersion
) -> Bool {
  var at = cursor.position
  var records = 0
  while records < 8, at < cursor.end {
    guard let header = BtsnoozHeader(bytes.extracting(at..<cursor.end), version) else { break }
    guard header.kept >= 0, BtsnoozVersion.meaning(ofType: header.type).0 != .unrecognized else {
      return false
    }
    if let original = header.original, original < header.kept { return false }
    at += version.recordHeader + header.kept
    records += 1
  }
  return records >= 3 || (records > 0 && cursor.isLast && at == cursor.end)
}
