import BletraceTestSupport
import Foundation
import Testing
import Tracking

/// A recording survives whatever ends the program: `kill -9` in the middle of it leaves a file that
/// can be read. What is received is written without more input, and what was written stays.
///
/// `BLETRACE_KILLS` is how often it is tried, 9 times by default.
struct KillTests {
  private static let kills =
    ProcessInfo.processInfo.environment["BLETRACE_KILLS"].flatMap { Int($0) } ?? 9

  /// How a recording is named, and what else is asked of it.
  private static let ways: [(name: String, options: [String])] = [
    ("capture.btsnoop", []), ("capture.pcap", []), ("capture.btsnoop", ["--rotate", "16kB"]),
  ]

  @Test("a killed recording can be read, and has what was written before")
  func kill() async throws {
    var random = SeededRandom(seed: 0x6B69_6C6C)
    let capture = NumberedCapture(count: 6000)
    let folder = try TemporaryFolder()
    // Some at a time.
    for first in stride(from: 0, to: Self.kills, by: 9) {
      let runs = try (first..<min(first + 9, Self.kills)).map { number in
        let index = folder["\(number)"]
        try FileManager.default.createDirectory(
          atPath: index, withIntermediateDirectories: false)
        return KilledRun(
          capture, folder: index, way: Self.ways[number % Self.ways.count],
          pause: Int.random(in: 1...2000, using: &random),
          after: Int.random(in: 1...2000, using: &random))
      }
      await withTaskGroup { group in
        for run in runs { group.addTask { await run.runOnItsOwnThread() } }
      }
      for run in runs { try expectReadable(run, capture) }
    }
  }

  private func expectReadable(_ run: KilledRun, _ capture: NumberedCapture) throws {
    let what: Comment = "\(run.way) killed \(run.after) records after the pause at \(run.pause)"
    #expect(run.failure == nil, what)
    var found: [MonitorRecord] = []
    for path in run.files {
      let records = try run.records(of: path)
      let analyzed = try analyze(path)
      #expect(analyzed.status == 0, what)
      #expect(analyzed.records == records.count, what)
      found += records
    }
    #expect(found[...] == capture.records.prefix(found.count), what)
    #expect(found.count >= run.pause, what)
    #expect(found.count <= run.sent, what)
  }
}

/// One recording and its end. All of it happens on one thread.
private final class KilledRun: @unchecked Sendable {
  let way: (name: String, options: [String])
  /// How many records are sent before the program gets time to write all of them, and how many
  /// from then on to its end.
  let pause: Int
  let after: Int
  private let capture: NumberedCapture
  private let folder: String

  private(set) var failure: (any Error)?
  private(set) var sent = 0

  struct NotWritten: Error {}

  init(
    _ capture: NumberedCapture, folder: String, way: (name: String, options: [String]),
    pause: Int, after: Int
  ) {
    self.capture = capture
    self.folder = folder
    self.way = way
    self.pause = pause
    self.after = after
  }

  /// It waits for most of the time, and its pace is not to depend on other tests.
  func runOnItsOwnThread() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        self.run()
        continuation.resume()
      }
    }
  }

  private func run() {
    do {
      let program = try LiveProgram(["-", "--write", folder + "/" + way.name] + way.options)
      defer { program.killAtOnce() }
      try send(pause, to: program)
      // In the middle of a write a file may end within a record.
      try wait { (try? self.files.map(self.records).joined().count) == self.pause }
      try send(after, to: program)
    } catch {
      failure = error
    }
  }

  /// About 1500 records a second.
  private func send(_ count: Int, to program: LiveProgram) throws {
    var waiting = sent == 0 ? MonitorRecord.btsnoopHeader[...] : []
    let end = sent + count
    while sent < end || !waiting.isEmpty {
      if waiting.isEmpty {
        let next = min(sent + 8, end)
        waiting = Array(capture.encoded[sent..<next].joined())[...]
        sent = next
      }
      try wait {
        waiting.removeFirst(program.send(waiting))
        return waiting.isEmpty
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  private func wait(until isSo: () throws -> Bool) throws {
    guard try waitUntil(isSo) else { throw NotWritten() }
  }

  /// The whole records of a file.
  func records(of path: String) throws -> [MonitorRecord] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    return try path.hasSuffix(".pcap") ? MonitorRecord.pcap(bytes) : MonitorRecord.btsnoop(bytes)
  }

  /// The recording, in the order in which it was written.
  var files: [String] {
    let whole = folder + "/" + way.name
    let stem = folder + "/" + way.name.prefix { $0 != "." }
    let parts = (2...).lazy.map { "\(stem).\($0).btsnoop" }
    return ([whole] + parts.prefix { FileManager.default.fileExists(atPath: $0) }).filter {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}
