import Bytes
import CaptureFiles
import PacketText
import Text
import Tracking

/// `bletrace export FILE... -o OUT`
struct ExportCommand {
  private let invocation: Invocation
  private let operands: [Argument]
  private let settings: ExportSettings
  private let target: OutputTarget?

  /// Output is handed on in pieces of at least this size.
  private static let piece = 256 << 10

  /// Looks at everything that can be wrong before the work starts.
  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    operands = parsed.operands
    settings = try ExportSettings(parsed)
    try invocation.checkStandardInput(among: operands)
    if operands.contains(where: \.isStandardInput), !settings.selection.isEverything {
      throw CommandFailure(
        "a selection reads the capture twice, and standard input can be read only once")
    }
    if settings.output.text == "-" {
      guard !invocation.terminals.outputIsTerminal else {
        throw CommandFailure("standard output is a terminal; name a file, or pipe it on")
      }
      target = nil
    } else {
      target = try invocation.target(settings.output, sparing: operands)
    }
  }

  func run() throws(CommandFailure) -> ExitCode {
    let captures = try JoinedCaptures(operands, invocation, isQuiet: settings.isQuiet)
    let plan = try plan(captures)
    guard let target else {
      do throws(ExportFailure) {
        try write(captures, plan, to: invocation.output)
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
      try target.write(for: .owner) { (sink) throws(WriteFailure) in
        do throws(ExportFailure) {
          try write(captures, plan, to: sink)
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
    return .success
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
        for record in batch { selector.add(record, in: bytes) }
      }.frames
    } catch {
      throw error.whileReading
    }
    guard selector.selected.count > 0 else {
      throw CommandFailure(
        "no packet fits what was selected; \(settings.output.text) is not written")
    }
    if selector.isIncomplete {
      invocation.complain(
        "a connection has more packets of its setup than can be kept; some are left out")
    }
    return Plan(frames: selector.frames(), selected: selector.selected.count, total: total)
  }

  private func write(
    _ captures: JoinedCaptures, _ plan: Plan?, to sink: any ByteSink
  ) throws(ExportFailure) {
    var writer: CaptureFileWriter?
    var output: [UInt8] = []
    // For captures that do not say which way a packet went.
    var tracker = SessionTracker<PDUCollector>()
    let result = try captures.read(complaining: true) {
      (batch, bytes, source) throws(ExportFailure) in
      for record in batch {
        let drops = source.losses.before(record.number)
        var record = record
        begin(&writer, captures, source, record, &output)
        if writer?.needsDirections == true, source.lacksDirections {
          record.direction = tracker.direction(of: record, in: bytes)
        }
        if let plan, !plan.frames.contains(record.number) { continue }
        writer?.append(record, from: source.link, in: bytes, drops: drops, to: &output)
      }
      if output.count >= Self.piece { try hand(&output, to: sink) }
    }
    if let plan, plan.total != result.frames {
      throw .read(CommandFailure("a capture changed while it was read"))
    }
    begin(&writer, captures, nil, nil, &output)
    output += writer?.trailer(drops: plan == nil ? result.drops : 0) ?? []
    try hand(&output, to: sink)
    if let writer { complain(writer, plan) }
  }

  /// Of standard input the first record shows what is to be written.
  private func begin(
    _ writer: inout CaptureFileWriter?, _ captures: JoinedCaptures,
    _ source: JoinedCaptures.Source?, _ record: CapturedRecord?, _ output: inout [UInt8]
  ) {
    guard writer == nil else { return }
    let begun = CaptureFileWriter(
      settings.container, isMonitor: captures.isMonitor || source?.link == .linuxMonitor,
      start: captures.start ?? record?.time ?? TraceTime(microseconds: 0))
    output += begun.header
    writer = begun
  }

  private func hand(_ output: inout [UInt8], to sink: any ByteSink) throws(ExportFailure) {
    guard !output.isEmpty else { return }
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
    say(lost.directions, "has no unknown direction; such packets are marked as received")
    say(lost.cuts, "cannot say that a packet was cut; such packets look whole")
    say(lost.controllers, "has no controllers here; packets of all are written alike")
    say(lost.times, "cannot hold some times; the nearest time is written")
    say(lost.drops, "cannot say where records were dropped")
    if let plan {
      let context = plan.frames.count - plan.selected
      invocation.complain(
        "\(name): \(grouped(plan.selected)) of \(grouped(plan.total)) records selected, and "
          + "\(grouped(context)) that explain them; frames are numbered anew")
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
