import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("What latency excuses, and what a timeout leaves")
struct LinkLimitsTests {
  /// 30 ms and latency 29: a sleep of 900 ms.
  private static func link(_ timeoutUs: Int, latency: Int = 29) -> ReportV1.Parameters {
    .init(frame: 10, intervalUs: 30_000, latency: latency, supervisionTimeoutUs: timeoutUs)
  }

  private static func stall(_ us: Int) -> ReportV1.Stall {
    .init(
      kind: .completion, firstFrame: 100, lastFrame: 101, startUs: 3_000_000, durationUs: us,
      outstanding: 1)
  }

  private static func connection(
    _ parameters: ReportV1.Parameters, _ stalls: ReportV1.Stall...,
    change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> ReportV1.Connection {
    Hand.connection {
      $0.parameters = [parameters]
      $0.flow.tx = .init(packets: 50, completed: 50)
      $0.flow.stalls = stalls
      change(&$0)
    }
  }

  @Test("latency excuses one sleep of the peripheral, and no second one")
  func excuse() {
    func isExcused(_ us: Int, latency: Int = 29) -> Bool {
      let connection = Self.connection(Self.link(6_000_000, latency: latency), Self.stall(us))
      let isReported = !CompletionStallRule.check(Hand.capture(connection)).isEmpty
      // What is left of it must be a stall by itself.
      #expect(isReported == (us - (latency + 1) * 30_000 > 500_000))
      return connection.isExplainedByLatency(connection.flow.stalls[0])
    }
    #expect(isExcused(900_000))
    #expect(!isExcused(930_000) && !isExcused(1_300_000) && !isExcused(1_800_000))
    #expect(!isExcused(1_120_000, latency: 16))
  }

  @Test("while the latency is not known, only a long stall is reported")
  func unknownLatency() {
    func isReported(_ us: Int, from frame: Int? = nil) -> Bool {
      let connection = Self.connection(Self.link(6_000_000, latency: 4), Self.stall(us)) {
        $0.completeFrame = frame
        $0.parameters[0].frame = 500
      }
      return !CompletionStallRule.check(Hand.capture(connection)).isEmpty
    }
    #expect(!isReported(800_000) && isReported(2_500_000))
    // One that began in the capture has no latency before its first parameters.
    #expect(isReported(800_000, from: 10))
  }

  @Test("a wait with one chance left before the timeout is reported, with who asked for it")
  func tooShort() throws {
    func found(_ timeoutUs: Int, _ us: Int) -> [RuleFinding] {
      SupervisionTooShortRule.check(
        Hand.capture(
          Self.connection(Self.link(timeoutUs), Self.stall(us)) {
            $0.parameterRequests = [
              .init(
                frame: 8, direction: .rx, via: .l2cap, minUs: 30_000, maxUs: 30_000, latency: 29,
                supervisionTimeoutUs: timeoutUs, result: .accepted)
            ]
          }))
    }
    let finding = try #require(found(2_710_000, 2_500_000).first)
    #expect(finding.severity == .warning && finding.frames == [8, 10, 100, 101])
    #expect(finding.evidence[.chances] == .int(3) && finding.evidence[.waits] == .int(1))
    #expect(finding.message.contains("leaves the peripheral 3 chances"))
    #expect(finding.message.contains("210 ms before the timeout"))
    #expect(finding.message.contains("The peer requested these parameters (#8)"))
    // It is not told again as a stall.
    let told = Self.connection(Self.link(2_710_000), Self.stall(2_500_000))
    #expect(CompletionStallRule.check(Hand.capture(told)).isEmpty)
    #expect(SupervisionTooShortRule.check(Hand.capture(told)).count == 1)
    // Two chances were left; or four were there at first.
    #expect(found(2_710_000, 1_800_000).isEmpty)
    #expect(found(3_600_000, 3_500_000).isEmpty)
  }

  @Test("a link that was lost so, though the peer had not gone away", arguments: [true, false])
  func lost(isBack: Bool) throws {
    func end(_ connection: inout ReportV1.Connection) {
      connection.disconnect = .init(frame: 900, reason: .connectionTimeout)
      connection.end = .init(frame: 900, timeUs: 20_000_000, cause: .disconnection)
    }
    let lost = Self.connection(Self.link(2_710_000), change: end)
    let next = Hand.connection {
      $0.id = 2
      $0.startUs = isBack ? 25_000_000 : 200_000_000
      $0.endUs = $0.startUs + 1_000_000
    }
    let found = SupervisionTooShortRule.check(Hand.capture(lost, next))
    #expect(found.count == (isBack ? 1 : 0))
    if isBack { #expect(found[0].evidence[.linkLost] == .bool(true)) }
    // With a timeout that is long enough it is lost for another reason.
    let long = Self.connection(Self.link(6_000_000), change: end)
    #expect(SupervisionTooShortRule.check(Hand.capture(long, next)).isEmpty)
    // It had advertised before the end: it had left.
    let left = Self.connection(Self.link(2_710_000)) {
      end(&$0)
      $0.lastRxFrame = 500
      $0.peerHeard = .init(frame: 800, timeUs: 19_000_000)
    }
    #expect(SupervisionTooShortRule.check(Hand.capture(left, next)).isEmpty)
  }

  @Test("requests in series at two events each, as central or as peripheral")
  func series() throws {
    func found(
      _ intervalUs: Int, _ count: Int, _ us: Int, role: ReportV1.Role = .central
    ) -> [RuleFinding] {
      IntervalTooSlowRule.check(
        Hand.capture(
          Hand.connection {
            $0.role = role
            $0.parameters = [.init(frame: 10, intervalUs: intervalUs, timeUs: 1_000_000)]
            $0.endUs = 50_000_000
            $0.phases = [
              .init(
                name: .interact, startUs: 2_000_000, durationUs: 45_000_000, firstFrame: 20,
                lastFrame: 800, roundTrips: count, spanUs: 45_000_000)
            ]
            $0.att.transactions.latencyRemoteUs = .init(
              count: count, min: us, p50: us, p95: us, p99: us, max: us, mean: Double(us))
          }))
    }
    let finding = try #require(found(48_750, 362, 97_500).first)
    #expect(finding.severity == .info && finding.evidence[.requests] == .int(362))
    #expect(finding.message.hasPrefix("362 requests, one after the other, took 35.3 s"))
    #expect(found(48_750, 362, 97_500, role: .peripheral).count == 1)
    // One event each; a fast link; few of them; most of the time was spent otherwise.
    #expect(found(48_750, 362, 50_000).isEmpty)
    #expect(found(30_000, 362, 60_000).isEmpty)
    #expect(found(48_750, 99, 97_500).isEmpty)
    #expect(found(48_750, 150, 97_500).isEmpty)
  }

  @Test("a peripheral's own requests wait for two events each, too")
  func peripheral() throws {
    func found(isPeripheral: Bool, _ us: Int64) -> [RuleFinding] {
      var story = CaptureBuilder()
      story.connect(isPeripheral: isPeripheral, interval: 100)
      for _ in 0..<15 { story.read(after: us) }
      return IntervalTooSlowRule.check(Analysed(story).capture)
    }
    for isPeripheral in [true, false] {
      let finding = try #require(found(isPeripheral: isPeripheral, 235_000).first)
      #expect(finding.evidence[.requests] == .int(15))
      // At the next event: that is no fault of the interval.
      #expect(found(isPeripheral: isPeripheral, 130_000).isEmpty)
    }
  }

  @Test("messages that were cut at 20 bytes show that no MTU was exchanged")
  func cutMessages() {
    func found(full: Int, last: Int, effective: Int?) -> Int {
      let count = full + last
      let bytes = full * 20 + last * 6
      return MTUNotExchangedRule.check(
        Hand.capture(
          Hand.connection {
            $0.mtu = .init(effective: effective)
            $0.notifications = [
              .init(
                valueHandle: 0x52, count: count, bytes: bytes, firstFrame: 50, lastFrame: 400,
                gapUs: .init(count: count - 1, p50: 61_000), maxBytes: 20)
            ]
            // Each message answers a write.
            $0.writes = [
              .init(
                valueHandle: 0x55, kind: .write, direction: .tx, count: last, bytes: last * 6,
                firstFrame: 49, lastFrame: 399, maxBytes: 6)
            ]
            $0.runs = [
              .init(
                id: 1, valueHandle: 0x52, direction: .rx, firstFrame: 50, lastFrame: 400,
                values: count, bytes: bytes, valueBytes: ["20": full, "6": last])
            ]
          })
      ).count
    }
    #expect(found(full: 886, last: 894, effective: 23) == 1)
    // The capture began later: the values end at 20 bytes all the same.
    #expect(found(full: 886, last: 894, effective: nil) == 1)
    #expect(found(full: 886, last: 894, effective: 185) == 0)
    // Values of two kinds, few of them full.
    #expect(found(full: 100, last: 894, effective: 23) == 0)
  }
}
