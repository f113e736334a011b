import CaptureFiles
import Report
import Text
import Tracking

/// The whole way, from a file's octets to text and JSON.
enum ReportStage: FuzzStage {
  static let name = "report"
  static let form = InputForm.capture(after: 0)
  static let longest = 1024

  static func run(_ input: [UInt8]) {
    guard let capture = capture(of: input) else { return }
    let forms: [ReportChecks.Form] = [
      .text(TextOptions()), .json(.pretty), .json(.compact), .text(TextOptions(unicode: false)),
    ]
    ReportChecks.check(capture, as: forms[input.count / 2 % 4])
  }

  /// `nil` for what is no capture.
  static func capture(of input: [UInt8]) -> ReportV1.Capture? {
    var options = AnalysisOptions()
    // By the file's length, so that one input always takes the same way.
    options.timeline = input.count % 2 == 0 ? .packets : .coreBluetooth
    options.rssiGate = -60 ... -40
    do throws(CaptureFileError) {
      // A small window is soon made, and slides often.
      var reader = try CaptureReader(MemorySource(input), windowSize: 1024)
      return try analyze(
        &reader, path: "fuzz", options: options, payloads: nil, progress: { _, _ in })
    } catch {
      promise(!error.message.isEmpty, "a refusal without a reason")
      return nil
    }
  }
}
