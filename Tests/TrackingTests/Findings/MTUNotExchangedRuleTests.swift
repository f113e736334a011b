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

  @Test("answers in several values are pieces only where they are long", arguments: [1, 14])
  func pieces(size: Int) {
    let answers = ReportV1.NotificationStream(
      valueHandle: 0x0D, uuid: "FFF4", count: 6000, bytes: 6000 * size, firstFrame: 50,
      lastFrame: 400, gapUs: .init(count: 99, p50: 7_500), maxBytes: 20)
    let found = MTUNotExchangedRule.check(
      Hand.capture(
        Hand.connection {
          $0.notifications = [answers]
          $0.notifications[0].purpose = .answer
          $0.dialogues = [
            ReportV1.Dialogue {
              $0.answer.valueHandle = 0x0D
              $0.answersPerRequest = 8
            }
          ]
          $0.mtu = .init(effective: 23)
        }))
    #expect(found.count == (size > 1 ? 1 : 0))
  }

  @Test("full writes are said beside full notifications, and that each waited for its answer")
  func writes() throws {
    func message(_ size: Int, commands: Int = 0) throws -> String {
      let values = ReportV1.NotificationStream(
        valueHandle: 0x14, uuid: "FFF4", count: 786, bytes: 15_277, firstFrame: 50, lastFrame: 400,
        gapUs: .init(count: 785, p50: 55_000), maxBytes: 20)
      let writes = ReportV1.NotificationStream(
        valueHandle: 0x11, uuid: "FFF3", kind: .write, direction: .tx, count: 260,
        bytes: 260 * size, firstFrame: 49, lastFrame: 399,
        gapUs: .init(count: 259, p50: 60_200), maxBytes: size)
      return try only(
        MTUNotExchangedRule.self,
        in: Hand.capture(
          Hand.connection {
            $0.notifications = [values]
            $0.writes = [writes]
            $0.mtu = .init(effective: 23)
            $0.att.pdus.tx.append("write_request", 261)
            if commands > 0 { $0.att.pdus.tx.append("write_command", commands) }
          })
      ).message
    }
    let full =
      "15,277 bytes) had the 20 bytes that MTU 23 allows; the same is true for most of the writes "
      + "of FFF3 (260 values, 5,200 bytes), one every 60.2 ms (median)"
    #expect(
      try message(20).hasSuffix(
        full + ", each a request that waited for the answer to the previous one. With a larger MTU "
          + "fewer values would be enough."))
    #expect(
      try message(20, commands: 5).hasSuffix(
        full + ". With a larger MTU fewer values would be enough."))
    #expect(try !message(3).contains("the same is true"))
  }
}
