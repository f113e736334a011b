import Comparison
import Report

/// `bletrace diff BASE NEW`, `bletrace diff --base FILE... --new FILE...`
struct DiffCommand {
  enum Format: String { case text, json, html, markdown, junit, github, sarif }

  /// Files of one side, and captures in them: all that is known of each is in memory.
  private static let sideLimit = 1000

  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let format: Format
  private let base: [Argument]
  private let new: [Argument]
  private let budget: Budget?
  private let budgetFile: String?
  private let showsKept: Bool
  private var options = ComparisonOptions()
  private let target: OutputTarget?

  static func run(
    _ parsed: ParsedArguments, _ invocation: Invocation
  ) throws(CommandFailure) -> ExitCode {
    try DiffCommand(parsed, invocation).run()
  }

  /// Looks at everything that can be wrong before the work starts.
  private init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    settings = try AnalyzeSettings(parsed, invocation)
    format = parsed.value(of: .format).flatMap { Format(rawValue: $0.text) } ?? .text
    let sides = try Self.sides(parsed)
    let named = sides.base + sides.new
    try invocation.checkStandardInput(among: named + parsed.otherInputs)
    try parsed.checkBudgetOptions([.kept])
    let input = TraceInput(invocation: invocation, settings: settings)
    let tooMany = "a side has more than \(grouped(Self.sideLimit)) files"
    var skipped: [SkippedFiles] = []
    func files(_ side: [Argument]) throws(CommandFailure) -> [Argument] {
      let found = try input.files(side, takesReports: true, limit: Self.sideLimit, tooMany)
      skipped += found.skipped
      return found.files
    }
    base = try files(sides.base)
    new = try files(sides.new)
    if !settings.isQuiet { for folder in skipped { invocation.complain(folder.line) } }
    budget = try invocation.budget(parsed)
    budgetFile = parsed.value(of: .budget)?.asInput.text
    showsKept = parsed.isSet(.kept)
    options.devices = parsed.values(of: .comparedDevice).map(\.text)
    options.leastMatch = leastMatch(parsed.value(of: .match)?.text)
    options.tolerances = try tolerances(parsed)
    target = try invocation.reportTarget(
      settings.output, sparing: named + base + new, parsed.otherInputs, for: parsed.reportAudience)
  }

  private func run() throws(CommandFailure) -> ExitCode {
    let input = TraceInput(invocation: invocation, settings: settings)
    var memory = MemoryShares(base.count + new.count, total: MemoryShares.compared)
    let (old, fresh) = (try input.runs(in: base, &memory), try input.runs(in: new, &memory))
    for side in [old, fresh] where side.count > Self.sideLimit {
      throw CommandFailure("a side has more than \(grouped(Self.sideLimit)) captures")
    }
    try checkDevices(old + fresh)
    let comparison = compare(base: old, new: fresh, options: options)
    guard !comparison.isEmpty else {
      throw CommandFailure("nothing was compared: " + reason(old, fresh))
    }
    var report = DiffReport(
      bletrace: Version.number, comparison: comparison,
      budget: budget?.check(fresh.map { $0.only(options.devices) }))
    report.budgetFile = budgetFile
    report.showsKept = showsKept
    let code = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write { render(report, base: old, new: fresh, handingTo: $0) }
    }
    let unjudged = (old + fresh).compactMap(\.unjudged)
    for line in unjudged { invocation.complain(line) }
    guard code == .success else { return code }
    return !report.isGood ? .checkFailed : unjudged.isEmpty ? .success : .trouble
  }

  /// A name that matches nothing is a mistake, also beside others: what is not compared seems well.
  private func checkDevices(_ runs: [Run]) throws(CommandFailure) {
    for device in options.devices where !runs.contains(where: { $0.has(device) }) {
      throw CommandFailure(
        "neither side has a connection with \(Subject(device: device).text) (--device)"
          + Run.known(in: runs))
    }
  }

  private func render(
    _ report: DiffReport, base: [Run], new: [Run], handingTo take: ([UInt8]) -> Void
  ) {
    switch format {
    case .text: DiffText.render(report, options: settings.text, handingTo: take)
    case .json: DiffJSON.render(report, handingTo: take)
    case .html: DiffPage.render(report, base: base, new: new, handingTo: take)
    case .markdown: DiffMarkdown.render(report, handingTo: take)
    case .junit: DiffJUnit.render(report, handingTo: take)
    case .github: DiffGitHub.render(report, handingTo: take)
    case .sarif: DiffSARIF.render(report, handingTo: take)
    }
  }

  private func reason(_ base: [Run], _ new: [Run]) -> String {
    func count(_ runs: [Run]) -> Int {
      runs.reduce(0) { $0 + $1.only(options.devices).capture.connections.count }
    }
    let devices = options.devices.map { Subject(device: $0).text }.joined(separator: " or ")
    let what = devices.isEmpty ? "" : " with \(devices)"
    switch (count(base), count(new)) {
    case (0, 0): return "neither side has a connection\(what)"
    case (0, _): return "the base has no connection\(what)"
    case (_, 0): return "the new side has no connection\(what)"
    default:
      return "no connection of the new side matches one of the base; the devices differ or are "
        + "unknown"
        + (areAlike(base, new) ? "; --match services compares devices of different names" : "")
    }
  }

  /// Whether the names alone keep devices apart that offer the same services.
  private func areAlike(_ base: [Run], _ new: [Run]) -> Bool {
    guard options.leastMatch < .services else { return false }
    var options = options
    options.leastMatch = .services
    return !compare(base: base, new: new, options: options).matches.isEmpty
  }

  // MARK: The sides

  private static func sides(
    _ parsed: ParsedArguments
  ) throws(CommandFailure) -> (base: [Argument], new: [Argument]) {
    let (base, new) = (parsed.values(of: .base), parsed.values(of: .new))
    if base.isEmpty && new.isEmpty {
      guard parsed.operands.count == 2 else {
        throw CommandFailure(
          "'diff' needs two sides: bletrace diff BASE NEW, or --base FILE... --new FILE...")
      }
      return ([parsed.operands[0]], [parsed.operands[1]])
    }
    if let extra = parsed.operands.first {
      throw CommandFailure(
        "'\(extra.text)': is it base or new? Put it after --base or --new")
    }
    guard !base.isEmpty else { throw CommandFailure("'--new' also needs '--base FILE...'") }
    guard !new.isEmpty else { throw CommandFailure("'--base' also needs '--new FILE...'") }
    return (base, new)
  }
}

/// Addresses that two captures have in common are as sure as an identity.
func leastMatch(_ word: String?) -> MatchBasis {
  switch word {
  case "any": .nothing
  case "services": .services
  case "address": .address
  default: .name
  }
}
