import BluetoothProtocol
import Comparison
import Findings
import Rendering
import Report
import Text
import Tracking
import Workbench

/// The options of `analyze`, checked.
struct AnalyzeSettings {
  /// What is made of the report.
  enum Format: Equatable {
    case text, json
    /// Rows of flat tables, in which the hash of its octets names a capture.
    case ndjson
    case csv(CSVTable)
    /// A page for a browser.
    case html
    /// A trace for Perfetto.
    case perfetto
    /// The findings, for another program.
    case findings(FindingsForm.Format)

    /// Whether the digests of payloads stand in it.
    var hasDigests: Bool { self == .json || rowsName != nil }

    /// Of the two that are tables without a report.
    var rowsName: String? {
      switch self {
      case .ndjson: "ndjson"
      case .csv: "csv"
      default: nil
      }
    }
  }

  var format = Format.text
  /// Captures of one archive are read one after the other, as what is written meanwhile has an
  /// order.
  var readsOneByOne = false
  var output: Argument?
  var extract: Argument?
  var analysis = AnalysisOptions()
  var text = TextOptions()
  /// How the timeline is printed, without the logs.
  var timeline = TimelineOptions()
  /// A log whose lines are put between the events of the timeline.
  var mergedLog: Argument?
  /// Microseconds that are added to its times.
  var logOffset: Int64 = 0
  /// How much of the text is printed.
  var extent = ReportExtent.brief
  /// Characteristics that options name.
  private(set) var namedAttributes: [(option: Option, name: AttributeName)] = []
  /// Whether each finding has the command that opens Wireshark there.
  var opensWireshark = false
  var isQuiet = false
  /// Whether the captures are of several sniffers, and read as one.
  var mergesAir = false
  /// What is known about messages of devices.
  var layouts: [LayoutFile] = []
  /// Whether a transfer is compared with a file.
  var comparesFile = false
  /// Of the replacements in a report that is redacted; all captures of a call have the same.
  var redactionSalt: [UInt8]?
  var rules: [any Rule.Type] = RuleCatalog.all
  /// The names of those that were asked for by name.
  var askedRules: Set<String> = []
  /// The least severity of a finding that makes the run fail.
  var failOn: ReportV1.Severity?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    format = try Self.format(parsed)
    analysis.keepsSketches = format == .ndjson
    analysis.keepsSeries = format == .html || format == .perfetto
    analysis.keepsRequests = analysis.keepsSeries
    output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
    extract = parsed.value(of: .extract)
    redactionSalt = parsed.isSet(.redact) ? RedactionMap.salt() : nil
    isQuiet = parsed.isSet(.quiet)
    mergesAir = parsed.isSet(.mergeAir)
    comparesFile = parsed.isSet(.expect)
    analysis.markers +=
      try redactionSalt == nil
      ? parsed.values(
        of: .marker,
        "is not a marker; write a text, or bytes such as hex:454F4D, of 1 to 64 bytes",
        TransferMarker.init(argument:)) : parsed.markersToKeep()
    let transfers = try parsed.values(
      of: .transfer,
      "is not a UUID; write 2A37, 9D534E8B-2153-4F6D-B2B0-8C68665A7274, or a handle, as in 0x0018",
      { AttributeName($0) })
    for name in transfers { analysis.apply(transfer: name) }
    namedAttributes += transfers.dropFirst(parsed.configuredCount(of: .transfer))
      .map { (.transfer, $0) }
    layouts = try parsed.layoutFiles(invocation)
    for file in layouts { analysis.apply(file) }
    for (index, argument) in parsed.values(of: .framing).enumerated() {
      let framing = try FramingArgument(argument)
      analysis.apply(framing)
      if case .characteristic(let name, _) = framing,
        index >= parsed.configuredCount(of: .framing)
      {
        namedAttributes.append((.framing, name))
      }
    }
    analysis.keys = try parsed.airKeys(invocation)
    for argument in parsed.values(of: .name) { try analysis.names.add(argument.text) }
    analysis.gapThresholdMicroseconds = try parsed.value(
      of: .gapThreshold,
      "is not a time for '--gap-threshold'; write its unit, as in 250ms or 1.5s, and at most a day"
    ) { microseconds($0) }
    let chosen = try ruleNames(parsed.values(of: .rule))
    let left = try ruleNames(parsed.values(of: .noRule))
    rules = RuleCatalog.all.filter {
      (chosen.isEmpty || chosen.contains($0.name)) && !left.contains($0.name)
    }
    askedRules = chosen
    failOn = parsed.value(of: .failOn).flatMap { ReportV1.Severity(rawValue: $0.text) }
    analysis.timeline = parsed.value(of: .timeline).flatMap {
      TimelineVocabulary(rawValue: $0.text)
    }
    analysis.rssiGate = try parsed.value(
      of: .rssiGate,
      "is not a window for '--rssi-gate'; write -32..-15, in dBm, the lower end first, from -127 "
        + "to 20", signalWindow)
    try readTimelineOptions(parsed)
    text = try textOptions(parsed, invocation)
    opensWireshark = parsed.isSet(.wireshark)
    if parsed.isSet(.full) { extent = .full }
    let numbers = 1...1_000_000
    let connection = try parsed.value(
      of: .reportConnection,
      "is not a value for '--connection'; it is a number from \(numbers.lowerBound) to "
        + "\(numbers.upperBound)"
    ) { text in Int(text).flatMap { numbers.contains($0) ? $0 : nil } }
    if let connection { extent = .connection(connection) }
    analysis.expectedConnection = connection
    analysis.judge = RuleJudge(rules: rules, asked: askedRules, wanted: connection)
  }

  private mutating func readTimelineOptions(_ parsed: ParsedArguments) throws(CommandFailure) {
    timeline.showsClock = parsed.value(of: .time)?.text == "absolute"
    mergedLog = parsed.value(of: .mergeLog)
    if mergedLog != nil, analysis.timeline == nil { analysis.timeline = .packets }
    guard mergedLog == nil || redactionSalt == nil else {
      throw CommandFailure("'--merge-log' would add lines that '--redact' does not replace")
    }
    let offset = try parsed.value(
      of: .logOffset,
      "is not a time for '--log-offset'; write 90s, -250ms, +2h or -05:30", logShift)
    if let offset { logOffset = offset }
    if offset != nil, mergedLog == nil {
      throw CommandFailure("'--log-offset' needs --merge-log")
    }
  }

  private static func format(_ parsed: ParsedArguments) throws(CommandFailure) -> Format {
    let word = parsed.value(of: .format)?.text ?? "text"
    let table = parsed.value(of: .table)?.text
    guard word == "csv" || table == nil else {
      throw CommandFailure("'--table' is for --format csv only")
    }
    switch word {
    case "json": return .json
    case "ndjson": return .ndjson
    case "csv": return CSVTable(name: table ?? CSVTable.values.name).map { .csv($0) } ?? .text
    case "html": return .html
    case "perfetto": return .perfetto
    default: return FindingsForm.Format(rawValue: word).map { .findings($0) } ?? .text
    }
  }

  /// What shortens the text, or makes it longer, does nothing to the other forms.
  func checkTextOptions(isText: Bool) throws(CommandFailure) {
    if isText { return }
    if opensWireshark {
      throw CommandFailure("'--wireshark' is for the text report only")
    }
    guard mergedLog == nil else {
      throw CommandFailure("'--merge-log' is for the text report only")
    }
    guard !timeline.showsClock else {
      throw CommandFailure("'--time absolute' is for the text report only")
    }
    let option: Option
    switch extent {
    case .brief: return
    case .full: option = .full
    // It chooses what is compared.
    case .connection where comparesFile: return
    case .connection: option = .reportConnection
    }
    throw CommandFailure(
      "'\(option.spelling)' is for the text report only; the other formats are not shortened")
  }
}

