import Testing

@testable import Findings
@testable import Report

@Suite("subscription-lost")
struct SubscriptionLostRuleTests {
  private var first: ReportV1.Connection {
    .healthy().with {
      $0.gatt.subscriptions = [
        ReportV1.Subscription(frame: 20, cccdHandle: 0x11, valueHandle: 0x10)
      ]
      $0.notifications = [
        ReportV1.NotificationStream(
          valueHandle: 0x10, uuid: nil, count: 14, firstFrame: 25, lastFrame: 60,
          gapUs: ReportV1.Summary(count: 13, max: 400_000))
      ]
    }
  }

  private var second: ReportV1.Connection {
    .healthy(id: 2, from: 100).with {
      $0.startUs = 12_000_000
      $0.endUs = 20_540_000
      $0.att.transactions.count = 2
    }
  }

  @Test("no one subscribed again, and nothing came")
  func lost() throws {
    let finding = try only(SubscriptionLostRule.self, in: ReportV1.Capture(first, second))
    #expect(finding.severity == .warning)
    #expect(finding.connection == 2)
    #expect(finding.frames == [60, 100])
    #expect(
      finding.message
        == "14 notifications of handle 0x0010 were sent in connection 1; in connection 2 this host "
        + "did not subscribe, and none were sent in 8.54 s.")
    #expect(
      finding.evidence == [
        .valueHandle: .int(0x10), .uuid: .null, .connectionBefore: .int(1),
        .valuesBefore: .int(14), .durationUs: .int(8_540_000), .encrypted: .bool(false),
        .valueHandles: .list([.int(0x10)]), .party: .string("local"),
        .transport: .string("le"),
      ])
    #expect(finding.lostUs == 8_540_000)
  }

  @Test("quiet where it was subscribed again, or values came all the same")
  func isBack() {
    let subscribed = second.with {
      $0.gatt.subscriptions = [
        ReportV1.Subscription(frame: 120, cccdHandle: 0x11, valueHandle: 0x10)
      ]
    }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, subscribed)).isEmpty)
    let flowing = second.with {
      $0.notifications = [ReportV1.NotificationStream(valueHandle: 0x10, count: 1)]
    }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, flowing)).isEmpty)
  }

  @Test("quiet where it was unsubscribed, refused, too short, too slow, or another device")
  func nearMisses() {
    let off = first.with {
      $0.gatt.subscriptions.append(
        ReportV1.Subscription(frame: 70, cccdHandle: 0x11, valueHandle: 0x10, value: .off))
    }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(off, second)).isEmpty)
    // Nothing was asked, so that nothing shows what the app wanted.
    let idle = second.with { $0.att.transactions.count = 0 }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, idle)).isEmpty)
    let refused = second.with { $0.att.errors = [.write(120, 0x0F, handle: 0x11)] }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, refused)).isEmpty)
    let short = second.with { $0.endUs = 16_900_000 }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, short)).isEmpty)
    let slow = first.with { $0.notifications[0].gapUs.max = 5_000_000 }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(slow, second)).isEmpty)
    let stranger = second.with { $0.peer.address = "11:22:33:44:55:66" }
    #expect(SubscriptionLostRule.check(ReportV1.Capture(first, stranger)).isEmpty)
    var lossy = ReportV1.Capture(first, second)
    lossy.droppedRecords = 1
    #expect(SubscriptionLostRule.check(lossy).isEmpty)
  }

  @Test("a bonded link gets other advice")
  func bonded() throws {
    let encrypted = second.with {
      $0.encryption = [ReportV1.Encryption(frame: 105, enabled: true)]
    }
    let finding = try only(SubscriptionLostRule.self, in: ReportV1.Capture(first, encrypted))
    #expect(finding.advice?.contains("bonded") == true)
  }
}

@Suite("slow-response")
struct SlowResponseRuleTests {
  private func connection(_ latencies: Int...) -> ReportV1.Connection {
    .healthy().with {
      $0.att.transactions.slowest = latencies.enumerated().map { index, latency in
        ReportV1.SlowStep(
          frame: 40 + 10 * index, responseFrame: 45 + 10 * index, request: .readRequest,
          handle: 0x13, latencyUs: latency)
      }
    }
  }

  @Test("longer than a second and than ten intervals")
  func slow() throws {
    let finding = try only(
      SlowResponseRule.self, in: ReportV1.Capture(connection(2_440_000, 1_100_000, 60_000)))
    #expect(finding.severity == .warning)
    #expect(finding.frames == [40, 45])
    #expect(
      finding.message
        == "The Read Request to handle 0x0013 was answered after 2.44 s (81 connection intervals); "
        + "1 other took over 1 s as well.")
    #expect(
      finding.evidence == [
        .request: .string("read_request"), .handle: .int(0x13), .latencyUs: .int(2_440_000),
        .intervalUs: .int(30_000), .slowRequests: .int(2), .slowUs: .int(3_540_000),
        .attribute: .null, .party: .null, .transport: .string("le"),
      ])
    #expect(finding.lostUs == 3_540_000)
  }

  @Test("up to a second, and up to ten intervals with those skipped, nothing is slow")
  func nearMisses() {
    #expect(SlowResponseRule.check(ReportV1.Capture(connection(1_000_000))).isEmpty)
    let slowLink = connection(4_000_000).with { $0.parameters[0].intervalUs = 400_000 }
    #expect(SlowResponseRule.check(ReportV1.Capture(slowLink)).isEmpty)
    let skipping = connection(1_500_000).with { $0.parameters[0].latency = 40 }
    #expect(SlowResponseRule.check(ReportV1.Capture(skipping)).isEmpty)
    let typing = connection(8_000_000).with {
      $0.pairing = [ReportV1.Pairing(firstFrame: 41, lastFrame: 44)]
    }
    #expect(SlowResponseRule.check(ReportV1.Capture(typing)).isEmpty)
  }

  @Test("the parameters in force at the request count")
  func parameters() {
    let sped = connection(4_000_000).with {
      $0.parameters[0].intervalUs = 400_000
      $0.parameters.append(ReportV1.Parameters(frame: 43, intervalUs: 30_000))
    }
    #expect(SlowResponseRule.check(ReportV1.Capture(sped)).isEmpty)
  }

  @Test("quiet where a stall or a step of the clock lies between")
  func explained() {
    let stalled = connection(2_000_000).with {
      $0.flow.stalls = [ReportV1.Stall(kind: .completion, firstFrame: 40, lastFrame: 42)]
    }
    #expect(SlowResponseRule.check(ReportV1.Capture(stalled)).isEmpty)
    var stepped = ReportV1.Capture(connection(2_000_000))
    stepped.clockSteps = [ReportV1.ClockStep(frame: 44, stepUs: -500_000)]
    #expect(SlowResponseRule.check(stepped).isEmpty)
    let elsewhere = connection(2_000_000).with {
      $0.flow.stalls = [ReportV1.Stall(kind: .completion, firstFrame: 50, lastFrame: 52)]
    }
    #expect(SlowResponseRule.check(ReportV1.Capture(elsewhere)).count == 1)
  }
}
