import Archives
import Report

/// Does what the command line asks for, and says how that ended.
package func run(_ invocation: Invocation) -> ExitCode {
  do throws(CommandFailure) {
    return try run(parse(invocation.arguments), invocation)
  } catch {
    if let parsed = parseLeniently(invocation.arguments) { invocation.report(error, of: parsed) }
    invocation.complain(error.message)
    return .trouble
  }
}

private func run(
  _ request: Request, _ invocation: Invocation
) throws(CommandFailure) -> ExitCode {
  switch request {
  case .nothing:
    try? invocation.errors.write(shortUsage)
    return .trouble
  case .version:
    return invocation.deliver("bletrace \(Version.number)\n")
  case .help(let command):
    return invocation.deliver(command.map(help(for:)) ?? programHelp())
  case .run(let parsed):
    if invocation.ownsProcess, !parsed.captures { Privileges.dropUnused() }
    return try run(parsed, invocation)
  }
}

private func run(
  _ parsed: ParsedArguments, _ invocation: Invocation
) throws(CommandFailure) -> ExitCode {
  var (parsed, invocation) = (parsed, invocation)
  if parsed.command.isConfigured {
    let configuration = try Configuration(invocation, parsed)
    if let line = configuration.caution(for: parsed) { invocation.complain(line) }
    parsed.add(configuration)
  }
  let limit = try parsed.value(
    of: .unpackLimit,
    "is not a size for '--unpack-limit'; use a size of at least 4kB, such as 500MB or 2GB, or "
      + "none", unpackLimit)
  if let limit { invocation.unpackLimit = limit }
  switch parsed.command {
  case .analyze:
    return try AnalyzeCommand.run(parsed, invocation)
  case .decode:
    return try DecodeCommand(parsed, invocation).run()
  case .messages:
    return try MessagesCommand(parsed, invocation).run()
  case .export:
    return try ExportCommand(parsed, invocation).run()
  case .shrink:
    return try ShrinkCommand(parsed, invocation).run()
  case .live:
    return try LiveCommand(parsed, invocation).run()
  case .interfaces:
    return invocation.deliver(try interfaces(parsed))
  case .extcap:
    return try ExtcapCommand(parsed, invocation).run()
  case .diff:
    return try DiffCommand.run(parsed, invocation)
  case .align:
    return try AlignCommand(parsed, invocation).run()
  case .budget:
    return try BudgetCommand(parsed, invocation).run()
  case .rules:
    return invocation.deliver(try ruleReference(parsed))
  case .schema:
    return invocation.deliver(
      parsed.isSet(.rules)
        ? RuleEntry.schemaJSON : parsed.isSet(.rows) ? RowSchema.json : ReportSchema.json)
  case .config:
    return invocation.deliver(try Configuration(invocation, parsed).text)
  case .mcp:
    return try MCPCommand(parsed, invocation).run()
  case .completions:
    return invocation.deliver(try completions(for: parsed.operands[0]))
  case .help:
    guard let word = parsed.operands.first else { return invocation.deliver(programHelp()) }
    guard let command = Command(rawValue: word.text) else {
      let near = nearest(to: word.text, among: Command.listed.map(\.rawValue))
      throw CommandFailure(
        "no help for '\(word.text)', which is not a command"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    return invocation.deliver(help(for: command))
  case .man:
    return try writeManualPages(into: parsed.operands[0])
  }
}

extension ParsedArguments {
  /// Whether the command opens the computer's Bluetooth controllers.
  fileprivate var captures: Bool {
    command == .live || command == .interfaces || command == .extcap && ExtcapCommand.isLive(self)
  }
}

/// `2GB`, `none`
private func unpackLimit(_ text: String) -> UnpackLimit? {
  text == "none" ? UnpackLimit(octets: nil) : byteSize(text).map { UnpackLimit(octets: $0) }
}

private func completions(for word: Argument) throws(CommandFailure) -> String {
  guard let shell = Shell(rawValue: word.text) else {
    throw CommandFailure("no completions for '\(word.text)'; choose bash, zsh or fish")
  }
  return shell.completions
}

private func writeManualPages(into directory: Argument) throws(CommandFailure) -> ExitCode {
  for page in manualPages() {
    let path = Argument(bytes: directory.bytes + Array("/\(page.name)".utf8))
    var target = try OutputTarget(path)
    target.audience = .others
    try target.write { (sink) throws(WriteFailure) in try sink.write(page.text) }
  }
  return .success
}

extension Invocation {
  /// Writes to standard output. A reader that has seen enough is no error.
  func deliver(_ bytes: [UInt8]) -> ExitCode {
    deliver { (sink) throws(WriteFailure) in try sink.write(bytes) }
  }

  func deliver(_ body: (any ByteSink) throws(WriteFailure) -> Void) -> ExitCode {
    do {
      try body(output)
      return .success
    } catch {
      switch error {
      case .closedPipe:
        return .success
      case .notRead:
        complain("standard output: \(WriteFailure.notReadWords)")
        return .trouble
      case .system(let error):
        complain("standard output: \(error.message)")
        return .trouble
      }
    }
  }

  func deliver(_ text: String) -> ExitCode {
    deliver(Array(text.utf8))
  }
}
