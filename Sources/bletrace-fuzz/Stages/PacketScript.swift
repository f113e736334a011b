import BletraceTestSupport
import CaptureFiles
import Findings
import Tracking

/// Input as a row of packets: an octet that says what it is, an octet of length, the packet. So
/// that changes of the fuzzer stay inside packets, and none is spent on a container.
enum PacketScript {
  /// The pieces of an input, each with the octet in front of it.
  static func pieces(of input: [UInt8]) -> [(choice: UInt8, octets: [UInt8])] {
    var pieces: [(UInt8, [UInt8])] = []
    var index = 0
    while index + 2 <= input.count {
      let end = min(index + 2 + Int(input[index + 1]), input.count)
      pieces.append((input[index], Array(input[(index + 2)..<end])))
      index = end
    }
    return pieces
  }

  /// Analyses the packets and looks for faults in them. What the report makes of it is the business
  /// of the report's own stage: to render it takes longer than all the rest.
  static func run(_ packets: CaptureBuilder) {
    let (records, bytes) = packets.records()
    var options = AnalysisOptions()
    // By the number of packets, so that one input always takes the same way.
    options.timeline = [nil, .packets, .coreBluetooth][records.count % 3]
    options.rssiGate = -60 ... -40
    var analysis = RunningAnalysis(options: options, payloads: nil)
    analysis.add(records, in: bytes.span)
    let capture = analysis.finish(path: "fuzz", CaptureFacts())
    promise(capture.records == records.count, "records that were not counted")
    ReportChecks.checkFindings(RuleCatalog.findings(in: [capture]), of: capture)
  }
}
