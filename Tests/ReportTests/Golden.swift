import Foundation
import Testing

/// Expected output in files. `BLETRACE_UPDATE_GOLDEN=1` writes them anew; the diff is then
/// reviewed like code.
enum Golden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens/Reports")

  static func expect(
    _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] != nil {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(
      String(decoding: bytes, as: UTF8.self) == expected, "differs from \(name)",
      sourceLocation: sourceLocation)
  }
}
