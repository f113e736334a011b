import Bytes
import Report

/// A stretch of a link's time in one direction with one cause.
package struct TimeSpan: Hashable, Sendable {
  package var start: Int64
  package var end: Int64
  package var cause: ReportV1.SpanCause
  /// The frames do not show it; it follows from what is usual.
  package var isInferred: Bool
  /// The frame with which it begins.
  package var frame: UInt32

  package init(
    _ start: Int64, _ end: Int64, _ cause: ReportV1.SpanCause, inferred isInferred: Bool = false,
    frame: UInt32
  ) {
    self.start = start
    self.end = end
    self.cause = cause
    self.isInferred = isInferred
    self.frame = frame
  }
}

/// Where the time of one direction of a link went: spans one after the other, without holes.
package struct TimeLine: Sendable {
  package private(set) var spans: [TimeSpan] = []

  mutating func add(_ span: TimeSpan) {
    guard span.end > span.start else { return }
    guard let last = spans.indices.last, spans[last].end == span.start,
      spans[last].cause == span.cause, spans[last].isInferred == span.isInferred,
      span.cause.isJoined
    else { return spans.append(span) }
    spans[last].end = span.end
  }

  mutating func clear() { spans.removeAll(keepingCapacity: true) }

  /// Everything from a moment on has one cause: what is seen only at the end.
  mutating func replace(from start: Int64, by cause: ReportV1.SpanCause, frame: UInt32) {
    guard let end = spans.last?.end, end > start else { return }
    while let last = spans.last, last.start >= start { spans.removeLast() }
    if let last = spans.indices.last { spans[last].end = min(spans[last].end, start) }
    let begin = spans.last?.end ?? start
    spans.append(TimeSpan(begin, end, cause, frame: frame))
  }

  /// The time of some causes is unexplained.
  mutating func forget(_ causes: Set<ReportV1.SpanCause>) {
    var changed = Self()
    for var span in spans {
      if causes.contains(span.cause) { (span.cause, span.isInferred) = (.unexplained, false) }
      changed.add(span)
    }
    self = changed
  }

  /// Part of the time has another cause than it seemed: what is known only when all is.
  mutating func recast(
    _ cause: ReportV1.SpanCause, as other: ReportV1.SpanCause, from start: Int64, to end: Int64
  ) {
    let first = index(after: start)
    var changed = Self()
    var last = first
    while last < spans.count, spans[last].start < end {
      let span = spans[last]
      last += 1
      guard span.cause == cause else {
        changed.add(span)
        continue
      }
      var (before, inside, after) = (span, span, span)
      before.end = max(span.start, start)
      inside.start = before.end
      inside.end = min(span.end, end)
      after.start = inside.end
      (inside.cause, inside.isInferred) = (other, true)
      changed.add(before)
      changed.add(inside)
      changed.add(after)
    }
    spans.replaceSubrange(first..<last, with: changed.spans)
  }

  /// The first span that ends after a moment.
  private func index(after time: Int64) -> Int { spans.partitionPoint(where: { $0.end > time }) }

  /// Makes room: in each block of spans those of one cause become one, one cause after the other.
  /// What lasts how long stays exact for each stretch of whole blocks.
  mutating func coarsen(block: Int) {
    var coarse: [TimeSpan] = []
    for start in stride(from: 0, to: spans.count, by: block) {
      let part = spans[start..<min(start + block, spans.count)]
      var time = part[start].start
      for cause in ReportV1.SpanCause.allCases {
        for isInferred in [false, true] {
          let same = part.filter { $0.cause == cause && $0.isInferred == isInferred }
          guard let longest = same.max(by: { $0.end &- $0.start < $1.end &- $1.start })
          else { continue }
          var span = longest
          span.start = time
          span.end = same.reduce(time) { $0 &+ $1.end &- $1.start }
          coarse.append(span)
          time = span.end
        }
      }
    }
    spans = coarse
  }

  /// The shares of a stretch, in the order of the causes. They add up to its length, where the
  /// line covers it.
  package func shares(from start: Int64, to end: Int64) -> [ReportV1.CauseShare] {
    guard end > start else { return [] }
    var sums: [CauseSum] = []
    var low = index(after: start)
    while low < spans.count, spans[low].start < end {
      let length = min(spans[low].end, end) &- max(spans[low].start, start)
      let cause = spans[low].cause
      let known = sums.firstIndex { $0.cause == cause }
      if known == nil { sums.append(CauseSum(cause)) }
      sums[known ?? sums.count - 1].add(
        length, isInferred: spans[low].isInferred, Int(spans[low].frame))
      low += 1
    }
    if sums.count > 1 { sums.sort { $0.cause.place < $1.cause.place } }
    return sums.map(\.share)
  }
}

private struct CauseSum {
  let cause: ReportV1.SpanCause
  private(set) var microseconds: Int64 = 0
  private var inferred: Int64 = 0
  private var longest: [(length: Int64, frame: Int)] = []

  private static let kept = 5

  init(_ cause: ReportV1.SpanCause) { self.cause = cause }

  mutating func add(_ length: Int64, isInferred: Bool, _ frame: Int) {
    microseconds &+= length
    if isInferred { inferred &+= length }
    guard longest.count < Self.kept || length > longest[longest.count - 1].length else { return }
    let place = longest.firstIndex { $0.length < length } ?? longest.count
    longest.insert((length, frame), at: place)
    if longest.count > Self.kept { longest.removeLast() }
  }

  var share: ReportV1.CauseShare {
    ReportV1.CauseShare {
      $0.cause = cause
      $0.us = Int(reported: microseconds)
      $0.inferredUs = Int(reported: inferred)
      $0.frames = longest.map(\.frame).sorted()
      for index in $0.frames.indices.dropFirst().reversed()
      where $0.frames[index] == $0.frames[index - 1] {
        $0.frames.remove(at: index)
      }
    }
  }
}

extension ReportV1.SpanCause {
  /// Its place in the closed list.
  fileprivate var place: Int { Self.places[self] ?? 0 }

  private static let places = Dictionary(
    uniqueKeysWithValues: Self.allCases.enumerated().map { ($1, $0) })

  /// Whether spans of it that touch are one: nothing is to be said of a single one.
  fileprivate var isJoined: Bool {
    switch self {
    case .connectionEvents, .sender, .silenceBeforeLoss, .air, .unexplained: true
    default: false
    }
  }
}
