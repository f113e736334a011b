import Foundation

/// A file of vectors, three lines each: what it is, its octets in hexadecimal, what they say. A line
/// that begins with `#` is a comment.
package enum VectorFile {
  package struct Vector: Sendable {
    /// The kind and the code, both as they stand there, and the name.
    package let kind: String
    package let code: UInt16
    package let name: String
    package let octets: [UInt8]
    package let expected: String
  }

  /// - Parameter path: from the package's root.
  package static func vectors(_ path: String) -> [Vector] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    guard let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else {
      preconditionFailure("\(path) is not there")
    }
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    return stride(from: 0, to: lines.count, by: 3).map { place in
      let words = lines[place].split(separator: " ", maxSplits: 2)
      guard words.count == 3, let code = UInt16(words[1], radix: 16) else {
        preconditionFailure("\(path): \(lines[place])")
      }
      return Vector(
        kind: String(words[0]), code: code, name: String(words[2]),
        octets: octets(lines[place + 1]), expected: String(lines[place + 2].drop { $0 == " " }))
    }
  }

  /// `0A1B 2C`; `00*28` are so many zeros, and `-` is none.
  private static func octets(_ line: Substring) -> [UInt8] {
    line.split(separator: " ").filter { $0 != "-" }.flatMap { group in
      guard let star = group.firstIndex(of: "*") else { return hex(String(group)) }
      return [UInt8](repeating: 0, count: Int(group[group.index(after: star)...]) ?? 0)
    }
  }
}
