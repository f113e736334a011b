import CaptureFiles
import Findings
import Report
import Tracking

/// `bletrace shrink FILE --finding RULE -o OUT`
struct ShrinkCommand {
  private let invocation: Invocation
  private let operand: Argument
  private let settings: ShrinkSettings
  private let target: OutputTarget

  /// Analyses, and records of all of them: a minute or so.
  static let mostRuns = 2000
  private static let mostRecords = 20_000_000
  /// Packets of one kind of which it is said that there are so many.
  private static let many = 50
  /// All of it is in memory, and in each analysis once more.
  private static let mostOctets = 64 << 20

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    operand = parsed.operands[0]
    settings = try ShrinkSettings(parsed, invocation)
    target = try OutputTarget(
      settings.output, sparing: invocation.statuses(of: parsed.operands))
    try invocation.checkStandardInput(among: parsed.operands)
  }

  func run() throws(CommandFailure) -> ExitCode {
    let captures = try JoinedCaptures([operand], invocation, isQuiet: settings.analysis.isQuiet)
    try captures.check(settings.container)
    let story = try HeldRecords(captures, settings.container, limit: Self.mostOctets, operand)
    let all = try findings(in: story.file(Array(story.records.indices)))
    guard let wanted = all.max(by: { $0.severity.weight < $1.severity.weight }) else {
      throw CommandFailure(
        "\(operand.text): has no finding of \(settings.rule.name); \(settings.output.text) is not "
          + "written")
    }
    let line = RunLine(invocation, isQuiet: settings.analysis.isQuiet)
    defer { line?.erase() }
    var shrinker = Shrinker(
      story.records.count, limit: Self.mostRuns, weight: Self.mostRecords)
    let frames = wanted.frames.filter { $0 <= story.records.count }.sorted()
    try shrinker.run(
      guesses: [frames.map { $0 - 1 }, story.explained(frames)], groups: story.groups
    ) { (rest, state) throws(CommandFailure) in
      // Not each format has an empty file.
      guard !rest.isEmpty else { return false }
      line?.update(
        "\(grouped(state.kept.count)) records left after \(grouped(state.runs)) "
          + "analyses")
      return try findings(in: story.file(rest)).contains {
        $0.severity == wanted.severity && $0.covered.isEmpty == wanted.covered.isEmpty
      }
    }
    line?.erase()
    let file = story.file(shrinker.kept)
    try target.write { (sink) throws(WriteFailure) in try sink.write(file) }
    try report(shrinker, file, wanted, story)
    return .success
  }

  /// What the rule finds in a file.
  private func findings(in file: [UInt8]) throws(CommandFailure) -> [ReportV1.Finding] {
    try findings(in: file, settings.analysis, rules: [settings.rule], asked: [settings.rule.name])
  }

  private func findings(
    in file: [UInt8], _ settings: AnalyzeSettings, rules: [any Rule.Type], asked: Set<String>
  ) throws(CommandFailure) -> [ReportV1.Finding] {
    do throws(CaptureFileError) {
      var reader = try CaptureReader(MemorySource(file))
      let capture = try Tracking.analyze(
        &reader, path: operand.text, options: settings.analysis, payloads: nil,
        progress: { _, _ in })
      return RuleCatalog.findings(in: [capture], rules: rules, asked: asked)
    } catch {
      throw CommandFailure(operand.asInput, error)
    }
  }

  /// The receiver of the file runs `analyze` without options: does it report the same there?
  private func isPlain(
    _ wanted: ReportV1.Finding, in file: [UInt8]
  ) throws(CommandFailure) -> Bool {
    let plain = try AnalyzeSettings(ParsedArguments(command: .analyze), invocation)
    return try findings(in: file, plain, rules: RuleCatalog.all, asked: []).contains {
      $0.rule == wanted.rule && $0.severity == wanted.severity
    }
  }

  private func report(
    _ shrinker: Shrinker, _ file: [UInt8], _ wanted: ReportV1.Finding, _ story: HeldRecords
  ) throws(CommandFailure) {
    guard !settings.analysis.isQuiet else { return }
    let end =
      shrinker.isSmallest
      ? "each of them is needed"
      : "stopped after \(grouped(shrinker.runs)) analyses; some packets may not be needed"
    invocation.complain(
      "\(settings.output.text): \(grouped(shrinker.kept.count)) of "
        + "\(grouped(story.records.count)) packets still show \(settings.rule.name); \(end)")
    if shrinker.isSmallest, let first = story.mostFrequent(shrinker.kept),
      first.count >= Self.many
    {
      invocation.complain(
        "\(grouped(first.count)) of them are \(first.title): the finding rests on their number")
    }
    invocation.complain(
      try isPlain(wanted, in: file)
        ? "'bletrace analyze' without options shows the finding in it"
        : "'bletrace analyze' shows the finding in it only with --rule \(settings.rule.name) and "
          + "the options that shrink was given")
  }
}
