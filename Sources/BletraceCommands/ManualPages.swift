import Comparison
import Findings
import Rendering
import Report
import Text
import Tracking

// The manual pages, made from the option table and the catalogue of rules, in mdoc. `bletrace man
// DIR` writes them; a test compares man/ with them.

/// A page's file name and its text.
func manualPages() -> [(name: String, text: String)] {
  [("bletrace.1", programPage())]
    + Command.withPage.map { ("bletrace-\($0.rawValue).1", page(for: $0)) }
}

private let commandLineRules = [
  "Options and file names may come in any order after the command.",
  "The value of an option follows as the next word, or after an equals sign: --format=json.",
  "After the word --, every word is a file name.",
  "If an option is given several times, its last value counts, unless it may be repeated.",
]

private func programPage() -> String {
  var page = Page(title: "BLETRACE", name: "bletrace", summary: "explain Bluetooth LE captures")
  page.section("SYNOPSIS")
  page.line(".Nm")
  page.line(".Ar command")
  page.line(".Op Ar option ...")
  page.line(".Op Ar file ...")
  page.line(".Nm")
  page.line(".Fl -help | Fl -version")
  page.section("DESCRIPTION")
  page.paragraphs(programDescription)
  page.paragraph(["The commands are:"])
  page.line(".Bl -tag -width Ds")
  for command in Command.listed {
    let definition = command.definition
    let operand = definition.operand.map { $0.mdoc } ?? ""
    page.line(".It Ic \(command.rawValue)\(operand)")
    page.sentences([definition.summary + "."])
    if Command.withPage.contains(command) {
      page.line("See")
      page.line(".Xr bletrace\\-\(command.rawValue) 1 .")
    }
  }
  page.line(".El")
  page.paragraph(commandLineRules)
  page.paragraph(["Every command takes these options:"])
  page.options(Command.commonOptions, of: .help)
  page.ending(
    nil, examples: programExamples, others: Command.withPage.map { "bletrace-\($0.rawValue)" },
    hasTextReport: true)
  return page.text
}

private func page(for command: Command) -> String {
  let definition = command.definition
  let name = "bletrace-\(command.rawValue)"
  var page = Page(
    title: name.uppercased(), name: name, summary: definition.summary.decapitalized)
  page.section("SYNOPSIS")
  page.line(".Nm bletrace \(command.rawValue)")
  for option in command.options {
    page.line(".Op " + option.mdoc(command.definition(of: option), withShort: false))
  }
  if let operand = definition.operand { page.line(operand.mdocLine) }
  page.section("DESCRIPTION")
  page.paragraphs(definition.description)
  page.paragraph(["The options are:"])
  page.options(command.allOptions, of: command)
  if command == .rules { page.rules(RuleCatalog.all) }
  if command == .live { page.events(LiveEvent.Kind.allCases) }
  if command == .budget || command == .diff { page.measures(isCompared: command == .diff) }
  if command == .analyze { page.bounds(BoundRow.all) }
  let siblings = Command.withPage.filter { $0 != command }.map { "bletrace-\($0.rawValue)" }
  page.ending(
    command, examples: definition.examples, others: ["bletrace"] + siblings,
    hasTextReport: command.options.contains(.color))
  return page.text
}

/// Puts a page together line by line, and keeps what mdoc would take as a command from being one.
private struct Page {
  private(set) var text: String

  init(title: String, name: String, summary: String) {
    text = """
      .\\" Made from the option table by "make man"; do not edit.
      .Dd \(Version.date)
      .Dt \(title) 1
      .Os bletrace \(Version.number)
      .\\" Each macro of groff's mdoc sets hyphenation again, from this register.
      .nr doc-hyphen-flags 0
      .nr HY 0
      .nh
      .Sh NAME
      .Nm \(name)
      .Nd \(summary)

      """
  }

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func section(_ name: String) {
    line(".Sh \(name)")
  }

