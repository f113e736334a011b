import Bytes
import CaptureFiles
import Rendering
import Report
import Text

/// Sorts the lines of a text log to the captures in whose time they fall.
struct LogMerge {
  /// Octets of a line that are kept.
  static let longestLine = 1000
  /// Lines without a time that are kept with the line before them.
  static let mostFollowing = 50
  /// Lines that are kept of a capture.
  static let mostLines = 100_000
  /// Octets of all lines that are kept.
  static let mostText = 64 << 20
  static let mostCaptures = 64
  private static let day: Int64 = 86_400_000_000

  /// When a capture begins and ends, in microseconds since 1970.
  private struct Window {
    var start: Int64
    var end: Int64
  }

  private let windows: [Window?]
  private let offset: Int64
  private(set) var logs: [MergedLog]
  /// Of each capture: the line to which lines without a time belong.
  private var isOpen: [Bool]
  private var text = 0
  /// The time of the line before, for lines that name no date.
  private var last: Int64?
  /// The day that the log itself names: nRF Connect does in its first line.
  private var date: Int64?
  /// Lines that have a time.
  private(set) var timed = 0
  private(set) var range: ClosedRange<Int64>?

  init(_ captures: [ReportV1.Capture], path: String, offset: Int64) {
    self.offset = offset
    windows = captures.map { capture in
      capture.start.flatMap { TraceTime(iso8601: $0) }.map {
        Window(
          start: $0.microseconds, end: $0.microseconds &+ Int64(capture.durationUs ?? 0))
      }
    }
    logs = captures.map { _ in
      var log = MergedLog()
      log.path = path
      log.offsetUs = Int(offset)
      return log
    }
    isOpen = captures.map { _ in false }
  }

  /// - Parameter line: without its end; of a long one the beginning.
  mutating func add(_ line: [UInt8]) {
    guard let stamp = LogStamp(line) else {
      noteDate(line)
      for index in logs.indices where isOpen[index] { append(line, to: index) }
      return
    }
    timed += 1
    let (time, isZoneAssumed, isDateAssumed) = moment(stamp)
    last = time
    let shifted = time &+ offset
    range =
      range.map { min($0.lowerBound, shifted)...max($0.upperBound, shifted) }
      ?? shifted...shifted
    for index in logs.indices {
      isOpen[index] = false
      guard let window = windows[index] else { continue }
      if shifted < window.start {
        logs[index].before += 1
      } else if shifted > window.end {
        logs[index].after += 1
      } else if logs[index].lines.count < Self.mostLines, text < Self.mostText {
        logs[index].assumesZone = logs[index].assumesZone || isZoneAssumed
        logs[index].assumesDate = logs[index].assumesDate || isDateAssumed
        logs[index].lines.append(
          MergedLog.Line(timeUs: Int(shifted - window.start), text: kept(line)))
        isOpen[index] = true
      } else {
        logs[index].omitted += 1
      }
    }
  }

  private mutating func append(_ line: [UInt8], to index: Int) {
    let last = logs[index].lines.count - 1
    guard !line.isEmpty, text < Self.mostText else { return }
    let count = logs[index].lines[last].texts.count
    if count <= Self.mostFollowing {
      logs[index].lines[last].texts.append(count == Self.mostFollowing ? "…" : kept(line))
    }
  }

  private mutating func kept(_ line: [UInt8]) -> String {
    text += min(line.count, Self.longestLine) + 64
    let line = line.map { $0 == UInt8(ascii: "\t") ? UInt8(ascii: " ") : $0 }
    let whole = line.wholeCharacters(upTo: Self.longestLine)
    return String(decoding: whole, as: UTF8.self) + (whole.count < line.count ? "…" : "")
  }

  /// Puts the lines into the order of their times, where a logger did not.
  mutating func finish() {
    for index in logs.indices {
      let lines = logs[index].lines
      let order = lines.indices.sorted { (lines[$0].timeUs, $0) < (lines[$1].timeUs, $1) }
      logs[index].lines = order.map { lines[$0] }
    }
  }

  // MARK: Times

  private var reference: Int64 {
    last ?? (windows.lazy.compactMap { $0 }.first?.start ?? 0) - offset
  }

