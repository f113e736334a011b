import Foundation
import Testing

@testable import BletraceCommands

/// Settings of configuration files, and the options that they stand for.
@Suite struct ConfigurationTests {
  private let sample = projectFolder + "/samples/bizcard-central/capture.btsnoop"

  @Test("a command that reads configuration files takes --config, and no other does")
  func commands() {
    for command in Command.allCases where command != .config {
      let takesIt = Option.config.definition.commands.contains(command)
      #expect(takesIt == command.isConfigured, "\(command)")
    }
  }

  /// Runs with these files, in their order.
  private func run(_ files: [String], _ words: String...) -> RunResult { run(files, words: words) }

  private func run(_ files: [String], words: [String]) -> RunResult {
    let (output, errors) = (MemorySink(), MemorySink())
    var invocation = Invocation(
      arguments: words.map { Argument($0) }, standardInput: -1, output: output, errors: errors)
    invocation.configurationFiles = files.map { Argument($0) }
    let code = BletraceCommands.run(invocation)
    return RunResult(code: code, output: output.text, errors: errors.text)
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func connection(_ result: RunResult) throws -> [String: Any] {
    let captures = try #require(try json(result.output)["captures"] as? [[String: Any]])
    return try #require((captures[0]["connections"] as? [[String: Any]])?.first)
  }

  private func peer(_ result: RunResult) throws -> [String: Any] {
    try #require(try connection(result)["peer"] as? [String: Any])
  }

  @Test func filesThatDoNotExistSetNothing() throws {
    let folder = try TemporaryFolder()
    let result = run([folder["bletrace"], folder[".bletrace"]], "config")
    #expect(result.code == .success)
    #expect(result.output.hasPrefix("# None of these files exists:\n# "))
    // A directory of that name is no file of settings.
    #expect(run([folder.path], "analyze", sample).code == .success)
  }

  @Test func laterFileAndCommandLineCountMore() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write(Array("gap-threshold = 50ms\nmarker = A\n".utf8), to: "own")
    let tree = try folder.write(
      Array("# of the project\n\n gap-threshold=250ms\r\nmarker = B\n".utf8), to: "tree")
    let result = run([own, tree], "config")
    #expect(
      result.output == """
        # \(own):1, overridden by \(tree):3
        # gap-threshold = 50ms
        # \(own):2
        marker = A
        # \(tree):3
        gap-threshold = 250ms
        # \(tree):4
        marker = B

        """)
    // What it prints is such a file.
    let again = try folder.write(Array(result.output.utf8), to: "again")
    #expect(run([again], "config").output.contains("gap-threshold = 250ms\n"))
    #expect(run([again], "config").output.contains("marker = B\n"))
    // The command line's value counts, so that a wrong one is an error in spite of the files.
    #expect(run([own, tree], "analyze", "--gap-threshold", "x", sample).code == .trouble)
  }

  @Test func namesReplaceWhatDevicesSay() throws {
    let plain = try peer(run([], "analyze", "--format", "json", sample))
    let address = try #require(plain["address"] as? String)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Array("name = \(address.lowercased())=Card <b>\nname = 1800=Who I am\n".utf8), to: "names")
    let named = run([file], "analyze", "--format", "json", sample)
    #expect(try peer(named)["name"] as? String == "Card <b>")
    #expect(try peer(named)["name_source"] as? String == "given")
    let none = run([file], "analyze", "--config", "none", "--format", "json", sample)
    #expect(try peer(none)["name"] as? String == plain["name"] as? String)
    let option = run(
      [file], "analyze", "--name", "\(address)=Other", "--format", "json", sample)
    #expect(try peer(option)["name"] as? String == "Other")
    let page = run([file], "analyze", "--format", "html", sample)
    #expect(!page.output.contains("Card <b>"))
    #expect(page.output.contains("Card &lt;b&gt;") || page.output.contains("Card \\u003Cb"))
  }

  @Test func toleranceReplacesTheMeasuresOwn() throws {
    let stall = projectFolder + "/samples/bizcard-stall-central/capture.btsnoop"
    #expect(run([], "diff", sample, stall).code == .checkFailed)
    let before = try json(run([], "diff", "--format", "json", sample, stall).output)
    let after = try json(
      run(
        [], "diff", "--tolerance", "transfer.duration_us=100000%", "--format", "json", sample, stall
      ).output)
    #expect(try verdict(of: "transfer.duration_us", in: before) == "worse")
    #expect(try verdict(of: "transfer.duration_us", in: after) == "same")
    for wrong in ["nothing=5%", "transfer.duration_us", "transfer.duration_us=5", "mtu=x"] {
      let result = run([], "diff", "--tolerance", wrong, sample, stall)
      #expect(result.code == .trouble)
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  /// Who writes the file of a working tree need not be who relies on the check.
  @Test func whatMayLoosenACheckIsSaid() throws {
    let folder = try TemporaryFolder()
    let own = try folder.write(Array("no-rule = link-loss\n".utf8), to: "own")
    let tree = try folder.write(
      Array("no-rule = resend\nno-rule = app-pause\ntolerance = mtu=50%\n".utf8), to: "tree")
    let line = "bletrace: \(tree): 2 no-rule"
    for words in [["--fail-on", "error"], ["--fail-on", "error", "-q"]] {
      let result = run([own, tree], words: ["analyze"] + words + [sample])
      // What analyze does not take is none of its settings.
      #expect(
        result.errors == line + " may loosen this check: no-rule = resend, no-rule = app-pause; "
          + "--config none reads no file\n", "\(result.errors)")
    }
    let diff = run([own, tree], "diff", "-q", sample, sample)
    #expect(
      diff.errors.contains(
        "\(tree): 1 tolerance, 2 no-rule may loosen this check: no-rule = resend, no-rule = "
          + "app-pause, tolerance = mtu=50%;"), "\(diff.errors)")
    // Where nothing is checked, where none is read, and where it is named.
    for words in [
      ["analyze", sample], ["analyze", "--fail-on", "error", "--config", "none", sample],
      ["diff", "-q", "--config", tree, sample, sample],
      ["analyze", "--fail-on", "error", "--no-rule", "resend", sample],
    ] {
      let result = run([own, tree], words: words)
      #expect(!result.errors.contains("may loosen"), "\(words): \(result.errors)")
    }
  }

  private func verdict(of measure: String, in report: [String: Any]) throws -> String? {
    let entries = try #require(report["entries"] as? [[String: Any]])
    return entries.first { $0["measure"] as? String == measure }?["verdict"] as? String
  }

  @Test(arguments: [
    ("marker", "a setting is written as key = value"),
    ("markr = A", "unknown key 'markr'; did you mean 'marker'?"),
    ("output = /etc/passwd", "unknown key 'output'; the keys are marker,"),
    ("gap-threshold = soon", "'soon' is not a time for '--gap-threshold'"),
    ("marker = hex:0", "'hex:0' is not a marker"),
    ("framing = 2A37=nonsense", "nonsense"),
    ("name = 2A37", "is no name"),
    ("name = here=x", "'here' is neither an address nor a UUID"),
    ("tolerance = mtu=x", "is no tolerance"),
    ("rule = no-such-rule", "no-such-rule"),
    ("marker = \(String(repeating: "A", count: 1100))", "the line is longer than 1,024 bytes"),
  ])
  func aWrongLineIsReportedWithItsPlace(line: String, words: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("# one\n\(line)\n".utf8), to: "settings")
    for command in [["config"], ["analyze", sample]] {
      let (output, errors) = (MemorySink(), MemorySink())
      var invocation = Invocation(
        arguments: command.map { Argument($0) }, standardInput: -1, output: output, errors: errors)
      invocation.configurationFiles = [Argument(file)]
      #expect(BletraceCommands.run(invocation) == .trouble)
      #expect(errors.text.hasPrefix("bletrace: \(file):2: "))
      #expect(errors.text.contains(words), "\(errors.text)")
      #expect(errors.text.split(separator: "\n").count == 1)
    }
  }

  @Test func theNearestFileOfTheWorkingTree() throws {
    let folder = try TemporaryFolder()
    let inner = folder["tree/a/b"] + "/"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try folder.write([], to: ".bletrace")
    // Nothing shows that the folders above belong to it.
    #expect(Configuration.workingTreeFile(from: inner).text == inner + ".bletrace")
    try FileManager.default.createDirectory(
      atPath: folder["tree/.git"], withIntermediateDirectories: false)
    #expect(Configuration.workingTreeFile(from: inner).text == inner + ".bletrace")
    try folder.write([], to: "tree/.bletrace")
    #expect(Configuration.workingTreeFile(from: inner).text == inner + "../../.bletrace")
    try folder.write([], to: "tree/a/.bletrace")
    #expect(Configuration.workingTreeFile(from: inner).text == inner + "../.bletrace")
  }

  @Test func theUsersFileIsFoundByTheEnvironment() {
    #expect(Configuration.files([.home: "/h"]).map(\.text) == ["/h/.config/bletrace", ".bletrace"])
    #expect(
      Configuration.files([.home: "/h", .configurationHome: "/c"]).map(\.text)
        == ["/c/bletrace", ".bletrace"])
    #expect(Configuration.files([:]).map(\.text) == [".bletrace"])
  }
}
