import Report
import Text

/// The report as one HTML file that needs nothing else: the verdict and the findings, then plots
/// that a script draws, then the details. It reads well without the script, too.
package enum ReportPage {
  /// More scans and devices than these are folded.
  private static let mostRadioLines = 24

  /// - Parameters:
  ///   - plots: of the first captures of the report, in their order.
  ///   - budget: what became of the budget that they were checked against.
  package static func render(
    _ report: ReportV1, plots: [CapturePlots], budget: BudgetSummary? = nil,
    expected: BudgetSummary? = nil,
    handingTo take: ([UInt8]) -> Void
  ) {
    let plots = Array(plots.prefix(Swift.min(PageBudget.plottedCaptures, report.captures.count)))
    var page = HTMLWriter()
    PageFrame.begin(title: title(report), to: &page)
    page.markup("<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<main>\n")
    writeSummary(report, budget, expected, to: &page)
    FindingCards(report, plotted: plots.count).write(to: &page)
    take(page.take())
    for (index, capture) in report.captures.enumerated() where index < plots.count {
      let title = report.captures.count == 1 ? nil : capture.path
      TimeShares(capture, title: title).write(to: &page)
    }
    if !plots.isEmpty {
      let parts = zip(plots.indices, report.captures).map { index, capture in
        PlottedCapture(
          capture: capture, plots: plots[index],
          findings: report.findings.filter { $0.capture == index })
      }
      PlotSection(captures: parts).write(to: &page)
    }
    take(page.take())
    writeDetails(report, to: &page)
    PageFrame.end(
      bletrace: report.bletrace, "Times count from the first packet.", to: &page)
    take(page.take())
  }

  private static func title(_ report: ReportV1) -> String {
    guard let first = report.captures.first else { return "bletrace report" }
    let more = report.captures.count - 1
    let name = Name.shortened(PageFrame.fileName(first.path, parts: 2), to: 80)
    return more > 0 ? "\(name) and \(more) more: bletrace" : "\(name): bletrace"
  }

  // MARK: Parts

  private static func writeSummary(
    _ report: ReportV1, _ budget: BudgetSummary?, _ expected: BudgetSummary?,
    to page: inout HTMLWriter
  ) {
    page.markup("<header>\n<p class=\"brand\">bletrace report</p>\n<h1>")
    let first = report.captures.first
    page.text(
      first.map { Name.shortened(PageFrame.fileName($0.path, parts: 2), to: 120) } ?? "No capture")
    if report.captures.count > 1 { page.text(" and \(report.captures.count - 1) more") }
    page.markup("</h1>\n")
    writeHeadline(report, to: &page)
    for error in report.errors {
      page.markup("<p class=\"trouble\"><strong>Not done:</strong> ")
      page.text(Name.shortened(error, to: 500))
      page.markup("</p>\n")
    }
    if let budget {
      write(
        budget,
        "<section id=\"budget\" aria-labelledby=\"budget-title\">\n<h2 id=\"budget-title\">",
        to: &page)
    }
    if let expected {
      write(
        expected,
        "<section id=\"expected\" aria-labelledby=\"expected-title\">\n<h2 id=\"expected-title\">",
        to: &page)
    }
    page.markup("<div class=\"verdict\">\n")
    var document = Document()
    if report.captures.count > 2 {
      CaptureSection.writeSummary(of: report, to: &document)
    }
    for capture in report.captures.prefix(PageBudget.plottedCaptures) {
      CaptureSection.write(capture, isBrief: true, to: &document)
      FullReport.writeVerdict(capture, to: &document)
    }
    page.write(&document)
    page.markup("</div>\n</header>\n")
  }

  /// - Parameter opening: the section and its title.
  private static func write(
    _ summary: BudgetSummary, _ opening: StaticString, to page: inout HTMLWriter
  ) {
    page.markup(opening)
    page.text(summary.title)
    page.markup("</h2>\n")
    var rules = summary.rules
    page.write(&rules)
    page.markup("</section>\n")
  }

  /// `1 error, 2 warnings: credit-stall, notification-gap`
  private static func writeHeadline(_ report: ReportV1, to page: inout HTMLWriter) {
    guard !report.findings.isEmpty else { return }
    page.markup("<p class=\"headline\"><a href=\"#findings\">")
    page.text(FindingsSection.counts(report.findings))
    page.markup("</a>: ")
    var rules: [String] = []
    for finding in report.findings where !rules.contains(finding.rule) {
      rules.append(finding.rule)
      if rules.count > 3 { break }
    }
    for (index, rule) in rules.prefix(3).enumerated() {
      if index > 0 { page.markup(", ") }
      page.markup("<code>")
      page.breakable(rule)
      page.markup("</code>")
    }
    if rules.count > 3 { page.markup(", …") }
    page.markup("</p>\n")
  }

  private static func writeDetails(_ report: ReportV1, to page: inout HTMLWriter) {
    page.markup("<section id=\"details\" aria-labelledby=\"details-title\">\n")
    page.markup("<h2 id=\"details-title\">Details</h2>\n")
    var room = PageBudget.details
    var omitted = 0
    /// - Parameters:
    ///   - folded: the capture and the connection that it is about, where it is one of many.
    ///   - title: of what is folded as it is long.
    @discardableResult func add(
      folded: (capture: Int, connection: ReportV1.Connection)? = nil, title: StaticString? = nil,
      _ write: (inout Document) -> Void
    ) -> Bool {
      var document = Document()
      write(&document)
      var piece = HTMLWriter()
      if let folded { ConnectionIndex.begin(folded.connection, of: folded.capture, to: &piece) }
      if let title {
        piece.markup("<details><summary>")
        piece.markup(title)
        piece.markup("</summary>\n")
      }
      piece.write(&document)
      if folded != nil || title != nil { piece.markup("</details>\n") }
      guard piece.bytes.count <= room else {
        omitted += 1
        return false
      }
      room -= piece.bytes.count
      page.append(piece)
      return true
    }
    for (number, capture) in report.captures.enumerated() {
      if report.captures.count > 1 {
        add { $0.heading(Name.shortened(capture.path, to: 200)) }
      }
      if capture.connections.count > 1 {
        add { ConnectionList(capture).write(limit: 500, to: &$0) }
      }
      let isFolded = capture.connections.count > ConnectionIndex.mostOpen
      if isFolded {
        var index = HTMLWriter()
        ConnectionIndex.write(capture, number, to: &index)
        room -= index.bytes.count
        page.append(index)
      }
      // When some did not fit there is hardly room for others, and each takes time.
      var (tried, refused) = (0, 0)
      for connection in capture.connections.prefix(200) where refused < 5 {
        tried += 1
        let folded = isFolded ? (number, connection) : nil
        let isAdded = add(folded: folded) {
          ConnectionDetails.writeAll(connection, isBrief: true, to: &$0)
        }
        if !isAdded { refused += 1 }
      }
      omitted += capture.connections.count - tried
      let radio = capture.scans.count + capture.advertisers.count
      add(title: radio > mostRadioLines ? "Scans and advertising devices" : nil) {
        writeRadio(capture, to: &$0)
      }
    }
    if omitted > 0 {
      page.markup("<p class=\"quiet\">")
      page.text(
        "\(Quantity.count(omitted, "part")) left out, to keep the page small: see the JSON report, "
          + "or the text report with --full or --connection.")
      page.markup("</p>\n")
    }
    page.markup("</section>\n")
  }

  private static func writeRadio(_ capture: ReportV1.Capture, to document: inout Document) {
    QualitySection.write(capture.qualityReports, limit: 50, to: &document)
    RadioSection.writeScans(capture.scans, limit: 50, to: &document)
    AirStreamSection.write(capture.airStreams, limit: 50, to: &document)
    RadioSection.writeAdvertisers(HeardDevices(capture.advertisers), limit: 100, to: &document)
  }
}
