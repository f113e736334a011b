import Archives
import CaptureFiles
import Findings
import PacketText
import Redaction
import Rendering
import Report
import Tracking
import Workbench

/// What became of one capture that `analyze` was to read.
struct CaptureOutcome: Sendable {
  var capture: ReportV1.Capture?
  var failures: [CommandFailure] = []
  /// What is named in vain: there is nothing of it in the report.
  var unread: String?
  /// What the messages call it; and what a redacted report calls it, where the report is one.
  var name: String?
  var alias: String?
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

extension CaptureOutcome {
  /// The failures, and what is unread, as the report names them.
  var reportedFailures: [String] {
    failures.map { $0.message(of: name, as: alias) }
  }

  var reportedUnread: String? { unread.map { alias ?? $0 } }
}

extension CommandFailure {
  /// The message without the name of a file, which it begins with, where there is another name for
  /// it.
  func message(of name: String?, as alias: String?) -> String {
    guard let alias else { return message }
    let octets = Array(message.utf8)
    var rest: ArraySlice<UInt8> = []
    if let name, octets.starts(with: (name + ":").utf8) {
      rest = octets.dropFirst(name.utf8.count)
    } else {
      rest = octets.drop { $0 != UInt8(ascii: ":") }
      while !rest.isEmpty, !rest.starts(with: ": ".utf8) {
        rest = rest.dropFirst().drop { $0 != UInt8(ascii: ":") }
      }
    }
    return rest.isEmpty ? message : alias + String(decoding: rest, as: UTF8.self)
  }
}

/// Reads one capture for `analyze`.
struct CaptureReading: Sendable {
  let invocation: Invocation
  let settings: AnalyzeSettings
  let directory: PayloadDirectory?
  /// What a first reading has shown that no redacted report may hold; nil where there was none.
  var known: RedactionKnowledge?

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
    outcome(operand.text, terms) { () throws(CommandFailure) in
      var reading = self
      return try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
        if !input.isPiped { reading.known = try knowledge(of: operand) }
        var outcome = try reading.readWhole(input, terms)
        guard outcome.plots != nil, settings.format == .html else { return outcome }
        guard !input.isPiped else { return withoutFrames(outcome) }
        try CaptureInput.open(operand, invocation) { (again) throws(CommandFailure) in
          try reading.addFrames(of: again, to: &outcome)
        }
        return outcome
      }
    }
  }

  private func knowledge(of operand: Argument) throws(CommandFailure) -> RedactionKnowledge? {
    guard settings.redactionSalt != nil else { return nil }
    return try CaptureInput.open(operand, invocation) { (input) throws(CommandFailure) in
      try knowledge(of: input)
    }
  }

  /// What was found in an archive whose files stand at their places.
  func read(
    _ found: ArchiveSearch.Place, in archive: Argument, _ terms: Terms
  ) -> CaptureOutcome {
    outcome(found.name.text, terms) { () throws(CommandFailure) in
      var reading = self
      let (descriptor, status) = try invocation.open(archive)
      defer { try? POSIX.close(descriptor) }
      guard let file = try ArchiveFile(archive, descriptor, status, invocation.unpackLimit)
      else {
        throw CommandFailure(
          "\(archive.text): changed while it was read, and is no longer an "
            + "archive")
      }
      if settings.redactionSalt != nil {
        let input = CaptureInput(the: try file.open(found), descriptor, status)
        reading.known = try knowledge(of: input)
      }
      var outcome = try reading.readWhole(
        CaptureInput(the: try file.open(found), descriptor, status), terms)
      if outcome.plots != nil, settings.format == .html {
        let again = CaptureInput(the: try file.open(found), descriptor, status)
        try reading.addFrames(of: again, to: &outcome)
      }
      return outcome
    }
  }

  /// What comes by a pipe.
  func read(_ input: CaptureInput, _ terms: Terms) -> CaptureOutcome {
    outcome(input.path, terms) { () throws(CommandFailure) in
      withoutFrames(try readWhole(input, terms))
    }
  }

  /// Several captures, merged.
  func read(_ merged: MergedAir, _ terms: Terms) -> CaptureOutcome {
    outcome(merged.name.text, terms) { () throws(CommandFailure) in
      var reading = self
      if settings.redactionSalt != nil {
        reading.known = try knowledge(of: merged.input(invocation))
      }
      var outcome = try reading.readWhole(merged.input(invocation), terms)
      if outcome.plots != nil, settings.format == .html {
        try reading.addFrames(of: merged.input(invocation), to: &outcome)
      }
      return outcome
    }
  }

  /// What was found in an archive, while it is gone through.
  func read(
    _ found: ArchiveSearch.Found, of archive: CaptureInput, _ terms: Terms
  ) -> CaptureOutcome {
    let input = archive.member(found.place)
    return outcome(input.path, terms) { () throws(CommandFailure) in
      switch found.reader {
      case .success(var reader):
        return withoutFrames(try read(input, &reader, found.hashed, terms))
      case .failure(let error): throw CommandFailure(input.name, error)
      }
    }
  }

  private func outcome(
    _ name: String, _ terms: Terms, _ read: () throws(CommandFailure) -> CaptureOutcome
  ) -> CaptureOutcome {
    var outcome: CaptureOutcome
    do throws(CommandFailure) {
      outcome = try read()
    } catch {
      outcome = CaptureOutcome(failures: [error], unread: name)
    }
    outcome.name = name
    outcome.alias = alias(terms.number)
    return outcome
  }

  /// What a redacted report calls a capture: a file is often named after what was captured, and
  /// lies in someone's folder. `nil` where it has its own name.
  func alias(_ number: Int) -> String? {
    settings.redactionSalt == nil ? nil : "capture\(number)"
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
    let path = alias(terms.number) ?? input.path
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
      let filter = redactor
      options.reportsMessages = filter == nil
      let (read, series) = try Tracking.analyzeWithSeries(
        &reader, path: path, options: options, payloads: payloads, filter: filter,
        progress: { progress?.update(bytesRead: $0, records: $1) })
      outcome.capture = read.named(by: settings.layouts)
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
      Redactor(salt: $0, markers: settings.analysis.markers.map(\.bytes), known: known)
    }
  }

  /// What there is in a capture that its redacted report must not hold.
  private func knowledge(
    of input: CaptureInput
  ) throws(CommandFailure) -> RedactionKnowledge {
    var reader = try input.reader()
    var learner = Redactor(salt: [], markers: [], isLearning: true)
    var batch: [CapturedRecord] = []
    batch.reserveCapacity(1024)
    do throws(CaptureFileError) {
      while try reader.nextBatch(into: &batch) {
        learner.add(batch, in: reader.window.span)
        _ = learner.take()
      }
    } catch {
      throw CommandFailure(input.name, error)
    }
    return learner.knowledge
  }

  private func failures(of payloads: PayloadFiles) -> [CommandFailure] {
    guard let first = payloads.firstFailure else { return [] }
    guard payloads.furtherFailures > 0 else { return [first] }
    return [CommandFailure(first.message + " (and \(payloads.furtherFailures) more payloads)")]
  }
}
