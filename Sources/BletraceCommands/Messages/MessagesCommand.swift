import CaptureFiles
import Rendering
import Report
import Text
import Tracking
import Workbench

/// `bletrace messages CAPTURE`
struct MessagesCommand {
  private enum Output { case text, json, script, dissector }

  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let files: [Argument]
  private let output: Output
  private let comparesTwo: Bool
  private let hasTimeline: Bool
  private let number: Int?
  private let names: [NamedKind]
  private let target: OutputTarget?
  private let layoutTarget: OutputTarget?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    settings = try AnalyzeSettings(parsed, invocation)
    files = parsed.operands
    comparesTwo = parsed.isSet(.difference)
    hasTimeline = parsed.isSet(.timeline) || settings.mergedLog != nil
    let isJSON = parsed.value(of: .format)?.text == "json"
    output =
      parsed.isSet(.script)
      ? .script : parsed.isSet(.dissector) ? .dissector : isJSON ? .json : .text
    let numbers = 1...1000
    number = try parsed.value(
      of: .number, "is not a number of a layout; the table numbers them from 1"
    ) { text in Int(text).flatMap { numbers.contains($0) ? $0 : nil } }
    names = settings.layouts.flatMap(\.names)
    try Self.check(parsed)
    try invocation.checkStandardInput(among: files + parsed.otherInputs)
    if let log = settings.mergedLog { try invocation.check(log: log, for: 1) }
    if let output = parsed.value(of: .output), let layout = parsed.value(of: .writeLayout),
      output.bytes == layout.bytes
    {
      throw CommandFailure("\(layout.text): '--output' and '--write-layout' name the same file")
    }
    let audience: POSIX.Audience = parsed.isSet(.redact) ? .others : .owner
    target = try invocation.reportTarget(
      settings.output, sparing: files, parsed.otherInputs, for: audience)
    layoutTarget = try invocation.reportTarget(
      parsed.value(of: .writeLayout), sparing: files, parsed.otherInputs, for: audience)
    if let file = parsed.value(of: .writeLayout), (try? POSIX.isTaken(file.bytes)) == true {
      throw CommandFailure("\(file.text): exists, and will not be overwritten")
    }
  }

  /// What cannot be asked for at once.
  private static func check(_ parsed: ParsedArguments) throws(CommandFailure) {
    let wanted = parsed.isSet(.difference) ? 2 : 1
    guard parsed.operands.count == wanted else {
      throw CommandFailure(
        wanted == 2
          ? "'--diff' needs two captures: bletrace messages --diff A B"
          : "'messages' takes one capture; '--diff' compares two")
    }
    let ways: [Option] = [.difference, .script, .dissector]
    let given = ways.filter { parsed.isSet($0) }
    if given.count > 1 {
      throw CommandFailure(
        "'\(given[0].spelling)' and '\(given[1].spelling)' cannot be combined")
    }
    guard let way = given.first else { return }
    var others: [Option] = [.timeline, .mergeLog]
    if way == .difference { others += [.number, .writeLayout] } else { others.append(.format) }
    if let other = others.first(where: { parsed.isSet($0) }) {
      throw CommandFailure(
        "'\(other.spelling)' cannot be combined with '\(way.spelling)'")
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    var read: [ReadMessages] = []
    for (index, file) in files.enumerated() { read.append(try self.read(file, index + 1)) }
    if comparesTwo {
      let diff = MessageDiff(read[0].traces, read[1].traces)
      return finish(deliver(diff, of: read), read)
    }
    var found = read[0]
    if let number {
      guard found.traces.contains(where: { $0.number == number }) else {
        throw CommandFailure(
          "\(found.path): has no layout \(number); it has "
            + (found.traces.isEmpty ? "none" : "1 to \(found.traces.count)"))
      }
      found.traces.removeAll { $0.number != number }
      found.candidates = []
    }
    if let layoutTarget {
      guard !found.traces.isEmpty else { throw nothing(found, "a layout file") }
      let text = LayoutFile.text(of: found.traces, version: Version.number)
      let code = invocation.deliver(to: layoutTarget) { (sink) throws(WriteFailure) in
        try sink.write(text)
      }
      if code != .success { return code }
    }
    switch output {
    case .script, .dissector: return finish(try deliverProgram(found), read)
    case .json:
      var json = json(read)
      (json.traces, json.candidates) = (found.traces, found.candidates)
      json.hasTimeline = hasTimeline
      if hasTimeline { json.log = try log(found) }
      return finish(deliver(json), read)
    case .text:
      var document = Document(elsewhere: "--full lists more")
      let text = MessagesText(isFull: settings.extent == .full)
      text.kinds(of: found.traces, candidates: found.candidates, to: &document)
      if hasTimeline { text.timeline(of: found.traces, log: try log(found), to: &document) }
      return finish(deliver(&document), read)
    }
  }

  // MARK: Output

  private func finish(_ code: ExitCode, _ read: [ReadMessages]) -> ExitCode {
    // A name that matches nothing is a mistake.
    let report = ReportV1 { $0.captures = read.map(\.capture) }
    let complaints = read.compactMap(\.trouble) + settings.complaints(aboutNamesIn: report)
    for complaint in complaints { invocation.complain(complaint) }
    return code == .success && !complaints.isEmpty ? .trouble : code
  }

  private func deliver(_ document: inout Document) -> ExitCode {
    var page = Page(settings.text)
    var pieces: [[UInt8]] = []
    page.write(&document) { pieces.append($0) }
    page.handOver { pieces.append($0) }
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      for piece in pieces { try sink.write(piece) }
    }
  }

  private func json(_ read: [ReadMessages]) -> MessagesJSON {
    var json = MessagesJSON()
    json.bletrace = Version.number
    json.paths = read.map(\.path)
    json.errors = read.compactMap(\.trouble)
    return json
  }

  private func deliver(_ json: MessagesJSON) -> ExitCode {
    invocation.deliver(to: target) { (sink) throws(WriteFailure) in try sink.write(json.bytes()) }
  }

  private func deliver(_ diff: MessageDiff, of read: [ReadMessages]) -> ExitCode {
    if output == .json {
      var json = json(read)
      json.diff = diff
      return deliver(json)
    }
    var document = Document(elsewhere: "--full lists more")
    for (name, one) in zip(["A", "B"], read) {
      let count = one.traces.reduce(0) { $0 + $1.messages.count }
      document.line(StyledText("\(name): \(one.path) (\(Quantity.count(count, "message")))"))
    }
    document.skip()
    MessagesText(isFull: settings.extent == .full).differences(diff, to: &document)
    return deliver(&document)
  }

  private func deliverProgram(_ found: ReadMessages) throws(CommandFailure) -> ExitCode {
    let what = output == .script ? "a script" : "a dissector"
    let most = found.traces.max { requests(in: $0) < requests(in: $1) }
    guard let trace = most else { throw nothing(found, what) }
    if found.traces.count > 1, !settings.isQuiet {
      invocation.complain(
        "\(found.path): has \(found.traces.count) layouts; this is for layout \(trace.number), "
          + "--number chooses another one")
    }
    let text =
      output == .script
      ? PythonScript.text(of: trace, version: Version.number)
      : WiresharkDissector.text(of: trace, version: Version.number)
    return invocation.deliver(to: target) { (sink) throws(WriteFailure) in try sink.write(text) }
  }

  private func requests(in trace: MessageTrace) -> Int {
    trace.traced.count { trace.isRequest($0.stream) } * 2 + (trace.traced.isEmpty ? 0 : 1)
  }

  private func nothing(_ found: ReadMessages, _ what: String) -> CommandFailure {
    CommandFailure(
      "\(found.path): no layout of messages was found to make \(what) of; --framing UUID=LAYOUT "
        + "gives one by hand")
  }

  private func log(_ found: ReadMessages) throws(CommandFailure) -> [MessagesText.LogLine] {
    guard let log = settings.mergedLog else { return [] }
    let logs = try invocation.mergedLogs(log, offset: settings.logOffset, [found.capture])
    return (logs[0]?.lines ?? []).map {
      MessagesText.LogLine(timeUs: $0.timeUs, texts: $0.texts)
    }
  }

  // MARK: Reading

  private func read(_ file: Argument, _ number: Int) throws(CommandFailure) -> ReadMessages {
    try MessagesReading(
      invocation: invocation, settings: settings, names: names, comparesTwo: comparesTwo
    ).read(file, number)
  }
}

