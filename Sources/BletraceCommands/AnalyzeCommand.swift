import Comparison
import Findings
import Rendering
import Report
import Text

/// `bletrace analyze FILE...`
struct AnalyzeCommand: Sendable {
  private let invocation: Invocation
  private let operands: [Argument]
  private let emptyDirectories: [EmptyDirectory]
  private let settings: AnalyzeSettings
  private let target: OutputTarget?
  private let directory: PayloadDirectory?
  private let budget: Budget?
  private let budgetFile: String?
  private let showsKept: Bool
  /// `nil` for the report itself, as text or JSON.
  private let form: FindingsForm.Format?

  static func run(
    _ parsed: ParsedArguments, _ invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    try AnalyzeCommand(parsed, invocation).run()
  }

  /// Looks at everything that can be wrong before the work starts.
  private init(
    _ parsed: ParsedArguments, _ invocation: Invocation
  ) throws(CommandFailure) {
    self.invocation = invocation
    settings = try AnalyzeSettings(parsed, invocation)
    form = parsed.value(of: .format).flatMap { FindingsForm.Format(rawValue: $0.text) }
    try settings.checkTextOptions(
      isText: settings.format == .text && form == nil && !settings.printsRows && !settings.isPage
        && !settings.isTrace && settings.csvTable == nil)
    try invocation.checkStandardInput(among: parsed.operands)
    var empty: [EmptyDirectory] = []
    let limit =
      settings.printsRows || settings.csvTable != nil
      ? AnalyzeRows.mostFiles : MemoryShares.mostFiles
    operands = try TraceInput(invocation: invocation, settings: settings).files(
      parsed.operands, takesReports: false, limit: limit,
      "there are more than \(grouped(limit)) captures"
    ) { empty.append($0) }
    emptyDirectories = empty
    budget = try invocation.budget(parsed)
    budgetFile = parsed.value(of: .budget)?.asInput.text
    showsKept = parsed.isSet(.kept)
    target = try invocation.target(settings.output, sparing: operands)
    directory = try settings.extract.map(PayloadDirectory.init)
  }

  private func run() -> ExitCode {
    let reading = CaptureReading(
      invocation: invocation, settings: settings, directory: directory)
    if settings.printsRows {
      return AnalyzeRows(
        reading: reading, operands: operands, emptyDirectories: emptyDirectories
      ).run(to: target)
    }
    if let table = settings.csvTable {
      return AnalyzeCSV(
        reading: reading, table: table, operands: operands, emptyDirectories: emptyDirectories
      ).run(to: target)
    }
    var outcomes = CaptureOutcomes.all(of: operands, reading)
    let troubles = (emptyDirectories.map(\.failure) + outcomes.flatMap(\.failures)).map(\.message)
    for trouble in troubles { invocation.complain(trouble) }
    var code = troubles.isEmpty ? ExitCode.success : .trouble
    // Taken out: what only the report holds is written without a copy.
    var report = ReportV1 {
      $0.bletrace = Version.number
      $0.captures = outcomes.indices.compactMap { outcomes[$0].capture.take() }
    }
    report.errors = troubles
    let plots = outcomes.indices.compactMap { outcomes[$0].plots.take() }
    if !report.captures.isEmpty || form != nil || settings.isPage || settings.isTrace
      || settings.format == .json
    {
      report.findings = RuleCatalog.findings(
        in: report.captures, rules: settings.rules, asked: settings.askedRules)
      let outcomes = budget?.check(report)
      let fails = settings.fails(report, outcomes)
      if !report.captures.isEmpty {
        for complaint in settings.extent.complaints(about: report) {
          invocation.complain(complaint)
          code = .trouble
        }
      }
      var timeline = settings.timeline
      if let log = settings.mergedLog {
        do throws(CommandFailure) {
          timeline.logs = try invocation.mergedLogs(
            log, offset: settings.logOffset, report.captures)
        } catch {
          invocation.complain(error.message)
          code = .trouble
        }
      }
      if write(&report, outcomes, troubles, plots, timeline) == .trouble { code = .trouble }
      if code == .success, fails { code = .checkFailed }
    }
    if !settings.isQuiet, let directory { summarize(outcomes, in: directory) }
    return code
  }

  // MARK: Output

  /// Releases the report on the way.
  private func write(
    _ report: inout ReportV1, _ budget: [BudgetOutcome]?, _ troubles: [String],
    _ plots: [CapturePlots], _ timeline: TimelineOptions
  ) -> ExitCode {
    if let form {
      var found = FindingsForm(bletrace: Version.number, report: report)
      (found.budget, found.budgetFile, found.showsKept) = (budget, budgetFile, showsKept)
      found.troubles = troubles
      found.failOn = settings.failOn ?? .error
      found.rules = settings.rules.map { $0.name }
      return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { found.render(as: form, handingTo: $0) }
      }
    }
    if settings.isPage || settings.isTrace || settings.format == .json {
      invocation.complain(ofBrokenRulesIn: budget ?? [])
    }
    if settings.isTrace {
      return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { TraceFile.render(report, plots: plots, handingTo: $0) }
      }
    }
    if settings.isPage {
      return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { ReportPage.render(report, plots: plots, handingTo: $0) }
      }
    }
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write(
        &report, budget, showsKept: showsKept, as: settings.format, settings, timeline)
    }
  }

  private func summarize(_ outcomes: [CaptureOutcome], in directory: PayloadDirectory) {
    let files = outcomes.reduce(0) { $0 + $1.payloadFiles }
    let bytes = outcomes.reduce(0) { $0 + $1.payloadBytes }
    let what = files == 1 ? "1 payload" : "\(grouped(files)) payloads"
    invocation.complain(
      files == 0
        ? "no payload written to \(directory.name.text)"
        : "\(what) (\(byteCount(bytes))) written to \(directory.name.text)")
  }
}

extension ByteSink {
  /// A report, and in text what became of the budget before it. It goes out piece by piece: it may
  /// be much longer than it is in memory. The report may be let go of on the way.
  func write(
    _ report: inout ReportV1, _ budget: [BudgetOutcome]?, showsKept: Bool = false,
    as format: AnalyzeSettings.Format, _ settings: AnalyzeSettings,
    _ timeline: TimelineOptions = TimelineOptions()
  ) throws(WriteFailure) {
    switch format {
    case .text:
      if let budget {
        try write {
          BudgetText.render(
            budget, showsKept: showsKept, options: settings.text, handingTo: $0)
        }
      }
      try write {
        TextRenderer.render(
          report, options: settings.text, extent: settings.extent,
          openingWireshark: settings.opensWireshark, timeline: timeline, handingTo: $0)
      }
    case .json:
      try write { JSONRenderer.render(&report, handingTo: $0) }
    }
  }

  /// The same of a report that others hold too.
  func write(
    _ report: ReportV1, _ budget: [BudgetOutcome]?, as format: AnalyzeSettings.Format,
    _ settings: AnalyzeSettings
  ) throws(WriteFailure) {
    var report = report
    try write(&report, budget, as: format, settings)
  }

  /// What is handed over in pieces; after a failure no more is written.
  func write(_ pieces: (([UInt8]) -> Void) -> Void) throws(WriteFailure) {
    var failure: WriteFailure?
    pieces { piece in
      guard failure == nil else { return }
      do throws(WriteFailure) { try write(piece) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
