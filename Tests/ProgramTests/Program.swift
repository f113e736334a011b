import BletraceTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `bletrace` as a process of its own, as a user has it.
final class Program {
  private let process = Process()
  private let output = Output()
  private let errors = Output()

  /// - Parameters:
  ///   - program: another one, that runs `bletrace`.
  ///   - input: what it has on its standard input; nothing unless given.
  ///   - output: where its standard output goes; kept unless given.
  ///   - limit: blocks that a file it writes may have, in the shell's words.
  init(
    _ words: [String], of program: String = BuiltProgram.path("bletrace"),
    input: FileHandle = .nullDevice, output: FileHandle? = nil, limit: Int? = nil
  ) throws {
    if let limit {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", "ulimit -f \(limit); exec \"$0\" \"$@\"", program] + words
    } else {
      process.executableURL = URL(filePath: program)
      process.arguments = words
    }
    process.standardInput = input
    if let output {
      process.standardOutput = output
    } else {
      process.standardOutput = self.output.pipe
    }
    process.standardError = errors.pipe
    try process.run()
    self.output.begin()
    errors.begin()
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func send(_ signal: Int32) { _ = kill(identifier, signal) }

  /// How it ended.
  struct End {
    var status: Int32
    /// The signal that ended it.
    var signal: Int32?
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Waits until it has said so on standard error.
  func waitUntilSaid(_ words: String) -> Bool {
    waitUntil { String(decoding: errors.soFar, as: UTF8.self).contains(words) }
  }

  /// Waits for its end.
  func end(within seconds: Double = patience) throws -> End {
    guard waitUntil(within: seconds, { !process.isRunning }) else {
      Issue.record("it does not end: \(process.arguments ?? [])")
      send(SIGKILL)
      throw CancellationError()
    }
    process.waitUntilExit()
    let isSignal = process.terminationReason == .uncaughtSignal
    return End(
      status: isSignal ? -1 : process.terminationStatus,
      signal: isSignal ? process.terminationStatus : nil, output: output.bytes,
      errors: String(decoding: errors.bytes, as: UTF8.self))
  }
}

/// Takes what comes out of a pipe, while it comes.
private final class Output: @unchecked Sendable {
  let pipe = Pipe()
  private var taken = Data()
  private let lock = NSLock()
  private let isDone = DispatchSemaphore(value: 0)

  func begin() {
    try? pipe.fileHandleForWriting.close()
    Thread.detachNewThread {
      while true {
        let piece = self.pipe.fileHandleForReading.availableData
        if piece.isEmpty { break }
        self.lock.withLock { self.taken += piece }
      }
      self.isDone.signal()
    }
  }

  var soFar: Data { lock.withLock { taken } }

  /// All of it; asked for once.
  var bytes: [UInt8] {
    isDone.wait()
    return [UInt8](soFar)
  }
}

func sample(_ story: String) -> String {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return root.appending(path: "samples/\(story)").path()
}

/// Much output, and a picture to extract.
let largeSample = sample("fault-shared-radio/capture.btsnoop")

/// Records that are quickly read: events of a vendor.
func manyRecords(_ count: Int) -> [UInt8] {
  var story = CaptureBuilder()
  for index in 0..<count { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
  return story.btsnoop()
}

/// A folder that goes when the test ends.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/bletrace-program-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: self[name]))
    return self[name]
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: self[name])))
  }

  /// Hidden ones too, sorted.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
