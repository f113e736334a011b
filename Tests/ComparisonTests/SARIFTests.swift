import Foundation
import Testing

@testable import Comparison

/// What SARIF 2.1.0 (OASIS, errata 01) demands of the objects that we write: for each the keys that
/// we use with the type that the standard gives them, and those that it requires. An object with
/// any other key is refused, which the standard's own schema does not.
private struct SARIFCheck {
  private indirect enum Shape: Sendable {
    case text
    case words(Set<String>)
    /// An index, or -1.
    case index
    /// 1-based.
    case line
    case truth
    case uri
    case list(Shape)
    case texts
    case object([String: Shape], required: Set<String>)
  }

  private static let message = Shape.object(["text": .text], required: ["text"])
  private static let location = Shape.object(
    [
      "physicalLocation": .object(
        [
          "artifactLocation": .object(["uri": .uri], required: ["uri"]),
          "region": .object(
            ["startLine": .line, "endLine": .line, "startColumn": .line, "endColumn": .line],
            required: ["startLine", "endLine", "startColumn", "endColumn"]),
        ], required: ["artifactLocation", "region"])
    ], required: ["physicalLocation"])
  private static let result = Shape.object(
    [
      "ruleId": .text, "ruleIndex": .index, "message": message, "locations": .list(location),
      "level": .words(["none", "note", "warning", "error"]),
      "baselineState": .words(["new", "unchanged", "updated", "absent"]),
      "partialFingerprints": .texts,
    ], required: ["message", "ruleId", "locations"])
  /// GitHub demands more of a rule than the standard does.
  private static let rule = Shape.object(
    [
      "id": .text, "shortDescription": message, "fullDescription": message, "help": message,
      "defaultConfiguration": .object(
        ["level": .words(["note", "warning", "error"])], required: ["level"]),
    ], required: ["id", "shortDescription", "fullDescription", "help"])
  private static let driver = Shape.object(
    ["name": .text, "version": .text, "rules": .list(rule)], required: ["name"])
  private static let invocation = Shape.object(
    [
      "executionSuccessful": .truth,
      "toolExecutionNotifications": .list(
        .object(
          ["level": .words(["error"]), "message": message], required: ["level", "message"])),
    ], required: ["executionSuccessful"])
  private static let run = Shape.object(
    [
      "tool": .object(["driver": driver], required: ["driver"]), "results": .list(result),
      "invocations": .list(invocation),
      "properties": .object(["matches": .list(.text)], required: ["matches"]),
      "columnKind": .words(["utf16CodeUnits", "unicodeCodePoints"]),
    ], required: ["tool"])
  private static let log = Shape.object(
    ["$schema": .uri, "version": .words(["2.1.0"]), "runs": .list(run)],
    required: ["version", "runs"])

  static func problems(of document: Any) -> [String] { problems(document, log, "$") }

