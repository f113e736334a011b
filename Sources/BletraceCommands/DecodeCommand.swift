import BluetoothProtocol
import CaptureFiles
import PacketText
import Report
import Text
import Tracking

/// `bletrace decode FILE`
struct DecodeCommand {
  private let invocation: Invocation
  private let operand: Argument
  private let settings: DecodeSettings
  private let target: OutputTarget?

  /// Output is handed on in pieces of at least this size.
  private static let piece = 256 << 10

  /// Looks at everything that can be wrong before the work starts.
  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    operand = parsed.operands[0]
    settings = try DecodeSettings(parsed, invocation)
    if operand.isStandardInput {
      if invocation.terminals.inputIsTerminal {
        throw CommandFailure("standard input is a terminal; name a capture file, or pipe one in")
      }
      if settings.transfer != nil {
        throw CommandFailure(
          "'--transfer' reads the capture twice, and standard input can be read only once")
      }
    }
    target = try invocation.reportTarget(settings.output, sparing: [operand], parsed.otherInputs)
  }

  func run() throws(CommandFailure) -> ExitCode {
    var options = settings.packets
    if let number = settings.transfer {
      options.selection.transfer = try transfer(number, options.selection.connections)
    }
    return try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
      var reader = try input.reader()
      guard let target else {
        do throws(Failure) {
          try decode(&reader, options, to: invocation.output, input, progress(input))
        } catch {
          switch error {
          case .read(let failure): throw failure
          // A reader that has seen enough is no error.
          case .write(.closedPipe): return .success
          case .write(.notRead): return .trouble
          case .write(.system(let error)):
            throw CommandFailure("standard output: \(error.message)")
          }
        }
        return reported(reader, input)
      }
      var unreadable: CommandFailure?
      do throws(CommandFailure) {
        try target.write { (sink) throws(WriteFailure) in
          do throws(Failure) {
            try decode(&reader, options, to: sink, input, progress(input))
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
      return reported(reader, input)
    }
  }

  // MARK: - One pass

  private enum Failure: Error {
    case read(CommandFailure)
    case write(WriteFailure)
  }

  private func progress(_ input: CaptureInput) -> ProgressLine? {
    // On a terminal the packets themselves show how far it has come.
    let isHidden = invocation.terminals.outputIsTerminal && target == nil
    return isHidden
      ? nil
      : ProgressLine(
        for: input.name, size: input.size, invocation: invocation, isQuiet: settings.isQuiet)
  }

  private func decode(
    _ reader: inout CaptureReader, _ options: PacketOptions, to sink: any ByteSink,
    _ input: CaptureInput, _ progress: ProgressLine?
  ) throws(Failure) {
    defer { progress?.erase() }
    var printer = PacketPrinter(options)
    var batch: [CapturedRecord] = []
    var output = TextBuffer(capacity: Self.piece * 2)
    var records = 0
    // What is written to a terminal or a pipe is wanted at once where the input is slow.
    let isPiped = input.isPiped
    while !printer.isDone {
      do {
        guard try reader.nextBatch(into: &batch) else { break }
      } catch {
        throw .read(CommandFailure("\(input.name.text): \(error.message)"))
      }
      records += batch.count
      printer.timeOfDayIsKnown = reader.timeOfDayIsKnown
      printer.add(batch, in: reader.window.span, losses: reader.losses, to: &output)
      if output.count >= Self.piece || isPiped { try hand(&output, to: sink) }
      progress?.update(bytesRead: reader.windowOffset, records: records)
    }
    printer.end(CaptureFacts(reader), to: &output)
    try hand(&output, to: sink)
    if !printer.hasShown, records > 0, !settings.isQuiet {
      invocation.complain("\(input.name.text): no packet matches the selection")
    }
    if reader.failure != nil, let trouble = input.trouble(reader) { throw .read(trouble) }
  }

  private func hand(_ output: inout TextBuffer, to sink: any ByteSink) throws(Failure) {
    guard !output.isEmpty else { return }
    do {
      try sink.write(output.bytes)
    } catch {
      throw .write(error)
    }
    output.removeAll()
  }

  /// What the reader knows of the file and no packet shows.
  private func reported(_ reader: CaptureReader, _ input: CaptureInput) -> ExitCode {
    if let shrinkage = input.shrinkage {
      invocation.complain(shrinkage.message)
      return .trouble
    }
    if settings.packets.clock == .absolute, !reader.timeOfDayIsKnown, !settings.isQuiet {
      invocation.complain(
        "\(input.name.text): has no time of day; times count from the first record")
    }
    if let damage = reader.unreadable {
      let what = damage.skippedOctets > 0 ? "skipped" : "unreadable"
      invocation.complain(
        "\(input.name.text): \(what) at offset \(damage.offset): \(damage.reason)")
    } else if reader.cutShort, !settings.isQuiet {
      invocation.complain("\(input.name.text): ends in the middle of a record")
    }
    return .success
  }

  // MARK: - Transfers

  /// Finds the packets of a transfer with the analysis that numbers them.
  private func transfer(
    _ number: Int, _ connections: Set<Int>
  ) throws(CommandFailure) -> SelectedTransfer {
    let (capture, failure) = try CaptureInput.open(operand, invocation) {
      (input) throws(CommandFailure) in
      var reader = try input.reader()
      var options = AnalysisOptions()
      options.keys = settings.packets.keys
      do throws(CaptureFileError) {
        let capture = try Tracking.analyze(
          &reader, path: input.path, options: options, payloads: nil,
          progress: { _, _ in })
        return (capture, input.failure(reader))
      } catch {
        throw CommandFailure("\(input.name.text): \(error.message)")
      }
    }
    // In what could not be read the transfer may be.
    if let failure { throw failure }
    var found: [SelectedTransfer] = []
    for connection in capture.connections
    where connections.isEmpty || connections.contains(connection.id) {
      for transfer in connection.transfers where transfer.id == number {
        found.append(
          SelectedTransfer(
            connection: connection.id,
            handle: ATTHandle(UInt16(truncatingIfNeeded: transfer.valueHandle)),
            frames: transfer.firstFrame...transfer.end))
      }
    }
    guard let first = found.first else {
      throw CommandFailure("\(operand.text): no transfer \(number) was found")
    }
    guard found.count == 1 else {
      let names = found.map { "\($0.connection)" }.joined(separator: ", ")
      throw CommandFailure(
        "\(operand.text): connections \(names) each have a transfer \(number); choose one with "
          + "--connection")
    }
    return first
  }
}

extension ReportV1.Transfer {
  /// The last frame that belongs to it: that of its marker, where it has one.
  fileprivate var end: Int { max(firstFrame, lastFrame, markerFrame ?? 0) }
}
