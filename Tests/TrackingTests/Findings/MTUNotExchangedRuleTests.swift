import Testing

@testable import Findings
@testable import Report

@Suite("mtu-not-exchanged")
struct MTUNotExchangedRuleTests {
  @Test("quiet about records at a period, and about single answers")
  func records() {
    func found(every median: Int?, written: Int = 0) -> Int {
      let records = ReportV1.NotificationStream(
        valueHandle: 0x0D, uuid: "FFF4", count: 100, bytes: 2000, firstFrame: 50, lastFrame: 400,
        gapUs: .init(count: 99, p50: median), maxBytes: 20)
      let writes = ReportV1.NotificationStream(
        valueHandle: 0x10, uuid: "FFF1", kind: .write, direction: .tx, count: written,
        bytes: written * 3, firstFrame: 49, lastFrame: 399, maxBytes: 3)
      return MTUNotExchangedRule.check(
        Hand.capture(
          Hand.connection {
            $0.notifications = [records]
            $0.writes = [writes]
            $0.mtu = .init(effective: 23)
          })
      ).count
    }
    #expect(found(every: 299_999) == 1)
    #expect(found(every: 300_000) == 0)
    #expect(found(every: 1_020_000) == 0)
    #expect(found(every: nil) == 0)
    // Two of each answer, and fewer.
    #expect(found(every: 60_000, written: 50) == 1)
    #expect(found(every: 60_000, written: 51) == 0)
  }
}
