import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// More connections than there is room for: each is judged, and those of which nothing is to be
/// said become sums.
@Suite("Connections that are folded")
struct FoldedTests {
  private static let count = 1200
  private static let lost = 601
  private static let cut = 302
  /// About a half of what the connections of the story take.
  private static let memory = 7 << 20

  /// Connections with seven devices by turns, each with a transfer; one is lost, and one transfer
  /// of another has no end.
  private static func story() -> CaptureBuilder {
    var story = CaptureBuilder()
    for number in 1...count {
      let handle = UInt16(0x40 + number % 3)
      story.connect(handle, peer: [UInt8(number % 7), 2, 3, 4, 5, 0xC6])
      story.subscribe(0x16, 1, handle)
      story.notify(0x15, [UInt8](repeating: 7, count: 20), handle)
      if number == cut {
        for _ in 0..<9 { story.notify(0x15, [UInt8](repeating: 7, count: 20), handle) }
      } else {
        story.notify(0x15, Array("EOM".utf8), handle)
      }
      story.wait(by: number == lost ? 5_000_000 : 400_000)
      story.disconnect(handle, reason: number == lost ? 0x08 : 0x13)
    }
    return story
  }

  private static func analyzed(
    _ story: CaptureBuilder, memory: Int? = nil, wanted: Int? = nil
  ) throws -> ReportV1.Capture {
    var options = AnalysisOptions()
    options.judge = RuleJudge(wanted: wanted)
    if let memory { options.memory = memory }
    var reader = try CaptureReader(MemorySource(story.btsnoop()))
    return try analyze(&reader, path: "", options: options, payloads: nil) { _, _ in }
  }

  private struct Fault: Hashable {
    var rule: String
    var severity: ReportV1.Severity
    var connections: [Int]

    init(_ finding: ReportV1.Finding) {
      rule = finding.rule
      severity = finding.severity
      connections = finding.connections
    }
  }

  private static func faults(_ capture: ReportV1.Capture) -> [Fault: Int] {
    RuleCatalog.findings(in: [capture]).reduce(into: [:]) { $0[Fault($1), default: 0] += 1 }
  }

  @Test("all are judged and counted, wherever a fault stands")
  func all() throws {
    let story = Self.story()
    let whole = try Self.analyzed(story)
    let capture = try Self.analyzed(story, memory: Self.memory)
    #expect(whole.folded == nil && whole.connections.count == Self.count)
    let folded = try #require(capture.folded)
    #expect(folded.connections > Self.count / 2)
    #expect(capture.connectionCount == Self.count && folded.judged == Self.count)
    #expect(capture.unjudged(least: .info) == [])
    #expect(capture.unseenDetails.count == 1)
    #expect(Self.faults(capture) == Self.faults(whole))
    let errors = RuleCatalog.findings(in: [capture]).filter { $0.severity == .error }
    #expect(errors.map(\.rule).sorted() == ["link-loss", "transfer-incomplete"])
    #expect(Set(errors.map(\.connection)) == [Self.lost, Self.cut])
    // Who reads of them wants to see them.
    #expect(Set(capture.connections.map(\.id)).isSuperset(of: [Self.lost, Self.cut]))
    #expect(capture.connections.map(\.id) == capture.connections.map(\.id).sorted())
  }

  @Test("the sums of what is not shown, and what is, make the whole")
  func sums() throws {
    let capture = try Self.analyzed(Self.story(), memory: Self.memory)
    let folded = try #require(capture.folded)
    let shown = capture.connections.flatMap { Array($0.transfers) }
    #expect(folded.transfersComplete + shown.count { $0.complete } == Self.count - 1)
    #expect(folded.transfersIncomplete == 0 && shown.count { !$0.complete } == 1)
    #expect(capture.transfersOmitted == folded.transfersComplete)
    #expect(folded.devices.map(\.connections).reduce(0, +) == folded.connections)
    #expect(folded.devices.count == 7 && folded.devices.allSatisfy { $0.address != nil })
    #expect(folded.devices.map(\.bytes).reduce(0, +) == folded.connections * 23)
    #expect(folded.endings.map(\.reason) == [.remoteUserTerminatedConnection])
    #expect(folded.endings.map(\.connections) == [folded.connections])
  }

  @Test("a connection that is asked for stays")
  func wanted() throws {
    let plain = try Self.analyzed(Self.story(), memory: Self.memory)
    let capture = try Self.analyzed(Self.story(), memory: Self.memory, wanted: 77)
    #expect(!plain.connections.contains { $0.id == 77 })
    #expect(capture.connections.contains { $0.id == 77 })
    #expect(capture.connectionCount == Self.count)
    #expect(Self.faults(capture) == Self.faults(plain))
  }

  @Test("without a judge nothing is let go of, and what has no room is not judged")
  func withoutJudge() throws {
    var options = AnalysisOptions()
    options.memory = Self.memory
    var reader = try CaptureReader(MemorySource(Self.story().btsnoop()))
    let capture = try analyze(&reader, path: "", options: options, payloads: nil) { _, _ in }
    #expect(capture.folded == nil && capture.connectionsOmitted > 0)
    #expect(capture.unjudged(least: .error) != [])
  }

  @Test("the same fault of one device is one finding, in however many parts it was found")
  func severalLosses() throws {
    var story = CaptureBuilder()
    for number in 1...Self.count {
      story.connect()
      story.subscribe(0x16)
      story.notify(0x15, [1])
      story.wait(by: number % 100 == 0 ? 5_000_000 : 400_000)
      story.disconnect(reason: number % 100 == 0 ? 0x08 : 0x13)
    }
    let whole = RuleCatalog.findings(in: [try Self.analyzed(story)])
    let capture = try Self.analyzed(story, memory: Self.memory)
    #expect(capture.folded != nil)
    let losses = RuleCatalog.findings(in: [capture]).filter { $0.rule == "link-loss" }
    let lost = Array(stride(from: 100, through: Self.count, by: 100))
    #expect(losses.count == 1 && losses[0].connections == lost)
    #expect(losses[0].message == whole.first { $0.rule == "link-loss" }?.message)
    #expect(losses[0].evidence == whole.first { $0.rule == "link-loss" }?.evidence)
  }

  @Test("a rule that looks back sees the connection before, also where that is gone")
  func lookingBack() throws {
    var history = JudgedParts()
    history.latest = [ReportV1.Connection(id: 4, controller: 0, peer: .init(address: "A"))]
    var capture = ReportV1.Capture(connections: [
      ReportV1.Connection(id: 9, controller: 0, peer: .init(address: "A")),
      ReportV1.Connection(id: 10, controller: 0, peer: .init(address: "A")),
    ])
    capture.judged = history
    let found = PeerHistory(capture)
    #expect(found.all(before: 1).map(\.id) == [4, 9])
    #expect(found.latest(before: 0) { _, _ in true }?.id == 4)
    #expect(found.latest(before: 1) { $0[$1].id < 9 }?.id == 4)
  }

  @Test("devices beyond the bound are one entry")
  func manyDevices() {
    var folded = ReportV1.Folded()
    var places: [String: Int] = [:]
    let most = ReportV1.Folded.mostDevices
    for number in 0..<most + 5 {
      folded.add(ReportV1.Connection(id: number, peer: .init(address: "\(number)")), at: &places)
    }
    folded.add(ReportV1.Connection(id: 1, peer: .init(address: "7")), at: &places)
    #expect(folded.devices.count == most + 1 && folded.devices[most].address == nil)
    #expect(folded.devices[most].connections == 5 && folded.devices[7].connections == 2)
    #expect(folded.connections == most + 6)
  }
}
