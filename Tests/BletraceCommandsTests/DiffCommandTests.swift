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
        == "bletrace: nothing was compared: no connection of the new side matches one of the base; "
        + "the devices differ or are unknown\n")
    let folder = try TemporaryFolder()
    let empty = try folder.write(smallCapture, to: "empty.btsnoop")
    #expect(
      bletrace("diff", empty, empty).errors
        == "bletrace: nothing was compared: neither side has a connection\n")
    #expect(bletrace("diff", empty, good).code == .trouble)
    #expect(bletrace("diff", good, empty).code == .trouble)
  }

  @Test(
    "what cannot be compared is reported in one line",
    arguments: [
      (["diff"], "needs two sides"), (["diff", good], "needs two sides"),
      (["diff", "--base", good], "'--base' also needs '--new FILE...'"),
      (["diff", "--new", good], "'--new' also needs '--base FILE...'"),
      (["diff", good, "/nowhere/x"], "/nowhere/x: "),
      (["diff", "--format", "xml", good, good], "xml"),
      (["diff", "--budget", "/nowhere/b", good, good], "/nowhere/b: "),
      (["diff", "--budget", good, good, good], "is not a budget: not UTF-8 text"),
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
    #expect(result.code == .checkFailed && result.output.contains("3 against 3 captures"))
    let words = ["diff", "--base", good, good, "--new", stall, stall, "--format", "json"]
    #expect(bletrace(words).code == .checkFailed)
    try fileManager.createDirectory(atPath: folder["none"], withIntermediateDirectories: false)
    let none = bletrace("diff", folder["none"], good)
    #expect(none.code == .trouble && none.errors.contains("contains no capture and no report"))
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
      #expect(kept.code == .success && kept.output.contains("Budget: met"))
      let broken = bletrace(command + ["--budget", limits, stall])
      #expect(broken.code == .checkFailed && broken.output.contains("NOT MET"))
    }
    // Nothing got worse, and still the budget is broken.
    let alone = bletrace("diff", "--budget", limits, stall, stall)
    #expect(alone.code == .checkFailed && alone.output.contains("Budget not met"))
  }

  @Test("a rule about what the capture does not have fails, and says so")
  func missing() throws {
    let folder = try TemporaryFolder()
    let limits = try folder.write(Array("notifications[2A37].gaps == 0\n".utf8), to: "b")
    let result = bletrace("analyze", "--budget", limits, good)
    #expect(result.code == .checkFailed)
    // Without the breaks of lines.
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("there are no notifications of 2A37"))
    let json = bletrace("analyze", "--format", "json", "--budget", limits, good)
    #expect(json.code == .checkFailed && json.errors == "")
    #expect(json.output.contains("there are no notifications of 2A37"))
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
      #expect(result.output.contains(code == .success ? "Budget: met" : "NOT MET"))
    }
  }

  @Test(
    "a comparison that could not be made leaves an error in the form that was asked for",
    arguments: [
      ("json", "\"error\": \"/nowhere/x: "), ("markdown", "### bletrace diff: could not be done"),
      ("junit", "<error type=\"trouble\" message=\"/nowhere/x: "),
      ("github", "::error title=bletrace diff could not be done::/nowhere/x: "),
      ("sarif", "\"executionSuccessful\": false"),
    ])
  func noComparison(format: String, part: String) throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("of yesterday".utf8), to: "out")
    let result = bletrace("diff", "--format", format, "-o", old, good, "/nowhere/x")
    #expect(result.code == .trouble && result.errors.hasPrefix("bletrace: /nowhere/x: "))
    let text = String(decoding: try folder.read("out"), as: UTF8.self)
    #expect(text.contains(part), "\(text)")
    #expect(bletrace("diff", "--format", format, good, "/nowhere/x").output == text)
    if format == "sarif" { #expect(text.contains("\"text\": \"/nowhere/x: ")) }
    // Nor where there is nothing to compare, or a budget cannot be read.
    let other = Self.folder + "heart-rate-central/capture.pklg"
    #expect(
      bletrace("diff", "--format", format, good, other).output.contains("nothing was compared"))
    let budget = bletrace("diff", "--format", format, "--budget", "/nowhere/b", good, good)
    #expect(budget.output.contains("/nowhere/b: "))
  }

  @Test("an output that would replace a capture is refused, also after trouble")
  func spared() throws {
    let folder = try TemporaryFolder()
    let capture = try folder.write(
      Array(try Data(contentsOf: URL(filePath: good))), to: "a.btsnoop")
    for words in [[folder.path, good], [folder.path, "/nowhere/x"], [capture, "/nowhere/x"]] {
      let result = bletrace(["diff", "--format", "junit", "-o", capture] + words)
      #expect(result.code == .trouble)
    }
    #expect(try folder.read("a.btsnoop") == Array(try Data(contentsOf: URL(filePath: good))))
  }

  @Test(
    "analyze knows the same forms",
    arguments: [
      ("markdown", "| **warning** | `\"Logbook\", connection 1` | `notification-gap` |"),
      ("junit", "<testcase name=\"notification-gap\" classname="),
      ("github", "::warning title=notification-gap in "),
      ("sarif", "\"ruleId\": \"notification-gap\""),
    ])
  func analyzed(format: String, part: String) throws {
    let found = bletrace("analyze", "--format", format, stall)
    #expect(found.code == .success && found.output.contains(part), "\(found.output)")
    let failed = bletrace("analyze", "--fail-on", "warning", "--format", format, stall)
    #expect(failed.code == .checkFailed)
    if format == "junit" {
      #expect(
        found.output.contains("<skipped message=\"warning: ") && !found.output.contains("<failure"))
      #expect(failed.output.contains("<failure type=\"warning\" message=\"Transfer 2 "))
    }
    if format == "sarif" { #expect(found.output.contains("\"startLine\": 109")) }
    let clean = bletrace("analyze", "--format", format, good)
    #expect(clean.code == .success)
    switch format {
    case "junit":
      #expect(!clean.output.contains("<skipped") && !clean.output.contains("<failure"))
    case "sarif": #expect(!clean.output.contains(part))
    default: #expect(!clean.output.contains("notification-gap"))
    }
    let folder = try TemporaryFolder()
    let limits = try folder.write(Array("mtu >= 999\n".utf8), to: "b")
    let broken = bletrace("analyze", "--format", format, "--budget", limits, good, stall)
    #expect(broken.code == .checkFailed && broken.output.contains("mtu"))
    if format != "junit" { #expect(broken.output.contains("in 2 of 2 captures, most in ")) }
    // One of two cannot be read: what is known of the other is there.
    let half = bletrace("analyze", "--format", format, stall, "/nowhere/x")
    #expect(half.code == .trouble && half.output.contains("/nowhere/x: "))
    #expect(half.output.contains("notification-gap"))
  }

  @Test("a budget comes before the report, and names its captures")
  func budgetFirst() throws {
    let folder = try TemporaryFolder()
    let limits = try folder.write(Array("mtu >= 999\nmtu >= 23\n".utf8), to: "b")
    let result = bletrace("analyze", "--budget", limits, good, stall)
    #expect(result.output.hasPrefix("Budget: 1 of 2 limits not met\n  NOT MET"))
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("in 2 of 2 captures, most in pair-good/capture.btsnoop: is 185 on"))
    #expect(!words.contains("mtu >= 23"))
    let all = bletrace("analyze", "--kept", "--budget", limits, good, stall).output
    let kept = all.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      kept.contains("mtu >= 23: in 2 of 2 captures, nearest in pair-good/capture.btsnoop: is 185"))
  }

  @Test("budget init replaces a file only with --force")
  func forced() throws {
    let folder = try TemporaryFolder()
    let limits = try folder.write(Array("mtu >= 1 # mine\n".utf8), to: "limits.budget")
    let refused = bletrace("budget", "init", "-o", limits, good)
    #expect(refused.code == .trouble && refused.errors.contains("use --force to replace it"))
    #expect(try folder.read("limits.budget") == Array("mtu >= 1 # mine\n".utf8))
    #expect(bletrace("budget", "init", "--force", "-o", limits, good).code == .success)
    #expect(try folder.read("limits.budget").count > 100)
  }

  @Test("analyze and budget init take directories")
  func directories() throws {
    let folder = try TemporaryFolder()
    for (name, file) in [("1", good), ("2", stall)] {
      _ = try folder.write(Array(try Data(contentsOf: URL(filePath: file))), to: name)
    }
    _ = try folder.write(Array("no capture".utf8), to: "README")
    let both = bletrace("analyze", "--format", "json", folder.path)
    #expect(both.code == .success)
    #expect(both.errors == "bletrace: \(folder.path): 1 file is no capture: README (text)\n")
    let report = try JSONSerialization.jsonObject(with: Data(both.output.utf8)) as? [String: Any]
    #expect((report?["captures"] as? [Any])?.count == 2)
    #expect(bletrace("budget", "init", folder.path).code == .success)
    let empty = try TemporaryFolder()
    #expect(
      bletrace("analyze", empty.path).errors == "bletrace: \(empty.path): contains no capture\n")
  }

  @Test("diff compares the device that was asked for")
  func device() throws {
    #expect(bletrace("diff", "--device", "Logbook", good, stall).code == .checkFailed)
    let none = bletrace("diff", "--device", "Absent", good, stall)
    #expect(none.code == .trouble)
    #expect(
      none.errors.contains(
        "neither side has a connection with \"Absent\" (--device); there is \"Logbook\""))
    #expect(bletrace("diff", "--match", "address", good, stall).code == .checkFailed)
    #expect(bletrace("diff", "--match", "luck", good, stall).code == .trouble)
  }

  @Test("a page draws captures, of several a side the first, and reports without curves")
  func page() throws {
    let folder = try TemporaryFolder()
    let sides = bletrace("diff", "--format", "html", good, stall)
    #expect(sides.code == .checkFailed && sides.errors == "")
    let plotted = try data(in: sides.output)
    #expect(plotted.captures.count == 2 && plotted.pairs == 1)
    #expect(plotted.captures.allSatisfy { $0 > 0 })
    // A report has no packets, and so no curves; what happened is in it.
    let report = bletrace("analyze", "--format", "json", good).output
    let file = try folder.write(Array(report.utf8), to: "good.json")
    let mixed = try data(in: bletrace("diff", "--format", "html", file, stall).output)
    #expect(mixed.captures.count == 2 && mixed.captures[0] == 0 && mixed.captures[1] > 0)
    // Of six captures a side the page has four; what got worse is in any of them.
    let many = bletrace(
      ["diff", "--format", "html", "--base"] + [String](repeating: good, count: 6) + ["--new"]
        + [String](repeating: stall, count: 6))
    #expect(many.code == .checkFailed, "\(many.errors)")
    let several = try data(in: many.output)
    #expect(several.captures.count == 8 && several.pairs == 4)
    #expect(many.output.utf8.count < 3_000_000)
  }

  /// How many curves the connections of each capture of a page have, and how many pairs are drawn.
  private func data(in page: String) throws -> (captures: [Int], pairs: Int) {
    let found = try #require(page.firstMatch(of: /(?s)id="data">(.*?)<\/script>/))
    let json = try JSONSerialization.jsonObject(with: Data(found.output.1.utf8))
    let data = try #require(json as? [String: Any])
    let captures = try #require(data["captures"] as? [[String: Any]])
    let curves = captures.map { capture in
      (capture["connections"] as? [[String: Any]] ?? []).reduce(0) {
        $0 + (($1["streams"] as? [Any])?.count ?? 0)
      }
    }
    return (curves, (data["pairs"] as? [Any])?.count ?? 0)
  }

  @Test("there is nothing to make a budget from where there is no connection")
  func nothing() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write(smallCapture, to: "empty.btsnoop")
    #expect(bletrace("budget", "init", empty).code == .trouble)
    #expect(
      bletrace("budget", "make", good).errors.contains("unknown command 'budget make'"))
  }

  @Test("every measure has a sentence of its own in the manual")
  func reference() {
    let measures = measureGroups(isCompared: true).flatMap(\.measures)
    #expect(measures.count > 50)
    let ratings = ["no is worse", "less is worse", "more is worse", "a change is not rated"]
    for measure in measures {
      let meaning = measure.meaning[0]
      #expect(
        ratings.contains { meaning.hasSuffix("; \($0).") } && meaning.count > 30,
        "\(measure.name)")
    }
    // A limit of a budget is exact: no tolerance, and no better side.
    let limited = measureGroups(isCompared: false).flatMap(\.measures)
    #expect(limited.allSatisfy { $0.meaning.count == 1 && !$0.meaning[0].contains(" worse.") })
    let names = limited.map(\.name)
    for page in manualPages() where ["bletrace-diff.1", "bletrace-budget.1"].contains(page.name) {
      for name in names { #expect(page.text.contains(".It Ic \(name)\n"), "\(page.name)") }
    }
  }
}
