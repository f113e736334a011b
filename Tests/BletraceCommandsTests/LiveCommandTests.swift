import BletraceTestSupport
import CaptureFiles
import Foundation
import LiveCapture
import Testing

@testable import BletraceCommands

/// Two chunks and their marker on a connection of its own.
private func story() -> CaptureBuilder {
  var story = CaptureBuilder()
  story.connect()
  story.subscribe(0x16)
  story.notify(0x15, "first chunk")
  story.notify(0x15, "second chunk")
  story.notify(0x15, "EOM")
  story.disconnect()
  return story
}

/// Runs `live -` on what a pipe holds, which is closed behind it.
private func live(
  _ words: String..., input: [UInt8] = story().btsnoop(), output: MemorySink = MemorySink()
) throws -> RunResult {
  let pipe = Pipe()
  // More than a pipe holds is written while it is read.
  let writer = Thread {
    try? pipe.fileHandleForWriting.write(contentsOf: input)
    try? pipe.fileHandleForWriting.close()
  }
  writer.start()
  return bletrace(
    ["live", "-"] + words, standardInput: pipe.fileHandleForReading.fileDescriptor, output: output)
}

/// The lines of JSON that were printed.
private func objects(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map {
    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
  }
}

private func events(_ text: String) throws -> [String] {
  try objects(text).compactMap { $0["event"] as? String }
}

@Suite struct LiveCommandTests {
  private static let samples = URL(filePath: projectFolder + "/samples")

  // MARK: What is reported

