import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// What is said of a connection that is older than the capture, and what is not.
@Suite("Captures that begin late")
struct LateCaptureTests {
  /// Data at an interval that an update shows.
  private func story(
    isLate: Bool, dataLength: UInt8? = nil, mtu: UInt16? = nil, size: Int = 20,
    fragments: [Int] = [], _ build: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 100)
    if isLate { story.update(interval: 24) } else { story.connect() }
    if let mtu { story.exchangeMTU(mtu, mtu) }
    if let dataLength {
      story.event(0x3E, [0x07, 0x40, 0, 251, 0, 0x48, 8, dataLength, 0, 0x48, 1])
    }
    story.subscribe(0x16)
    for number in 0..<400 {
      let value = [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
      story.att(
        .rx, [0x1B, 0x15, 0] + value + [UInt8](repeating: 9, count: size - 2),
        fragments: fragments)
      if number % 4 == 3 { story.wait(by: 29_000) }
    }
    build(&story)
    return Analysed(story).capture
  }

  private func changes(_ capture: ReportV1.Capture) -> [ReportV1.WhatIf] {
    capture.connections[0].runs.flatMap { $0.ceiling?.whatIf ?? [] }
  }

  @Test("the data length of its beginning is known of no connection that is older")
  func dataLength() {
    let fragments = [27, 27, 27]
    let whole = story(isLate: false, mtu: 100, size: 90, fragments: fragments)
    #expect(changes(whole).contains { $0.llOctets != nil })
    #expect(DataLength27Rule.check(whole).count == 1)
    let late = story(isLate: true, mtu: 100, size: 90, fragments: fragments)
    #expect(changes(late).allSatisfy { $0.llOctets == nil })
    #expect(DataLength27Rule.check(late).isEmpty)
    // An event says it.
    let event = story(isLate: true, dataLength: 27, mtu: 100, size: 90, fragments: fragments)
    #expect(changes(event).contains { $0.llOctets != nil })
    #expect(DataLength27Rule.check(event).count == 1)
  }

  @Test("data without any command and event: one finding, and nothing of a late start")
  func aclOnly() throws {
    func capture(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
      var story = CaptureBuilder()
      story.exchangeMTU(247, 247)
      story.wait(by: 9_000_000)
      story.l2cap(.tx, 4, [2, 0xF7, 0], 0x41)
      story.l2cap(.rx, 4, [3, 0xF7, 0], 0x41)
      build(&story)
      return Analysed(story).capture
    }
    let alone = capture { _ in }
    #expect(alone.aclOnly)
    #expect(CaptureStartedLateRule.check(alone).isEmpty)
    let finding = try only(CaptureACLOnlyRule.self, in: alone)
    #expect(finding.severity == .info && finding.frames == [1, 3])
    #expect(
      finding.message
        == "The file has only ACL data, without commands and events, probably because of a "
        + "filtered export. The beginning, the peer, the interval and the end of each of 2 "
        + "connections are unknown.")
    #expect(finding.advice == "Export or capture the traffic again without a filter.")
    let control: [(inout CaptureBuilder) -> Void] = [
      { $0.completed(1) }, { $0.command(0x0C03) },
      {
        $0.wait(by: -1_000_000)
        $0.completed(1)
      },
    ]
    for build in control {
      let whole = capture(build)
      #expect(!whole.aclOnly && CaptureACLOnlyRule.check(whole).isEmpty)
      #expect(try only(CaptureStartedLateRule.self, in: whole).message.contains("began before"))
    }
    var noted = CaptureBuilder()
    noted.notify(0x15, "a")
    noted.add(.loggerNote, .unknown, [65])
    #expect(Analysed(noted).capture.aclOnly, "notes are no packets")
    var events = CaptureBuilder()
    events.connect()
    #expect(!Analysed(events).capture.aclOnly)
  }

  @Test("what the MTU was before an exchange is said with its frame")
  func mtu() throws {
    let capture = story(isLate: false) {
      $0.exchangeMTU(247, 247)
      $0.wait(by: 1_000_000)
      $0.notify(0x15, [1])
    }
    let finding = try #require(BulkSmallValuesRule.check(capture).first)
    #expect(
      finding.message.contains(
        "values had 20 bytes, all that MTU 23 allows: the MTU was exchanged only later (#405)"))
  }

  /// A connection without its beginning, in which one side offers an MTU, and values follow.
  private func offered(
    _ offer: (inout CaptureBuilder) -> Void, values size: Int
  ) -> (mtu: ReportV1.MTU, isUnknown: Bool) {
    var story = CaptureBuilder()
    offer(&story)
    for number in 0..<20 { story.notify(0x15, [UInt8](repeating: UInt8(number), count: size)) }
    // With data alone it would be a filtered export.
    story.completed(1)
    let capture = Analysed(story).capture
    let unknown = CaptureStartedLateRule.check(capture).contains { $0.message.contains("the MTU") }
    return (capture.connections[0].mtu, unknown)
  }

  @Test("an offer and a value of that size show the MTU that is in force")
  func offeredMTU() {
    let request: (inout CaptureBuilder) -> Void = { $0.att(.rx, [0x02, 153, 0]) }
    let proven = offered(request, values: 150)
    #expect(proven.mtu == .init(client: 153, effective: 153, frame: 1) && !proven.isUnknown)
    let response = offered({ $0.att(.tx, [0x03, 153, 0]) }, values: 150)
    #expect(response.mtu == .init(server: 153, effective: 153, frame: 1))
    #expect(offered({ $0.att(.rx, [0x02, 23, 0]) }, values: 20).mtu.effective == 23)
    // Smaller values leave it open, and longer ones are no proof of anything.
    for size in [20, 149, 151] {
      let open = offered(request, values: size)
      #expect(open.mtu == .init(client: 153) && !open.isUnknown)
    }
    // It was refused.
    let refused = offered(
      {
        request(&$0)
        $0.att(.tx, [0x01, 0x02, 0, 0, 0x06])
      }, values: 20)
    #expect(refused.mtu == .init() && refused.isUnknown)
    // Without an offer, a long value shows how large it is at least.
    #expect(offered({ _ in }, values: 20).isUnknown)
    let long = offered({ _ in }, values: 21)
    #expect(long.mtu.effective == nil && !long.isUnknown)
    // With both halves it is what they agreed on.
    let agreed = offered({ $0.exchangeMTU(247, 185) }, values: 100)
    #expect(agreed.mtu == .init(client: 247, server: 185, effective: 185, frame: 2))
  }

  @Test("a single short value before the exchange is no chunk size")
  func chunkSize() {
    var capture = Hand.capture(
      transfer: Hand.transfer {
        $0.chunkBytes = ["182": 19, "13": 1]
        $0.truncatedAtStart = true
      }
    ) { $0.mtu.frame = 120 }
    #expect(MTUExchangedLateRule.check(capture).allSatisfy { !$0.message.contains("13 bytes") })
    capture.connections[0].transfers[0].chunkBytes = ["182": 10, "20": 10]
    #expect(
      MTUExchangedLateRule.check(capture).first?.message.contains("chunks had at most 20 bytes")
        == true)
  }
}
