import BletraceTestSupport
import Foundation
import Testing

/// HTML reports in a real browser: what a reader sees, and what no name may do.
@Suite("HTML reports in a browser")
struct BrowserTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Where the browser is missing the tests are skipped on a developer's machine, and fail in CI.
  static let isExpected =
    ProcessInfo.processInfo.environment["CI"] == "true"
    || FileManager.default.fileExists(atPath: "/usr/bin/chromium")
      && FileManager.default.fileExists(
        atPath: project.appending(path: ".build/browser-venv/installed").path())

  @Test("pages are sound, in light and dark, small and wide", .enabled(if: isExpected))
  func pages() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bletrace-pages-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try writePages(to: folder)
    try check("check-pages", folder, oks: 165)
  }

  @Test("Perfetto reads the traces whole, and shows them", .enabled(if: isExpected))
  func traces() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "bletrace-traces-\(UUID().uuidString)")
    let traces = folder.appending(path: "traces")
    try FileManager.default.createDirectory(at: traces, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let hostile = folder.appending(path: "hostile.btsnoop")
    try Data(MadeCaptures.hostile).write(to: hostile)
    for (name, path) in [
      ("stall", "samples/bizcard-stall-peripheral/capture.pklg"),
      ("requests", "samples/bizcard-central/capture.btsnoop"), ("hostile", hostile.path()),
    ] {
      let output = traces.appending(path: "\(name).json").path()
      let words = ["analyze", "--quiet", "--format", "perfetto", "-o", output, path]
      let said = try run(BuiltProgram.path("bletrace"), words)
      #expect(said.isEmpty, "\(name): \(said)")
    }
    try check("check-traces", traces, oks: 25)
  }

  private func check(_ script: String, _ folder: URL, oks: Int) throws {
    let path = Self.project.appending(path: "Tests/BrowserTests/\(script)").path()
    let lines = try run(path, [folder.path()]).split(separator: "\n")
    for line in lines where line.hasPrefix("not ok") { Issue.record("\(line)") }
    for line in lines where line.hasPrefix("#") { print(line) }
    // As many as there are, so that a page that is not looked at is noticed.
    #expect(lines.count { $0.hasPrefix("ok ") } == oks, "\(lines.joined(separator: "\n"))")
  }

  private func writePages(to folder: URL) throws {
    let samples = [
      "shot-stall": "bizcard-stall-peripheral/capture.pklg",
      "shot-picture": "picture-central/capture.pcapng",
      "shot-gap": "fault-notification-gap/capture.btsnoop",
    ]
    for (name, sample) in samples {
      let path = "samples/\(sample)"
      try analyze(path, "html", to: folder, name)
      // Of the one whose findings are compared, and whose plots are used.
      if name == "shot-stall" { try analyze(path, "json", to: folder, name) }
    }
    // Findings of several connections, and of frames outside of them.
    let places = [
      "failed": "fault-connection-failed", "lost": "fault-subscription-lost",
      "loss": "transfer-link-loss-central", "reset": "fault-controller-reset",
    ]
    for (name, sample) in places {
      let folderOfSample = Self.project.appending(path: "samples/\(sample)").path()
      let file = try #require(
        FileManager.default.contentsOfDirectory(atPath: folderOfSample)
          .first { $0.hasPrefix("capture.") })
      try analyze("samples/\(sample)/\(file)", "html", to: folder, "links-\(name)")
    }
    let slow = folder.appending(path: "slow.btsnoop").path()
    try Data(MadeCaptures.hostileAndSlow).write(to: URL(filePath: slow))
    let made: [(String, [UInt8])] = [
      ("hostile-names", MadeCaptures.hostile), ("large-connections", MadeCaptures.connections),
      ("large-days", MadeCaptures.days), ("empty", CaptureBuilder().btsnoop()),
      ("pauses", MadeCaptures.pauses), ("hour", MadeCaptures.hour),
    ]
    let sides = ["pair-good", "pair-stall"].map { "samples/\($0)/capture.btsnoop" }
    for format in ["html", "json"] { try compare(sides, format, to: folder, "shot-diff") }
    let aligned = folder.appending(path: "align.html").path()
    let said = try run(
      BuiltProgram.path("bletrace"),
      [
        "align", "--quiet", "--format", "html", "-o", aligned,
        "samples/transfer-central/capture.btsnoop", "samples/transfer-peripheral/capture.pklg",
      ])
    #expect(said.isEmpty, "\(said)")
    for (name, bytes) in made {
      let capture = folder.appending(path: name + ".btsnoop").path()
      try Data(bytes).write(to: URL(filePath: capture))
      try analyze(capture, "html", to: folder, name)
      if name.hasPrefix("hostile-") {
        try compare([capture, slow], "html", to: folder, "\(name)-diff")
      }
      // With itself; nothing in the empty one could be compared.
      if name.hasPrefix("large-") {
        try compare([capture, capture], "html", to: folder, "\(name)-diff")
      }
    }
  }

  private func compare(
    _ sides: [String], _ format: String, to folder: URL, _ name: String
  ) throws {
    let output = folder.appending(path: "\(name).\(format)").path()
    let said = try run(
      BuiltProgram.path("bletrace"),
      ["diff", "--quiet", "--format", format, "-o", output] + sides)
    // More connections than are kept are not judged, of either side, and that is said.
    let lines = name == "large-connections-diff" ? 2 : 0
    #expect(
      said.split(separator: "\n").map { $0.contains(": not judged, ") }
        == [Bool](repeating: true, count: lines), "\(name): \(said)")
  }

  private func analyze(_ capture: String, _ format: String, to folder: URL, _ name: String) throws {
    let output = folder.appending(path: "\(name).\(format)").path()
    let said = try run(
      BuiltProgram.path("bletrace"),
      ["analyze", "--quiet", "--format", format, "-o", output, capture])
    #expect(said.isEmpty, "\(name): \(said)")
  }

  /// What it printed.
  private func run(_ program: String, _ words: [String]) throws -> String {
    let log = FileManager.default.temporaryDirectory.appending(
      path: "bletrace-browser-\(UUID().uuidString)")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = words
    process.currentDirectoryURL = Self.project
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: log), as: UTF8.self)
  }
}
