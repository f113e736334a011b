import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

/// Rules about how connections ended, each with near misses; and one finding for each fault.
@Suite("Rules: timers, procedures and pairings that end a connection")
struct EndingRulesTests {
  static func story(_ build: (inout CaptureBuilder) -> Void) -> Analysed {
    var story = CaptureBuilder()
    story.connect()
    build(&story)
    return Analysed(story)
  }

  private static func rules(_ analysed: Analysed) -> [String] { analysed.findings.map(\.rule) }

  // MARK: closed-by-timer

  /// This host indicates, and ends the connection so long after that, in the middle of a stream.
  private static func indicated(
    closedAfter microseconds: Int64, byHost: Bool = true, confirmed: Bool = false
  ) -> Analysed {
    story {
      $0.att(.tx, [0x1D, 3, 0, 1, 0, 0xFF, 0xFF])
      if confirmed { $0.att(.rx, [0x1E]) }
      // Each record takes a millisecond, and those of the stream as much as the pauses between.
      for _ in 0..<29 {
        $0.wait(by: 999_000)
        $0.notify(0x15, "12345678")
      }
      $0.wait(by: microseconds - 29_000_000 - 1_000)
      if byHost {
        $0.command(0x0406, [0x40, 0x00, 0x13])
        $0.wait(by: 300_000)
      }
      $0.disconnect(reason: byHost ? 0x16 : 0x13)
    }
  }

