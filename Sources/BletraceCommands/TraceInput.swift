import Archives
import CaptureFiles
import Comparison
import Findings
import Rendering
import Report
import Text
import Tracking
import Workbench

/// A file that is a capture or a JSON report, whichever it turns out to be.
struct TraceInput {
  enum Contents {
    case capture(ReportV1.Capture, CapturePlots?)
    case report(ReportV1)
  }

  /// Octets of the beginning by which a report is known.
  private static let beginning = 512

  let invocation: Invocation
  let settings: AnalyzeSettings

  /// The runs in some of all files of a call, one after the other.
  func runs(
    in files: [Argument], _ memory: inout MemoryShares
  ) throws(CommandFailure) -> [Run] {
    var runs: [Run] = []
    for (index, file) in files.enumerated() {
      // None runs beside it, so that it never has to wait.
      let share = memory.begin() ?? 0
      let found = try self.runs(
        in: file, share, keepsSeries: settings.analysis.keepsSeries && index < DiffPage.plottedRuns)
      memory.end(share, keeping: found.reduce(0) { $0 + $1.capture.weight })
      runs += found
    }
    return runs
  }

  /// The runs in one file, judged by the rules where it is a capture; a report keeps what it found.
  ///
  /// - Parameter share: octets that they may take.
  private func runs(
    in operand: Argument, _ share: Int, keepsSeries: Bool
  ) throws(CommandFailure) -> [Run] {
    let name = operand.asInput.text
    switch try contents(of: operand, share, keepsSeries) {
    case .report(let report):
      guard !report.captures.isEmpty else {
        throw CommandFailure(
          "\(name): "
            + (report.errors.first.map { "is a report that contains only an error: \($0)" }
              ?? "is a report without a capture in it"))
      }
      return Run.all(in: report, of: name)
    case .capture(let capture, let plots):
      let findings = RuleCatalog.findings(
        in: [capture], rules: settings.rules, asked: settings.askedRules)
      var run = Run(name: name, capture: capture, findings: findings)
      run.plots = plots
      guard plots != nil, plots?.withoutFrames == nil else { return [run] }
      try CaptureInput.open(operand, invocation) { (again) throws(CommandFailure) in
        try run.plots?.addFrames(of: again, capture, findings, keys: settings.analysis.keys)
      }
      return [run]
    }
  }

  private func contents(
    of operand: Argument, _ share: Int, _ keepsSeries: Bool
  ) throws(CommandFailure) -> Contents {
    try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
      do {
        let beginning = try input.source.beginning(Self.beginning)
        if JSONReportReader.looksLikeJSON(beginning) {
          return .report(try report(in: input.source, share))
        }
        return try capture(in: input, share, keepsSeries)
      } catch let error as CommandFailure {
        throw error
      } catch let error as CaptureFileError {
        throw CommandFailure(input.name, error)
      } catch let error as ReportReadingError {
        throw CommandFailure("\(input.name.text): \(error.message)")
      } catch {
        throw CommandFailure("\(input.name.text): cannot be read")
      }
    }
  }

  private func capture(
    in input: CaptureInput, _ share: Int, _ keepsSeries: Bool
  ) throws -> Contents {
    let progress = ProgressLine(
      for: input.name, size: input.size, invocation: invocation, isQuiet: settings.isQuiet)
    defer { progress?.erase() }
    var options = settings.analysis
    options.memory = share
    (options.keepsSeries, options.keepsRequests) = (keepsSeries, keepsSeries)
    var reader = try CaptureReader(input.source)
    let (read, series) = try Tracking.analyzeWithSeries(
      &reader, path: input.path, options: options, payloads: nil,
      progress: { progress?.update(bytesRead: $0, records: $1) })
    // A comparison with a part would be one of something else.
    if let trouble = input.trouble(reader) { throw trouble }
    var plots = series.map { CapturePlots(series: $0) }
    if input.isPiped { plots?.withoutFrames = CapturePlots.readOnce }
    return .capture(read.named(by: settings.layouts), plots)
  }

  private func report(in source: HeldSource, _ share: Int) throws -> ReportV1 {
    var failure: CaptureFileError?
    let json = JSONCursor(room: share) {
      guard failure == nil else { return [] }
      do throws(CaptureFileError) {
        return try source.take(1 << 16)
      } catch {
        failure = error
        return []
      }
    }
    let report = Result { try JSONReportReader.read(json) }
    // Where it cannot be read to its end, that is what is wrong, and not how it seems to end.
    if let failure { throw failure }
    return try report.get()
  }

  /// What a file of a directory is.
  enum Kind {
    /// The file itself; or the captures in an archive, each by its name.
    case captures([Argument])
    case report
    case other(SkippedFiles.Reason)
    /// What it is cannot be seen, or it is a capture that cannot be read.
    case unreadable
  }

  /// - Parameter namesEntries: whether several captures in an archive are wanted by their names.
  func kind(of operand: Argument, namesEntries: Bool = false) -> Kind {
    guard let (descriptor, status) = try? invocation.open(operand) else { return .unreadable }
    defer { try? POSIX.close(descriptor) }
    guard status.kind == .regular else { return .other(.noFile) }
    let limit = invocation.unpackLimit
    do {
      if let archive = try ArchiveFile(operand, descriptor, status, limit) {
        return kind(of: archive, operand, namesEntries: namesEntries)
      }
      let input = try CaptureInput.unwrapping(operand, descriptor, status, limit).input
      let beginning = try input.source.beginning(Self.beginning)
      if JSONReportReader.looksLikeJSON(beginning) { return .report }
      _ = try CaptureReader(input.source)
      return .captures([operand])
    } catch let error as CaptureFileError {
      return SkippedFiles.Reason(error).map { .other($0) } ?? .unreadable
    } catch {
      return .other(.damaged)
    }
  }

  private func kind(
    of archive: ArchiveFile, _ operand: Argument, namesEntries: Bool
  ) -> Kind {
    var names: [Argument] = []
    let search = archive.search { found in
      names.append(found.place.name)
      return namesEntries && names.count <= MemoryShares.mostFiles
    }
    guard !names.isEmpty else { return .other(search.isWhole ? .archive : .damaged) }
    // To read it says what keeps it from being looked through.
    let isClear = names.count > 1 && search.complaints.isEmpty
    return .captures(isClear ? RotatedLogs.sorted(names, invocation) : [operand])
  }
}
