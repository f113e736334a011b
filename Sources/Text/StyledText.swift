/// How a piece of text is emphasized where colour is wanted. Nothing is said by colour alone.
package enum TextStyle: Equatable, Sendable {
  case plain, heading, quiet, good, note, warning, error

  /// The parameters of the terminal's Select Graphic Rendition sequence.
  package var code: String? {
    switch self {
    case .plain: nil
    case .heading: "1"
    case .quiet: "2"
    case .good: "32"
    case .note: "36"
    case .warning: "33"
    case .error: "1;31"
    }
  }
}

/// Text of several styles. A no-break space holds a number and its unit together; it is printed as
/// a space.
package struct StyledText: ExpressibleByStringInterpolation, Sendable {
  package struct Span: Sendable {
    package var text: String
    package var style: TextStyle
    /// Replaces the text.
    package var chart: Chart? = nil
  }

  package var spans: [Span]

  package init(_ text: String, _ style: TextStyle = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, style: style)]
  }

  package init(_ chart: Chart) {
    spans = [Span(text: "", style: .plain, chart: chart)]
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var isEmpty: Bool { spans.isEmpty }

  /// Whether there is nothing to see.
  var isBlank: Bool {
    spans.allSatisfy { $0.text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\u{A0}" } }
  }

  package var width: Int { spans.reduce(0) { $0 + Printable.width($1.text) } }

  package mutating func append(_ text: String, _ style: TextStyle = .plain) {
    if !text.isEmpty { spans.append(Span(text: text, style: style)) }
  }

  package static func + (a: StyledText, b: StyledText) -> StyledText {
    var result = a
    result.spans += b.spans
    return result
  }

  package static func += (a: inout StyledText, b: StyledText) {
    a.spans += b.spans
  }

  /// Fit for a page: what would act on a terminal is shown by its code, and charts are drawn.
  package func escaped(width: Int = .max, unicode: Bool) -> StyledText {
    var result = self
    for index in spans.indices {
      let drawn = spans[index].chart?.text(width: width, unicode: unicode)
      result.spans[index].text = Printable.escape(drawn ?? spans[index].text, unicode: unicode)
    }
    result.spans.removeAll { $0.chart != nil && $0.text.isEmpty }
    return result
  }

  /// Ends with `ellipsis` when there is no room for all of it.
  package func cut(to limit: Int, ellipsis: String) -> StyledText {
    if width <= limit { return self }
    let mark = limit > Printable.width(ellipsis) ? ellipsis : ""
    var result = taking(limit - Printable.width(mark)).head
    result += StyledText(mark, result.spans.last?.style ?? .plain)
    return result
  }

  /// As much as fits, but at least one character, and the rest.
  package func taking(_ limit: Int) -> (head: StyledText, rest: StyledText) {
    var head = StyledText("")
    var rest = StyledText("")
    var used = 0
    for span in spans {
      guard rest.isEmpty else {
        rest.spans.append(span)
        continue
      }
      let scalars = span.text.unicodeScalars
      let end = scalars.indices.first { index in
        used += Printable.width(scalars[index])
        return used > limit && !(head.isEmpty && index == scalars.startIndex)
      }
      guard let end else {
        head.spans.append(span)
        continue
      }
      head += StyledText(String(scalars[..<end]), span.style)
      rest += StyledText(String(scalars[end...]), span.style)
    }
    return (head, rest)
  }

  /// Pieces of as much as fits, but at least one character, for a first line and for the others.
  package func broken(first: Int, others: Int) -> [StyledText] {
    let scalars = spans.flatMap { span in span.text.unicodeScalars.map { ($0, span.style) } }
    var pieces: [StyledText] = []
    var start = 0
    var used = 0
    // Where a path is better broken: behind a slash, else in front of a point.
    var slash: Int?
    var point: Int?
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index].0
      let columns = Printable.width(scalar)
      let room = pieces.isEmpty ? first : others
      if used + columns > room, index > start {
        let end = slash ?? point ?? index
        pieces.append(Self.text(scalars[start..<end]))
        used = scalars[end..<index].reduce(0) { $0 + Printable.width($1.0) }
        (start, slash, point) = (end, nil, nil)
        continue
      }
      // Not where hardly anything would stand on the line.
      if scalar == ".", used > room / 2 { point = index }
      used += columns
      if scalar == "/", used > room / 3 { slash = index + 1 }
      index += 1
    }
    return pieces + [Self.text(scalars[start...])]
  }

  private static func text(_ scalars: ArraySlice<(Unicode.Scalar, TextStyle)>) -> StyledText {
    var text = StyledText("")
    var first = scalars.startIndex
    while first < scalars.endIndex {
      let style = scalars[first].1
      let end = scalars[first...].firstIndex { $0.1 != style } ?? scalars.endIndex
      text += StyledText(
        String(String.UnicodeScalarView(scalars[first..<end].map(\.0))), style)
      first = end
    }
    return text
  }

  /// The pieces between the spaces.
  package var words: [StyledText] {
    var words: [StyledText] = []
    var word = StyledText("")
    for span in spans {
      let parts = span.text.utf8.split(
        separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 && !word.isEmpty {
          words.append(word)
          word = StyledText("")
        }
        word += StyledText(String(Substring(part)), span.style)
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
