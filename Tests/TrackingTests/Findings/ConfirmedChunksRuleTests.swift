import Testing

@testable import Findings
@testable import Report

@Suite("Rules: chunks that wait for answers")
struct ConfirmedChunksRuleTests {
  private static func finding(
    _ kind: ReportV1.ValueKind, achievedUs: Int, otherUs: Int
  ) -> RuleFinding? {
    let transfer = Hand.transfer {
      $0.kind = kind
      $0.ceiling = ReportV1.Ceiling(
        achievedUs: achievedUs,
        whatIf: [
          .init(
            durationUs: otherUs, bytesPerS: 1,
            kind: kind == .write ? .writesWithoutResponse : .notificationsForIndications)
        ])
    }
    return ConfirmedChunksRule.check(Hand.capture(transfer: transfer)).first
  }

  @Test("indications")
  func indications() {
    #expect(
      Self.finding(.indication, achievedUs: 12_000_000, otherUs: 3_000_000)
        == RuleFinding(
          .info, connection: 1, frames: [100, 151],
          "Transfer 1 on \(Hand.uuid) waited for a confirmation to each of its 20 chunks, and took "
            + "12 s; with notifications instead of indications it would take about 3 s.",
          evidence: [
            .transfer: .int(1), .kind: .string("indication"), .durationUs: .int(12_000_000),
            .possibleUs: .int(3_000_000),
          ],
          advice: "The sending app should send notifications, and only the marker as an "
            + "indication: its confirmation shows that everything arrived.", lostUs: 9_000_000))
  }

  @Test("writes, and when it is quiet")
  func others() {
    let writes = Self.finding(.write, achievedUs: 4_000_000, otherUs: 2_000_000)
    #expect(writes?.message.contains("a response to each of its 20 chunks") == true)
    let possible = "with writes without response it would take about 2 s."
    #expect(writes?.message.hasSuffix(possible) == true)
    // Less than half, or less than a second.
    #expect(Self.finding(.write, achievedUs: 4_000_000, otherUs: 2_000_001) == nil)
    #expect(Self.finding(.indication, achievedUs: 1_200_000, otherUs: 200_001) == nil)
    #expect(Self.finding(.notification, achievedUs: 9_000_000, otherUs: 1_000) == nil)
    #expect(ConfirmedChunksRule.check(Hand.capture(transfer: Hand.transfer())).isEmpty)
  }
}
