import Bytes
import CaptureFiles
import Findings
import PacketText
import Redaction
import Rendering
import Text
import Tracking

/// `bletrace export FILE... -o OUT`
struct ExportCommand {
  private let invocation: Invocation
  private let operands: [Argument]
  private let settings: ExportSettings
  private let target: OutputTarget?
  private var mapTarget: OutputTarget?
  /// What finds the findings, where they are written.
  private var analysis: AnalyzeSettings?

  /// Output is handed on in pieces of at least this size.
  private static let piece = 256 << 10

  /// Looks at everything that can be wrong before the work starts.
  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    operands = parsed.operands
    settings = try ExportSettings(parsed)
    try invocation.checkStandardInput(among: operands)
    if settings.annotates {
      guard operands.count == 1, !operands[0].isStandardInput else {
        throw CommandFailure(
          "'--findings' needs exactly one file, because it is read twice; join several files "
            + "first, or save standard input to a file")
      }
      analysis = try AnalyzeSettings(parsed, invocation)
    }
    if operands.contains(where: \.isStandardInput), !settings.selection.isEverything {
      throw CommandFailure(
        "a selection reads the capture twice, and standard input can be read only once")
    }
    if settings.output.text == "-" {
      guard !invocation.terminals.outputIsTerminal else {
        throw CommandFailure(
          "standard output is a terminal; name a file with -o, or pipe the output to a program")
      }
      target = nil
    } else {
      target = try invocation.target(
        settings.output, sparing: operands, for: settings.redaction == nil ? .owner : .others)
    }
    guard let redaction = settings.redaction else { return }
    guard target?.isFile == true else {
      throw CommandFailure(
        "'--redact' checks the file before it gets its name, so -o must name a file")
    }
    mapTarget = try invocation.target(redaction.map, sparing: operands)
    if let map = redaction.map, map.bytes == settings.output.bytes {
      throw CommandFailure("'--map' and '-o' name the same file")
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    if settings.mergesAir { return try writeMerged() }
    let captures = try JoinedCaptures(operands, invocation, isQuiet: settings.isQuiet)
    try captures.check(settings.container)
    let plan = try plan(captures)
    let comments = try findingComments()
    var redactor = try redactor(captures)
    guard let target else {
      do throws(ExportFailure) {
        try write(captures, plan, comments, &redactor, to: invocation.output)
      } catch {
        switch error {
        case .read(let failure): throw failure
        case .write(.closedPipe): return .success
        case .write(.notRead): return .trouble
        case .write(.system(let error)): throw CommandFailure("standard output: \(error.message)")
        }
      }
      return .success
    }
    var unreadable: CommandFailure?
    do throws(CommandFailure) {
      try target.write { (sink) throws(WriteFailure) in
        do throws(ExportFailure) {
          try write(captures, plan, comments, &redactor, to: sink)
        } catch {
          switch error {
          case .read(let failure):
            unreadable = failure
            // The half that is written is given up.
            throw .closedPipe
          case .write(let failure): throw failure
          }
        }
      }
    } catch {
      throw unreadable ?? error
    }
    if let mapTarget, let redactor {
      try mapTarget.write { (sink) throws(WriteFailure) in
        try sink.write(RedactionMap.text(of: redactor))
      }
    }
    return .success
  }

