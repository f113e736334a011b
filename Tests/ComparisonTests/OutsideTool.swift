import Foundation
import Testing

/// A program that is not ours, and that reads what we write. Where it is missing its tests are
/// skipped on a developer's machine, and fail in CI.
struct OutsideTool {
  static let xmllint = OutsideTool("/usr/bin/xmllint")
  static let markdown = OutsideTool("/usr/bin/cmark-gfm")

  private static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

  private let path: String

  private init(_ path: String) { self.path = path }

  var isExpected: Bool { Self.isCI || FileManager.default.isExecutableFile(atPath: path) }

  /// Runs it over a file with these bytes, named behind the words.
  func run(_ words: [String], over bytes: [UInt8]) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory
    let input = folder.appending(path: "bletrace-comparison-\(UUID().uuidString)")
    let output = folder.appending(path: "bletrace-comparison-\(UUID().uuidString)")
    try Data(bytes).write(to: input)
    try Data().write(to: output)
    defer {
      try? FileManager.default.removeItem(at: input)
      try? FileManager.default.removeItem(at: output)
    }
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = words + [input.path()]
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self)
    )
  }
}
