import Tracking

/// A command line taken apart. Values are as they were given; the commands judge them.
struct ParsedArguments: Hashable {
  var command: Command
  var operands: [Argument] = []
  private var values: [Option: [Argument]] = [:]
  /// How many of the values are from configuration files: the first ones.
  private var configured: [Option: Int] = [:]

  init(command: Command) {
    self.command = command
  }

  fileprivate mutating func add(_ value: Argument, to option: Option) {
    values[option, default: []].append(value)
  }

  /// What a configuration file gives comes before the command line: lists grow, and of other
  /// options the command line's value counts.
  mutating func add(_ configuration: Configuration) {
    for option in command.allOptions {
      let given = configuration.values(of: option)
      if option == .marker, !keepsConfiguredMarkers { continue }
      guard !given.isEmpty, option.addsUp || !isSet(option) else { continue }
      values[option] = given + values(of: option)
      configured[option] = given.count
    }
  }

  /// Whether markers of configuration files count. What stays in a redacted capture says the
  /// command line alone.
  var keepsConfiguredMarkers: Bool { command != .export && !isSet(.redact) }

  mutating func set(_ value: Argument, of option: Option) { values[option] = [value] }

  func isSet(_ option: Option) -> Bool { values[option] != nil }

  /// Of an option that was given several times, the last value counts.
  func value(of option: Option) -> Argument? { values[option]?.last }

  func values(of option: Option) -> [Argument] { values[option] ?? [] }

  /// How many values of an option are from configuration files, which suit many captures.
  func configuredCount(of option: Option) -> Int { configured[option] ?? 0 }

  /// The value as `read` understands it.
  ///
  /// - Parameter problem: what to say of a value that it does not understand: `is no time`.
  func value<Value>(
    of option: Option, _ problem: String, _ read: (String) -> Value?
  ) throws(CommandFailure) -> Value? {
    guard let word = value(of: option) else { return nil }
    return try word.value(problem, read)
  }

  func values<Value>(
    of option: Option, _ problem: String, _ read: (String) -> Value?
  ) throws(CommandFailure) -> [Value] {
    var values: [Value] = []
    for word in self.values(of: option) { values.append(try word.value(problem, read)) }
    return values
  }
}

extension Argument {
  fileprivate func value<Value>(
    _ problem: String, _ read: (String) -> Value?
  ) throws(CommandFailure) -> Value {
    guard let value = read(text) else { throw CommandFailure("'\(text)' \(problem)") }
    return value
  }
}

extension ParsedArguments {
  /// Who may read a report. It holds what the captures do, unless that is replaced; forms for other
  /// programs hold the findings only, and another user may run these.
  var reportAudience: POSIX.Audience {
    let forms = ["github", "junit", "markdown", "sarif"]
    return isSet(.redact) || forms.contains(value(of: .format)?.text ?? "") ? .others : .owner
  }
}

/// What the user wants.
enum Request: Hashable {
  case run(ParsedArguments)
  /// The help for a command, or for the program.
  case help(Command?)
  case version
  /// Not a word was said.
  case nothing
}

/// Takes a command line apart, by the table.
///
/// `--option VALUE`, `--option=VALUE`, `-o VALUE`; options and operands in any order; after `--`
/// all are operands; `-` is one.
func parse(_ words: [Argument]) throws(CommandFailure) -> Request {
  guard let first = words.first else { return .nothing }
  guard let command = Command(rawValue: first.text) else {
    switch first.text {
    case "--help", "-h": return .help(nil)
    case "--version", "-V": return .version
    default: throw unknownCommand(first)
    }
  }
  let request = try parse(words.dropFirst(), of: command) { mistake throws(CommandFailure) in
    throw mistake
  }
  if case .run(let parsed) = request { try check(parsed) }
  return request
}

