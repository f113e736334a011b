import Foundation
import Testing

/// A program that is not ours, and that reads what we write. Where it is missing its tests are
/// skipped on a developer's machine, and fail in CI.
struct OutsideTool {
  static let xmllint = OutsideTool("/usr/bin/xmllint")
  static let markdown = OutsideTool("/usr/bin/cmark-gfm")
  /// Fetches the schema from PyPI at its first run.
  static let sarifSchema = OutsideTool(
    "Tests/ComparisonTests/sarif-schema", installed: ".build/sarif-venv/installed")

  private static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

  private let path: String

  /// What is there once the program can run.
  private let installed: String

  private init(_ path: String, installed: String? = nil) {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    self.path = URL(filePath: path, relativeTo: project).path()
    self.installed = URL(filePath: installed ?? path, relativeTo: project).path()
  }

  var isExpected: Bool { Self.isCI || FileManager.default.fileExists(atPath: installed) }

  /// Runs it over a file with these bytes, named behind the words.
  func run(_ words: [String], over bytes: [UInt8]) throws -> (status: Int32, output: String) {
    try run(words, overAll: [bytes])
  }

  func run(
    _ words: [String], overAll files: [[UInt8]]
  ) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory
    func name() -> URL { folder.appending(path: "bletrace-comparison-\(UUID().uuidString)") }
    let (inputs, output) = (files.map { _ in name() }, name())
    for (input, bytes) in zip(inputs, files) { try Data(bytes).write(to: input) }
    try Data().write(to: output)
    defer {
      for file in inputs + [output] { try? FileManager.default.removeItem(at: file) }
    }
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = words + inputs.map { $0.path() }
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: try Data(contentsOf: output), as: UTF8.self)
    )
  }
}
