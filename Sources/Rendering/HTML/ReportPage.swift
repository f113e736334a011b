import Report
import SystemLibraries
import Text

/// The report as one HTML file that needs nothing else: the verdict and the findings, then plots
/// that a script draws, then the details. It reads well without the script, too.
package enum ReportPage {
  /// - Parameters:
  ///   - plots: of the first captures of the report, in their order.
  ///   - budget: what became of the budget that they were checked against.
  package static func render(
    _ report: ReportV1, plots: [CapturePlots], budget: BudgetSummary? = nil,
    handingTo take: ([UInt8]) -> Void
  ) {
    let plots = Array(plots.prefix(Swift.min(PageBudget.plottedCaptures, report.captures.count)))
    var page = HTMLWriter()
    writeHead(title: title(report), to: &page)
    page.markup("<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n<main>\n")
    writeSummary(report, budget, to: &page)
    FindingCards(report, plotted: plots.count).write(to: &page)
    take(page.take())
    for (index, capture) in report.captures.enumerated() where index < plots.count {
      TimeShares(capture, isAlone: report.captures.count == 1).write(to: &page)
    }
    if !plots.isEmpty { writePlots(report, plots, to: &page) }
    take(page.take())
    writeDetails(report, to: &page)
    page.markup("</main>\n")
    writeFooter(report, to: &page)
    writeScripts(to: &page)
    page.markup("</body>\n</html>\n")
    take(page.take())
  }

  private static func title(_ report: ReportV1) -> String {
    guard let first = report.captures.first else { return "bletrace report" }
    let more = report.captures.count - 1
    let name = Name.shortened(fileName(first.path), to: 80)
    return more > 0 ? "\(name) and \(more) more: bletrace" : "\(name): bletrace"
  }

  private static func fileName(_ path: String) -> String {
    path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "capture"
  }

  // MARK: Head

  private static func writeHead(title: String, to page: inout HTMLWriter) {
    page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    page.markup("base-uri 'none'; form-action 'none'; script-src")
    for script in scripts { page.source(hashOf: script) }
    page.markup("; style-src")
    for style in styles { page.source(hashOf: style) }
    page.markup("\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    page.text(title)
    page.markup("</title>\n")
    for style in styles {
      page.markup("<style>")
      page.append(style)
      page.markup("</style>\n")
    }
    page.markup("</head>\n")
  }

  private static let scripts = [
    PageAssets.chartScript, PageAssets.plotsScript, PageAssets.pageScript,
  ]
  private static let styles = [PageAssets.chartStyle, PageAssets.pageStyle]

  private static func writeScripts(to page: inout HTMLWriter) {
    for script in scripts {
      page.markup("<script>")
      page.append(script)
      page.markup("</script>\n")
    }
  }

  // MARK: Parts

  private static func writeSummary(
    _ report: ReportV1, _ budget: BudgetSummary?, to page: inout HTMLWriter
  ) {
    page.markup("<header>\n<p class=\"brand\">bletrace report</p>\n<h1>")
    let first = report.captures.first
    page.text(first.map { Name.shortened(fileName($0.path), to: 120) } ?? "No capture")
    if report.captures.count > 1 { page.text(" and \(report.captures.count - 1) more") }
    page.markup("</h1>\n")
    for error in report.errors {
      page.markup("<p class=\"trouble\"><strong>Not done:</strong> ")
      page.text(Name.shortened(error, to: 500))
      page.markup("</p>\n")
    }
    if let budget {
      page.markup("<section id=\"budget\" aria-labelledby=\"budget-title\">\n")
      page.markup("<h2 id=\"budget-title\">")
      page.text(budget.title)
      page.markup("</h2>\n")
      var rules = budget.rules
      page.write(&rules)
      page.markup("</section>\n")
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

  private static func writePlots(
    _ report: ReportV1, _ plots: [CapturePlots], to page: inout HTMLWriter
  ) {
    page.markup("<section id=\"plots\" aria-labelledby=\"plots-title\">\n")
    page.markup("<h2 id=\"plots-title\">Over time</h2>\n<div id=\"view\">")
    page.markup("<noscript><p>The plots need JavaScript; the rest of the page does not.</p>")
    page.markup("</noscript></div>\n</section>\n")
    page.markup("<script type=\"application/json\" id=\"data\">")
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.key("captures")
    json.beginArray()
    for (index, capture) in zip(plots.indices, report.captures) {
      PlotData(
        capture: capture, plots: plots[index],
        findings: report.findings.filter { $0.capture == index }, captures: plots.count
      ).write(to: &json)
    }
    json.endArray()
    json.endObject()
    json.finish()
    page.data(json.bytes)
    page.markup("</script>\n")
  }

  private static func writeDetails(_ report: ReportV1, to page: inout HTMLWriter) {
    page.markup("<section id=\"details\" aria-labelledby=\"details-title\">\n")
    page.markup("<h2 id=\"details-title\">Details</h2>\n")
    var room = PageBudget.details
    var omitted = 0
    @discardableResult func add(_ write: (inout Document) -> Void) -> Bool {
      var document = Document()
      write(&document)
      var piece = HTMLWriter()
      piece.write(&document)
      guard piece.bytes.count <= room else {
        omitted += 1
        return false
      }
      room -= piece.bytes.count
      page.append(piece)
      return true
    }
    for capture in report.captures {
      if report.captures.count > 1 {
        add { $0.heading(Name.shortened(capture.path, to: 200)) }
      }
      if capture.connections.count > 1 {
        add { ConnectionList(capture).write(limit: 500, to: &$0) }
      }
      // When some did not fit there is hardly room for others, and each takes time.
      var (tried, refused) = (0, 0)
      for connection in capture.connections.prefix(200) where refused < 5 {
        tried += 1
        if !add({ ConnectionDetails.writeAll(connection, isBrief: true, to: &$0) }) { refused += 1 }
      }
      omitted += capture.connections.count - tried
      add { writeRadio(capture, to: &$0) }
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
    RadioSection.writeAdvertisers(HeardDevices(capture.advertisers), limit: 100, to: &document)
  }

  private static func writeFooter(_ report: ReportV1, to page: inout HTMLWriter) {
    page.markup("<footer>\n<p>Made by bletrace ")
    page.text(report.bletrace)
    page.markup(". This file needs no network. Times count from the first packet.</p>\n")
    page.markup("<details><summary>Licence of dygraphs, which draws the plots</summary>\n<pre>")
    page.text(String(decoding: PageAssets.chartLicence, as: UTF8.self), keepingLines: true)
    page.markup("</pre></details>\n</footer>\n")
  }
}

extension HTMLWriter {
  /// What allows a script or a style by its contents.
  fileprivate mutating func source(hashOf bytes: [UInt8]) {
    markup(" 'sha256-")
    append(Base64.text(of: SHA256.octets(of: bytes.span)))
    markup("'")
  }

  /// JSON inside a script element: what could end the element or begin a comment stands in strings
  /// alone, and is written by its code.
  fileprivate mutating func data(_ json: [UInt8]) {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + 256)
    for octet in json {
      switch octet {
      case UInt8(ascii: "<"): escaped += "\\u003C".utf8
      case UInt8(ascii: ">"): escaped += "\\u003E".utf8
      case UInt8(ascii: "&"): escaped += "\\u0026".utf8
      default: escaped.append(octet)
      }
    }
    append(escaped)
  }
}