  private func moment(_ stamp: LogStamp) -> (Int64, isZoneAssumed: Bool, isDateAssumed: Bool) {
    switch stamp {
    case .exact(let time): return (time, false, false)
    case .local(let time): return (time, true, false)
    case .yearless(let month, let day, let time):
      let reference = reference
      let year = TraceTime(microseconds: reference).year
      let found = (year - 1...year + 1).compactMap { year in
        days(toYear: year, month: month, day: day).map { $0 * Self.day + time }
      }.min { ($0 - reference).magnitude < ($1 - reference).magnitude }
      return (found ?? reference, true, true)
    case .timeOfDay(let time):
      let reference = last == nil ? date.map { $0 * Self.day + time } ?? reference : reference
      let today = (reference - (reference % Self.day + Self.day) % Self.day) + time
      let found = [today - Self.day, today, today + Self.day].min {
        ($0 - reference).magnitude < ($1 - reference).magnitude
      }
      return (found ?? today, true, date == nil)
    }
  }

  /// `nRF Connect, 2024-01-15`
  private mutating func noteDate(_ line: [UInt8]) {
    guard date == nil, timed == 0, line.count < 200,
      let comma = line.lastIndex(of: UInt8(ascii: ","))
    else { return }
    var cursor = StampCursor(Array(line[(comma + 1)...]))
    _ = cursor.skip(" ")
    guard let year = cursor.number(4), cursor.skip("-"), let month = cursor.number(2),
      cursor.skip("-"), let day = cursor.number(2)
    else { return }
    date = days(toYear: year, month: month, day: day)
  }
}

extension Invocation {
  /// Looks at the log before the captures are read, so that a mistake shows at once. What can be
  /// read only once is read with them.
  func check(log file: Argument, for captures: Int) throws(CommandFailure) {
    try check(captures: captures)
    guard !file.isStandardInput else { return }
    do throws(SystemError) {
      guard try POSIX.status(file.bytes).kind != .other else { return }
    } catch {
      throw CommandFailure(file, error)
    }
    var isTimed = false
    try lines(of: file) { line in
      isTimed = LogStamp(line) != nil
      return !isTimed
    }
    if !isTimed { throw Self.withoutTimes(file) }
  }

  private func check(captures: Int) throws(CommandFailure) {
    guard captures <= LogMerge.mostCaptures else {
      throw CommandFailure("a log can be merged with at most \(LogMerge.mostCaptures) captures")
    }
  }

  private static func withoutTimes(_ file: Argument) -> CommandFailure {
    CommandFailure("\(file.asInput.text): no line begins with a time")
  }

  /// Reads the log, and says what cannot be merged.
  func mergedLogs(
    _ file: Argument, offset: Int64, _ captures: [ReportV1.Capture]
  ) throws(CommandFailure) -> [Int: MergedLog] {
    try check(captures: captures.count)
    for capture in captures where capture.start == nil {
      complain("\(capture.path): has no time of day, so no log can be merged with it")
    }
    var merge = LogMerge(captures, path: file.text, offset: offset)
    try lines(of: file) {
      merge.add($0)
      return true
    }
    merge.finish()
    if merge.timed == 0 { throw Self.withoutTimes(file) }
    if let range = merge.range, merge.logs.allSatisfy(\.lines.isEmpty),
      captures.contains(where: { $0.start != nil })
    {
      let (from, to) = (
        TraceTime(microseconds: range.lowerBound).iso8601,
        TraceTime(microseconds: range.upperBound).iso8601
      )
      complain(
        "\(file.asInput.text): no line has a time within a capture: the lines are from \(from) to "
          + "\(to); --log-offset shifts them")
    }
    return Dictionary(uniqueKeysWithValues: merge.logs.enumerated().map { ($0.offset, $0.element) })
  }

  /// The lines of a file, one after the other; of a long one the beginning.
  ///
  /// - Parameter take: answers whether to go on.
  private func lines(of file: Argument, _ take: ([UInt8]) -> Bool) throws(CommandFailure) {
    let (descriptor, _) = try open(file)
    defer {
      if !file.isStandardInput { try? POSIX.close(descriptor) }
    }
    var lines = LineReader(
      FileDescriptorSource(descriptor: descriptor), longest: LogMerge.longestLine + 1)
    do {
      while let line = try lines.next() {
        let isCut = line.octets.last == UInt8(ascii: "\r")
        guard take(isCut ? line.octets.dropLast() : line.octets) else { return }
      }
    } catch {
      throw CommandFailure("\(file.asInput.text): \(error.message)")
    }
  }
}
