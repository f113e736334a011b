import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("never-subscribed")
struct NeverSubscribedRuleTests {
  private static func ask(_ story: inout CaptureBuilder, _ value: [UInt8]) {
    story.att(.tx, [0x52, 0x10, 0x00] + value)
    story.wait(by: 1_000_000)
  }

  /// A connection in which 0x12 answers what is written to 0x10, and one in which nothing does.
  ///
  /// - Parameter before: of the second one, in front of the requests.
  private func capture(
    requests: Int = 8, value: [UInt8] = [0xA0, 0xA1, 0xA2, 9], isSubscribed: Bool = true,
    _ before: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    if isSubscribed { story.subscribe(0x13) }
    for turn in 0..<30 {
      story.att(.tx, [0x52, 0x10, 0x00, 0xA0, 0xA1, 0xA2, UInt8(turn)])
      story.wait(by: 50_000)
      story.notify(0x12, [0xB0, UInt8(turn % 3)])
      story.wait(by: 950_000)
    }
    story.disconnect()
    story.connect()
    // Another subscription: that of the first connection was not lost with all others.
    story.subscribe(0x0D)
    before(&story)
    for _ in 0..<requests { Self.ask(&story, value) }
    story.disconnect()
    return Analysed(story).capture
  }

  @Test("requests in a connection without the subscription that brings answers elsewhere")
  func elsewhere() throws {
    let capture = capture()
    let finding = try only(NeverSubscribedRule.self, in: capture)
    #expect(finding.severity == .warning && finding.connection == 2)
    #expect(
      finding.message
        == "This host wrote 8 values to handle 0x0010 in connection 2, never subscribed to "
        + "handle 0x0012 there, and nothing came; in connection 1 it had subscribed, and 30 values "
        + "came.", "\(finding.message)")
    #expect(finding.evidence[.subscribedIn] == .int(1))
    #expect(AppRequestUnansweredRule.check(capture).isEmpty)
  }

  @Test("quiet with too few requests, with the subscription, and where the capture shows none")
  func nearMisses() {
    #expect(NeverSubscribedRule.check(capture(requests: 2)).isEmpty)
    #expect(NeverSubscribedRule.check(capture { $0.subscribe(0x13) }).isEmpty)
    #expect(NeverSubscribedRule.check(capture { $0.notify(0x12, [1]) }).isEmpty)
    #expect(NeverSubscribedRule.check(capture(isSubscribed: false)).isEmpty)
    var late = capture()
    late.connections[1].completeFrame = nil
    #expect(NeverSubscribedRule.check(late).isEmpty)
    var dropped = capture()
    dropped.droppedRecords = 1
    #expect(NeverSubscribedRule.check(dropped).isEmpty)
    var short = capture()
    short.connections[1].endUs = (short.connections[1].writes[0].firstUs ?? 0) + 500_000
    #expect(NeverSubscribedRule.check(short).isEmpty)
  }

  @Test("requests with octets in front that the answered ones lack are another fault")
  func prefix() throws {
    let capture = capture(value: [0x20, 0x00, 0xA0, 0xA1, 0xA2, 9])
    #expect(NeverSubscribedRule.check(capture).isEmpty)
    let finding = try only(AppRequestUnansweredRule.self, in: capture)
    #expect(
      finding.message.contains(
        " Each of these begins with 20 00, which those with an answer do not have: they begin with "
          + "a0 a1. In that connection the capture shows no subscription to handle 0x0012."),
      "\(finding.message)")
    #expect(finding.evidence[.prefix] == .string("20 00"))
  }

  @Test("octets that are too much, and other ones that differ")
  func stray() {
    func prefix(_ unanswered: String?, _ answered: String?) -> String? {
      StrayPrefix(unanswered: unanswered, answered: answered)?.octets
    }
    #expect(prefix("20003a26", "3a26a2") == "20 00")
    #expect(prefix("003a26a2", "3a26a202") == "00")
    #expect(prefix("20003a27", "3a26a2") == nil)
    #expect(prefix("20003a", "3a26a2") == nil)
    #expect(prefix("3a26a202", "3a26") == nil)
    #expect(prefix("aaaaaaaa", "aaaa") == nil)
    #expect(prefix("20003a26", "3a") == nil)
    #expect(prefix(nil, "3a26a2") == nil && prefix("20003a26", nil) == nil)
  }

  /// The same again and again, beside a characteristic that can notify.
  private func alone(
    count: Int = 20, canNotify: Bool = true, change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> ReportV1.Capture {
    Hand.capture(
      Hand.connection {
        $0.gatt.server = .peer
        $0.gatt.services = [
          .init(
            uuid: "FFE0", startHandle: 1, endHandle: 9,
            characteristics: [
              .init(
                uuid: "FFE1", declarationHandle: 2, valueHandle: 3,
                properties: ["write_without_response"]),
              .init(
                uuid: "FFE2", declarationHandle: 4, valueHandle: 5,
                properties: [canNotify ? "notify" : "read"]),
            ])
        ]
        $0.writes = [
          .init(
            valueHandle: 3, uuid: "FFE1", kind: .write, direction: .tx, count: count,
            firstFrame: 100, lastFrame: 200,
            repeats: .init(count: count, firstFrame: 100, lastFrame: 200, durationUs: 9_000_000),
            firstUs: 2_000_000, purpose: .periodic)
        ]
        change(&$0)
      })
  }

  @Test("a poll that nothing answers, beside a characteristic that could")
  func beside() throws {
    let finding = try only(NeverSubscribedRule.self, in: alone())
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "This host wrote 20 values to FFE1 at handle 0x0003 in connection 1, never subscribed to "
        + "FFE2 at handle 0x0005 there, and nothing came.", "\(finding.message)")
    #expect(NeverSubscribedRule.check(alone(count: 9)).isEmpty)
    #expect(NeverSubscribedRule.check(alone(canNotify: false)).isEmpty)
    #expect(
      NeverSubscribedRule.check(
        alone { $0.gatt.subscriptions = [.init(frame: 50, cccdHandle: 6, valueHandle: 5)] }
      ).isEmpty)
    // The device remembers the subscriptions of a bonded client.
    #expect(
      NeverSubscribedRule.check(alone { $0.encryption = [.init(frame: 50, enabled: true)] }).isEmpty
    )
    #expect(
      NeverSubscribedRule.check(
        alone { $0.notifications = [.init(valueHandle: 9, kind: .notification, count: 3)] }
      ).isEmpty)
  }
}
