import Archives
import CaptureFiles
import Findings
import PacketText
import Redaction
import Rendering
import Report
import Tracking

/// What became of one capture that `analyze` was to read.
struct CaptureOutcome: Sendable {
  var capture: ReportV1.Capture?
  var failures: [CommandFailure] = []
  /// What is named in vain: there is nothing of it in the report.
  var unread: String?
  /// Where it is asked for, and the octets could be read to their end.
  var identity: CaptureIdentity?
  /// Whether it is a file of its own, neither packed nor in an archive.
  var isPlainFile = false
  var payloadFiles = 0
  var payloadBytes = 0
  /// What an HTML report shows beside the report itself.
  var plots: CapturePlots?
  /// Of this capture alone, where they were asked for before all are read.
  var findings: [ReportV1.Finding]?
}

/// Reads one capture for `analyze`.
struct CaptureReading: Sendable {
  let invocation: Invocation
  let settings: AnalyzeSettings
  let directory: PayloadDirectory?

  /// What holds for one capture.
  struct Terms: Sendable {
    /// 1-based position among the captures of the call.
    var number: Int
    /// Octets that the report on it may take.
    var share: Int
    /// Whether progress is shown. Of several captures it is the number that is done.
    var showsProgress: Bool
  }

  /// A file, or a file in an archive.
  func read(_ operand: Argument, _ terms: Terms) -> CaptureOutcome {
    outcome(operand.text) { () throws(CommandFailure) in
      try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
        var outcome = try readWhole(input, terms)
        guard outcome.plots != nil, settings.format == .html else { return outcome }
        guard !input.isPiped else { return withoutFrames(outcome) }
        try CaptureInput.open(operand, invocation) { (again) throws(CommandFailure) in
          try addFrames(of: again, to: &outcome)
        }
        return outcome
      }
    }
  }

  /// What was found in an archive whose files stand at their places.
  func read(
    _ found: ArchiveSearch.Place, in archive: Argument, _ terms: Terms
  ) -> CaptureOutcome {
    outcome(found.name.text) { () throws(CommandFailure) in
      let (descriptor, status) = try invocation.open(archive)
      defer { try? POSIX.close(descriptor) }
      guard let file = try ArchiveFile(archive, descriptor, status, invocation.unpackLimit)
      else {
        throw CommandFailure(
          "\(archive.text): changed while it was read, and is no longer an "
            + "archive")
      }
      var outcome = try readWhole(
        CaptureInput(the: try file.open(found), descriptor, status), terms)
      if outcome.plots != nil, settings.format == .html {
        let again = CaptureInput(the: try file.open(found), descriptor, status)
        try addFrames(of: again, to: &outcome)
      }
      return outcome
    }
  }

  /// What comes by a pipe.
  func read(_ input: CaptureInput, _ terms: Terms) -> CaptureOutcome {
    outcome(input.path) { () throws(CommandFailure) in
      withoutFrames(try readWhole(input, terms))
    }
  }

  /// What was found in an archive, while it is gone through.
  func read(
    _ found: ArchiveSearch.Found, of archive: CaptureInput, _ terms: Terms
  ) -> CaptureOutcome {
    let input = archive.member(found.place)
    return outcome(input.path) { () throws(CommandFailure) in
      switch found.reader {
      case .success(var reader):
        return withoutFrames(try read(input, &reader, found.hashed, terms))
      case .failure(let error): throw CommandFailure(input.name, error)
      }
    }
  }

  private func outcome(
    _ name: String, _ read: () throws(CommandFailure) -> CaptureOutcome
  ) -> CaptureOutcome {
    do throws(CommandFailure) {
      return try read()
    } catch {
      return CaptureOutcome(failures: [error], unread: name)
    }
  }

  private func readWhole(
    _ input: CaptureInput, _ terms: Terms
  ) throws(CommandFailure) -> CaptureOutcome {
    let hashed = settings.format == .ndjson ? HashedSource(input.source) : nil
    var reader = try input.reader(of: hashed)
    return try read(input, &reader, hashed, terms)
  }

  private func read(
    _ input: CaptureInput, _ reader: inout CaptureReader, _ hashed: HashedSource?, _ terms: Terms
  ) throws(CommandFailure) -> CaptureOutcome {
    let payloads = directory.map { PayloadFiles($0, capture: terms.number) }
    var options = settings.analysis
    options.memory = terms.share
    options.keepsSeries = options.keepsSeries && terms.number <= CapturePlots.mostCaptures
    // A file is often named after what was captured, and lies in someone's folder.
    let path = settings.redactionSalt == nil ? input.path : "capture\(terms.number)"
    options.rows?.file = path
    options.rows?.timeOfDayIsKnown = reader.timeOfDayIsKnown
    let progress =
      terms.showsProgress
      ? ProgressLine(
        for: input.name, size: input.size, invocation: invocation, isQuiet: settings.isQuiet) : nil
    defer { progress?.erase() }
    var outcome = CaptureOutcome()
    outcome.isPlainFile = input.isPlain
    do throws(CaptureFileError) {
      let (capture, series) = try Tracking.analyzeWithSeries(
        &reader, path: path, options: options, payloads: payloads, filter: redactor,
        progress: { progress?.update(bytesRead: $0, records: $1) })
      outcome.capture = capture
      outcome.plots = series.map { CapturePlots(series: $0) }
    } catch {
      throw CommandFailure(input.name, error)
    }
    outcome.identity = hashed.flatMap { source in
      source.digest().map {
        CaptureIdentity(sha256: $0, octets: source.octets, bletrace: Version.number)
      }
    }
    if let trouble = input.trouble(reader) { outcome.failures.append(trouble) }
    if let payloads {
      outcome.payloadFiles = payloads.files
      outcome.payloadBytes = payloads.bytes
      outcome.failures += failures(of: payloads)
    }
    return outcome
  }

  /// Replaces what is private before it is analyzed; nil where that is not asked for.
  var redactor: Redactor? {
    settings.redactionSalt.map {
      Redactor(salt: $0, markers: settings.analysis.markers.map(\.bytes))
    }
  }

  private func failures(of payloads: PayloadFiles) -> [CommandFailure] {
    guard let first = payloads.firstFailure else { return [] }
    guard payloads.furtherFailures > 0 else { return [first] }
    return [CommandFailure(first.message + " (and \(payloads.furtherFailures) more payloads)")]
  }
}
