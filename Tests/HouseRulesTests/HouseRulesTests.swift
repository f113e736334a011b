import Foundation
import Testing

/// Rules that the compiler does not know.
@Suite("House rules")
struct HouseRulesTests {
  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path()

  static func sources(under folder: String) -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: project + folder)
    return (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .compactMap { file in
        let path = folder + "/" + file
        let text = try? String(contentsOfFile: project + path, encoding: .utf8)
        return text.map { (path, $0) }
      }
  }

  static func code(_ text: String) -> [Substring] {
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

  @Test("the evidence of a finding is read and written by the keys of its enumeration")
  func evidence() throws {
    let byText = try Regex(#"(evidence[)?!]?\[ *"|\.entries\b.*\bkey == ")"#)
    for (path, text) in Self.sources(under: "Sources") + Self.sources(under: "Tests")
    where !path.hasPrefix("Tests/HouseRulesTests/") {
      for line in Self.code(text) where line.contains(byText) { Issue.record("\(path): \(line)") }
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

  private static let prose: [(path: String, text: String)] = {
    let folders = ["man", "samples"].flatMap { folder in
      let files = FileManager.default.enumerator(atPath: project + folder)
      return (files?.compactMap { $0 as? String } ?? []).map { folder + "/" + $0 }
    }
    // The texts of the samples are what their people write.
    let pages = folders.filter { path in
      [".1", ".md", ".py"].contains(where: path.hasSuffix) && !path.hasSuffix("/payloads.py")
    }
    return (["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile"] + pages).compactMap {
      path in
      let text = try? String(contentsOfFile: project + path, encoding: .utf8)
      return text.map { (path, $0) }
    }
  }()

  /// Words that a reader with English as a second language stumbles over, and for which there is a
  /// plainer one: report, distinguish, calculate, learn, no one.
  @Test("comments, messages and pages are in plain words")
  func plainWords() {
    let words: Set<String> = [
      "tell", "tells", "told", "telling", "reckon", "reckons", "reckoned", "amiss", "nobody",
      "taught", "teach", "teaches", "oftentimes", "wherein", "thereof", "hitherto",
    ]
    let pairs: Set<String> = ["want of", "stood still"]
    for (path, text) in Self.sources(under: "Sources") + Self.prose {
      var last = ""
      for word in text.utf8.split(whereSeparator: { !(97...122).contains($0 | 0x20) }) {
        let plain = String(Substring(word)).lowercased()
        if words.contains(plain) || pairs.contains("\(last) \(plain)") {
          let line = text[..<word.startIndex].utf8.count { $0 == 10 } + 1
          Issue.record("\(path):\(line): \(plain)")
        }
        last = plain
      }
    }
    #expect(Self.prose.count >= 30)
  }

  /// A number that counts from 0 is an index; a place is where something stands in the world.
  @Test("comments call an index an index")
  func indexes() {
    let starts = ["Place", "Places", "The place", "The places", "0-based place"]
    let openings = starts.flatMap { start in [" of ", " among "].map { "/// " + start + $0 } }
    for (path, text) in Self.sources(under: "Sources") {
      for line in text.split(separator: "\n") {
        let words = line.drop { $0 == " " }
        guard words.hasPrefix("/// ") else { continue }
        for opening in openings where words.hasPrefix(opening) { Issue.record("\(path): \(line)") }
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
      "debian", "action.yml",
    ]
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.project)
    #expect(Set(found).subtracting(allowed).isEmpty)
  }
}
