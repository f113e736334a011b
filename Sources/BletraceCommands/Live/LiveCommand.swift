import CaptureFiles
import Comparison
import LiveCapture
import Rendering
import Report
import Tracking

/// `bletrace live`
struct LiveCommand {
  /// Its output and its errors go through the queues.
  private let invocation: Invocation
  private let output: OutputQueue
  private let errors: OutputQueue
  private let settings: LiveSettings
  private let source: any LiveSource
  private let target: OutputTarget?
  private let recording: CaptureRecording?
  private let budget: Budget?
  /// Stands before the first file or socket is opened: a signal then ends what was begun in good
  /// order.
  private let signals: SignalWatch?
  /// What to say before it begins.
  private let firstNote: String?

  /// Looks at everything that can be wrong before the work starts.
  ///
  /// - Parameter container: of the file that `--write` names, where its suffix does not say it.
  init(
    _ parsed: ParsedArguments, _ invocation: Invocation,
    recordedAs container: RecordContainer? = nil
  ) throws(CommandFailure) {
    let settings = try LiveSettings(parsed, invocation)
    self.settings = settings
    signals = invocation.ownsProcess ? SignalWatch() : nil
    try settings.checkFileNames()
    if parsed.value(of: .budget)?.isStandardInput == true,
      case .standardInput = settings.source
    {
      throw CommandFailure("standard input can be read only once; the capture comes from it")
    }
    budget = try invocation.budget(parsed)
    var inputs: [FileStatus] = []
    var note: String?
    switch settings.source {
    case .standardInput:
      guard !invocation.terminals.inputIsTerminal else {
        throw CommandFailure(
          "standard input is a terminal; pipe a capture in, as 'bletrace live --help' shows, or "
            + "name a controller with '--iface'")
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
    case .serialLine(let name, let speed):
      inputs = [try? POSIX.status(name.bytes)].compactMap(\.self)
      source = try openSerialLine(name, speed, endsWhenUnplugged: settings.endsOnUnplug)
    case .network(let address):
      source = NetworkSource(address)
    }
    if let report = settings.report, report.text != "-" {
      var file = try OutputTarget(
        report, sparing: inputs, invocation.statuses(of: parsed.otherInputs))
      if case .findings = settings.reportFormat { file.audience = .others }
      target = file
    } else {
      target = nil
    }
    firstNote = note
    if let write = settings.write {
      recording = try CaptureRecording(
        write, settings.rotation, syncInterval: settings.syncInterval, as: container)
    } else {
      recording = nil
    }
    // The threads that come later have what this one has.
    if invocation.ownsProcess { try Privileges.drop(before: settings.laterFiles) }
    guard let output = OutputQueue(invocation.output),
      let errors = OutputQueue(invocation.errors, capacity: 64 << 10)
    else { throw CommandFailure("too many open files") }
    (self.output, self.errors) = (output, errors)
    var queued = invocation
    (queued.output, queued.errors) = (output, errors)
    self.invocation = queued
  }

  func run() throws(CommandFailure) -> ExitCode {
    guard let queue = ByteQueue(for: source) else {
      throw CommandFailure("too many open files")
    }
    let display: any LiveDisplay =
      screen ?? EventLines(invocation, settings.analyze, output)
    let session = LiveSession(
      settings, name: sourceName, queue: queue, signals: signals, display: display,
      recording: recording, readsRegularFile: readsRegularFile)
    if let firstNote { display.note(firstNote) }
    session.firstNote = firstNote
    guard source.start(into: queue) else {
      display.close()
      throw CommandFailure("too many threads")
    }
    session.run()
    display.close()
    output.waits = true
    errors.waits = true
    defer {
      try? errors.drain()
      for queue in [output, errors] { queue.end() }
    }
    return end(session, canWrite: display.failure == nil)
  }

  private var readsRegularFile: Bool {
    guard case .standardInput = settings.source else { return false }
    return (try? POSIX.status(of: invocation.standardInput))?.kind == .regular
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
    case .serialLine(let name, _): name
    case .network(let address): Argument(address.text)
    }
  }