/// What can be understood of a command line, also where there is a mistake in it: an option that is
/// not known, or whose value is wrong, is left out. Shows where an error message is expected.
func parseLeniently(_ words: [Argument]) -> ParsedArguments? {
  guard let first = words.first, let command = Command(rawValue: first.text) else { return nil }
  guard case .run(let parsed) = parse(words.dropFirst(), of: command, { _ in }) else { return nil }
  return parsed
}

/// - Parameter note: takes each mistake; where it returns, the option with the mistake is left out.
private func parse<Failure: Error>(
  _ words: ArraySlice<Argument>, of command: Command,
  _ note: (CommandFailure) throws(Failure) -> Void
) throws(Failure) -> Request {
  var parsed = ParsedArguments(command: command)
  var rest = words
  while let word = rest.popFirst() {
    if word.text == "--" {
      parsed.operands += rest
      break
    }
    guard word.isOption else {
      parsed.operands.append(word)
      continue
    }
    let read: (option: Option, value: Argument)
    do throws(CommandFailure) {
      let (option, attached) = try option(in: word, of: command)
      if option == .help { return .help(command) }
      if option == .version { return .version }
      read = (
        option,
        try value(of: option, command.definition(of: option), attached: attached, from: &rest)
      )
    } catch {
      try note(error)
      continue
    }
    parsed.add(read.value, to: read.option)
    let takesSeveral = command.definition(of: read.option).takesSeveral
    while takesSeveral, let next = rest.first, !next.isOption, !next.bytes.isEmpty {
      parsed.add(next, to: read.option)
      rest.removeFirst()
    }
  }
  return .run(parsed)
}

extension Argument {
  /// `-` alone is an operand.
  fileprivate var isOption: Bool { bytes.first == UInt8(ascii: "-") && bytes.count > 1 }
}

/// The option that `word` names, and what follows its `=`.
private func option(
  in word: Argument, of command: Command
) throws(CommandFailure) -> (Option, attached: Argument?) {
  let known = command.allOptions
  if !word.bytes.starts(with: Array("--".utf8)) {
    if let option = known.first(where: { $0.definition.short.map { "-\($0)" } == word.text }) {
      return (option, nil)
    }
  }
  let equals = word.bytes.firstIndex(of: UInt8(ascii: "="))
  let name = Argument(bytes: Array(word.bytes[..<(equals ?? word.bytes.count)]))
  if let option = known.first(where: { $0.spelling == name.text }) {
    return (option, equals.map { Argument(bytes: Array(word.bytes[($0 + 1)...])) })
  }
  if let hint = hint(for: name.text, known) {
    throw CommandFailure("unknown option '\(name.text)'; \(hint)")
  }
  let suggestion = nearest(to: name.text, among: known.map(\.spelling))
  throw CommandFailure(
    "unknown option '\(name.text)'"
      + (suggestion.map { "; did you mean '\($0)'?" }
        ?? "; 'bletrace help \(command.rawValue)' lists the options"))
}

/// For what other programs call so.
///
/// - Parameter command: what is missing before the option.
private func hint(
  for name: String, _ known: [Option], after command: String = ""
) -> String? {
  let formats = ["json", "html", "markdown", "junit", "github", "sarif", "text"]
  if let format = formats.first(where: { "--\($0)" == name }), known.contains(.format) {
    return "did you mean '\(command.isEmpty ? "" : "bletrace \(command)")--format \(format)'?"
  }
  if name == "--summary" {
    return "analyze begins with a summary, and diff with its verdict"
  }
  return nil
}

