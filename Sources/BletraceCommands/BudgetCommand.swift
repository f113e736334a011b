import CaptureFiles
import Comparison
import Rendering
import Report

/// `bletrace budget init FILE...`
struct BudgetCommand {
  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let files: [Argument]
  private let target: OutputTarget?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    guard let verb = parsed.operands.first, verb.text == "init" else {
      throw CommandFailure(
        "unknown command 'budget \(parsed.operands.first?.text ?? "")'; use: bletrace budget init "
          + "FILE...")
    }
    settings = try AnalyzeSettings(parsed, invocation)
    let named = Array(parsed.operands.dropFirst())
    try invocation.checkStandardInput(among: named)
    let found = try TraceInput(invocation: invocation, settings: settings).files(
      named, takesReports: true, limit: MemoryShares.mostFiles,
      "there are more than \(grouped(MemoryShares.mostFiles)) captures")
    files = found.files
    if !settings.isQuiet { for folder in found.skipped { invocation.complain(folder.line) } }
    if let output = settings.output, !parsed.isSet(.force),
      (try? POSIX.status(output.bytes))?.kind == .regular
    {
      throw CommandFailure(
        "\(output.text): exists already, and may have been edited; use --force to replace it")
    }
    target = try invocation.reportTarget(settings.output, sparing: files, for: .others)
  }

  func run() throws(CommandFailure) -> ExitCode {
    let input = TraceInput(invocation: invocation, settings: settings)
    var memory = MemoryShares(files.count, total: MemoryShares.compared)
    let runs = try input.runs(in: files, &memory)
    guard runs.contains(where: { !$0.capture.connections.isEmpty }) else {
      throw CommandFailure("the captures have no connection; a budget needs one")
    }
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write(BudgetWriter.write(for: runs))
    }
  }
}

/// The budget in a file.
private func readBudget(_ file: Argument, _ invocation: Invocation) throws(CommandFailure) -> Budget
{
  let (descriptor, _) = try invocation.open(file)
  defer {
    if !file.isStandardInput { try? POSIX.close(descriptor) }
  }
  var bytes = [UInt8](repeating: 0, count: Budget.byteLimit + 1)
  var count = 0
  do {
    let source = FileDescriptorSource(descriptor: descriptor)
    while count < bytes.count {
      let got = try source.read(into: &bytes, at: count, upTo: bytes.count - count)
      guard got > 0 else { break }
      count += got
    }
  } catch {
    throw CommandFailure("\(file.asInput.text): \(error.message)")
  }
  do {
    return try Budget(parsing: Array(bytes[..<count]))
  } catch {
    let lineNumber = error.line.map { ":\($0)" } ?? ""
    throw CommandFailure("\(file.asInput.text)\(lineNumber): \(error.message)")
  }
}

extension Invocation {
  /// What `--budget` names.
  func budget(_ parsed: ParsedArguments) throws(CommandFailure) -> Budget? {
    guard let file = parsed.value(of: .budget) else { return nil }
    return try readBudget(file, self)
  }

  /// What `-o` names, which must be none of the files that are read.
  func target(
    _ output: Argument?, sparing files: [Argument], _ others: [Argument] = [],
    for audience: POSIX.Audience = .owner
  ) throws(CommandFailure) -> OutputTarget? {
    guard let output else { return nil }
    var target = try OutputTarget(output, sparing: statuses(of: files), statuses(of: others))
    target.audience = audience
    return target
  }

  /// The same of what is said about captures, which replaces none. Where a pattern of the shell
  /// stands behind `-o`, the first file that it fits is not to be lost.
  func reportTarget(
    _ output: Argument?, sparing files: [Argument], _ others: [Argument] = [],
    for audience: POSIX.Audience = .owner
  ) throws(CommandFailure) -> OutputTarget? {
    let target = try target(output, sparing: files, others, for: audience)
    if let output, target?.isFile == true, isCapture(output) {
      throw CommandFailure("\(output.text): is a capture, and will not be overwritten")
    }
    return target
  }

  private func isCapture(_ file: Argument) -> Bool {
    guard (try? POSIX.status(file.bytes))?.kind == .regular else { return false }
    let found = try? CaptureInput.open(file, self) { (input) throws(CommandFailure) in
      (try? CaptureReader(input.source)) != nil
    }
    return found ?? false
  }

  /// The trace has no place for them.
  func complain(ofBrokenRulesIn budget: [BudgetOutcome]) {
    for outcome in budget where !outcome.holds {
      complain("\(outcome.file): budget not met: \(outcome.rule.text): \(outcome.statement)")
    }
  }

  /// Nor for these.
  func complain(ofFilesNotIntactIn report: ReportV1) {
    for (path, arrival) in report.arrivals where !arrival.intact {
      complain("\(path): \(arrival.verdict)")
    }
  }

  /// Standard input can be read once, and not from a keyboard.
  func checkStandardInput(among files: [Argument]) throws(CommandFailure) {
    if files.count(where: \.isStandardInput) > 1 {
      throw CommandFailure("standard input can be read only once, but '-' is given again")
    }
    if files.contains(where: \.isStandardInput), terminals.inputIsTerminal {
      throw CommandFailure("standard input is a terminal; name a capture file, or pipe one in")
    }
  }

  /// Of those that are there; of the archive where a file in one is named, and of all files in a
  /// directory.
  func statuses(of named: [Argument]) -> [FileStatus] {
    let files = named.flatMap { name in
      let isDirectory = (try? POSIX.status(name.bytes))?.kind == .directory
      return isDirectory ? (try? POSIX.entries(of: name, limit: 10_000)) ?? [] : [name]
    }
    return files.compactMap { file in
      file.isStandardInput
        ? try? POSIX.status(of: standardInput) : try? POSIX.status(place(of: file).file.bytes)
    }
  }

  /// Writes to the file that `-o` names, else to standard output.
  func deliver(
    to target: OutputTarget?, _ body: (any ByteSink) throws(WriteFailure) -> Void
  ) -> ExitCode {
    guard let target else { return deliver(body) }
    do {
      try target.write(body)
      return .success
    } catch {
      complain(error.message)
      return .trouble
    }
  }
}