  @Test func aLineIsToldForEachEventAndTheReportAtTheEnd() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(story().btsnoop(), to: "capture")
    let result = try live()
    #expect(result.errors == "")
    #expect(result.code == .success)
    let parts = result.output.components(separatedBy: "\n\n-: btsnoop")
    #expect(
      parts[0] == """
        0.000 #1 connection 1: connected: 66:0D:F3:0A:7B:1C, as central
        0.000 #1 connection 1: parameters: interval 30 ms, latency 0, supervision timeout 5 s
        0.001 #2 connection 1: subscribed: 0x0015, notifications
        0.005 #6 connection 1: transfer complete: 0x0015, 23 B of text, 2 chunks, 2 ms
        0.006 #7 connection 1: disconnected: Remote User Terminated Connection
        """)
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    let report = bletrace(["analyze", "-"], standardInput: file.fileDescriptor).output
    #expect(result.output.hasSuffix("\n\n" + report))
  }

  @Test func jsonIsOneObjectALineAndTheReportTheLast() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(story().btsnoop(), to: "capture")
    let result = try live("--format", "json")
    let lines = try objects(result.output)
    #expect(
      lines.compactMap { $0["event"] as? String } == [
        "connected", "parameters", "subscribed", "transfer complete", "disconnected", "report",
      ])
    let complete = lines[3]
    #expect(complete["frame"] as? Int == 6)
    #expect(complete["time_us"] as? Int == 5000)
    #expect(complete["connection"] as? Int == 1)
    let facts = try #require(complete["facts"] as? [String: Any])
    #expect(facts["bytes"] as? Int == 23)
    #expect(facts["chunks"] as? Int == 2)
    let report = try #require(lines[5]["report"] as? NSDictionary).mutableCopy()
    let wanted = try JSONSerialization.jsonObject(
      with: Data(
        bletrace("analyze", "--format", "json", path).output.replacing(path, with: "-").utf8))
    #expect((report as? NSDictionary) == (wanted as? NSDictionary))
  }

  @Test("the report of each sample is that of analyze", arguments: ["btsnoop", "pklg", "pcapng"])
  func samples(suffix: String) throws {
    let stories = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path())
    var compared = 0
    for story in stories.sorted() {
      let path = Self.samples.path() + "/\(story)/capture.\(suffix)"
      guard let bytes = FileManager.default.contents(atPath: path), compared < 8 else { continue }
      compared += 1
      let folder = try TemporaryFolder()
      let result = try live("--report", folder["report.json"], "--quiet", input: [UInt8](bytes))
      #expect(result.code == .success)
      #expect(result.output.contains("\n") || result.output.isEmpty)
      let report = String(decoding: try folder.read("report.json"), as: UTF8.self)
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      let wanted = bletrace(
        ["analyze", "--format", "json", "-"], standardInput: file.fileDescriptor)
      #expect(report == wanted.output)
    }
    #expect(compared > 0)
  }

  @Test func whatIsThereIsToldBeforeTheSourceEnds() throws {
    let pipe = Pipe()
    let bytes = story().btsnoop()
    let sink = WaitingSink(for: "subscribed")
    let done = DispatchSemaphore(value: 0)
    let input = pipe.fileHandleForReading.fileDescriptor
    Thread {
      _ = run(
        Invocation(
          arguments: ["live", "-"], standardInput: input, output: sink, errors: MemorySink()))
      done.signal()
    }.start()
    // Up to the subscription, and a part of the next record.
    try pipe.fileHandleForWriting.write(contentsOf: bytes.prefix(140))
    #expect(sink.found.wait(timeout: .now() + patience) == .success)
    #expect(done.wait(timeout: .now()) == .timedOut)
    try pipe.fileHandleForWriting.close()
    #expect(done.wait(timeout: .now() + patience) == .success)
  }

  @Test func eachLossIsAnEventAtItsPlace() throws {
    let drops = [3, 3, 8, 8, 8, 9, 9]
    let records = drops.enumerated().map { index, drops in
      MonitorRecord(
        controller: 0, opcode: MonitorRecord.event,
        microseconds: 1_700_000_000_000_000 + index * 1000,
        drops: drops, bytes: [0xFF, 1, UInt8(index)])
    }
    let input = MonitorRecord.btsnoopHeader + records.flatMap(\.btsnoop)
    let lines = try live(input: input).output.split(separator: "\n")
      .filter { $0.contains("records lost: ") }
    #expect(
      lines == [
        "0.000 records lost: 3 records, 3 in total", "0.001 #2 records lost: 5 records, 8 in total",
        "0.004 #5 records lost: 1 record, 9 in total",
      ])
  }

  /// The time of the last packet was printed, though the evidence came later.
  @Test func noFindingIsBeforeItsEvidence() throws {
    var story = CaptureBuilder()
    story.connect()
    story.wait(by: 12_000_000)
    story.add(.deleteIndex, .unknown, [])
    let lines = try live(input: story.btsnoop(datalink: 2001)).output.split(separator: "\n")
    let line = try #require(lines.first { $0.contains("[controller-reset]") })
    #expect(line.hasPrefix("12.001 #2 "), "\(line)")
  }

  // MARK: Ends

  @Test func theCaptureEndsAfterSoManyRecords() throws {
    let result = try live("--count", "4", "--format", "json")
    let report = try #require(try objects(result.output).last?["report"] as? [String: Any])
    let captures = try #require(report["captures"] as? [[String: Any]])
    #expect(captures[0]["records"] as? Int == 4)
    #expect(try events(result.output).contains("transfer complete") == false)
  }

  @Test func theCaptureEndsAfterAWhile() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: story().btsnoop())
    let start = LiveSystem.now
    let result = bletrace(
      ["live", "-", "--duration", "0.3s"],
      standardInput: pipe.fileHandleForReading.fileDescriptor)
    #expect(result.code == .success)
    #expect(result.output.contains("transfer complete"))
    #expect(LiveSystem.now - start >= 300_000)
    try pipe.fileHandleForWriting.close()
  }

  @Test func theCaptureEndsWhenSomethingHasHappened() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: story().btsnoop())
    let result = bletrace(
      ["live", "-", "--until", "transfer-complete"],
      standardInput: pipe.fileHandleForReading.fileDescriptor)
    #expect(result.code == .success)
    #expect(result.errors == "")
    try pipe.fileHandleForWriting.close()
  }

  @Test func waitingInVainIsAFailedCheck() throws {
    let result = try live("--until", "transfer incomplete")
    #expect(result.code == .checkFailed)
    #expect(
      result.errors
        == "bletrace: the capture ended before the event 'transfer incomplete' (--until)\n")
  }

  @Test func findingsFailTheRunWhereThatIsAskedFor() throws {
    let path = Self.samples.path() + "/bizcard-stall-peripheral/capture.pklg"
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    #expect(try live("--fail-on", "warning", input: bytes).code == .checkFailed)
    #expect(try live("--fail-on", "error", input: bytes).code == .success)
    #expect(
      try live("--fail-on", "warning", "--no-rule", "credit-stall", input: bytes).code == .success)
    #expect(try live("--until", "warning", input: bytes).code == .success)
    #expect(try live("--until", "error", input: bytes).code == .checkFailed)
  }

  @Test func aReaderThatGoesAwayEndsTheCapture() throws {
    let result = try live(output: MemorySink(failure: .closedPipe))
    #expect(result.code == .success)
    #expect(result.errors == "")
  }

  @Test func outputThatCannotBeWrittenIsAnError() throws {
    let result = try live(output: MemorySink(failure: .system(.diskFull)))
    #expect(result.code == .trouble)
    #expect(result.errors.hasPrefix("bletrace: standard output: no space left on the disk\n"))
  }

  // MARK: Sources

  @Test func nothingThatCameIsNoCapture() throws {
    let result = try live(input: [])
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: standard input: no records were captured\n")
    let text = try live(input: Array("no capture".utf8))
    #expect(text.code == .trouble)
    #expect(
      text.errors
        == "bletrace: standard input: \(CaptureFileError.foreign(.text).message)\n")
  }

  @Test func aTerminalIsNoCapture() {
    var terminals = TerminalFacts()
    terminals.inputIsTerminal = true
    let result = bletrace(["live", "-"], terminals: terminals)
    #expect(result.code == .trouble)
    #expect(result.errors.hasPrefix("bletrace: standard input is a terminal; pipe a capture in"))
  }

  @Test func aFileIsFollowedThroughRotation() throws {
    let folder = try TemporaryFolder()
    let path = folder["log"]
    let done = DispatchSemaphore(value: 0)
    let output = WaitingSink(for: "disconnected")
    let errors = WaitingSink(for: "waiting for it")
    Thread {
      _ = run(
        Invocation(
          arguments: [
            "live", "--follow", Argument(path), "--count", "9",
          ], standardInput: -1, output: output, errors: errors))
      done.signal()
    }.start()
    #expect(errors.found.wait(timeout: .now() + patience) == .success)
    try folder.write(story().btsnoop(), to: "log")
    #expect(output.found.wait(timeout: .now() + patience) == .success)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    var more = CaptureBuilder(time: 1_700_000_100_000_000)
    more.connect()
    more.disconnect(reason: 0x08)
    try folder.write(more.btsnoop(), to: "log")
    #expect(done.wait(timeout: .now() + patience) == .success)
    #expect(output.text.contains("#8 connection 2: connected"))
    #expect(output.text.contains("#9 connection 2: disconnected: Connection Timeout"))
    #expect(
      errors.text == """
        bletrace: \(path): does not exist yet; waiting for it
        bletrace: \(path): exists now
        bletrace: \(path): was replaced; continuing with the new file

        """)
  }

  @Test func aDirectoryIsNoFileToFollow() throws {
    let folder = try TemporaryFolder()
    let result = bletrace("live", "--follow", folder.path)
    #expect(
      result.errors == "bletrace: \(folder.path): is a directory; name a capture file in it\n")
    #expect(result.code == .trouble)
  }
}

/// Reports when some text was written.
private final class WaitingSink: ByteSink, @unchecked Sendable {
  let found = DispatchSemaphore(value: 0)
  private let wanted: String
  private let lock = NSLock()
  private var written = ""

  init(for wanted: String) { self.wanted = wanted }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    lock.lock()
    defer { lock.unlock() }
    let had = written.contains(wanted)
    written += String(decoding: bytes, as: UTF8.self)
    if !had, written.contains(wanted) { found.signal() }
  }

  var text: String {
    lock.lock()
    defer { lock.unlock() }
    return written
  }
}