private func value(
  of option: Option, _ definition: OptionDefinition, attached: Argument?,
  from rest: inout ArraySlice<Argument>
) throws(CommandFailure) -> Argument {
  guard let name = definition.valueName else {
    guard attached == nil else {
      throw CommandFailure("option '\(option.spelling)' takes no value")
    }
    return ""
  }
  if attached == nil, let implied = definition.impliedValue {
    guard let next = rest.first, definition.choices.contains(next.text) else {
      return Argument(implied)
    }
  }
  guard let value = attached ?? rest.popFirst() else {
    let wanted =
      definition.choices.isEmpty ? "a value: \(option.spelling) \(name)" : alternatives(definition)
    throw CommandFailure("option '\(option.spelling)' needs \(wanted)")
  }
  guard definition.choices.isEmpty || definition.choices.contains(value.text) else {
    let suggestion = nearest(to: value.text, among: definition.choices)
    throw CommandFailure(
      "'\(value.text)' is not a value for '\(option.spelling)'; "
        + (suggestion.map { "did you mean '\($0)'?" } ?? "it takes \(alternatives(definition))"))
  }
  guard !value.bytes.isEmpty else {
    throw CommandFailure("option '\(option.spelling)' has an empty value")
  }
  return value
}

/// `auto, always or never`
private func alternatives(_ definition: OptionDefinition) -> String {
  guard let last = definition.choices.last, definition.choices.count > 1 else {
    return definition.choices.joined()
  }
  return definition.choices.dropLast().joined(separator: ", ") + " or " + last
}

private func check(_ parsed: ParsedArguments) throws(CommandFailure) {
  let command = parsed.command
  guard let operand = command.definition.operand else {
    if let extra = parsed.operands.first {
      throw CommandFailure(
        "unexpected argument '\(extra.text)': '\(command.rawValue)' takes no arguments")
    }
    return
  }
  if parsed.operands.count < operand.count.lowerBound {
    let what =
      command == .budget && parsed.operands.first?.text != "init"
      ? "init" : operand.count == 2...2 ? "two \(operand.name.lowercased())s" : "a \(operand.name)"
    throw CommandFailure("'\(command.rawValue)' needs \(what): \(synopsis(of: command))")
  }
  if parsed.operands.count > operand.count.upperBound {
    if command == .help, let named = Command(rawValue: parsed.operands[0].text) {
      throw CommandFailure("use 'bletrace help \(named.rawValue)'")
    }
    throw CommandFailure(
      "unexpected argument '\(parsed.operands[operand.count.upperBound].text)': "
        + "bletrace \(command.rawValue) \(operand.synopsis)")
  }
  if parsed.operands.contains(where: \.bytes.isEmpty) {
    throw CommandFailure("an empty argument is not a \(operand.name)")
  }
}

/// A first word that is no command: a slip of the fingers, or a file given without a command.
private func unknownCommand(_ word: Argument) -> CommandFailure {
  let text = word.text
  if word.bytes.first == UInt8(ascii: "-"), text != "-" {
    let name = String(text.prefix { $0 != "=" })
    if Option(rawValue: String(name.drop { $0 == "-" })) != nil || name == "-o" || name == "-q" {
      return CommandFailure(
        "'\(name)' must follow a command: bletrace analyze \(name) ... FILE")
    }
    if let hint = hint(for: name, Command.analyze.allOptions, after: "analyze ") {
      return CommandFailure("unknown option '\(name)'; \(hint)")
    }
    let suggestion = nearest(to: name, among: Command.commonOptions.map(\.spelling))
    return CommandFailure(
      "unknown option '\(name)'"
        + (suggestion.map { "; did you mean '\($0)'?" } ?? "; 'bletrace help' explains the program")
    )
  }
  if text == "-" || text.contains("/") || (try? POSIX.status(word.bytes)) != nil {
    return CommandFailure("'\(text)' is not a command; did you mean 'bletrace analyze \(text)'?")
  }
  if let near = nearest(to: text, among: Command.listed.map(\.rawValue)) {
    return CommandFailure("unknown command '\(text)'; did you mean '\(near)'?")
  }
  if text.contains(".") {
    return CommandFailure("'\(text)' is not a command; did you mean 'bletrace analyze \(text)'?")
  }
  return CommandFailure("unknown command '\(text)'; 'bletrace help' lists the commands")
}
