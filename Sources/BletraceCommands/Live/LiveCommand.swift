import Analysis
import Comparison
import LiveCapture
import Reports

/// `bletrace live`
struct LiveCommand {
  private let invocation: Invocation
  private let settings: LiveSettings
  private let source: any LiveSource
  private let target: OutputTarget?
  private let recording: CaptureRecording?
  private let budget: Budget?
  /// What to say before it begins.
  private let firstNote: String?

  /// Looks at everything that can be wrong before the work starts.
  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    let settings: LiveSettings
    do {
      settings = try LiveSettings(parsed, invocation)
      self.settings = settings
    } catch {
      throw CommandFailure(error.message)
    }
    try settings.checkFileNames()
    budget = try parsed.value(of: .budget).map { (file) throws(CommandFailure) in
      if file.isStandardInput, case .standardInput = settings.source {
        throw CommandFailure("standard input can be read only once; the capture comes from it")
      }
      return try readBudget(file, invocation)
    }
    var inputs: [FileStatus] = []
    var note: String?
    switch settings.source {
    case .standardInput:
      guard !invocation.terminals.inputIsTerminal else {
        throw CommandFailure(
          "standard input is a terminal; pipe a capture in, as from 'btmon -w -', or name a "
            + "controller with '--iface'")
      }
      inputs = [try? POSIX.status(of: invocation.standardInput)].compactMap(\.self)
      source = PipeSource(descriptor: invocation.standardInput)
    case .file(let name):
      inputs = [try? POSIX.status(name.bytes)].compactMap(\.self)
      if inputs.first?.kind == .directory {
        throw CommandFailure("\(name.text): is a directory; name a capture file in it")
      }
      source = FollowedFile(path: name.bytes)
    case .device(let controller):
      (source, note) = try openMonitor(controller)
    }
    if let report = settings.report, report.text != "-" {
      target = try OutputTarget(report, sparing: inputs)
    } else {
      target = nil
    }
    firstNote = note
    if let write = settings.write {
      recording = try CaptureRecording(write, rotateSize: settings.rotateSize)
    } else {
      recording = nil
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    guard let queue = ByteQueue(capacity: source.waiting) else {
      throw CommandFailure("too many open files")
    }
    let signals = invocation.watchesSignals ? SignalWatch() : nil
    let display: any LiveDisplay =
      screen ?? EventLines(invocation, settings.analyze)
    let session = LiveSession(
      settings, name: sourceName, queue: queue, signals: signals, display: display,
      recording: recording)
    if let firstNote { display.note(firstNote) }
    guard source.start(into: queue) else {
      display.close()
      throw CommandFailure("too many threads")
    }
    session.run()
    display.close()
    return end(session, signals, canWrite: display.failure == nil)
  }

  /// The screen, where the output is a terminal that can be one.
  private var screen: LiveScreenDisplay? {
    guard settings.analyze.format == .text, invocation.terminals.outputIsTerminal,
      invocation.environment[.term] != "dumb"
    else { return nil }
    return LiveScreenDisplay(settings.analyze)
  }

  private var sourceName: Argument {
    switch settings.source {
    case .standardInput: "-"
    case .file(let name): name
    case .device(let controller): Argument(controller.map { "hci\($0)" } ?? "any")
    }
  }

  // MARK: The end

  /// - Parameter canWrite: what is to be said of standard output where it cannot be written is
  ///   among the session's failures.
  private func end(
    _ session: LiveSession, _ signals: SignalWatch?, canWrite: Bool
  ) -> ExitCode {
    var code = ExitCode.success
    for failure in session.failures {
      invocation.complain(failure.message)
      code = .trouble
    }
    if let report = session.report {
      let outcomes = budget?.check(report)
      if target != nil || canWrite, deliver(report, outcomes, signals) == .trouble {
        code = .trouble
      }
      if code == .success, outcomes?.contains(where: { !$0.holds }) == true { code = .checkFailed }
      if code == .success, let least = settings.analyze.failOn,
        report.findings.contains(where: { $0.severity.weight >= least.weight })
      {
        code = .checkFailed
      }
      if code == .success, session.waitedInVain, let until = settings.until {
        invocation.complain("the capture ended before this happened: \(until.name)")
        code = .checkFailed
      }
    } else if code == .success {
      let name: Argument = sourceName.text == "-" ? "standard input" : sourceName
      invocation.complain("\(name.text): nothing was captured")
      code = .trouble
    }
    if let recording, recording.leftOut > 0, !settings.analyze.isQuiet {
      let what =
        recording.leftOut == 1
        ? "1 record was" : "\(grouped(recording.leftOut)) records were"
      invocation.complain(
        "\(recording.name.text): \(what) left out, for which the format of the Linux monitor has "
          + "no place")
    }
    return code
  }

  private func deliver(
    _ report: ReportV1, _ budget: [BudgetOutcome]?, _ signals: SignalWatch?
  ) -> ExitCode {
    let isJSON =
      target == nil ? settings.analyze.format == .json : settings.reportFormat == .json
    if isJSON { invocation.complain(ofBrokenRulesIn: budget ?? []) }
    if let target {
      let reader = ReaderOfPipe(target.name, invocation, settings.analyze.isQuiet, signals)
      do {
        try target.write(waitingWhile: signals == nil ? nil : reader.wait) {
          (sink) throws(WriteFailure) in
          try sink.write(report, budget, as: settings.reportFormat, settings.analyze.text)
        }
        return .success
      } catch {
        invocation.complain(error.message)
        return .trouble
      }
    }
    return invocation.deliver { (sink) throws(WriteFailure) in
      switch settings.analyze.format {
      case .text:
        try sink.write([UInt8(ascii: "\n")])
        try sink.write(report, budget, as: .text, settings.analyze.text)
      case .json: try sink.write { liveReportLine(report, handingTo: $0) }
      }
    }
  }
}

/// Waits for somebody who reads the named pipe that the report goes to. A signal that ends a capture
/// ends that as well: whoever sends it does not expect the program to stay.
private final class ReaderOfPipe {
  private let name: Argument
  private let invocation: Invocation
  private let isQuiet: Bool
  private let signals: SignalWatch?
  private var isTold = false

  init(
    _ name: Argument, _ invocation: Invocation, _ isQuiet: Bool, _ signals: SignalWatch?
  ) {
    self.name = name
    self.invocation = invocation
    self.isQuiet = isQuiet
    self.signals = signals
  }

  /// For a moment; false when it is in vain.
  func wait() -> Bool {
    guard signals?.isInterrupted != true else { return false }
    if !isTold, !isQuiet { invocation.complain("\(name.text): waiting for somebody to read it") }
    isTold = true
    _ = LiveSystem.wait([signals?.descriptor ?? -1], milliseconds: 50)
    signals?.clear()
    return true
  }
}
