import Foundation
import Testing

@testable import BletraceCommands

/// `--full` and `--connection` of `analyze` and `live`.
@Suite("How much of the report is printed") struct ReportLengthTests {
  /// Two connections.
  private let talk = projectFolder + "/samples/transfer-central/capture.btsnoop"
  private let card = projectFolder + "/samples/bizcard-central/capture.btsnoop"

  /// 26 connections: too much to print all.
  private func long() throws -> (folder: TemporaryFolder, path: String) {
    var capture = try Data(contentsOf: URL(filePath: talk))
    let whole = capture
    // The header of another capture goes on with it.
    for _ in 0..<12 { capture += whole }
    let folder = try TemporaryFolder()
    return (folder, try folder.write([UInt8](capture), to: "long.btsnoop"))
  }

  private func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

  @Test("150 lines without an option, all with --full")
  func full() throws {
    let (folder, path) = try long()
    let brief = bletrace("analyze", path)
    #expect(brief.code == .success)
    #expect((100...150).contains(lines(brief.output)))
    #expect(brief.output.contains("\n26 connections with 63:7D:E8:94:20:1B \"Talk\""))
    #expect(brief.output.hasSuffix("connection)\n"))
    let words = brief.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix("(--full: everything; --connection N: one connection)"))
    let full = bletrace("analyze", "--full", path)
    #expect(full.code == .success)
    #expect(lines(full.output) > 1000)
    #expect(full.output.contains("\nConnection 26: 63:7D:E8:94:20:1B \"Talk\"\n"))
    #expect(!full.output.contains("--full"))
    withExtendedLifetime(folder) {}
  }

  @Test("one connection")
  func connection() {
    let result = bletrace("analyze", "--connection", "2", talk)
    #expect(result.code == .success)
    #expect(result.output.contains("\nConnection 2: 63:7D:E8:94:20:1B \"Talk\"\n"))
    #expect(result.output.contains("#89–#121"))
    #expect(!result.output.contains("Connection 1") && !result.output.contains("#38–#77"))
  }

  @Test("a connection that there is not is an error, which names those that there are")
  func noSuchConnection() {
    let result = bletrace("analyze", "--connection", "3", talk)
    #expect(result.code == .trouble)
    #expect(result.output == "")
    #expect(result.errors == "bletrace: \(talk): has no connection 3; it has 1 to 2\n")
    let two = bletrace("analyze", "--connection=2", talk, card)
    #expect(two.code == .trouble)
    #expect(two.errors == "bletrace: \(card): has no connection 2; its only connection is 1\n")
    #expect(two.output.contains("\nConnection 2: 63:7D:E8:94:20:1B \"Talk\"\n"))
    #expect(!two.output.contains("bizcard"))
  }

  @Test("a value that is no number", arguments: ["0", "-1", "x", "1.5", "99999999999999999999"])
  func noNumber(_ word: String) {
    let result = bletrace("analyze", "--connection=\(word)", talk)
    #expect(result.code == .trouble)
    #expect(
      result.errors
        == "bletrace: '\(word)' is not a value for '--connection'; it is a number from 1 to "
        + "1000000\n")
  }

  @Test("JSON holds everything anyway", arguments: [["--full"], ["--connection", "1"]])
  func json(_ words: [String]) {
    for command in ["analyze", "live"] {
      let result = bletrace([command] + words + ["--format", "json", "-"])
      #expect(result.code == .trouble)
      #expect(
        result.errors
          == "bletrace: '\(words[0])' is for the text report only; the other formats are not "
          + "shortened\n")
    }
    let report = bletrace(["live"] + words + ["--report", "x.json", "-"])
    #expect(report.errors.contains("is for the text report only"))
  }

  @Test(
    "times of day are an option of the text report; the page has a button",
    arguments: [
      "html", "json", "csv",
    ])
  func clock(_ format: String) {
    let result = bletrace("analyze", "--time", "absolute", "--format", format, talk)
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: '--time absolute' is for the text report only\n")
  }

  @Test("decode has its own --connection")
  func decode() {
    let result = bletrace("decode", "--connection", "1", "--connection", "2", talk)
    #expect(result.code == .success)
  }

  @Test("live prints the same at its end")
  func live() throws {
    let (folder, path) = try long()
    func report(_ words: String...) throws -> RunResult {
      let input = try FileHandle(forReadingFrom: URL(filePath: path))
      let target = folder.path + "/\(UUID().uuidString).txt"
      var result = bletrace(
        ["live", "--quiet", "--report", target] + words + ["-"],
        standardInput: input.fileDescriptor)
      result.output = try String(contentsOfFile: target, encoding: .utf8)
      return result
    }
    #expect(lines(try report().output) <= 150)
    let full = try report("--full").output
    #expect(lines(full) > 1000)
    let one = try report("--connection", "26")
    #expect(one.output.contains("\nConnection 26: 63:7D:E8:94:20:1B \"Talk\"\n"))
    let none = try report("--connection", "27")
    #expect(none.code == .trouble)
    #expect(none.errors.contains("has no connection 27; it has 1 to 26"))
  }
}
