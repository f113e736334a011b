import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: L2CAP channels")
struct ChannelRulesTests {
  // MARK: channel-credit-stall

  private static func starved(
    _ longest: Int, isOurs: Bool = true, count: Int = 1, interval: Int = 30_000
  ) -> ReportV1.Capture {
    let waits = ReportV1.CreditWaits(
      count: count, totalUs: longest * count, longestUs: longest, firstFrame: 40, lastFrame: 44)
    return ReportV1.Capture(
      .healthy().with {
        $0.parameters[0].intervalUs = interval
        $0.channels = [
          ReportV1.Channel(
            frame: 20, psm: 0x80, txCreditWaits: isOurs ? waits : nil,
            rxCreditWaits: isOurs ? nil : waits)
        ]
      })
  }

  @Test("channel-credit-stall says who waited, and how long")
  func creditStall() throws {
    let finding = try only(
      ChannelCreditStallRule.self, in: Self.starved(3_030_000, count: 4))
    #expect(finding.severity == .warning && finding.connection == 1)
    #expect(finding.frames == [40, 44])
    #expect(
      finding.message
        == "This host had no credits to send on the L2CAP channel with PSM 0x0080 4 times, 12.1 s "
        + "in total, the longest 3.03 s.")
    #expect(
      finding.evidence == [
        .psm: .int(0x80), .sender: .string("local"), .waits: .int(4),
        .totalUs: .int(12_120_000), .longestUs: .int(3_030_000),
      ])
    #expect(finding.lostUs == 12_120_000)
    let peer = try only(
      ChannelCreditStallRule.self, in: Self.starved(600_000, isOurs: false))
    #expect(
      peer.message
        == "The peer had no credits to send on the L2CAP channel with PSM 0x0080 for 600 ms.")
    #expect(peer.advice?.hasPrefix("This host gives credits") == true)
  }

  @Test("channel-credit-stall is quiet about waits that flow control always brings")
  func shortWaits() {
    #expect(ChannelCreditStallRule.check(Self.starved(499_999)).isEmpty)
    #expect(ChannelCreditStallRule.check(Self.starved(600_000, interval: 200_000)).isEmpty)
    #expect(ChannelCreditStallRule.check(ReportV1.Capture(.healthy())).isEmpty)
  }

  // MARK: channel-refused

  private static func refused(
    _ result: Int, _ name: String?, psm: Int = 0x80, kind: ReportV1.ChannelKind = .creditBased,
    times: Int = 1, openedAt frame: Int? = nil
  ) -> ReportV1.Capture {
    ReportV1.Capture(
      .healthy().with {
        $0.channelRefusals = (0..<times).map {
          ReportV1.ChannelRefusal(
            frame: 30 + $0, kind: kind, psm: psm, result: result, name: name)
        }
        $0.channels = frame.map { [ReportV1.Channel(frame: $0, psm: psm)] } ?? []
      })
  }

  @Test("channel-refused names the result")
  func refusal() throws {
    let finding = try only(
      ChannelRefusedRule.self, in: Self.refused(5, "insufficient authentication", times: 2))
    #expect(finding.severity == .warning)
    #expect(finding.frames == [30, 31])
    #expect(
      finding.message
        == "The L2CAP channel with SPSM 0x0080 that this host requested was refused twice: "
        + "insufficient authentication (0x05).")
    #expect(
      finding.evidence == [
        .psm: .int(0x80), .result: .int(5), .initiator: .string("local"), .refusals: .int(2),
        .openedLater: .bool(false), .party: .string("local"), .transport: .string("le"),
      ])
    #expect(finding.advice?.hasPrefix("The client has to pair, or start encryption") == true)
  }

  @Test("channel-refused is information where it was opened later, and about EATT")
  func refusalMadeGood() throws {
    let later = try only(ChannelRefusedRule.self, in: Self.refused(5, nil, openedAt: 60))
    #expect(later.severity == .info && later.advice == nil)
    #expect(later.message.hasSuffix("; it was opened in #60."))
    let before = try only(ChannelRefusedRule.self, in: Self.refused(5, nil, openedAt: 20))
    #expect(before.severity == .warning)
    let eatt = try only(
      ChannelRefusedRule.self, in: Self.refused(2, nil, psm: 0x27, kind: .eatt))
    #expect(eatt.severity == .info)
    #expect(ChannelRefusedRule.check(ReportV1.Capture(.healthy())).isEmpty)
  }

  @Test("from the packets to the report")
  func packets() {
    let capture = Analysed {
      $0.signalling(.tx, 0x14, 1, octets(0x80) + hex("4000 0002 F700 0A00"))
      $0.signalling(.rx, 0x15, 1, hex("0000 0000 0000 0000 0500"))
      $0.signalling(.tx, 0x14, 2, octets(0x80) + hex("4000 0002 F700 0A00"))
      $0.signalling(.rx, 0x15, 2, hex("6000 0001 4000 0100 0000"))
      $0.l2cap(.tx, 0x60, octets(1) + [1])  // 8
      $0.wait(by: 1_499_000)
      $0.signalling(.rx, 0x16, 3, octets(0x60) + octets(1))
      $0.l2cap(.tx, 0x60, octets(1) + [1])
    }.capture
    let connection = capture.connections[0]
    #expect(
      connection.channelRefusals == [
        ReportV1.ChannelRefusal(
          frame: 5, psm: 0x80, initiator: .local, result: 5, name: "insufficient authentication")
      ])
    #expect(
      connection.channels.map(\.txCreditWaits) == [
        ReportV1.CreditWaits(
          count: 1, totalUs: 1_500_000, longestUs: 1_500_000, firstFrame: 8, lastFrame: 9)
      ])
    let found = RuleCatalog.findings(in: [capture]).map(\.rule)
    #expect(found.contains("channel-credit-stall") && found.contains("channel-refused"))
  }
}
