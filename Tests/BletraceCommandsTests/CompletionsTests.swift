import Foundation
import Testing

@testable import BletraceCommands

/// The scripts are checked as texts, and by the shells themselves. In CI a shell that is missing is
/// a failure.
@Suite struct CompletionsTests {
  @Test(arguments: Shell.allCases)
  func everyCommandAndOptionAppears(shell: Shell) {
    let script = bletrace("completions", shell.rawValue).output
    for command in Command.listed {
      #expect(script.contains(command.rawValue), "\(command)")
      for option in command.allOptions {
        let name = shell == .fish ? " -l \(option.spelling.dropFirst(2)) " : option.spelling
        #expect(script.contains(name), "\(option)")
        if let short = option.definition.short {
          #expect(script.contains(shell == .fish ? " -s \(short) " : "-\(short)"))
        }
        if case .words(let words)? = option.suggestion {
          for word in words { #expect(script.contains(word.word), "\(option) \(word.word)") }
        }
      }
    }
    for command in Command.allCases where command.definition.isForDevelopers {
      #expect(!script.contains(" \(command.rawValue) "))
    }
  }

  @Test(arguments: Shell.allCases)
  func theScriptIsPlainText(shell: Shell) {
    let script = bletrace("completions", shell.rawValue).output
    #expect(script.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    #expect(script.hasSuffix("\n"))
  }

  /// Words go into the scripts as they are.
  @Test func noSuggestedWordMeansAnythingToAShell() {
    let indices = Option.allCases.compactMap(\.suggestion) + Command.allCases.map(\.suggestion)
    let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_.")
    for case .words(let words) in indices {
      for word in words { #expect(Set(word.word).isSubset(of: plain), "\(word.word)") }
    }
    for option in Option.allCases {
      #expect((option.suggestion == nil) == (option.definition.valueName == nil))
    }
  }

  @Test func anotherShellIsAnError() {
    let result = bletrace("completions", "tcsh")
    #expect(result.code == .trouble)
    #expect(result.errors.contains("bash, zsh or fish"))
    #expect(bletrace("completions").code == .trouble)
  }

  @Test(arguments: Shell.allCases.filter(mayRun))
  func theShellReadsIt(shell: Shell) throws {
    let path = try #require(Self.find(shell))
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(shell.completions.utf8), to: "script")
    let flag = shell == .fish ? "--no-execute" : "-n"
    let (output, status) = try run(path, [flag, file])
    #expect(status == 0)
    #expect(output == "")
  }

  // MARK: What is offered

  struct Line: Sendable {
    var words: [String]
    var offers: [String]
    /// What must not be among it.
    var not: [String] = []
  }

  static let lines = [
    Line(words: [""], offers: ["analyze", "live", "rules", "completions"], not: ["man", "-o"]),
    Line(words: ["ana"], offers: ["analyze"], not: ["live"]),
    Line(words: ["analyze", "--fo"], offers: ["--format"], not: ["--follow", "--width"]),
    Line(words: ["live", "--fo"], offers: ["--format", "--follow"]),
    Line(words: ["analyze", "--format", ""], offers: ["text", "json"], not: ["capture.pklg"]),
    Line(words: ["analyze", "--format", "j"], offers: ["json"], not: ["text"]),
    Line(
      words: ["analyze", "--rule", "notif"], offers: ["notification-gap"], not: ["credit-stall"]),
    Line(words: ["analyze", "--no-rule", "cre"], offers: ["credit-stall"]),
    Line(words: ["rules", "notif"], offers: ["notification-gap"], not: ["capture.pklg"]),
    Line(words: ["live", "--until", "transfer-c"], offers: ["transfer-complete"]),
    Line(words: ["live", "--iface", "a"], offers: ["any"]),
    Line(words: ["help", "sch"], offers: ["schema"]),
    Line(words: ["completions", ""], offers: ["bash", "fish", "zsh"]),
    Line(words: ["analyze", "--marker", "cap"], offers: [], not: ["capture.pklg"]),
    Line(words: ["analyze", "cap"], offers: ["capture.pklg"]),
    Line(words: ["analyze", "-o", "cap"], offers: ["capture.pklg"]),
    Line(words: ["analyze", "--timeline", "cap"], offers: ["capture.pklg"], not: ["packets"]),
    Line(words: ["analyze", "--extract", "fol"], offers: ["folder"], not: ["capture.pklg"]),
  ]

  @Test(.enabled(if: mayRun(.bash), "bash is not installed"), arguments: lines)
  func bashOffers(line: Line) throws {
    let bash = try #require(Self.find(.bash))
    let offered = try inFolder { folder in
      try runThrough(bash, ["--norc", "-c", Self.bashDriver, "bash"] + line.words, in: folder)
    }
    expect(offered, line)
  }

  /// An equals sign is a word of its own to bash, unless COMP_WORDBREAKS was changed.
  @Test(
    .enabled(if: mayRun(.bash), "bash is not installed"),
    arguments: [
      (["analyze", "--format", "=", "j"], "json"), (["analyze", "--format", "="], "text json"),
      (["analyze", "--format=j"], "--format=json"),
      (["analyze", "--timeline", "=", "c"], "corebluetooth"),
      (["analyze", "--", "--fo"], ""),
      (["live", "--format", "json", "--color", ""], "auto always never"),
    ])
  func bashKnowsEqualsSigns(words: [String], offers: String) throws {
    let bash = try #require(Self.find(.bash))
    let offered = try inFolder { folder in
      try runThrough(bash, ["--norc", "-c", Self.bashDriver, "bash"] + words, in: folder)
    }
    #expect(offered.split(separator: "\n").joined(separator: " ") == offers)
  }

  @Test(.enabled(if: mayRun(.fish), "fish is not installed"), arguments: lines)
  func fishOffers(line: Line) throws {
    let fish = try #require(Self.find(.fish))
    let offered = try inFolder { folder in
      let command = "source ./script; complete -C 'bletrace \(line.words.joined(separator: " "))'"
      return try runThrough(fish, ["--no-config", "-c", command], in: folder)
    }
    // A directory ends in a slash, a meaning follows after a tab.
    let words = offered.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" }).replacing("/", with: "")
    }
    expect(words.joined(separator: "\n"), line)
  }

