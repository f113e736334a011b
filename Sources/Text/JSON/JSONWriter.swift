/// Writes JSON by appending bytes. The caller says what comes next; the writer puts the brackets,
/// commas, line breaks and escapes.
///
/// Layout of `pretty`, chosen for readable diffs: an array of plain values takes one line, and so
/// does an object of plain values that ends within column 100. Everything else has one element a
/// line, indented by two spaces.
package struct JSONWriter: ~Copyable {
  package enum Layout: Sendable {
    case pretty
    /// No blanks at all, for one document a line.
    case compact
  }

  private struct Container {
    var isObject: Bool
    var count = 0
    /// Whether each element has a line of its own. Begun without, as long as that may do.
    var isBroken = false
    /// Where its elements begin in `marks`.
    var firstMark: Int
  }

  private static let lineLimit = 100
  private static let pieceSize = 1 << 16

  /// What was written and not handed over yet.
  private var text: TextBuffer
  private let isPretty: Bool
  /// Takes the document in pieces, where there is one, so that it need not be held whole.
  private let take: (([UInt8]) -> Void)?
  /// The container that is being filled, if `depth` says that there is one, and those around it.
  private var container = Container(isObject: false, firstMark: 0)
  private var outer: [Container] = []
  private var depth = 0
  /// Offsets of the elements of the container, while it is not broken, and of those around it.
  private var marks: [Int] = []
  private var markCount = 0
  private var lineStart = 0
  /// What is taken apart when elements get lines of their own.
  private var line = TextBuffer(capacity: 256)
  /// A key was written, so the next value is no new element.
  private var isAfterKey = false

  /// - Parameter take: is handed the document piece by piece; without it, all of it is in `bytes`.
  package init(layout: Layout = .pretty, handingTo take: (([UInt8]) -> Void)? = nil) {
    isPretty = layout == .pretty
    self.take = take
    text = TextBuffer(capacity: take == nil ? 256 : Self.pieceSize + Self.pieceSize / 4)
  }

  /// A copy of what was written and not handed over yet.
  package var bytes: [UInt8] { text.bytes }

  /// - Parameter broken: it will hold more than plain values for certain, so that each element can
  ///   have its line from the start.
  package mutating func beginObject(broken: Bool = false) {
    begin(isObject: true, broken: broken && isPretty)
  }

  package mutating func beginArray() { begin(isObject: false, broken: false) }
  package mutating func endObject() { end(isObject: true) }
  package mutating func endArray() { end(isObject: false) }

  /// A key that is a word of our own: nothing in it needs an escape.
  package mutating func key(_ key: StaticString) {
    precondition(depth > 0 && container.isObject && !isAfterKey, "a key belongs in an object")
    guard container.isBroken else {
      beginElement()
      text.append(key: key, spaced: isPretty)
      isAfterKey = true
      return
    }
    handOverIfLong()
    let isFirst = container.count == 0
    container.count += 1
    lineStart = text.count + (isFirst ? 1 : 2)
    text.append(member: key, indentedBy: 2 * depth, isFirst: isFirst)
    isAfterKey = true
  }

  /// A key that comes from elsewhere.
  package mutating func key(named key: String) {
    precondition(depth > 0 && container.isObject && !isAfterKey, "a key belongs in an object")
    beginElement()
    appendQuoted(key)
    text.append(UInt8(ascii: ":"))
    if isPretty { text.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  package mutating func string(_ value: String) {
    beginValue()
    appendQuoted(value)
  }

  /// A word of our own: nothing in it needs an escape.
  package mutating func string(word: String) {
    beginValue()
    text.append(UInt8(ascii: "\""))
    text.append(contentsOf: word)
    text.append(UInt8(ascii: "\""))
  }

  package mutating func int(_ value: Int) {
    beginValue()
    text.append(decimal: Int64(value))
  }

  /// The number rounded to so many decimals, in the fewest digits. JSON has no word for infinity
  /// or not-a-number: they become `null`.
  package mutating func double(_ value: Double, decimals: Int) {
    beginValue()
    if !Decimal.append(value, decimals: decimals, to: &text) { text.append(text: "null") }
  }

  package mutating func bool(_ value: Bool) {
    beginValue()
    text.append(text: value ? "true" : "false")
  }

  package mutating func null() {
    beginValue()
    text.append(text: "null")
  }

  /// Ends the document with a line feed.
  package mutating func finish() {
    precondition(depth == 0, "a container is still open")
    text.append(UInt8(ascii: "\n"))
    if take != nil { handOver() }
  }

  /// Hands over what no later element can change: all of it, where every container that is open
  /// has a line for each of its elements.
  @inline(__always)
  private mutating func handOverIfLong() {
    if text.count >= Self.pieceSize { handOver() }
  }

  @inline(never)
  private mutating func handOver() {
    guard let take else { return }
    take(text.bytes)
    lineStart -= text.count
    text.removeAll()
  }
}

// MARK: - Containers and lines

extension JSONWriter {
  private mutating func begin(isObject: Bool, broken: Bool) {
    beginValue()
    if broken, depth > 0, !container.isBroken { breakLines() }
    // Both lists keep their length: what follows those in use is room.
    if depth > outer.count {
      outer.append(container)
    } else if depth > 0 {
      outer[depth - 1] = container
    }
    depth += 1
    container = Container(isObject: isObject, isBroken: broken, firstMark: markCount)
    text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  private mutating func end(isObject: Bool) {
    precondition(
      depth > 0 && container.isObject == isObject && !isAfterKey, "brackets do not match")
    if isPretty {
      // Room for the bracket and a comma after it.
      let isLong = text.count + 2 - lineStart > Self.lineLimit
      if isObject && isLong && container.count > 0 && !container.isBroken { breakLines() }
      if container.isBroken { newLine(indent: depth - 1) }
      markCount = container.firstMark
    }
    depth -= 1
    if depth > 0 { container = outer[depth - 1] }
    text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  @inline(__always)
  private mutating func beginValue() {
    if isAfterKey {
      isAfterKey = false
    } else {
      precondition(depth == 0 || !container.isObject, "a value in an object needs a key")
      beginElement()
    }
  }

  private mutating func beginElement() {
    guard depth > 0 else { return }
    let isFirst = container.count == 0
    container.count += 1
    if container.isBroken {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      handOverIfLong()
      newLine(indent: depth)
    } else if isPretty {
      beginInline(isFirst)
    } else {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      handOverIfLong()
    }
  }

  /// An element that is on the line of the one before it, as far as is known yet.
  @inline(never)
  private mutating func beginInline(_ isFirst: Bool) {
    if isFirst, depth > 1, !outer[depth - 2].isBroken {
      // The container around it turns out to hold more than plain values.
      outer[depth - 2].isBroken = true
      breakLines(from: outer[depth - 2].firstMark, indent: depth - 1)
      container.firstMark = markCount
    }
    if !isFirst { text.append(text: ", ") }
    if markCount < marks.count {
      marks[markCount] = text.count
    } else {
      marks.append(text.count)
    }
    markCount += 1
  }

  private mutating func breakLines() {
    container.isBroken = true
    breakLines(from: container.firstMark, indent: depth)
  }

  /// Gives each element written so far a line of its own. Happens at most once to a container, and
  /// while it holds plain values only, so the cost stays linear.
  ///
  /// - Parameters:
  ///   - firstMark: that of the container.
  ///   - indent: the number of containers that its elements are in.
  @inline(never)
  private mutating func breakLines(from firstMark: Int, indent: Int) {
    guard firstMark < markCount else { return }
    let start = marks[firstMark]
    line.removeAll()
    line.append(text, from: start, count: text.count - start)
    text.cut(to: start)
    for index in firstMark..<markCount {
      newLine(indent: indent)
      let isLast = index + 1 == markCount
      // A comma and a blank follow each but the last.
      let end = isLast ? start + line.count : marks[index + 1] - 2
      text.append(line, from: marks[index] - start, count: end - marks[index])
      if !isLast { text.append(UInt8(ascii: ",")) }
    }
    markCount = firstMark
  }

  private mutating func newLine(indent: Int) {
    text.append(lineIndentedBy: 2 * indent)
    lineStart = text.count - 2 * indent
  }
}

// MARK: - Strings

extension JSONWriter {
  private mutating func appendQuoted(_ string: String) {
    text.append(UInt8(ascii: "\""))
    let start = text.count
    text.append(contentsOf: string)
    text.escapeJSON(from: start)
    text.append(UInt8(ascii: "\""))
  }
}
