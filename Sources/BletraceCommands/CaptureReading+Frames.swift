import CaptureFiles
import Findings
import PacketText
import Rendering
import Report
import Tracking

/// A second look at a capture, for the frames that an HTML report shows in words: which these are
/// is known only when all of it was read.
extension CaptureReading {
  static let readOnce =
    "No frames are shown, because the capture was read from a pipe or a packed archive, which can "
    + "be read only once."

  func withoutFrames(_ outcome: CaptureOutcome) -> CaptureOutcome {
    var outcome = outcome
    outcome.plots?.withoutFrames = Self.readOnce
    return outcome
  }

  func addFrames(
    of input: CaptureInput, to outcome: inout CaptureOutcome
  ) throws(CommandFailure) {
    guard let capture = outcome.capture, let start = outcome.plots?.series.start else { return }
    let findings = RuleCatalog.findings(
      in: [capture], rules: settings.rules, asked: settings.askedRules)
    let wanted = CapturePlots.wanted(findings, in: capture)
    var reader = try input.reader()
    var frames = FrameReader(wanted.ranges, start: start, keys: settings.analysis.keys)
    var redactor = redactor
    var batch: [CapturedRecord] = []
    batch.reserveCapacity(1024)
    do throws(CaptureFileError) {
      while !frames.isDone, try reader.nextBatch(into: &batch) {
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
    outcome.plots?.frames = frames.lines
    outcome.plots?.hasAllFrames = wanted.isAll
  }
}
