import Foundation
import Testing

/// Rules that the compiler does not know.
@Suite("House rules")
struct HouseRulesTests {
  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path()

  private static func sources(under folder: String) -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: project + folder)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .compactMap { file in
        let path = folder + "/" + file
        let text = try? String(contentsOfFile: project + path, encoding: .utf8)
        return text.map { (path, $0) }
      }
  }

  private static func code(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter {
      !$0.drop(while: { $0 == " " }).hasPrefix("//")
    }
  }

  @Test("the program goes without Foundation")
  func foundation() {
    let tools = [
      "Sources/bletrace-bench/", "Sources/bletrace-fuzz/", "Sources/BletraceTestSupport/",
    ]
    for (path, text) in Self.sources(under: "Sources")
    where !tools.contains(where: path.hasPrefix) {
      for line in Self.code(text) where line.contains("import Foundation") {
        Issue.record("\(path): \(line)")
      }
    }
  }

  @Test("unsafe stands only where bytes are loaded and where C is called")
  func unsafe() {
    let allowed = [
      "Sources/Bytes/", "Sources/Text/TextBuffer.swift", "Sources/Text/TextBuffer+JSON.swift",
      "Sources/SystemLibraries/", "Sources/CaptureFiles/ByteSource.swift",
      "Sources/BletraceCommands/POSIX.swift", "Sources/bletrace-bench/",
      // libpcap, ioctl, threads and signal handlers are C.
      "Sources/LiveCapture/LiveSystem.swift", "Sources/LiveCapture/LiveSystem+Lines.swift",
      "Sources/LiveCapture/MonitorDevice.swift",
      "Sources/LiveCapture/ControllerQuery.swift", "Sources/LiveCapture/SignalWatch.swift",
      "Sources/LiveCapture/TerminalSystem.swift",
      "Sources/bletrace-fuzz/LibFuzzer.swift",
    ]
    for (path, text) in Self.sources(under: "Sources")
    where !allowed.contains(where: path.hasPrefix) {
      for line in Self.code(text) where line.split(separator: " ").contains("unsafe") {
        Issue.record("\(path): \(line)")
      }
    }
  }

  @Test("nothing in the shipped sources ends the program on bad input")
  func traps() {
    for (path, text) in Self.sources(under: "Sources") where !path.contains("bletrace-bench") {
      for line in Self.code(text) {
        for word in ["fatalError(", "try!", "as!", "TODO", "FIXME"] where line.contains(word) {
          Issue.record("\(path): \(line)")
        }
      }
    }
  }

  @Test("files stay short enough to be about one thing")
  func length() {
    for (path, text) in Self.sources(under: "Sources") + Self.sources(under: "Tests")
    where !text.contains("swift-format-ignore-file") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 500, "\(path) has \(lines) lines")
    }
  }

  /// The formatter holds code to its columns, and leaves comments alone. A table may be wider.
  @Test("comments stay within 100 columns")
  func columns() {
    for (path, text) in Self.sources(under: "Sources") + Self.sources(under: "Tests")
    where !text.contains("swift-format-ignore-file") {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.count > 100 {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("//") else { continue }
        let isTable = words.drop { $0 == "/" || $0 == " " }.hasPrefix("|")
        #expect(isTable, "\(path):\(index + 1)")
      }
    }
  }

  @Test("paths that the documentation names exist")
  func documentedPaths() throws {
    let text = try ["README.md", "CONTRIBUTING.md"].map {
      try String(contentsOfFile: Self.project + $0, encoding: .utf8)
    }
    var named = 0
    for piece in text.joined().split(separator: "`") {
      let roots = ["Sources/", "Tests/", "samples/", "man/", ".ci/"]
      guard roots.contains(where: piece.hasPrefix), !piece.contains(" "), !piece.contains("<"),
        !piece.contains("*")
      else { continue }
      named += 1
      #expect(FileManager.default.fileExists(atPath: Self.project + piece), "\(piece)")
    }
    #expect(named >= 50)
  }

  /// The README shows a report with parts left out: what it shows must be what is printed.
  @Test("the report in the README is a sample's")
  func readmeReport() throws {
    let readme = try String(contentsOfFile: Self.project + "README.md", encoding: .utf8)
    let command = "$ bletrace analyze "
    let start = try #require(readme.range(of: command)).upperBound
    let end = try #require(readme.range(of: "\n```", range: start..<readme.endIndex)).lowerBound
    let lines = readme[start..<end].split(separator: "\n", omittingEmptySubsequences: false)
    let folder = try #require(lines[0].range(of: "/capture.")).lowerBound
    let path = Self.project + lines[0][..<folder] + "/report.txt"
    let report = try String(contentsOfFile: path, encoding: .utf8)
    var printed = report.split(separator: "\n", omittingEmptySubsequences: false)[...]
    #expect(lines.count > 20)
    for part in lines.dropFirst().split(separator: "  [...]") {
      let start = try #require(printed.firstIndex(of: part[part.startIndex]), "\(part)")
      #expect(Array(printed[start...].prefix(part.count)) == Array(part))
      printed = printed[(start + part.count)...]
    }
  }

  @Test("only what belongs there stands at the top")
  func topLevel() throws {
    let allowed: Set<String> = [
      "Package.swift", "Sources", "Tests", "samples", "man", "README.md", "Makefile",
      "CHANGELOG.md", "CONTRIBUTING.md", ".ci", ".swift-format", ".gitignore", ".git", ".build",
      // Where Debian's tools look for how a package is made.
      "debian",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.project)
    #expect(Set(found).subtracting(allowed).isEmpty)
  }
}
