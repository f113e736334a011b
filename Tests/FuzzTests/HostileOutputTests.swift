import BletraceTestSupport
import Foundation
import Testing

@testable import bletrace_fuzz

/// Hostile texts in every form of output, read by parsers that are not ours: no text becomes
/// markup, and each stays what it is. `make outputs` does the same with more of them.
@Suite("Hostile outputs")
struct HostileOutputTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/bletrace-fuzz/parse-outputs").path()

  private static let isExpected: Bool = {
    let tools = ["cmark-gfm", "xmllint", "python3"]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let areHere = tools.allSatisfy { tool in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
    }
    return areHere || ProcessInfo.processInfo.environment["CI"] == "true"
  }()

  /// In a folder that is gone afterwards.
  private func inFolder(_ body: (_ folder: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "bletrace-outputs-\(UUID().uuidString)").path()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func parse(_ folder: String) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: Self.script)
    process.arguments = [folder]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  @Test("stay what they are", .enabled(if: isExpected, "cmark-gfm, xmllint and python3 are needed"))
  func outputs() throws {
    try inFolder { folder in
      try OutputsCommand.write(OutputsCommand.files(seed: 1, count: 9), to: folder)
      let (status, output) = try parse(folder)
      #expect(status == 0, "\(output)")
    }
  }

  @Test("the same seed gives the same outputs, another one others")
  func seeds() {
    func octets(_ seed: UInt64) -> [[UInt8]] {
      var outputs = HostileOutputs(seed: seed)
      outputs.addComparison(0)
      return outputs.files.map(\.bytes)
    }
    #expect(octets(1) == octets(1))
    #expect(octets(1) != octets(2))
  }

  /// A trace with one event.
  private static func trace(_ keys: String) -> String {
    "{\"traceEvents\":[{\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":0,\(keys)}]}"
  }

  /// The parsers are held to their word: each of these is one problem at least.
  @Test(
    "what is wrong is found", .enabled(if: isExpected, "cmark-gfm, xmllint and python3 are needed"))
  func wrong() throws {
    let good: [(name: String, text: String)] = [
      ("a.txt", "fine\n"), ("a.md", "| a |\n| - |\n| `b` |\n"),
      ("a.xml", "<testsuites name=\"a\"/>"),
      ("a.json", "{\"a\": \"b\"}"), ("a.jsonl", "{}\n{}\n"),
      ("a.sarif", "{\"runs\":[{\"results\":[]}]}"),
      ("a.github", "::error title=a::b\n"), ("a.csv", "file,n\r\n'=x,-1.5\r\n"),
      ("a.html", "<html><p class=\"in\">a</p></html>"),
      ("a.perfetto", Self.trace("\"ph\":\"X\",\"dur\":1")),
    ]
    let bad: [(name: String, text: String)] = [
      ("b.txt", "a\u{202E}b\n"), ("c.txt", "a\u{FE0F}\n"), ("d.txt", " ::error::x\n"),
      ("e.txt", "x ##vso[a]\n"), ("f.txt", "\u{E000}\n"), ("g-ascii.txt", "é\n"),
      ("b.md", "`\u{301}<img src=//e.x>`\u{301}\n"), ("c.md", "[x](//evil)\n"),
      ("d.md", "@org/team\n"),
      ("e.md", "www.e.x\n"), ("f.md", "a #12\n"), ("g.md", "`c`\n"), ("h.md", ":+1:\n"),
      ("b.xml", "<testsuites><b/></testsuites>"), ("c.xml", "<testsuites>"),
      ("b.json", "{\"a\": \"##[error]\"}"), ("c.json", "{\"a\": 1, \"a\": 2}"),
      ("d.json", "\"\\ud800\""),
      ("e.json", "NaN"), ("f.json", "\"a\u{3164}\""), ("b.jsonl", "{}\n{\n"),
      ("b.sarif", "{\"runs\":[{\"results\":[{\"message\":{\"text\":\"[a](b)\"}}]}]}"),
      ("b.github", "::error title=a::b\nx\n"), ("c.github", "::error title=a,b::c\n"),
      ("b.csv", "a\r\n=1+2\r\n"), ("c.csv", "a,b\r\nc\r\n"), ("d.csv", "a\n"),
      ("e.csv", "a,b\r\nc,\"x; =1\"\r\n"), ("f.csv", "a\r\n\"x\n\"\r\n"),
      ("b.html", "<p><img></p>"), ("c.html", "<p onclick=\"x\">"), ("d.html", "<script>x</script>"),
      ("e.html", "<a href=\"https://e.x\">"), ("b.perfetto", Self.trace("\"ph\":\"X\"")),
      ("c.perfetto", Self.trace("\"ph\":\"s\",\"id\":1,\"cat\":\"a\"")),
    ]
    let expected = ["a.md", "g.md"].map { (name: $0 + ".expected", text: "[\"b\"]") }
    try inFolder { folder in
      let files = (good + bad + expected).map {
        HostileOutputs.File(name: $0.name, bytes: Array($0.text.utf8))
      }
      try OutputsCommand.write(files, to: folder)
      let (status, output) = try parse(folder)
      #expect(status == 1)
      for (name, _) in good { #expect(!output.contains("/\(name): "), "\(output)") }
      for (name, _) in bad { #expect(output.contains("/\(name): "), "\(name)") }
    }
  }
}
