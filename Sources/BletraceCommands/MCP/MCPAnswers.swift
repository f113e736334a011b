import Archives
import Findings
import Report
import Synchronization
import Text

/// What the tools answer: the text of the program's own commands, or parts of its report.
struct MCPAnswers {
  /// Octets of an answer. A model reads some ten thousand tokens at most with profit.
  static let longestAnswer = 24_000
  /// Octets of an error, and of each message beside an answer.
  static let longestError = 2000
  private static let longestTrouble = 500
  private static let mostTroubles = 8
  /// Findings of an answer.
  static let mostFindings = 50
  static let mostStreams = 50
  static let mostAttempts = 100
  static let mostEndings = 100

  private let folders: OpenedFolders
  private let unpackLimit: UnpackLimit

  init(_ folders: OpenedFolders, unpackLimit: UnpackLimit) {
    self.folders = folders
    self.unpackLimit = unpackLimit
  }

  func answer(of tool: MCPTool, to message: MCPMessage) throws(CommandFailure) -> String {
    let given = try MCPArguments(message, of: tool)
    switch tool {
    case .listCaptures: return try captures(given)
    case .summary:
      return try output(["analyze", "--width=100"], of: try capture(given))
    case .findings: return try findings(given)
    case .connection:
      let number = given.integer("connection") ?? 0
      return try output(
        ["analyze", "--width=100", Argument("--connection=\(number)")], of: try capture(given))
    case .attempts:
      let report = try report(try capture(given))
      return list(
        "attempts", report.captures.flatMap(\.attempts), most: Self.mostAttempts, report.errors)
    case .endings: return try endings(given)
    case .streams: return try streams(given)
    case .transfer: return try transfer(given)
    case .messages:
      var words: [Argument] = ["messages", "--full", "--width=100"]
      if given.isSet("timeline") { words.append("--timeline") }
      if let number = given.integer("layout") { words.append(Argument("--number=\(number)")) }
      return try output(words, of: try capture(given))
    case .frames:
      let frames = Argument("--frames=\(given.text("frames") ?? "")")
      let words: [Argument] = ["decode", frames] + (given.isSet("fields") ? ["-v"] : [])
      return try output(words, of: try capture(given))
    case .compare:
      let sides = [("--base=", "base"), ("--new=", "new")]
      var words: [Argument] = ["diff", "--width=100"]
      for (option, name) in sides {
        for path in given.texts(name) {
          var found = try? folders.resolve(path, asFolder: true)
          if found == nil { found = try folders.resolve(path) }
          words.append(Argument(bytes: Array(option.utf8) + (found?.bytes ?? [])))
        }
      }
      return try output(words)
    case .rule: return try output(["rules", "--", Argument(given.text("rule") ?? "")])
    }
  }

  private func capture(_ given: MCPArguments) throws(CommandFailure) -> Argument {
    try folders.resolve(given.text("capture") ?? "")
  }

  // MARK: The program's own commands

  private func output(
    _ words: [Argument], of operand: Argument? = nil
  ) throws(CommandFailure) -> String {
    let (output, errors) = (BoundedSink(Self.longestAnswer), BoundedSink(Self.longestError))
    let code = run(invocation(words + (operand.map { ["--", $0] } ?? []), output, errors))
    // A check that failed is an answer, and so is what could be read of a capture that is damaged.
    guard code != .trouble || !output.isEmpty else {
      throw CommandFailure(
        errors.isEmpty ? "nothing was found" : errors.text(upTo: Self.longestError))
    }
    let trouble = code == .trouble ? "\n\(errors.text(upTo: Self.longestError))" : ""
    let whole = output.text(upTo: Self.longestAnswer) + trouble
    if !output.isFull, whole.utf8.count <= Self.longestAnswer { return whole }
    let end = trouble + "\n[Cut: an answer has at most \(grouped(Self.longestAnswer)) bytes.]"
    return output.text(upTo: Self.longestAnswer - end.utf8.count) + end
  }

  private func invocation(
    _ words: [Argument], _ output: any ByteSink, _ errors: any ByteSink
  ) -> Invocation {
    // No tool reads standard input, which is the client's.
    var invocation = Invocation(
      arguments: words, standardInput: -1, output: output, errors: errors)
    invocation.unpackLimit = unpackLimit
    invocation.openFolders = folders
    return invocation
  }

  // MARK: The report

  /// - Parameter connection: whose details are asked for.
  private func report(
    _ capture: Argument, connection: Int? = nil
  ) throws(CommandFailure) -> ReportV1 {
    let invocation = invocation([], BoundedSink(0), BoundedSink(0))
    var settings = try AnalyzeSettings(ParsedArguments(command: .analyze), invocation)
    settings.analysis.judge = RuleJudge(wanted: connection)
    let reading = CaptureReading(invocation: invocation, settings: settings, directory: nil)
    var outcomes = CaptureOutcomes.all(of: [capture], reading)
    let troubles = outcomes.flatMap(\.failures).map(\.message)
    var report = ReportV1 {
      $0.captures = outcomes.indices.compactMap { outcomes[$0].capture.take() }
    }
    guard !report.captures.isEmpty else {
      throw CommandFailure(troubles.first ?? "\(capture.text): contains no capture")
    }
    report.findings = RuleCatalog.findings(
      in: report.captures, rules: RuleCatalog.all, asked: [])
    report.errors = troubles
    return report
  }

