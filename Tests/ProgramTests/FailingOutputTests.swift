import BletraceTestSupport
import Foundation
import Testing

/// A full disk, a pipe without a reader, an output that is closed: a clear line, the right exit
/// status, and nothing half-written under the final name.
@Suite("Output that fails")
struct FailingOutputTests {
  private static let commands: [[String]] = [
    ["analyze", largeSample], ["analyze", "--format", "json", largeSample],
    ["decode", largeSample], ["decode", "-v", largeSample],
    ["diff", "--format", "json", largeSample, largeSample],
    ["budget", "init", largeSample], ["live", "--count", "20", "-"], ["rules"], ["schema"],
    ["completions", "zsh"], ["help", "live"], ["--version"],
  ]

  private func input(_ words: [String]) throws -> FileHandle {
    words.contains("-")
      ? try #require(FileHandle(forReadingAtPath: largeSample)) : .nullDevice
  }

  // MARK: Standard output

  #if os(Linux)
    @Test("standard output on a full disk", arguments: Self.commands)
    func fullDisk(words: [String]) throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let end = try Program(words, input: try input(words), output: full).end()
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: standard output: no space left on the disk\n")
    }

    @Test(
      "an option's file on a full disk",
      arguments: [
        ["analyze", "-o", "/dev/full", largeSample], ["decode", "-o", "/dev/full", largeSample],
        ["diff", "-o", "/dev/full", largeSample, largeSample],
        ["budget", "init", "-o", "/dev/full", largeSample],
        ["live", "--report", "/dev/full", "-"], ["live", "--write", "/dev/full", "-"],
      ])
    func fullDiskOfFile(words: [String]) throws {
      let end = try Program(words, input: try input(words)).end()
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: /dev/full: no space left on the disk\n")
    }
  #endif

  @Test("a reader that has seen enough is no error", arguments: Self.commands)
  func closedPipe(words: [String]) throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let end = try Program(
      words, input: try input(words), output: pipe.fileHandleForWriting
    ).end()
    #expect(end.status == 0)
    #expect(end.errors == "")
  }

  @Test("standard output that may not grow", arguments: Self.commands.prefix(6))
  func limitedOutput(words: [String]) throws {
    let folder = try TemporaryFolder()
    let file = try #require(FileHandle(forWritingAtPath: try folder.write([], to: "output")))
    let end = try Program(words, input: try input(words), output: file, limit: 0).end()
    #expect(end.status == 2)
    #expect(end.signal == nil)
    #expect(end.errors == "bletrace: standard output: file too large for this file system\n")
  }

  // MARK: Files

  private static let writers: [[String]] = [
    ["analyze", "--format", "json", largeSample], ["decode", largeSample],
    ["diff", "--format", "json", largeSample, largeSample],
    ["budget", "init", "--force", largeSample],
  ]

  @Test("a file that cannot be written whole is not written", arguments: Self.writers)
  func limitedFile(words: [String]) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("old".utf8), to: "old")
    for path in [folder["new"], old] {
      let end = try Program(words + ["-o", path], limit: 0).end()
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: \(path): file too large for this file system\n")
    }
    #expect(try folder.names == ["old"])
    #expect(try folder.read("old") == Array("old".utf8))
  }

  @Test("nor is the report at the end of a live capture", arguments: ["text", "json"])
  func limitedLiveReport(format: String) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("old".utf8), to: "old")
    for path in [folder["new"], old] {
      let end = try Program(
        ["live", "-", "--quiet", "--format", format, "--report", path],
        input: try #require(FileHandle(forReadingAtPath: largeSample)), limit: 0
      ).end()
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: \(path): file too large for this file system\n")
    }
    #expect(try folder.names == ["old"])
    #expect(try folder.read("old") == Array("old".utf8))
  }

  @Test("a payload that cannot be written whole is not written")
  func limitedPayload() throws {
    let folder = try TemporaryFolder()
    let path = sample("fault-interval-too-slow/capture.btsnoop")
    let end = try Program(["analyze", "--extract", folder["payloads"], path], limit: 1).end()
    #expect(end.status == 2)
    #expect(
      end.errors.hasPrefix("bletrace: \(folder["payloads"])/capture1-connection1-transfer1."))
    #expect(end.errors.contains(": file too large for this file system\n"))
    // The report is there all the same.
    #expect(end.text.contains("Transfers"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["payloads"]) == [])
  }

  @Test("a recording that cannot go on ends with a whole record", arguments: [1, 4, 16])
  func limitedRecording(limit: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = manyRecords(3000)
    let end = try Program(
      ["live", "-", "--write", folder["walk.btsnoop"]],
      input: try #require(FileHandle(forReadingAtPath: try folder.write(bytes, to: "input"))),
      limit: limit
    ).end()
    #expect(end.status == 2)
    #expect(
      end.errors == "bletrace: \(folder["walk.btsnoop"]): file too large for this file "
        + "system\n")
    // The shell counts in blocks of 512 or of 1024 octets.
    let recorded = try folder.read("walk.btsnoop")
    #expect((400 * limit...1024 * limit).contains(recorded.count))
    let records = try MonitorRecord.btsnoop(recorded)
    #expect(!records.isEmpty)
    #expect(records.map { $0.bytes[3] } == (0..<records.count).map { UInt8($0 & 0xFF) })
  }

  @Test("a recording of which nothing can be written is not there")
  func noRecording() throws {
    let folder = try TemporaryFolder()
    let end = try Program(
      ["live", "-", "--write", folder["walk"]],
      input: try #require(FileHandle(forReadingAtPath: largeSample)), limit: 0
    ).end()
    #expect(end.status == 2)
    #expect(end.errors == "bletrace: \(folder["walk"]): file too large for this file system\n")
    #expect(try folder.names == [])
  }
}
