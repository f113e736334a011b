import Foundation
import Testing

@testable import Comparison
@testable import Report

/// What other programs read, and what a device's name could do to it.
@Suite("Output forms")
struct RenderingTests {
  private static let schema = projectFolder + "Tests/ComparisonTests/JUnit.xsd"

  private func text(_ bytes: [UInt8]) throws -> String {
    try #require(String(validating: bytes, as: UTF8.self))
  }

  private func problemsOfJUnit(_ bytes: [UInt8]) throws -> String {
    let (status, output) = try OutsideTool.xmllint.run(
      ["--noout", "--nonet", "--schema", Self.schema], over: bytes)
    return status == 0 ? "" : "status \(status): \(output)"
  }

  // MARK: Text

  @Test("long words stand below their measure, and every line has room")
  func longWords() throws {
    func ending(_ reason: UInt8, _ name: String) -> Run {
      var connection = ReportV1.Connection(
        id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "A"))
      connection.disconnect = .init(reason: .init(reason), name: name)
      connection.mtu.effective = reason == 0x22 ? 23 : 185
      return run([connection])
    }
    let report = DiffReport(
      bletrace: "0",
      comparison: compare(
        base: [ending(0x13, "Remote User Terminated Connection")],
        new: [ending(0x22, "LMP Response Timeout / LL Response Timeout")]))
    let page = try text(DiffText.render(report))
    #expect(page.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      words.contains(
        "base: 0x13 Remote User Terminated Connection; new: 0x22 LMP Response Timeout / LL "
          + "Response Timeout"))
    #expect(words.contains("mtu 185 B 23 B smaller by 88 %"))
    #expect(!page.unicodeScalars.contains("…"))
  }

  // MARK: JUnit

  @Test(
    "JUnit keeps its schema", .enabled(if: OutsideTool.xmllint.isExpected),
    arguments: SamplePairTests.pairs.map(\.new))
  func junit(folder: String) throws {
    let report = try sampleDiff(folder, budget: "mtu >= 185\ntransfer.gaps == 0\n")
    let bytes = DiffJUnit.render(report)
    #expect(try problemsOfJUnit(bytes) == "")
    let xml = try text(bytes)
    let failures = report.comparison.count(.worse) + report.brokenRules.count
    #expect(xml.components(separatedBy: "<failure ").count - 1 == failures)
    #expect(xml.contains("failures=\"\(failures)\""))
    let tests = report.comparison.entries.count + 2
    #expect(xml.components(separatedBy: "<testcase ").count - 1 == tests)
  }

  @Test(
    "no name breaks JUnit", .enabled(if: OutsideTool.xmllint.isExpected),
    arguments: awkwardNames.indices)
  func awkwardJUnit(index: Int) throws {
    let name = awkwardNames[index]
    #expect(try problemsOfJUnit(DiffJUnit.render(try awkwardReport(name))) == "")
  }

  @Test("the schema refuses what is no JUnit", .enabled(if: OutsideTool.xmllint.isExpected))
  func schemaRefuses() throws {
    let good = try text(DiffJUnit.render(try sampleDiff("pair-stall")))
    for (part, other) in [
      ("testcase name=", "testcase nam="), (" failures=\"", " failures=\"x"),
      ("</testsuites>", ""), ("<failure ", "<fault "),
    ] {
      #expect(good.contains(part))
      let bad = good.replacingOccurrences(of: part, with: other)
      #expect(try problemsOfJUnit(Array(bad.utf8)) != "", "\(other)")
    }
  }

  // MARK: Markdown

  private func html(_ report: DiffReport) throws -> String {
    let (status, output) = try OutsideTool.markdown.run(
      ["-e", "table", "-e", "autolink", "-e", "strikethrough"], over: DiffMarkdown.render(report))
    #expect(status == 0)
    return output
  }

  @Test(
    "Markdown renders as a table with a row for each difference",
    .enabled(if: OutsideTool.markdown.isExpected))
  func markdown() throws {
    let report = try sampleDiff("pair-stall", budget: "mtu >= 185\ntransfer.gaps == 0\n")
    let page = try html(report)
    let differences = report.comparison.entries.count { $0.verdict != .same }
    // A row of headings for each of the two tables; a rule that is kept is counted only.
    #expect(page.components(separatedBy: "<tr>").count - 1 == differences + 1 + 1 + 1)
    #expect(page.contains("<p>1 of 2 limits of the budget are met.</p>"))
    #expect(page.contains("<h3>bletrace diff: regression</h3>"))
    #expect(page.contains("<td><strong>worse</strong></td>\n<td><code>&quot;Logbook&quot;"))
    #expect(page.contains("<td><strong>not met</strong></td>\n<td><code>transfer.gaps == 0</code>"))
  }

  @Test(
    "no name breaks Markdown", .enabled(if: OutsideTool.markdown.isExpected),
    arguments: awkwardNames.indices)
  func awkwardMarkdown(index: Int) throws {
    let name = awkwardNames[index]
    func shape(_ name: String) throws -> [String] {
      // Every tag of the page. A name is in code, where it makes none.
      try html(try awkwardReport(name)).matches(of: /<[^>]*>/).map { String($0.output) }
    }
    let plain = try shape("plain")
    let found = try shape(name)
    // A name that is empty has no code of its own.
    #expect(name.isEmpty || found == plain)
    let known: Set<String> = [
      "<h3>", "</h3>", "<p>", "</p>", "<code>", "</code>", "<strong>", "</strong>", "<table>",
      "</table>", "<thead>", "</thead>", "<tbody>", "</tbody>", "<tr>", "</tr>", "<th>", "</th>",
      "<td>", "</td>", "<th align=\"right\">", "<td align=\"right\">",
    ]
    #expect(Set(found).isSubset(of: known))
    #expect(!found.isEmpty)
  }

  /// As cmark-gfm reads it: what is in code is the text itself, and nothing else is from outside.
  @Test(
    "a name is code in Markdown, and stays as it is", .enabled(if: OutsideTool.markdown.isExpected),
    arguments: [
      "`\u{301}[x](//evil)`\u{301}", "``\u{20DD}@a`\u{20DD}", " `x` ", " both ends ", "   ", "x ",
      "`", "``",
      "a|b", "\\|", "\\\\|", "|", "\\`|`", "<b>&amp;", "\u{301}", "``` ` `` ````",
      String(repeating: "`", count: 79) + "<img src=//e.x>",
    ])
  func code(text: String) throws { try expectCode(text, shown: text) }

  /// cmark-gfm knows no fence of more than 80 backticks, and so no code span that such a one
  /// begins.
  @Test(
    "however many backticks a name has", .enabled(if: OutsideTool.markdown.isExpected),
    arguments: [80, 81, 160, 200])
  func manyBackticks(count: Int) throws {
    let (whole, rest) = count.quotientAndRemainder(dividingBy: 80)
    let run = String(repeating: "`", count: 79)
    try expectCode(
      String(repeating: "`", count: count) + "<img src=//e.x>",
      shown: String(repeating: run + "\\x60", count: whole) + run.prefix(rest) + "<img src=//e.x>")
  }

  private func expectCode(_ text: String, shown: String) throws {
    let cell = "| a |\n| --- |\n| \(DiffMarkdown.code(text)) |\n"
    let paragraph = "\(DiffMarkdown.code(text, isCell: false)).\n"
    for page in [cell, paragraph] {
      let (status, output) = try OutsideTool.markdown.run(
        ["-e", "table", "-e", "autolink", "-e", "strikethrough", "-t", "xml"],
        over: Array(page.utf8))
      #expect(status == 0)
      let shown = shown.replacingOccurrences(of: "&", with: "&amp;")
        .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
      let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let code = lines.filter { $0.utf8.starts(with: "<code ".utf8) }
      #expect(
        code.map { Array($0.utf8) } == [Array("<code xml:space=\"preserve\">\(shown)</code>".utf8)])
    }
  }

  // MARK: GitHub

  @Test("annotations are escaped as GitHub unescapes them")
  func escapes() {
    #expect(GitHubCommands.data("100 %, a:b") == "100 %25, a:b")
    #expect(GitHubCommands.property("100 %, a:b") == "100 %25%2C a%3Ab")
    #expect(!GitHubCommands.data("a\r\nb").contains { $0.isNewline })
  }

  @Test("no name makes an annotation of its own", arguments: awkwardNames.indices)
  func awkwardGitHub(index: Int) throws {
    let name = awkwardNames[index]
    let report = try awkwardReport(name)
    let lines = try text(DiffGitHub.render(report)).unicodeScalars.split(separator: "\n")
    let measures = Set(report.comparison.worse.map(\.measure))
    let rules = Set(report.brokenRules.map(\.rule.line))
    #expect(lines.count == measures.count + rules.count + 1)
    #expect(lines.dropLast().allSatisfy { String($0).hasPrefix("::error title=") })
    for line in lines.map({ String($0) }) {
      // Title and message; a title has no colon of its own.
      #expect(line.dropFirst(2).range(of: "::") != nil)
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{85}" })
    }
  }

  @Test("what is worse in one way is one annotation, and GitHub gets as many as it shows")
  func many() throws {
    let transfers = (0..<30).map {
      ReportV1.Transfer(uuid: "FFF\($0 % 10)", marker: "EOM", complete: true)
    }
    let peer = ReportV1.Peer(address: "66:0D:F3:0A:7B:1C")
    let base = run([.init(peer: peer, transfers: transfers)])
    var new = run([.init(peer: peer)], named: "runs/new.btsnoop")
    var comparison = compare(base: [base], new: [new])
    var lines = try text(DiffGitHub.render(DiffReport(bletrace: "0", comparison: comparison)))
      .split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error") } == 1)
    #expect(
      lines[0].hasPrefix(
        "::error title=present is worse in runs/new.btsnoop,file=runs/new.btsnoop,line=1::"))
    #expect(lines[0].hasSuffix("; and 26 more"))
    new.findings = (0..<30).map { .init(rule: "r\($0)", severity: .error, message: "m") }
    comparison = compare(base: [base], new: [new])
    var report = DiffReport(bletrace: "0", comparison: comparison)
    report.budget = try Budget(parsing: Array("mtu >= 23\nstalls == 0\n".utf8)).check([new])
    report.budgetFile = "limits.budget"
    lines = try text(DiffGitHub.render(report)).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error") } == 10)
    // What the budget says comes first, where people can mend it.
    #expect(
      lines[0].hasPrefix("::error title=budget not met,file=limits.budget,line=1::mtu >= 23: "))
    #expect(lines[9] == "::error title=bletrace::and 23 more; the other output forms list them")
  }

  // MARK: The rest

  @Test("no name reaches a terminal or a file as it is", arguments: awkwardNames.indices)
  func visible(index: Int) throws {
    let name = awkwardNames[index]
    let report = try awkwardReport(name)
    for bytes in [
      DiffText.render(report), DiffMarkdown.render(report), DiffJUnit.render(report),
      DiffGitHub.render(report), DiffSARIF.render(report), DiffJSON.render(report),
    ] {
      let scalars = try text(bytes).unicodeScalars
      #expect(scalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
      #expect(!scalars.contains("\u{202E}") && !scalars.contains("\u{7F}"))
    }
  }

  @Test("the JSON form can be read, and holds the verdicts", arguments: awkwardNames.indices)
  func json(index: Int) throws {
    let name = awkwardNames[index]
    let report = try awkwardReport(name)
    let object = try JSONSerialization.jsonObject(with: Data(DiffJSON.render(report)))
    let document = try #require(object as? [String: Any])
    #expect(document["schema"] as? String == "bletrace-diff/1")
    #expect(document["regression"] as? Bool == report.comparison.hasRegression)
    let entries = try #require(document["entries"] as? [[String: Any]])
    #expect(entries.count == report.comparison.entries.count)
    #expect(
      entries.map { $0["verdict"] as? String } == report.comparison.entries.map(\.verdict.rawValue))
    #expect(document["base"] as? [String] == report.comparison.base)
  }
}