  private func findings(_ given: MCPArguments) throws(CommandFailure) -> String {
    var least: ReportV1.Severity = .info
    if let word = given.text("severity") {
      guard let severity = ReportV1.Severity(rawValue: word) else {
        throw CommandFailure("'\(word)' is not a severity; use info, warning or error")
      }
      least = severity
    }
    if let rule = given.text("rule") { _ = try findRule(Argument(rule)) }
    let report = try report(try capture(given))
    let found = report.findings.filter { finding in
      finding.severity.weight >= least.weight
        && given.text("rule").map { $0 == finding.rule } ?? true
        && given.integer("connection").map(finding.covers) ?? true
    }
    return list("findings", found, most: Self.mostFindings, report.errors)
  }

  /// The connections of the number that is given, one of each capture, and what went wrong.
  private func connections(
    _ given: MCPArguments
  ) throws(CommandFailure) -> (found: [ReportV1.Connection], errors: [String]) {
    let path = try capture(given)
    let number = given.integer("connection") ?? 0
    let report = try report(path, connection: number)
    let found = report.captures.flatMap { Array($0.connections) }.filter { $0.id == number }
    guard !found.isEmpty else {
      throw CommandFailure("\(path.text): has no connection \(number)")
    }
    return (found, report.errors)
  }

  /// A connection whose end is not in the capture has no ending: it is null.
  private func endings(_ given: MCPArguments) throws(CommandFailure) -> String {
    let report = try report(try capture(given))
    let connections = report.captures.flatMap { Array($0.connections) }
    return list("endings", connections, most: Self.mostEndings, report.errors) { one, json in
      json.beginObject()
      json.field("connection", one.id)
      json.field("peer", one.peer.address)
      json.field("role", one.role)
      json.field("start_us", one.startUs)
      json.field("end_us", one.endUs)
      json.field("ending", one.ending)
      json.endObject()
    }
  }

  private func streams(_ given: MCPArguments) throws(CommandFailure) -> String {
    let (connections, errors) = try connections(given)
    let found = connections.flatMap { $0.notifications + $0.writes }
    return list("streams", found, most: Self.mostStreams, errors)
  }

  private func transfer(_ given: MCPArguments) throws(CommandFailure) -> String {
    let (connections, errors) = try connections(given)
    let number = given.integer("connection") ?? 0
    func one<Object: ReportObject>(
      _ key: StaticString, _ noun: String, _ id: Int, _ found: [Object]
    ) throws(CommandFailure) -> String {
      guard !found.isEmpty else {
        throw CommandFailure("connection \(number) has no \(noun) \(id)")
      }
      return list(key, found, most: 4, errors)
    }
    switch (given.integer("transfer"), given.integer("run"), given.integer("dialogue")) {
    case (let id?, nil, nil):
      let found = connections.flatMap { $0.transfers.filter { $0.id == id } }
      return try one("transfers", "transfer", id, found)
    case (nil, let id?, nil):
      return try one("runs", "run", id, connections.flatMap { $0.runs.filter { $0.id == id } })
    case (nil, nil, let id?):
      let found = connections.flatMap { $0.dialogues.filter { $0.id == id } }
      return try one("dialogues", "dialogue", id, found)
    default:
      throw CommandFailure(
        "give the number of a transfer, of a run or of a dialogue, one of them")
    }
  }

  /// As many of some objects as an answer has room for, as JSON.
  private func list<Object: ReportObject>(
    _ key: StaticString, _ objects: [Object], most: Int, _ errors: [String]
  ) -> String {
    list(key, objects, most: most, errors) { object, json in
      var object = object
      object.write(to: &json)
    }
  }

  private func list<Object>(
    _ key: StaticString, _ objects: [Object], most: Int, _ errors: [String],
    _ write: (Object, inout JSONWriter) -> Void
  ) -> String {
    let end = listEnd(errors)
    // The key, the brackets and the number of those that are left out.
    let frame = 64
    var texts: [[UInt8]] = []
    var octets = frame + end.count
    for object in objects.prefix(most) {
      var json = JSONWriter(layout: .compact)
      write(object, &json)
      json.finish()
      let text = json.bytes
      guard octets + text.count <= Self.longestAnswer else { break }
      octets += text.count
      texts.append(Array(text.dropLast()))
    }
    var answer = Array("{\"\(key)\":[".utf8)
    answer += texts.joined(separator: [UInt8(ascii: ",")])
    answer += Array("],\"omitted\":\(objects.count - texts.count)".utf8)
    return String(decoding: answer + end, as: UTF8.self)
  }

