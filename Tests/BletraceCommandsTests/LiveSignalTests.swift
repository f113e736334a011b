import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

#if os(Linux)
  /// The program itself, as signals are for a process.
  private final class LiveProcess {
    let process = Process()
    let input = Pipe()
    let output: Pipe
    let errors = Pipe()

    init(_ words: [String], output: Pipe = Pipe()) throws {
      self.output = output
      // It was built beside the tests.
      process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "bletrace")
      process.arguments = ["live", "-"] + words
      process.standardInput = input
      process.standardOutput = output
      process.standardError = errors
      try process.run()
    }

    deinit { process.terminate() }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end; the exit status.
    func end() -> Int32? {
      guard waitUntil({ !process.isRunning }) else {
        send(SIGKILL)
        return nil
      }
      return process.terminationStatus
    }

    /// Waits until it would handle a signal.
    func watches(_ signal: Int32) -> Bool {
      waitUntil { ProcessLook(process.processIdentifier).catches(signal) }
    }

    /// Sends a signal, and waits until it is handled.
    func sendAndSee(_ signal: Int32) {
      send(signal)
      _ = waitUntil {
        !process.isRunning || !ProcessLook(process.processIdentifier).awaits(signal)
      }
    }

    /// What was printed up to a word, or all of it.
    func read(upTo word: String) -> String {
      var text = ""
      while !text.contains(word) {
        let piece = output.fileHandleForReading.availableData
        if piece.isEmpty { break }
        text += String(decoding: piece, as: UTF8.self)
      }
      return text
    }
  }

  @Suite struct LiveSignalTests {
    private static var story: [UInt8] {
      var story = CaptureBuilder()
      story.connect()
      story.exchangeMTU(185, 185)
      return story.btsnoop()
    }

    @Test(
      "an interruption ends the capture with its report", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interruption(signal: Int32) throws {
      let folder = try TemporaryFolder()
      let live = try LiveProcess(["--write", folder["walk"], "--report", folder["report.json"]])
      try live.input.fileHandleForWriting.write(contentsOf: Self.story)
      #expect(live.read(upTo: "mtu: 185").contains("connected"))
      live.send(signal)
      #expect(live.end() == 0)
      #expect(try folder.read("walk").count > 100)
      let report = String(decoding: try folder.read("report.json"), as: UTF8.self)
      #expect(report.contains("\"records\": 3"))
      #expect(live.read(upTo: "never") == "")
    }

    @Test func anInterruptionBeforeAnythingCameSaysSo() throws {
      let live = try LiveProcess(["--duration", "1h"])
      #expect(live.watches(SIGINT))
      live.send(SIGINT)
      #expect(live.end() == 2)
      let errors = try live.errors.fileHandleForReading.readToEnd() ?? Data()
      #expect(
        String(decoding: errors, as: UTF8.self)
          == "bletrace: standard input: no records were captured\n")
    }

    @Test(
      "a reader that reads nothing stops neither the recording nor its end",
      arguments: [SIGINT, SIGTERM, SIGHUP])
    func stuckReader(signal: Int32) throws {
      let folder = try TemporaryFolder()
      var story = CaptureBuilder()
      for _ in 0..<3000 {
        story.connect()
        story.disconnect()
      }
      let bytes = story.btsnoop(datalink: 2001)
      // No one reads this pipe, and it takes less than what is printed.
      let live = try LiveProcess(["--write", folder["walk"]], output: Pipe())
      try live.input.fileHandleForWriting.write(contentsOf: bytes)
      #expect(waitUntil { (try? folder.read("walk").count) == bytes.count })
      #expect(try folder.read("walk") == bytes)
      live.send(signal)
      #expect(live.end() == 2)
      #expect(try folder.read("walk") == bytes)
      let errors = try live.errors.fileHandleForReading.readToEnd() ?? Data()
      #expect(
        String(decoding: errors, as: UTF8.self)
          == "bletrace: standard output: the reader does not read; the rest was not written\n")
    }

    /// After the first one it gives up some time later: where the machine is so busy that the
    /// second one comes too late, it is tried again.
    @Test func aSecondInterruptionEndsTheProgramAtOnce() throws {
      #expect(try waitUntil { try interruptTwice() == 128 + SIGINT })
    }

    private func interruptTwice() throws -> Int32? {
      // No one reads the output, and it is full: the first one cannot end it.
      let full = Pipe()
      let end = full.fileHandleForWriting.fileDescriptor
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      let octets = [UInt8](repeating: 0x20, count: 4096)
      while unsafe write(end, octets, octets.count) > 0 {}
      _ = fcntl(end, F_SETFL, 0)
      let live = try LiveProcess([], output: full)
      try live.input.fileHandleForWriting.write(contentsOf: Self.story)
      #expect(live.watches(SIGINT))
      live.sendAndSee(SIGINT)
      live.send(SIGINT)
      return live.end()
    }

    /// The pipe held the program, and the first signal did not end it.
    @Test(
      "a pipe for the recording that is not read does not stop the end, which has a word for it",
      arguments: [SIGINT, SIGTERM, SIGHUP])
    func unreadRecording(signal: Int32) throws {
      let folder = try TemporaryFolder()
      let pipe = folder["walk"]
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      // Opened for reading, and never read.
      let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      var story = CaptureBuilder()
      for _ in 0..<2000 {
        story.connect()
        story.disconnect()
      }
      let live = try LiveProcess(["--write", pipe], output: Pipe())
      try live.input.fileHandleForWriting.write(contentsOf: story.btsnoop(datalink: 2001))
      let writer = unsafe open(pipe, O_WRONLY | O_NONBLOCK)
      defer { close(writer) }
      #expect(waitUntil { Self.isFull(writer) })
      live.send(signal)
      #expect(live.end() == 2)
      let errors = try live.errors.fileHandleForReading.readToEnd() ?? Data()
      let line = "bletrace: \(pipe): the reader does not read; the rest was not written\n"
      #expect(String(decoding: errors, as: UTF8.self).contains(line))
    }

    /// What the pipe holds is less than the records, and what ends the capture comes before what
    /// waits is written, or while the pipe holds it.
    @Test(
      "nor does it where the capture ends by itself",
      arguments: [["--duration", "1s"], ["--count", "40"]])
    func unreadRecordingOfSome(end: [String]) throws {
      let folder = try TemporaryFolder()
      let pipe = folder["walk"]
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      // F_SETPIPE_SZ, which Glibc hides.
      #expect(fcntl(reader, 1031, 4096) == 4096)
      var story = CaptureBuilder()
      story.connect()
      for _ in 0..<50 { story.notify(0x15, [UInt8](repeating: 7, count: 200)) }
      let live = try LiveProcess(["--write", pipe] + end)
      try live.input.fileHandleForWriting.write(contentsOf: story.btsnoop())
      #expect(live.end() == 2)
      let errors = try live.errors.fileHandleForReading.readToEnd() ?? Data()
      let line = "bletrace: \(pipe): the reader does not read; the rest was not written\n"
      #expect(String(decoding: errors, as: UTF8.self).contains(line))
    }

    /// Whether a pipe takes nothing.
    private static func isFull(_ descriptor: Int32) -> Bool {
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      return unsafe poll(&request, 1, 0) == 0
    }

    @Test("a pipe for the report that is not read does not stop the end either")
    func unreadReport() throws {
      let folder = try TemporaryFolder()
      let pipe = folder["report.json"]
      #expect(unsafe mkfifo(pipe, 0o600) == 0)
      let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      var story = CaptureBuilder()
      for _ in 0..<100 {
        story.connect()
        story.disconnect()
      }
      let live = try LiveProcess(["--report", pipe])
      try live.input.fileHandleForWriting.write(contentsOf: story.btsnoop())
      try live.input.fileHandleForWriting.close()
      let writer = unsafe open(pipe, O_WRONLY | O_NONBLOCK)
      defer { close(writer) }
      #expect(waitUntil { Self.isFull(writer) })
      live.send(SIGINT)
      #expect(live.end() == 2)
      let errors = try live.errors.fileHandleForReading.readToEnd() ?? Data()
      let line = "bletrace: \(pipe): the reader does not read; the rest was not written\n"
      #expect(String(decoding: errors, as: UTF8.self) == line)
    }
  }
#endif
