import Text

/// `text` in lines of at most `width` columns, the first of which starts after `used` columns;
/// further lines are indented by `indent`. A longer word is alone on its line. A number and its
/// unit stay together. ASCII only.
func wrapped(_ text: String, width: Int = 80, used: Int = 0, indent: Int = 0) -> String {
  var result = ""
  var column = used
  var isAtStart = true
  for word in words(of: text) {
    if !isAtStart && column + 1 + word.utf8.count > width {
      result += "\n" + String(repeating: " ", count: indent)
      column = indent
      isAtStart = true
    }
    if !isAtStart {
      result += " "
      column += 1
    }
    result += word
    column += word.utf8.count
    isAtStart = false
  }
  return result
}

/// The words of a text; a number and its unit are one.
private func words(of text: String) -> [String] {
  Printable.keepingUnits(text).split(separator: " ").map {
    String($0).replacing("\u{A0}", with: " ")
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
