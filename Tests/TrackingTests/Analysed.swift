import BletraceTestSupport
import CaptureFiles
import Findings
import SystemLibraries
import Testing

@testable import Report
@testable import Tracking

/// What the analysis makes of a story.
struct Analysed {
  var capture: ReportV1.Capture

  init(
    _ story: CaptureBuilder, _ options: AnalysisOptions = AnalysisOptions(),
    sink: (any PayloadSink)? = nil, ledger: Ledger = Ledger()
  ) {
    var analysis = CaptureAnalysis(options, sink: sink, ledger: ledger)
    let (records, bytes) = story.records()
    analysis.add(records, in: bytes.span)
    capture = analysis.finish()
  }

  /// Of a connection on which characteristic 0x0015 is subscribed from the third record on.
  init(
    _ options: AnalysisOptions = AnalysisOptions(), sink: (any PayloadSink)? = nil,
    mtu: UInt16? = nil, _ build: (inout CaptureBuilder) -> Void
  ) {
    var story = CaptureBuilder()
    story.connect()
    if let mtu { story.exchangeMTU(mtu, mtu) }
    story.subscribe(0x16)
    build(&story)
    self.init(story, options, sink: sink)
  }

  /// What the rules find in it.
  var findings: [ReportV1.Finding] { RuleCatalog.findings(in: [capture]) }

  func finding(_ rule: String) -> ReportV1.Finding? { findings.first { $0.rule == rule } }

  var connections: [ReportV1.Connection] { capture.connections }
  var transfers: [ReportV1.Transfer] { connections[0].transfers }
  var streams: [ReportV1.NotificationStream] { connections[0].notifications }

  func only(_ sourceLocation: SourceLocation = #_sourceLocation) throws -> ReportV1.Transfer {
    #expect(transfers.count == 1, sourceLocation: sourceLocation)
    return try #require(transfers.first, sourceLocation: sourceLocation)
  }
}

// MARK: - Sniffed

extension Analysed {
  init(_ air: AirStory) { self.init(air, AnalysisOptions()) }

  /// As the reader of such a file would hand it over.
  private init(_ air: AirStory, _ options: AnalysisOptions) {
    self.init(air.story, options)
    capture.linkType = "le-ll-phdr"
  }

  init(_ air: AirStory, keys line: String) throws {
    var options = AnalysisOptions()
    options.keys = try AirKeys(line)
    self.init(air, options)
  }
}

func sha256(_ text: String) -> String { sha256(Array(text.utf8)) }
func sha256(_ bytes: [UInt8]) -> String { SHA256.digest(of: bytes.span) }

extension CaptureBuilder {
  /// Values of characteristic 0x0015, one after the other.
  mutating func send(_ values: String...) {
    for value in values { notify(0x15, value) }
  }

  /// A payload in chunks of at most so many octets.
  mutating func send(_ payload: [UInt8], by size: Int = 20, _ handle: UInt16 = Self.handle) {
    var rest = payload[...]
    while !rest.isEmpty {
      notify(0x15, Array(rest.prefix(size)), handle)
      rest = rest.dropFirst(size)
    }
  }
}

/// Twenty octets each, none like another.
let chunk = (0..<8).map { index in
  String("\(index) chunk of twenty octets".prefix(20))
}

/// Keeps payloads as a folder would.
final class MemorySink: PayloadSink {
  private(set) var pieces: [Int: [UInt8]] = [:]
  private(set) var finished: [Int: ExtractedPayload] = [:]
  private(set) var discarded: [Int] = []
  private(set) var appends = 0

  func append(_ bytes: ArraySlice<UInt8>, to payload: Int) {
    pieces[payload, default: []] += bytes
    appends += 1
  }

  func finish(_ payload: Int, as info: ExtractedPayload) { finished[payload] = info }

  func discard(_ payload: Int) { discarded.append(payload) }

  /// Whole payloads, in the order of their numbers.
  var payloads: [[UInt8]] { finished.keys.sorted().map { pieces[$0] ?? [] } }
}
