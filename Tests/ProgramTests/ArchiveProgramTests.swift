import BletraceTestSupport
import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// Archives as the program reads them, in a process of its own.
  @Suite("Archives that change, and large ones")
  struct ArchiveProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
      "an archive that shrinks while it is read is reported", arguments: ["a.zip", "a.btsnoop.gz"])
    func shrinks(name: String) throws {
      let records = manyRecords(400_000)
      var writer = ZipWriter()
      writer.add("log", records)
      let bytes = name.hasSuffix(".gz") ? gzipped(records) : writer.finished()
      let path = try folder.write(bytes, to: name)
      let program = try Program(["analyze", "--format", "json", path])
      // Some of it has been read when there is something to report about its memory.
      var index = 0
      while index == 0, program.isRunning {
        program.send(SIGSTOP)
        index = unpacked(program.identifier)
        if index == 0 { program.send(SIGCONT) }
        usleep(1000)
      }
      #expect(program.isRunning, "it was read before it could be changed")
      #expect(unsafe truncate(path, 100) == 0)
      program.send(SIGCONT)
      let end = try program.end()
      #expect(end.status == 2)
      #expect(end.errors.contains("became shorter while it was read"))
    }

    /// Whether the program has come to the archive's contents: octets that it has read in all.
    private func unpacked(_ process: Int32) -> Int {
      let text = (try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("rchar:") }
      let count = line.flatMap { Int($0.dropFirst(7)) } ?? 0
      return count > 1_000_000 ? count : 0
    }

    @Test("memory does not grow with an archive's directory, nor with what it unpacks to")
    func memory() throws {
      var writer = ZipWriter()
      for index in 0..<100 {
        writer.add(
          ZipWriter.File([UInt8](repeating: UInt8(index), count: 65_535), [1, 2, 3]))
      }
      writer.add("log", manyRecords(10))
      let path = try folder.write(writer.finished(), to: "a.zip")
      // 64 MB of address space for all that it keeps, beside what the system's libraries take.
      let end = try Program(
        [
          "-c", "ulimit -d 65536; exec \"$0\" \"$@\"", BuiltProgram.path("bletrace"), "analyze",
          path,
        ],
        of: "/bin/sh"
      ).end()
      #expect(end.status == 0)
      #expect(end.errors == "")
      #expect(end.text.contains("10 records"))
    }
  }
#endif
