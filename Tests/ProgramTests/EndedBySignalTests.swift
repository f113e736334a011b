import BletraceTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A signal ends a command at once, as the shell expects it, and what it had begun to write is not
/// there under its name.
@Suite("Commands ended by a signal")
struct EndedBySignalTests {
  private static let commands: [[String]] = [
    ["analyze", "-"], ["decode", "-"], ["diff", largeSample, "-"],
    ["budget", "init", "--force", "-"],
  ]

  @Test(arguments: Self.commands, [SIGINT, SIGTERM, SIGHUP])
  func ended(words: [String], by signal: Int32) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("old".utf8), to: "old")
    for path in [folder["new"], old] {
      let input = Pipe()
      let program = try Program(words + ["-o", path], input: input.fileHandleForReading)
      // The input goes on: it waits for more.
      try input.fileHandleForWriting.write(contentsOf: Data(manyRecords(1000)))
      try waitUntilRead(input)
      program.send(signal)
      let end = try program.end()
      #expect(end.signal == signal)
      #expect(end.errors == "")
    }
    // What was begun may be left behind, under a name that says so.
    #expect(try folder.names.filter { !$0.hasPrefix(".bletrace-") } == ["old"])
    #expect(try folder.read("old") == Array("old".utf8))
  }

  @Test(
    "what ends the program in a batch takes no rows of the captures before it",
    arguments: [["ndjson"], ["csv", "--table", "captures"]])
  func batch(format: [String]) throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(manyRecords(10), to: "first")
    let pipe = folder["pipe"]
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let output = Pipe()
    // It waits for the second capture, of which nothing comes.
    let program = try Program(
      ["analyze", "--format"] + format + [first, pipe], output: output.fileHandleForWriting)
    var rows = Data()
    let deadline = Date.now + 30
    while rows.firstRange(of: Data(first.utf8)) == nil, Date.now < deadline {
      var ready = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&ready, 1, 100) > 0 { rows += output.fileHandleForReading.availableData }
    }
    #expect(program.isRunning && rows.last == 0x0A)
    #expect(rows.firstRange(of: Data(first.utf8)) != nil)
    program.send(SIGKILL)
    #expect(try program.end().signal == SIGKILL)
  }

  @Test(
    "live watches for signals before it opens its first file", arguments: [SIGINT, SIGTERM, SIGHUP])
  func whileOpening(by signal: Int32) throws {
    let folder = try TemporaryFolder()
    let pipe = folder["unread"]
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    let input = Pipe()
    let program = try Program(
      ["live", "-", "--write", pipe], input: input.fileHandleForReading)
    // From then on it waits for a reader of the pipe.
    try waitUntilCaught(signal, by: program)
    program.send(signal)
    let end = try program.end()
    #expect(end.status == 2)
    #expect(end.errors == "bletrace: \(pipe): interrupted while it was opened\n")
  }

  #if os(Linux)
    /// It took a whole core once something was printed. The limit is half of that.
    @Test("live takes no processor time while nothing comes")
    func idle() throws {
      let input = Pipe()
      let program = try Program(["live", "-"], input: input.fileHandleForReading)
      let sample = try Data(contentsOf: URL(filePath: largeSample))
      try input.fileHandleForWriting.write(contentsOf: sample.prefix(40_000))
      try waitUntilRead(input)
      // Events of the last records may wait for a pause.
      usleep(1_000_000)
      let before = try ticks(of: program)
      usleep(1_000_000)
      #expect(try ticks(of: program) - before < 50)
      program.send(SIGTERM)
      #expect(try program.end().status == 0)
    }

    /// Hundredths of a second that the process has used.
    private func ticks(of program: Program) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(program.identifier)/stat", encoding: .utf8)
      let fields = text[(try #require(text.lastIndex(of: ")")))...].split(separator: " ")
      return try #require(Int(fields[12])) + #require(Int(fields[13]))
    }
  #endif

  private func waitUntilCaught(_ signal: Int32, by program: Program) throws {
    #if os(Linux)
      #expect(waitUntil { ProcessLook(program.identifier).catches(signal) })
    #else
      usleep(500_000)
    #endif
  }

  private func waitUntilRead(_ pipe: Pipe) throws {
    let isRead = waitUntil {
      var waiting: Int32 = 1
      _ = unsafe ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting)
      return waiting == 0
    }
    #expect(isRead)
  }
}
