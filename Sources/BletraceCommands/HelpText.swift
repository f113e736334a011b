import Report

// The help, made from the option table. Plain ASCII, 80 columns, the same on a terminal and in a
// pipe.

/// What `bletrace` says when it is given nothing to do.
let shortUsage = """
  Usage: bletrace COMMAND [OPTIONS]... [FILE]...
  'bletrace help' explains the program; 'bletrace analyze FILE' explains a capture.

  """

/// The paragraphs that introduce the program, in the help and in the manual.
let programDescription: [[String]] = [
  [
    "Reads captures of Bluetooth traffic, as phones, computers and sniffers log it, and explains "
      + "the Bluetooth Low Energy sessions in them: who advertised, who connected, what was "
      + "discovered, what was read, written and notified, what each transfer carried and how fast, "
      + "and where it paused."
  ],
  ["Captures are never changed."],
]

let programExamples: [Example] = Array(Command.analyze.definition.examples.prefix(2))

func programHelp() -> String {
  var text = "bletrace \(Version.number) - explain Bluetooth LE captures\n\n"
  text += "Usage: bletrace COMMAND [OPTIONS]... [FILE]...\n\n"
  text += paragraphs(programDescription)
  text += "Commands:\n"
  for command in Command.listed {
    let definition = command.definition
    let synopsis = [command.rawValue, definition.operand?.synopsis].compactMap(\.self)
    text += entry(synopsis.joined(separator: " "), definition.summary)
  }
  text += "\nOptions:\n" + optionEntries(Command.commonOptions, of: .help)
  text += examples(programExamples)
  text += exitStatuses()
  return text + "\n'bletrace help COMMAND' explains a command and its options.\n"
}

func help(for command: Command) -> String {
  let definition = command.definition
  var text = wrapped("bletrace \(command.rawValue) - " + definition.summary.decapitalized)
  text += "\n\nUsage: \(synopsis(of: command))\n\n"
  text += paragraphs(definition.description)
  text += "Options:\n" + optionEntries(command.allOptions, of: command)
  if command == .live { text += eventReference() }
  if command == .budget { text += measureReference() }
  text += examples(definition.examples)
  if definition.operand?.name == "FILE" || command == .live {
    text += exitStatuses(of: command)
  }
  return text
}

/// `bletrace analyze [OPTIONS]... FILE...`
func synopsis(of command: Command) -> String {
  let definition = command.definition
  let options = command.options.isEmpty ? nil : "[OPTIONS]..."
  return ["bletrace", command.rawValue, options, definition.operand?.synopsis]
    .compactMap(\.self).joined(separator: " ")
}

private func paragraphs(_ paragraphs: [[String]]) -> String {
  var text = ""
  for paragraph in paragraphs {
    var sentences: [String] = []
    for sentence in paragraph {
      if let item = sentence.asItem {
        if !sentences.isEmpty { text += wrapped(sentences.joined(separator: " ")) + "\n" }
        text += "  - " + wrapped(item, used: 4, indent: 4) + "\n"
        sentences = []
        continue
      }
      guard sentence.asCommand != nil else {
        sentences.append(sentence)
        continue
      }
      if !sentences.isEmpty { text += wrapped(sentences.joined(separator: " ")) + "\n\n" }
      // Commands that follow one another are one block.
      if sentences.isEmpty, text.hasSuffix("\n\n") { text.removeLast() }
      text += sentence + "\n\n"
      sentences = []
    }
    if !sentences.isEmpty { text += wrapped(sentences.joined(separator: " ")) + "\n\n" }
    if paragraph.last?.asItem != nil { text += "\n" }
  }
  return text
}

private func optionEntries(_ options: [Option], of command: Command) -> String {
  options.map { option in
    let definition = command.definition(of: option)
    var name = definition.short.map { "-\($0), " } ?? "    "
    name += option.spelling + definition.valueSynopsis
    var meaning = definition.summary
    if definition.isRepeatable { meaning += "; may be repeated" }
    if let value = definition.defaultValue { meaning += " [default: \(value)]" }
    return entry(name, meaning)
  }.joined()
}

private func examples(_ examples: [Example]) -> String {
  guard !examples.isEmpty else { return "" }
  return "\nExamples:\n" + examples.map { "  \($0.command)\n      \($0.meaning)\n" }.joined()
}

private func exitStatuses(of command: Command? = nil) -> String {
  "\nExit status:\n"
    + ExitCode.of(command).map { code in
      "  \(code.rawValue)  "
        + wrapped(code.meaning(for: command).joined(separator: " "), used: 5, indent: 5) + "\n"
    }.joined()
}

extension OptionDefinition {
  /// What follows the option's name: ` FILE`, or `[=WORDS]` where it may be left out.
  var valueSynopsis: String {
    guard let valueName else { return "" }
    if takesSeveral { return " \(valueName)..." }
    return impliedValue == nil ? " \(valueName)" : "[=\(valueName)]"
  }
}

/// A name and, from column 28 on, what it means; on the next line where the name is too long.
func entry(_ name: String, _ meaning: String) -> String {
  let column = 28
  let start = "  " + name
  let gap = start.utf8.count + 2 > column ? "\n" + String(repeating: " ", count: column) : ""
  return start.padded(to: gap.isEmpty ? column : 0) + gap
    + wrapped(meaning, used: column, indent: column) + "\n"
}

extension String {
  var decapitalized: String { prefix(1).lowercased() + dropFirst() }
}
