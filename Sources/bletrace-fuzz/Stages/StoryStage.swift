import BletraceTestSupport
import CaptureFiles
import Report
import Text
import Tracking

/// From what happened on connections to text and JSON, with payloads that are extracted: what a
/// report is about transfers, their ceilings and gaps needs more packets than a capture of a
/// kilobyte holds.
enum StoryStage: FuzzStage {
  static let name = "story"
  static let form = InputForm.script(after: prefix)
  /// Octets that say what is asked for.
  static let prefix = 2

  static func run(_ input: [UInt8]) {
    guard input.count > prefix else { return }
    let flags = input[0]
    let story = StoryScript.packets(
      of: input.dropFirst(prefix), isPeripheral: flags & 1 != 0, limit: 500)
    var options = AnalysisOptions()
    options.timeline = [nil, .packets, .coreBluetooth, nil][Int(flags >> 1 & 3)]
    if flags & 8 != 0 { options.gapThresholdMicroseconds = 20_000 }
    if flags & 16 != 0 { options.rssiGate = -60 ... -40 }
    if flags & 32 != 0 { options.transferUUIDs = [.init(uuid16: 0x2A37)] }
    let sink = CountingSink()
    var analysis = RunningAnalysis(options: options, payloads: flags & 64 != 0 ? sink : nil)
    let (records, bytes) = story.records()
    analysis.add(records, in: bytes.span)
    let capture = analysis.finish(path: "fuzz", CaptureFacts())
    let text = TextOptions(width: 20 + Int(input[1] & 127), unicode: input[1] & 128 == 0)
    ReportChecks.check(
      capture, as: flags & 128 != 0 ? .text(text) : .json(text.unicode ? .pretty : .compact))
    sink.check(capture)
  }
}

/// Counts what would be written to files.
private final class CountingSink: PayloadSink {
  private var octets: [Int: Int] = [:]
  private var finished: [Int: ExtractedPayload] = [:]
  private var discarded: Set<Int> = []

  func append(_ bytes: ArraySlice<UInt8>, to payload: Int) {
    promise(finished[payload] == nil, "more of a payload that had ended")
    octets[payload, default: 0] += bytes.count
  }

  func finish(_ payload: Int, as info: ExtractedPayload) {
    promise(!discarded.contains(payload), "an end of what was discarded")
    promise(finished.updateValue(info, forKey: payload) == nil, "a payload that ends twice")
  }

  func discard(_ payload: Int) {
    promise(finished[payload] == nil, "a payload that was whole and is none")
    discarded.insert(payload)
  }

  /// What was extracted is what the report says.
  func check(_ capture: ReportV1.Capture) {
    for (payload, info) in finished {
      let connection = capture.connections.first { $0.id == info.connection }
      guard let transfers = connection?.transfers, info.transfer <= transfers.count else {
        end("a payload of a transfer that there is not")
      }
      let transfer = transfers[info.transfer - 1]
      promise(info.complete == transfer.complete, "a payload whose end is reported otherwise")
      let captured = transfer.framing?.capturedBytes ?? transfer.payloadBytes
      promise(octets[payload] ?? 0 == captured, "a payload of another length")
    }
  }
}