  // MARK: The end

  /// - Parameter canWrite: what is to be said of standard output where it cannot be written is
  ///   among the session's failures.
  private func end(
    _ session: LiveSession, canWrite: Bool
  ) -> ExitCode {
    var code = ExitCode.success
    for failure in session.failures {
      invocation.complain(failure.message)
      code = .trouble
    }
    if let report = session.report {
      let outcomes = budget?.check(report)
      for complaint in settings.analyze.extent.complaints(about: report) {
        invocation.complain(complaint)
        code = .trouble
      }
      if target != nil || canWrite, deliver(report, outcomes) == .trouble {
        code = .trouble
      }
      if code == .success, settings.analyze.fails(report, outcomes) { code = .checkFailed }
      if code == .success, session.waitedInVain, let until = settings.until {
        invocation.complain("the capture ended before the event '\(until.name)' (--until)")
        code = .checkFailed
      }
      if settings.analyze.failOn != nil || budget != nil || settings.until != nil,
        let line = unjudged(session, report)
      {
        invocation.complain(line)
        if code == .success { code = .trouble }
      }
    } else if code == .success {
      let name: Argument = sourceName.text == "-" ? "standard input" : sourceName
      invocation.complain("\(name.text): no records were captured")
      code = .trouble
    }
    if let recording, recording.leftOut > 0, !settings.analyze.isQuiet {
      let what =
        recording.leftOut == 1
        ? "1 record was" : "\(grouped(recording.leftOut)) records were"
      invocation.complain(
        "\(recording.name.text): \(what) left out, because the format of the Linux monitor cannot "
          + "hold \(recording.leftOut == 1 ? "it" : "them")")
    }
    return code
  }

  /// What was dropped was judged before, but for a budget for each connection, which is checked
  /// on the report.
  private func unjudged(_ session: LiveSession, _ report: ReportV1) -> String? {
    var parts = session.unjudged
    if budget?.looksAtDetails ?? false { parts += report.captures.flatMap(\.unseenDetails) }
    return unjudgedLine(sourceName.text, parts)
  }

  private func deliver(
    _ report: ReportV1, _ budget: [BudgetOutcome]?
  ) -> ExitCode {
    if let target {
      let reader = ReaderOfPipe(target.name, invocation, settings.analyze.isQuiet, signals)
      do {
        try target.write(waitingWhile: signals == nil ? nil : reader.wait) {
          (sink) throws(WriteFailure) in
          guard let queue = OutputQueue(sink) else { throw .system(.tooManyFiles) }
          defer { queue.end() }
          queue.waits = true
          if settings.reportFormat == .json {
            var report = report
            try queue.write { JSONRenderer.render(&report, handingTo: $0) }
          } else {
            try queue.write(report, ReportExtras(budget: budget), settings.analyze)
          }
          try queue.drain()
        }
        return .success
      } catch {
        invocation.complain(error.message)
        return .trouble
      }
    }
    return invocation.deliver { (sink) throws(WriteFailure) in
      if settings.analyze.format == .json {
        var report = report
        report.budget = budget?.map(ReportV1.BudgetResult.init)
        try sink.write { liveReportLine(report, handingTo: $0) }
      } else {
        try sink.write([UInt8(ascii: "\n")])
        try sink.write(report, ReportExtras(budget: budget), settings.analyze)
      }
      try output.drain()
    }
  }
}

/// Waits for a program that reads the named pipe that the report goes to. A signal that ends a
/// capture ends that as well: its sender does not expect the program to stay.
private final class ReaderOfPipe {
  private let name: Argument
  private let invocation: Invocation
  private let isQuiet: Bool
  private let signals: SignalWatch?
  private var isReported = false

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
    if !isReported, !isQuiet {
      invocation.complain("\(name.text): waiting for a program to read it")
    }
    isReported = true
    _ = LiveSystem.wait([signals?.descriptor ?? -1], milliseconds: 50)
    signals?.clear()
    return true
  }
}
