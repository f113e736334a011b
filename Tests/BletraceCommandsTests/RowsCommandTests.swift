import BletraceTestSupport
import CaptureFiles
import Foundation
import SystemLibraries
import Testing

@testable import BletraceCommands

/// `analyze --format ndjson`.
@Suite("Rows of captures")
struct RowsCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func capture(_ records: Int) -> [UInt8] {
    var story = CaptureBuilder()
    for index in 0..<records { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
    return story.btsnoop()
  }

  private func rows(_ result: RunResult) throws -> [[String: Any]] {
    try result.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func rows(_ words: String...) -> RunResult {
    bletrace(["analyze", "--format", "ndjson"] + words)
  }

  private func hash(_ bytes: [UInt8]) -> String { SHA256.digest(of: bytes.span) }

  @Test("many captures: in the order of the paths, each under the hash of its octets")
  func order() throws {
    var paths: [String] = []
    var hashes: [String] = []
    for index in 0..<60 {
      // Long ones first, so that those after them are done before.
      let bytes = Self.capture(index % 7 == 0 ? 3_000 : index)
      hashes.append(hash(bytes))
      paths.append(try folder.write(bytes, to: "c\(index)"))
    }
    let result = bletrace(["analyze", "--format", "ndjson"] + paths)
    #expect(result.code == .success && result.errors == "")
    let captures = try rows(result).filter { $0["table"] as? String == "captures" }
    #expect(captures.compactMap { $0["path"] as? String } == paths)
    #expect(captures.compactMap { $0["capture"] as? String } == hashes)
    #expect(bletrace(["analyze", "--format", "ndjson"] + paths).output == result.output)
  }

  @Test("a file that cannot be read is a row, and no end")
  func errors() throws {
    let good = try folder.write(Self.capture(3), to: "good")
    let bad = try folder.write(Array("no capture at all".utf8), to: "bad")
    let missing = folder["missing"]
    let result = rows(bad, good, missing)
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: 2 errors; see their rows in the table errors\n")
    let found = try rows(result)
    #expect(found.first?["table"] as? String == "errors")
    #expect(found.last?["table"] as? String == "errors")
    #expect(found.compactMap { $0["path"] as? String } == [bad, good, missing])
    let nothing = rows(bad, missing)
    #expect(nothing.code == .trouble)
    #expect(try rows(nothing).count == 2)
    let empty = try TemporaryFolder()
    let directory = rows(empty.path, good)
    #expect(directory.code == .trouble)
    #expect(try rows(directory).compactMap { $0["path"] as? String } == [empty.path, good])
  }

  @Test("a capture in an archive has the hash of its own octets", arguments: 0..<4)
  func archives(way: Int) throws {
    let (first, second) = (Self.capture(3), Self.capture(5))
    var zip = ZipWriter()
    var tar = TarWriter()
    for (name, bytes) in [("x/a.log", first), ("x/b.log", second)] {
      zip.add(name, bytes)
      tar.add(name, bytes)
    }
    let bytes = [
      zip.finished(), tar.finished(), gzipped(tar.finished()), gzipped(first),
    ][way]
    let path = try folder.write(bytes, to: "archive")
    let result = rows(path)
    #expect(result.code == .success && result.errors == "")
    let captures = try rows(result).filter { $0["table"] as? String == "captures" }
    let expected = way == 3 ? [first] : [first, second]
    #expect(captures.compactMap { $0["capture"] as? String } == expected.map(hash))
    #expect(captures.compactMap { $0["octets"] as? Int } == expected.map(\.count))
  }

  @Test("standard input is hashed to its end, beyond what could be read of it")
  func standardInput() throws {
    let bytes = Self.capture(40) + [UInt8](repeating: 0xFF, count: 100_000)
    let path = try folder.write(bytes, to: "damaged")
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let result = bletrace(
      ["analyze", "--format", "ndjson", "-"], standardInput: file.fileDescriptor)
    let first = try #require(try rows(result).first)
    #expect(first["capture"] as? String == hash(bytes))
    #expect(first["octets"] as? Int == bytes.count)
  }

  @Test("--fail-on decides the exit status, and what shortens the text is refused")
  func options() throws {
    let sample = projectFolder + "/samples/bizcard-stall-peripheral/capture.pklg"
    #expect(rows("--fail-on", "warning", sample).code == .checkFailed)
    #expect(rows("--fail-on", "error", sample).code == .success)
    let full = rows("--full", sample)
    #expect(full.code == .trouble && full.errors.contains("'--full' is for the text report only"))
  }

  @Test("a reader that goes away ends the run")
  func closedPipe() throws {
    let paths = try (0..<40).map { try folder.write(Self.capture(50), to: "c\($0)") }
    let result = bletrace(
      ["analyze", "--format", "ndjson"] + paths, output: MemorySink(failure: .closedPipe))
    #expect(result.code == .success)
  }

  @Test("sketches of samples hold as many values as their summaries count")
  func sketches() throws {
    let sample = projectFolder + "/samples/bizcard-central/capture.btsnoop"
    let stream = try #require(
      try rows(rows(sample)).first { $0["table"] as? String == "notifications" })
    let counts = try #require(stream["gap_us_sketch_counts"] as? [Int])
    #expect(counts.reduce(0, +) == stream["gap_us_count"] as? Int)
    #expect(counts.count == (stream["gap_us_sketch_keys"] as? [Int])?.count)
  }
}
