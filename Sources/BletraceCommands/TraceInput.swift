import Analysis
import CaptureFiles
import Comparison
import Reports

/// A file that is a capture or a JSON report, whichever it turns out to be.
struct TraceInput {
  enum Contents {
    case capture(ReportV1.Capture)
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
    for file in files {
      // None runs beside it, so that it never has to wait.
      let share = memory.begin() ?? 0
      let found = try self.runs(in: file, share)
      memory.end(share, keeping: found.reduce(0) { $0 + $1.capture.weight })
      runs += found
    }
    return runs
  }

  /// The runs in one file, judged by the rules where it is a capture; a report keeps what it found.
  ///
  /// - Parameter share: octets that they may take.
  private func runs(in operand: Argument, _ share: Int) throws(CommandFailure) -> [Run] {
    let name = operand.asInput.text
    switch try contents(of: operand, share) {
    case .report(let report):
      guard !report.captures.isEmpty else {
        throw CommandFailure("\(name): is a report without a capture in it")
      }
      return Run.all(in: report, of: name)
    case .capture(let capture):
      let findings = RuleCatalog.findings(in: [capture], rules: settings.rules)
      return [Run(name: name, capture: capture, findings: findings)]
    }
  }

  private func contents(
    of operand: Argument, _ share: Int
  ) throws(CommandFailure) -> Contents {
    let name = operand.asInput.text
    let (descriptor, status) = try invocation.open(operand)
    defer {
      if !operand.isStandardInput { try? POSIX.close(descriptor) }
    }
    do {
      let source = FileDescriptorSource(descriptor: descriptor)
      let beginning = try source.beginning(Self.beginning)
      let whole = ReplayedSource(beginning, then: source)
      if JSONReportReader.looksLikeJSON(beginning) {
        return .report(try report(in: whole, share))
      }
      let progress = ProgressLine(
        for: operand.asInput, size: status.kind == .regular ? status.size : nil,
        invocation: invocation, isQuiet: settings.isQuiet)
      defer { progress?.erase() }
      var options = settings.analysis
      options.memory = share
      var reader = try CaptureReader(whole)
      let capture = try Analysis.analyze(
        &reader, path: operand.text, options: options, payloads: nil,
        progress: { progress?.update(bytesRead: $0, records: $1) })
      // A comparison with a part would be one of something else.
      let input = CaptureInput(name: operand.asInput, descriptor: descriptor, status: status)
      if let trouble = input.trouble(reader) { throw trouble }
      return .capture(capture)
    } catch let error as CommandFailure {
      throw error
    } catch let error as CaptureFileError {
      throw CommandFailure("\(name): \(error.message)")
    } catch let error as ReportReadingError {
      throw CommandFailure("\(name): \(error.message)")
    } catch {
      throw CommandFailure("\(name): cannot be read")
    }
  }

  private func report(in source: any ByteSource, _ share: Int) throws -> ReportV1 {
    var failure: CaptureFileError?
    let json = JSONCursor(room: share) {
      guard failure == nil else { return [] }
      do throws(CaptureFileError) {
        return try source.beginning(1 << 16)
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

  /// Whether a file can be compared, and as what.
  func kind(of operand: Argument) -> Kind? {
    guard let (descriptor, status) = try? invocation.open(operand), status.kind == .regular else {
      return nil
    }
    defer { try? POSIX.close(descriptor) }
    let source = FileDescriptorSource(descriptor: descriptor)
    guard let beginning = try? source.beginning(Self.beginning) else { return nil }
    if JSONReportReader.looksLikeJSON(beginning) { return .report }
    return (try? CaptureReader(ReplayedSource(beginning, then: source))) == nil ? nil : .capture
  }

  enum Kind { case capture, report }
}

extension ByteSource {
  /// The first octets: `count` of them, or as many as there are.
  fileprivate func beginning(_ count: Int) throws(CaptureFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
    while bytes.count < count {
      let got = try read(into: &piece, at: 0, upTo: min(piece.count, count - bytes.count))
      guard got > 0 else { break }
      bytes += piece[..<got]
    }
    return bytes
  }
}

/// A source of which the beginning has been read already.
private final class ReplayedSource: ByteSource {
  private var head: ArraySlice<UInt8>
  private let rest: any ByteSource

  init(_ head: [UInt8], then rest: any ByteSource) {
    self.head = head[...]
    self.rest = rest
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    guard !head.isEmpty, count > 0 else {
      return try rest.read(into: &buffer, at: offset, upTo: count)
    }
    let piece = head.prefix(count)
    buffer.replaceSubrange(offset..<offset + piece.count, with: piece)
    head = head.dropFirst(piece.count)
    return piece.count
  }
}
