import SystemLibraries
import Text

/// What is around the contents of each page: the head with its policy, styles and scripts. A page
/// is one file that needs nothing else.
package enum PageFrame {
  /// - Parameter isStatic: whether the page has no scripts.
  package static func begin(
    title: String, isStatic: Bool = false, to page: inout HTMLWriter
  ) {
    page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.markup("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    page.markup("base-uri 'none'; form-action 'none'; script-src")
    if isStatic { page.markup(" 'none'") }
    for script in isStatic ? [] : scripts { page.source(hashOf: script) }
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
    page.markup("</head>\n<body>\n")
    TimeShares.writePatterns(to: &page)
  }

  /// After the contents, whose `main` is open.
  ///
  /// - Parameter note: what a reader of the times is to know.
  package static func end(
    bletrace: String, _ note: String, isStatic: Bool = false, to page: inout HTMLWriter
  ) {
    page.markup("</main>\n<footer>\n<p>Made by bletrace ")
    page.text(bletrace)
    page.markup(". This file needs no network. ")
    page.text(note)
    page.markup("</p>\n")
    if isStatic {
      page.markup("</footer>\n</body>\n</html>\n")
      return
    }
    page.markup("<details><summary>Licence of dygraphs, which draws the plots</summary>\n<pre>")
    page.text(String(decoding: PageAssets.chartLicence, as: UTF8.self), keepingLines: true)
    page.markup("</pre></details>\n</footer>\n")
    for script in scripts {
      page.markup("<script>")
      page.append(script)
      page.markup("</script>\n")
    }
    page.markup("</body>\n</html>\n")
  }

  private static let scripts = [
    PageAssets.chartScript, PageAssets.plotsScript, PageAssets.pageScript,
  ]
  private static let styles = [PageAssets.chartStyle, PageAssets.pageStyle]

  /// The last part of a path, or more of them.
  package static func fileName(_ path: String, parts: Int = 1) -> String {
    let names = path.unicodeScalars.split(separator: "/").suffix(parts).map { String($0) }
    return names.isEmpty ? "capture" : names.joined(separator: "/")
  }
}

extension HTMLWriter {
  /// What allows a script or a style by its contents.
  fileprivate mutating func source(hashOf bytes: [UInt8]) {
    markup(" 'sha256-")
    append(Base64.text(of: SHA256.octets(of: bytes.span)))
    markup("'")
  }
}
