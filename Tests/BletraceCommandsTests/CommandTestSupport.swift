import Foundation
import Synchronization
import Testing

@testable import BletraceCommands

/// Keeps what is written, or refuses it.
final class MemorySink: ByteSink {
  private let written = Mutex<[UInt8]>([])
  private let failure: WriteFailure?

  var bytes: [UInt8] { written.withLock { $0 } }

  init(failure: WriteFailure? = nil) {
    self.failure = failure
  }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    if let failure { throw failure }
    written.withLock { $0 += bytes }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// How a run ended, and what it wrote.
struct RunResult {
  var code: ExitCode
  var output: String
  var errors: String
}

/// Runs a command line in this process.
func bletrace(
  _ words: [String], standardInput: Int32 = -1, output: MemorySink = MemorySink(),
  environment: [EnvironmentVariable: String] = [:], terminals: TerminalFacts = TerminalFacts()
) -> RunResult {
  let errors = MemorySink()
  let code = run(
    Invocation(
      arguments: words.map { Argument($0) }, standardInput: standardInput, output: output,
      errors: errors, environment: environment, terminals: terminals))
  return RunResult(code: code, output: output.text, errors: errors.text)
}

func bletrace(_ words: String...) -> RunResult { bletrace(words) }

/// A folder that goes when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/bletrace-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  subscript(name: String) -> String { path + "/" + name }

  /// Of a name that need not be UTF-8.
  func path(_ name: [UInt8]) -> Argument {
    Argument(bytes: Array("\(path)/".utf8) + name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: self[name]))
    return self[name]
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: self[name])))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self[name], withDestinationPath: target)
  }

  /// Hidden ones too, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// A btsnoop file with one record: an HCI event that nothing is made of.
let smallCapture: [UInt8] = [
  0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00,  // "btsnoop\0"
  0x00, 0x00, 0x00, 0x01,  // version 1
  0x00, 0x00, 0x03, 0xEA,  // datalink 1002, H4
  0x00, 0x00, 0x00, 0x04,  // original length
  0x00, 0x00, 0x00, 0x04,  // captured length
  0x00, 0x00, 0x00, 0x03,  // an event, controller to host
  0x00, 0x00, 0x00, 0x00,  // no drops
  0x00, 0xE0, 0x3A, 0xD7, 0xF7, 0x00, 0x00, 0x00,  // 2011, about
  0x04, 0xFF, 0x01, 0x00,  // event, vendor code, 1 octet
]

/// The root of the project.
let projectFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

/// Compares with a file in `Golden`, or writes it where the variable asks for that.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = projectFolder + "/Tests/BletraceCommandsTests/Golden/" + name
  if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
  let golden = try String(contentsOfFile: path, encoding: .utf8)
  #expect(
    text == golden, "\(name) differs; make golden rewrites it", sourceLocation: sourceLocation)
}
