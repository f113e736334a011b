import BletraceTestSupport
import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// A capture that shrinks, grows or vanishes while it is read.
  @Suite("Files that change while they are read")
  struct ChangingFileTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let records = 40_000

    init() throws {
      folder = try TemporaryFolder()
      path = try folder.write(manyRecords(Self.records), to: "capture")
    }

    private func words(_ command: String) -> [String] {
      switch command {
      case "diff": ["diff", path, largeSample]
      case "budget": ["budget", "init", path]
      case "analyze": ["analyze", "--format", "json", path]
      default: ["decode", path]
      }
    }

    /// Runs a command, and changes the file when some of it has been read.
    private func run(
      _ words: [String], _ change: () throws -> Void
    ) throws -> Program.End {
      let program = try Program(words)
      let size = try folder.read("capture").count
      // It goes on in small steps, until some has been read.
      program.send(SIGSTOP)
      var index = 0
      while index == 0, program.isRunning {
        program.send(SIGCONT)
        usleep(5000)
        program.send(SIGSTOP)
        usleep(1000)
        index = readSoFar(program.identifier)
      }
      #expect(index > 0 && index < size, "it was read before it could be changed")
      try change()
      program.send(SIGCONT)
      return try program.end()
    }

    /// Where the program stands in the file.
    private func readSoFar(_ process: Int32) -> Int {
      let table = "/proc/\(process)/fd"
      for name in (try? FileManager.default.contentsOfDirectory(atPath: table)) ?? [] {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(table)/\(name)")
        guard let target, target.hasSuffix("/capture"),
          let info = try? String(
            contentsOfFile: "/proc/\(process)/fdinfo/\(name)", encoding: .utf8),
          let line = info.split(separator: "\n").first(where: { $0.hasPrefix("pos:") }),
          let position = line.split(separator: "\t").last.flatMap({ Int($0) })
        else { continue }
        return position
      }
      return 0
    }

    private func count(_ end: Program.End) throws -> Int {
      let report = try JSONSerialization.jsonObject(with: Data(end.output)) as? [String: Any]
      let captures = report?["captures"] as? [[String: Any]]
      return try #require(captures?.first?["records"] as? Int)
    }

    // MARK: Shorter

    @Test(
      "one that shrinks is reported, and is no success",
      arguments: ["analyze", "decode", "diff", "budget"])
    func shrinks(command: String) throws {
      let end = try run(words(command)) {
        let result = unsafe truncate(path, 100)
        #expect(result == 0)
      }
      #expect(end.status == 2)
      #expect(
        end.errors == "bletrace: \(path): became shorter while it was read, from 1.1 MB to "
          + "100 bytes; not all of it could be read\n")
      switch command {
      // What had been read is reported.
      case "analyze": #expect((1..<Self.records).contains(try count(end)))
      case "decode": #expect(end.text.split(separator: "\n").count > 1000)
      default: #expect(end.text == "")
      }
    }

    // MARK: Longer

    @Test("one that grows is read to its end")
    func grows() throws {
      let end = try run(words("analyze")) {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(manyRecords(500).dropFirst(16)))
        // Half a record: its writer is not through with it.
        try handle.write(contentsOf: Data(manyRecords(1).dropFirst(16).dropLast(2)))
        try handle.close()
      }
      #expect(end.status == 0)
      #expect(end.errors == "")
      #expect(try count(end) == Self.records + 501)
      #expect(end.text.contains("\"cut_short\": true"))
    }

    // MARK: Gone

    @Test("one that vanishes is read to its end", arguments: ["analyze", "decode"])
    func vanishes(command: String) throws {
      let end = try run(words(command)) {
        try FileManager.default.removeItem(atPath: path)
        // Another has its name.
        try folder.write(Array("other".utf8), to: "capture")
      }
      #expect(end.status == 0)
      #expect(end.errors == "")
      if command == "analyze" {
        #expect(try count(end) == Self.records)
      } else {
        #expect(end.text.split(separator: "\n").count == Self.records)
      }
    }

    @Test("one that is to be read twice, and vanishes between")
    func vanishesBetween() throws {
      let end = try run(["decode", "--transfer", "1", "-o", folder["output"], path]) {
        try FileManager.default.removeItem(atPath: path)
      }
      #expect(end.status == 2)
      // There is no transfer in it; else the file would be opened again, and missed.
      #expect(end.errors == "bletrace: \(path): no transfer 1 was found\n")
      #expect(try folder.names == [])
    }

    @Test("a recording that is removed meanwhile is reported")
    func recordingVanishes() throws {
      let input = Pipe()
      let program = try Program(
        ["live", "-", "--write", folder["walk"]], input: input.fileHandleForReading)
      try input.fileHandleForWriting.write(contentsOf: Data(manyRecords(10)))
      #expect(waitUntil { (try? folder.read("walk").count) ?? 0 >= 100 })
      try FileManager.default.removeItem(atPath: folder["walk"])
      try input.fileHandleForWriting.close()
      let end = try program.end()
      #expect(end.status == 2)
      #expect(
        end.errors == "bletrace: \(folder["walk"]): was removed while it was written, and is lost\n"
      )
      #expect(end.text.contains("10 records"))
    }
  }
#endif
