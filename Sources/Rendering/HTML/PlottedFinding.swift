/// Where the data of the plots has a finding.
package struct PlottedFinding {
  /// Which of the page's captures, and which of the capture's findings.
  package var capture: Int
  package var number: Int

  package init(capture: Int, number: Int) { (self.capture, self.number) = (capture, number) }
}

extension HTMLWriter {
  package mutating func show(_ finding: PlottedFinding) {
    link("<a class=\"show\"", finding)
    markup(">Show in the plots</a> ")
  }

  /// A frame, as a link where there are plots.
  package mutating func frame(_ frame: Int, _ text: String, of finding: PlottedFinding?) {
    guard let finding else {
      markup("<span>")
      self.text(text)
      return markup("</span>")
    }
    link("<a class=\"frame\"", finding)
    markup(" data-frame=\"")
    number(frame)
    markup("\">")
    self.text(text)
    markup("</a>")
  }

  private mutating func link(_ opening: StaticString, _ finding: PlottedFinding) {
    markup(opening)
    markup(" href=\"#plots\" data-capture=\"")
    number(finding.capture)
    markup("\" data-finding=\"")
    number(finding.number)
    markup("\"")
  }
}
