import Comparison

/// `bletrace diff BASE NEW`, `bletrace diff --base FILE... --new FILE...`
struct DiffCommand {
  enum Format: String { case text, json, markdown, junit, github, sarif }

  /// Files of one side, and captures in them: all that is known of each is in memory.
  private static let sideLimit = 1000

  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let format: Format
  private let base: [Argument]
  private let new: [Argument]
  private let budget: Budget?
  private let target: OutputTarget?

  /// Looks at everything that can be wrong before the work starts.
  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    settings = try AnalyzeSettings(parsed, invocation)
    format = parsed.value(of: .format).flatMap { Format(rawValue: $0.text) } ?? .text
    let sides = try Self.sides(parsed)
    let named = sides.base + sides.new
    try invocation.checkStandardInput(among: named)
    let input = TraceInput(invocation: invocation, settings: settings)
    base = try Self.files(sides.base, input)
    new = try Self.files(sides.new, input)
    budget = try invocation.budget(parsed)
    target = try invocation.target(settings.output, sparing: named)
  }

  func run() throws(CommandFailure) -> ExitCode {
    let input = TraceInput(invocation: invocation, settings: settings)
    var memory = MemoryShares(base.count + new.count, total: MemoryShares.compared)
    let (old, fresh) = (try input.runs(in: base, &memory), try input.runs(in: new, &memory))
    for side in [old, fresh] where side.count > Self.sideLimit {
      throw CommandFailure("a side has more than \(grouped(Self.sideLimit)) captures")
    }
    let comparison = compare(base: old, new: fresh)
    guard !comparison.isEmpty else {
      throw CommandFailure("nothing was compared: " + Self.reason(old, fresh))
    }
    let report = DiffReport(
      bletrace: Version.number, comparison: comparison, budget: budget?.check(fresh))
    let code = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write { render(report, handingTo: $0) }
    }
    return code == .success && !report.isGood ? .checkFailed : code
  }

  private func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    switch format {
    case .text: DiffText.render(report, options: settings.text, handingTo: take)
    case .json: DiffJSON.render(report, handingTo: take)
    case .markdown: DiffMarkdown.render(report, handingTo: take)
    case .junit: DiffJUnit.render(report, handingTo: take)
    case .github: DiffGitHub.render(report, handingTo: take)
    case .sarif: DiffSARIF.render(report, handingTo: take)
    }
  }

  private static func reason(_ base: [Run], _ new: [Run]) -> String {
    func count(_ runs: [Run]) -> Int { runs.reduce(0) { $0 + $1.capture.connections.count } }
    switch (count(base), count(new)) {
    case (0, 0): return "neither side has a connection"
    case (0, _): return "the base has no connection"
    case (_, 0): return "the new side has no connection"
    default: return "no connection of the base is on the new side; they are with other devices"
    }
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
        "'\(extra.text)' belongs to neither side; put it behind --base or --new")
    }
    guard !base.isEmpty else { throw CommandFailure("'--new' needs '--base FILE...' beside it") }
    guard !new.isEmpty else { throw CommandFailure("'--base' needs '--new FILE...' beside it") }
    return (base, new)
  }

  private static func files(
    _ named: [Argument], _ input: TraceInput
  ) throws(CommandFailure) -> [Argument] {
    var files: [Argument] = []
    for name in named {
      if !name.isStandardInput, (try? POSIX.status(name.bytes))?.kind == .directory {
        files += try filesIn(name, input)
      } else {
        files.append(name)
      }
      guard files.count <= sideLimit else {
        throw CommandFailure("a side has more than \(grouped(sideLimit)) files")
      }
    }
    return files
  }

  /// The captures of a directory, by name; its reports where it holds no capture. A report beside the
  /// capture that it was made from would count one run twice.
  private static func filesIn(
    _ directory: Argument, _ input: TraceInput
  ) throws(CommandFailure) -> [Argument] {
    let names: [[UInt8]]
    do {
      names = try POSIX.names(in: directory.bytes, limit: 10 * sideLimit)
    } catch {
      throw CommandFailure(directory, error)
    }
    let slash = directory.bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    var captures: [Argument] = []
    var reports: [Argument] = []
    for name in names where name.first != UInt8(ascii: ".") {
      let file = Argument(bytes: directory.bytes + slash + name)
      switch input.kind(of: file) {
      case .capture: captures.append(file)
      case .report: reports.append(file)
      case nil: break
      }
    }
    guard !captures.isEmpty || !reports.isEmpty else {
      throw CommandFailure("\(directory.text): holds no capture and no report")
    }
    return captures.isEmpty ? reports : captures
  }
}
