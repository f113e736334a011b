import Rendering
import Report
import Text

/// The plots of an alignment, drawn without a script.
struct AlignmentDrawing {
  private static let width = 960
  private static let left = 96
  private static let right = 944

  private let report: AlignmentReport
  private let time: PlotScale

  init(_ report: AlignmentReport, _ plots: AlignmentPlots) {
    self.report = report
    var times = [0.0, Double(report.a.durationUs ?? 0)]
    for link in plots.links {
      times += (link.aToB + link.bToA).map { Double($0.timeUs) }
    }
    time = PlotScale(times, from: Self.left, to: Self.right)
  }

  // MARK: On the way

  /// - Parameter points: of both ways.
  func writeLatency(
    _ link: AlignmentReport.Link, _ points: AlignmentPlots.Link, to page: inout HTMLWriter
  ) {
    for isForward in [true, false] {
      let (way, course) = isForward ? (link.aToB, points.aToB) : (link.bToA, points.bToA)
      guard !course.isEmpty || way.lostCount > 0 else { continue }
      let ends = WayWords(report, isForward: isForward).name
      let name = report.links.count > 1 ? "connection \(link.a) of A, \(ends)" : ends
      let marked =
        way.lostCount > way.lost.count ? ", of which \(way.lost.count) are marked" : ""
      let lost =
        way.lostCount > 0 ? ", and \(Quantity.count(way.lostCount)) missing\(marked)" : ""
      page.markup("<h3>")
      page.text(
        "\(Wording.sentence(name)): latency of \(Quantity.count(course.count, "PDU"))\(lost)"
      )
      page.markup("</h3>\n")
      let height = way.lost.isEmpty ? 210 : 240
      begin(height, "Latency from \(name), over the time of A", to: &page)
      let scale = PlotScale(course.map { Double($0.us) } + [0], from: 170, to: 12)
      writeAxes(scale, bottom: 176, to: &page)
      write(
        course, scale, isForward ? "<path class=\"tx\" d=\"" : "<path class=\"rx\" d=\"", to: &page)
      for pdu in way.lost { write(pdu, isForward ? "A" : "B", to: &page) }
      page.markup("</svg>\n")
    }
  }

  /// For each column of the drawing, from the least value to the greatest one.
  private func write(
    _ course: [AlignmentPlots.Point], _ scale: PlotScale, _ start: StaticString,
    to page: inout HTMLWriter
  ) {
    var columns: [Int: (low: Int, high: Int)] = [:]
    for point in course {
      let (x, y) = (time(Double(point.timeUs)), scale(Double(point.us)))
      let old = columns[x] ?? (y, y)
      columns[x] = (min(old.low, y), max(old.high, y))
    }
    page.markup(start)
    for (x, column) in columns.sorted(by: { $0.key < $1.key }) {
      page.markup("M")
      page.number(x)
      page.markup(" ")
      page.number(column.low)
      page.markup("V")
      page.number(column.high)
    }
    page.markup("\"/>\n")
  }

  /// A letter for the place, under the axis, at the time when it was sent.
  private func write(_ pdu: AlignmentReport.Lost, _ sender: String, to page: inout HTMLWriter) {
    guard let at = pdu.timeUs else { return }
    let x = time(Double(at))
    page.markup("<g class=\"lost\"><title>")
    page.text("\(sender) #\(pdu.frame), \(pdu.pdu): \(pdu.reason)")
    page.markup("</title><path d=\"M")
    page.number(x)
    page.markup(" 12V212\"/><text x=\"")
    page.number(x)
    page.markup("\" y=\"226\" text-anchor=\"middle\">")
    page.text(Self.places.first { $0.place == pdu.place }?.letter ?? "?")
    page.markup("</text></g>\n")
  }

  /// Where PDUs are lost: the letter in a plot, and what it means.
  private static let places: [(place: AlignmentReport.Place, letter: String, words: String)] = [
    (.senderController, "C", "left in the sender's controller"),
    (.receiver, "R", "acknowledged by the receiver's controller"),
    (.receiverLog, "L", "lost or cut by the receiver's logger, or missed by the sniffer"),
    (.notCovered, "N", "not covered by the receiver's capture"),
    (.undecidable, "?", "place not known"),
  ]

