import Rendering
import Report
import Text

/// An alignment for people.
package enum AlignmentText {
  private static let mostLost = 12
  private static let mostGaps = 12
  private static let mostLinks = 20
  private static let mostClocks = 8

  package static func render(
    _ report: AlignmentReport, options: TextOptions, handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = document(report)
    page.write(&document, handingTo: take)
    page.handOver(take)
  }

  static func document(_ report: AlignmentReport) -> Document {
    var document = Document()
    document.line(StyledText("A: \(report.a.path)"))
    document.line(StyledText("B: \(report.b.path)"))
    document.skip()
    document.heading("Where was data lost?")
    for sentence in report.answer { document.paragraph(StyledText(sentence), indent: 2) }
    document.skip()
    document.heading("Clocks")
    if report.clock.isEmpty {
      document.line(
        StyledText("not known, as the values repeat and some of them are lost"), indent: 2)
    }
    for clock in report.clock.prefix(mostClocks) {
      document.paragraph(StyledText(line(clock)), indent: 2, hanging: 4)
    }
    if report.clock.count > mostClocks {
      document.more(report.clock.count - mostClocks, "piece", indent: 2)
    }
    for link in report.links.prefix(mostLinks) { write(link, report, to: &document) }
    if report.links.count > mostLinks {
      document.more(report.links.count - mostLinks, "connection")
    }
    let alone = [("A", report.onlyA), ("B", report.onlyB)].filter { !$0.1.isEmpty }
    if !alone.isEmpty { document.skip() }
    for (name, ids) in alone {
      let shown = ids.prefix(10).map(String.init).joined(separator: ", ")
      let more = ids.count > 10 ? " and \(ids.count - 10) more" : ""
      document.paragraph(
        StyledText("Only in \(name): connection \(shown)\(more)"), hanging: 2)
    }
    return document
  }

  private static func line(_ clock: AlignmentReport.Clock) -> String {
    let size = Quantity.duration(us: Int(clamping: clock.offsetUs.magnitude))
    let frames = "Frames #\(clock.firstFrame) to #\(clock.lastFrame) of A"
    let way =
      switch clock.offsetUs {
      case 0: "the clocks agree"
      case ..<0: "B's clock is \(size) behind"
      default: "B's clock is \(size) ahead"
      }
    guard let uncertainty = clock.uncertaintyUs else {
      return "\(frames): \(way), or nearly so; PDUs went one way only, so the latency is not known"
    }
    let likely =
      clock.likelyUs.flatMap { $0 < uncertainty ? $0 : nil }
      .map { "likely within \(Quantity.duration(us: $0)), " } ?? ""
    return "\(frames): \(way), \(likely)certainly within "
      + Quantity.duration(us: uncertainty) + drift(clock)
      + " (\(Quantity.count(clock.samples, "PDU")) in both)"
  }

  /// Empty where the clocks hardly show it.
  private static func drift(_ clock: AlignmentReport.Clock) -> String {
    guard let drift = clock.driftPpm, let bound = clock.driftUncertaintyPpm, bound < 20,
      let ppm = Decimal.shortest(drift, decimals: 1),
      let within = Decimal.shortest((bound * 10).rounded(.up) / 10, decimals: 1)
    else { return "" }
    return ", drift \(ppm) ppm within \(within) ppm"
  }

  private static func write(
    _ link: AlignmentReport.Link, _ report: AlignmentReport, to document: inout Document
  ) {
    document.skip()
    document.heading("Connection \(link.a) of A is connection \(link.b) of B")
    for (isForward, way) in [(true, link.aToB), (false, link.bToA)]
    where way.sent + way.received + way.cut > 0 {
      let words = WayWords(report, isForward: isForward)
      document.item(words.name, StyledText(words.line(way)))
    }
    let mtus = [link.mtuA, link.mtuB].map { $0.map(String.init) ?? "unknown" }
    document.item("MTU", StyledText(mtus[0] == mtus[1] ? mtus[0] : "A \(mtus[0]), B \(mtus[1])"))
    if link.transfersA + link.transfersB > 0 {
      document.item(
        "transfers",
        StyledText(
          "A \(link.transfersA), B \(link.transfersB), \(link.transfersEqual) with the same payload"
        ))
    }
    let lost =
      link.aToB.lost.map { ("A", $0) } + link.bToA.lost.map { ("B", $0) }
    for (name, pdu) in lost.prefix(mostLost) {
      document.item(
        "missing",
        StyledText(
          "\(name) #\(pdu.frame), \(pdu.pdu) of \(Quantity.count(pdu.bytes, "byte")): \(pdu.reason)"
        ))
    }
    let further = link.aToB.lostCount + link.bToA.lostCount - min(lost.count, mostLost)
    if further > 0 { document.more(further, "PDU", indent: 2) }
    for gap in link.gaps.prefix(mostGaps) {
      document.item(
        "gap",
        StyledText(
          "\(gap.receiver.uppercased()) #\(gap.afterFrame) to #\(gap.frame), "
            + "\(Quantity.duration(us: gap.gapUs)): \(words(gap))"))
    }
    let gaps = link.gaps.count + link.gapsOmitted - min(link.gaps.count, mostGaps)
    if gaps > 0 { document.more(gaps, "gap", indent: 2) }
  }

  private static func words(_ gap: AlignmentReport.Gap) -> String {
    gap.place == .undecidable
      ? "the cause is not known, because \(gap.reason)" : gap.reason
  }
}
