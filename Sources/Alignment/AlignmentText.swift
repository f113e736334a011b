import Rendering
import Report
import Text

/// An alignment for people.
package enum AlignmentText {
  private static let mostLost = 12
  private static let mostGaps = 12
  private static let mostLinks = 20
  private static let mostClocks = 8

  package static func render(_ report: AlignmentReport, options: TextOptions) -> [UInt8] {
    var document = Document()
    write(report, to: &document)
    var page = Page(options)
    var text: [UInt8] = []
    page.write(&document) { text += $0 }
    page.handOver { text += $0 }
    return text
  }

  private static func write(_ report: AlignmentReport, to document: inout Document) {
    document.line(StyledText("A: \(report.a.path)"))
    document.line(StyledText("B: \(report.b.path)"))
    document.skip()
    document.heading("Where were data lost?")
    for sentence in report.answer { document.paragraph(StyledText(sentence), indent: 2) }
    document.skip()
    document.heading("Clocks")
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
  }

  private static func line(_ clock: AlignmentReport.Clock) -> String {
    let size = Quantity.duration(us: abs(clock.offsetUs))
    let frames = "A #\(clock.firstFrame) to #\(clock.lastFrame)"
    let way = clock.offsetUs < 0 ? "behind" : "ahead of"
    guard let uncertainty = clock.uncertaintyUs else {
      return "\(frames): B is about \(size) \(way) A; PDUs went one way only, so the time on the "
        + "way is not known"
    }
    let drift = clock.driftPpm.map { ppm in
      let tenths = Int((ppm * 10).rounded())
      let sign = tenths < 0 ? "-" : ""
      return ", drift \(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) ppm"
    }
    let likely = clock.likelyUs.map { "likely within \(Quantity.duration(us: $0)), " } ?? ""
    return "\(frames): B is \(size) \(way) A, \(likely)certainly within "
      + Quantity.duration(us: uncertainty) + (drift ?? "")
      + " (\(Quantity.count(clock.samples, "PDU")) in both)"
  }

  private static func write(
    _ link: AlignmentReport.Link, _ report: AlignmentReport, to document: inout Document
  ) {
    document.skip()
    document.heading("Connection \(link.a) of A is connection \(link.b) of B")
    for (name, way) in [("A to B", link.aToB), ("B to A", link.bToA)] where way.sent > 0 {
      document.item(name, StyledText(line(way)))
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
        "lost",
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
      ? "it is not known where it was made, because \(gap.reason)" : gap.reason
  }

  private static func line(_ way: AlignmentReport.Way) -> String {
    var text = "\(Quantity.count(way.matched)) of \(Quantity.count(way.sent, "PDU")) arrived"
    if way.unrecorded > 0 {
      text += ", and \(Quantity.count(way.unrecorded)) that the capture of the sender lacks"
    }
    if let latency = way.latencyUs, let least = latency.min, let median = latency.p50,
      let most = latency.max
    {
      text +=
        "; on the way \(Quantity.duration(us: least)) to \(Quantity.duration(us: most)), median "
        + Quantity.duration(us: median)
    }
    return text
  }
}
