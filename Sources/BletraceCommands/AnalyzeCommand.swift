import Analysis
import CaptureFiles
import Reports

/// `bletrace analyze FILE...`
struct AnalyzeCommand {
  private let invocation: Invocation
  private let operands: [Argument]
  private let settings: AnalyzeSettings
  private let target: OutputTarget?
  private let directory: PayloadDirectory?

  /// Looks at everything that can be wrong before the work starts.
  init(
    _ parsed: ParsedArguments, _ invocation: Invocation
  ) throws(CommandFailure) {
    self.invocation = invocation
    operands = parsed.operands
    do {
      settings = try AnalyzeSettings(parsed, invocation)
    } catch {
      throw CommandFailure(error.message)
    }
    if operands.count(where: \.isStandardInput) > 1 {
      throw CommandFailure("standard input can be read only once, but '-' is given again")
    }
    if operands.contains(where: \.isStandardInput), invocation.terminals.inputIsTerminal {
      throw CommandFailure("standard input is a terminal; name a capture file, or pipe one in")
    }
    if let output = settings.output {
      let inputs = operands.compactMap { operand in
        operand.isStandardInput
          ? try? POSIX.status(of: invocation.standardInput) : try? POSIX.status(operand.bytes)
      }
      target = try OutputTarget(output, sparing: inputs)
    } else {
      target = nil
    }
    if let extract = settings.extract {
      directory = try PayloadDirectory(extract)
    } else {
      directory = nil
    }
  }

  func run() -> ExitCode {
    // One capture knows nothing of another, so they could as well be taken at the same time.
    let outcomes = operands.enumerated().map { index, operand in
      analyze(operand, place: index + 1)
    }
    var code = ExitCode.success
    for outcome in outcomes {
      for failure in outcome.failures {
        invocation.complain(failure.message)
        code = .trouble
      }
    }
    let captures = outcomes.compactMap(\.capture)
    if !captures.isEmpty {
      let report = ReportV1(
        bletrace: Version.number, captures: captures,
        findings: RuleCatalog.findings(in: captures, rules: settings.rules))
      if write(report) == .trouble { code = .trouble }
      if code == .success, let least = settings.failOn,
        report.findings.contains(where: { $0.severity.weight >= least.weight })
      {
        code = .checkFailed
      }
    }
    if !settings.isQuiet, let directory { summarize(outcomes, in: directory) }
    return code
  }

  // MARK: One capture

  private struct Outcome {
    var capture: ReportV1.Capture?
    var failures: [CommandFailure] = []
    var payloadFiles = 0
    var payloadBytes = 0
  }

  private func analyze(_ operand: Argument, place: Int) -> Outcome {
    var outcome = Outcome()
    do {
      let payloads = directory.map { PayloadFiles($0, capture: place) }
      outcome.capture = try read(operand, payloads)
      if let payloads {
        outcome.payloadFiles = payloads.files
        outcome.payloadBytes = payloads.bytes
        outcome.failures += failures(of: payloads)
      }
    } catch {
      outcome.failures.append(error)
    }
    return outcome
  }

  private func read(
    _ operand: Argument, _ payloads: PayloadFiles?
  ) throws(CommandFailure) -> ReportV1.Capture {
    let descriptor: Int32
    let status: FileStatus
    do throws(SystemError) {
      descriptor =
        operand.isStandardInput
        ? invocation.standardInput : try POSIX.openForReading(operand.bytes)
      status = try POSIX.status(of: descriptor)
    } catch {
      throw CommandFailure(operand.asInput, error)
    }
    defer {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
    }
    if status.kind == .directory {
      throw CommandFailure("\(operand.text): is a directory; name a capture file in it")
    }
    let progress = ProgressLine(
      for: operand.asInput, size: status.kind == .regular ? status.size : nil,
      invocation: invocation, isQuiet: settings.isQuiet)
    defer { progress?.erase() }
    do {
      var reader = try CaptureReader(FileDescriptorSource(descriptor: descriptor))
      return try Analysis.analyze(
        &reader, path: operand.text, options: settings.analysis, payloads: payloads,
        progress: { progress?.update(bytesRead: $0, records: $1) })
    } catch {
      throw CommandFailure("\(operand.asInput.text): \(error.message)")
    }
  }

  private func failures(of payloads: PayloadFiles) -> [CommandFailure] {
    guard let first = payloads.firstFailure else { return [] }
    guard payloads.furtherFailures > 0 else { return [first] }
    return [CommandFailure(first.message + " (and \(payloads.furtherFailures) more payloads)")]
  }

  // MARK: Output

  private func write(_ report: ReportV1) -> ExitCode {
    guard let target else {
      return invocation.deliver { (sink) throws(WriteFailure) in try write(report, to: sink) }
    }
    do {
      try target.write { (sink) throws(WriteFailure) in try write(report, to: sink) }
      return .success
    } catch {
      invocation.complain(error.message)
      return .trouble
    }
  }

  private func write(_ report: ReportV1, to sink: any ByteSink) throws(WriteFailure) {
    switch settings.format {
    case .text: try sink.write(TextRenderer.render(report, options: settings.text))
    case .json:
      var failure: WriteFailure?
      JSONRenderer.render(report) { piece in
        guard failure == nil else { return }
        do throws(WriteFailure) { try sink.write(piece) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  private func summarize(_ outcomes: [Outcome], in directory: PayloadDirectory) {
    let files = outcomes.reduce(0) { $0 + $1.payloadFiles }
    let bytes = outcomes.reduce(0) { $0 + $1.payloadBytes }
    let what = files == 1 ? "1 payload" : "\(grouped(files)) payloads"
    invocation.complain(
      files == 0
        ? "no payload written to \(directory.name.text)"
        : "\(what) (\(byteCount(bytes))) written to \(directory.name.text)")
  }
}

extension Argument {
  /// `-` among the files.
  fileprivate var isStandardInput: Bool { text == "-" }

  /// How an error line names the file.
  fileprivate var asInput: Argument { isStandardInput ? "standard input" : self }
}
