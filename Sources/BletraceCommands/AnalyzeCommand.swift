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
  /// What the budget is checked on.
  private var options = ComparisonOptions()
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
    try invocation.checkStandardInput(among: parsed.operands + parsed.otherInputs)
    try parsed.checkBudgetOptions([.comparedDevice, .match, .kept])
    if parsed.isSet(.budget), settings.printsRows || settings.csvTable != nil {
      let format = settings.printsRows ? "ndjson" : "csv"
      throw CommandFailure(
        "'--budget' is not for --format \(format), whose rows have no place for what became of it; "
          + "json has")
    }
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
    options.devices = parsed.values(of: .comparedDevice).map(\.text)
    options.leastMatch = leastMatch(parsed.value(of: .match)?.text)
    target = try invocation.reportTarget(
      settings.output, sparing: operands, parsed.otherInputs)
    if let log = settings.mergedLog { try invocation.check(log: log, for: operands.count) }
    directory = try settings.extract.map(PayloadDirectory.init)
  }

  private func run() throws(CommandFailure) -> ExitCode {
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
    report.unread = emptyDirectories.map(\.name.text) + outcomes.compactMap(\.unread)
    let plots = outcomes.indices.compactMap { outcomes[$0].plots.take() }
    if !report.captures.isEmpty || form != nil || settings.isPage || settings.isTrace
      || settings.format == .json
    {
      report.findings = RuleCatalog.findings(
        in: report.captures, rules: settings.rules, asked: settings.askedRules)
      try checkDevices(report)
      let outcomes = budget?.check(report, options)
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
    } else if target != nil {
      // The file of an earlier run would be taken for this one's.
      _ = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { trouble(troubles).render(as: .text, handingTo: $0) }
      }
    }
    if !settings.isQuiet, let directory { summarize(outcomes, in: directory) }
    return code
  }

  /// A name that matches nothing is a mistake, also beside others: what is not checked seems well.
  private func checkDevices(_ report: ReportV1) throws(CommandFailure) {
    guard !options.devices.isEmpty, !report.captures.isEmpty else { return }
    let runs = Run.all(in: report)
    let least = options.leastMatch
    for device in options.devices where !runs.contains(where: { $0.has(device, by: least) }) {
      let what = least == .address ? "the address " : ""
      throw CommandFailure(
        "no capture has a connection with \(what)\(Subject(device: device).text), as --device asks "
          + "for" + Run.known(in: runs))
    }
  }

  // MARK: Output

  private func trouble(_ messages: [String]) -> TroubleForm {
    TroubleForm(bletrace: Version.number, command: "analyze", messages: messages)
  }

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
    if settings.isTrace {
      invocation.complain(ofBrokenRulesIn: budget ?? [])
      return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { TraceFile.render(report, plots: plots, handingTo: $0) }
      }
    }
    if settings.isPage {
      let summary = budget.map { BudgetText.summary($0, showsKept: showsKept) }
      return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write {
          ReportPage.render(report, plots: plots, budget: summary, handingTo: $0)
        }
      }
    }
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      // On a terminal it stands above the report already.
      if settings.format == .text, target != nil, !troubles.isEmpty {
        try sink.write { trouble(troubles).renderBesideReport(handingTo: $0) }
      }
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
          report, options: settings.text, extent: settings.extent, timeline: timeline,
          openingWireshark: settings.opensWireshark, handingTo: $0)
      }
    case .json:
      report.budget = budget?.map(ReportV1.BudgetResult.init)
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
