import Text

/// Writes HTML. Markup is what the program's own source says; everything else is text, and is
/// escaped, so that no name can become markup.
package struct HTMLWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func markup(_ markup: StaticString) { bytes += markup.description.utf8 }

  /// A number inside markup, such as an attribute's value.
  package mutating func number(_ value: Int) { bytes += value.description.utf8 }

  /// A part of a whole, to a hundredth of a percent.
  package mutating func percent(_ part: Int, of whole: Int) {
    let share = whole > 0 ? Swift.min(Swift.max(Double(part) / Double(whole), 0), 1) : 0
    let hundredths = Int(share * 10_000 + 0.5)
    let rest = hundredths % 100
    bytes += "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)%".utf8
  }

  /// Text, also inside an attribute's value in double quotes. What would act on the text around it,
  /// or cannot be seen, is shown by its code.
  ///
  /// - Parameter keepingLines: of a text of our own: its line breaks stay.
  package mutating func text(_ text: String, keepingLines: Bool = false) {
    let shown = (keepingLines ? text : Printable.escape(text, unicode: true)).utf8
    guard shown.contains(where: Self.isMark) else {
      bytes += shown
      return
    }
    for octet in shown {
      switch octet {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(octet)
      }
    }
  }

  /// A name of our own, such as of a rule: it may break behind `_` and `.`, and before a capital.
  package mutating func breakable(_ name: String) {
    var part: [UInt8] = []
    for octet in name.utf8 {
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet)
      let isAfterSmall = part.last.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      if isCapital && isAfterSmall == true { flush(&part) }
      part.append(octet)
      if octet == UInt8(ascii: "_") || octet == UInt8(ascii: ".") { flush(&part) }
    }
    text(String(decoding: part, as: UTF8.self))
  }

  private mutating func flush(_ part: inout [UInt8]) {
    text(String(decoding: part, as: UTF8.self))
    markup("<wbr>")
    part = []
  }

  /// Whether an octet has a meaning in markup.
  private static func isMark(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }

  /// What was escaped before, or is a file of the program's own.
  mutating func append(_ octets: [UInt8]) { bytes += octets }

  package mutating func append(_ other: HTMLWriter) { bytes += other.bytes }

  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  // MARK: Styled text

  mutating func styled(_ text: StyledText) {
    for span in text.spans {
      if let chart = span.chart {
        write(chart)
        continue
      }
      switch span.style {
      case .plain: dated(span.text)
      case .heading: wrap("<strong>", span.text, "</strong>")
      case .quiet: wrap("<span class=\"quiet\">", span.text, "</span>")
      case .good: wrap("<span class=\"good\">", span.text, "</span>")
      case .note: wrap("<span class=\"note\">", span.text, "</span>")
      case .warning: wrap("<span class=\"warning\">", span.text, "</span>")
      case .error: wrap("<span class=\"error\">", span.text, "</span>")
      }
    }
  }

  /// A text, in which a line does not end inside a date.
  private mutating func dated(_ text: String) {
    guard let date = Self.date(in: text.utf8) else { return self.text(text) }
    self.text(String(text[text.startIndex..<date.lowerBound]))
    wrap("<span class=\"date\">", String(text[date]), "</span>")
    self.text(String(text[date.upperBound..<text.endIndex]))
  }

  /// The first `2014-02-18` of a text.
  private static func date(in text: String.UTF8View) -> Range<String.Index>? {
    let shape = Array("dddd-dd-dd".utf8)
    var start = text.startIndex
    while let end = text.index(start, offsetBy: shape.count, limitedBy: text.endIndex) {
      let isDate = zip(text[start..<end], shape).allSatisfy { octet, kind in
        kind == UInt8(ascii: "-")
          ? octet == kind : (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
      }
      if isDate { return start..<end }
      start = text.index(after: start)
    }
    return nil
  }

  private mutating func wrap(_ start: StaticString, _ text: String, _ end: StaticString) {
    markup(start)
    self.text(text)
    markup(end)
  }

  /// The number is beside it in the table, so it is for the eye alone.
  private mutating func write(_ chart: Chart) {
    switch chart {
    case .bar(let part, let whole, _, _):
      guard part > 0, whole > 0 else { return }
      let share = Swift.max(4, Int(Swift.min(Double(part) / Double(whole), 1) * 1000))
      markup("<svg class=\"bar\" viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\"")
      markup(" aria-hidden=\"true\"><rect width=\"")
      number(share)
      markup("\" height=\"10\"/></svg>")
    case .series, .rates:
      wrap(
        "<span class=\"spark\" aria-hidden=\"true\">", chart.text(width: 40, unicode: true),
        "</span>")
    }
  }
}
