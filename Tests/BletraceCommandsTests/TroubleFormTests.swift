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

  @Test("a mistake in the command line, too", arguments: forms, ["analyze", "diff"])
  func mistakes(form: Form, command: String) throws {
    for (words, message) in Self.mistakes {
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
        #expect(bletrace([command] + all).output == text, "\(all)")
      }
    }
  }

  @Test("where the form is not understood, or none was asked for, nothing is written")
  func noForm() throws {
    let folder = try TemporaryFolder()
    for words in [
      ["analyze", "--format", "xml", "-o", folder["out"], good],
      ["analyze", "--formt", "junit", "-o", folder["out"], good],
      ["diff", "-o", folder["out"], good], ["diff", "--format", "text", "-o", folder["out"], good],
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
    ] {
      #expect(bletrace(words).code == .trouble)
      #expect(try folder.read("limits.budget") == Array("mtu >= 23\n".utf8))
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
        "report.json: is the report of an analysis that failed: /nowhere/x: "))
  }
}