  private static func problems(_ value: Any, _ shape: Shape, _ place: String) -> [String] {
    switch shape {
    case .text:
      return value is String ? [] : ["\(place): no text"]
    case .words(let words):
      return (value as? String).map(words.contains) == true ? [] : ["\(place): not one of \(words)"]
    case .index:
      return (value as? Int).map { $0 >= -1 } == true ? [] : ["\(place): no index"]
    case .line:
      return (value as? Int).map { $0 >= 1 } == true ? [] : ["\(place): no line"]
    case .truth:
      return value is Bool ? [] : ["\(place): neither true nor false"]
    case .uri:
      let allowed = /[A-Za-z0-9\-._~\/:?#@!$&'()*+,;=%]+/
      return (value as? String)?.wholeMatch(of: allowed) == nil ? ["\(place): no URI"] : []
    case .texts:
      return value is [String: String] ? [] : ["\(place): no texts"]
    case .list(let element):
      guard let values = value as? [Any] else { return ["\(place): no list"] }
      return values.enumerated().flatMap { problems($1, element, "\(place)[\($0)]") }
    case .object(let known, let required):
      guard let object = value as? [String: Any] else { return ["\(place): no object"] }
      var found = required.filter { object[$0] == nil }.map { "\(place): lacks \($0)" }
      for (key, value) in object {
        guard let shape = known[key] else {
          found.append("\(place): unknown key \(key)")
          continue
        }
        found += problems(value, shape, "\(place).\(key)")
      }
      return found
    }
  }
}

@Suite("SARIF")
struct SARIFTests {
  private func document(_ report: DiffReport) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(DiffSARIF.render(report)))
    return try #require(object as? [String: Any])
  }

  private func check(_ report: DiffReport) throws {
    let document = try document(report)
    #expect(SARIFCheck.problems(of: document) == [])
    let run = try #require((document["runs"] as? [[String: Any]])?.first)
    let tool = run["tool"] as? [String: [String: Any]]
    let rules = try #require(tool?["driver"]?["rules"] as? [[String: Any]]).map {
      $0["id"] as? String
    }
    #expect(Set(rules).count == rules.count)
    #expect(rules.contains("notification-gap") && rules.contains("budget"))
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules.indices.contains(index) && rules[index] == result["ruleId"] as? String)
    }
  }

  @Test("the pairs keep the standard", arguments: SamplePairTests.pairs.map(\.new))
  func pairs(folder: String) throws {
    try check(try sampleDiff(folder, budget: "mtu >= 185\ntransfer.gaps == 0\n"))
  }

  @Test("so does whatever a device calls itself", arguments: awkwardNames.indices)
  func awkward(index: Int) throws { try check(try awkwardReport(awkwardNames[index])) }

  @Test(
    "the schema of the standard has nothing to say",
    .enabled(
      if: OutsideTool.sarifSchema.isExpected, "run Tests/ComparisonTests/sarif-schema first"))
  func officialSchema() throws {
    var logs = try SamplePairTests.pairs.map { DiffSARIF.render(try sampleDiff($0.new)) }
    logs += try awkwardNames.map { DiffSARIF.render(try awkwardReport($0)) }
    let good = try OutsideTool.sarifSchema.run([], overAll: logs)
    #expect(good.output == "")
    #expect(good.status == 0)
    let wrong = String(decoding: logs[0], as: UTF8.self)
      .split(separator: "\"2.1.0\"", omittingEmptySubsequences: false)
    #expect(wrong.count == 2)
    let bad = try OutsideTool.sarifSchema.run(
      [], over: Array(wrong.joined(separator: "\"9.9.9\"").utf8))
    #expect(bad.status == 1)
    #expect(bad.output.contains("'9.9.9' is not one of"))
  }

  @Test("a finding that is new says so, and one that is gone is left out")
  func baseline() throws {
    func states(_ base: String, _ new: String) throws -> [String] {
      let comparison = compare(base: try sampleRuns(base), new: try sampleRuns(new))
      let document = try document(DiffReport(bletrace: "0", comparison: comparison))
      let run = try #require((document["runs"] as? [[String: Any]])?.first)
      return (run["results"] as? [[String: Any]] ?? [])
        .filter { $0["ruleId"] as? String == "transfer-incomplete" }
        .compactMap { $0["baselineState"] as? String }
    }
    #expect(try states("pair-good", "pair-marker-lost") == ["new"])
    #expect(try states("pair-marker-lost", "pair-good") == [])
    #expect(try states("pair-marker-lost", "pair-marker-lost") == ["unchanged"])
  }

  @Test("the check refuses what the standard does")
  func refuses() throws {
    var document = try document(try sampleDiff("pair-stall"))
    document["version"] = "2.0.0"
    #expect(SARIFCheck.problems(of: document).count == 1)
    document["version"] = nil
    #expect(SARIFCheck.problems(of: document) == ["$: lacks version"])
    #expect(
      SARIFCheck.problems(of: ["version": "2.1.0", "runs": [["results": [["level": "bad"]]]]]).count
        == 5)
  }

  @Test("brackets make no link, and file names are references")
  func escapes() {
    #expect(SARIFLog.plain("[a](b)\\") == "\\[a\\](b)\\\\")
    #expect(SARIFLog.uri("runs/a b%#?.log") == "runs/a%20b%25%23%3F.log")
    #expect(SARIFLog.uri("é:") == "%C3%A9%3A")
  }
}
