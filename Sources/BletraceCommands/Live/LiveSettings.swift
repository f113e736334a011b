import LiveCapture
import Rendering
import Report
import Tracking

/// The options of `live`, checked.
struct LiveSettings {
  enum Source {
    /// The controllers of this computer: the one of that number, or all.
    case device(UInt16?)
    case standardInput
    case file(Argument)
    /// At so many bits a second.
    case serialLine(Argument, speed: Int)
    case network(NetworkAddress)
  }

  /// What ends a capture when it happens.
  enum Condition: Equatable {
    case event(LiveEvent.Kind)
    case finding(ReportV1.Severity)

    var name: String {
      switch self {
      case .event(let kind): kind.rawValue
      case .finding(let least): least.rawValue
      }
    }

    func isMet(by event: LiveEvent) -> Bool {
      switch self {
      case .event(let kind): event.kind == kind
      case .finding(let least):
        event.severity.map { $0.weight >= least.weight } ?? false
      }
    }
  }

  let source: Source
  let analyze: AnalyzeSettings
  let write: Argument?
  let report: Argument?
  let reportFormat: AnalyzeSettings.Format
  let endsOnUnplug: Bool
  var rotation = Rotation()
  /// Microseconds; nil leaves it to the system.
  var syncInterval: Int64? = 1_000_000
  /// Microseconds.
  var duration: Int64?
  var count: Int?
  var until: Condition?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    source = try liveSource(parsed)
    analyze = try AnalyzeSettings(parsed, invocation)
    write = parsed.value(of: .write)
    report = parsed.value(of: .report)
    endsOnUnplug = parsed.isSet(.exitOnUnplug)
    reportFormat =
      switch report?.text {
      case let name? where name.hasSuffix(".json"): .json
      case let name? where name.hasSuffix(".txt"): .text
      default: analyze.format
      }
    try analyze.checkTextOptions(isText: reportFormat == .text)
    if let write, write.isStandardInput {
      throw CommandFailure(
        "'--write' needs the name of a file: standard output has the events and the report"
      )
    }
    rotation = try liveRotation(parsed)
    syncInterval = try liveSync(parsed)
    duration = try parsed.value(
      of: .duration,
      "is not a time for '--duration'; write its unit, as in 90s, 5min or 2h",
      longTime)
    count = try parsed.value(of: .count, "is not a number of records for '--count'", positive)
    if let word = parsed.value(of: .until) { until = try condition(word.text) }
    if endsOnUnplug {
      switch source {
      case .device, .serialLine: break
      case .standardInput, .file, .network:
        throw CommandFailure(
          "'--exit-on-unplug' is for controllers and serial lines of this computer")
      }
    }
  }
}

private func liveSource(_ parsed: ParsedArguments) throws(CommandFailure) -> LiveSettings.Source {
  let interface = parsed.value(of: .interface)
  let file = parsed.value(of: .follow)
  let operand = parsed.operands.first
  let line = parsed.value(of: .tty)
  guard
    [interface, file, operand, line, parsed.value(of: .connect)].compactMap(\.self).count <= 1
  else {
    throw CommandFailure(
      "one capture at a time: '--iface NAME', '--follow FILE', '--tty DEVICE', "
        + "'--connect HOST:PORT' or '-' for standard input")
  }
  if let line { return try serialLine(line) }
  let address = try parsed.value(
    of: .connect,
    "is not an address for '--connect'; write HOST:PORT, such as localhost:8872 or [::1]:8872"
  ) { NetworkAddress($0) }
  if let address { return .network(address) }
  if let file {
    guard file.text != "-" else {
      throw CommandFailure("standard input is read with 'bletrace live -'")
    }
    return .file(file)
  }
  if let operand {
    guard operand.text == "-" else {
      throw CommandFailure(
        "'\(operand.text)' is not '-' for standard input; a file that grows is read with "
          + "'--follow \(operand.text)', a finished one with 'bletrace analyze \(operand.text)'")
    }
    return .standardInput
  }
  guard let interface, interface.text != "any" else { return .device(nil) }
  guard let number = controllerNumber(interface.text) else {
    throw CommandFailure(
      "'\(interface.text)' is not a controller; write hci0, or any for all of them"
    )
  }
  return .device(number)
}

/// A number of things, one at least.
func positive(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

/// `/dev/ttyACM0` or `/dev/ttyACM0,1000000`.
private func serialLine(_ word: Argument) throws(CommandFailure) -> LiveSettings.Source {
  guard let comma = word.bytes.lastIndex(of: UInt8(ascii: ",")) else {
    return .serialLine(word, speed: SerialLine.usualSpeed)
  }
  let name = Argument(bytes: Array(word.bytes[..<comma]))
  let speed = String(decoding: word.bytes[(comma + 1)...], as: UTF8.self)
  guard !name.bytes.isEmpty, let number = Int(speed), SerialLine.speeds.contains(number) else {
    throw CommandFailure(
      "'\(word.text)' has no speed that '--tty' supports; write /dev/ttyACM0,1000000, with one of "
        + "these speeds: "
        + SerialLine.speeds.map(String.init).joined(separator: ", "))
  }
  return .serialLine(name, speed: number)
}

/// 0 of `hci0`.
func controllerNumber(_ name: String) -> UInt16? {
  guard name.hasPrefix("hci"), let number = UInt16(name.dropFirst(3)), number < 0xFFFF,
    name == "hci\(number)"
  else { return nil }
  return number
}

/// `transfer complete`, with hyphens too; `warning` and `error` are findings that bad or worse.
private func condition(_ text: String) throws(CommandFailure) -> LiveSettings.Condition {
  let name = String(text.lowercased().map { $0 == "-" || $0 == "_" ? " " : $0 })
  if let kind = LiveEvent.Kind(rawValue: name) { return .event(kind) }
  if name == "warning" { return .finding(.warning) }
  if name == "error" { return .finding(.error) }
  let names = LiveEvent.Kind.allCases.map(\.rawValue) + ["warning", "error"]
  throw CommandFailure(
    "'\(text)' is not an event for '--until'; "
      + (nearest(to: name, among: names).map { "did you mean '\($0)'?" }
        ?? "'bletrace live --help' lists the events"))
}

/// `10MB`, `512kB`, `65536`, in powers of ten; at least what a few packets take.
func byteSize(_ text: String) -> Int? {
  let units: [(String, Int)] = [
    ("kb", 1000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("k", 1000), ("m", 1_000_000),
    ("g", 1_000_000_000), ("b", 1),
  ]
  let lower = text.lowercased()
  let unit = units.first { lower.hasSuffix($0.0) }
  let digits = lower.dropLast(unit?.0.count ?? 0)
  guard !digits.isEmpty, digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
    let number = Int(digits)
  else { return nil }
  let (size, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
  return overflow || size < 4000 ? nil : size
}

/// `90s`, `5min`, `2h`, `1.5s`, `500ms`, in microseconds.
func longTime(_ text: String) -> Int64? {
  for (suffix, seconds) in [("min", 60), ("h", 3600), ("d", 86_400)] as [(String, Int64)]
  where text.hasSuffix(suffix) {
    guard let number = Int64(text.dropLast(suffix.count)), (1...100_000).contains(number) else {
      return nil
    }
    return number * seconds * 1_000_000
  }
  return microseconds(text)
}