extension AnalyzeSettings {
  /// What to say of options that name what no capture has.
  func complaints(aboutNamesIn report: ReportV1) -> [String] {
    namedAttributes.filter { named in
      !report.captures.contains { $0.connections.contains { named.name.isIn($0) } }
    }.map { "'\($0.option.spelling) \($0.name.words)': no capture has such a characteristic" }
  }

  /// Whether the exit status is to say that something was found, or that a budget is broken.
  func fails(_ report: ReportV1, _ budget: [BudgetOutcome]?) -> Bool {
    if let budget, !budget.allSatisfy(\.holds) { return true }
    if !report.arrivals.allSatisfy(\.arrival.intact) { return true }
    guard let failOn else { return false }
    return report.findings.contains { $0.severity.weight >= failOn.weight }
  }
}

extension ReportExtent {
  /// What to say of captures that lack the connection that is asked for.
  func complaints(about report: ReportV1) -> [String] {
    guard case .connection(let id) = self else { return [] }
    return report.captures.filter { !$0.connections.contains { $0.id == id } }.map { capture in
      let ids = capture.connections.map(\.id)
      let known =
        switch (ids.first, ids.last) {
        case (let first?, let last?) where ids.count > 1: "; it has \(first) to \(last)"
        case (let only?, _): "; its only connection is \(only)"
        default: "; it has no connections"
        }
      return "\(capture.path): has no connection \(id)\(known)"
    }
  }
}

