import Bytes

/// A stream of a serial line, Zephyr's monitor or ESP-IDF's log; nil for neither. It may begin
/// anywhere in it, as a line is joined when it is joined: the offset where three records follow
/// each other is looked for in the first octets.
func serialStream(
  _ source: any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor,
  now: (@Sendable () -> TraceTime)?
) throws(CaptureFileError) -> (any RecordWalker)? {
  var index = 0
  // What comes first is what it is, a log as text or this, however much of it is at hand.
  var search = TextLogSearch()
  var effort = ESPLogFrame.Effort()
  while index < 2048 {
    search.look(window[..<index], isLast: false)
    if search.found, isMostlyText(window[..<search.looked]) { return nil }
    if index >= cursor.end {
      try cursor.fill(&window, from: source, index + 1)
      if index >= cursor.end { return nil }
    }
    switch judgeZephyr(
      window.span.extracting(index..<cursor.end), isLast: cursor.isLast, enough: 3)
    {
    case .yes: return ZephyrWalker(now: now)
    case .no:
      if let era = try espLogEra(source, &window, &cursor, at: index, search, &effort) {
        return ESPLogWalker(era, now: now)
      }
      index += 1
    case .needs(let count): try cursor.fill(&window, from: source, index + count)
    }
  }
  return nil
}

/// Whether so many records follow each other from the first octet on; of the last octets, as many
/// as there are.
///
/// A longer record than any note is not believed here, so that noise cannot make a slow line wait.
func judgeZephyr(_ bytes: Span<UInt8>, isLast: Bool, enough: Int) -> DetectionVerdict {
  let longest = ZephyrRecord.longestNote
  var at = 0
  for _ in 0..<enough {
    switch ZephyrRecord.look(bytes.extracting(at...)) {
    case .no: return .no
    case .needs(let count): return isLast ? (at > 0 ? .yes : .no) : .needs(at + count)
    case .record(let record):
      guard record.ticks != nil, record.length <= longest else { return .no }
      at += record.length
      if at > bytes.count { return isLast ? .yes : .needs(at) }
    }
  }
  return .yes
}