  @Test("closed-by-timer: this host hangs up 30 s after its indication, which the client owes")
  func indication() throws {
    let analysed = Self.indicated(closedAfter: 30_000_000)
    let finding = try only(ClosedByTimerRule.self, in: analysed.capture)
    #expect(finding.severity == .error && finding.frames == [2, 32, 33])
    #expect(
      finding.message
        == "This host ended the connection (#32) 30 s after its Handle Value Indication of handle "
        + "0x0003 (#2), which the peer never confirmed: an ATT transaction times out after 30 s. "
        + "The link was alive: data of the peer came until 1 s before that.")
    #expect(finding.advice?.contains("The client owes a confirmation") == true)
    #expect(finding.evidence[.party] == .string("local"))
    #expect(Self.rules(analysed) == ["closed-by-timer"])
  }

  @Test(
    "closed-by-timer is quiet half a second earlier or later, and where the other side ended it",
    arguments: [29_490_000, 30_510_000])
  func otherTimes(after microseconds: Int64) {
    let analysed = Self.indicated(closedAfter: microseconds)
    #expect(ClosedByTimerRule.check(analysed.capture).isEmpty)
    #expect(Self.rules(analysed).contains("att-request-unanswered"))
  }

  @Test("closed-by-timer is quiet where the other side ended it, and where the answer came")
  func otherSide() {
    let byPeer = Self.indicated(closedAfter: 30_000_000, byHost: false)
    #expect(ClosedByTimerRule.check(byPeer.capture).isEmpty)
    let confirmed = Self.indicated(closedAfter: 30_000_000, confirmed: true)
    #expect(ClosedByTimerRule.check(confirmed.capture).isEmpty)
  }

  @Test("closed-by-timer: the peer hangs up 30 s after a request that this host did not answer")
  func request() throws {
    let analysed = Self.story {
      $0.att(.rx, [0x0A, 3, 0])
      $0.wait(by: 29_999_000)
      $0.disconnect(reason: 0x13)
    }
    let finding = try only(ClosedByTimerRule.self, in: analysed.capture)
    #expect(
      finding.message.hasPrefix(
        "The peer ended the connection (#3) 30 s after its Read Request to handle 0x0003 (#2), "
          + "which this host never answered"))
    #expect(Self.rules(analysed) == ["closed-by-timer"])
  }

  // MARK: procedure-timeout

  private static func stalled(
    for microseconds: Int64, failed: Bool, commanded: Bool = false
  ) -> Analysed {
    story {
      if commanded {
        $0.command(
          0x2013, octets(CaptureBuilder.handle) + hex("1800 1800 0000 F401 0000 0000"))
      }
      for _ in 0..<39 {
        $0.wait(by: 999_000)
        $0.notify(0x15, "12345678")
      }
      $0.wait(by: microseconds - 39_000_000)
      if failed { $0.update(status: 0x22, interval: 24) }
      $0.disconnect(reason: 0x22)
    }
  }

  @Test("procedure-timeout: an update that this host did not command, begun with the connection")
  func update() throws {
    let analysed = Self.stalled(for: 40_000_000, failed: true)
    let finding = try only(ProcedureTimeoutRule.self, in: analysed.capture)
    #expect(finding.severity == .error && finding.frames == [40, 41, 42])
    #expect(
      finding.message.contains(
        "an update of the connection parameters that this host had not commanded was not finished "
          + "(#41). It began 40 s before, at about the beginning of the connection"))
    #expect(finding.evidence[.procedure] == .string("parameters"))
    #expect(finding.evidence[.party] == .null)
    #expect(Self.rules(analysed) == ["procedure-timeout"])
  }

  @Test("procedure-timeout: one that this host commanded was owed by the peer")
  func commanded() throws {
    let analysed = Self.stalled(for: 40_000_000, failed: true, commanded: true)
    let finding = try only(ProcedureTimeoutRule.self, in: analysed.capture)
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.evidence[.pendingFrame] == .int(2))
  }

  @Test("procedure-timeout: nothing shows which; then it says when")
  func unknown() throws {
    let finding = try only(
      ProcedureTimeoutRule.self, in: Self.stalled(for: 60_000_000, failed: false).capture)
    #expect(finding.message.contains("It began about 20 s after the beginning of the connection"))
  }

  @Test("procedure-timeout is quiet on younger connections, after a Disconnect, over BR/EDR")
  func notThat() {
    let young = Self.story {
      $0.wait(by: 20_000_000)
      $0.disconnect(reason: 0x22)
    }
    #expect(Self.rules(young) == ["disconnect-by-fault"])
    var asked = Self.stalled(for: 40_000_000, failed: false).capture
    asked.connections[0].disconnectRequest = .init(frame: 40, timeUs: 36_000_000)
    #expect(ProcedureTimeoutRule.check(asked).isEmpty)
    var classic = Self.stalled(for: 40_000_000, failed: false).capture
    classic.connections[0].transport = .brEDR
    #expect(ProcedureTimeoutRule.check(classic).isEmpty)
  }

  @Test("procedure-timeout is quiet where this host owed its controller an answer")
  func owedByHost() {
    var capture = Self.stalled(for: 40_000_000, failed: false).capture
    capture.connections[0].breaches = [
      .init(obligation: .hostRequestUnanswered, party: .local, frame: 5)
    ]
    #expect(ProcedureTimeoutRule.check(capture).isEmpty)
    #expect(DisconnectByFaultRule.check(capture).isEmpty)
  }

  @Test("procedure-timeout: the peer hangs up 30 s after a request that was not granted")
  func notGranted() throws {
    func analysed(_ wait: Int64) -> Analysed {
      Self.story {
        $0.signalling(.rx, 0x12, 1, hex("1800 2800 0000 F401"))
        $0.wait(by: wait)
        $0.disconnect(reason: 0x3B)
      }
    }
    let finding = try only(ProcedureTimeoutRule.self, in: analysed(30_000_000).capture)
    #expect(finding.evidence[.party] == .string("local"))
    #expect(
      finding.message.contains(
        "30 s before, the peer had asked for other connection parameters (#2), which this host did "
          + "not answer"))
    #expect(Self.rules(analysed(30_000_000)) == ["procedure-timeout"])
    #expect(ProcedureTimeoutRule.check(analysed(20_000_000).capture).isEmpty)
  }

  // MARK: pairing-cancelled

  /// Up to Pairing Random of the peer, then what a side does.
  private static func pairing(
    _ story: inout CaptureBuilder, _ end: (inout CaptureBuilder) -> Void
  ) {
    story.l2cap(.tx, 6, [1, 1, 0, 0x0D, 16, 1, 1])
    story.l2cap(.rx, 6, [2, 1, 0, 0x0D, 16, 1, 1])
    story.l2cap(.tx, 6, [4] + [UInt8](repeating: 9, count: 16))
    story.l2cap(.rx, 6, [4] + [UInt8](repeating: 8, count: 16))
    end(&story)
  }

  @Test("pairing-cancelled: seven attempts are one finding")
  func cancelled() throws {
    let analysed = Self.story { story in
      story.att(.tx, [0x0A, 3, 0])
      story.att(.rx, [0x01, 0x0A, 3, 0, 0x05])
      for attempt in 0..<7 {
        Self.pairing(&story) {
          guard attempt < 5 else { return $0.wait(by: 31_000_000) }
          $0.wait(by: 1_000_000 + Int64(attempt) * 800_000 - 1_000)
          $0.l2cap(.tx, 6, [5, 8])
          $0.wait(by: 3_000_000)
        }
      }
      story.disconnect(reason: 0x13)
    }
    let finding = try only(PairingCancelledRule.self, in: analysed.capture)
    #expect(finding.severity == .error && finding.evidence[.pairings] == .int(7))
    #expect(
      finding.message
        == "7 pairings by Numeric Comparison came to nothing: this host ended 5 with Unspecified "
        + "Reason (0x08), 1 s to 4.2 s after Pairing Random and 2 were not continued in 30 s after "
        + "Pairing Random; a request that was refused (#3) had asked for the pairing.")
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.advice?.contains("bond") == false)
    let rules = Self.rules(analysed)
    let security = rules.filter { $0.contains("pairing") || $0.contains("security") }
    #expect(security == ["pairing-cancelled"])
  }

  @Test("pairing-cancelled: one side hangs up in the middle")
  func hungUp() throws {
    let analysed = Self.story {
      Self.pairing(&$0) {
        $0.wait(by: 1_999_000)
        $0.disconnect(reason: 0x13)
      }
    }
    let finding = try only(PairingCancelledRule.self, in: analysed.capture)
    #expect(
      finding.message
        == "The peer ended the connection in the middle of a pairing by Numeric Comparison, 2 s "
        + "after Pairing Random (#5).")
    #expect(Self.rules(analysed) == ["pairing-cancelled"])
  }

  @Test("pairing-cancelled is information where a later attempt succeeded")
  func madeGood() throws {
    let analysed = Self.story {
      Self.pairing(&$0) { $0.l2cap(.rx, 6, [5, 0x0C]) }
      $0.wait(by: 5_000_000)
      $0.pair()
    }
    let finding = try only(PairingCancelledRule.self, in: analysed.capture)
    #expect(finding.severity == .info && finding.advice == nil)
    #expect(
      finding.message.hasSuffix(
        "(#5) with Numeric Comparison Failed (0x0C). A later pairing succeeded."))
  }

  @Test("pairing-cancelled leaves failures with a reason, and lost links, to others")
  func notCancelled() {
    let mismatch = Self.story {
      Self.pairing(&$0) { $0.l2cap(.rx, 6, [5, 0x04]) }
      $0.disconnect()
    }
    #expect(PairingCancelledRule.check(mismatch.capture).isEmpty)
    #expect(Self.rules(mismatch) == ["pairing-failed"])
    let lost = Self.story {
      Self.pairing(&$0) {
        $0.wait(by: 5_000_000)
        $0.disconnect(reason: 0x08)
      }
    }
    #expect(PairingCancelledRule.check(lost.capture).isEmpty)
    let underWay = Self.story { Self.pairing(&$0) { $0.wait(by: 5_000_000) } }
    #expect(PairingCancelledRule.check(underWay.capture).isEmpty)
  }

  @Test("the bond is to be deleted only where there was one")
  func bond() throws {
    func advice(_ before: (inout CaptureBuilder) -> Void) throws -> String {
      let analysed = Self.story {
        before(&$0)
        Self.pairing(&$0) { $0.l2cap(.rx, 6, [5, 0x0B]) }
        $0.disconnect()
      }
      return try #require(analysed.finding("pairing-failed")?.advice)
    }
    #expect(try !advice { _ in }.contains("bond"))
    #expect(
      try advice {
        $0.encrypt()
        $0.disconnect()
        $0.connect()
      }.contains("Delete the bond"))
  }

  // MARK: disconnect-unanswered and link-loss

  @Test("a link that was dead before this host ended it has one finding")
  func deadBefore() {
    let analysed = Self.story {
      $0.read()
      $0.wait(by: 4_500_000)
      $0.command(0x0406, [0x40, 0x00, 0x13])
      $0.wait(by: 500_000)
      $0.disconnect(reason: 0x08)
    }
    #expect(Self.rules(analysed) == ["link-loss"])
  }

  // MARK: early-disconnect

  @Test("early-disconnect does not speak of a timeout that the app cannot have had")
  func notATimeout() throws {
    func analysed(_ wait: Int64) -> Analysed {
      Self.story {
        $0.att(.tx, [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28])
        $0.wait(by: wait)
        $0.command(0x0406, [0x40, 0x00, 0x13])
        $0.disconnect(reason: 0x16)
      }
    }
    let short = try only(EarlyDisconnectRule.self, in: analysed(100_000).capture)
    #expect(short.advice?.contains("timeout of this host's app") == false)
    let long = try only(EarlyDisconnectRule.self, in: analysed(5_000_000).capture)
    #expect(long.advice?.contains("timeout of this host's app") == true)
    var odd = analysed(100_000).capture
    let asked = odd.connections[0].disconnectRequest
    odd.connections[0].breaches = [
      .init(
        obligation: .responseUnmatched, party: .peer, frame: 2, timeUs: (asked?.timeUs ?? 0) - 1000,
        lastFrame: 2)
    ]
    #expect(EarlyDisconnectRule.check(odd).isEmpty, "response-unmatched says what went wrong")
  }

  @Test("a lost device that a scan does not hear again, and near misses")
  func gone() throws {
    func message(_ peer: [UInt8], _ after: (inout CaptureBuilder) -> Void) -> String? {
      var story = CaptureBuilder()
      story.connect(peer: peer)
      story.read()
      story.wait(by: 20_000_000)
      story.disconnect(reason: 0x08)
      after(&story)
      return Analysed(story).finding("link-loss")?.message
    }
    let scan: (inout CaptureBuilder) -> Void = {
      $0.scan()
      $0.hear()
      $0.wait(by: 30_000_000)
      $0.endScan()
    }
    let gone = try #require(message(AttemptTests.other, scan))
    #expect(gone.contains("did not try to connect to it again, and did not hear it"))
    let near = [
      message(CaptureBuilder.peer, scan), message(AttemptTests.other) { $0.wait(by: 30_000_000) },
      message(AttemptTests.other) {
        scan(&$0)
        $0.hear(AttemptTests.other)
      },
      message(AttemptTests.other) {
        scan(&$0)
        $0.askToConnect(AttemptTests.other)
      },
    ]
    for message in near { #expect(message?.contains("did not hear it") == false) }
  }
}
