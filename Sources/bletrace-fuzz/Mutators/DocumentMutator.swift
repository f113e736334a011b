import BletraceTestSupport

/// Changes a row of documents, which octets of zero separate: in JSON one value, member or element
/// at a time, so that the reader that follows the parser sees something; in other text any octets.
struct DocumentMutator {
  private var documents: [[UInt8]]
  private var random: SeededRandom

  /// `nil` one time in eight, so that the syntax is changed too.
  init?(_ input: [UInt8], seed: UInt64) {
    guard seed % 8 != 0 else { return nil }
    documents = input.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    random = SeededRandom(seed: seed)
  }

  mutating func change(room: Int, by mutate: RecordMutator.Change) -> [UInt8]? {
    let index = next(below: documents.count)
    let others = documents.reduce(documents.count - 1) { $0 + $1.count } - documents[index].count
    guard room > others else { return nil }
    let parts = JSONParts(documents[index])
    if parts.values.isEmpty {
      mutate(&documents[index], room - others)
      // The separator stays one.
      documents[index].removeAll { $0 == 0 }
    } else {
      var json = documents[index]
      change(&json, parts, mutate)
      documents[index] = json
    }
    let result = Array(documents.joined(separator: [0]))
    return result.count <= room ? result : nil
  }

  private mutating func change(
    _ json: inout [UInt8], _ parts: JSONParts, _ mutate: RecordMutator.Change
  ) {
    let value = parts.values[next(below: parts.values.count)]
    switch next(below: 8) {
    case 0 where !parts.items.isEmpty: remove(parts.items[next(below: parts.items.count)], &json)
    case 1 where !parts.elements.isEmpty:
      let element = parts.elements[next(below: parts.elements.count)]
      json.insert(contentsOf: json[element] + [UInt8(ascii: ",")], at: element.lowerBound)
    case 2:
      // A value from anywhere, of this document or another.
      let other = documents[next(below: documents.count)]
      let values = JSONParts(other).values
      guard !values.isEmpty else { return }
      json.replaceSubrange(value, with: other[values[next(below: values.count)]])
    case 3...5 where json[value].first == UInt8(ascii: "\""):
      var text = Array(json[value].dropFirst().dropLast())
      mutate(&text, text.count + 16)
      json.replaceSubrange(value, with: Self.quoted(text))
    default:
      let extremes = Self.extremes
      json.replaceSubrange(value, with: Array(extremes[next(below: extremes.count)].utf8))
    }
  }

  /// With the comma that goes with it.
  private func remove(_ item: Range<Int>, _ json: inout [UInt8]) {
    let comma = UInt8(ascii: ",")
    let start = item.lowerBound
    let end = item.upperBound
    if end < json.count, json[end] == comma {
      json.removeSubrange(start...end)
    } else if start > 0, json[start - 1] == comma {
      json.removeSubrange(start - 1..<end)
    } else {
      json.removeSubrange(item)
    }
  }

  private static func quoted(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for octet in text {
      if octet == UInt8(ascii: "\"") || octet < 0x20 {
        let digits = Array("0123456789ABCDEF".utf8)
        result += Array("\\u00".utf8) + [digits[Int(octet >> 4)], digits[Int(octet & 15)]]
      } else {
        result.append(octet)
      }
    }
    return result + [UInt8(ascii: "\"")]
  }

  /// Values at the edges of what numbers can say, and of other kinds than are expected.
  private static let extremes = [
    "0", "1", "-1", "7", "23", "185", "247", "30000", "1000000", "4294967295", "4294967296",
    "9223372036854775807", "-9223372036854775808", "9007199254740991", "-9007199254740991",
    "9007199254740992", "0.5", "-0.0", "1e308", "-1e308", "5e-324", "1e15", "null", "true", "false",
    "[]", "{}", "\"\"", "\"2A37\"", "[null]", "[[0]]",
  ]

  private mutating func next(below bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &random)
  }
}

/// Where the values of a JSON text stand, as far as it can be read.
struct JSONParts {
  /// Every value, whatever it is in.
  private(set) var values: [Range<Int>] = []
  /// Those that are elements of lists.
  private(set) var elements: [Range<Int>] = []
  /// Elements, and members with their keys.
  private(set) var items: [Range<Int>] = []

  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) {
    self.text = text
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else { return }
    _ = value(depth: 0)
  }

  private var here: UInt8? { index < text.count ? text[index] : nil }

  /// False where nothing after it can be read.
  private mutating func value(depth: Int) -> Bool {
    skipBlanks()
    let start = index
    switch here {
    case nil: return false
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < 64, list(isObject: here == UInt8(ascii: "{"), depth) else { return false }
    case UInt8(ascii: "\""): guard string() else { return false }
    default:
      let ends: [UInt8] = Array(",]} \n".utf8)
      while let octet = here, !ends.contains(octet) { index += 1 }
    }
    guard index > start else { return false }
    values.append(start..<index)
    return true
  }

  private mutating func list(isObject: Bool, _ depth: Int) -> Bool {
    let end = UInt8(ascii: isObject ? "}" : "]")
    index += 1
    while true {
      skipBlanks()
      if here == end {
        index += 1
        return true
      }
      let start = index
      if isObject {
        guard string() else { return false }
        skipBlanks()
        guard here == UInt8(ascii: ":") else { return false }
        index += 1
      }
      guard value(depth: depth + 1) else { return false }
      items.append(start..<index)
      if !isObject { elements.append(start..<index) }
      skipBlanks()
      if here == UInt8(ascii: ",") { index += 1 }
    }
  }

  private mutating func string() -> Bool {
    guard here == UInt8(ascii: "\"") else { return false }
    index += 1
    while let octet = here {
      index += octet == UInt8(ascii: "\\") ? 2 : 1
      if octet == UInt8(ascii: "\"") { return true }
    }
    index = min(index, text.count)
    return false
  }

  private mutating func skipBlanks() {
    while let octet = here, octet == 0x20 || octet == 0x0A { index += 1 }
  }
}
