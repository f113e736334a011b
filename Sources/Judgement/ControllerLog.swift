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
  private var pending: [Pending] = []
  /// Whether any completion was captured: without them it is unknown what is still out.
  var tellsCompletions = false
  package var referee = ControllerReferee()
  /// The last thing that the controller reported.
  private var lastReport = Int64.min

  private struct Pending: Sendable {
    var opcode: UInt16
    var time: Int64
    var frame: Int
  }

  /// A command that is answered sooner delays nothing that is worth an explanation.
  private static let leastSilence: Int64 = 20_000
  private static let mostPending = 16
  private static let mostOpen = 256
  private static let mostSpans = 1 << 15

  package init() {}

  /// It reported something.
  @inline(__always)
  package mutating func report(at time: Int64) { lastReport = time }

  /// A packet of data came from it.
  @inline(__always)
  package mutating func receive(at time: Int64, frame: Int) {
    report(at: time)
    if referee.countsData { referee.receive(at: time, frame: frame) }
  }

  package mutating func command(_ opcode: UInt16, at time: Int64, frame: Int) {
    if pending.count >= Self.mostPending { pending.removeFirst() }
    pending.append(Pending(opcode: opcode, time: time, frame: frame))
  }

  /// A command was answered: by its status, or by its completion.
  package mutating func answer(_ opcode: UInt16, at time: Int64) {
    guard let index = pending.firstIndex(where: { $0.opcode == opcode }) else { return }
    let command = pending.remove(at: index)
    let start = max(command.time, lastReport)
    guard time &- start >= Self.leastSilence else { return }
    keep(
      BusySpan(
        .controllerCommand, of: nil, from: start, to: time, frame: command.frame, opcode: opcode))
  }

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

  /// The controller was reset, or is gone.
  package mutating func reset() {
    open = []
    pending = []
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