  /// What several sniffers heard, as one capture.
  private func writeMerged() throws(CommandFailure) -> ExitCode {
    let merged = try MergedAir(
      operands, as: settings.container, invocation, isQuiet: settings.isQuiet)
    let code = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write(merged.octets)
    }
    if code == .success, !settings.isQuiet {
      for capture in merged.captures(alias: { _ in nil }) {
        invocation.complain(MergedWords.line(capture))
      }
    }
    return code
  }

  /// The captures are read for what must not be in the octets that are kept.
  private func redactor(_ captures: JoinedCaptures) throws(CommandFailure) -> Redactor? {
    guard let redaction = settings.redaction else { return nil }
    let salt = RedactionMap.salt()
    guard !operands.contains(where: \.isStandardInput) else {
      return Redactor(salt: salt, markers: redaction.markers, kept: redaction.kept)
    }
    var learner = Redactor(
      salt: salt, markers: redaction.markers, kept: redaction.kept,
      isLearning: redaction.kept.isEmpty)
    do throws(ExportFailure) {
      _ = try captures.read(complaining: false) { (batch, bytes, _) in
        for record in batch { learner.add(record, in: bytes) }
        _ = learner.take()
      }
    } catch {
      throw error.whileReading
    }
    learner.finish()
    return Redactor(
      salt: salt, markers: redaction.markers, kept: redaction.kept, known: learner.knowledge)
  }

  // MARK: - What is written

  /// Frames to write, and how many there are.
  private struct Plan {
    var frames: FrameSet
    var selected: Int
    /// In the captures.
    var total: Int
  }

  /// Finds what a selection needs; nil where everything is written.
  private func plan(_ captures: JoinedCaptures) throws(CommandFailure) -> Plan? {
    guard !settings.selection.isEverything else { return nil }
    var selector = PacketSelector(settings.selection)
    let total: Int
    do throws(ExportFailure) {
      total = try captures.read(complaining: false) { (batch, bytes, _) in
        selector.add(batch, in: bytes)
      }.frames
    } catch {
      throw error.whileReading
    }
    guard selector.selected.count > 0 else {
      throw CommandFailure(
        "no packet matches the selection; \(settings.output.text) is not written")
    }
    if selector.isIncomplete {
      invocation.complain(
        "a connection has more packets of its setup than can be kept; some are left out")
    }
    return Plan(frames: selector.frames(), selected: selector.selected.count, total: total)
  }

  private func write(
    _ captures: JoinedCaptures, _ plan: Plan?, _ comments: FindingComments?,
    _ redactor: inout Redactor?, to sink: any ByteSink
  ) throws(ExportFailure) {
    var output = ExportOutput(settings.container, captures, comments)
    // For captures that do not say which way a packet went.
    var tracker = SessionTracker<PDUCollector>()
    var written = 0
    let result = try captures.read(complaining: true) {
      (batch, bytes, source) throws(ExportFailure) in
      for record in batch {
        let drops = source.losses.before(record.number)
        output.begin(record, source.link)
        let isWritten = plan?.frames.contains(record.number) ?? true
        if redactor != nil {
          var tag = RedactedRecord.Tag()
          tag.link = source.link
          tag.drops = drops
          tag.isWritten = isWritten
          redactor?.add(record, tag: tag, in: bytes)
          continue
        }
        var record = record
        if source.lacksDirections, output.needsDirections {
          record.direction = tracker.direction(of: record, in: bytes)
        }
        guard isWritten else { continue }
        output.append(record, source.link, in: bytes, drops: drops)
      }
      output.append(redactor?.take() ?? [], after: written)
      if output.octets.count >= Self.piece { try hand(&output.octets, &written, to: sink) }
    }
    if let plan, plan.total != result.frames {
      throw .read(CommandFailure("a capture changed while it was read"))
    }
    redactor?.finish()
    output.append(redactor?.take() ?? [], after: written)
    output.end(drops: plan == nil ? result.drops : 0)
    try checkRecords(output.writer)
    try hand(&output.octets, &written, to: sink)
    if let redactor { try check(redactor, output, sink, written) }
    if let writer = output.writer { complain(writer, plan) }
  }

  /// What the rules find in the capture, as comments; nil where that is not asked for.
  private func findingComments() throws(CommandFailure) -> FindingComments? {
    guard let analysis else { return nil }
    let reading = CaptureReading(invocation: invocation, settings: analysis, directory: nil)
    let terms = CaptureReading.Terms(
      number: 1, share: AnalysisOptions.callMemory, showsProgress: true)
    var outcome = reading.read(operands[0], terms)
    if let failure = outcome.failures.first { throw failure }
    guard let capture = outcome.capture.take() else { return nil }
    return FindingComments(
      RuleCatalog.findings(in: [capture], rules: analysis.rules, asked: analysis.askedRules),
      capture.connections)
  }

  /// A file without records, made of captures that had some, would look like a success.
  private func checkRecords(_ writer: CaptureFileWriter?) throws(ExportFailure) {
    guard let writer, writer.records == 0, writer.shortfalls.records > 0 else { return }
    throw .read(
      CommandFailure(
        "\(settings.output.text): was not written: no record can be stored as "
          + "\(writer.container.rawValue); packets of a sniffer need pcapng or pcap"))
  }

  /// Nothing that was replaced may be in the file: it is read again, and gets its name only if it
  /// is not.
  private func check(
    _ redactor: Redactor, _ output: ExportOutput, _ sink: any ByteSink, _ size: Int
  ) throws(ExportFailure) {
    guard let file = sink as? DescriptorSink else {
      throw .read(CommandFailure("what was written cannot be read again, and so cannot be checked"))
    }
    var search = redactor.search
    var start = 0
    while start < size {
      let end = min(start + Self.piece, size)
      do throws(WriteFailure) {
        search.search(try file.readBack(start..<end), isUnchanged: output.isUnchanged)
      } catch {
        throw .write(error)
      }
      start = end
    }
    let part = redactor.frameOfPart.map { ("a part of an address", $0 as Int?) }
    let whole = search.found.map { ($0.article, output.frame(at: search.position)) }
    if let (what, number) = whole ?? part {
      let frame = number.map { " in frame \($0)" } ?? ""
      let advice =
        settings.redaction?.keepsMore ?? false
        ? "leave out --keep and --marker, or keep less" : "please report this bug"
      throw .read(
        CommandFailure(
          "\(settings.output.text): was not written: redaction left \(what) of the "
            + "original\(frame); \(advice)"))
    }
    report(redactor, searched: search.count)
  }

  private func report(_ redactor: Redactor, searched: Int) {
    guard !settings.isQuiet else { return }
    let parts = redactor.report.map { part in
      let words = part.different == 1 ? part.kind.words.one : part.kind.words.many
      let places = part.places == 1 ? "place" : "places"
      // Of parts of sniffed packets it is not known which are the same.
      guard part.different > 0 else { return "\(words) in \(grouped(part.places)) \(places)" }
      return "\(grouped(part.different)) \(words) in \(grouped(part.places)) \(places)"
    }
    let what = parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    let result =
      searched == 0
      ? "there was no original to search the output for"
      : "searched the output for \(grouped(searched)) "
        + "\(searched == 1 ? "original" : "originals"): none was found"
        + (redactor.isIncomplete ? " (not all could be searched for)" : "")
    invocation.complain("\(settings.output.text): replaced \(what); \(result)")
    let kept = settings.redaction?.keptWords(redactor.keptMarkers) ?? []
    guard !kept.isEmpty else { return }
    invocation.complain("\(settings.output.text): kept \(kept.joined(separator: "; "))")
  }

  private func hand(
    _ output: inout [UInt8], _ written: inout Int, to sink: any ByteSink
  ) throws(ExportFailure) {
    guard !output.isEmpty else { return }
    written += output.count
    do {
      try sink.write(output)
    } catch {
      throw .write(error)
    }
    output.removeAll(keepingCapacity: true)
  }

  /// What the format could not hold, and what was chosen.
  private func complain(_ writer: CaptureFileWriter, _ plan: Plan?) {
    guard !settings.isQuiet else { return }
    let name = settings.output.text == "-" ? "standard output" : settings.output.text
    let format = writer.container.rawValue
    func say(_ count: Int, _ what: String) {
      if count > 0 { invocation.complain("\(name): \(format) \(what) (\(grouped(count)))") }
    }
    let lost = writer.shortfalls
    say(lost.records, "has no code for some records, which are left out")
    say(
      lost.directions, "cannot say that a direction is unknown; such packets are marked as received"
    )
    say(lost.cuts, "does not store that a packet was cut; such packets look complete")
    say(
      lost.controllers,
      "does not store the controller of a packet")
    say(lost.times, "cannot store some times exactly; the nearest time is written")
    say(lost.drops, "does not store where records were dropped")
    if let plan {
      let context = plan.frames.count - plan.selected
      invocation.complain(
        "\(name): \(grouped(plan.selected)) of \(grouped(plan.total)) records selected, and "
          + "\(grouped(context)) that explain them; frames are numbered from 1")
    }
  }
}

extension ExportFailure {
  /// Where nothing is written.
  var whileReading: CommandFailure {
    switch self {
    case .read(let failure): failure
    case .write: CommandFailure("cannot be written")
    }
  }
}
