import Alignment
import CaptureFiles
import Rendering
import Report
import Tracking

/// `bletrace align A B`
struct AlignCommand {
  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let files: [Argument]
  private let target: OutputTarget?

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    self.invocation = invocation
    settings = try AnalyzeSettings(parsed, invocation)
    files = parsed.operands
    try invocation.checkStandardInput(among: files + parsed.otherInputs)
    target = try invocation.reportTarget(settings.output, sparing: files, parsed.otherInputs)
  }

  func run() throws(CommandFailure) -> ExitCode {
    guard files.count == 2 else {
      throw CommandFailure("'align' needs two captures: bletrace align A B")
    }
    let (a, b) = (try read(files[0]), try read(files[1]))
    var report: AlignmentReport
    var plots = AlignmentPlots()
    do throws(AlignmentError) {
      if settings.format == .html {
        (report, plots) = try Aligner.alignWithPlots(a, b)
      } else {
        report = try Aligner.align(a, b)
      }
    } catch {
      throw CommandFailure(
        "\(files[0].asInput.text) and \(files[1].asInput.text): \(error.message)")
    }
    report.bletrace = Version.number
    let code = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      switch settings.format {
      case .json: try sink.write(report.json())
      case .html: try sink.write { AlignmentPage.render(report, plots, handingTo: $0) }
      default:
        try sink.write { AlignmentText.render(report, options: settings.text, handingTo: $0) }
      }
    }
    let cut = zip(files, [a, b]).filter { $0.1.exchange.recorder.isFull }
    for (file, _) in cut {
      invocation.complain(
        "\(file.asInput.text): has more packets than 'align' keeps; what follows was not aligned")
    }
    return cut.isEmpty ? code : .trouble
  }

  private func read(_ file: Argument) throws(CommandFailure) -> AlignedCapture {
    try CaptureInput.open(file, invocation) { (input) throws(CommandFailure) in
      let progress = ProgressLine(
        for: input.name, size: input.size, invocation: invocation, isQuiet: settings.isQuiet)
      defer { progress?.erase() }
      var options = settings.analysis
      options.memory = MemoryShares.compared / 2
      var reader = try input.reader()
      do throws(CaptureFileError) {
        let (capture, exchange) = try analyzeExchange(
          &reader, path: input.path, options: options,
          progress: { progress?.update(bytesRead: $0, records: $1) })
        if let trouble = input.trouble(reader) { invocation.complain(trouble.message) }
        return AlignedCapture(capture, exchange)
      } catch {
        throw CommandFailure(input.name, error)
      }
    }
  }
}
