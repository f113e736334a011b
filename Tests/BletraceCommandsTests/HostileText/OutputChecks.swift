import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What may come out of the program, by the form that was asked for. Each check answers what is
/// wrong.
enum OutputForm: Sendable {
  /// For a terminal; with colour where it was asked for, as ASCII where the terminal knows no more.
  case text(color: Bool = false, ascii: Bool = false)
  /// A picture, line by line.
  case screen(color: Bool)
  case json
  /// An object a line.
  case jsonLines
  case xml, markdown, github
  /// Rules, which the program reads again.
  case budget
  /// A file has it all.
  case written

  var isFile: Bool {
    if case .written = self { true } else { false }
  }

  func problem(in bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "is not UTF-8" }
    switch self {
    case .text(let color, let ascii):
      let plain = color ? withoutColour(text) : text
      if ascii, let odd = plain.unicodeScalars.first(where: { !$0.isASCII }) {
        return "holds U+\(String(odd.value, radix: 16)), and is to be ASCII"
      }
      // GitHub's log takes such a line as a command, blanks before it or not.
      if plain.split(separator: "\n").contains(where: { $0.trimmed.hasPrefix("::") }) {
        return "has a line that begins with two colons"
      }
      return invisible(in: plain)
    case .screen(let color): return invisible(in: color ? withoutColour(text) : text)
    case .json: return unescaped(in: text) ?? notJSON(bytes)
    case .jsonLines:
      let lines = text.split(separator: "\n")
      return unescaped(in: text) ?? lines.lazy.compactMap { notJSON(Array($0.utf8)) }.first
    case .xml: return invisible(in: text) ?? notXML(bytes)
    case .markdown: return invisible(in: text) ?? looseMarkdown(in: text)
    case .github: return invisible(in: text) ?? foreignCommand(in: text)
    case .budget: return invisible(in: text)
    case .written: return bytes.isEmpty ? nil : "is not empty"
    }
  }

  // MARK: - Characters

  /// Nothing that acts on a terminal or on the log of a job, and nothing that cannot be seen.
  private func invisible(in text: String) -> String? {
    if text.firstMatch(of: /##[A-Za-z]*\[/) != nil { return "holds a command of job logs" }
    for scalar in text.unicodeScalars where scalar != "\n" {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        return "holds U+\(String(scalar.value, radix: 16))"
      case _ where scalar.properties.isDefaultIgnorableCodePoint:
        return "holds U+\(String(scalar.value, radix: 16)), which is drawn as nothing"
      default: break
      }
    }
    return nil
  }

  /// In JSON a character that is only unknown, or of private use, does nothing to the text around
  /// it.
  private func unescaped(in text: String) -> String? {
    if text.firstMatch(of: /##[A-Za-z]*\[/) != nil { return "holds a command of job logs" }
    for scalar in text.unicodeScalars where scalar != "\n" {
      let isSeparator = scalar == "\u{2028}" || scalar == "\u{2029}"
      if scalar.properties.generalCategory == .control || isSeparator
        || scalar.properties.isDefaultIgnorableCodePoint
      {
        return "holds U+\(String(scalar.value, radix: 16))"
      }
    }
    return nil
  }

  private func withoutColour(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  // MARK: - Forms

  private func notJSON(_ bytes: [UInt8]) -> String? {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil ? "is not JSON" : nil
  }

  private func notXML(_ bytes: [UInt8]) -> String? {
    let names = ElementNames()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = names
    guard parser.parse() else { return "is not XML, line \(parser.lineNumber)" }
    let foreign = names.found.subtracting([
      "testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out",
      "properties", "property",
    ])
    return foreign.isEmpty ? nil : "has elements \(foreign.sorted())"
  }

  /// Outside code spans there are only our own words, and in a table's row as many bars as it has
  /// columns.
  private func looseMarkdown(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      var rest = line[...]
      var outside = ""
      while let start = rest.firstIndex(of: "`") {
        outside += rest[..<start]
        let fence = rest[start...].prefix { $0 == "`" }
        rest = rest[fence.endIndex...]
        guard let end = rest.firstRange(of: fence, notNextTo: "`") else { return "an open fence" }
        let isRow = line.hasPrefix("|")
        if isRow, rest[..<end.lowerBound].replacing("\\|", with: "").contains("|") {
          return "a bar in code: \(line)"
        }
        rest = rest[end.upperBound...]
      }
      outside += rest
      let bars = outside.count { $0 == "|" }
      if bars != 0, bars != 4, bars != 7 { return "\(bars) bars: \(line)" }
      let markup = outside.first { "<>[]()\\&@$\"'".contains($0) && $0 != "(" && $0 != ")" }
      if let markup { return "\(markup) outside code: \(line)" }
    }
    return nil
  }

  private func foreignCommand(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let isOurs =
        line.hasPrefix("::error title=") || line.hasPrefix("::notice title=bletrace diff::")
      guard isOurs else { return "a line that is none of ours: \(line)" }
      let title = line.dropFirst("::error title=".count)
      guard let end = title.firstRange(of: "::"), !title[..<end.lowerBound].contains(":") else {
        return "a title with a colon: \(line)"
      }
    }
    return nil
  }
}

private final class ElementNames: NSObject, XMLParserDelegate {
  private(set) var found: Set<String> = []

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    found.insert(element)
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0.isWhitespace } }

  /// A fence of just that length.
  fileprivate func firstRange(
    of fence: Substring, notNextTo tick: Character
  ) -> Range<Index>? {
    var rest = self
    while let start = rest.firstIndex(of: tick) {
      let run = rest[start...].prefix { $0 == tick }
      if run.count == fence.count { return run.startIndex..<run.endIndex }
      rest = rest[run.endIndex...]
    }
    return nil
  }
}
