import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// Attempts to connect, and what is known of this host's receiver and of the distance.
@Suite("Rules: this host's receiver as a cause")
struct HostReceiverTests {
  /// - Parameter later: how long the connection after the failed one runs, and how it ends.
  private func capture(
    rssi: Int, later: (us: Int, reason: UInt8)? = nil, after: Int = 9_000_000,
    change: (inout ReportV1.Capture) -> Void = { _ in }
  ) -> ReportV1.Capture {
    var connections = [
      Hand.connection {
        $0.endUs = 1_400_000
        $0.connectRequest = .init(
          frame: 5, timeUs: 200_000, isDirect: true, lastHeardFrame: 3, lastHeardRssi: rssi)
        $0.disconnect = .init(frame: 20, reason: 0x3E)
      }
    ]
    if let later {
      connections.append(
        Hand.connection {
          $0.id = 2
          ($0.completeFrame, $0.firstFrame) = (40, 40)
          $0.startUs = 1_400_000 + after
          $0.endUs = $0.startUs + later.us
          $0.disconnect = .init(frame: 800, reason: .init(rawValue: later.reason))
        })
    }
    return Hand.capture {
      $0.connections = connections
      change(&$0)
    }
  }

  private func advice(_ capture: ReportV1.Capture) throws -> String {
    try #require(try only(ConnectionFailedRule.self, in: capture).advice)
  }

  @Test("a connection that ran well right after it refutes that the device was too far away")
  func distance() throws {
    let well = try advice(capture(rssi: -75, later: (94_000_000, 0x16)))
    #expect(
      well.contains(
        "-75 dBm, but a later connection (#40) lasted 1 min 34 s and was not lost, so distance hardly "
          + "explains it."))
    #expect(!well.contains("too far away"))
    // It was lost, was short, or came much later.
    for other in [
      capture(rssi: -75, later: (94_000_000, 0x08)), capture(rssi: -75, later: (2_000_000, 0x16)),
      capture(rssi: -75, later: (94_000_000, 0x16), after: 90_000_000), capture(rssi: -75),
    ] {
      #expect(try advice(other).contains("it may be too far away"))
    }
  }

  @Test("a scan with reports in bursts before it makes this host the first candidate")
  func bursts() throws {
    let scan = ReportV1.Scan(
      startFrame: 2, stopFrame: 4, startUs: 0, durationUs: 100_000,
      bursts: .init(count: 9, reports: 40, devices: 12, periodUs: 1_280_000))
    let busy = capture(rssi: -50) { $0.scans = [scan] }
    let text = try advice(busy)
    #expect(
      text.contains(
        "Look first at this host's controller (in the scan from #2, reports of all devices came "
          + "only in bursts, one burst every 1.28 s), then look at the peer"))
    let finding = try only(ConnectionFailedRule.self, in: busy)
    #expect(finding.evidence[.busyScanFrame] == .int(2))
    #expect(try !advice(capture(rssi: -50)).contains("Look first"))
    // The report does not say which of two controllers scans.
    let two = capture(rssi: -50) {
      $0.scans = [scan]
      $0.controllers.append(.init(index: 1))
    }
    #expect(try !advice(two).contains("Look first"))
  }

  @Test("a controller that takes a second to end a scan is the first candidate for a slow attempt")
  func slowStop() throws {
    func slow(_ answer: Int) throws -> RuleFinding {
      try only(
        SlowConnectionRule.self,
        in: Hand.capture(
          Hand.connection {
            $0.startUs = 20_000_000
            $0.endUs = 40_000_000
            $0.connectRequest = .init(
              frame: 5, timeUs: 1_000_000, isDirect: true, scanWindowUs: 30_000,
              scanIntervalUs: 60_000)
          }
        ) {
          $0.scans = [
            .init(startFrame: 2, stopFrame: 4, startUs: 0, durationUs: 90_000, stopAnswerUs: answer)
          ]
        })
    }
    let finding = try slow(1_040_000)
    #expect(
      finding.message.contains("the controller took 1.04 s to end the scan from #2"))
    #expect(finding.frames.contains(2))
    #expect(finding.evidence[.possibleCauses] == .list([.string("host-receiver")]))
    #expect(finding.advice?.hasPrefix("Check this host's controller first") == true)
    #expect(try slow(20_000).evidence[.possibleCauses] == .list([]))
  }

  @Test("link-slowed names a preference that contradicts the request")
  func preference() throws {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: 9)
    story.signalling(.rx, 0x12, 1, octets(20) + octets(50) + octets(0) + octets(300))
    story.signalling(.tx, 0x13, 1, octets(0))
    for number in 0..<20 {
      if number == 10 { story.update(interval: 48, timeout: 300) }
      story.att(.tx, [0x08, UInt8(number * 2 + 1), 0x00, 0xFF, 0xFF, 0x03, 0x28])
      story.wait(by: 20_000)
      story.att(
        .rx, [0x09, 7, UInt8(number * 2 + 1), 0, 0x12, UInt8(number * 2 + 2), 0, 0x10, 0xAA])
    }
    story.wait(by: 2_000_000)
    story.discover(declaration: 0x66, value: 0x67, uuid: [0x04, 0x2A])
    story.att(.tx, [0x0A, 0x67, 0x00])
    story.att(.rx, [0x0B] + octets(8) + octets(10) + octets(0) + octets(400))
    story.disconnect()
    let finding = try only(LinkSlowedRule.self, in: Analysed(story).capture)
    #expect(finding.evidence[.preferredFrame] == .int(48))
    #expect(
      finding.advice?.hasSuffix(
        "Its Peripheral Preferred Connection Parameters (2A04, #48) say 10 ms to 12.5 ms, which "
          + "contradicts this request.") == true)
  }
}
