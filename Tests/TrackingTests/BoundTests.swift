import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// Each bound of the measures and the report, reached by input that is made for it.
@Suite("Bounds of measures")
struct MeasureBoundTests {
  @Test("characteristics beyond the bound are not measured, and the report says so")
  func streams() {
    let analysed = Analysed { story in
      for handle in UInt16(1)...300 { story.notify(handle, [1, 2, 3]) }
    }
    // 0x0015 is subscribed to before.
    #expect(analysed.streams.map(\.valueHandle) == [21] + (1...256).filter { $0 != 21 })
    #expect(analysed.capture.boundsReached == ["streams"])
    let findings = RuleCatalog.findings(in: [analysed.capture])
    #expect(findings.contains { $0.rule == "bound-reached" && $0.severity == .warning })
  }

  @Test("stalls")
  func stalls() {
    let analysed = Analysed { story in
      for _ in 0..<300 {
        story.att(.tx, [0x52, 0x20, 0x00, 1, 2, 3, 4])
        story.wait(by: 2_000_000)
        story.completed(1)
      }
    }
    let stalls = analysed.connections[0].flow.stalls.filter { $0.kind == .completion }
    #expect(stalls.count == 256 && stalls[0].firstFrame < 10)
    #expect(analysed.capture.boundsReached.contains("stalls"))
  }

  @Test("of a payload over a megabyte the length and the digest are reported")
  func payload() throws {
    let payload = (0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let analysed = Analysed { story in
      story.send("x", "EOM")
      story.send(payload, by: 500)
      story.send("EOM")
    }
    let long = try #require(analysed.transfers.last)
    #expect(analysed.transfers.count == 2)
    #expect(long.payloadBytes == 1_200_000 && long.payloadSha256 == sha256(payload))
    #expect(long.payloadType == nil && long.complete)
    #expect(analysed.capture.boundsReached == ["payloads"])
  }

  @Test("payloads under way on many connections share what is kept whole")
  func openPayloads() {
    var story = CaptureBuilder()
    let payload = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    for handle in UInt16(1)...60 {
      story.connect(handle)
      story.notify(0x15, Array("x".utf8), handle)
      story.notify(0x15, Array("EOM".utf8), handle)
      story.send(payload, by: 20_000, handle)
    }
    for handle in UInt16(1)...60 { story.notify(0x15, Array("EOM".utf8), handle) }
    let capture = Analysed(story).capture
    let long = capture.connections.compactMap { $0.transfers.last }
    #expect(long.allSatisfy { $0.payloadSha256 == sha256(payload) && $0.payloadBytes == 400_000 })
    // 24 MB of values are more than those in which messages are looked for.
    #expect(capture.boundsReached == ["messages", "payloads"])
  }

  @Test("values sent again, and sizes of chunks")
  func transferLists() throws {
    let resends = Analysed { story in
      for number in UInt16(0)..<1030 {
        let value = octets(number) + Array("different".utf8)
        story.notify(0x15, value)
        story.notify(0x15, value)
      }
      story.send("EOM")
    }
    #expect(try resends.only().resends.count == 1024)
    #expect(resends.capture.boundsReached == ["resends"])
    let sizes = Analysed { story in
      for size in 10...100 { story.notify(0x15, [UInt8](repeating: 7, count: size)) }
      story.send("EOM")
    }
    #expect(try sizes.only().chunkBytes.entries.count == 64)
    #expect(sizes.capture.boundsReached == ["chunk_sizes"])
  }

  @Test("where memory is short what came first is kept, of every kind")
  func memory() {
    var story = CaptureBuilder()
    for handle in UInt16(1)...20 {
      story.connect(handle)
      for attribute in UInt16(1)...20 {
        story.notify(attribute, Array("a value".utf8), handle)
        story.notify(attribute, Array("EOM".utf8), handle)
      }
      story.disconnect(handle)
    }
    let whole = Analysed(story).capture
    #expect(whole.boundsReached.isEmpty)
    let bounded = Analysed(story, ledger: Ledger(limit: 1_500_000)).capture
    #expect(bounded.boundsReached.first == "memory")
    #expect(bounded.boundsReached.contains("streams"))
    #expect(bounded.connections.first?.transfers == whole.connections.first?.transfers)
    #expect(bounded.connections.last?.transfers != whole.connections.last?.transfers)
    #expect(bounded.records == whole.records)
  }

  @Test("steps of the clock, and places where records were lost")
  func clock() {
    var story = CaptureBuilder()
    for _ in 0..<1030 {
      story.advertise([1, 2, 3, 4, 5, 6], -50)
      story.wait(by: -10_000)
    }
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil)
    let (records, bytes) = story.records()
    analysis.add(records, in: bytes.span)
    let capture = analysis.finish(
      losses: (1...1025).map { RecordLoss(beforeFrame: $0, count: 1) })
    #expect(capture.clockSteps.count == 1024 && capture.clockSteps[0].frame == 2)
    #expect(capture.dropPoints.count == 1024 && capture.dropPoints[0].beforeFrame == 1)
    #expect(capture.boundsReached == ["clock_steps", "drop_points"])
  }

  @Test("names and services of devices are counted, too")
  func advertisers() throws {
    var story = CaptureBuilder()
    let services = (0..<14).flatMap { [UInt8](repeating: UInt8($0), count: 16) }
    for device in UInt8(0)..<20 {
      story.advertise([device, 2, 3, 4, 5, 6], -50, data: [225, 0x07] + services)
    }
    let bounded = Analysed(
      story, ledger: Ledger(limit: 20 * Bound.advertisers.weight + 5000)
    ).capture
    #expect(bounded.boundsReached == ["memory", "advertisers"])
    #expect(bounded.advertisers.first?.serviceUuids.count == 14)
    #expect((10..<20).contains(bounded.advertisers.count))
    #expect(bounded.advertiserReportsOmitted == 20 - bounded.advertisers.count)
  }

  @Test("findings beyond the bound are counted, and a finding reports them")
  func findings() {
    let connections = (1...6000).map { number in
      Hand.connection {
        $0.id = number
        // Each with a device of its own: the same of one device would be one finding.
        $0.peer.address = "C0:00:00:00:\(number / 100):\(number % 100)"
        $0.disconnect = .init(frame: number, reason: 0x08)
      }
    }
    let findings = RuleCatalog.findings(in: [ReportV1.Capture(connections: connections)])
    #expect(findings.count == Bound.findings.limit + 1)
    let reported = findings.filter { $0.rule == "bound-reached" }
    #expect(reported.count == 1 && reported[0].evidence[.bounds] == .list([.string("findings")]))
    #expect(reported[0].message.hasPrefix("5,000 further findings"))
    let losses = findings.filter { $0.rule == "link-loss" }
    #expect(losses.compactMap(\.connection) == Array(1...1000))
  }

  @Test("each bound has a limit and words")
  func table() {
    #expect(Set(BoundRow.all.map(\.name)).count == BoundRow.all.count)
    #expect(
      Bound.allCases.allSatisfy { bound in BoundRow.all.contains { $0.name == bound.name } })
    for row in BoundRow.all {
      #expect(row.limit > 0 && !row.scope.isEmpty && !row.what.isEmpty && row.why.hasSuffix("."))
    }
  }
}
