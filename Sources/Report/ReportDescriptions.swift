/// A key of an object of the report.
struct ReportKey: Hashable {
  /// `Transfer`
  var object: String
  /// `payload_bytes`
  var name: String
}

/// What the keys of the report mean: the documentation comments of the properties, which
/// `Sources/Report/generate` puts into `lines`.
enum ReportDescriptions {
  static func of(_ key: ReportKey) -> String? { texts["\(key.object).\(key.name)"] }

  /// Only `bletrace schema` asks for them.
  private static let texts: [String: String] = Dictionary(
    lines.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
      let text = line[line.index(after: space)...]
      return (
        String(decoding: line[..<space], as: UTF8.self), String(decoding: text, as: UTF8.self)
      )
    }, uniquingKeysWith: { first, _ in first })
}
