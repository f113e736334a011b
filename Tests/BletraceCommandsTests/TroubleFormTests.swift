import Foundation
import Testing

@testable import BletraceCommands

private let good = projectFolder + "/samples/pair-good/capture.btsnoop"

/// Status 2 leaves what CI reads, whatever was wrong.
@Suite("Errors in the form that was asked for")
struct TroubleFormTests {
  struct Form: CustomTestStringConvertible, Sendable {
    var name: String
    /// What an error of this command, with this text, looks like.
    var error: @Sendable (_ command: String, _ message: String) -> String
    var testDescription: String { name }
  }

  static let forms: [Form] = [
    Form(name: "json") { command, message in
      command == "diff" ? "\"error\": \"\(message)" : "\"errors\": [\"\(message)"
    },
    Form(name: "markdown") { command, _ in "### bletrace \(command): could not be done" },
    Form(name: "junit") { _, message in "<error type=\"trouble\" message=\"\(message)" },
    Form(name: "github") { command, message in
      "::error title=bletrace \(command) could not be done::\(message)"
    },
    Form(name: "sarif") { _, _ in "\"executionSuccessful\": false" },
  ]

  /// Those of `analyze` alone, those of a page, and text, which standard output never gets.
  static let furtherForms: [Form] = [
    Form(name: "text") { command, message in
      "bletrace \(command): could not be done\n  \(message)"
    },
    Form(name: "html") { _, message in
      "<strong>Not done:</strong> \(message.replacing("'", with: "&#39;"))"
    },
    Form(name: "perfetto") { _, message in "\"errors\":[\"\(message)" },
    Form(name: "ndjson") { _, message in
      "{\"table\":\"errors\",\"capture\":null,\"path\":\"\",\"message\":\"\(message)"
    },
  ]

  /// What is wrong with a command line, and how its message begins.
  static let mistakes: [(words: [String], message: String)] = [
    (["--bugdet", "limits.budget", "CAPTURE", "CAPTURE"], "unknown option "),
    (["--width", "/nowhere/a", "CAPTURE", "CAPTURE"], "'/nowhere/a' is not a width"),
    (["CAPTURE", "CAPTURE", "CAPTURE", "--color", "pink"], "'pink' is not a value for '--color'"),
    (["--unpack-limit", "much", "CAPTURE", "CAPTURE"], "'much' is not a size"),
    (["--gap-threshold", "never", "CAPTURE", "CAPTURE"], "'never' is not a time"),
    (["--rule", "no-such-rule", "CAPTURE", "CAPTURE"], "unknown rule "),
    (["--budget", "/nowhere/b", "CAPTURE", "CAPTURE"], "/nowhere/b: "),
    (["/nowhere/x", "/nowhere/x"], "/nowhere/x: "),
    ([], "'"),
  ]

  /// Rows have no place for a budget, and name a file that cannot be read; see `rows`.
  private static func mistakes(of form: Form) -> [(words: [String], message: String)] {
    guard form.name == "ndjson" else { return mistakes }
    return mistakes.filter { $0.message != "/nowhere/x: " }.map { words, message in
      words.contains("--budget")
        ? (words, "'--budget' is not for --format ndjson") : (words, message)
    }
  }

  @Test("a mistake in the command line, too", arguments: forms, ["analyze", "diff"])
  func mistakes(form: Form, command: String) throws {
    for (words, message) in Self.mistakes(of: form) {
      let folder = try TemporaryFolder()
      let old = try folder.write(Array("of yesterday".utf8), to: "out")
      let words = words.map { $0 == "CAPTURE" ? good : $0 }
      for place in [0, words.count] {
        var all = words
        all.insert(contentsOf: ["--format", form.name, "-o", old], at: place)
        let result = bletrace([command] + all)
        #expect(result.code == .trouble && result.output == "", "\(all)")
        #expect(result.errors.hasPrefix("bletrace: \(message)"), "\(result.errors)")
        let text = String(decoding: try folder.read("out"), as: UTF8.self)
        // Quotes are written otherwise in XML.
        let quoted = message.contains("'") ? "" : message
        #expect(text.contains(form.error(command, quoted)), "\(all): \(text)")
        // And on standard output where no file is named.
        all.removeSubrange((place + 2)..<(place + 4))
        let printed = bletrace([command] + all).output
        #expect(printed == (form.name == "text" ? "" : text), "\(all)")
      }
    }
  }

