/// Writes JSON by appending bytes. The caller says what comes next; the writer puts the brackets,
/// commas, line breaks and escapes.
///
/// Layout of `pretty`, chosen for readable diffs: an array of plain values takes one line, and so
/// does an object of plain values that ends within column 100. Everything else has one element a
/// line, indented by two spaces.
package struct JSONWriter {
  package enum Layout: Sendable {
    case pretty
    /// No blanks at all, for one document a line.
    case compact
  }

  private struct Container {
    var isObject: Bool
    /// Offset of the opening bracket.
    var start: Int
    var count = 0
    /// Whether each element has a line of its own. Begun without, as long as that may do.
    var isBroken = false
    /// Where its elements begin in `marks`.
    var firstMark: Int
  }

  private static let lineLimit = 100
  private static let pieceSize = 1 << 16

  /// What was written and not handed over yet.
  package private(set) var bytes: [UInt8] = []
  private let layout: Layout
  /// Takes the document in pieces, where there is one, so that it need not be held whole.
  private let take: (([UInt8]) -> Void)?
  private var containers: [Container] = []
  /// Offsets of the elements of containers that are not broken yet.
  private var marks: [Int] = []
  private var lineStart = 0
  /// A key was written, so the next value is no new element.
  private var isAfterKey = false

  /// - Parameter take: is handed the document piece by piece; without it, all of it is in `bytes`.
  package init(layout: Layout = .pretty, handingTo take: (([UInt8]) -> Void)? = nil) {
    self.layout = layout
    self.take = take
  }

  /// - Parameter broken: it will hold more than plain values for certain, so that each element can
  ///   have its line from the start.
  package mutating func beginObject(broken: Bool = false) {
    begin(isObject: true, broken: broken && layout == .pretty)
  }

  package mutating func beginArray() { begin(isObject: false) }
  package mutating func endObject() { end(isObject: true) }
  package mutating func endArray() { end(isObject: false) }

  /// A key that is a word of our own: nothing in it needs an escape.
  package mutating func key(_ key: String) {
    beginKey()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key.utf8)
    bytes.append(UInt8(ascii: "\""))
    endKey()
  }

  /// A key that comes from elsewhere.
  package mutating func key(named key: String) {
    beginKey()
    appendQuoted(key)
    endKey()
  }

  private mutating func beginKey() {
    precondition(containers.last?.isObject == true && !isAfterKey, "a key belongs in an object")
    beginElement()
  }

  private mutating func endKey() {
    bytes.append(UInt8(ascii: ":"))
    if layout == .pretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  package mutating func string(_ value: String) {
    beginValue()
    appendQuoted(value)
  }

  package mutating func int(_ value: Int) {
    beginValue()
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.append(decimal: value.magnitude)
  }

  /// The number rounded to so many decimals, in the fewest digits. JSON has no word for infinity
  /// or not-a-number: they become `null`.
  package mutating func double(_ value: Double, decimals: Int) {
    beginValue()
    if !Decimal.append(value, decimals: decimals, to: &bytes) {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  package mutating func bool(_ value: Bool) {
    beginValue()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  package mutating func null() {
    beginValue()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Ends the document with a line feed.
  package mutating func finish() {
    precondition(containers.isEmpty, "a container is still open")
    bytes.append(UInt8(ascii: "\n"))
    if let take {
      take(bytes)
      bytes = []
    }
  }

  /// Hands over what no later element can change: all of it, where every container that is open
  /// has a line for each of its elements.
  private mutating func handOver() {
    guard bytes.count >= Self.pieceSize, let take else { return }
    take(bytes)
    lineStart -= bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}

// MARK: - Containers and lines

extension JSONWriter {
  private mutating func begin(isObject: Bool, broken: Bool = false) {
    beginValue()
    if broken, let outer = containers.indices.last, !containers[outer].isBroken {
      breakLines(outer)
    }
    containers.append(
      Container(
        isObject: isObject, start: bytes.count, isBroken: broken, firstMark: marks.count))
    bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
  }

  private mutating func end(isObject: Bool) {
    precondition(containers.last?.isObject == isObject && !isAfterKey, "brackets do not match")
    let depth = containers.count - 1
    if layout == .pretty {
      // Room for the bracket and a comma behind it.
      let isLong = bytes.count + 2 - lineStart > Self.lineLimit
      if isObject && isLong && containers[depth].count > 0 && !containers[depth].isBroken {
        breakLines(depth)
      }
      if containers[depth].isBroken { newLine(indent: depth) }
    }
    marks.removeLast(marks.count - containers[depth].firstMark)
    containers.removeLast()
    bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func beginValue() {
    if isAfterKey {
      isAfterKey = false
    } else {
      precondition(containers.last?.isObject != true, "a value in an object needs a key")
      beginElement()
    }
  }

  private mutating func beginElement() {
    guard let depth = containers.indices.last else { return }
    let count = containers[depth].count
    containers[depth].count += 1
    guard layout == .pretty else {
      if count > 0 { bytes.append(UInt8(ascii: ",")) }
      handOver()
      return
    }
    if count == 0 && depth > 0 && !containers[depth - 1].isBroken {
      // The container around it turns out to hold more than plain values.
      breakLines(depth - 1)
      containers[depth].start = bytes.count - 1
      containers[depth].firstMark = marks.count
    }
    if count > 0 { bytes.append(UInt8(ascii: ",")) }
    if containers[depth].isBroken {
      handOver()
      newLine(indent: depth + 1)
    } else {
      if count > 0 { bytes.append(UInt8(ascii: " ")) }
      marks.append(bytes.count)
    }
  }

  /// Gives each element written so far a line of its own. Happens at most once to a container, and
  /// while it holds plain values only, so the cost stays linear.
  private mutating func breakLines(_ depth: Int) {
    let firstMark = containers[depth].firstMark
    let count = marks.count - firstMark
    containers[depth].isBroken = true
    guard count > 0 else { return }
    let indent = (depth + 1) * 2
    // A line feed takes the place of the blank before each element but the first, which had none.
    var end = bytes.count
    var to = end + count * indent + 1
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: to - end))
    var place = marks.count
    // From the last one, so that none is written over before it was moved.
    while place > firstMark {
      place -= 1
      let start = marks[place]
      to -= end - start
      if place == marks.count - 1 { lineStart = to - indent }
      move(start..<end, to: to)
      to -= indent
      for blank in to..<to + indent { bytes[blank] = UInt8(ascii: " ") }
      to -= 1
      bytes[to] = UInt8(ascii: "\n")
      if place > firstMark {
        to -= 1
        bytes[to] = UInt8(ascii: ",")
        end = start - 2
      }
    }
    marks.removeLast(count)
  }

  /// Moves octets towards the end.
  private mutating func move(_ range: Range<Int>, to: Int) {
    guard to != range.lowerBound else { return }
    var octets = bytes.mutableSpan
    var (from, to) = (range.upperBound, to + range.count)
    while from > range.lowerBound {
      from -= 1
      to -= 1
      octets[to] = octets[from]
    }
  }

  private mutating func newLine(indent: Int) {
    bytes.append(UInt8(ascii: "\n"))
    lineStart = bytes.count
    for _ in 0..<indent { bytes.append(contentsOf: Self.step) }
  }

  private static let step: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: " ")]
}

// MARK: - Strings

extension JSONWriter {
  private mutating func appendQuoted(_ string: String) {
    bytes.append(UInt8(ascii: "\""))
    if string.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { append(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case _ where scalar.breaksText:
      // All of these lie below U+10000, so one escape is enough.
      let digits = String(scalar.value, radix: 16, uppercase: true)
      bytes.append(contentsOf: "\\u".utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    default:
      bytes.append(contentsOf: String(scalar).utf8)
    }
  }
}

extension Unicode.Scalar {
  /// Characters that a terminal or an editor acts upon instead of showing: controls, line
  /// separators, and those that turn the direction of the text around them. A device may put any
  /// of them into its name.
  var breaksText: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
