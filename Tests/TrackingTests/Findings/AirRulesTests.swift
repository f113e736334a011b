import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// Rules about what only a sniffer hears: what sets each off, and a near miss.
@Suite("Rules about sniffed connections") struct AirRulesTests {
  private func check(
    _ rule: any Rule.Type, _ change: (inout ReportV1.Connection) -> Void
  ) -> [RuleFinding] {
    let connection = Hand.connection {
      $0.air = ReportV1.Air(accessAddress: "5065425F")
      $0.air?.peripheral.packets = 1000
      change(&$0)
    }
    return rule.check(
      CaseFile(Hand.capture(connection) { $0.durationUs = 40_000_000 }))
  }

  // MARK: - Channels

  private func channels(bad: [Int], again: Int = 20) -> [ReportV1.AirChannel] {
    (0..<37).map {
      .init(
        channel: $0, packets: 50, sentAgain: bad.contains($0) ? again : 1, lastFrame: 100 + $0)
    }
  }

  @Test("a channel that is bad and stays in the map")
  func badChannel() throws {
    let found = check(BadChannelRule.self) {
      $0.air?.channelMap = "1FFFFFFFFF"
      $0.air?.channels = channels(bad: [17])
    }
    let finding = try #require(found.first)
    #expect(found.count == 1 && finding.severity == .warning && finding.frames == [117])
    #expect(
      finding.message
        == "20 of 50 packets on channel 17 were retransmitted, and 2 % of those on the other "
        + "channels; the channel map still contains it.")
  }

  @Test("no word of a channel that the map leaves out, of one nearly as good, of half of all")
  func goodChannel() {
    for (map, list): (String?, [ReportV1.AirChannel]) in [
      ("1FFFFDFFFF", channels(bad: [17])), (nil, channels(bad: [17])),
      ("1FFFFFFFFF", channels(bad: [17], again: 14)),
      ("1FFFFFFFFF", channels(bad: Array(0..<20))), ("zz", channels(bad: [17])),
    ] {
      let found = check(BadChannelRule.self) {
        $0.air?.channelMap = map
        $0.air?.channels = list
      }
      #expect(found.isEmpty, "\(map ?? "none")")
    }
  }

  // MARK: - Bursts

  private func burst(_ rssi: Double?, lasting duration: Int = 400_000) -> ReportV1.AirBurst {
    .init(
      firstFrame: 200, lastFrame: 260, startUs: 3_000_000, durationUs: duration, packets: 40,
      retransmitted: 30, peripheralRssi: rssi)
  }

  @Test("a burst of loss, with what the signal was")
  func burst() throws {
    for (rssi, cause): (Double?, ReportV1.Evidence) in [
      (-80, .string("weak-signal")), (-61, .string("interference")), (nil, .null),
    ] {
      let found = check(LossBurstRule.self) {
        $0.air?.peripheral.rssi = .init(count: 900, mean: -60)
        $0.air?.bursts = [burst(rssi)]
      }
      let finding = try #require(found.first)
      #expect(finding.frames == [200, 260] && finding.severity == .warning)
      #expect(finding.evidence[.likelyCause] == cause)
      #expect(finding.message.hasPrefix("A burst of loss lasted 400 ms: in the worst, 30 of 40"))
    }
  }

  @Test("no word of a burst that no person sees")
  func shortBurst() {
    let found = check(LossBurstRule.self) {
      $0.air?.bursts = [burst(-80, lasting: 299_999)]
    }
    #expect(found.isEmpty)
  }

  // MARK: - Silence

  @Test("a peripheral that stops answering: lost, not yet, or not heard")
  func silence() throws {
    for (duration, missed, severity): (Int, Int, ReportV1.Severity) in [
      (2_100_000, 6, .error), (1_000_000, 6, .warning), (1_000_000, 200, .info),
      // The central stopped with the timeout: what was missed before does not matter.
      (1_990_000, 200, .error), (2_100_000, 200, .error),
      // The central went on: it heard what the sniffer did not.
      (2_600_000, 6, .info),
    ] {
      let found = check(PeripheralSilentRule.self) {
        $0.air?.peripheral.missed = missed
        $0.air?.silence = .init(
          firstFrame: 880, lastFrame: 900, events: 6, durationUs: duration)
      }
      let finding = try #require(found.first)
      #expect(finding.severity == severity && finding.frames == [880, 900])
    }
  }

  @Test("no word of a few events, of latency, or of a connection that was ended")
  func answered() {
    let silence = ReportV1.AirSilence(
      firstFrame: 880, lastFrame: 900, events: 6, durationUs: 2_100_000)
    let changes: [(inout ReportV1.Connection) -> Void] = [
      { $0.air?.silence?.events = 5 }, { $0.parameters[0].latency = 4 },
      { $0.disconnect = .init(frame: 900, reason: 0x13) },
    ]
    for change in changes {
      let found = check(PeripheralSilentRule.self) {
        $0.air?.silence = silence
        change(&$0)
      }
      #expect(found.isEmpty)
    }
  }

  // MARK: - Instants

  @Test("an instant that passed, and one that may have")
  func instant() throws {
    let late = ReportV1.AirInstant(
      firstFrame: 300, lastFrame: 330, opcode: 0, name: "LL_CONNECTION_UPDATE_IND", instant: 65_534,
      event: 1)
    let candidates = check(InstantPassedRule.self) { $0.air?.lateInstants = [late] }
    let candidate = try #require(candidates.first)
    #expect(candidate.severity == .warning && candidate.frames == [300, 330])
    #expect(candidate.message.contains("was retransmitted 3 events after that"))
    let errors = check(InstantPassedRule.self) {
      $0.air?.lateInstants = [late]
      $0.disconnect = .init(frame: 331, reason: 0x28)
    }
    let ended = try #require(errors.first)
    #expect(ended.severity == .error && ended.frames == [300, 330, 331])
  }

  @Test("no word where an update was in time, or where a host reports the reason")
  func inTime() {
    let quiet = check(InstantPassedRule.self) { _ in }
    #expect(quiet.isEmpty)
    let host = Hand.connection { $0.disconnect = .init(frame: 331, reason: 0x28) }
    #expect(InstantPassedRule.check(Hand.capture(host)).isEmpty)
  }

  // MARK: - MIC

  @Test("a link that stops as soon as it is encrypted is a candidate")
  func stopped() throws {
    func found(_ change: (inout ReportV1.Connection) -> Void) -> [RuleFinding] {
      check(MICFailureRule.self) {
        $0.air?.encrypted = true
        $0.air?.encryptedPackets = 2
        $0.encryption = [.init(frame: 890, enabled: true)]
        change(&$0)
      }
    }
    let all = found { _ in }
    let finding = try #require(all.first)
    #expect(finding.severity == .warning && finding.frames == [890, 900])
    #expect(finding.message.contains("are a likely cause"))
    // It went on; it was ended; the capture ended first.
    let changes: [(inout ReportV1.Connection) -> Void] = [
      { $0.air?.encryptedPackets = 13 }, { $0.disconnect = .init(frame: 900, reason: 0x13) },
      { $0.endUs = 39_000_000 },
    ]
    for change in changes {
      let none = found(change)
      #expect(none.isEmpty)
    }
  }

  private func mics(
    failed: Int, fitted: Int, atEnd: Int = 0, frames: [Int] = []
  ) throws -> RuleFinding {
    let found = check(MICFailureRule.self) {
      $0.air?.encrypted = true
      $0.air?.encryptedPackets = 500
      $0.air?.central.micFailed = failed
      $0.air?.central.micFitted = fitted
      $0.air?.central.micFailedAtEnd = atEnd
      $0.air?.central.micFailedAfterMiss = failed
      $0.air?.micFailedFrames = frames
    }
    return try #require(found.first)
  }

  @Test("packets with data are counted as those that could not be decrypted are")
  func heardData() throws {
    func found(missed: Int) -> [RuleFinding] {
      check(SnifferMissedPacketsRule.self) {
        // Many may have been sent before, or not.
        $0.air?.peripheral.new = 104
        $0.air?.peripheral.uncertain = 896
        $0.air?.peripheral.empty = 930
        $0.air?.peripheral.dataPackets = 29
        $0.air?.peripheral.micFailed = 62
        $0.air?.peripheral.missedCertain = missed
      }
    }
    let finding = try #require(found(missed: 30).first)
    // If only MICs are wrong, mic-failure speaks.
    #expect(found(missed: 0).isEmpty)
    #expect(finding.message.contains("It heard 8 packets with data."), "\(finding.message)")
  }

  @Test("where nearly no MIC fits, the key of the sniffer is wrong")
  func sniffersKey() throws {
    let finding = try mics(failed: 450, fitted: 50, frames: [300, 301])
    #expect(finding.severity == .info && finding.frames == [300, 301])
    #expect(finding.message.hasPrefix("In 450 of 500 encrypted packets the MIC did not fit"))
    #expect(finding.evidence[.likelyCause] == .string("key-of-sniffer"))
  }

  @Test("where few MICs do not fit and later ones do, the sniffer had missed packets")
  func sniffersCounter() throws {
    let finding = try mics(failed: 12, fitted: 488, frames: [300, 302, 310, 311, 312, 340])
    #expect(finding.severity == .info && finding.frames == [300, 302, 310, 311, 312])
    #expect(finding.message.contains("so the key is right"))
    #expect(finding.evidence[.likelyCause] == .string("packet-counter-of-sniffer"))
    #expect(finding.advice?.contains("nearer") == true)
    #expect(finding.message.hasSuffix("packet counter was probably wrong."), "nothing was missed")
    let missed = check(MICFailureRule.self) {
      $0.air?.encrypted = true
      $0.air?.events.silent = 3
      $0.air?.central.micFailed = 12
      $0.air?.central.micFitted = 488
      $0.air?.central.micFailedAfterMiss = 12
      $0.air?.peripheral.crcFailed = 1
    }
    #expect(
      missed.first?.message.hasSuffix(
        "probably wrong: it heard 1 packet with a wrong CRC and nothing in 3 connection events.")
        == true)
  }

  @Test("where no MIC fits any more, the key may be another one")
  func otherKey() throws {
    for finding in [
      try mics(failed: 100, fitted: 400, atEnd: 100), try mics(failed: 250, fitted: 250),
    ] {
      #expect(finding.evidence[.likelyCause] == .null)
      #expect(finding.message.contains("may have changed the key"))
    }
  }

  // MARK: - Pace

  @Test("data that are slow as they are sent again, while more wait")
  func slowed() throws {
    func found(_ again: Int, queued: Int) -> [RuleFinding] {
      check(SlowedByLossRule.self) {
        $0.air?.peripheral.dataPackets = 400
        $0.air?.peripheral.dataRetransmitted = again
        $0.air?.peripheral.dataQueued = queued
      }
    }
    let finding = try #require(found(100, queued: 200).first)
    #expect(finding.evidence[.party] == .string("peripheral"))
    #expect(finding.message.hasPrefix("100 of 500 data packets of the peripheral"))
    #expect(found(70, queued: 200).isEmpty)
    // The app sends one after the other.
    #expect(found(100, queued: 199).isEmpty)
  }
}
