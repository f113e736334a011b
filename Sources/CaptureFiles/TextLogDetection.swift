import Bytes

/// Looks for a log in text; nil where it has none. Then the source gives its records, and the
/// cursor is before them.
func openTextLog(
  _ source: inout any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor,
  now: (@Sendable () -> TraceTime)?
) throws(CaptureFileError) -> TextLogLayout? {
  var search = TextLogSearch()
  while true {
    let text = window[cursor.position..<cursor.end]
    search.look(text, isLast: cursor.isLast)
    if search.found {
      // By what came up to there alone, however the rest is read.
      guard isMostlyText(text.prefix(search.looked)) else { return nil }
      return beginTextLog(&source, window, &cursor, isBtmon: search.isBtmon, now)
    }
    if text.count >= mostJudged, !isMostlyText(text) { return nil }
    guard !cursor.isLast, !search.isBugreport, text.count < TextLogSearch.most else { return nil }
    try cursor.fill(&window, from: source, text.count + 1)
  }
}

/// What comes over a serial line: Zephyr's monitor, or a log as text. Either may begin anywhere.
func detectSerialLine(
  _ source: inout any ByteSource, _ window: inout [UInt8], _ cursor: inout WindowCursor,
  _ expectation: CaptureExpectation
) throws(CaptureFileError) -> any RecordWalker {
  var search = TextLogSearch()
  // No record of Zephyr's begins before it.
  var undecided = 0
  while true {
    search.look(window[..<cursor.end], isLast: cursor.isLast)
    if search.found {
      return beginTextLog(
        &source, window, &cursor, isBtmon: search.isBtmon, expectation.textNow)
    }
    var isKnown = cursor.isLast || cursor.end > 64 << 10
    while undecided < cursor.end, !isKnown {
      let rest = window.span.extracting(undecided..<cursor.end)
      let verdict = judgeZephyr(rest, isLast: false, enough: 2)
      if case .needs = verdict { break }
      if case .yes = verdict { isKnown = true } else { undecided += 1 }
    }
    if isKnown { return ZephyrWalker(now: expectation.now) }
    try cursor.fill(&window, from: source, cursor.end + 1)
  }
}

private func beginTextLog(
  _ source: inout any ByteSource, _ window: [UInt8], _ cursor: inout WindowCursor, isBtmon: Bool,
  _ now: (@Sendable () -> TraceTime)?
) -> TextLogLayout {
  let log = TextLogSource(
    window[cursor.position..<cursor.end], then: source, isBtmon: isBtmon, now: now)
  source = log
  cursor = WindowCursor()
  return TextLogLayout(source: log)
}

/// A serial line may have brought some octets that are none.
func isMostlyText(_ text: ArraySlice<UInt8>) -> Bool {
  let head = text.prefix(mostJudged)
  return head.count(where: isTextOctet) * 8 >= head.count * 7
}

private let mostJudged = 4096