  /// The letters that the plots have, in words.
  func writeLegend(to page: inout HTMLWriter) {
    var used: Set<String> = []
    for link in report.links {
      for way in [link.aToB, link.bToA] { used.formUnion(way.lostByPlace.entries.map(\.key)) }
    }
    let shown = Self.places.filter { used.contains($0.place.rawValue) }
    guard !shown.isEmpty else { return }
    page.markup("<p class=\"quiet\">")
    page.text(
      "Missing PDUs: "
        + shown.map { "\($0.letter) \($0.words)" }.joined(separator: "; ") + ".")
    page.markup("</p>\n")
  }

  // MARK: Clocks

  /// Of PDUs that went one way only the offset has no bound.
  private var pieces: [AlignmentReport.Clock] {
    report.clock.filter { $0.uncertaintyUs != nil }
  }

  var hasClocks: Bool { !pieces.isEmpty }

  func writeClocks(to page: inout HTMLWriter) {
    let pieces = pieces
    begin(210, "Change of the offset of the clock of B, over the time of A", to: &page)
    var values: [Double] = []
    for piece in pieces {
      for end in ends(of: piece) {
        let bound = Double(piece.uncertaintyUs ?? 0)
        values += [end.offset - bound, end.offset + bound]
      }
    }
    let scale = PlotScale(values, from: 170, to: 12)
    writeAxes(scale, bottom: 176, to: &page)
    for piece in pieces {
      let ends = ends(of: piece).map { (x: time($0.time), offset: $0.offset) }
      if let bound = piece.uncertaintyUs.map(Double.init) {
        page.markup("<path class=\"bound\" d=\"M")
        let upper = ends.map { (x: $0.x, y: scale($0.offset + bound)) }
        let lower = ends.reversed().map { (x: $0.x, y: scale($0.offset - bound)) }
        write(upper + lower, to: &page)
        page.markup("Z\"/>\n")
      }
      page.markup("<path class=\"offset\" d=\"M")
      write(ends.map { (x: $0.x, y: scale($0.offset)) }, to: &page)
      page.markup("\"/>\n")
    }
    page.markup("</svg>\n")
  }

  private func write(_ points: [(x: Int, y: Int)], to page: inout HTMLWriter) {
    for (index, point) in points.enumerated() {
      if index > 0 { page.markup("L") }
      page.number(point.x)
      page.markup(" ")
      page.number(point.y)
    }
  }

  /// When a piece begins and ends, and how much more the offset is there than at the beginning of
  /// the first one.
  private func ends(of piece: AlignmentReport.Clock) -> [(time: Double, offset: Double)] {
    let (start, duration) = (Double(piece.startUs), Double(piece.durationUs))
    let offset = Double(piece.offsetUs) - Double(report.clock[0].offsetUs)
    return [
      (start, offset), (start + duration, offset + (piece.driftPpm ?? 0) / 1e6 * duration),
    ]
  }

  // MARK: Axes

  private func begin(_ height: Int, _ title: String, to page: inout HTMLWriter) {
    page.markup("<svg class=\"course\" role=\"img\" viewBox=\"0 0 ")
    page.number(Self.width)
    page.markup(" ")
    page.number(height)
    page.markup("\"><title>")
    page.text(title)
    page.markup("</title>\n")
  }

  private func writeAxes(_ scale: PlotScale, bottom: Int, to page: inout HTMLWriter) {
    for value in scale.ticks(4) {
      let y = scale(value)
      page.markup("<path class=\"axis\" d=\"M")
      page.number(Self.left)
      page.markup(" ")
      page.number(y)
      page.markup("H")
      page.number(Self.right)
      page.markup("\"/><text x=\"")
      page.number(Self.left - 8)
      page.markup("\" y=\"")
      page.number(y + 4)
      page.markup("\" text-anchor=\"end\">")
      page.text(Quantity.duration(us: whole(value)))
      page.markup("</text>\n")
    }
    for value in time.ticks(8) {
      let x = time(value)
      page.markup("<path class=\"axis\" d=\"M")
      page.number(x)
      page.markup(" ")
      page.number(bottom - 4)
      page.markup("v8\"/><text x=\"")
      page.number(x)
      page.markup("\" y=\"")
      page.number(bottom + 18)
      page.markup("\" text-anchor=\"middle\">")
      page.text(Quantity.duration(us: whole(value)))
      page.markup("</text>\n")
    }
  }
}
