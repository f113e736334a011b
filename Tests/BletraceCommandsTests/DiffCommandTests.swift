import Foundation
import Testing

@testable import BletraceCommands

private let good = projectFolder + "/samples/pair-good/capture.btsnoop"
private let stall = projectFolder + "/samples/pair-stall/capture.btsnoop"

@Suite("diff and budgets")
struct DiffCommandTests {
  private static let folder = projectFolder + "/samples/"

  @Test("no regression is 0, a regression 1, nothing to compare 2")
  func exitCodes() throws {
    let same = bletrace("diff", good, good)
    #expect(same.code == .success && same.errors == "")
    #expect(same.output.contains("No regression: no difference in "))
    let worse = bletrace("diff", good, stall)
    #expect(worse.code == .checkFailed && worse.output.contains("Regression: "))
    #expect(bletrace("diff", stall, good).code == .success)
    let other = bletrace("diff", good, Self.folder + "heart-rate-central/capture.pklg")
    #expect(other.code == .trouble && other.output == "")
    #expect(
      other.errors
        == "bletrace: nothing was compared: no connection of the base is on the new side; they are "
        + "with other devices\n")
    let folder = try TemporaryFolder()
    let empty = try folder.write(smallCapture, to: "empty.btsnoop")
    #expect(
      bletrace("diff", empty, empty).errors
        == "bletrace: nothing was compared: neither side has a connection\n")
    #expect(bletrace("diff", empty, good).code == .trouble)
    #expect(bletrace("diff", good, empty).code == .trouble)
  }

  @Test(
    "what cannot be compared is told in one line",
    arguments: [
      (["diff"], "needs two sides"), (["diff", good], "needs two sides"),
      (["diff", "--base", good], "'--base' needs '--new FILE...' beside it"),
      (["diff", "--new", good], "'--new' needs '--base FILE...' beside it"),
      (["diff", good, "/nowhere/x"], "/nowhere/x: "),
      (["diff", "--format", "xml", good, good], "xml"),
      (["diff", "--budget", "/nowhere/b", good, good], "/nowhere/b: "),
      (["diff", "--budget", good, good, good], "is no UTF-8 text, and no budget"),
    ])
  func trouble(words: [String], message: String) {
    let result = bletrace(words)
    #expect(result.code == .trouble && result.output == "")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.hasPrefix("bletrace: "))
  }

  @Test("a JSON report stands for the capture that it was made from")
  func report() throws {
    let folder = try TemporaryFolder()
    let json = folder["good.json"]
    #expect(bletrace("analyze", "--format", "json", "-o", json, good).code == .success)
    #expect(bletrace("diff", json, good).code == .success)
    let fromReport = bletrace("diff", "--format", "json", json, stall)
    let fromCapture = bletrace("diff", "--format", "json", good, stall)
    #expect(fromReport.code == .checkFailed)
    // A rate has one decimal in a report.
    #expect(try verdicts(fromReport) == verdicts(fromCapture))
  }

  private func verdicts(_ result: RunResult) throws -> [[String?]] {
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let entries = try #require((object as? [String: Any])?["entries"] as? [[String: Any]])
    #expect(entries.count > 40)
    return entries.map { entry in
      ["device", "part", "measure", "verdict"].map { entry[$0] as? String }
    }
  }

  @Test("a report of another schema version is refused in one line")
  func schema() throws {
    let folder = try TemporaryFolder()
    for (number, text) in [("0", "bletrace-report/0"), ("9", "bletrace-report/9")] {
      let path = try folder.write(
        Array("{\"schema\": \"\(text)\", \"captures\": []}\n".utf8), to: "\(number).json")
      let result = bletrace("diff", path, good)
      #expect(result.code == .trouble && result.output == "")
      #expect(result.errors.contains(text), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    for text in ["{}", "{\"schema\": 3}", "{\"a\": [", "[1]"] {
      let path = try folder.write(Array(text.utf8), to: "bad.json")
      let result = bletrace("diff", path, good)
      #expect(result.code == .trouble, "\(text)")
      #expect(result.errors.split(separator: "\n").count == 1, "\(text): \(result.errors)")
    }
  }

  @Test("a directory stands for its captures, and several a side for runs")
  func several() throws {
    let folder = try TemporaryFolder()
    let fileManager = FileManager.default
    for side in ["base", "new"] {
      try fileManager.createDirectory(atPath: folder[side], withIntermediateDirectories: false)
      for number in 1...3 {
        try fileManager.copyItem(
          atPath: side == "base" ? good : stall, toPath: folder["\(side)/\(number)"])
      }
      try Data("no capture".utf8).write(to: URL(fileURLWithPath: folder["\(side)/README"]))
    }
    let result = bletrace("diff", folder["base"], folder["new"])
    #expect(result.code == .checkFailed && result.output.contains("3 against 3 runs"))
    let words = ["diff", "--base", good, good, "--new", stall, stall, "--format", "json"]
    #expect(bletrace(words).code == .checkFailed)
    try fileManager.createDirectory(atPath: folder["none"], withIntermediateDirectories: false)
    let none = bletrace("diff", folder["none"], good)
    #expect(none.code == .trouble && none.errors.contains("holds no capture and no report"))
  }

  @Test(
    "each form goes to the file that -o names",
    arguments: [
      ("json", "{"), ("markdown", "### bletrace diff: regression"), ("junit", "<?xml"),
      ("github", "::error title="), ("sarif", "{"), ("text", "Base"),
    ])
  func forms(format: String, start: String) throws {
    let folder = try TemporaryFolder()
    let result = bletrace("diff", "--format", format, "-o", folder["out"], good, stall)
    #expect(result.code == .checkFailed && result.output == "" && result.errors == "")
    let text = String(decoding: try folder.read("out"), as: UTF8.self)
    #expect(text.hasPrefix(start) && text.hasSuffix("\n"))
    #expect(text == bletrace("diff", "--format", format, good, stall).output)
  }

  @Test("a budget made from the good run is kept by it, and broken by the run with a stall")
  func budget() throws {
    let folder = try TemporaryFolder()
    let limits = folder["limits.budget"]
    #expect(bletrace("budget", "init", "-o", limits, good).code == .success)
    for command in [["analyze"], ["diff", good]] {
      let kept = bletrace(command + ["--budget", limits, good])
      #expect(kept.code == .success && kept.output.contains("Budget: kept"))
      let broken = bletrace(command + ["--budget", limits, stall])
      #expect(broken.code == .checkFailed && broken.output.contains("BROKEN"))
    }
    // Nothing got worse, and still the budget is broken.
    let alone = bletrace("diff", "--budget", limits, stall, stall)
    #expect(alone.code == .checkFailed && alone.output.contains("No regression"))
  }

  @Test("a rule about what the capture does not have fails, and says so")
  func missing() throws {
    let folder = try TemporaryFolder()
    let limits = try folder.write(Array("notifications[2A37].gaps == 0\n".utf8), to: "b")
    let result = bletrace("analyze", "--budget", limits, good)
    #expect(result.code == .checkFailed)
    // Without the breaks of lines.
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("cannot be checked: there are no notifications of 2A37"))
    let json = bletrace("analyze", "--format", "json", "--budget", limits, good)
    #expect(json.code == .checkFailed && json.errors.contains("budget broken"))
    let wrong = try folder.write(Array("# fine\nmtuu >= 3\n".utf8), to: "wrong")
    let refused = bletrace("analyze", "--budget", wrong, good)
    #expect(refused.code == .trouble && refused.errors.contains("wrong:2: names 'mtuu'"))
  }

  @Test("live holds a budget too")
  func live() throws {
    let folder = try TemporaryFolder()
    for (rules, code) in [("mtu >= 185\n", ExitCode.success), ("mtu >= 400\n", .checkFailed)] {
      let limits = try folder.write(Array(rules.utf8), to: "b")
      let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: good))
      let result = bletrace(
        ["live", "--budget", limits, "-"], standardInput: input.fileDescriptor)
      #expect(result.code == code)
      #expect(result.output.contains(code == .success ? "Budget: kept" : "BROKEN"))
    }
  }

  @Test("there is nothing to make a budget from where there is no connection")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write(smallCapture, to: "empty.btsnoop")
    #expect(bletrace("budget", "init", empty).code == .trouble)
    #expect(
      bletrace("budget", "make", good).errors.contains("'make' is nothing that 'budget' does"))
  }

  @Test("every measure has a sentence of its own in the manual")
  func reference() {
    let measures = measureGroups().flatMap(\.measures)
    #expect(measures.count > 50)
    for measure in measures {
      #expect(
        measure.meaning[0].contains("worse") && measure.meaning[0].count > 30, "\(measure.name)")
    }
    let names = measureGroups().flatMap { $0.measures.map(\.name) }
    for page in manualPages() where ["bletrace-diff.1", "bletrace-budget.1"].contains(page.name) {
      for name in names { #expect(page.text.contains(".It Ic \(name)\n"), "\(page.name)") }
    }
  }
}