  /// Each sentence starts a line, as the manual's own style asks for.
  mutating func sentences(_ sentences: [String]) {
    var isInList = false
    for sentence in sentences {
      if (sentence.asItem != nil) != isInList {
        line(isInList ? ".El" : ".Bl -bullet -compact")
        isInList.toggle()
      }
      if isInList { line(".It") }
      if let command = sentence.asCommand {
        line(".Dl " + argument(command))
      } else {
        line(wrapped(escape(Printable.keepingUnits(sentence.asItem ?? sentence)), width: 78))
      }
    }
    if isInList { line(".El") }
  }

  mutating func paragraph(_ sentences: [String]) {
    line(".Pp")
    self.sentences(sentences)
  }

  mutating func paragraphs(_ paragraphs: [[String]]) {
    for (index, paragraph) in paragraphs.enumerated() {
      if index > 0 { line(".Pp") }
      sentences(paragraph)
    }
  }

  mutating func options(_ options: [Option], of command: Command) {
    line(".Bl -tag -width Ds")
    for option in options {
      let definition = command.definition(of: option)
      line(".It " + option.mdoc(definition, withShort: true))
      sentences([definition.summary + "."] + definition.details)
      if definition.isRepeatable { sentences(["The option may be repeated."]) }
      if let value = definition.defaultValue { sentences(["The default is \(value)."]) }
    }
    line(".El")
  }

  mutating func rules(_ rules: [any Rule.Type]) {
    section("RULES")
    line(".Bl -tag -width Ds")
    for rule in rules {
      line(".It Sy \(escape(rule.name)) Pq \(rule.severity.rawValue)")
      sentences([rule.summary])
      for text in explanation(of: rule) { paragraph(sentencesOf(text)) }
    }
    line(".El")
  }

  mutating func events(_ kinds: [LiveEvent.Kind]) {
    section("EVENTS")
    line(".Bl -tag -width Ds")
    for kind in kinds {
      line(".It Sy \(kind.rawValue)")
      sentences([kind.meaning])
    }
    line(".El")
  }

  mutating func bounds(_ rows: [BoundRow]) {
    section("BOUNDS")
    sentences([
      "Memory stays below 256 MB, for any number of captures of any length, even hostile ones: "
        + "only the first entries of each list are kept, up to the limit below.",
      "A limit that was reached is named in the report, and by the rule bound-reached.",
    ])
    line(".Pp")
    sentences([
      "Several captures in one command share the limit of one: each may use an equal part, or "
        + "\(MemoryShares.least >> 20) MiB if that is more.",
      "What a capture does not use is free for later ones; if memory is short, fewer are read at "
        + "the same time.",
      "Captures that reach the memory limit should be analyzed one at a time.",
      "One command reads at most \(grouped(MemoryShares.mostFiles)) captures (with --format "
        + "ndjson: a million).",
    ])
    line(".Pp")
    sentences([
      "The command live keeps at most \(AnalysisOptions.runningMemory >> 20) MiB of facts, because "
        + "each of its reports is a copy of them.",
      "Before a limit is reached it drops the details of connections that have ended, after it "
        + "has judged them: it prints every event, however long it runs, and its last report has the "
        + "connections that came last and the number of the others.",
      "A check, such as --fail-on, --budget, --expect or diff, that would pass ends with exit "
        + "status 2 if a limit kept something from it, and a line on standard error says what.",
      "The command diff refuses a report that would take more than its part, and lists "
        + "the \(grouped(Comparison.entryLimit)) worst measures; the others are counted.",
    ])
    line(".Bl -tag -width Ds")
    for row in rows {
      line(".It Sy \(row.name) Pq \(grouped(row.limit)) for each \(row.scope)")
      sentences([row.what + ".", row.why])
    }
    line(".El")
  }

