import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// Credits that never came back, and parameters that go back and forth.
@Suite("Rules: credits-kept and parameters-alternate")
struct CreditsAndTurnsTests {
  private static func rules(_ analysed: Analysed) -> [String] { analysed.findings.map(\.rule) }

  // MARK: credits-kept

  /// A channel on which the peer has given some credits, and this host sends as many packets.
  private static func channel(
    credits: UInt8, packets: Int, wait: Int64, octets count: UInt16 = 1, given: Bool = false,
    reason: UInt8 = 0x13
  ) -> Analysed {
    EndingRulesTests.story {
      $0.signalling(.tx, 0x14, 1, octets(0x80) + hex("4000 0002 F700 0A00"))
      $0.signalling(.rx, 0x15, 1, hex("6000 0001 4000") + [credits, 0] + hex("0000"))
      for _ in 0..<packets { $0.l2cap(.tx, 0x60, octets(count) + [1]) }
      $0.wait(by: wait)
      if given { $0.signalling(.rx, 0x16, 3, octets(0x60) + octets(4)) }
      $0.disconnect(reason: reason)
    }
  }

  @Test("credits-kept: all were used, and none came until the end")
  func kept() throws {
    let analysed = Self.channel(credits: 8, packets: 8, wait: 12_000_000)
    let channel = try #require(analysed.connections[0].channels.first)
    #expect(channel.txExhaustedFrame == 11 && channel.txExhaustedUs == 12_001_000)
    #expect(channel.rxExhaustedFrame == nil)
    let finding = try only(CreditsKeptRule.self, in: analysed.capture)
    #expect(finding.severity == .info && finding.frames == [3, 11, 12])
    #expect(
      finding.message
        == "This host had used all credits of the L2CAP channel with PSM 0x0080 at #11, and the "
        + "peer gave none in the 12 s until the connection ended.")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(Self.rules(analysed) == ["credits-kept"])
  }

  @Test("credits-kept: in the middle of an SDU data waited; channel-credit-stall leaves it alone")
  func midst() throws {
    let analysed = Self.channel(credits: 1, packets: 1, wait: 12_000_000, octets: 100)
    let finding = try only(CreditsKeptRule.self, in: analysed.capture)
    #expect(finding.severity == .warning && finding.evidence[.dataWaits] == .bool(true))
    #expect(Self.rules(analysed) == ["credits-kept"])
  }

  @Test("credits-kept is quiet about a short wait, credits that came or were left, a lost link")
  func enough() {
    for analysed in [
      Self.channel(credits: 8, packets: 8, wait: 1_900_000),
      Self.channel(credits: 8, packets: 7, wait: 12_000_000),
      Self.channel(credits: 8, packets: 8, wait: 12_000_000, given: true),
      Self.channel(credits: 0, packets: 0, wait: 12_000_000),
      Self.channel(credits: 8, packets: 8, wait: 5_500_000, reason: 0x08),
    ] {
      #expect(CreditsKeptRule.check(analysed.capture).isEmpty)
    }
  }

  // MARK: parameters-alternate

  private static func turns(
    _ count: Int, every wait: Int64, asked: Bool = true, third: Bool = false
  ) -> Analysed {
    EndingRulesTests.story {
      for turn in 0..<count {
        let isFast = turn % 2 == 0
        $0.wait(by: wait)
        let interval: UInt16 = third && turn == 3 ? 40 : isFast ? 12 : 24
        if asked {
          $0.signalling(
            .rx, 0x12, UInt8(turn + 1),
            octets(interval) + octets(interval)
              + octets(0) + octets(500))
          $0.signalling(.tx, 0x13, UInt8(turn + 1), octets(0))
        }
        $0.command(
          0x2013,
          octets(CaptureBuilder.handle) + octets(interval) + octets(interval) + octets(0)
            + octets(500) + octets(0) + octets(0))
        $0.update(interval: interval)
      }
      $0.disconnect()
    }
  }

  @Test("parameters-alternate: who asked, how often, and between which")
  func alternate() throws {
    let analysed = Self.turns(8, every: 8_000_000)
    let finding = try only(ParametersAlternateRule.self, in: analysed.capture)
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasPrefix(
        "The connection parameters went back and forth between 15 ms/0/5 s and 30 ms/0/5 s "
          + "(interval, latency, timeout): 8 changes in 56"))
    #expect(finding.message.hasSuffix("each asked for by the peer."))
    #expect(finding.evidence[.party] == .string("remote"))
    let own = Self.turns(6, every: 8_000_000, asked: false)
    #expect(ParametersAlternateRule.check(own.capture).isEmpty)
  }

  @Test("parameters-alternate takes the place of parameter-churn")
  func churn() {
    let analysed = Self.turns(8, every: 100_000)
    #expect(Self.rules(analysed).contains("parameters-alternate"))
    #expect(!Self.rules(analysed).contains("parameter-churn"))
    #expect(Self.rules(Self.turns(8, every: 100_000, asked: false)).contains("parameter-churn"))
  }

  @Test("parameters-alternate: few changes, a third set, and a slow pace")
  func near() {
    #expect(ParametersAlternateRule.check(Self.turns(5, every: 8_000_000).capture).isEmpty)
    #expect(
      ParametersAlternateRule.check(Self.turns(7, every: 8_000_000, third: true).capture).isEmpty)
    #expect(ParametersAlternateRule.check(Self.turns(8, every: 120_000_000).capture).isEmpty)
  }
}
