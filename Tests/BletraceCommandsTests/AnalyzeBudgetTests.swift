import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

private let good = projectFolder + "/samples/pair-good/capture.btsnoop"
private let stall = projectFolder + "/samples/pair-stall/capture.btsnoop"
/// The same services, of another device of the same name.
private let elsewhere = projectFolder + "/samples/pair-good-elsewhere/capture.pcapng"
private let heartRate = projectFolder + "/samples/heart-rate-central/capture.pklg"

@Suite("analyze --budget")
struct AnalyzeBudgetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func budget(_ rules: String) throws -> String {
    try folder.write(Array(rules.utf8), to: "limits.budget")
  }

  private struct Outcome: Decodable, Equatable {
    var line: Int
    var rule: String
    var holds: Bool
    var capture: Int
    var value: Double?
    var statement: String
  }

  private struct Report: Decodable {
    var budget: [Outcome]?
  }

  private func outcomes(_ words: String...) throws -> (code: ExitCode, budget: [Outcome]?) {
    let result = bletrace(["analyze", "--format", "json"] + words)
    #expect(result.errors == "")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    return (result.code, report.budget)
  }

  @Test("the JSON has each rule on each capture")
  func json() throws {
    let limits = try budget("mtu >= 186\nrssi.mean >= -80\nstall_us <= 1.5 s\n")
    let checked = try outcomes("--budget", limits, good, stall)
    #expect(checked.code == .checkFailed)
    let found = try #require(checked.budget)
    #expect(found.map(\.line) == [1, 1, 2, 2, 3, 3] && found.map(\.capture) == [0, 1, 0, 1, 0, 1])
    #expect(
      found[0]
        == Outcome(
          line: 1, rule: "mtu >= 186", holds: false, capture: 0, value: 185,
          statement: "is 185 on \"Logbook\""))
    // Nothing was measured: no number, and broken.
    #expect(found[2].value == nil && !found[2].holds)
    #expect(found[2].statement == "the capture does not show it")
    #expect(found[4].holds && found[4].value == 0)
    #expect(try outcomes(good).budget == nil)
  }

  @Test("the JSON report is read again with it")
  func readBack() throws {
    let limits = try budget("mtu >= 186\n")
    let report = folder["report.json"]
    let words = ["analyze", "--format", "json", "--budget", limits, "-o", report, good]
    #expect(bletrace(words).code == .checkFailed)
    #expect(bletrace("diff", report, good).code == .success)
  }

  @Test("the page begins with it, and names the runs")
  func page() throws {
    let limits = try budget("mtu >= 186\nmtu >= 23 # <b>\n")
    let words = ["analyze", "--format", "html", "--budget", limits, good, stall]
    let page = bletrace(words)
    #expect(page.code == .checkFailed && page.errors == "")
    let title = try #require(page.output.range(of: "Budget: 1 of 2 limits not met</h2>"))
    let findings = try #require(page.output.range(of: "<section id=\"findings\""))
    #expect(title.lowerBound < findings.lowerBound)
    #expect(
      page.output.contains("mtu &gt;= 186: in 2 of 2 captures, most in pair-good/capture.bts"))
    #expect(!page.output.contains("mtu &gt;= 23"))
    #expect(
      bletrace(words + ["--kept"]).output.contains("mtu &gt;= 23: in 2 of 2 captures, nearest"))
    #expect(!bletrace("analyze", "--format", "html", good).output.contains("id=\"budget\""))
  }

  @Test("a long budget leaves the page small")
  func longBudget() throws {
    let name = String(repeating: "x", count: 90)
    let rules = (1...5000).map { "device[\"\(name)\($0)\"].mtu >= 186\n" }.joined()
    let page = bletrace("analyze", "--format", "html", "--budget", try budget(rules), good)
    #expect(page.code == .checkFailed && page.output.utf8.count < 3_000_000)
    #expect(page.output.contains("Budget: 5000 of 5000 limits not met"))
    #expect(page.output.contains("and 4,800 more limits"))
  }

  @Test("live puts it into its JSON too")
  func live() throws {
    let limits = try budget("mtu >= 186\n")
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: good))
    let result = bletrace(
      ["live", "--format", "json", "--budget", limits, "-"],
      standardInput: input.fileDescriptor)
    #expect(result.code == .checkFailed && !result.errors.contains("budget"))
    #expect(result.output.contains("\"rule\":\"mtu >= 186\",\"holds\":false"))
  }

  // MARK: What it is checked on

  @Test("--device checks one device, and a name that no capture has is an error")
  func device() throws {
    let limits = try budget("att.unanswered == 0\nmtu >= 100\n")
    // The other device has no MTU of 100.
    #expect(try outcomes("--budget", limits, good, heartRate).code == .checkFailed)
    let one = try outcomes("--budget", limits, "--device", "Logbook", good)
    #expect(one.code == .success)
    let address = try outcomes("--budget", limits, "--device", "e6:02:9f:41:7c:d8", good)
    #expect(address.code == .success)
    // A run without the device does not keep the budget.
    let without = try outcomes("--budget", limits, "--device", "Logbook", good, heartRate)
    #expect(without.code == .checkFailed)
    #expect(without.budget?[1].statement == "there is no connection")
    for words in [["--device", "Logbok"], ["--device", "Logbook", "--device", "Logbok"]] {
      let none = bletrace(["analyze", "--budget", limits, good] + words)
      #expect(none.code == .trouble && none.output == "")
      #expect(
        none.errors
          == "bletrace: no capture has a connection with \"Logbok\", as --device asks for; there "
          + "is \"Logbook\"\n")
    }
    let form = bletrace(
      "analyze", "--budget", limits, "--format", "junit", "--device", "Logbok", good)
    #expect(form.output.contains("<error type=\"trouble\" message=\"no capture has a connection"))
  }

  @Test("--device leaves the report as it is")
  func reportOfAll() throws {
    let limits = try budget("mtu >= 23\n")
    let words = ["analyze", "--full", "--budget", limits, good, heartRate, stall]
    let some = bletrace(words + ["--device", "Logbook"]).output
    let all = bletrace(words).output
    func rest(_ text: String) -> Substring? { text.split(separator: "\n\n", maxSplits: 1).last }
    #expect(rest(some) == rest(all) && rest(all)?.hasPrefix("3 captures") == true)
  }

  /// A connection that nothing was done with.
  private func unnamed() throws -> String {
    var story = CaptureBuilder()
    story.connect()
    story.wait(by: 400_000)
    story.disconnect()
    return try folder.write(story.btsnoop(), to: "unnamed.btsnoop")
  }

  @Test("--match says by what a connection is taken for the device")
  func match() throws {
    let limits = try budget("device[\"E6:02:9F:41:7C:D8\"].mtu >= 100\n")
    func check(_ file: String, _ match: String...) throws -> Outcome {
      let words = match.isEmpty ? [] : ["--match", match[0]]
      let result = bletrace(
        ["analyze", "--format", "json", "--budget", limits, good, file] + words)
      let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
      return try #require(report.budget?.last)
    }
    // Another device, with other services, is not taken for it by anything.
    for basis in ["address", "name", "services", "any"] {
      #expect(try !check(heartRate, basis).holds, "\(basis)")
    }
    #expect(try !check(elsewhere).holds && !check(elsewhere, "address").holds)
    #expect(
      try check(elsewhere).statement
        == "there is no connection with \"E6:02:9F:41:7C:D8\"")
    let guess = try check(elsewhere, "services")
    #expect(guess.holds && guess.value == 185)
    #expect(guess.statement == "is 185, taken for it by its services")
    let late = try unnamed()
    #expect(try check(late, "services").value == nil)
    #expect(
      try check(late, "any").statement
        == "is 23 on 66:0D:F3:0A:7B:1C, taken for it, because nothing is known of it")
  }

  @Test("a name counts as an address does, unless only an address may")
  func name() throws {
    let limits = try budget("device[\"Logbook\"].mtu >= 100\n")
    #expect(try outcomes("--budget", limits, good, elsewhere).code == .success)
    let address = try outcomes("--budget", limits, "--match", "address", good, elsewhere)
    #expect(address.code == .checkFailed)
    let both = bletrace(
      "analyze", "--budget", limits, "--device", "Logbook", "--match", "address", good)
    #expect(both.code == .trouble)
    #expect(both.errors.contains("no capture has a connection with the address \"Logbook\""))
  }

  @Test(
    "what does nothing is refused",
    arguments: [
      (["--device", "Logbook"], "'--device' does nothing without --budget"),
      (["--match", "any"], "'--match' does nothing without --budget"),
      (["--kept"], "'--kept' does nothing without --budget"),
      (["--budget", "BUDGET", "--format", "csv"], "'--budget' is not for --format csv"),
      (["--budget", "BUDGET", "--format", "ndjson"], "'--budget' is not for --format ndjson"),
      (["--budget", "-", "-"], "standard input can be read only once"),
      (["--merge-log", "-", "-"], "standard input can be read only once"),
    ])
  func refused(words: [String], message: String) throws {
    let limits = try budget("mtu >= 23\n")
    let words = words.map { $0 == "BUDGET" ? limits : $0 }
    let result = bletrace(["analyze", good] + words)
    #expect(result.code == .trouble && result.errors.hasPrefix("bletrace: \(message)"))
    #expect(!result.output.contains("captures"))
  }

  @Test("a log that cannot be merged is an error before a capture is read")
  func log() throws {
    let plain = try folder.write(Array("no times\nhere\n".utf8), to: "plain.log")
    for (log, message) in [
      ("/nowhere/log", "/nowhere/log: "), (folder.path, "\(folder.path): is a directory"),
      (plain, "\(plain): no line begins with a time"),
    ] {
      // The capture that is missing would be what is wrong first.
      let result = bletrace(
        "analyze", "--merge-log", log, "--extract", folder["payloads"], "/nowhere/x")
      #expect(result.code == .trouble && result.output == "")
      #expect(result.errors.hasPrefix("bletrace: \(message)"), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(try folder.names == ["plain.log"])
  }
}