  private func listEnd(_ errors: [String]) -> [UInt8] {
    guard !errors.isEmpty else { return [UInt8(ascii: "}")] }
    var json = JSONWriter(layout: .compact)
    json.beginArray()
    for error in errors.prefix(Self.mostTroubles) {
      json.string(error.cut(to: Self.longestTrouble))
    }
    json.endArray()
    json.finish()
    return Array(",\"errors\":".utf8) + json.bytes.dropLast() + [UInt8(ascii: "}")]
  }

  // MARK: What there is

  private func captures(_ given: MCPArguments) throws(CommandFailure) -> String {
    var folder: Argument?
    if let path = given.text("folder") { folder = try folders.resolve(path, asFolder: true) }
    let (files, isWhole) = folders.files(in: folder)
    let invocation = invocation([], BoundedSink(0), BoundedSink(0))
    let input = TraceInput(
      invocation: invocation,
      settings: try AnalyzeSettings(ParsedArguments(command: .analyze), invocation))
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.key("folders")
    json.beginArray()
    for folder in folders.folders { json.string(folder.text) }
    json.endArray()
    json.key("files")
    json.beginArray()
    var listed = 0
    var last = files.startIndex
    for file in files {
      // Each octet of a name may need six in JSON.
      guard listed < OpenedFolders.mostListed,
        json.bytes.count + 6 * file.bytes.count < Self.longestAnswer - 200
      else { break }
      last += 1
      // A bug report of a phone is an archive. What is in it is not looked for here.
      guard let kind = input.kind(of: file).word ?? Self.archive(file) else { continue }
      listed += 1
      json.beginObject()
      json.key("path")
      json.string(file.text)
      json.key("kind")
      json.string(kind)
      json.key("octets")
      json.int((try? POSIX.status(file.bytes))?.size ?? 0)
      json.endObject()
    }
    json.endArray()
    json.key("is_whole")
    json.bool(isWhole && last == files.endIndex)
    json.endObject()
    json.finish()
    return String(decoding: json.bytes.dropLast(), as: UTF8.self)
  }

  private static func archive(_ file: Argument) -> String? {
    [".zip", ".tar", ".tar.gz", ".tgz"].contains { file.text.endsWith($0) } ? "archive" : nil
  }
}

extension TraceInput.Kind {
  fileprivate var word: String? {
    switch self {
    case .captures: "capture"
    case .report: "report"
    case .other, .unreadable: nil
    }
  }
}

/// The arguments of a call, checked against the parameters of its tool.
struct MCPArguments {
  private let values: [String: MCPMessage.Value]

  init(_ message: MCPMessage, of tool: MCPTool) throws(CommandFailure) {
    let names = tool.parameters.map(\.name)
    for name in message.arguments.keys.sorted() + message.oddArguments where !names.contains(name) {
      let known = names.joined(separator: ", ")
      throw CommandFailure("\(tool.rawValue) has no parameter '\(name)'; it has \(known)")
    }
    for parameter in tool.parameters {
      let value = message.arguments[parameter.name]
      if message.oddArguments.contains(parameter.name) || value.map(parameter.fits) == false {
        throw CommandFailure("'\(parameter.name)' is \(parameter.kind.rawValue)")
      }
      if value == nil, parameter.isRequired {
        throw CommandFailure("\(tool.rawValue) needs '\(parameter.name)'. \(parameter.meaning)")
      }
    }
    values = message.arguments
  }

  func text(_ name: String) -> String? {
    if case .string(let text) = values[name] { text } else { nil }
  }

  func texts(_ name: String) -> [String] {
    switch values[name] {
    case .string(let text): [text]
    case .strings(let texts): texts
    default: []
    }
  }

  func integer(_ name: String) -> Int? {
    if case .integer(let number) = values[name] { number } else { nil }
  }

  func isSet(_ name: String) -> Bool { values[name] == .bool(true) }
}

/// Takes so many octets, and then refuses more, so that no more is made.
private final class BoundedSink: ByteSink {
  private let limit: Int
  private let octets = Mutex<[UInt8]>([])

  init(_ limit: Int) {
    self.limit = limit
  }

  func write(_ bytes: [UInt8]) throws(WriteFailure) {
    // One more than is shown says whether there is more.
    octets.withLock { $0 += bytes.prefix(limit + 1 - $0.count) }
    if isFull { throw .closedPipe }
  }

  var isEmpty: Bool { octets.withLock { $0.isEmpty } }
  var isFull: Bool { octets.withLock { $0.count > limit } }

  /// - Parameter most: octets, at most the limit.
  func text(upTo most: Int) -> String {
    var shown = octets.withLock { $0.wholeCharacters(upTo: max(0, most)) }
    while shown.last == UInt8(ascii: "\n") { shown.removeLast() }
    return String(decoding: shown, as: UTF8.self)
  }
}
