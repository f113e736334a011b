import Foundation
import Report
import Testing

@testable import BletraceCommands

@Suite struct OptionTableTests {
  @Test func everyOptionBelongsToACommand() {
    #expect(Command.commonOptions == [.help, .version])
    #expect(Set(Command.allCases.flatMap(\.allOptions)) == Set(Option.allCases))
  }

  @Test func shortNamesAreNotTakenTwice() {
    for command in Command.allCases {
      let options = command.allOptions
      let shorts = options.compactMap(\.definition.short)
      #expect(Set(shorts).count == shorts.count)
      #expect(Set(options).count == options.count)
    }
  }

  @Test(arguments: Option.allCases)
  func textsArePlain(option: Option) {
    let definition = option.definition
    #expect(!definition.summary.hasSuffix("."))
    #expect(definition.details.allSatisfy { $0.hasSuffix(".") || $0.asCommand != nil })
    #expect(
      ([definition.summary] + definition.details).allSatisfy { $0.utf8.allSatisfy { $0 < 127 } })
    #expect(
      definition.choices.isEmpty
        || (definition.defaultValue ?? definition.impliedValue).map(definition.choices.contains)
          ?? true
    )
  }

  // MARK: Help

  @Test func helpOfTheProgram() throws {
    let result = bletrace("--help")
    #expect(result.code == .success)
    #expect(result.errors == "")
    #expect(result.output == bletrace("help").output)
    try expectGolden(result.output, "help.txt")
  }

  @Test(arguments: Command.allCases)
  func helpOfACommand(command: Command) throws {
    let result = bletrace("help", command.rawValue)
    #expect(result.code == .success)
    #expect(result.output == bletrace(command.rawValue, "--help").output)
    // The words are those of the manual pages in `man`; one shows how they are laid out.
    if command == .align { try expectGolden(result.output, "help-align.txt") }
    for line in result.output.split(separator: "\n") {
      #expect(line.utf8.count <= 80)
      #expect(line.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test func version() {
    #expect(bletrace("--version").output == "bletrace \(Version.number)\n")
  }

  @Test func wrappingNeverCutsAWord() {
    #expect(wrapped("aa bb cc", width: 5) == "aa bb\ncc")
    #expect(wrapped("aa bbbbbbbb cc", width: 5, used: 2, indent: 2) == "aa\n  bbbbbbbb\n  cc")
    #expect(wrapped("", width: 5) == "")
    #expect(wrapped("aa 14 ms, bb", width: 7) == "aa\n14 ms,\nbb")
    #expect(wrapped("aa 14 sets", width: 7) == "aa 14\nsets")
  }

  // MARK: Manual pages

  @Test func theManualPagesAreFresh() throws {
    let folder = try TemporaryFolder()
    #expect(bletrace("man", folder.path).code == .success)
    let committed = projectFolder + "/man/"
    #expect(try FileManager.default.contentsOfDirectory(atPath: committed).sorted() == folder.names)
    for name in try folder.names {
      let page = try String(contentsOfFile: committed + name, encoding: .utf8)
      #expect(
        try Array(page.utf8) == folder.read(name), "man/\(name) is stale; make man rewrites it")
    }
  }

  /// Two options of one spelling have names of their own, which are none of the reader's business.
  @Test func everyOptionOfTheManualPagesIsUnderstood() throws {
    let spellings = Set(Option.allCases.map(\.spelling))
    var seen = 0
    for page in manualPages() {
      for match in page.text.matches(of: #/Fl -([a-z][a-z-]*)/#) {
        #expect(spellings.contains("--" + match.1), "\(page.name): \(match.0)")
        seen += 1
      }
    }
    #expect(seen > 100)
  }

  /// In CI a missing mandoc is a failure.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: mandoc) || isCI))
  func mandocHasNoComplaint() throws {
    for page in manualPages() {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: mandoc)
      process.arguments = ["-T", "lint", "-W", "style", projectFolder + "/man/" + page.name]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      // Our own pages refer to one another before they are installed.
      let complaints = text.split(separator: "\n").filter {
        !$0.contains("referenced manual not found")
      }
      #expect(complaints.isEmpty)
    }
  }
}

private let mandoc = "/usr/bin/mandoc"
private let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
