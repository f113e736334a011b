import Tracking

/// What a program says about a capture, as named values that can be compared one by one.
struct Facts {
  private(set) var values: [String: String] = [:]

  mutating func note(_ field: String, _ value: String) {
    // Twice the same field (two connections that nothing distinguishes): both values count.
    values[field] = values[field].map { $0 + "; " + value } ?? value
  }

  mutating func count(_ field: String, by number: Int = 1) {
    guard number != 0 else { return }
    values[field] = String((values[field].flatMap(Int.init) ?? 0) + number)
  }

  mutating func remove(_ field: String) { values[field] = nil }

  subscript(field: String) -> String? { values[field] }
}

/// One field on which the two programs differ; `nil` where one says nothing.
struct Difference: Hashable {
  var field: String
  var tshark: String?
  var bletrace: String?
}

func differences(tshark: Facts, bletrace: Facts) -> [Difference] {
  Set(tshark.values.keys).union(bletrace.values.keys).sorted()
    .filter { tshark[$0] != bletrace[$0] }
    .map { Difference(field: $0, tshark: tshark[$0], bletrace: bletrace[$0]) }
}

/// Numbers as both sides write them.
func hex(_ number: Int, digits: Int = 4) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A connection is distinguished from others by its handle and by the frame that completed it.
func session(_ handle: Int, _ completeFrame: Int?) -> String {
  hex(handle) + "@" + (completeFrame.map(String.init) ?? "?")
}

/// A UUID from the octets of a PDU, which are in reverse order.
func uuid(littleEndianHex text: Substring) -> String {
  let octets = stride(from: 0, to: text.count, by: 2).map { offset in
    let start = text.index(text.startIndex, offsetBy: offset)
    return text[start..<text.index(start, offsetBy: 2, limitedBy: text.endIndex)!].uppercased()
  }
  let digits = octets.reversed().joined()
  guard digits.count == 32 else { return digits }
  // A SIG UUID that was sent in full. Core Vol 3, Part B, 2.5.1.
  if digits.hasPrefix("0000"), digits.hasSuffix("00001000800000805F9B34FB") {
    return String(digits.dropFirst(4).prefix(4))
  }
  var parts: [Substring] = []
  var rest = digits[...]
  for length in [8, 4, 4, 4, 12] {
    parts.append(rest.prefix(length))
    rest = rest.dropFirst(length)
  }
  return parts.joined(separator: "-")
}

/// Smallest and largest of what came in, and how many.
struct Extremes {
  private(set) var count = 0
  private(set) var minimum = Int.max
  private(set) var maximum = Int.min

  mutating func add(_ value: Int) {
    count += 1
    minimum = min(minimum, value)
    maximum = max(maximum, value)
  }
}

/// Values that were pushed over one handle.
struct ValueRun: Hashable {
  var count = 0
  var octets = 0
  var first = 0
  var last = 0

  mutating func add(_ frame: Int, _ count: Int) {
    add(ValueRun(count: 1, octets: count, first: frame, last: frame))
  }

  mutating func add(_ other: ValueRun) {
    if count == 0 { first = other.first }
    count += other.count
    octets += other.octets
    last = other.last
  }

  var text: String { "\(count) values, \(octets) octets, frames \(first) to \(last)" }
}
