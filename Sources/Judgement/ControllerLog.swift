import Report

/// A time in which a controller, or one of its links, was busy with something that delays data.
package struct BusySpan: Sendable {
  package var start: Int64
  package var end: Int64
  /// The frame with which it began.
  package var frame: Int
  package var cause: ReportV1.SpanCause
  /// The link that it delays; nil for all of the controller.
  package var link: Int?
  /// The command that was pending, where it was one.
  package var opcode: UInt16?

  package init(
    _ cause: ReportV1.SpanCause, of link: Int?, from start: Int64, to end: Int64, frame: Int,
    opcode: UInt16? = nil
  ) {
    self.opcode = opcode
    self.cause = cause
    self.link = link
    self.start = start
    self.end = end
    self.frame = frame
  }
}

/// What one controller was busy with, so that its links can see each other's doings.
package struct ControllerLog: Sendable {
  /// Those that are over, in the order of their ends.
  package private(set) var spans: [BusySpan] = []
  private var open: [(tag: UInt16, span: BusySpan)] = []
  /// Whether any completion was captured: without them it is unknown what is still out.
  var tellsCompletions = false
  private(set) var referee = ControllerReferee()
  /// The last thing that the controller reported.
  private var lastReport = Int64.min

  /// A command that is answered sooner delays nothing that is worth an explanation.
  private static let leastSilence: Int64 = 20_000
  private static let mostOpen = 256
  private static let mostSpans = 1 << 15

  package init() {}

  /// It reported something.
  @inline(__always)
  package mutating func report(at time: Int64) { lastReport = time }

  /// What its host and it owed each other, at the end.
  func breaches(at end: Int64, losses: [UInt32]) -> [BreachFact] {
    referee.finish(at: end, losses: losses, lastReport: lastReport)
  }

  /// A packet of data came from it.
  @inline(__always)
  package mutating func receive(at time: Int64, frame: Int) {
    report(at: time)
    if referee.countsData { referee.receive(at: time, frame: frame) }
  }

  /// A command or an event came. A command that is answered late kept the controller busy.
  package mutating func take(_ row: HCIRow) {
    let command = referee.take(row)
    if row.isOfReset { open = [] }
    guard let command, !row.isOfReset else { return }
    let start = max(command.time, lastReport)
    guard row.time &- start >= Self.leastSilence else { return }
    keep(
      BusySpan(
        .controllerCommand, of: nil, from: start, to: row.time, frame: command.frame,
        opcode: row.code))
  }

  mutating func releaseBreaches() { referee.release() }

  /// Something begins that lasts until `finish`.
  ///
  /// - Parameter tag: sets it apart from others with the same cause.
  package mutating func begin(
    _ cause: ReportV1.SpanCause, _ tag: UInt16 = 0, of link: Int? = nil, at time: Int64, frame: Int
  ) {
    open.removeAll { $0.tag == tag && $0.span.cause == cause && $0.span.link == link }
    guard open.count < Self.mostOpen else { return }
    open.append((tag, BusySpan(cause, of: link, from: time, to: .max, frame: frame)))
  }

  package mutating func finish(
    _ cause: ReportV1.SpanCause, _ tag: UInt16 = 0, of link: Int? = nil, at time: Int64
  ) {
    let index = open.firstIndex {
      $0.tag == tag && $0.span.cause == cause && $0.span.link == link
    }
    guard let index else { return }
    var span = open.remove(at: index).span
    span.end = time
    keep(span)
  }

  package mutating func keep(_ span: BusySpan) {
    guard span.end > span.start else { return }
    if spans.count >= Self.mostSpans { spans.removeFirst(Self.mostSpans / 4) }
    spans.append(span)
  }

  /// The spans that matter to a link in some time, those that last included.
  package func spans(of link: Int, from start: Int64, until end: Int64) -> [BusySpan] {
    // They are in the order in which they ended, but for clocks that step back.
    var first = spans.count
    while first > 0, spans[first - 1].end > start { first -= 1 }
    let lasting = open.map { _, span in
      var span = span
      span.end = max(end, span.start)
      return span
    }
    return (spans[first...] + lasting).filter { $0.link == nil || $0.link == link }
  }

  /// Links have other numbers from now on; what is of none of them is over.
  mutating func follow(_ places: [Int: Int]) {
    spans = spans.compactMap { $0.moved(places) }
    open = open.compactMap { tag, span in span.moved(places).map { (tag, $0) } }
  }
}

extension BusySpan {
  fileprivate func moved(_ places: [Int: Int]) -> BusySpan? {
    guard let link else { return self }
    guard let place = places[link] else { return nil }
    var span = self
    span.link = place
    return span
  }
}
