import Report
import Text

/// The findings as cards, the gravest first, each with its message word for word.
struct FindingCards {
  private static let mostFrames = 12

  private let report: ReportV1
  /// Captures that have plots: the first ones.
  private let plotted: Int

  init(_ report: ReportV1, plotted: Int) {
    self.report = report
    self.plotted = plotted
  }

  func write(to page: inout HTMLWriter) {
    page.markup("<section id=\"findings\" aria-labelledby=\"findings-title\">\n")
    page.markup("<h2 id=\"findings-title\">")
    page.text(
      report.findings.isEmpty
        ? "No findings" : "Findings: \(FindingsSection.counts(report.findings))")
    page.markup("</h2>\n")
    if report.findings.isEmpty {
      page.markup("<p>No rule found a fault.</p>\n")
    } else {
      page.markup("<ol class=\"cards\">\n")
      writeCards(to: &page)
      page.markup("</ol>\n")
    }
    page.markup("</section>\n")
  }

  private func writeCards(to page: inout HTMLWriter) {
    var room = PageBudget.findings
    var advised: Set<String> = []
    /// How many findings of each capture came before: the script counts them so.
    var counts: [Int: Int] = [:]
    for (index, finding) in report.findings.enumerated() {
      let number = counts[finding.capture, default: 0]
      counts[finding.capture] = number + 1
      var card = HTMLWriter()
      write(finding, number, &advised, to: &card)
      room -= card.bytes.count
      guard room > 0 else {
        page.markup("<li class=\"quiet\">")
        page.text(
          "… and \(Quantity.count(report.findings.count - index)) more (see the JSON report)")
        page.markup("</li>\n")
        return
      }
      page.append(card)
    }
  }

  private func write(
    _ finding: ReportV1.Finding, _ number: Int, _ advised: inout Set<String>,
    to card: inout HTMLWriter
  ) {
    let severity = finding.severity
    switch severity {
    case .error: card.markup("<li class=\"card is-error\"")
    case .warning: card.markup("<li class=\"card is-warning\"")
    case .info: card.markup("<li class=\"card is-info\"")
    }
    card.markup(" id=\"finding-")
    card.number(finding.capture + 1)
    card.markup("-")
    card.number(number + 1)
    card.markup("\">\n<p class=\"message\"><span class=\"severity\">")
    card.text(severity.rawValue)
    card.markup("</span> ")
    card.text(finding.message)
    card.markup("</p>\n")
    // Advice is given once.
    if let advice = finding.advice, advised.insert(advice).inserted {
      card.markup("<p class=\"advice\">")
      card.text(advice)
      card.markup("</p>\n")
    }
    FindingActor.write(finding, to: &card)
    card.markup("<p class=\"origin\">")
    let place =
      finding.capture < plotted ? PlottedFinding(capture: finding.capture, number: number) : nil
    if let place { card.show(place) }
    card.markup("<code>")
    card.breakable(finding.rule)
    card.markup("</code>")
    for text in origin(of: finding) {
      card.markup(" <span>")
      card.text(text)
      card.markup("</span>")
    }
    let frames = finding.frames.prefix(Self.mostFrames)
    for frame in frames {
      card.markup(" ")
      card.frame(frame, Name.frame(frame), of: place)
    }
    let more = finding.frames.count - frames.count
    if more > 0 {
      card.markup(" <span>")
      card.text("and \(more) more")
      card.markup("</span>")
    }
    card.markup("</p>\n")
    writeStalls(of: finding, place, to: &card)
    card.markup("</li>\n")
  }

  /// The stalls that a card names, and one more where there are more.
  static func stalls(
    of finding: ReportV1.Finding, in capture: ReportV1.Capture
  ) -> [ReportV1.Stall] {
    guard finding.traits.contains(.creditStalls) else { return [] }
    var stalls: [ReportV1.Stall] = []
    for index in capture.connections.indexes({ finding.covers($0[$1].id) }) {
      for stall in capture.connections[index].flow.stalls where stall.kind == .credit {
        stalls.append(stall)
        if stalls.count > mostFrames { return stalls }
      }
    }
    return stalls
  }

  /// The finding is one for all stalls of a connection, and its frames are those of the longest.
  private func writeStalls(
    of finding: ReportV1.Finding, _ place: PlottedFinding?, to card: inout HTMLWriter
  ) {
    guard report.captures.indices.contains(finding.capture) else { return }
    let shown = Self.stalls(of: finding, in: report.captures[finding.capture])
    guard shown.count > 1 else { return }
    card.markup("<p class=\"origin\"><span>Stalls:</span>")
    for stall in shown.prefix(Self.mostFrames) {
      card.markup(" ")
      card.frame(
        stall.firstFrame,
        "\(Name.frame(stall.firstFrame)), \(Quantity.duration(us: stall.durationUs))", of: place)
    }
    if shown.count > Self.mostFrames { card.markup(" <span>and more</span>") }
    card.markup("</p>\n")
  }

  private func origin(of finding: ReportV1.Finding) -> [String] {
    var parts: [String] = []
    if report.captures.count > 1, report.captures.indices.contains(finding.capture) {
      parts.append(Name.shortened(report.captures[finding.capture].path, to: 60))
    }
    let connections = finding.covered.sorted()
    if !connections.isEmpty {
      parts.append(
        (connections.count == 1 ? "connection " : "connections ")
          + connections.prefix(8).map(String.init).joined(separator: " ")
          + (connections.count > 8 ? " and \(connections.count - 8) more" : ""))
    }
    return parts
  }
}
