import Report
import Text

/// A capture that a page has plots of.
package struct PlottedCapture {
  package var capture: ReportV1.Capture
  package var plots: CapturePlots
  /// Those of the capture, in the order of the page.
  package var findings: [ReportV1.Finding]

  package init(
    capture: ReportV1.Capture, plots: CapturePlots, findings: [ReportV1.Finding] = []
  ) {
    (self.capture, self.plots, self.findings) = (capture, plots, findings)
  }
}

/// Two connections that are drawn over each other.
package struct PlottedPair {
  package struct Side {
    /// Which of the section's captures it is in.
    package var capture: Int
    package var connection: Int

    package init(capture: Int, connection: Int) {
      (self.capture, self.connection) = (capture, connection)
    }
  }

  package var title: String
  package var base: Side
  package var new: Side

  package init(title: String, base: Side, new: Side) {
    (self.title, self.base, self.new) = (title, base, new)
  }
}

/// The part of a page that a script draws in, with the data that it draws.
package struct PlotSection {
  let captures: [PlottedCapture]
  /// Where two sides are compared: what belongs together.
  let pairs: [PlottedPair]?

  package init(captures: [PlottedCapture], pairs: [PlottedPair]? = nil) {
    (self.captures, self.pairs) = (captures, pairs)
  }

  package func write(to page: inout HTMLWriter) {
    page.markup("<section id=\"plots\" aria-labelledby=\"plots-title\">\n")
    page.markup("<h2 id=\"plots-title\">Over time</h2>\n<div id=\"view\">")
    page.markup("<noscript><p>The plots need JavaScript; the rest of the page does not.</p>")
    page.markup("</noscript></div>\n</section>\n")
    page.markup("<script type=\"application/json\" id=\"data\">")
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.key("captures")
    json.beginArray()
    for part in captures {
      PlotData(
        capture: part.capture, plots: part.plots, findings: part.findings,
        captures: captures.count
      ).write(to: &json)
    }
    json.endArray()
    json.key("pairs")
    if let pairs { write(pairs, to: &json) } else { json.null() }
    writeCauses(to: &json)
    json.endObject()
    json.finish()
    page.data(json.bytes)
    page.markup("</script>\n")
  }

  /// The words, the colour and the pattern of each cause that the plots show.
  private func writeCauses(to json: inout JSONWriter) {
    json.key("causes")
    json.beginObject()
    for words in TimeCauseWords.all {
      guard let plot = words.plot else { continue }
      json.key(named: words.cause.rawValue)
      json.beginArray()
      json.string(plot)
      json.string(words.group.rawValue)
      if let pattern = words.pattern { json.string(pattern.rawValue) } else { json.null() }
      json.endArray()
    }
    json.endObject()
  }

  private func write(_ pairs: [PlottedPair], to json: inout JSONWriter) {
    json.beginArray()
    for pair in pairs {
      json.beginObject()
      json.key("title")
      json.string(Name.shortened(pair.title, to: 100))
      json.key("base")
      write(pair.base, to: &json)
      json.key("new")
      write(pair.new, to: &json)
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ side: PlottedPair.Side, to json: inout JSONWriter) {
    json.beginArray()
    json.int(side.capture)
    json.int(side.connection)
    json.endArray()
  }
}

extension HTMLWriter {
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
