import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("link-slowed")
struct LinkSlowedRuleTests {
  /// A discovery, in the middle of which the peer's parameters come into force.
  ///
  /// - Parameters:
  ///   - interval: the new one, in units of 1.25 ms.
  ///   - requests: of the discovery, half of them after the update.
  private func capture(
    interval: UInt16 = 48, requests: Int = 20, isPeer: Bool = true, isLater: Bool = false
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: 9)
    story.wait(by: 29_000)
    func ask(_ story: inout CaptureBuilder) {
      guard isPeer else { return }
      story.signalling(.rx, 0x12, 1, octets(20) + octets(50) + octets(0) + octets(300))
      story.signalling(.tx, 0x13, 1, octets(0))
    }
    if !isLater { ask(&story) }
    for number in 0..<requests {
      if number == requests / 2, !isLater { story.update(interval: interval, timeout: 300) }
      story.att(.tx, [0x08, UInt8(number * 2 + 1), 0x00, 0xFF, 0xFF, 0x03, 0x28])
      story.wait(by: 20_000)
      story.att(
        .rx, [0x09, 7, UInt8(number * 2 + 1), 0, 0x12, UInt8(number * 2 + 2), 0, 0x10, 0xAA])
    }
    if isLater {
      ask(&story)
      story.update(interval: interval, timeout: 300)
    }
    story.wait(by: 2_000_000)
    story.update(interval: 9)
    story.disconnect()
    return Analysed(story).capture
  }

  @Test("the peer's long interval takes effect in the middle of the discovery")
  func discovery() throws {
    let finding = try only(LinkSlowedRule.self, in: capture())
    #expect(finding.severity == .info && finding.frames == [2, 4, 24, 44])
    #expect(
      finding.message
        == "30 ms after the connection began (#2), the peer requested interval 25 ms to 62.5 ms, "
        + "latency 0, timeout 3 s, which was accepted: in the middle of a discovery of 20 requests "
        + "(#4 to #44) the interval went from 11.25 ms to 60 ms (#24). This interval lasted 2.22 "
        + "s, until #45.")
    #expect(finding.evidence[.party] == .string("remote"))
  }

  @Test("the same in the middle of bulk data")
  func run() throws {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: 12)
    story.subscribe(0x16)
    for _ in 0..<100 { story.notify(0x15, [UInt8](repeating: 7, count: 20)) }
    story.signalling(.rx, 0x12, 1, octets(80) + octets(128) + octets(0) + octets(400))
    story.signalling(.tx, 0x13, 1, octets(0))
    story.update(interval: 126, timeout: 400)
    for _ in 0..<40 { story.notify(0x15, [UInt8](repeating: 8, count: 20)) }
    let finding = try only(LinkSlowedRule.self, in: Analysed(story).capture)
    #expect(finding.message.contains("in the middle of 2,800 bytes of handle 0x0015 (#4 to #"))
    #expect(finding.message.contains("from 15 ms to 157.5 ms"))
    #expect(finding.message.hasSuffix(", until the connection ended."))
  }

  @Test("no word where the data paused around the change")
  func pausedRun() {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: 12)
    story.subscribe(0x16)
    for _ in 0..<100 { story.notify(0x15, [UInt8](repeating: 7, count: 20)) }
    story.wait(by: 4_000_000)
    story.signalling(.rx, 0x12, 1, octets(80) + octets(128) + octets(0) + octets(400))
    story.signalling(.tx, 0x13, 1, octets(0))
    story.update(interval: 126, timeout: 400)
    story.wait(by: 2_000_000)
    for _ in 0..<40 { story.notify(0x15, [UInt8](repeating: 8, count: 20)) }
    #expect(LinkSlowedRule.check(Analysed(story).capture).isEmpty)
  }

  /// A short discovery, the peer's interval, and requests after it; then a connection that begins
  /// with that interval.
  private func requests(_ count: Int, pause: Int64 = 0, discovered: Int = 12) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    func read(_ story: inout CaptureBuilder, _ count: Int) {
      for _ in 0..<count {
        story.att(.tx, [0x0A, 0x03, 0x00])
        story.wait(by: 100_000)
        story.att(.rx, [0x0B, 7])
      }
    }
    story.connect(interval: 9)
    story.signalling(.rx, 0x12, 1, octets(20) + octets(50) + octets(0) + octets(300))
    story.signalling(.tx, 0x13, 1, octets(0))
    story.exchangeMTU(185, 185)
    story.wait(by: pause)
    story.update(interval: 48, timeout: 300)
    story.subscribe(0x11)
    read(&story, count)
    story.disconnect()
    story.connect(interval: 48)
    for number in 0..<discovered {
      story.att(.tx, [0x08, UInt8(number * 2 + 1), 0x00, 0xFF, 0xFF, 0x03, 0x28])
      story.wait(by: 120_000)
      story.att(
        .rx, [0x09, 7, UInt8(number * 2 + 1), 0, 0x12, UInt8(number * 2 + 2), 0, 0x10, 0xAA])
    }
    story.disconnect()
    return Analysed(story).capture
  }

  @Test("in the middle of requests, and a connection that began with the interval")
  func requests() throws {
    let finding = try only(LinkSlowedRule.self, in: requests(10))
    #expect(finding.evidence[.underWay] == .string("requests"))
    #expect(finding.message.contains("in the middle of 12 requests (#4 to #"))
    #expect(
      finding.message.hasSuffix(
        " Connection 2 began with 60 ms: the 12 requests of its discovery took 1.45 s."))
    let alone = try only(LinkSlowedRule.self, in: requests(10, discovered: 9))
    #expect(!alone.message.contains("Connection 2"))
    // Too few behind it, and after a pause.
    #expect(LinkSlowedRule.check(requests(8)).isEmpty)
    #expect(LinkSlowedRule.check(requests(10, pause: 3_000_000)).isEmpty)
  }

  @Test("quiet after the discovery, about a short interval, a short discovery and the host's wish")
  func nearMisses() {
    #expect(LinkSlowedRule.check(capture(isLater: true)).isEmpty)
    #expect(LinkSlowedRule.check(capture(interval: 20)).isEmpty)
    #expect(LinkSlowedRule.check(capture(requests: 8)).isEmpty)
    #expect(LinkSlowedRule.check(capture(isPeer: false)).isEmpty)
  }
}
