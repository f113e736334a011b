import CaptureFiles
import Findings
import PacketText
import Redaction
import Rendering
import Report
import Tracking

extension CapturePlots {
  static let readOnce =
    "No frames are shown, because the capture was read from a pipe or a packed archive, which can "
    + "be read only once."

  /// A second look at a capture, for the frames that a page shows in words: which these are is
  /// known only when all of it was read.
  mutating func addFrames(
    of input: CaptureInput, _ capture: ReportV1.Capture, _ findings: [ReportV1.Finding],
    keys: AirKeys, redactor: Redactor? = nil
  ) throws(CommandFailure) {
    guard let start = series.start else { return }
    let wanted = Self.wanted(findings, in: capture)
    var reader = try input.reader()
    var frames = FrameReader(wanted.ranges, start: start, keys: keys)
    var redactor = redactor
    var batch: [CapturedRecord] = []
    batch.reserveCapacity(1024)
    do throws(CaptureFileError) {
      // What is replaced depends on all records.
      var quiet = redactor == nil ? series.quiet[...] : []
      while !frames.isDone {
        frames.skip(&quiet, in: &reader)
        guard try reader.nextBatch(into: &batch) else { break }
        redactor?.add(batch, in: reader.window.span)
        if let ready = redactor?.takeRecords() {
          frames.add(ready.records, in: ready.octets.span)
        } else {
          frames.add(batch, in: reader.window.span)
        }
      }
      redactor?.finish()
      if let ready = redactor?.takeRecords() {
        frames.add(ready.records, in: ready.octets.span)
      }
    } catch {
      // The first reading went well: the file has changed since.
      throw CommandFailure(input.name, error)
    }
    self.frames = frames.lines
    hasAllFrames = wanted.isAll
  }
}

extension CaptureReading {
  func withoutFrames(_ outcome: CaptureOutcome) -> CaptureOutcome {
    var outcome = outcome
    outcome.plots?.withoutFrames = CapturePlots.readOnce
    return outcome
  }

  func addFrames(
    of input: CaptureInput, to outcome: inout CaptureOutcome
  ) throws(CommandFailure) {
    guard let capture = outcome.capture else { return }
    let findings = RuleCatalog.findings(
      in: [capture], rules: settings.rules, asked: settings.askedRules)
    outcome.findings = findings
    try outcome.plots?.addFrames(
      of: input, capture, findings, keys: settings.analysis.keys, redactor: redactor)
  }
}
