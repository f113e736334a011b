/// Paragraphs of ordinary text without colours, written as they are read: most of what a report
/// says, and nearly all of a timeline. Nothing is taken apart into words first.
///
/// Ordinary text has visible characters of one column, single spaces between words, and no word
/// that has to be broken. Any other is left to the page, which writes the same lines for this one.
struct PlainParagraph {
  let width: Int
  let unicode: Bool
  let hanging: Int
  let mostLines: Int

  private let start: Int
  /// Of the words, behind the lead.
  private var textStart: Int
  /// What the current line has at its beginning: blanks.
  private var lineStart: Int
  private var lines = 1
  /// Columns up to the end of the current line.
  private var column: Int
  /// The last space of the current line, where it can be broken, and the column there.
  private var gap: Int?
  private var gapColumn = 0

  /// - Parameter octets: the lines so far, to which it adds its own.
  init(
    to octets: inout [UInt8], width: Int, unicode: Bool, indent: Int, hanging: Int, mostLines: Int
  ) {
    self.width = width
    self.unicode = unicode
    self.hanging = hanging
    self.mostLines = mostLines
    start = octets.count
    octets.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
    lineStart = octets.count
    textStart = octets.count
    column = indent
  }

  /// Whether it could write all of them, with the end of the last line; if not, it wrote nothing.
  mutating func write(
    lead: StyledText, _ text: StyledText, end: StyledText, to octets: inout [UInt8]
  ) -> Bool {
    if writeAll(lead, text, end, to: &octets) { return true }
    octets.removeSubrange(start...)
    return false
  }

  private mutating func writeAll(
    _ lead: StyledText, _ text: StyledText, _ end: StyledText, to octets: inout [UInt8]
  ) -> Bool {
    guard mostLines > 0 else { return false }
    for span in lead.spans {
      guard add(span, isLead: true, to: &octets) else { return false }
    }
    textStart = octets.count
    for span in text.spans {
      guard add(span, isLead: false, to: &octets) else { return false }
    }
    for span in end.spans {
      guard add(span, isLead: false, to: &octets) else { return false }
    }
    guard octets.count > textStart, column <= width, isWhole(octets.count, of: octets) else {
      return false
    }
    octets.append(UInt8(ascii: "\n"))
    return true
  }

  private mutating func add(
    _ span: StyledText.Span, isLead: Bool, to octets: inout [UInt8]
  ) -> Bool {
    guard span.chart == nil else { return false }
    let text = span.text.utf8.span
    var index = 0
    while index < text.count {
      let octet = text[index]
      var length = 1
      switch octet {
      case UInt8(ascii: " "):
        if !isLead {
          guard octets.count > textStart, octets[octets.count &- 1] != octet else { return false }
          (gap, gapColumn) = (octets.count, column)
        }
        octets.append(octet)
      // Two of them may begin a command in the log of a job.
      case UInt8(ascii: "#") where octets.last == octet: return false
      case 0x21...0x7E: octets.append(octet)
      // A no-break space is printed as a space.
      case 0xC2 where index &+ 1 < text.count && text[index &+ 1] == 0xA0:
        octets.append(UInt8(ascii: " "))
        length = 2
      case 0xC2...0xEF where unicode:
        length = octet < 0xE0 ? 2 : 3
        guard index &+ length <= text.count else { return false }
        var value = UInt32(octet) & (length == 2 ? 0x1F : 0x0F)
        for next in 1..<length { value = value << 6 | UInt32(text[index &+ next] & 0x3F) }
        guard Printable.isPlain(value) else { return false }
        for next in 0..<length { octets.append(text[index &+ next]) }
      default: return false
      }
      index &+= length
      column &+= 1
      if column > width, octet != UInt8(ascii: " ") {
        guard breakLine(of: &octets) else { return false }
      }
    }
    return true
  }

  /// Puts the current word on a line of its own.
  private mutating func breakLine(of octets: inout [UInt8]) -> Bool {
    guard let gap, lines < mostLines, isWhole(gap, of: octets) else { return false }
    column = hanging &+ column &- gapColumn &- 1
    guard column <= width else { return false }
    octets[gap] = UInt8(ascii: "\n")
    octets.insert(contentsOf: repeatElement(UInt8(ascii: " "), count: hanging), at: gap &+ 1)
    lineStart = gap &+ 1 &+ hanging
    lines &+= 1
    self.gap = nil
    return true
  }

  /// Whether the current line is one as it is: it does not end in a blank, which would be removed,
  /// and does not begin with a colon, as commands do in the log of a job.
  private func isWhole(_ end: Int, of octets: [UInt8]) -> Bool {
    let blank = UInt8(ascii: " ")
    guard end > lineStart, octets[end &- 1] != blank else { return false }
    var first = lineStart
    while octets[first] == blank { first &+= 1 }
    return octets[first] != UInt8(ascii: ":")
  }
}
