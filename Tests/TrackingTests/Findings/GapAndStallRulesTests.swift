import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: gaps and stalls")
struct GapAndStallRulesTests {
  private static func gap(
    _ us: Int, after frame: Int = 120, _ cause: ReportV1.TimeCause? = nil
  ) -> ReportV1.Gap {
    .init(
      frame: frame + 1, afterFrame: frame, gapUs: us, missedEvents: us / 30_000, explainedBy: cause)
  }

  // MARK: notification-gap

  @Test("notification-gap adds up what nothing explains, and shows the longest")
  func gaps() {
    let transfer = Hand.transfer {
      $0.gaps = [Self.gap(300_000), Self.gap(1_200_000, after: 130, "link-silence")]
    }
    #expect(
      NotificationGapRule.check(Hand.capture(transfer: transfer)) == [
        RuleFinding(
          .warning, connection: 1, frames: [130, 131],
          "Transfer 1 on \(Hand.uuid) paused twice, 1.5 s in total, the longest 1.2 s "
            + "(40 connection events).",
          evidence: [
            .transfer: .int(1), .gaps: .int(2), .totalUs: .int(1_500_000),
            .longestUs: .int(1_200_000), .missedEvents: .int(40),
            .explainedBy: .string("link-silence"), .senderPauses: .int(0), .scans: .int(0),
            .party: .null, .transport: .string("le"),
          ],
          advice: "Look at what the sender did in that time, preferably in a capture made on the "
            + "sender. If the link itself was silent, look at the radio: distance, other "
            + "connections, scanning.",
          lostUs: 1_500_000)
      ])
  }

  @Test("notification-gap reports pauses of the sender, and a scan that may be the cause")
  func othersGaps() {
    func message(_ causes: [ReportV1.TimeCause], _ scan: ReportV1.Scan? = nil) -> [String] {
      let transfer = Hand.transfer { transfer in
        transfer.gaps = causes.map { Self.gap(300_000, $0) }
      }
      var capture = Hand.capture(transfer: transfer)
      capture.scans = scan.map { [$0] } ?? []
      capture.advertisers = [.init(firstFrame: 110, lastFrame: 120)]
      return NotificationGapRule.check(capture).map(\.message)
    }
    let begin = "Transfer 1 on \(Hand.uuid) paused"
    let sender = "the link carried other data, so the sender paused."
    #expect(
      message(["sender-pause"]) == ["\(begin) for 300 ms (10 connection events); \(sender)"])
    let twice = "\(begin) twice, 600 ms in total, the longest 300 ms (10 connection events)"
    #expect(
      message(["sender-pause", "link-silence"]) == [
        "\(twice); the link carried other data in 1 of them, so the sender paused."
      ])
    let share = 300_000 * 100 / Hand.transfer().durationUs
    func scan(_ percent: Int?) -> ReportV1.Scan {
      .init(
        startFrame: 90, durationUs: 20_000_000, windowUs: percent.map { $0 * 1000 },
        intervalUs: percent.map { _ in 100_000 })
    }
    let silent = "\(begin) for 300 ms (10 connection events)"
    #expect(
      message(["link-silence"], scan(share)) == [
        "\(silent), while a scan (\(share) % of the time) used the same radio, "
          + "which may be the cause."
      ])
    #expect(message(["link-silence"], scan(share - 1)) == ["\(silent)."])
    #expect(message(["link-silence"], scan(nil)) == ["\(silent)."])
  }

  @Test("notification-gap counts what the list does not hold")
  func countedGaps() {
    let transfer = Hand.transfer {
      $0.gaps = [Self.gap(300_000, "link-silence")]
      $0.gapCauses = [
        .init(explainedBy: "link-silence", count: 800, us: 400_000_000),
        .init(explainedBy: "marker-delay", count: 1, us: 100_000),
      ]
      $0.gapCount = 801
    }
    var finding = NotificationGapRule.check(Hand.capture(transfer: transfer)).first
    #expect(
      finding?.message == "Transfer 1 on \(Hand.uuid) paused 800 times, 6 min 40 s in total, "
        + "the longest 300 ms (10 connection events).")
    #expect(finding?.lostUs == 400_000_000)
    var partial = transfer
    partial.gapCount = nil
    finding = NotificationGapRule.check(Hand.capture(transfer: partial)).first
    #expect(finding?.message.contains("paused 800 times or more, 6 min 40 s in total") == true)
  }

  @Test(
    "notification-gap leaves explained gaps to others",
    arguments: [
      ReportV1.TimeCause.creditStall, .completionStall, .appPause, .markerDelay, .captureDrops,
      .clockStep, .request,
    ])
  func explainedGaps(cause: ReportV1.TimeCause) {
    let transfer = Hand.transfer { $0.gaps = [Self.gap(1_200_000, cause)] }
    #expect(NotificationGapRule.check(Hand.capture(transfer: transfer)).isEmpty)
  }

  @Test("notification-gap judges a stream only when it is steady and holds no transfers")
  func streams() {
    var stream = ReportV1.NotificationStream(
      valueHandle: 0x20, uuid: "2A37", count: 45, firstFrame: 50, lastFrame: 200,
      gapUs: .init(count: 44, p50: 100_000, p95: 110_000), gaps: [Self.gap(6_000_000)])
    func findings(_ transfers: [ReportV1.Transfer] = []) -> [RuleFinding] {
      NotificationGapRule.check(
        Hand.capture(
          Hand.connection {
            $0.notifications = [stream]
            $0.transfers = transfers
          }))
    }
    #expect(
      findings().map(\.message) == [
        "The notifications of 2A37 paused for 6 s (200 connection events)."
      ])
    #expect(findings()[0].evidence[.valueHandle] == .int(0x20))
    #expect(findings([Hand.transfer { $0.valueHandle = 0x20 }]).isEmpty)
    stream.gapUs.p95 = 210_000
    #expect(findings().isEmpty)
    stream.gapUs.p95 = 110_000
    // Telemetry owes no value at a given time.
    stream.gapUs.p50 = 100_001
    #expect(findings().isEmpty)
    stream.gapUs.p50 = 100_000
    stream.count = 19
    #expect(findings().isEmpty)
  }

  // MARK: completion-stall, credit-stall

  private static func stall(
    _ kind: ReportV1.StallKind, at start: Int, for duration: Int, frames: (Int, Int) = (110, 112),
    _ outstanding: Int
  ) -> ReportV1.Stall {
    .init(
      kind: kind, firstFrame: frames.0, lastFrame: frames.1, startUs: start, durationUs: duration,
      outstanding: outstanding)
  }

  private static func capture(
    _ stalls: [ReportV1.Stall], disconnect: ReportV1.Disconnect? = nil, latency: Int = 0,
    completed: Int = 20, kinds: [ReportV1.ValueKind] = [.notification]
  ) -> ReportV1.Capture {
    Hand.capture(transfer: Hand.transfer { $0.direction = .tx }) {
      let streams = kinds.map {
        ReportV1.NotificationStream(kind: $0, direction: .tx, firstFrame: 100, lastFrame: 150)
      }
      $0.notifications = streams.filter { $0.kind != .write }
      $0.writes = streams.filter { $0.kind == .write }
      $0.flow.stalls = stalls
      $0.flow.tx.completed = completed
      $0.parameters[0].latency = latency
      $0.disconnect = disconnect
    }
  }

  @Test("completion-stall reports a stall in which buffers were left")
  func completionStall() {
    let capture = Self.capture([Self.stall(.completion, at: 5_100_000, for: 800_000, 2)])
    #expect(
      CompletionStallRule.check(capture) == [
        RuleFinding(
          .info, connection: 1, frames: [110, 112],
          "No packet was completed for 800 ms, with 2 outstanding.",
          evidence: [
            .stalls: .int(1), .totalUs: .int(800_000), .longestUs: .int(800_000),
            .outstanding: .int(2), .supervisionTimeoutUs: .int(2_000_000), .silentUs: .null,
            .stallCause: .null, .causeUs: .null, .command: .null,
          ],
          advice: "The peer did not acknowledge, or this host's controller was busy elsewhere: "
            + "look at the distance and other work of the radio, such as Wi-Fi or BR/EDR.",
          lostUs: 800_000)
      ])
    #expect(CreditStallRule.check(capture).isEmpty)
  }

  @Test("a stall in which the controller said nothing, and then much at once, is the controller's")
  func silentController() throws {
    func finding(others: Int, after pause: Int64, and rest: Int64 = 1000) throws -> RuleFinding {
      var story = CaptureBuilder()
      story.connect()
      story.att(.tx, [0x12, 0x20, 0, 1])
      story.completed(1)
      story.att(.rx, [0x13])
      story.att(.tx, [0x12, 0x20, 0, 2])
      story.wait(by: pause)
      for _ in 0..<others {
        story.advertise(CaptureBuilder.peer, -60)
        story.wait(by: rest - 1000)
      }
      story.completed(1)
      story.att(.rx, [0x13])
      return try only(CompletionStallRule.self, in: Analysed(story).capture)
    }
    let burst = try finding(others: 4, after: 2_400_000)
    #expect(burst.frames == [5, 6, 10])
    #expect(
      burst.message.contains(
        ". For 2.4 s of that time the controller reported nothing at all, and then 5 packets within"
          + " 4 ms"))
    #expect(burst.advice?.hasPrefix("Most likely this host's controller") == true)
    // Nothing was kept back, so that the peer may be the cause as well.
    let alone = try finding(others: 0, after: 2_400_000)
    #expect(alone.message.hasSuffix(" of that time the controller reported nothing at all."))
    #expect(
      alone.advice?.hasSuffix(
        "look at the distance, the controller and its transport to the host.")
        == true)
    let other = try finding(others: 4, after: 2_400_000, and: 300_000)
    #expect(!other.message.contains("nothing at all"))
    #expect(other.advice?.hasPrefix("The peer did not acknowledge") == true)
  }

  @Test("what the controller did not report is summed over all stalls")
  func silentInAll() throws {
    let stalls = [(5_000_000, 1_320_000), (9_000_000, 1_100_000)].map { start, length in
      var stall = Self.stall(.completion, at: start, for: length, 1)
      stall.silentUs = length
      return stall
    }
    let finding = try only(CompletionStallRule.self, in: Self.capture(stalls))
    #expect(finding.evidence[.silentUs] == .int(2_420_000))
    #expect(
      finding.message.hasSuffix(
        "For 2.42 s of that time the controller reported nothing at all."))
  }

  @Test("procedures of the link explain what they take; short stalls of a long link are info")
  func explainedStalls() throws {
    func check(
      _ cause: ReportV1.SpanCause, _ us: Int, of duration: Int, linkUs: Int = 100_000_000
    ) -> [RuleFinding] {
      var stall = Self.stall(.completion, at: 5_000_000, for: duration, 1)
      stall.time = [
        ReportV1.CauseShare(cause: cause, us: us),
        ReportV1.CauseShare(cause: .unexplained, us: duration - us),
      ]
      var capture = Self.capture([stall])
      capture.connections[0].endUs = capture.connections[0].startUs + linkUs
      return CompletionStallRule.check(capture)
    }
    let procedures: [ReportV1.SpanCause] = [
      .sniffMode, .encryptionStart, .roleSwitch, .parameterUpdate,
    ]
    for cause in procedures {
      #expect(check(cause, 400_000, of: 800_000).isEmpty)
      #expect(check(cause, 200_000, of: 800_000).map(\.severity) == [.info])
    }
    #expect(check(.controllerCommand, 700_000, of: 800_000).map(\.severity) == [.info])
    #expect(
      check(.controllerCommand, 700_000, of: 800_000, linkUs: 15_000_000).map(\.severity)
        == [.warning])
    #expect(check(.controllerCommand, 2_000_000, of: 2_100_000).map(\.severity) == [.warning])
  }

  @Test("credit-stall reports a stall with every buffer taken, and completion-stall does not")
  func creditStall() {
    let capture = Self.capture([
      Self.stall(.completion, at: 5_000_000, for: 1_100_000, 3),
      Self.stall(.credit, at: 5_010_000, for: 1_090_000, 3),
      Self.stall(.completion, at: 7_000_000, for: 800_000, frames: (130, 140), 3),
      Self.stall(.credit, at: 7_100_000, for: 700_000, frames: (131, 140), 3),
    ])
    #expect(
      CreditStallRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [110, 112],
          "All 3 buffers of the controller were in use during 2 stalls (1.79 s in total, "
            + "the longest 1.09 s), and nothing could be sent.",
          evidence: [
            .stalls: .int(2), .totalUs: .int(1_790_000), .longestUs: .int(1_090_000),
            .outstanding: .int(3), .transfers: .list([.int(1)]),
          ],
          advice: "The sending app has to wait until a buffer is free: after updateValue returns "
            + "NO, send the refused value again from peripheralManagerIsReadyToUpdateSubscribers. "
            + "To find out why the link carried nothing, look at the distance, other connections "
            + "and scanning.",
          lostUs: 1_790_000)
      ])
    #expect(CompletionStallRule.check(capture).isEmpty)
  }

  @Test(
    "credit-stall names the calls with which this host sends",
    arguments: [
      ([.notification], "after updateValue returns NO"),
      ([.indication], "after updateValue returns NO"),
      (
        [.write],
        "send the next value when canSendWriteWithoutResponse or its equivalent allows it."
      ),
      ([.notification, .write], "send the next value when the stack reports that it is ready."),
      ([], "send the next value when the stack reports that it is ready."),
    ] as [([ReportV1.ValueKind], String)])
  func sendingCalls(_ kinds: [ReportV1.ValueKind], _ words: String) throws {
    let stalls = [
      Self.stall(.completion, at: 5_000_000, for: 1_100_000, 3),
      Self.stall(.credit, at: 5_010_000, for: 1_090_000, 3),
    ]
    let advice = try #require(
      CreditStallRule.check(Self.capture(stalls, kinds: kinds)).first?.advice)
    #expect(advice.hasPrefix("The sending app has to wait until a buffer is free: \(words)"))
    // Values of another time say nothing of the stall.
    var later = Self.capture(stalls, kinds: kinds)
    let stream = ReportV1.NotificationStream(
      kind: .write, direction: .tx, firstFrame: 113, lastFrame: 150)
    later.connections[0].writes.append(stream)
    #expect(CreditStallRule.check(later).first?.advice == advice)
  }

  @Test("a stall of half the supervision timeout says how near the link was to its loss")
  func stallNearLoss() {
    let long = Self.capture([Self.stall(.completion, at: 5_000_000, for: 1_040_000, 1)])
    #expect(
      CompletionStallRule.check(long).map(\.message) == [
        "No packet was completed for 1.04 s, with 1 outstanding; 960 ms more without any packet "
          + "from the peer would have reached the supervision timeout of 2 s."
      ])
    // Without any report of the controller it is not known what the peer did.
    var stall = Self.stall(.completion, at: 5_000_000, for: 1_040_000, 1)
    (stall.silentUs, stall.silentFrame) = (1_030_000, stall.firstFrame)
    let silent = CompletionStallRule.check(Self.capture([stall])).map(\.message)
    #expect(silent.count == 1 && !silent[0].contains("would have reached"))
  }

  @Test("a stall with every buffer taken for less than half of it is a completion stall")
  func shortOfCredit() {
    let capture = Self.capture([
      Self.stall(.completion, at: 5_000_000, for: 1_000_000, 3),
      Self.stall(.credit, at: 5_600_000, for: 400_000, 8),
    ])
    #expect(CompletionStallRule.check(capture).count == 1)
    #expect(CreditStallRule.check(capture).isEmpty)
  }

  @Test("a stall that ends with the link is left to link-loss")
  func stallAtTheEnd() {
    let stalls = [Self.stall(.completion, at: 5_000_000, for: 2_000_000, frames: (110, 200), 3)]
    let lost = ReportV1.Disconnect(frame: 200, reason: 0x08)
    #expect(CompletionStallRule.check(Self.capture(stalls, disconnect: lost)).isEmpty)
    let ended = ReportV1.Disconnect(frame: 200, reason: 0x13)
    #expect(CompletionStallRule.check(Self.capture(stalls, disconnect: ended)).count == 1)
  }

  @Test("no completions at all are a filtered capture, and a sleeping peripheral is no stall")
  func noStall() {
    let stalls = [Self.stall(.completion, at: 5_000_000, for: 800_000, 2)]
    #expect(CompletionStallRule.check(Self.capture(stalls, latency: 8)).count == 1)
    #expect(CompletionStallRule.check(Self.capture(stalls, latency: 10)).isEmpty)
    #expect(CompletionStallRule.check(Self.capture(stalls, completed: 0)).isEmpty)
  }

  @Test("times beyond all bounds do not end the program")
  func hostileTimes() {
    let most = Int.mostReported
    let stalls = [
      Self.stall(.completion, at: most, for: most, 3), Self.stall(.credit, at: -most, for: most, 3),
      Self.stall(.completion, at: -most, for: most, 3),
    ]
    let gaps = [Self.gap(most, "app-pause"), Self.gap(most), Self.gap(most)]
    let transfer = Hand.transfer {
      $0.gaps = gaps
      $0.startUs = most
      $0.durationUs = most
    }
    let capture = Hand.capture(transfer: transfer) {
      $0.flow.stalls = stalls
      $0.flow.tx.completed = 1
      $0.lastRxUs = -most
      $0.endUs = most
      $0.disconnect = .init(frame: 1000, reason: 8)
      $0.parameters[0].intervalUs = most
      $0.parameters[0].latency = 500
      $0.parameterRequests = [.init(frame: 20, timeUs: -most)]
    }
    #expect(!RuleCatalog.findings(in: [capture]).isEmpty)
  }

  // MARK: app-pause

  @Test("app-pause reports gaps with nothing outstanding")
  func appPause() {
    let transfer = Hand.transfer { $0.gaps = [Self.gap(700_000, "app-pause"), Self.gap(200_000)] }
    #expect(
      AppPauseRule.check(Hand.capture(transfer: transfer)) == [
        RuleFinding(
          .warning, connection: 1, frames: [120, 121],
          "This host's app paused for 700 ms during transfer 1 on \(Hand.uuid), with no packet "
            + "outstanding.",
          evidence: [
            .transfer: .int(1), .pauses: .int(1), .totalUs: .int(700_000),
            .longestUs: .int(700_000),
            .party: .string("local"), .transport: .string("le"),
          ],
          advice: "The app should send the next chunk as soon as the last call succeeded, or from "
            + "peripheralManagerIsReadyToUpdateSubscribers. Look for a timer, a lock, or work that "
            + "blocks the queue of its callbacks.",
          lostUs: 700_000)
      ])
    let write = Hand.transfer {
      $0.kind = .write
      $0.gaps = transfer.gaps
    }
    #expect(
      AppPauseRule.check(Hand.capture(transfer: write)).first?.advice?.hasPrefix(
        "The app should send the next chunk as soon as the last call succeeded, or when its stack "
          + "reports that it is ready. Look for a timer") == true)
    let others = Hand.transfer { $0.gaps = [Self.gap(150_000, "marker-delay"), Self.gap(1)] }
    #expect(AppPauseRule.check(Hand.capture(transfer: others)).isEmpty)
  }
}
