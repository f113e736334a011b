import BletraceTestSupport
import Foundation
import Tracking

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `bletrace live` as a process of its own, as a user has it.
final class LiveProgram: @unchecked Sendable {
  private let process = Process()
  private let input = Pipe()
  private let sender: Int32
  private let notes: URL

  /// - Parameter words: what stands behind `live`.
  init(_ words: [String]) throws {
    process.executableURL = URL(filePath: BuiltProgram.path("bletrace"))
    process.arguments = ["live"] + words
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    notes = URL(filePath: NSTemporaryDirectory() + "/bletrace-notes-" + UUID().uuidString)
    try Data().write(to: notes)
    process.standardError = try FileHandle(forWritingTo: notes)
    sender = input.fileHandleForWriting.fileDescriptor
    // The pipe's other end stays open here, too: when the program is gone, the pipe only fills up.
    _ = fcntl(sender, F_SETFL, O_NONBLOCK)
    try process.run()
  }

  deinit { try? FileManager.default.removeItem(at: notes) }

  /// Whether it has said so on standard error.
  func hasSaid(_ words: String) -> Bool {
    (try? String(contentsOf: notes, encoding: .utf8))?.contains(words) ?? false
  }

  /// Sends as much as fits into the pipe, and returns how much that was.
  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = unsafe bytes.withUnsafeBytes { unsafe write(sender, $0.baseAddress, $0.count) }
    return max(0, count)
  }

  /// The exit status.
  func interrupt() -> Int32 {
    process.interrupt()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// As a `kill -9` does: at once, with no word to the program.
  func killAtOnce() {
    _ = kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// What `bletrace analyze` says of a file: its exit status, and the number of records.
func analyze(_ path: String) throws -> (status: Int32, records: Int?) {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: BuiltProgram.path("bletrace"))
  process.arguments = ["analyze", "--format", "json", path]
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let report = try? JSONSerialization.jsonObject(with: text) as? [String: Any]
  let captures = report?["captures"] as? [[String: Any]]
  return (process.terminationStatus, captures?.first?["records"] as? Int)
}

/// Made-up records of the Linux monitor, each with a number of its own in it.
struct NumberedCapture {
  let records: [MonitorRecord]
  /// Each record as in a btsnoop file.
  let encoded: [[UInt8]]

  init(count: Int) {
    records = (0..<count).map { number in
      let digits = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
      let filling = [UInt8](repeating: 0x5A, count: number % 40)
      return MonitorRecord(
        controller: 0, opcode: MonitorRecord.event,
        microseconds: 1_700_000_000_000_000 + number * 500,
        bytes: [0xFF, UInt8(4 + filling.count)] + digits + filling)
    }
    encoded = records.map(\.btsnoop)
  }

  /// A btsnoop file with some of them.
  func file(_ range: Range<Int>) -> [UInt8] {
    MonitorRecord.btsnoopHeader + encoded[range].joined()
  }
}

/// A folder that goes when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/bletrace-live-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }

  /// Nothing where there is no such file.
  func read(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: self[name]))).map { [UInt8]($0) }
  }
}
