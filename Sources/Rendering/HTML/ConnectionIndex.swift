import Report
import Text

/// Many connections: links to the details of each, which are folded.
enum ConnectionIndex {
  /// More than these are folded.
  static let mostOpen = 3
  private static let mostLinks = 50

  static func write(_ capture: ReportV1.Capture, _ number: Int, to page: inout HTMLWriter) {
    page.markup("<ul class=\"index\">")
    for connection in capture.connections.prefix(mostLinks) {
      page.markup("<li><a href=\"#connection-")
      page.number(number + 1)
      page.markup("-")
      page.number(connection.id)
      page.markup("\">")
      page.text("Connection \(connection.id): \(Name.shortPeer(connection.peer))")
      page.markup("</a></li>\n")
    }
    page.markup("</ul>\n")
  }

  /// The element is closed by who writes what is in it.
  static func begin(
    _ connection: ReportV1.Connection, of number: Int, to page: inout HTMLWriter
  ) {
    page.markup("<details class=\"connection\" id=\"connection-")
    page.number(number + 1)
    page.markup("-")
    page.number(connection.id)
    page.markup("\"><summary>")
    page.text("Connection \(connection.id): \(Name.shortPeer(connection.peer))")
    page.markup("</summary>\n")
  }
}
