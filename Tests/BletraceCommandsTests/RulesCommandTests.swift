import Findings
import Foundation
import Report
import Testing

@testable import BletraceCommands

/// `bletrace rules`, and the options of `analyze` that choose among rules.
@Suite struct RulesCommandTests {
  private static let gapSample =
    projectFolder + "/samples/fault-notification-gap/capture.btsnoop"
  private static let lossSample =
    projectFolder + "/samples/transfer-link-loss-central/capture.btsnoop"

  // MARK: bletrace rules

  @Test func listsAllRules() {
    let result = bletrace("rules")
    #expect(result.code == .success)
    let heads = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
    #expect(heads == RuleCatalog.all.map { "\($0.name) (\($0.severity.rawValue))" })
    for line in result.output.split(separator: "\n") { #expect(line.utf8.count <= 80) }
  }

  @Test func explainsOne() throws {
    let result = bletrace("rules", "link-loss")
    #expect(result.code == .success)
    #expect(result.output.hasPrefix("link-loss (error)\n\nThe connection was lost:"))
    let rule = try #require(RuleCatalog.rule(named: "link-loss"))
    let words = result.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains(rule.explanation.replacing("\n\n", with: " ")))
    #expect(result.output.components(separatedBy: "\n\n").count == 5, "three paragraphs")
  }