  @Test(
    .enabled(if: mayRun(.zsh), "zsh is not installed"),
    arguments: [
      ("bletrace ana", "bletrace analyze "),
      ("bletrace analyze --form", "bletrace analyze --format="),
      ("bletrace analyze --format=j", "bletrace analyze --format=json "),
      ("bletrace rules notif", "bletrace rules notification-gap "),
      ("bletrace analyze -o cap", "bletrace analyze -o capture.pklg "),
      ("bletrace live --until transfer-c", "bletrace live --until transfer-complete "),
      ("bletrace help sch", "bletrace help schema "),
    ])
  func zshCompletes(typed: String, completed: String) throws {
    let zsh = try #require(Self.find(.zsh))
    let output = try inFolder { folder in
      try run(zsh, ["-f", "-c", Self.zshDriver, "zsh", typed], in: folder).output
    }
    #expect(output == "[\(completed)]\n")
  }

  /// Completes as readline would: with the file names that `-o default` stands for.
  private static let bashDriver = """
    source ./script
    fallback=default
    compopt() { case "$*" in *+o\\ default*) fallback=;; esac; case "$*" in *-o\\ dirnames*) fallback=dirnames;; esac; }
    COMP_WORDS=(bletrace "$@") COMP_CWORD=$#
    _bletrace
    if ((${#COMPREPLY[@]} == 0)); then
      case $fallback in
        default) COMPREPLY=($(compgen -f -- "${!#}")) ;;
        dirnames) COMPREPLY=($(compgen -d -- "${!#}")) ;;
      esac
    fi
    printf '%s\\n' "${COMPREPLY[@]}"
    """

  /// Presses the tabulator key in a zsh of its own, and has it show what then stands in the line.
  private static let zshDriver = """
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'PS1=; unsetopt zle_bracketed_paste 2>/dev/null; setopt no_beep no_auto_list'
    zpty -w shell 'autoload -Uz compinit; compinit -u -D; source ./script'
    zpty -w shell 'show() { print -r -- "<<[$BUFFER]>>" > ./line; BUFFER=; zle accept-line }; zle -N show; bindkey "^X" show; echo rea""dy'
    zpty -r -m shell ready '*ready*'
    sleep 0.3
    zpty -n -w shell "$1"$'\\t'
    sleep 0.7
    zpty -n -w shell $'\\x18'
    for i in {1..50}; do [[ -s ./line ]] && break; sleep 0.1; done
    line=$(<./line)
    print -r -- "${${line#<<}%>>}"
    """

  private func expect(_ offered: String, _ line: Line) {
    let words = Set(offered.split(separator: "\n").map(String.init))
    for word in line.offers { #expect(words.contains(word), "\(line.words): \(words.sorted())") }
    for word in line.not { #expect(!words.contains(word), "\(line.words): \(words.sorted())") }
    if line.offers.isEmpty { #expect(words.isEmpty, "\(words.sorted())") }
  }

  /// A folder with a capture, a folder and the scripts' names in it.
  private func inFolder(_ body: (String) throws -> String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(smallCapture, to: "capture.pklg")
    try FileManager.default.createDirectory(
      atPath: folder["folder"], withIntermediateDirectories: false)
    return try body(folder.path)
  }

  private func run(
    _ program: String, _ arguments: [String], in folder: String? = nil
  ) throws -> (output: String, status: Int32) {
    if let folder {
      let shell = try #require(
        Shell.allCases.first { program.hasSuffix($0.rawValue) })
      try Data(shell.completions.utf8).write(to: URL(fileURLWithPath: folder + "/script"))
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.map { URL(fileURLWithPath: $0) }
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder ?? "/", "TERM": "dumb", "LC_ALL": "C",
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  /// The same of a program that must succeed: one that fails offers nothing, as some lines expect.
  private func runThrough(
    _ program: String, _ arguments: [String], in folder: String
  ) throws -> String {
    let (output, status) = try run(program, arguments, in: folder)
    #expect(status == 0, "\(output)")
    return output
  }

  /// In CI a shell that is missing is run all the same, and fails.
  private static func mayRun(_ shell: Shell) -> Bool {
    find(shell) != nil || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  private static func find(_ shell: Shell) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + shell.rawValue }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
