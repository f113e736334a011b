import CaptureFiles
import Dispatch
import Findings
import Report
import Synchronization
import Tracking

/// `analyze --format ndjson`: rows of one capture after the other, in the order of the paths. Each
/// is written when those before it are, and then no more of it is kept: so there may be a hundred
/// thousand captures.
struct AnalyzeRows: Sendable {
  /// One call reads no more captures. Only their names are kept.
  static let mostFiles = 1_000_000

  let reading: CaptureReading
  let operands: [Argument]
  /// Directories without a capture in them.
  let emptyDirectories: [EmptyDirectory]
  /// What else is in directories.
  let skipped: [SkippedFiles]

  private var settings: AnalyzeSettings { reading.settings }

  /// What became of an operand, which may be an archive of several captures.
  private struct Rows: Sendable {
    var bytes: [UInt8] = []
    var captures = 0
    var failures = 0
    var fails = false
    /// What was kept from `--fail-on`.
    var unjudged: [String] = []
  }

  func run(to target: OutputTarget?) -> ExitCode {
    let invocation = reading.invocation
    let progress =
      operands.count > 1
      ? CountLine(of: operands.count, "files", invocation, settings.isQuiet) : nil
    defer { progress?.erase() }
    var all = Rows()
    let delivered = invocation.deliver(to: target) { (sink) throws(WriteFailure) in
      var first = Rows()
      let alias = settings.redactionSalt == nil ? nil : "directory"
      for directory in emptyDirectories {
        let name = directory.name.text
        add(directory.failure.message(of: name, as: alias), of: alias ?? name, to: &first)
      }
      try write(first, to: sink, &all)
      try writeSkipped(to: sink, alias: alias)
      try inOrder(operands.count) { index in
        defer { progress?.addOne() }
        return rows(of: operands[index])
      } taking: { (rows) throws(WriteFailure) in
        try write(rows, to: sink, &all)
      }
    }
    progress?.erase()
    guard delivered == .success else { return delivered }
    if all.failures > 0 {
      invocation.complain(
        "\(grouped(all.failures)) "
          + (all.failures == 1
            ? "error; see its "
              + "row" : "errors; see their rows") + " in the table errors")
    }
    let others = skipped.reduce(0) { $0 + $1.files.count }
    if others > 0, !settings.isQuiet {
      invocation.complain("\(SkippedFiles.count(others)); see the table errors")
    }
    for line in all.unjudged { invocation.complain(line) }
    if all.captures == 0 || all.failures > 0 { return .trouble }
    return all.fails ? .checkFailed : all.unjudged.isEmpty ? .success : .trouble
  }

  private func write(
    _ rows: Rows, to sink: any ByteSink, _ all: inout Rows
  ) throws(WriteFailure) {
    // Counted first: a reader that has seen enough is no failure.
    all.captures += rows.captures
    all.failures += rows.failures
    all.fails = all.fails || rows.fails
    all.unjudged += rows.unjudged
    if !rows.bytes.isEmpty { try sink.write(rows.bytes) }
  }

  /// A file of a directory that is no capture has a row, and is no failure.
  private func writeSkipped(to sink: any ByteSink, alias: String?) throws(WriteFailure) {
    for folder in skipped {
      for file in folder.files {
        var row = RowWriter()
        ErrorRow(path: alias ?? file.name.text, message: SkippedFiles.message(file.reason))
          .write(of: nil, to: &row)
        try sink.write(row.bytes)
      }
    }
  }

  private func add(
    _ message: String, of path: String, capture: String? = nil, to rows: inout Rows
  ) {
    var row = RowWriter()
    ErrorRow(path: path, message: message).write(of: capture, to: &row)
    rows.bytes += row.bytes
    rows.failures += 1
  }

  private func rows(of operand: Argument) -> Rows {
    let share = AnalysisOptions.callMemory / POSIX.processors
    let outcomes = CaptureOutcomes.all(of: [operand], reading, memory: share)
    var rows = Rows()
    for var outcome in outcomes {
      if var capture = outcome.capture.take(), let identity = outcome.identity {
        let findings = RuleCatalog.findings(
          in: [capture], rules: settings.rules, asked: settings.askedRules)
        if let failOn = settings.failOn {
          rows.fails = rows.fails || findings.contains { $0.severity.weight >= failOn.weight }
          rows.unjudged += settings.unjudged(in: [capture], all: false)
        }
        var row = RowWriter()
        CaptureRows.write(&capture, findings, identity, to: &row)
        rows.bytes += row.bytes
        rows.captures += 1
      }
      for message in outcome.reportedFailures {
        let path = outcome.alias ?? operand.text
        add(message, of: path, capture: outcome.identity?.sha256, to: &rows)
      }
    }
    return rows
  }
}

/// Does `work` for 0 and on, as many at a time as there are processors, and hands the results over
/// in their order, each as soon as those before it are. Few wait for that: work that is far ahead
/// of a slow one is not begun. After a failure of `taking` no more is begun.
private func inOrder<Result: Sendable>(
  _ count: Int, _ work: @Sendable (Int) -> Result,
  taking take: (Result) throws(WriteFailure) -> Void
) throws(WriteFailure) {
  let workers = min(count, POSIX.processors)
  guard workers > 0 else { return }
  // Made without room: one that is released with less than it was made with ends the program.
  let room = DispatchSemaphore(value: 0)
  for _ in 0..<4 * workers { room.signal() }
  let ready = DispatchSemaphore(value: 0)
  let state = Mutex((next: 0, done: [Int: Result](), isOver: false))
  return try withoutActuallyEscaping(work) { (work) throws(WriteFailure) in
    let group = DispatchGroup()
    for _ in 0..<workers {
      DispatchQueue.global().async(group: group) {
        while true {
          room.wait()
          let index: Int? = state.withLock { state in
            guard state.next < count, !state.isOver else { return nil }
            state.next += 1
            return state.next - 1
          }
          guard let index else {
            // The others end, too.
            room.signal()
            return
          }
          let result = work(index)
          state.withLock { $0.done[index] = result }
          ready.signal()
        }
      }
    }
    var failure: WriteFailure?
    for index in 0..<count where failure == nil {
      var result = state.withLock { $0.done.removeValue(forKey: index) }
      while result == nil {
        ready.wait()
        result = state.withLock { $0.done.removeValue(forKey: index) }
      }
      room.signal()
      guard let result else { continue }
      do throws(WriteFailure) { try take(result) } catch { failure = error }
    }
    state.withLock { $0.isOver = true }
    room.signal()
    group.wait()
    if let failure { throw failure }
  }
}
