/// `text` in lines of at most `width` columns, the first of which starts after `used` columns;
/// further lines are indented by `indent`. A longer word stands alone. ASCII only.
func wrapped(_ text: String, width: Int = 80, used: Int = 0, indent: Int = 0) -> String {
  var result = ""
  var column = used
  var isAtStart = true
  for word in text.split(separator: " ") {
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

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - utf8.count))
  }
}
