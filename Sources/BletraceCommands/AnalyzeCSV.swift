import Findings
import Report
import Synchronization
import Tracking

/// `analyze --format csv`: one table of one capture after the other, in the order of the paths.
struct AnalyzeCSV {
  let reading: CaptureReading
  let table: CSVTable
  let operands: [Argument]
  /// Directories without a capture in them.
  let emptyDirectories: [EmptyDirectory]

  func run(to target: OutputTarget?) -> ExitCode {
    let invocation = reading.invocation
    var (code, fails) = (ExitCode.success, false)
    var unjudged: [String] = []
    for directory in emptyDirectories {
      invocation.complain(directory.failure.message)
      code = .trouble
    }
    let delivered = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      try sink.write(table.header)
      let output = RowOutput(sink)
      var settings = reading.settings
      if table.isRead {
        settings.analysis.rows = RowRequest(table: table, sink: output)
        settings.readsOneByOne = true
      }
      let reading = CaptureReading(
        invocation: invocation, settings: settings, directory: reading.directory)
      for operand in operands {
        for var outcome in CaptureOutcomes.all(of: [operand], reading) {
          for failure in outcome.failures {
            invocation.complain(failure.message)
            code = .trouble
          }
          guard var capture = outcome.capture.take() else { continue }
          if settings.failOn != nil { unjudged += settings.unjudged(in: [capture], all: false) }
          if write(&capture, to: output) { fails = true }
        }
        if let failure = output.failure { throw failure }
      }
    }
    if delivered == .trouble { return .trouble }
    for line in unjudged { invocation.complain(line) }
    guard code == .success else { return code }
    return fails ? .checkFailed : unjudged.isEmpty ? .success : .trouble
  }

  /// Answers whether a finding makes the run fail.
  private func write(_ capture: inout ReportV1.Capture, to output: RowOutput) -> Bool {
    let settings = reading.settings
    var findings: [ReportV1.Finding] = []
    if settings.failOn != nil || table == .table(.findings) {
      findings = RuleCatalog.findings(
        in: [capture], rules: settings.rules, asked: settings.askedRules)
    }
    let fails = settings.failOn.map { least in
      findings.contains { $0.severity.weight >= least.weight }
    }
    if case .table(let table) = table {
      var row = RowWriter(csv: table, file: capture.path)
      CaptureRows.write(&capture, findings, nil, to: &row)
      output.take(row.bytes)
    }
    return fails ?? false
  }
}

/// Writes rows as they come. After a failure no more is written.
private final class RowOutput: RowSink {
  private let sink: any ByteSink
  private let state = Mutex<WriteFailure?>(nil)

  init(_ sink: any ByteSink) { self.sink = sink }

  var failure: WriteFailure? { state.withLock { $0 } }

  func take(_ rows: [UInt8]) {
    guard !rows.isEmpty else { return }
    state.withLock { failure in
      guard failure == nil else { return }
      do throws(WriteFailure) { try sink.write(rows) } catch { failure = error }
    }
  }
}