  @Test func listsThemForPrograms() throws {
    let listed = bletrace("rules", "--format", "json").output
    let rules = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
    #expect(rules.map { $0["name"] as? String } == RuleCatalog.all.map { $0.name })
    let keys: Set = [
      "name", "severity", "summary", "explanation", "traits", "suits_air", "limits",
    ]
    #expect(rules.allSatisfy { Set($0.keys) == keys })
    let one = bletrace("rules", "link-loss", "--format=json").output
    let rule = try #require(
      try JSONSerialization.jsonObject(with: Data(one.utf8)) as? NSDictionary)
    #expect(rule == rules.first { $0["name"] as? String == "link-loss" }.map(NSDictionary.init))
  }

  @Test("the limits of a rule are those of its explanation")
  func listsLimits() throws {
    let listed = bletrace("rules", "bad-channel", "--format", "json").output
    let rule = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [String: Any])
    let limits = try #require(rule["limits"] as? [[String: Any]])
    #expect(
      limits.map { $0["key"] as? String } == ["least_packets", "least_share", "least_ratio"])
    #expect(limits.map { $0["value"] as? Int } == [40, 30, 5])
    #expect(limits.map { $0["unit"] as? String } == ["packets", "percent", "times"])
    #expect(rule["suits_air"] as? Bool == true && rule["traits"] as? [String] == [])
    let words = try #require(rule["explanation"] as? String)
    #expect(words.contains("at least 40 packets") && words.contains("at least 30 % of them"))
    #expect(words.contains("five times the share"))
  }

  @Test("each limit has a key of its own and stands in the explanation, as a number or a word")
  func limitsAreExplained() {
    for rule in RuleCatalog.all {
      let keys = rule.limits.map(\.key)
      #expect(Set(keys).count == keys.count, "\(rule.name)")
      #expect(
        keys.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".contains($0) } })
      for limit in rule.limits where !rule.explanation.contains("See bulk-small-values") {
        // Also `in the minute before`, `2 to 6 s`.
        let forms = [
          limit.description, limit.word, limit.seconds, Wording.times(limit.value),
          limit.word.replacing("a ", with: "the "), limit.description.replacing(" s", with: " to"),
          Wording.interval(limit.value),
        ]
        #expect(
          forms.contains { rule.explanation.contains($0) || rule.summary.contains($0) },
          "\(rule.name): \(limit.key)")
      }
      let isInMicroseconds = rule.limits.map { $0.unit == .microseconds }
      #expect(keys.map { $0.hasSuffix("_us") } == isInMicroseconds, "\(rule.name)")
    }
  }

  @Test("the schema of a rule has each key, and the words of traits and units")
  func schema() throws {
    let printed = bletrace("schema", "--rules").output
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any])
    let keys = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(
      Set(keys.keys) == [
        "name", "severity", "summary", "explanation", "traits", "suits_air", "limits",
      ])
    #expect(keys.values.allSatisfy { $0["description"] is String })
    let traits = try #require(keys["traits"]?["items"] as? [String: Any])
    let words = try #require(traits["enum"] as? [String])
    for rule in RuleCatalog.all {
      #expect(rule.traits.words.allSatisfy { words.contains($0.rawValue) })
    }
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let limit = try #require(definitions["RuleLimit"]?["properties"] as? [String: Any])
    #expect(Set(limit.keys) == ["key", "value", "unit"])
  }

  @Test func knowsWhichRuleWasMeant() {
    for words in [["rules"], ["analyze", Self.gapSample, "--rule"]] {
      let near = bletrace(words + ["notification-gpa"])
      #expect(near.code == .trouble)
      #expect(near.output == "")
      #expect(
        near.errors
          == "bletrace: unknown rule 'notification-gpa'; did you mean 'notification-gap'?\n")
      let far = bletrace(words + ["weather"])
      #expect(far.errors == "bletrace: unknown rule 'weather'; 'bletrace rules' lists them\n")
      #expect(far.code == .trouble)
    }
    #expect(bletrace("analyze", Self.gapSample, "--no-rule", "x").code == .trouble)
  }

  // MARK: bletrace analyze

  private func found(_ options: String..., in sample: String) throws -> [String] {
    let result = bletrace(["analyze", "--format", "json", sample] + options)
    #expect(result.code == .success)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    return findings.compactMap { $0["rule"] as? String }
  }

  @Test func onlyChosenRulesLook() throws {
    #expect(try found(in: Self.gapSample) == ["notification-gap"])
    #expect(try found("--rule", "link-loss", in: Self.gapSample) == [])
    #expect(
      try found("--rule", "link-loss", "--rule", "notification-gap", in: Self.gapSample)
        == ["notification-gap"])
    #expect(try found("--no-rule", "notification-gap", in: Self.gapSample) == [])
    #expect(try found("--no-rule", "link-loss", in: Self.gapSample) == ["notification-gap"])
    #expect(
      try found(
        "--rule", "notification-gap", "--no-rule", "notification-gap", in: Self.gapSample) == [])
  }

  @Test func findingsSetTheExitStatus() {
    func code(_ sample: String, _ options: String...) -> ExitCode {
      bletrace(["analyze", sample] + options).code
    }
    #expect(code(Self.gapSample) == .success)
    #expect(code(Self.gapSample, "--fail-on", "warning") == .checkFailed)
    #expect(code(Self.gapSample, "--fail-on", "error") == .success)
    #expect(code(Self.lossSample, "--fail-on", "error") == .checkFailed)
    #expect(code(Self.lossSample, "--fail-on", "warning") == .checkFailed)
    #expect(
      code(Self.gapSample, "--fail-on", "warning", "--no-rule", "notification-gap") == .success)
    #expect(code(Self.gapSample, "--fail-on", "info") == .trouble)
  }

  @Test func theReportIsWrittenBeforeTheCheckFails() throws {
    let folder = try TemporaryFolder()
    let result = bletrace(
      "analyze", Self.gapSample, "--fail-on", "warning", "-o", folder["report.txt"])
    #expect(result.code == .checkFailed)
    #expect(result.errors == "")
    let report = String(decoding: try folder.read("report.txt"), as: UTF8.self)
    #expect(report.contains("notification-gap"))
  }

  @Test func troubleWeighsMoreThanAFailedCheck() {
    let result = bletrace("analyze", Self.gapSample, "/no/such/file", "--fail-on", "warning")
    #expect(result.code == .trouble)
    #expect(result.output.contains("notification-gap"))
  }

  @Test func sentencesAreTakenApartAtTheirEnds() {
    #expect(sentencesOf("One 3.3.3, a. b. Two. Three") == ["One 3.3.3, a. b.", "Two.", "Three"])
    #expect(sentencesOf("") == [])
  }
}