  @Test("text, and the forms of analyze alone, leave it too", arguments: furtherForms)
  func furtherMistakes(form: Form) throws {
    try mistakes(form: form, command: "analyze")
    if ["text", "html"].contains(form.name) { try mistakes(form: form, command: "diff") }
  }

  @Test("rows name the files that cannot be read")
  func rows() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("of yesterday".utf8), to: "out")
    let words = ["analyze", "--format", "ndjson", "/nowhere/x", "/nowhere/x"]
    let row =
      "{\"table\":\"errors\",\"capture\":null,\"path\":\"/nowhere/x\","
      + "\"message\":\"/nowhere/x: no such file or directory\"}\n"
    for result in [bletrace(words), bletrace(words + ["-o", old])] {
      #expect(result.code == .trouble)
      #expect(result.errors == "bletrace: 2 errors; see their rows in the table errors\n")
    }
    #expect(bletrace(words).output == row + row)
    #expect(try folder.read("out") == Array((row + row).utf8))
  }

  @Test("a table that has no place for an error is empty, and no table of yesterday")
  func emptyTable() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(Array("of yesterday".utf8), to: "out")
    let words = ["analyze", "--format", "csv", "--rule", "no-such-rule", good]
    #expect(bletrace(words + ["-o", old]).code == .trouble)
    #expect(try folder.read("out") == [])
    #expect(bletrace(words).output == "")
  }

  @Test("where the form is not understood, or none was asked for, the file has it as text")
  func noForm() throws {
    let folder = try TemporaryFolder()
    for words in [
      ["analyze", "--format", "xml", "-o", folder["out"], good],
      ["analyze", "--formt", "junit", "-o", folder["out"], good],
      ["diff", "-o", folder["out"], good],
      ["diff", "--format", "perfetto", "-o", folder["out"], good],
    ] {
      _ = try folder.write(Array("of yesterday".utf8), to: "out")
      let result = bletrace(words)
      #expect(result.code == .trouble && result.output == "")
      let text = String(decoding: try folder.read("out"), as: UTF8.self)
      #expect(text.hasPrefix("bletrace \(words[0]): could not be done\n  "), "\(text)")
    }
  }

  @Test("text on one of two captures says what became of the other")
  func halfText() throws {
    let folder = try TemporaryFolder()
    let out = try folder.write(Array("of yesterday".utf8), to: "out")
    #expect(bletrace("analyze", "-o", out, good, "/nowhere/x").code == .trouble)
    let half = String(decoding: try folder.read("out"), as: UTF8.self)
    #expect(half.hasPrefix("Not done:\n  /nowhere/x: ") && half.contains("Logbook"))
    // And none of yesterday where neither can be read.
    #expect(bletrace("analyze", "-o", out, "/nowhere/x", "/nowhere/y").code == .trouble)
    let none = String(decoding: try folder.read("out"), as: UTF8.self)
    #expect(none.hasPrefix("bletrace analyze: could not be done\n  /nowhere/x: "))
    #expect(none.contains("\n  /nowhere/y: ") && !none.contains("Logbook"))
  }

  @Test("JSON names what was to be read")
  func named() throws {
    func document(_ words: String...) throws -> [String: Any] {
      let result = bletrace(words)
      #expect(result.code == .trouble)
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return try #require(object as? [String: Any])
    }
    let half = try document("analyze", "--format", "json", good, "/nowhere/x")
    #expect(half["unread"] as? [String] == ["/nowhere/x"])
    let none = try document("analyze", "--format", "json", "--width", "1", good, "/nowhere/x")
    #expect(none["unread"] as? [String] == [good, "/nowhere/x"])
    let diff = try document("diff", "--format", "json", good, "/nowhere/x")
    #expect(diff["base"] as? [String] == [good] && diff["new"] as? [String] == ["/nowhere/x"])
    let sides = try document(
      "diff", "--format", "json", "--base", good, "--new", "/nowhere/x", "/nowhere/y")
    #expect(sides["base"] as? [String] == [good])
    #expect(sides["new"] as? [String] == ["/nowhere/x", "/nowhere/y"])
  }

  @Test("where no report is made, nothing is written")
  func noReport() throws {
    let folder = try TemporaryFolder()
    for words in [
      ["budget", "init", "--format", "junit", "-o", folder["out"], good],
      ["decode", "--format", "json", "-o", folder["out"], "--bad"],
    ] {
      let result = bletrace(words)
      #expect(result.code == .trouble && result.output == "")
      #expect(throws: (any Error).self) { try folder.read("out") }
    }
  }

  @Test("a file that is read is not replaced by an error")
  func spared() throws {
    let folder = try TemporaryFolder()
    let budget = try folder.write(Array("mtu >= 23\n".utf8), to: "limits.budget")
    for words in [
      ["analyze", "--format", "junit", "-o", budget, "--budget", budget, "--bad", good],
      // The value of an option that is not known may be a file, too.
      ["analyze", "--format", "junit", "-o", budget, "--bugdet", budget, good],
      ["analyze", "-o", budget, "--merge-log", budget, good],
      // Without a mistake it is refused as well.
      ["analyze", "-o", budget, "--budget", budget, good],
      ["diff", "-o", budget, "--budget", budget, good, good],
      ["analyze", "-o", folder["link"], "--budget", budget, good],
    ] {
      try? folder.link("link", to: budget)
      let result = bletrace(words)
      #expect(result.code == .trouble)
      #expect(try folder.read("limits.budget") == Array("mtu >= 23\n".utf8))
      guard !words.contains("junit") else { continue }
      #expect(result.errors.hasSuffix(": is read, too, and will not be overwritten\n"))
    }
  }

  @Test("a capture is not replaced by what is said of others, as after -o *.btsnoop")
  func captures() throws {
    let folder = try TemporaryFolder()
    let octets = Array(try Data(contentsOf: URL(filePath: good)))
    let first = try folder.write(octets, to: "a.btsnoop")
    for words in [
      ["analyze", "-o", first, good], ["analyze", "-o", first], ["analyze", "-o", first, "--bad"],
      ["analyze", "--format", "json", "-o", first, good], ["diff", "-o", first, good, good],
      ["decode", "-o", first, good], ["budget", "init", "--force", "-o", first, good],
    ] {
      let result = bletrace(words)
      #expect(result.code == .trouble, "\(words)")
      #expect(try folder.read("a.btsnoop") == octets, "\(words)")
      guard words.contains(good) else { continue }
      #expect(result.errors.hasSuffix("a.btsnoop: is a capture, and will not be overwritten\n"))
    }
  }

  @Test("the JSON report says what could not be read, beside what could")
  func report() throws {
    let half = bletrace("analyze", "--format", "json", good, "/nowhere/x")
    #expect(half.code == .trouble)
    let object = try JSONSerialization.jsonObject(with: Data(half.output.utf8))
    let document = try #require(object as? [String: Any])
    #expect((document["captures"] as? [Any])?.count == 1)
    let errors = try #require(document["errors"] as? [String])
    #expect(errors.count == 1 && errors[0].hasPrefix("/nowhere/x: "))
    #expect(bletrace("analyze", "--format", "json", good).output.contains("\"errors\": []"))
  }

  @Test("a report of an analysis that failed says so when it is compared")
  func failedReport() throws {
    let folder = try TemporaryFolder()
    let report = folder["report.json"]
    #expect(
      bletrace("analyze", "--format", "json", "-o", report, "/nowhere/x").code == .trouble)
    let result = bletrace("diff", report, good)
    #expect(result.code == .trouble)
    #expect(
      result.errors.contains(
        "report.json: is a report that contains only an error: /nowhere/x: "))
  }
}
