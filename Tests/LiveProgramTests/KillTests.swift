import BletraceTestSupport
import Foundation
import Testing

/// A recording survives whatever ends the program: `kill -9` in the middle of it leaves a file that
/// can be read, from which at most the last second is missing.
///
/// `BLETRACE_KILLS` is how often it is tried, 9 times unless told.
struct KillTests {
  private static let kills =
    ProcessInfo.processInfo.environment["BLETRACE_KILLS"].flatMap { Int($0) } ?? 9

  /// How a recording is named, and what else is asked of it.
  private static let ways: [(name: String, options: [String])] = [
    ("capture.btsnoop", []), ("capture.pcap", []), ("capture.btsnoop", ["--rotate", "16kB"]),
  ]

  @Test("a killed recording can be read, and lacks no more than its last second")
  func kill() async throws {
    var random = SeededRandom(seed: 0x6B69_6C6C)
    let capture = NumberedCapture(count: 6000)
    let folder = try TemporaryFolder()
    // Some at a time.
    for first in stride(from: 0, to: Self.kills, by: 9) {
      let runs = try (first..<min(first + 9, Self.kills)).map { number in
        let place = folder["\(number)"]
        try FileManager.default.createDirectory(
          atPath: place, withIntermediateDirectories: false)
        return KilledRun(
          capture, folder: place, way: Self.ways[number % Self.ways.count],
          after: Double.random(in: 0.05...2.8, using: &random))
      }
      await withTaskGroup { group in
        for run in runs { group.addTask { await run.runOnItsOwnThread() } }
      }
      for run in runs { try expectReadable(run, capture) }
    }
  }

  private func expectReadable(_ run: KilledRun, _ capture: NumberedCapture) throws {
    let what: Comment = "\(run.way) killed after \(run.delay) s"
    #expect(run.failure == nil, what)
    var found: [MonitorRecord] = []
    for path in run.files {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let records =
        try path.hasSuffix(".pcap") ? MonitorRecord.pcap(bytes) : MonitorRecord.btsnoop(bytes)
      let analyzed = try analyze(path)
      #expect(analyzed.status == 0, what)
      #expect(analyzed.records == records.count, what)
      found += records
    }
    #expect(found[...] == capture.records.prefix(found.count), what)
    #expect(found.count >= run.sentASecondBefore, what)
    #expect(found.count <= run.sent, what)
    if run.delay > 1.5 { #expect(run.sentASecondBefore > 100, what) }
  }
}

/// One recording and its end. All of it happens on one thread.
private final class KilledRun: @unchecked Sendable {
  let way: (name: String, options: [String])
  /// Seconds from the start of the program to its end.
  let delay: Double
  private let capture: NumberedCapture
  private let folder: String

  private(set) var failure: (any Error)?
  private(set) var sent = 0
  /// How many had been sent a second before the end.
  private(set) var sentASecondBefore = 0

  private static let recordsPerSecond = 1500.0

  init(
    _ capture: NumberedCapture, folder: String, way: (name: String, options: [String]),
    after delay: Double
  ) {
    self.capture = capture
    self.folder = folder
    self.way = way
    self.delay = delay
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
      let start = Date()
      // What is on its way, and how many records are sent when it is through.
      var waiting = MonitorRecord.btsnoopHeader[...]
      var through = 0
      var log: [(time: Double, sent: Int)] = []
      while true {
        let now = Date().timeIntervalSince(start)
        if now >= delay { break }
        if waiting.isEmpty {
          sent = through
          log.append((now, sent))
          let due = min(Int(now * Self.recordsPerSecond), capture.encoded.count)
          waiting = Array(capture.encoded[through..<max(through, due)].joined())[...]
          through = max(through, due)
        }
        waiting.removeFirst(program.send(waiting))
        Thread.sleep(forTimeInterval: 0.005)
      }
      program.killAtOnce()
      // Those of which the pipe took a part may have come through as well.
      sent = through
      sentASecondBefore = log.last { $0.time <= delay - 1 }?.sent ?? 0
    } catch {
      failure = error
    }
  }

  /// The recording, in the order in which it was written.
  var files: [String] {
    let whole = folder + "/" + way.name
    let stem = whole.split(separator: ".")[0]
    let parts = (2...).lazy.map { "/\(stem.dropFirst()).\($0).btsnoop" }
    return ([whole] + parts.prefix { FileManager.default.fileExists(atPath: $0) }).filter {
      FileManager.default.fileExists(atPath: $0)
    }
  }
}
