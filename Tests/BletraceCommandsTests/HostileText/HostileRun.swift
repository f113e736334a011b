import Foundation
import Testing
import Tracking

@testable import BletraceCommands

/// A command line, and the form that its output is to have.
struct HostileRun {
  let name: String
  let words: [Argument]
  let form: OutputForm
  var codes: Set<ExitCode> = [.success]
  /// The file on standard input.
  var input: Argument?
  /// Whether the output is a terminal that knows ASCII only.
  var isOldTerminal = false

  init(
    _ words: [Argument], _ form: OutputForm, codes: Set<ExitCode> = [.success],
    input: Argument? = nil, isOldTerminal: Bool = false
  ) {
    name = words.map(\.text).joined(separator: " ")
    self.words = words
    self.form = form
    self.codes = codes
    self.input = input
    self.isOldTerminal = isOldTerminal
  }

  func run() throws -> (output: [UInt8], errors: [UInt8], code: ExitCode) {
    let (output, errors) = (MemorySink(), MemorySink())
    let standardInput = try input.map { (file) throws in try POSIX.openForReading(file.bytes) }
    defer {
      if let standardInput { try? POSIX.close(standardInput) }
    }
    var terminals = TerminalFacts()
    // Not for live, which would take the screen.
    terminals.outputIsTerminal = isOldTerminal
    let code = BletraceCommands.run(
      Invocation(
        arguments: words, standardInput: standardInput ?? -1, output: output, errors: errors,
        environment: isOldTerminal ? [.localeAll: "C"] : [.language: "C.UTF-8"],
        terminals: terminals))
    return (output.bytes, errors.bytes, code)
  }

  /// Runs it, and says what is wrong with what came out.
  func check(_ name: HostileName) throws {
    let (output, errors, code) = try run()
    let what = "\(name), \(self.name.debugDescription)"
    if !codes.contains(code) {
      let said = String(decoding: errors, as: UTF8.self).debugDescription
      Issue.record("\(what): ended with \(code), and said \(said)")
    }
    if codes != [.trouble], !form.isFile, output.isEmpty {
      Issue.record("\(what): no output")
    }
    if let problem = form.problem(in: output) {
      Issue.record("\(what): the output \(problem)")
    }
    if let problem = OutputForm.text().problem(in: errors) {
      Issue.record("\(what): standard error \(problem)")
    }
    for line in String(decoding: errors, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("bletrace: ") {
      Issue.record("\(what): a line of errors is broken: \(line.debugDescription)")
    }
    // Nothing was made that was not asked for.
    #expect(!FileManager.default.fileExists(atPath: "bletrace-was-here"), "\(what)")
  }

  // MARK: - Rows of them

  /// What reads one capture once. The marker is a hostile one, too.
  static func ofReading(_ file: Argument, marker: [UInt8]) -> [HostileRun] {
    let digits = marker.prefix(64).map { String(format: "%02X", $0) }.joined()
    let marked: [Argument] = digits.isEmpty ? [] : ["--marker", Argument("hex:\(digits)")]
    func analyze(
      _ words: [Argument], _ form: OutputForm, isOldTerminal: Bool = false
    ) -> HostileRun {
      HostileRun(["analyze"] + words + marked + [file], form, isOldTerminal: isOldTerminal)
    }
    func decode(
      _ words: [Argument], _ form: OutputForm, isOldTerminal: Bool = false
    ) -> HostileRun {
      HostileRun(["decode"] + words + [file], form, isOldTerminal: isOldTerminal)
    }
    return [
      analyze(["--timeline"], .text()),
      analyze(["--timeline=corebluetooth", "--width", "60"], .text()),
      analyze(["--color", "always", "--width", "160"], .text(color: true)),
      analyze(["--timeline", "--color", "never"], .text(ascii: true), isOldTerminal: true),
      analyze(["--timeline", "--format", "json"], .json),
      decode([], .text()),
      decode(["-v"], .text()),
      decode(["--bytes"], .text()),
      decode(["--format", "json"], .jsonLines),
      decode(["-v"], .text(ascii: true), isOldTerminal: true),
    ]
  }

  /// What shows the notes of a logger, and that which analyses them away.
  static func ofNotes(_ file: Argument) -> [HostileRun] {
    ofReading(file, marker: []).filter {
      $0.words[0] == "decode" || $0.words.contains("json")
    }
  }

  /// What else reads one.
  static func ofCapture(_ file: Argument, budget: Argument) -> [HostileRun] {
    [
      HostileRun(["analyze", "--budget", budget, file], .text(), codes: [.checkFailed]),
      HostileRun(
        ["analyze", "--format", "json", "--budget", budget, file], .json, codes: [.checkFailed]),
      HostileRun(["budget", "init", file], .budget),
      HostileRun(["live", "-"], .text(), input: file),
      HostileRun(["live", "-", "--format", "json"], .jsonLines, input: file),
    ]
  }

  /// Two captures or reports, in every form.
  static func ofDiff(_ base: Argument, _ new: Argument, budget: Argument) -> [HostileRun] {
    let forms: [(Argument, OutputForm)] = [
      ("text", .text()), ("json", .json), ("markdown", .markdown), ("junit", .xml),
      ("github", .github), ("sarif", .json),
    ]
    return forms.map { word, form in
      HostileRun(
        ["diff", "--format", word, "--budget", budget, base, new], form, codes: [.checkFailed])
    }
  }

  /// A name where there is nothing of that name.
  static func ofFailures(_ name: Argument, missing: Argument, notCapture: Argument) -> [HostileRun]
  {
    let lines: [[Argument]] = [
      ["analyze", missing], ["decode", missing], ["diff", missing, missing],
      ["budget", "init", missing], ["analyze", notCapture], ["decode", notCapture],
      ["diff", notCapture, notCapture], ["analyze", "--budget", notCapture, notCapture],
      ["analyze", "-o", Argument(bytes: missing.bytes + Array("/x".utf8)), notCapture],
      ["live", "--follow", notCapture, "--duration", "0"],
      ["rules", name], ["help", name], ["completions", name], ["budget", name],
      ["analyze", "--format", name], ["analyze", "--rule", name], ["live", "--iface", name],
      ["live", "--until", name], ["decode", "--frames", name],
      [name], ["analyze", Argument(bytes: Array("--".utf8) + name.bytes)],
    ]
    return lines.map { HostileRun($0, .text(), codes: [.trouble]) }
  }
}
