import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: attempts to connect, from packets")
struct ConnectionAttemptTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  // MARK: connection-failed

  @Test("attempts that failed among attempts that worked are one finding with both counts")
  func amongThose() throws {
    func capture(failed: Int, worked: Int) -> ReportV1.Capture {
      Self.story {
        for _ in 0..<failed {
          $0.askToConnect()
          $0.wait(by: 2_000_000)
          $0.failToConnect(0x3E)
        }
        for _ in 0..<worked {
          $0.askToConnect()
          $0.connect()
          $0.disconnect()
        }
      }
    }
    let few = try only(ConnectionFailedRule.self, in: capture(failed: 1, worked: 2))
    #expect(few.severity == .info && few.frames == [3, 6])
    #expect(few.message.contains("; 2 succeeded (the next one in #6); the failed attempt took 2 s"))
    #expect(few.evidence[.worked] == .int(2) && few.evidence[.count] == .int(1))
    #expect(
      try only(ConnectionFailedRule.self, in: capture(failed: 2, worked: 2)).severity == .warning)
    #expect(
      try only(ConnectionFailedRule.self, in: capture(failed: 1, worked: 0)).severity == .error)
    #expect(ConnectionFailedRule.check(capture(failed: 0, worked: 2)).isEmpty)
  }

  /// Connections that come about after a while and fail 0.3 s later, or go on.
  private static func waited(_ waits: [Int64], failing: Bool) -> ReportV1.Capture {
    story {
      for wait in waits {
        $0.askToConnect()
        $0.wait(by: wait)
        $0.connect()
        $0.wait(by: 300_000)
        $0.disconnect(reason: failing ? 0x3E : 0x13)
      }
    }
  }

  @Test("the time of attempts that failed after Connection Complete is split there")
  func split() throws {
    let finding = try only(
      ConnectionFailedRule.self, in: Self.waited([10_000_000, 2_000_000], failing: true))
    #expect(
      finding.message.hasSuffix(
        "; the failed attempts took 12.6 s (12 s to Connection Complete, and 602 ms from there to "
          + "the failure)."))
    #expect(finding.evidence[.waitedUs] == .int(12_002_000 + 2_000))
    let whole = Self.story {
      $0.askToConnect()
      $0.wait(by: 2_000_000)
      $0.failToConnect(0x3E)
    }
    #expect(
      try only(ConnectionFailedRule.self, in: whole).message
        .hasSuffix("the failed attempt took 2 s."))
    let quick = try only(
      ConnectionFailedRule.self, in: Self.waited([500_000, 400_000], failing: true))
    #expect(quick.message.hasSuffix("the failed attempts took 1.51 s."))
  }

  @Test("the advice about 0x3E follows the signal before the attempts")
  func signalBefore() throws {
    func advice(_ rssi: Int8?) throws -> String {
      let capture = Self.story {
        if let rssi { $0.advertise(CaptureBuilder.peer, rssi) }
        $0.askToConnect()
        $0.wait(by: 100_000)
        $0.connect()
        $0.wait(by: 300_000)
        $0.disconnect(reason: 0x3E)
      }
      return try #require(try only(ConnectionFailedRule.self, in: capture).advice)
    }
    #expect(try advice(-41).contains("had an RSSI of -41 dBm, so distance is not a likely cause"))
    #expect(
      try advice(-78).contains("had an RSSI of -78 dBm: it may be too far away; otherwise look at"))
    #expect(try advice(-92).contains("had an RSSI of -92 dBm, so it may be out of range"))
    #expect(try advice(nil).contains("If its advertisements were weak"))
  }

  @Test("a slow connection counts also where it failed right after")
  func slowAndFailed() throws {
    let failed = try only(
      SlowConnectionRule.self, in: Self.waited([10_000_000, 8_000_000, 2_000_000], failing: true))
    #expect(failed.evidence[.count] == .int(2) && failed.evidence[.failed] == .int(2))
    #expect(failed.evidence[.attempts] == .int(3))
    #expect(
      failed.message.hasPrefix(
        "2 of 3 attempts to connect to 66:0D:F3:0A:7B:1C took 8 s to 10 s from this host's request "
          + "to Connection Complete, the longest from #1; all of these failed right afterwards "
          + "(0x3E)"))
    let single = try only(SlowConnectionRule.self, in: Self.waited([10_000_000], failing: true))
    #expect(
      single.message.contains("(#1); it failed right afterwards (0x3E). This host's controller"))
    let well = try only(SlowConnectionRule.self, in: Self.waited([10_000_000], failing: false))
    #expect(!well.message.contains("failed") && well.evidence[.failed] == .int(0))
    #expect(SlowConnectionRule.check(Self.waited([2_000_000], failing: true)).isEmpty)
  }

  @Test("a command that the controller refuses is an attempt that failed")
  func refused() throws {
    let capture = Self.story { $0.askToConnect(status: 0x0C) }
    let finding = try only(ConnectionFailedRule.self, in: capture)
    #expect(finding.message.contains("66:0D:F3:0A:7B:1C failed with Command Disallowed (0x0C)"))
    let other = Self.story {
      $0.askToConnect()
      $0.askToConnect([1, 2, 3, 4, 5, 0xC6], status: 0x0C)
      $0.connect()
    }
    #expect(other.connections[0].connectRequest?.frame == 1, "the first request goes on")
  }

  @Test("a page that times out is said as BR/EDR, and is a warning at most")
  func pageTimeout() throws {
    let capture = Self.story { $0.page() }
    let finding = try only(ConnectionFailedRule.self, in: capture)
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasPrefix(
        "1 attempt to connect to 66:0D:F3:0A:7B:1C over BR/EDR failed with Page Timeout"))
    #expect(finding.evidence[.transport] == .string("br-edr"))
    #expect(NeedlessRequestRule.check(capture).isEmpty)
    let voice = Self.story { $0.event(0x03, [0x10] + octets(1) + CaptureBuilder.peer + [0, 0]) }
    #expect(ConnectionFailedRule.check(voice).isEmpty, "a voice link is no connection")
  }

  // MARK: needless-request

  @Test("a second request for a device that is connected")
  func connectedAlready() throws {
    let capture = Self.story {
      $0.askToConnect()
      $0.connect()
      $0.askToConnect()
      $0.wait(by: 4_000_000)
      $0.disconnect()
      $0.connect(0x41)
    }
    let finding = try only(NeedlessRequestRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [4, 7])
    #expect(
      finding.message
        == "This host requested an LE connection to 66:0D:F3:0A:7B:1C, a device that was connected "
        + "already (connection 1); the connection was established in #7, when the other one was "
        + "over.")
    let other = Self.story {
      $0.connect()
      $0.askToConnect([1, 2, 3, 4, 5, 0xC6])
      $0.disconnect()
      $0.askToConnect()
    }
    #expect(NeedlessRequestRule.check(other).isEmpty)
  }

  @Test("a page for a device that is connected over LE, or says that it has no BR/EDR")
  func pagedBesideLE() throws {
    let capture = Self.story {
      $0.connect()
      $0.page()
    }
    let finding = try only(NeedlessRequestRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [2, 4])
    #expect(
      finding.message.contains("over BR/EDR, a device that is connected over LE (connection 1)"))
    #expect(finding.message.contains("failed with Page Timeout (0x04) in #4"))
    #expect(ConnectionFailedRule.check(capture).isEmpty, "reported once")
    func flagged(_ flags: UInt8) -> ReportV1.Capture {
      Self.story {
        $0.event(
          0x3E, [2, 1, 0, 0] + CaptureBuilder.peer + [3, 2, 1, flags, 0xC8])
        $0.page()
      }
    }
    let leOnly = try only(NeedlessRequestRule.self, in: flagged(0x06))
    #expect(
      leOnly.message.contains(
        "a device that advertises BR/EDR Not Supported (#1); the page failed"))
    #expect(leOnly.frames == [1, 2, 4])
    #expect(NeedlessRequestRule.check(flagged(0x02)).isEmpty, "it may have both")
  }

  @Test("pages of a device that has LE only are one finding, and no connection-failed")
  func pagedAgain() throws {
    func capture(_ flags: UInt8) -> ReportV1.Capture {
      Self.story {
        $0.event(0x3E, [2, 1, 0, 0] + CaptureBuilder.peer + [3, 2, 1, flags, 0xC8])
        for _ in 0..<3 { $0.page() }
      }
    }
    let finding = try only(NeedlessRequestRule.self, in: capture(0x06))
    #expect(finding.message.contains("paged 66:0D:F3:0A:7B:1C over BR/EDR 3 times, a device that"))
    #expect(finding.evidence[.count] == .int(3))
    #expect(finding.frames == [1, 2, 4, 7, 10])
    #expect(ConnectionFailedRule.check(capture(0x06)).isEmpty, "reported once")
    let both = try only(ConnectionFailedRule.self, in: capture(0x02))
    #expect(both.evidence[.count] == .int(3))
    #expect(NeedlessRequestRule.check(capture(0x02)).isEmpty, "it may have both")
  }

  @Test("a page that ends after a request to another device is still the needless one")
  func pagedMeanwhile() throws {
    let other: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
    let capture = Self.story {
      $0.connect()
      $0.command(0x0405, CaptureBuilder.peer + octets(0xCC18) + [1, 0] + octets(0) + [1])
      $0.commandStatus(0x0405, 0)
      $0.event(
        0x3E, [1, 0] + octets(0x41) + [0, 1] + other + octets(24) + octets(0) + octets(72) + [0])
      $0.askToConnect(other)
      $0.event(0x03, [0x04] + octets(0x42) + CaptureBuilder.peer + [1, 0])
    }
    let pages = capture.needlessRequests.filter { $0.transport == .brEDR }
    #expect(pages.map(\.resultFrame) == [7])
    #expect(ConnectionFailedRule.check(capture).isEmpty, "reported once")
  }

  // MARK: slow-connection

  @Test("a connection that took long from the command, or from the first advertisement after it")
  func slow() throws {
    func capture(_ before: Int64, _ after: Int64?) -> ReportV1.Capture {
      Self.story {
        $0.askToConnect()
        $0.wait(by: before)
        if let after {
          $0.advertise(CaptureBuilder.peer, -60)
          $0.wait(by: after)
        }
        $0.connect()
      }
    }
    let long = try only(SlowConnectionRule.self, in: capture(12_000_000, nil))
    #expect(long.severity == .warning && long.frames == [1, 3])
    #expect(
      long.message.hasSuffix(
        "was established 12 s after this host requested it (#1). This host's controller was set "
          + "to listen for 50 % of the time."))
    #expect(long.evidence[.possibleCauses] == .list([]))
    let heard = try only(SlowConnectionRule.self, in: capture(100_000, 3_500_000))
    #expect(heard.severity == .info && heard.frames == [1, 3, 4])
    #expect(
      heard.message.contains(
        ", 3.5 s after an advertisement of the device was received "
          + "(#3)"))
    #expect(SlowConnectionRule.check(capture(4_000_000, nil)).isEmpty)
    #expect(SlowConnectionRule.check(capture(4_000_000, 500_000)).isEmpty)
  }

  /// Three advertisements, and a connection that takes a while.
  private static func slow(
    _ seconds: Int64, every period: Int64, _ dBm: Int8 = -60, window: UInt16 = 96,
    usesList: Bool = false, pause: Int64 = 0
  ) -> ReportV1.Capture {
    story {
      for _ in 0..<3 {
        $0.advertise(CaptureBuilder.peer, dBm)
        // The response to a scan is no advertisement of its own.
        $0.advertise(CaptureBuilder.peer, dBm)
        $0.wait(by: period - 2000)
      }
      $0.wait(by: pause)
      $0.askToConnect(window: window, usesList: usesList)
      $0.wait(by: seconds * 1_000_000)
      $0.connect()
    }
  }

  @Test("no longer than the device's period and the controller's listening make it: silent")
  func forced() throws {
    #expect(SlowConnectionRule.check(Self.slow(5, every: 2_000_000)).isEmpty)
    #expect(SlowConnectionRule.check(Self.slow(11, every: 2_000_000, window: 48)).isEmpty)
    let longer = try only(SlowConnectionRule.self, in: Self.slow(13, every: 2_000_000, window: 48))
    #expect(
      longer.message.hasSuffix(
        "requested it (#7). This host's controller was set to listen for 50 % of the time; the "
          + "device had advertised at least every 2 s (last in #6), so that 4 s are expected on "
          + "average; the last RSSI was -60 dBm."
      ))
    #expect(longer.evidence[.possibleCauses] == .list([.string("long-advertising-interval")]))
    #expect(longer.evidence[.advertisingPeriodUs] == .int(1_999_000))
    #expect(longer.frames == [6, 7, 9])
    #expect(longer.advice?.hasPrefix("Neither the advertising nor the scan window") == true)
  }

  /// Attempts that fail right after the connection, some times the period after the command each.
  private static func attempts(_ waits: [Int64], every period: Int64) -> ReportV1.Capture {
    story {
      for wait in waits {
        $0.advertise(CaptureBuilder.peer, -60)
        $0.askToConnect()
        $0.wait(by: wait - 3000)
        $0.connect()
        $0.wait(by: 300_000)
        $0.disconnect(reason: 0x3E)
        $0.wait(by: period - 302_000)
      }
    }
  }

  @Test("the times of attempts show how often a device advertised of which one report each is seen")
  func grid() throws {
    func capture(_ periods: [Int64]) -> ReportV1.Capture {
      Self.attempts(periods.map { $0 * 2_000_000 }, every: 2_000_000)
    }
    // The controller listens for half of the time: 4 s on average, and 12 s is the limit for one.
    #expect(SlowConnectionRule.check(capture([1, 3, 6, 2, 4])).isEmpty, "chance allows these")
    let longer = try only(SlowConnectionRule.self, in: capture([5, 6, 5, 2, 6]))
    #expect(longer.evidence[.count] == .int(4) && longer.evidence[.attempts] == .int(5))
    #expect(longer.evidence[.advertisingPeriodUs] == .int(2_000_000))
    #expect(
      longer.message.contains(
        "the device had advertised at least every 2 s (last in #6), so that 4 s are expected on "
          + "average, not 9.6 s"))
    #expect(
      longer.evidence[.possibleCauses]
        == .list([.string("missed-advertisements"), .string("long-advertising-interval")]))
    #expect(
      longer.advice?.hasPrefix(
        "There are several possible causes. The device kept its advertising period") == true)
    let one = try only(SlowConnectionRule.self, in: capture([1, 2, 8, 1, 1]))
    #expect(one.evidence[.count] == .int(1), "eight periods are not explained")
    // Times that are multiples of nothing, and too few of them.
    let irregular: [Int64] = [10_300_000, 11_700_000, 9_100_000, 12_900_000, 10_650_000]
    for capture in [
      Self.attempts(irregular, every: 2_000_000), Self.attempts([12_000_000], every: 2_000_000),
    ] {
      let finding = try only(SlowConnectionRule.self, in: capture)
      #expect(finding.evidence[.advertisingPeriodUs] == .null)
    }
  }

  @Test("a device that advertised on in step did not receive the request: said, with its period")
  func inStep() throws {
    func finding(_ capture: ReportV1.Capture) throws -> RuleFinding {
      try only(ConnectionFailedRule.self, in: capture)
    }
    let kept = try finding(Self.attempts([2, 1, 2, 3, 2].map { $0 * 2_000_000 }, every: 2_000_000))
    #expect(
      kept.message.hasSuffix(
        "; after each failure the device kept its advertising schedule (period 2 s or a fraction "
          + "of it)."))
    #expect(kept.evidence[.advertisingPeriodUs] == .int(2_000_000))
    #expect(kept.advice?.contains("did not receive the connection request (CONNECT_IND)") == true)
    #expect(kept.advice?.contains("firmware") == false)
    // It started again after each failure, or nothing was seen for a minute after each, or too few
    // attempts show anything.
    for capture in [
      Self.attempts([2, 1, 2, 3, 2].map { $0 * 2_000_000 }, every: 70_000_000),
      Self.attempts([2, 1, 2, 3, 2].map { $0 * 2_000_000 }, every: 900_000),
      Self.attempts([2, 1, 2].map { $0 * 2_000_000 }, every: 2_000_000),
    ] {
      let other = try finding(capture)
      #expect(!other.message.contains("in step"))
      #expect(other.evidence[.advertisingPeriodUs] == .null)
      #expect(other.advice?.contains("its radio or clock, its firmware") == true)
    }
  }

  @Test("the causes are those that the frames support")
  func causes() throws {
    func causes(_ capture: ReportV1.Capture) throws -> ReportV1.Evidence? {
      try only(SlowConnectionRule.self, in: capture).evidence[.possibleCauses]
    }
    #expect(
      try causes(Self.slow(6, every: 100_000, -92)) == .list([.string("weak-signal")]))
    #expect(try causes(Self.slow(6, every: 100_000)) == .list([]))
    #expect(
      try causes(Self.slow(6, every: 100_000, -92, window: 10))
        == .list([.string("weak-signal"), .string("low-duty")]))
    let neither = try only(SlowConnectionRule.self, in: Self.slow(6, every: 100_000))
    #expect(neither.advice?.hasPrefix("Neither the advertising nor the scan window") == true)
  }

  @Test("by the Filter Accept List: information, and only where the device was there")
  func acceptList() throws {
    let finding = try only(
      SlowConnectionRule.self, in: Self.slow(12, every: 100_000, window: 10, usesList: true))
    #expect(finding.severity == .info)
    #expect(
      finding.evidence[.possibleCauses] == .list([.string("low-duty"), .string("accept-list")]))
    #expect(
      SlowConnectionRule.check(
        Self.slow(12, every: 100_000, window: 10, usesList: true, pause: 5_000_000)
      ).isEmpty)
    // An app that connects directly uses the list, too; but only the other attempts show that.
    func urgent(_ quick: Int) -> ReportV1.Capture {
      Self.story {
        for wait in [Int64](repeating: 100_000, count: quick) + [12_000_000] {
          $0.askToConnect(window: 96, usesList: true)
          $0.wait(by: wait)
          $0.connect()
          $0.disconnect()
        }
      }
    }
    let slow = try only(SlowConnectionRule.self, in: urgent(3))
    #expect(slow.severity == .warning && slow.evidence[.possibleCauses] == .list([]))
    #expect(SlowConnectionRule.check(urgent(2)).isEmpty)
  }

  @Test("the last report before the command, also where the device was heard after it")
  func lastHeard() {
    func capture(_ before: Int, _ after: Int, usesList: Bool = false) -> ReportV1.ConnectRequest? {
      Self.story {
        for _ in 0..<before { $0.advertise(CaptureBuilder.peer, -60) }
        $0.askToConnect(usesList: usesList)
        for _ in 0..<after { $0.advertise(CaptureBuilder.peer, -90) }
        $0.connect()
      }.connections[0].connectRequest
    }
    for usesList in [false, true] {
      for after in [0, 1, 6] {
        let request = capture(2, after, usesList: usesList)
        #expect(request?.lastHeardFrame == 2 && request?.lastHeardRssi == -60)
      }
      #expect(capture(0, 6, usesList: usesList)?.lastHeardFrame == nil, "only after it")
    }
    // What was heard before an earlier connection is of that one.
    let again = Self.story {
      $0.advertise(CaptureBuilder.peer, -60)
      for _ in 0..<2 {
        $0.askToConnect()
        $0.connect()
        $0.disconnect()
      }
    }
    #expect(again.connections.map(\.connectRequest?.lastHeardFrame) == [1, nil])
  }

  @Test("the listening of LE Extended Create Connection: that on 1M, not both windows together")
  func extended() {
    func request(_ phys: UInt8, _ windows: [UInt16]) -> ReportV1.ConnectRequest? {
      Self.story {
        let parameters = windows.flatMap {
          octets(96) + octets($0) + octets(24) + octets(40) + octets(0) + octets(500) + octets(0)
            + octets(0)
        }
        $0.command(0x2043, [0, 0, 1] + CaptureBuilder.peer + [phys] + parameters)
        $0.commandStatus(0x2043, 0)
        $0.connect()
      }.connections[0].connectRequest
    }
    #expect(request(1, [48])?.scanWindowUs == 30_000 && request(1, [48])?.scanIntervalUs == 60_000)
    #expect(request(3, [32, 99])?.scanWindowUs == 20_000, "2M is not listened on")
    #expect(request(5, [96, 96])?.scanWindowUs == 60_000)
    #expect(request(4, [32])?.scanWindowUs == 20_000)
  }

  @Test("how often a device advertises: the shortest time of the last minute between two reports")
  func period() {
    func period(_ waits: [Int64], idle: Int64 = 0) -> Int? {
      Self.story {
        $0.advertise(CaptureBuilder.peer, -60)
        for wait in waits {
          $0.wait(by: wait - 1000)
          $0.advertise(CaptureBuilder.peer, -60)
        }
        $0.wait(by: idle)
        $0.askToConnect()
        $0.connect()
      }.connections[0].connectRequest?.advertisingPeriodUs
    }
    #expect(period([]) == nil)
    #expect(period([300_000, 100_000, 500_000]) == 100_000)
    #expect(period([14_000]) == nil && period([11_000_000]) == nil)
    #expect(period([100_000], idle: 61_000_000) == nil)
    #expect(
      period([20_000] + [Int64](repeating: 1_000_000, count: 62)) == 1_000_000,
      "quick at first, slow for a minute")
  }
}