  /// What is compared, and what rules may name.
  ///
  /// - Parameter isCompared: with what only a comparison has: a better side, and a tolerance.
  mutating func measures(isCompared: Bool) {
    section("MEASURES")
    for group in measureGroups(isCompared: isCompared) {
      line(".Ss " + escape(String(group.title.dropLast(group.title.hasSuffix(":") ? 1 : 0))))
      line(".Bl -tag -width Ds -compact")
      for measure in group.measures {
        line(".It Ic \(measure.name)")
        sentences(measure.meaning)
      }
      line(".El")
    }
  }

  mutating func ending(
    _ command: Command?, examples: [Example], others: [String], hasTextReport: Bool
  ) {
    if hasTextReport { environment() }
    section("EXIT STATUS")
    line(".Bl -tag -width Ds")
    for code in ExitCode.of(command) {
      line(".It \(code.rawValue)")
      sentences(code.meaning(for: command))
    }
    line(".El")
    if !examples.isEmpty {
      section("EXAMPLES")
      for example in examples {
        sentences([example.meaning])
        line(".Pp")
        line(".Dl " + argument(example.command))
        if example.command != examples.last?.command { line(".Pp") }
      }
    }
    section("SEE ALSO")
    let sorted = (others + ["btmon"]).sorted()
    for other in sorted { line(".Xr \(escape(other)) 1" + (other == sorted.last ? "" : " ,")) }
  }

  private mutating func environment() {
    section("ENVIRONMENT")
    line(".Bl -tag -width NO_COLOR")
    var locale: [EnvironmentVariable] = []
    for variable in EnvironmentVariable.allCases {
      // Those with one meaning among them stand together.
      locale.append(variable)
      let next = EnvironmentVariable.allCases.drop { $0 != variable }.dropFirst().first
      if next?.meaning == variable.meaning { continue }
      line(".It " + locale.map { "Ev \($0.rawValue)" }.joined(separator: " , "))
      sentences([variable.meaning])
      locale = []
    }
    line(".El")
  }

  /// Text as the argument of a command of mdoc, to which quotation marks mean something.
  private func argument(_ text: String) -> String {
    escape(text).replacing("\"", with: "\\(dq")
  }

  /// A hyphen is a minus sign, at which no line is broken: `--format`, `bulk-pauses`, `-`. A dot or
  /// apostrophe that starts a word would be a command to mdoc if the word came to stand first in
  /// its line.
  private func escape(_ text: String) -> String {
    var escaped = ""
    var startsWord = true
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\u{A0}": escaped += "\\~"
      case ".", "'": escaped += (startsWord ? "\\&" : "") + String(character)
      default: escaped.unicodeScalars.append(character)
      }
      startsWord = " (\u{A0}".unicodeScalars.contains(character) || (startsWord && character == "-")
    }
    return escaped
  }
}

extension Option {
  /// `Fl o Ar FILE , Fl -output Ar FILE`
  fileprivate func mdoc(_ definition: OptionDefinition, withShort: Bool) -> String {
    let isOptional = definition.impliedValue != nil
    let value =
      definition.valueName.map { isOptional ? " Ns Oo = Ns Ar \($0) Oc" : " Ar \($0)" } ?? ""
    let more = definition.takesSeveral ? " ..." : ""
    // Two options of one spelling have names of their own.
    let long = "Fl \(spelling.dropFirst())\(value)\(more)"
    guard withShort, let short = definition.short else { return long }
    return "Fl \(short)\(value) , \(long)"
  }
}

extension OperandDefinition {
  /// After the name of a command in a list.
  fileprivate var mdoc: String {
    if let spelling { return " Ar " + spelling.replacing("...", with: " ...") }
    let word = "Ar \(name)" + (count.upperBound > 1 ? " ..." : "")
    return count.lowerBound == 0 ? " Op \(word)" : " \(word)"
  }

  /// On a line of its own.
  fileprivate var mdocLine: String { ".\(mdoc.dropFirst())" }
}
