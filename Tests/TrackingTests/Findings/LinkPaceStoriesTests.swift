import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: parameters and sleeping peripherals, from packets")
struct LinkPaceStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  // MARK: peripheral-latency, interval-too-slow, slow-response

  /// 157.5 ms, with a latency, from the second record on.
  private static func reads(_ count: Int, latency: UInt16, _ wait: Int64) -> ReportV1.Capture {
    story {
      $0.connect()
      $0.event(0x3E, [3, 0] + octets(0x40) + octets(126) + octets(latency) + octets(400))
      for _ in 0..<count { $0.read(after: wait) }
    }
  }

  @Test("requests that waited for a sleeping peripheral are reported for what they cost")
  func sleeping() throws {
    let finding = try only(
      PeripheralLatencyRule.self, in: Self.reads(3, latency: 4, 1_000_000))
    #expect(finding.severity == .warning && finding.frames == [2, 3, 4])
    #expect(
      finding.message
        == "Of 3 requests of this host, peripheral latency 4 explains 3 slow ones: the longest "
        + "took 1 s, about the 788 ms for which the peripheral may skip events (interval "
        + "157.5 ms). They cost 2.06 s beyond two connection events each.")
    // A second sleep is not the first one's fault.
    #expect(PeripheralLatencyRule.check(Self.reads(3, latency: 4, 1_200_000)).isEmpty)
    #expect(PeripheralLatencyRule.check(Self.reads(2, latency: 4, 1_000_000)).isEmpty)
    #expect(PeripheralLatencyRule.check(Self.reads(3, latency: 0, 1_000_000)).isEmpty)
    #expect(PeripheralLatencyRule.check(Self.reads(3, latency: 4, 330_000)).isEmpty)
  }

  @Test("a status that is asked for now and then holds up nothing", arguments: [false, true])
  func idle(isInUse: Bool) {
    let capture = Self.story {
      $0.connect()
      $0.event(0x3E, [3, 0] + octets(0x40) + octets(126) + octets(4) + octets(400))
      for _ in 0..<5 {
        $0.read(after: 1_000_000)
        $0.wait(by: 3_000_000)
        if isInUse { $0.notify(0x15, [1]) }
        $0.wait(by: 1_000_000)
      }
    }
    let waits = capture.connections[0].att.transactions.sleepWaits
    #expect(waits?.count == (isInUse ? 5 : 1))
    #expect(PeripheralLatencyRule.check(capture).count == (isInUse ? 1 : 0))
  }

  @Test("the requests of the time in which the peripheral could sleep are counted, and no others")
  func sleepingCounts() throws {
    let finding = try only(
      PeripheralLatencyRule.self,
      in: Self.story {
        $0.connect()
        for _ in 0..<20 { $0.read(after: 60_000) }
        $0.event(0x3E, [3, 0] + octets(0x40) + octets(126) + octets(4) + octets(400))
        for _ in 0..<3 { $0.read(after: 1_000_000) }
        for _ in 0..<2 { $0.read(after: 310_000) }
        for _ in 0..<4 { $0.read(after: 150_000) }
        for _ in 0..<2 {
          $0.wait(by: 5_000_000)
          $0.read(after: 1_000_000)
        }
      })
    #expect(
      finding.message.hasPrefix(
        "Of 11 requests of this host, peripheral latency 4 explains 3 slow ones: "))
    #expect(
      finding.message.hasSuffix(
        ". 2 others took 200 ms or more for other reasons; 2 after a silence are not "
          + "counted."))
    #expect(finding.evidence[.requests] == .int(11))
    #expect(finding.evidence[.afterSilence] == .int(2))
  }

  @Test(
    "a peer that asked for the sleep itself, in the middle of a run, is named",
    arguments: [true, false])
  func slowedByPeer(isPeer: Bool) throws {
    let finding = try only(
      PeripheralLatencyRule.self,
      in: Self.story {
        $0.connect()
        $0.subscribe(0x16)
        for _ in 0..<100 { $0.notify(0x15, [UInt8](repeating: 7, count: 20)) }
        if isPeer {
          $0.signalling(.rx, 0x12, 1, octets(80) + octets(128) + octets(4) + octets(400))
          $0.signalling(.tx, 0x13, 1, octets(0))
        }
        $0.event(0x3E, [3, 0] + octets(0x40) + octets(126) + octets(4) + octets(400))
        for _ in 0..<40 { $0.notify(0x15, [UInt8](repeating: 8, count: 20)) }
        for _ in 0..<3 { $0.read(after: 1_000_000) }
      })
    let words =
      ". The peer requested these parameters (#104) while it sent 2,800 bytes of handle 0x0015."
    #expect(finding.message.hasSuffix(words) == isPeer)
    #expect(finding.evidence[.askedFrame] == (isPeer ? .int(104) : .null))
    #expect(!isPeer || finding.frames.contains(104))
  }

  @Test("what the sleep and ten intervals do not explain is a slow response")
  func longer() {
    let longer = Self.reads(3, latency: 4, 2_500_000)
    #expect(PeripheralLatencyRule.check(longer).isEmpty)
    #expect(SlowResponseRule.check(longer).count == 1)
    let within = Self.reads(3, latency: 4, 1_000_000)
    #expect(PeripheralLatencyRule.check(within).count == 1)
    #expect(SlowResponseRule.check(within).isEmpty)
  }

  @Test("many requests at a long interval, without any sleep")
  func longInterval() throws {
    let finding = try only(IntervalTooSlowRule.self, in: Self.reads(10, latency: 0, 330_000))
    #expect(finding.severity == .info)
    #expect(finding.message.hasPrefix("10 requests took 3.31 s in total"))
    #expect(IntervalTooSlowRule.check(Self.reads(9, latency: 0, 340_000)).isEmpty)
  }

  // MARK: parameters

  @Test("parameter-churn: five changes of the interval within two seconds")
  func churn() throws {
    func capture(_ intervals: [UInt16]) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        for interval in intervals { $0.update(interval: interval) }
      }
    }
    let finding = try only(ParameterChurnRule.self, in: capture([6, 12, 6, 12, 6]))
    #expect(finding.severity == .info && finding.frames == [2, 3, 4, 5, 6])
    #expect(
      finding.message
        == "The connection interval changed 5 times in 4 ms, by this host as the central: to "
        + "7.5 ms, 15 ms, 7.5 ms, 15 ms and 7.5 ms.")
    #expect(ParameterChurnRule.check(capture([6, 12, 6, 12])).isEmpty)
    #expect(ParameterChurnRule.check(capture([6, 6, 12, 12, 6, 6])).isEmpty)
  }

  private static func asks(
    _ minimum: UInt16, _ maximum: UInt16, _ change: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    story {
      change(&$0)
      $0.connect()
      $0.signalling(
        .rx, 0x12, 1, octets(minimum) + octets(maximum) + octets(0) + octets(400))
      $0.signalling(.tx, 0x13, 1, octets(0))
    }
  }

  @Test("Apple's rules count where a side is Apple's, and elsewhere when asked for")
  func apple() {
    let name = ParameterOutsideAppleRulesRule.name
    let plain = Self.asks(6, 12)
    #expect(ParameterOutsideAppleRulesRule.check(plain).isEmpty)
    #expect(ParameterOutsideAppleRulesRule.check(CaseFile(plain, asked: [name])).count == 1)
    let nearby = Self.asks(6, 12) {
      $0.advertise(CaptureBuilder.peer, -50, data: [6, 0xFF, 0x4C, 0, 0x10, 1, 0])
    }
    #expect(ParameterOutsideAppleRulesRule.check(nearby).count == 1)
    let beacon = Self.asks(6, 12) {
      $0.advertise(
        CaptureBuilder.peer, -50,
        data: [0x1A, 0xFF, 0x4C, 0, 2, 0x15] + [UInt8](repeating: 1, count: 21))
    }
    #expect(ParameterOutsideAppleRulesRule.check(beacon).isEmpty, "anyone may send an iBeacon")
    let version = Self.story {
      $0.connect()
      $0.event(0x0C, [0] + octets(0x40) + [9] + octets(0x004C) + octets(1))
      $0.signalling(.rx, 0x12, 1, octets(6) + octets(12) + octets(0) + octets(400))
    }
    #expect(ParameterOutsideAppleRulesRule.check(version).count == 1)
  }

  @Test("equal requests of a device are one finding, different ones are not")
  func distinct() {
    let capture = Self.story {
      $0.advertise(CaptureBuilder.peer, -50, data: [6, 0xFF, 0x4C, 0, 0x10, 1, 0])
      for _ in 0..<2 {
        $0.connect()
        for maximum: UInt16 in [12, 12, 16] {
          $0.signalling(.rx, 0x12, 1, octets(6) + octets(maximum) + octets(0) + octets(400))
          $0.signalling(.tx, 0x13, 1, octets(1))
          $0.signalling(.rx, 0x12, 2, octets(6) + octets(maximum) + octets(0) + octets(400))
          $0.signalling(.tx, 0x13, 2, octets(0))
        }
        $0.disconnect()
      }
    }
    #expect(
      ParameterOutsideAppleRulesRule.check(capture).map { $0.evidence[.requests] } == [
        .int(4), .int(2),
      ])
    #expect(
      ParameterUpdateRejectedRule.check(capture).map { $0.evidence[.rejected] } == [
        .int(2), .int(1), .int(2), .int(1),
      ])
  }

  @Test("an interval one step beside the range counts as what was asked for")
  func rounded() {
    func capture(_ interval: UInt16) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.signalling(.rx, 0x12, 1, octets(11) + octets(11) + octets(0) + octets(400))
        $0.signalling(.tx, 0x13, 1, octets(0))
        $0.update(interval: interval)
        $0.wait(by: 4_000_000)
        $0.notify(0x15, [1])
      }
    }
    #expect(ParameterUpdateNotAppliedRule.check(capture(12)).isEmpty)
    #expect(ParameterUpdateNotAppliedRule.check(capture(13)).count == 1)
  }

  @Test("this host's update that failed, until the peer requested others: information")
  func ownUpdateFailed() throws {
    func capture(_ status: UInt8, peerAsks: Bool) -> ReportV1.Capture {
      Self.story {
        $0.connect(interval: 6)
        $0.command(
          0x2013,
          octets(CaptureBuilder.handle) + octets(36) + octets(36) + octets(0) + octets(400)
            + octets(0) + octets(0))
        $0.commandStatus(0x2013, 0)
        $0.update(status: status, interval: status == 0 ? 36 : 6)
        if peerAsks {
          $0.signalling(.rx, 0x12, 1, octets(6) + octets(20) + octets(0) + octets(400))
          $0.signalling(.tx, 0x13, 1, octets(0))
        }
        $0.update(interval: 18)
        $0.wait(by: 4_000_000)
        $0.notify(0x15, [1])
      }
    }
    let finding = try only(ParameterUpdateNotAppliedRule.self, in: capture(0x20, peerAsks: true))
    #expect(finding.severity == .info && finding.frames == [1, 2, 4])
    #expect(
      finding.message.hasPrefix(
        "This host's update of the connection parameters to an interval of 45 ms (#2) failed with "
          + "Unsupported LMP"))
    #expect(
      finding.message.hasSuffix(
        "(0x20): the interval stayed at 7.5 ms; the peer's request then changed it to 22.5 ms "
          + "(#7)."))
    #expect(finding.evidence[.maxUs] == .int(45_000))
    #expect(
      ParameterUpdateNotAppliedRule.check(capture(0x20, peerAsks: false)).isEmpty,
      "this host set others")
    #expect(ParameterUpdateNotAppliedRule.check(capture(0, peerAsks: true)).isEmpty)
  }

  @Test("a link that was lost right after a request is not watched any longer")
  func lostAfterRequest() {
    func capture(_ wait: Int64) -> ReportV1.Capture {
      Self.story {
        $0.connect(interval: 6)
        $0.signalling(.rx, 0x12, 1, octets(12) + octets(24) + octets(0) + octets(400))
        $0.signalling(.tx, 0x13, 1, octets(0))
        $0.wait(by: wait)
        $0.read()
        $0.wait(by: 19_000_000)
        $0.disconnect(reason: 0x08)
      }
    }
    #expect(ParameterUpdateNotAppliedRule.check(capture(100_000)).isEmpty)
    #expect(ParameterUpdateNotAppliedRule.check(capture(3_000_000)).count == 1)
  }
}
