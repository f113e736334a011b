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
    lines.split(separator: "\n").compactMap { line in
      guard let space = line.firstIndex(of: " ") else { return nil }
      return (String(line[..<space]), String(line[line.index(after: space)...]))
    }, uniquingKeysWith: { first, _ in first })
}
