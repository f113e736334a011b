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
    ["analyze", "-"], ["decode", "-"], ["diff", largeSample, "-"], ["budget", "init", "-"],
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

  private func waitUntilRead(_ pipe: Pipe) throws {
    for _ in 0..<2000 {
      var waiting: Int32 = 0
      _ = unsafe ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &waiting)
      if waiting == 0 {
        // It has been taken out of the pipe; now it is looked at.
        usleep(20_000)
        return
      }
      usleep(5000)
    }
    Issue.record("nothing was read within 10 s")
  }
}
