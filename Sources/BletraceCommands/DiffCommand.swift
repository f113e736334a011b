import Comparison
import Report

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
    try invocation.checkStandardInput(among: named)
    let input = TraceInput(invocation: invocation, settings: settings)
    let tooMany = "a side has more than \(grouped(Self.sideLimit)) files"
    base = try input.files(
      sides.base, takesReports: true, limit: Self.sideLimit, tooMany)
    new = try input.files(sides.new, takesReports: true, limit: Self.sideLimit, tooMany)
    budget = try invocation.budget(parsed)
    budgetFile = parsed.value(of: .budget)?.asInput.text
    showsKept = parsed.isSet(.kept)
    options.devices = parsed.values(of: .comparedDevice).map(\.text)
    options.leastMatch = leastMatch(parsed.value(of: .match)?.text)
    options.tolerances = try tolerances(parsed)
    target = try invocation.target(settings.output, sparing: named)
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
      try sink.write { render(report, handingTo: $0) }
    }
    return code == .success && !report.isGood ? .checkFailed : code
  }

  /// A name that matches nothing is a mistake, also beside others: what is not compared seems well.
  private func checkDevices(_ runs: [Run]) throws(CommandFailure) {
    for device in options.devices where !runs.contains(where: { $0.has(device) }) {
      throw CommandFailure(
        "neither side has a connection with \(Subject(device: device).text), as --device asks for")
    }
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
      return "no connection of the new side could be matched with one of the base: they are with "
        + "different devices, or nothing is known of the devices"
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
        "'\(extra.text)' belongs to neither side; put it after --base or --new")
    }
    guard !base.isEmpty else { throw CommandFailure("'--new' needs '--base FILE...' beside it") }
    guard !new.isEmpty else { throw CommandFailure("'--base' needs '--new FILE...' beside it") }
    return (base, new)
  }
}

/// Addresses that two captures have in common are as sure as an identity.
/// What a measure may change by before the difference counts.
func tolerances(_ parsed: ParsedArguments) throws(CommandFailure) -> [String: Tolerance] {
  var tolerances: [String: Tolerance] = [:]
  for argument in parsed.values(of: .tolerance) {
    let parts = argument.text.split(separator: "=", maxSplits: 1)
    let name = parts.first.map { String($0) } ?? ""
    guard let measure = BudgetMeasure.compared.first(where: { $0.name == name }) else {
      let near = nearest(to: name, among: BudgetMeasure.compared.map(\.name))
      throw CommandFailure(
        "'\(name)' is no measure that diff compares; "
          + (near.map { "did you mean '\($0)'?" } ?? "bletrace-diff(1) lists them"))
    }
    guard parts.count == 2, let value = tolerance(String(parts[1]), measure.facts.unit) else {
      throw CommandFailure(
        "'\(argument.text)' is no tolerance; it is written as MEASURE=20% or MEASURE=5ms")
    }
    tolerances[name] = value
  }
  return tolerances
}

/// `20%`, or an amount in the measure's unit: a time needs its own, such as `5ms`.
private func tolerance(_ text: String, _ unit: MeasureUnit) -> Tolerance? {
  if text.hasSuffix("%") {
    return amount(text.dropLast()).map { Tolerance(relative: $0 / 100, absolute: 0) }
  }
  guard unit == .microseconds else {
    return amount(text[...]).map { Tolerance(relative: 0, absolute: $0) }
  }
  guard text.hasSuffix("s") else { return nil }
  return microseconds(text).map { Tolerance(relative: 0, absolute: Double($0)) }
}

/// A decimal number of at most nine digits before its point.
private func amount(_ text: Substring) -> Double? {
  let isPlain = text.utf8.allSatisfy {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
  }
  guard isPlain, text.utf8.count <= 12, let value = Double(text), value < 1e9 else { return nil }
  return value
}

private func leastMatch(_ word: String?) -> MatchBasis {
  switch word {
  case "any": .nothing
  case "services": .services
  case "address": .address
  default: .name
  }
}
