import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// What began and never ended: who owed the end, and which rule says so.
@Suite("Rules about procedures without an end")
struct ProcedureUnfinishedRuleTests {
  private func analysed(_ build: (inout CaptureBuilder) -> Void) -> Analysed {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story)
  }

  private static func rules(_ analysed: Analysed) -> Set<String> {
    Set(analysed.findings.map(\.rule))
  }

  /// A command for the link, which its controller accepts.
  private static func begin(_ story: inout CaptureBuilder, _ opcode: UInt16) {
    story.command(opcode, octets(CaptureBuilder.handle) + [0, 3, 3, 0, 0])
    story.commandStatus(opcode, 0)
  }

  // MARK: Commands

  @Test("a PHY that never changed, and what waited behind it; not one that did")
  func command() throws {
    func found(ends: Bool, for seconds: Int64 = 70) -> Analysed {
      analysed {
        $0.connect()
        Self.begin(&$0, 0x2032)
        Self.begin(&$0, 0x2016)
        let handle = octets(CaptureBuilder.handle)
        if ends {
          $0.event(0x3E, [0x0C, 0] + handle + [2, 2])
          $0.event(0x3E, [0x04, 0] + handle + [UInt8](repeating: 0, count: 8))
        }
        for _ in 0..<seconds {
          $0.wait(by: 1_000_000)
          $0.notify(0x15, "12345678")
        }
        $0.signal(-60)
      }
    }
    let finding = try only(ProcedureUnfinishedRule.self, in: found(ends: false).capture)
    #expect(finding.severity == .warning && finding.connection == 1 && finding.frames == [2, 4])
    #expect(
      finding.message
        == "The controller accepted LE Set PHY (#2), and LE PHY Update Complete did not come in "
        + "1 min 10 s; 1 more command waited, too (the first in #4).")
    #expect(finding.evidence[.awaited] == .string("LE PHY Update Complete"))
    #expect(ProcedureUnfinishedRule.check(found(ends: true).capture).isEmpty)
    #expect(ProcedureUnfinishedRule.check(found(ends: false, for: 40).capture).isEmpty)
  }

  @Test("what was open when a connection ended by the timer: that rule names it, over BR/EDR, too")
  func timeout() throws {
    func found(
      _ opcode: UInt16, after seconds: Int64, bredr: Bool = false, _ reason: UInt8 = 0x22
    ) -> Analysed {
      analysed {
        if bredr {
          $0.event(
            0x03, [0] + octets(CaptureBuilder.handle) + [1, 2, 3, 4, 5, 6, 1, 0])
        } else {
          $0.connect()
        }
        $0.wait(by: 5_000_000)
        Self.begin(&$0, opcode)
        $0.wait(by: seconds * 1_000_000)
        $0.disconnect(reason: reason)
      }
    }
    let phy = found(0x2032, after: 40)
    let finding = try only(ProcedureTimeoutRule.self, in: phy.capture)
    #expect(finding.frames == [2, 4] && finding.severity == .error)
    #expect(
      finding.message.contains(
        "what this host's controller had begun 40 s before with LE Set PHY (#2) was not finished: "
          + "the peer did not answer in time, and LE PHY Update Complete never came"))
    #expect(finding.evidence[.procedure] == .string("LE Set PHY"))
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(Self.rules(phy).isDisjoint(with: ["procedure-unfinished", "disconnect-by-fault"]))
    #expect(phy.capture.connections[0].ending?.open == [2])

    let sniff = found(0x0803, after: 31, bredr: true)
    let classic = try only(ProcedureTimeoutRule.self, in: sniff.capture)
    #expect(classic.message.contains("begun 31 s before with Sniff Mode (#2)"))
    #expect(!Self.rules(sniff).contains("disconnect-by-fault"))
    // Too young to be what the timer was for; another reason.
    let young = found(0x0803, after: 10, bredr: true)
    #expect(ProcedureTimeoutRule.check(young.capture).isEmpty)
    #expect(Self.rules(young).contains("disconnect-by-fault"))
    let other = found(0x0803, after: 31, bredr: true, 0x13)
    #expect(ProcedureTimeoutRule.check(other.capture).isEmpty)
    #expect(ProcedureUnfinishedRule.check(other.capture).isEmpty)
  }

  @Test("what an end cut off, and what other rules say more of")
  func elsewhere() {
    func found(_ opcode: UInt16, _ more: (inout CaptureBuilder) -> Void) -> [RuleFinding] {
      ProcedureUnfinishedRule.check(
        analysed {
          $0.connect()
          Self.begin(&$0, opcode)
          more(&$0)
        }.capture)
    }
    func live(_ story: inout CaptureBuilder) {
      story.wait(by: 100_000_000)
      story.signal(-60)
    }
    #expect(found(0x2019, live).count == 1)
    // Long after this host had asked for the end.
    #expect(
      found(0x2016) {
        $0.wait(by: 10_000_000)
        $0.hangUp()
        live(&$0)
        $0.disconnect(reason: 0x16)
      }.isEmpty)
    // Pairing that was not finished.
    #expect(
      found(0x2019) {
        $0.l2cap(.tx, 6, [1, 3, 0, 1, 16, 7, 7])
        live(&$0)
      }.isEmpty)
  }

  @Test("a search that went on, and was not given up")
  func search() throws {
    let capture = analysed {
      $0.command(0x2044, [UInt8](repeating: 0, count: 14))
      $0.commandStatus(0x2044, 0)
      $0.wait(by: 100_000_000)
      $0.command(0x1009, [])
      $0.commandStatus(0x1009, 0)
    }.capture
    let finding = try only(ProcedureUnfinishedRule.self, in: capture)
    #expect(
      finding.message
        == "LE Periodic Advertising Create Sync (#1) went on for 1 min 40 s without LE Periodic "
        + "Advertising Sync Established: what it searched for was not found, and this host did not "
        + "give it up.")
  }

  @Test("a discovery of services that stopped in the middle; not one that went on, or ended")
  func discovery() throws {
    func found(last: UInt16 = 9, for seconds: Int64 = 40, reads: Bool = false) -> [RuleFinding] {
      ProcedureUnfinishedRule.check(
        analysed {
          $0.connect()
          $0.att(.tx, hex("10 0100 FFFF 0028"))
          $0.att(.rx, hex("11 06 0100") + octets(last) + hex("0018"))
          if reads { $0.read(8) }
          if reads { $0.att(.rx, [0x0B, 1]) }
          $0.wait(by: seconds * 1_000_000)
          $0.signal(-60)
        }.capture)
    }
    let finding = try #require(found().first)
    #expect(finding.severity == .info && finding.frames == [2, 3])
    #expect(
      finding.message
        == "This host began to discover all services of the peer (#2) and stopped at handle 0x0009 "
        + "(#3), with more to come; it sent nothing in the 40 s after that.")
    for quiet in [found(last: 0xFFFF), found(for: 20), found(reads: true)] {
      #expect(quiet.isEmpty)
    }
  }

  // MARK: Signalling

  /// A request for a channel of BR/EDR, or of LE, and what follows.
  private func channel(
    after seconds: Int64, asks: RecordDirection = .tx, answers: Bool = false, alive: Bool = true,
    _ reason: UInt8 = 0x16
  ) -> Analysed {
    analysed {
      $0.connect()
      $0.signalling(asks, 0x14, 5, hex("8000 4000 0002 F700 0A00"))
      if answers {
        $0.signalling(asks == .tx ? .rx : .tx, 0x15, 5, hex("0000 0000 0000 0000 0200"))
      }
      $0.wait(by: 2_000_000)
      if alive { $0.notify(0x15, "1") }
      if alive { $0.write(1) }
      $0.wait(by: (seconds - 2) * 1_000_000)
      if reason == 0x16 { $0.hangUp() }
      $0.disconnect(reason: reason)
    }
  }

  @Test("a channel that was asked for, and never answered")
  func signal() throws {
    let finding = try only(ProcedureUnfinishedRule.self, in: channel(after: 20).capture)
    #expect(finding.severity == .warning && finding.frames == [2])
    #expect(
      finding.message
        == "The peer did not answer LE Credit Based Connection Request (#2) in 20 s, although it "
        + "sent something else.")
    #expect(finding.evidence[.party] == .string("remote"))
    let own = try only(ProcedureUnfinishedRule.self, in: channel(after: 20, asks: .rx).capture)
    #expect(own.evidence[.party] == .string("local"))
    for quiet in [
      channel(after: 20, answers: true), channel(after: 20, alive: false), channel(after: 4),
    ] { #expect(ProcedureUnfinishedRule.check(quiet.capture).isEmpty) }
  }

  @Test("closed-by-timer: 60 s after a request for a channel, and not sooner")
  func signalTimer() throws {
    let timed = channel(after: 60)
    let finding = try only(ClosedByTimerRule.self, in: timed.capture)
    #expect(
      finding.message.contains(
        "1 min 00 s after its LE Credit Based Connection Request (#2), which the peer never "
          + "answered: L2CAP waits 1 min 00 s at most."))
    #expect(finding.evidence[.request] == .string("LE Credit Based Connection Request"))
    #expect(!Self.rules(timed).contains("procedure-unfinished"))
    #expect(ClosedByTimerRule.check(channel(after: 50).capture).isEmpty)
    // The side that owed the answer ended it.
    #expect(ClosedByTimerRule.check(channel(after: 60, 0x13).capture).isEmpty)
  }

  // MARK: The air

  private static let request: [UInt8] = [3, 0x08, 1, 0, 0, 0, 0, 0, 0, 0]
  private static let response: [UInt8] = [3, 0x09, 1, 0, 0, 0, 0, 0, 0, 0]

  private func air(
    _ change: (inout AirStory) -> Void = { _ in }, _ build: (inout AirStory) -> Void
  ) -> Analysed {
    var air = AirStory()
    change(&air)
    air.advInd()
    air.connect()
    build(&air)
    return Analysed(air)
  }

  @Test("features that were asked for on the air, and never came")
  func air() throws {
    func found(_ events: Int, answers: Bool = false, misses: Bool = false) -> Analysed {
      air {
        $0.idle(3)
        $0.event(Self.request)
        if misses { $0.event(heard: (.good, .nothing)) }
        if answers { $0.event([1], Self.response) }
        $0.idle(events)
      }
    }
    let finding = try only(ProcedureUnfinishedRule.self, in: found(80).capture)
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasPrefix(
        "The peripheral did not answer LL_FEATURE_REQ (#9) with LL_FEATURE_RSP in 2.4 s, although ")
    )
    #expect(finding.evidence[.party] == .string("peripheral"))
    for quiet in [found(80, answers: true), found(80, misses: true), found(40)] {
      #expect(ProcedureUnfinishedRule.check(quiet.capture).isEmpty)
    }
  }

  @Test("an answer that was not asked for; one that a missed packet may have asked for")
  func outOfTurn() throws {
    func found(misses: Bool) -> Analysed {
      air {
        $0.idle(40)
        if misses { $0.event(heard: (.nothing, .good)) }
        $0.idle(40)
        $0.event([1], Self.response)
        $0.idle(3)
      }
    }
    let finding = try only(ControlOutOfTurnRule.self, in: found(misses: false).capture)
    #expect(finding.severity == .warning && finding.frames == [164])
    #expect(
      finding.message
        == "The peripheral sent LL_FEATURE_RSP (#164) although the central had not asked for it.")
    #expect(ControlOutOfTurnRule.check(found(misses: true).capture).isEmpty)
  }

  @Test("a version that is said twice")
  func version() throws {
    let version: [UInt8] = [3, 0x0C, 9, 1, 0, 2, 0]
    func found(_ count: Int) -> Analysed {
      air { story in
        for _ in 0..<count {
          story.event(version, version)
          story.idle(10)
        }
      }
    }
    let findings = ControlOutOfTurnRule.check(found(2).capture)
    #expect(findings.count == 2)
    #expect(
      findings[0].message
        == "The central sent LL_VERSION_IND again (#25) after #3: a side sends it once in a "
        + "connection.")
    #expect(ControlOutOfTurnRule.check(found(1).capture).isEmpty)
  }

  // MARK: Terms

  private func terms(
    interval: UInt16 = 24, latency: UInt16 = 0, timeout: UInt16 = 200, hop: Int = 7,
    map: UInt64 = 0x1F_FFFF_FFFF, events: Int = 0
  ) -> [RuleFinding] {
    var air = AirStory()
    air.hop = hop
    air.interval = Int64(interval) * 1250
    air.connect(interval: interval, latency: latency, timeout: timeout, map: map)
    air.idle(events)
    return ParametersIllegalRule.check(Analysed(air).capture)
  }

  @Test("terms that are not allowed, all of one PDU in one finding")
  func illegal() throws {
    let nothing = try #require(terms(interval: 0, timeout: 0).first)
    #expect(nothing.severity == .warning && nothing.frames == [1])
    #expect(
      nothing.message
        == "CONNECT_IND (#1) of the central has parameters that the specification does not allow: "
        + "an interval of 0 s (at least 7.5 ms) and a supervision timeout of 0 s (at least 100 "
        + "ms).")
    #expect(nothing.evidence[.party] == .string("central"))
    let used = try #require(terms(interval: 4, events: 60).first)
    #expect(
      used.severity == .info && used.message.hasSuffix("went on with the connection all the same."))
    #expect(terms(interval: 4).first?.severity == .warning)
    #expect(terms(latency: 33).first?.message.contains("demand to be above 2.04 s") == true)
    #expect(terms(hop: 17).first?.message.contains("a hop of 17 (at most 16)") == true)
    #expect(terms(map: 1).first?.message.contains("a map of 1 channel (at least 2)") == true)
    #expect(terms().isEmpty && terms(interval: 6).isEmpty && terms(latency: 32).isEmpty)
  }

  @Test("an update and a map that are not allowed")
  func illegalUpdate() {
    func found(_ pdu: [UInt8]) -> [RuleFinding] {
      ParametersIllegalRule.check(
        air {
          $0.idle(5)
          $0.event(pdu)
          $0.idle(3)
        }.capture)
    }
    // WinSize, WinOffset, Interval, Latency, Timeout, Instant.
    let update = found([3, 0x00, 1] + hex("0000 0400 0000 C800 2000"))
    #expect(
      update.first?.message.hasPrefix("LL_CONNECTION_UPDATE_IND (#13) of the central") == true)
    #expect(found([3, 0x00, 1] + hex("0000 0600 0000 C800 2000")).isEmpty)
    #expect(found([3, 0x01] + hex("0100000000 2000")).count == 1)
    #expect(found([3, 0x01] + hex("0300000000 2000")).isEmpty)
  }
}
