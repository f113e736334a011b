import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Huge names and values, and files that unpack to very much.
@Suite("Sizes that somebody chose to do harm")
struct HostileSizeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let long = String(repeating: "\u{202E}a\u{1B}", count: 20_000)

  /// `LONG` stands for it: the log of the tests shows these words.
  static let commands = [
    "LONG", "help LONG", "analyze LONG", "analyze --format LONG x", "analyze --LONG x",
    "analyze --marker LONG x", "analyze --unpack-limit LONG x", "analyze --width=LONG x",
    "analyze -o LONG x", "diff LONG x", "budget LONG x", "decode --frames LONG x",
    "decode --layer LONG x", "live --iface LONG", "live --until LONG -", "rules LONG",
    "completions LONG", "diff --budget LONG x y",
  ]

  @Test("an error line has at most 500 octets, says what it is about and why", arguments: commands)
  func errorLine(command: String) throws {
    let words = command.split(separator: " ").map {
      $0.replacingOccurrences(of: "LONG", with: Self.long)
    }
    let result = bletrace(words)
    #expect(result.code == .trouble)
    #expect(result.errors.utf8.count <= 501 && result.errors.hasSuffix("\n"))
    #expect(result.errors.hasPrefix("bletrace: ") && result.errors.contains("\u{2026}"))
    let hidden = "\u{202E}\u{1B}\u{FFFD}".unicodeScalars
    #expect(!result.errors.unicodeScalars.contains { hidden.contains($0) })
  }

  @Test("both ends of a long text stay, whole characters of it")
  func cut() {
    #expect("abc".cut(to: 3) == "abc")
    #expect("abcdefghij".cut(to: 7) == "ab\u{2026}ij")
    for limit in 3..<40 {
      let cut = String(repeating: "a😀é", count: 20).cut(to: limit)
      #expect(cut.utf8.count <= limit && !cut.contains("\u{FFFD}"))
    }
  }

  @Test("an error about a huge key or text in a report stays short")
  func keys() throws {
    let key = String(repeating: "k", count: 100_000)
    let path = try folder.write(
      Array(
        """
        {"schema": "bletrace-report/1", "captures": [{"connections": [{"transfers": \
        [{"chunk_bytes": {"\(key)": "x"}}]}]}]}
        """.utf8), to: "keys.json")
    let result = bletrace("diff", path, path)
    #expect(result.code == .trouble)
    #expect(result.errors.hasSuffix(" is not a whole number\n"))
    #expect(result.errors.utf8.count <= 501)
  }

  private func bomb() -> [UInt8] { gzipped(smallCapture, zeros: 20_000) }

  @Test("a gzip bomb: what came before is reported, with status 2; none lifts the limit")
  func gzipBomb() throws {
    let path = try folder.write(bomb(), to: "bomb.gz")
    let stopped = bletrace("analyze", "--unpack-limit", "1MB", "--format", "json", path)
    #expect(stopped.code == .trouble)
    #expect(
      stopped.errors.contains("it unpacks to more than 1 MB and more than 200 times its size"))
    #expect(stopped.output.contains("\"captures\""))
    for limit in ["none", "1GB", "6MB"] {
      let read = bletrace("analyze", "--unpack-limit", limit, "--format", "json", path)
      #expect(!read.errors.contains("200 times"))
    }
    for words in [["decode"], ["budget", "init"], ["diff", path]] {
      let result = bletrace(words + ["--unpack-limit", "1MB", path])
      #expect(result.code == .trouble && result.errors.contains("200 times its size"))
    }
  }

  @Test("captures of a zip archive count together, though each is read by itself")
  func zipBomb() throws {
    var writer = ZipWriter()
    for number in 0..<4 {
      var file = ZipWriter.File("\(number).btsnoop", [])
      file.packed = deflated(smallCapture, zeros: 2_000)
      file.size = smallCapture.count + 1 + 258 * 2_000
      writer.add(file)
    }
    let path = try folder.write(writer.finished(), to: "bomb.zip")
    let result = bletrace("analyze", "--unpack-limit", "1MB", "--format", "json", path)
    let lines = result.errors.split(separator: "\n")
    #expect(result.code == .trouble && lines.count == 4)
    #expect(lines.map { $0.contains("200 times its size") } == [false, false, true, true])
  }

  @Test func sizesOfTheLimit() {
    for word in ["0", "x", "1TB", "-1", "3999"] {
      #expect(bletrace("analyze", "--unpack-limit", word, "x").errors.contains("is not a size for"))
    }
  }
}