private func ruleNames(_ words: [Argument]) throws(CommandFailure) -> Set<String> {
  var names: Set<String> = []
  for word in words { names.insert(try findRule(word).name) }
  return names
}

private let widths = 60...160

/// How the text report looks: as the options say, else as the terminal is, else plain.
private func textOptions(
  _ parsed: ParsedArguments, _ invocation: Invocation
) throws(CommandFailure) -> TextOptions {
  let environment = invocation.environment
  let isFile = parsed.value(of: .output).map { $0.text != "-" } ?? false
  let isTerminal = invocation.terminals.outputIsTerminal && !isFile
  var options = TextOptions()
  options.width = 80
  let wanted = try parsed.value(
    of: .width, "is not a width; it is a number from \(widths.lowerBound) to \(widths.upperBound)"
  ) { text in Int(text).flatMap { widths.contains($0) ? $0 : nil } }
  if let wanted {
    options.width = wanted
  } else if isTerminal {
    let width = invocation.terminals.columns ?? environment[.columns].flatMap { Int($0) } ?? 80
    options.width = min(max(width, widths.lowerBound), widths.upperBound)
  }
  switch parsed.value(of: .color)?.text {
  case "always": options.color = true
  case "never": options.color = false
  default:
    options.color =
      isTerminal && (environment[.noColor] ?? "").isEmpty && environment[.term] != "dumb"
  }
  options.unicode = !isTerminal || localeIsUTF8(environment)
  return options
}

func localeIsUTF8(_ environment: [EnvironmentVariable: String]) -> Bool {
  let order: [EnvironmentVariable] = [.localeAll, .localeCharacters, .language]
  let locale = order.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
  let name = locale.lowercased()
  return name.contains("utf-8") || name.contains("utf8")
}

/// `-32..-15`: the range that a signal strength may have, in dBm. Core Vol 4, Part E, 7.7.65.2.
func signalWindow(_ text: String) -> ClosedRange<Int8>? {
  let ends = text.split(separator: "..", omittingEmptySubsequences: false)
  guard ends.count == 2, let low = Int8(ends[0]), let high = Int8(ends[1]), low <= high,
    low >= -127, high <= 20
  else { return nil }
  return low...high
}

/// `250ms`, `1.5s`, `40us`: more than nothing, in whole microseconds; nil also without a unit.
///
/// - Parameter most: a day.
func microseconds(_ text: String, most: Int64 = 86_400_000_000) -> Int64? {
  let units: [(suffix: String, decimals: Int)] = [("us", 0), ("ms", 3), ("s", 6)]
  guard let (suffix, decimals) = units.first(where: { text.hasSuffix($0.suffix) }) else {
    return nil
  }
  let digits = text.dropLast(suffix.count)
  let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
  guard (1...2).contains(parts.count) else { return nil }
  let fraction = parts.count == 2 ? parts[1] : "0"
  guard !parts[0].isEmpty, !fraction.isEmpty,
    (parts[0] + fraction).utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  else { return nil }
  // What is finer than a microsecond can only be zeros.
  guard fraction.utf8.dropFirst(decimals).allSatisfy({ $0 == UInt8(ascii: "0") }) else {
    return nil
  }
  let padded =
    fraction.prefix(decimals)
    + String(repeating: "0", count: max(0, decimals - fraction.utf8.count))
  guard let value = Int64(parts[0] + padded), value > 0, value <= most else { return nil }
  return value
}
