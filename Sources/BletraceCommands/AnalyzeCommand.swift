import Comparison
import Findings
import Rendering
import Report
import Text
import Tracking

/// `bletrace analyze FILE...`
struct AnalyzeCommand: Sendable {
  private let invocation: Invocation
  private let operands: [Argument]
  private let emptyDirectories: [EmptyDirectory]
  private let skipped: [SkippedFiles]
  private let settings: AnalyzeSettings
  private let target: OutputTarget?
  private let directory: PayloadDirectory?
  private let budget: Budget?
  private let budgetFile: String?
  private let showsKept: Bool
  /// What the budget is checked on.
  private var options = ComparisonOptions()

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
    var settings = try AnalyzeSettings(parsed, invocation)
    settings.analysis.hashesPayloads = settings.format.hasDigests
    try settings.checkTextOptions(isText: settings.format == .text)
    try invocation.checkStandardInput(among: parsed.operands + parsed.otherInputs)
    try parsed.checkBudgetOptions([.comparedDevice, .match, .kept])
    if parsed.isSet(.budget), let rows = settings.format.rowsName {
      throw CommandFailure(
        "'--budget' is not for --format \(rows), whose rows have no place for its outcome; "
          + "json has")
    }
    if parsed.isSet(.expect), let rows = settings.format.rowsName {
      throw CommandFailure(
        "'--expect' is not for --format \(rows), whose rows have no place for its outcome; "
          + "json has")
    }
    let limit =
      switch settings.format {
      case .ndjson, .csv: AnalyzeRows.mostFiles
      default: MemoryShares.mostFiles
      }
    if settings.mergesAir, let rows = settings.format.rowsName {
      throw CommandFailure(
        "'--merge-air' is not for --format \(rows), whose rows name a file: write one with "
          + "bletrace export --merge-air")
    }
    let named = try TraceInput(invocation: invocation, settings: settings).files(
      parsed.operands, takesReports: false, limit: limit,
      "there are more than \(grouped(limit)) captures", fails: false)
    (operands, emptyDirectories, skipped) = (named.files, named.emptyDirectories, named.skipped)
    budget = try invocation.budget(parsed)
    budgetFile = parsed.value(of: .budget)?.asInput.text
    showsKept = parsed.isSet(.kept)
    options.devices = parsed.values(of: .comparedDevice).map(\.text)
    options.leastMatch = leastMatch(parsed.value(of: .match)?.text)
    settings.analysis.expected = try invocation.expectedFile(parsed)
    self.settings = settings
    target = try invocation.reportTarget(
      settings.output, sparing: operands, parsed.otherInputs, for: parsed.reportAudience)
    if let log = settings.mergedLog { try invocation.check(log: log, for: operands.count) }
    directory = try settings.extract.map(PayloadDirectory.init)
  }

  private func run() throws(CommandFailure) -> ExitCode {
    let known = Set(TransferMarker.known)
    let named = settings.analysis.markers.filter { !known.contains($0) }.map(\.name)
    if settings.redactionSalt != nil, !settings.isQuiet, !named.isEmpty {
      invocation.complain(
        "kept where they end a message: \(named.joined(separator: ", ")) (--marker)")
    }
    let reading = CaptureReading(
      invocation: invocation, settings: settings, directory: directory)
    switch settings.format {
    case .ndjson:
      return AnalyzeRows(
        reading: reading, operands: operands, emptyDirectories: emptyDirectories, skipped: skipped
      ).run(to: target)
    case .csv(let table):
      if !settings.isQuiet { for folder in skipped { invocation.complain(folder.line) } }
      return AnalyzeCSV(
        reading: reading, table: table, operands: operands, emptyDirectories: emptyDirectories
      ).run(to: target)
    default: return try report(reading)
    }
  }

  private func report(_ reading: CaptureReading) throws(CommandFailure) -> ExitCode {
    var outcomes =
      settings.mergesAir
      ? [try mergedOutcome(reading)] : CaptureOutcomes.all(of: operands, reading)
    for failure in emptyDirectories.map(\.failure) + outcomes.flatMap(\.failures) {
      invocation.complain(failure.message)
    }
    if !settings.isQuiet { complain(ofPartsIn: outcomes) }
    let alias = settings.redactionSalt == nil ? nil : "directory"
    var troubles =
      emptyDirectories.map { $0.failure.message(of: $0.name.text, as: alias) }
      + outcomes.flatMap(\.reportedFailures)
    var code = troubles.isEmpty ? ExitCode.success : .trouble
    let plain = outcomes.filter { $0.capture != nil }.map(\.isPlainFile)
    // Taken out: what only the report holds is written without a copy.
    var report = ReportV1 {
      $0.bletrace = Version.number
      $0.captures = outcomes.indices.compactMap { outcomes[$0].capture.take() }
    }
    report.errors = troubles
    report.unread =
      emptyDirectories.map { alias ?? $0.name.text } + outcomes.compactMap(\.reportedUnread)
    let plots = outcomes.indices.compactMap { outcomes[$0].plots.take() }
    // Every form but the text says also that there is nothing.
    if !report.captures.isEmpty || settings.format != .text {
      let known = report.captures.count == 1 ? outcomes.compactMap(\.findings).first : nil
      report.findings =
        known
        ?? RuleCatalog.findings(
          in: report.captures, rules: settings.rules, asked: settings.askedRules)
      try checkDevices(report)
      let outcomes = budget?.check(report, options)
      let fails = settings.fails(report, outcomes)
      let unjudged = unjudged(in: report)
      for line in unjudged { invocation.complain(line) }
      troubles += unjudged
      report.errors = troubles + skippedErrors(alias)
      if !report.captures.isEmpty {
        for complaint in settings.extent.complaints(about: report)
          + settings.complaints(aboutNamesIn: report)
        {
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
      var extras = ReportExtras(timeline: timeline)
      extras.plainFiles = Set(plain.indices.filter { plain[$0] })
      (extras.budget, extras.showsKept) = (outcomes, showsKept)
      if write(&report, troubles, plots, extras) == .trouble { code = .trouble }
      if code == .success { code = fails ? .checkFailed : unjudged.isEmpty ? .success : .trouble }
    } else if target != nil {
      // The file of an earlier run would be taken for this one's.
      _ = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
        try sink.write { trouble(troubles).render(as: .text, handingTo: $0) }
      }
    }
    if !settings.isQuiet, let directory { summarize(outcomes, in: directory) }
    return code
  }

  /// What is no fault, and is worth a line.
  private func complain(ofPartsIn outcomes: [CaptureOutcome]) {
    for folder in skipped { invocation.complain(folder.line) }
    let paths = outcomes.compactMap { $0.capture == nil ? nil : $0.name }
    for line in RotatedLogs.lines(of: paths) { invocation.complain(line) }
  }

  /// Files of directories that are no captures, as the JSON has them; few, as they are in memory.
  private func skippedErrors(_ alias: String?) -> [String] {
    guard settings.format == .json else { return [] }
    if let alias { return skipped.map { $0.line(as: alias) } }
    let files = skipped.flatMap(\.files)
    let most = 1000
    let more = files.count - most
    return files.prefix(most).map { "\($0.name.text): \(SkippedFiles.message($0.reason))" }
      + (more > 0 ? ["\(grouped(more)) more: \(SkippedFiles.count(more))"] : [])
  }

  /// The captures of several sniffers as one.
  private func mergedOutcome(
    _ reading: CaptureReading
  ) throws(CommandFailure) -> CaptureOutcome {
    let merged = try MergedAir(
      operands, as: .pcapng, invocation, isQuiet: settings.isQuiet)
    let terms = CaptureReading.Terms(
      number: 1, share: AnalysisOptions.callMemory, showsProgress: true)
    var outcome = reading.read(merged, terms)
    outcome.capture?.merged = merged.captures(alias: reading.alias)
    return outcome
  }

  /// What no check saw, where one is asked for.
  private func unjudged(in report: ReportV1) -> [String] {
    let all = budget != nil || settings.analysis.expected != nil
    guard all || settings.failOn != nil else { return [] }
    let details = budget.map { $0.looksAtDetails || !options.devices.isEmpty } ?? false
    var lines = settings.unjudged(in: report.captures, all: all, details: details)
    if budget != nil, let line = unjudgedFindings(report) { lines.append(line) }
    return lines
  }

  /// A budget may count findings of which the report lists the worst.
  private func unjudgedFindings(_ report: ReportV1) -> String? {
    let omitted = report.findings.omitted
    return omitted == 0
      ? nil
      : unjudgedLine(
        "the report", ["\(grouped(omitted)) \(omitted == 1 ? "finding" : "findings")"])
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
    _ report: inout ReportV1, _ troubles: [String], _ plots: [CapturePlots], _ extras: ReportExtras
  ) -> ExitCode {
    switch settings.format {
    case .perfetto:
      invocation.complain(ofBrokenRulesIn: extras.budget ?? [])
      invocation.complain(ofFilesNotIntactIn: report)
    default: break
    }
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      switch settings.format {
      case .json:
        report.budget = extras.budget?.map(ReportV1.BudgetResult.init)
        try sink.write { JSONRenderer.render(&report, handingTo: $0) }
      case .html:
        let summary = extras.budget.map { BudgetText.summary($0, showsKept: showsKept) }
        try sink.write {
          ReportPage.render(
            report, plots: plots, budget: summary, expected: ExpectedText.summary(report),
            handingTo: $0)
        }
      case .perfetto: try sink.write { TraceFile.render(report, plots: plots, handingTo: $0) }
      case .findings(let form):
        let found = findings(in: report, troubles, extras)
        try sink.write { found.render(as: form, handingTo: $0) }
      // Rows are written while the captures are read.
      case .text, .ndjson, .csv:
        // On a terminal it stands above the report already.
        if target != nil, !troubles.isEmpty {
          try sink.write { trouble(troubles).renderBesideReport(handingTo: $0) }
        }
        try sink.write(report, extras, settings)
      }
    }
  }

  private func findings(
    in report: ReportV1, _ troubles: [String], _ extras: ReportExtras
  ) -> FindingsForm {
    var found = FindingsForm(bletrace: Version.number, report: report)
    (found.budget, found.budgetFile, found.showsKept) = (extras.budget, budgetFile, showsKept)
    found.troubles = troubles
    found.failOn = settings.failOn ?? .error
    found.rules = settings.rules.map { $0.name }
    return found
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

/// What the text says beside the report.
struct ReportExtras {
  var timeline = TimelineOptions()
  /// The captures, by index, that are files of their own, neither packed nor in an archive.
  var plainFiles: Set<Int> = []
  var budget: [BudgetOutcome]?
  var showsKept = false
}

extension ByteSink {
  /// A report as text, and what became of the budget before it. It goes out piece by piece: it may
  /// be much longer than it is in memory.
  func write(
    _ report: ReportV1, _ extras: ReportExtras, _ settings: AnalyzeSettings
  ) throws(WriteFailure) {
    if let budget = extras.budget {
      try write {
        BudgetText.render(
          budget, showsKept: extras.showsKept, options: settings.text, handingTo: $0)
      }
    }
    if let text = ExpectedText.render(report, options: settings.text) { try write(text) }
    try write {
      TextRenderer.render(
        report, options: settings.text, extent: settings.extent, timeline: extras.timeline,
        openingWireshark: settings.opensWireshark ? extras.plainFiles : nil, handingTo: $0)
    }
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