/// What was found in one capture.
struct ReadMessages {
  /// As the output calls it.
  var path: String
  var capture: ReportV1.Capture
  var traces: [MessageTrace]
  var candidates: [ReportV1.Messages]
  /// Why not all of it was read.
  var trouble: String?
}

/// Reads a capture for its messages.
struct MessagesReading {
  let invocation: Invocation
  let settings: AnalyzeSettings
  let names: [NamedKind]
  let comparesTwo: Bool

  func read(_ file: Argument, _ number: Int) throws(CommandFailure) -> ReadMessages {
    try CaptureInput.open(file, invocation) { (input) throws(CommandFailure) in
      let progress = ProgressLine(
        for: input.name, size: input.size, invocation: invocation, isQuiet: settings.isQuiet)
      defer { progress?.erase() }
      var reader = try input.reader()
      let path = settings.redactionSalt == nil ? input.path : "capture\(number)"
      do throws(CaptureFileError) {
        var options = settings.analysis
        options.tracesMessages = true
        // The events of the capture are not listed.
        options.timeline = nil
        let capture = try analyze(
          &reader, path: path, options: options, payloads: nil,
          progress: { progress?.update(bytesRead: $0, records: $1) })
        var traces = MessageTrace.all(in: capture, traced: capture.traced, names: names)
        if let salt = settings.redactionSalt {
          traces = traces.map { $0.redacted(salt: salt, isCompared: comparesTwo) }
        }
        var candidates = capture.connections.flatMap(\.messages).filter {
          $0.confidence == .candidate && $0.layout != nil
        }
        if settings.redactionSalt != nil {
          for index in candidates.indices { candidates[index].removeOctets() }
        }
        return ReadMessages(
          path: path, capture: capture, traces: traces, candidates: candidates,
          trouble: input.trouble(reader)?.message(
            of: input.name.text, as: settings.redactionSalt == nil ? nil : path))
      } catch {
        throw CommandFailure(input.name, error)
      }
    }
  }
}
