import Rendering
import Report
import Text

/// An alignment as one HTML file that needs nothing else: the text of the report, and below it the
/// time on the way, the losses and the clocks, drawn over the time of A.
package enum AlignmentPage {
  /// Connections that are drawn: the first ones.
  private static let mostDrawn = 8

  package static func render(
    _ report: AlignmentReport, _ plots: AlignmentPlots, handingTo take: ([UInt8]) -> Void
  ) {
    var page = HTMLWriter()
    let names = [report.a.path, report.b.path].map {
      Name.shortened(PageFrame.fileName($0), to: 60)
    }
    PageFrame.begin(
      title: "\(names[0]) and \(names[1]): bletrace align", isStatic: true, to: &page)
    page.markup("<main>\n<header>\n<p class=\"brand\">bletrace align</p>\n<h1>")
    page.markup("<span class=\"name\">")
    page.text(names[0])
    page.markup("</span> and <span class=\"name\">")
    page.text(names[1])
    page.markup("</span></h1>\n</header>\n<section aria-labelledby=\"report-title\">\n")
    page.markup("<h2 id=\"report-title\">Report</h2>\n")
    var document = AlignmentText.document(report)
    page.write(&document)
    page.markup("</section>\n")
    take(page.take())
    writePlots(report, plots, to: &page)
    PageFrame.end(
      bletrace: report.bletrace,
      "Times in the plots count from the first packet of A, by its clock.",
      isStatic: true, to: &page)
    take(page.take())
  }

  private static func writePlots(
    _ report: AlignmentReport, _ plots: AlignmentPlots, to page: inout HTMLWriter
  ) {
    let drawing = AlignmentDrawing(report, plots)
    page.markup("<section id=\"plots\" aria-labelledby=\"plots-title\">\n")
    page.markup("<h2 id=\"plots-title\">Over time</h2>\n")
    drawing.writeLegend(to: &page)
    for (link, points) in zip(report.links, plots.links).prefix(mostDrawn) {
      drawing.writeLatency(link, points, to: &page)
    }
    let rest = report.links.count - mostDrawn
    if rest > 0 {
      page.markup("<p class=\"quiet\">")
      page.text(
        "\(Quantity.count(rest, "further connection")) \(rest == 1 ? "is" : "are") not drawn.")
      page.markup("</p>\n")
    }
    if drawing.hasClocks {
      page.markup("<h3>How the offset of the clock of B changed, with its bound</h3>\n")
      drawing.writeClocks(to: &page)
    }
    page.markup("</section>\n")
  }
}
