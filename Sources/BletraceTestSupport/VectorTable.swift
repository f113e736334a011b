/// A table of vectors in a text file, three lines each:
///
///     what it is, its code in hexadecimal, its name in the specification
///       octets in hexadecimal, in groups; 00*28 are so many octets of zero; - for none
///       what they say; - for nothing
///
/// Lines that begin with # are comments.
package struct VectorTable: Sendable {
  package struct Row: Sendable {
    package var kind: String
    package var code: UInt16
    package var name: String
    package var octets: [UInt8]
    package var text: String
  }

  package struct Problem: Error {
    package var line: String
  }

  package let rows: [Row]

  package init(_ text: String) throws {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    guard lines.count.isMultiple(of: 3) else { throw Problem(line: "\(lines.last ?? "")") }
    rows = try stride(from: 0, to: lines.count, by: 3).map {
      try Row(lines[$0], lines[$0 + 1], lines[$0 + 2])
    }
  }
}

extension VectorTable.Row {
  fileprivate init(_ heading: Substring, _ octets: Substring, _ text: Substring) throws {
    let words = heading.split(separator: " ", maxSplits: 2)
    guard words.count == 3, let code = UInt16(words[1], radix: 16) else {
      throw VectorTable.Problem(line: "\(heading)")
    }
    kind = String(words[0])
    self.code = code
    name = String(words[2])
    self.octets = try octets.split(separator: " ").filter { $0 != "-" }.flatMap(Self.octets)
    let said = text.drop { $0 == " " }
    self.text = said == "-" ? "" : String(said)
  }

  /// `0A1B`, or `00*28`.
  private static func octets(_ group: Substring) throws -> [UInt8] {
    if let star = group.firstIndex(of: "*") {
      guard let count = Int(group[group.index(after: star)...]) else {
        throw VectorTable.Problem(line: "\(group)")
      }
      return Array(repeating: 0, count: count)
    }
    guard let octets = hexOctets("\(group)") else { throw VectorTable.Problem(line: "\(group)") }
    return octets
  }
}
