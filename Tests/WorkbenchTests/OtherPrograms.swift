import Foundation

/// Programs beside bletrace, which read what it writes.
struct OtherProgram {
  var path: String

  static let python = OtherProgram(path: "/usr/bin/python3")
  static let tshark = OtherProgram(
    path: (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { $0 + "/tshark" }.first { FileManager.default.isExecutableFile(atPath: $0) }
      ?? "/usr/bin/tshark")

  /// Where it is missing, its tests are skipped on a developer's machine, and fail in CI.
  var isExpected: Bool {
    ProcessInfo.processInfo.environment["CI"] == "true"
      || FileManager.default.isExecutableFile(atPath: path)
  }

  struct Failure: Error, CustomStringConvertible { var description: String }

  /// What it prints.
  func run(_ arguments: [String], folder: URL? = nil) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: printed, as: UTF8.self)
  }
}

/// A folder that goes away with it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "bletrace-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to name: String) throws { try write([UInt8](text.utf8), to: name) }

  func write(_ octets: [UInt8], to name: String) throws {
    try Data(octets).write(to: url.appending(path: name))
  }
}
