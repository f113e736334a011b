import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: the link")
struct LinkRulesTests {
  // MARK: link-loss

  @Test("link-loss gives margin, silence and signal")
  func linkLoss() {
    let transfer = Hand.transfer {
      $0.complete = false
      $0.payloadBytes = 728
    }
    let capture = Hand.capture(transfer: transfer) {
      $0.disconnect = .init(frame: 900, reason: 0x08, name: "Connection Timeout")
      $0.lastRxFrame = 880
      $0.lastRxUs = 17_700_000
      $0.rssi = .init(count: 17, last: -86, slopeDbPerS: -4.6, trend: .receding)
    }
    #expect(
      LinkLossRule.check(capture) == [
        RuleFinding(
          .error, connection: 1, frames: [880, 900],
          "The link was lost: nothing was received for the supervision timeout, 2 s (66 connection "
            + "events); the last data was received 2.3 s before the end; RSSI was -86 dBm and "
            + "falling.",
          evidence: [
            .reason: .int(8), .silenceUs: .int(2_300_000),
            .supervisionTimeoutUs: .int(2_000_000), .firstTimeoutUs: .null,
            .eventsInTimeout: .int(66), .rssiLast: .int(-86),
            .rssiSlopeDbPerS: .double(-4.6),
            .incompleteBytes: .int(728), .peerHeardFrame: .null,
            .peerHeardBeforeEnd: .null, .peerHeardRssi: .null,
            .writtenBytesBefore: .null, .underWay: .null, .underWayValues: .null,
            .underWayBytes: .null, .pendingFrame: .null, .lastWrite: .null,
            .lastWriteFrame: .null, .party: .null,
            .role: .string("central"), .transport: .string("le"),
          ],
          advice: "The signal became weaker: the devices moved apart, or something was between "
            + "them. The app should reconnect and resume the transfer.",
          lostBytes: 728, lostUs: 2_000_000)
      ])
  }

  @Test("link-loss says what it does not know by silence, and knows a timeout that is too short")
  func linkLossUnknown() {
    let capture = Hand.capture(
      Hand.connection {
        $0.disconnect = .init(frame: 900, reason: 0x08)
        $0.parameters = []
      })
    let finding = LinkLossRule.check(capture)[0]
    #expect(
      finding.message == "The link was lost: nothing was received for the supervision timeout.")
    #expect(finding.evidence[.eventsInTimeout] == .null)
    let short = Hand.capture(
      Hand.connection {
        $0.disconnect = .init(frame: 900, reason: 0x08)
        $0.parameters = [.init(frame: 10, intervalUs: 100_000, supervisionTimeoutUs: 420_000)]
      })
    #expect(
      LinkLossRule.check(short)[0].advice
        == "The timeout spans only 4 connection events: the peripheral's firmware or the central's "
        + "app should request a longer one, of 2 s or more.")
    let linux = Hand.capture(
      Hand.connection {
        $0.disconnect = .init(frame: 900, reason: 0x08)
        $0.parameters = [.init(frame: 10, intervalUs: 30_000, supervisionTimeoutUs: 420_000)]
      })
    #expect(
      LinkLossRule.check(linux)[0].advice?.hasPrefix("A timeout of 420 ms is short") == true)
    let subrated = Hand.capture(
      Hand.connection {
        $0.disconnect = .init(frame: 900, reason: 0x08)
        $0.parameters = [
          .init(
            frame: 10, intervalUs: 30_000, latency: 1, supervisionTimeoutUs: 6_000_000,
            subrateFactor: 10)
        ]
      })
    #expect(LinkLossRule.check(subrated)[0].evidence[.eventsInTimeout] == .int(20))
    let closed = Hand.capture(
      Hand.connection { $0.disconnect = .init(frame: 900, reason: 0x13) })
    #expect(LinkLossRule.check(closed).isEmpty)
  }

  /// "The last data came 0 µs before the end", of a link that had heard nothing for two seconds.
  @Test("link-loss does not contradict itself where the log's times do not show the silence")
  func linkLossWithoutSilence() {
    func finding(end: Int, timeout: Int? = 2_000_000) -> RuleFinding {
      LinkLossRule.check(
        Hand.capture(
          Hand.connection {
            $0.disconnect = .init(frame: 900, reason: 0x08)
            $0.lastRxUs = 5_000_000
            $0.endUs = end
            $0.parameters =
              timeout.map { [.init(frame: 10, intervalUs: 30_000, supervisionTimeoutUs: $0)] } ?? []
          }))[0]
    }
    #expect(
      finding(end: 5_000_000).message
        == "The link was lost: nothing was received for the supervision timeout, 2 s (66 "
        + "connection events); the last data was logged at the same time as the end, so the times "
        + "of the log do not show the silence.")
    #expect(
      finding(end: 5_012_000).message.hasSuffix(
        "; the last data was logged 12 ms before the end, so the times of the log do not show the "
          + "silence."
      ))
    #expect(
      finding(end: 5_000_000, timeout: nil).message.hasSuffix(
        "; the last data was logged at the same time as the end, so the times of the log do not "
          + "show the silence."))
    #expect(finding(end: 5_000_000).evidence[.silenceUs] == .int(0))
    // A little less than the timeout is what the host took to log it.
    #expect(
      finding(end: 6_900_000).message.hasSuffix(
        "; the last data was received 1.9 s before the "
          + "end."))
    // The clock was set back.
    let back = finding(end: 4_999_999)
    #expect(back.message.hasSuffix("(66 connection events)."))
    #expect(back.evidence[.silenceUs] == .null)
    #expect(back.lostUs == 2_000_000)
  }

  // MARK: connection-failed

  @Test("connection-failed counts attempts, whichever event reported them")
  func connectionFailed() {
    let early = Hand.connection {
      $0.disconnect = .init(frame: 30, reason: 0x3E, name: "Connection Failed to be Established")
    }
    let capture = Hand.capture(early) {
      $0.connectionFailures = [
        .init(
          frame: 50, status: 0x3E, name: "Connection Failed to be Established", peer: early.peer)
      ]
    }
    #expect(
      ConnectionFailedRule.check(capture) == [
        RuleFinding(
          .error, frames: [30, 50],
          "2 attempts to connect to 66:0D:F3:0A:7B:1C failed with Connection Failed to be "
            + "Established (0x3E).",
          evidence: [
            .status: .int(0x3E), .peer: .string("66:0D:F3:0A:7B:1C"), .count: .int(2),
            .connectedLater: .bool(false), .worked: .int(0), .attemptsUs: .int(0),
            .waitedUs: .null, .party: .null, .role: .string("central"),
            .transport: .string("le"), .rssiBefore: .null,
            .advertisingPeriodUs: .null, .busyScanFrame: .null,
            .soundConnectionFrame: .null,
          ],
          advice: "No packet of the peer was received in the first six connection events. If its "
            + "advertisements were weak it may be out of range; if they were strong, look at the "
            + "peer: its radio or clock, its firmware, or another central that it answered; and at "
            + "other work of this host's radio, such as Wi-Fi. Android shows this as status 133 or "
            + "62.",
          lostBytes: 1)
      ])
  }

  @Test("connection-failed is a warning when it came about later, and quiet when called off")
  func connectedLater() {
    let failure = ReportV1.ConnectionFailure(
      frame: 5, status: 0x3E, name: "Connection Failed to be Established",
      peer: .init(address: "66:0D:F3:0A:7B:1C"))
    func findings(
      _ status: HCIStatus, connected: Bool, address: String? = "66:0D:F3:0A:7B:1C"
    ) -> [RuleFinding] {
      var failure = failure
      failure.status = status
      failure.peer.address = address
      var capture = Hand.capture { $0.connectionFailures = [failure] }
      if connected { capture.connections = [Hand.connection()] }
      return ConnectionFailedRule.check(capture)
    }
    #expect(
      findings(0x3E, connected: true).map(\.message) == [
        "1 attempt to connect to 66:0D:F3:0A:7B:1C failed with Connection Failed to be Established "
          + "(0x3E); 1 succeeded (#10)."
      ])
    #expect(findings(0x3E, connected: true).map(\.severity) == [.warning])
    #expect(findings(0x3E, connected: true, address: nil).map(\.severity) == [.error])
    #expect(findings(0x02, connected: true).isEmpty)
    #expect(findings(0x02, connected: false, address: nil).isEmpty)
    #expect(findings(0x02, connected: false).isEmpty, "reported by connect-given-up")
    #expect(ConnectionFailedRule.check(Hand.capture(Hand.connection())).isEmpty)
  }

  // MARK: shared-radio

  private static func shared(
    rx: ReportV1.ReceiveFlow, scan: ReportV1.Scan? = nil, other: ReportV1.Connection? = nil,
    heard: ClosedRange<Int> = 1...500
  ) -> [RuleFinding] {
    var capture = Hand.capture(transfer: Hand.transfer()) { $0.flow.rx = rx }
    capture.scans = scan.map { [$0] } ?? []
    capture.advertisers = [
      .init(reports: 1, firstFrame: 700, lastFrame: 800),
      .init(reports: 2, firstFrame: heard.lowerBound, lastFrame: heard.upperBound),
    ]
    if let other { capture.connections.append(other) }
    return SharedRadioRule.check(capture)
  }

  private static let skipping = ReportV1.ReceiveFlow(
    events: 20, skippedEvents: 10, confidence: .high)
  private static let scan = scan(100_000, of: 200_000)
  private static let other = Hand.connection { $0.id = 2 }

  private static func scan(_ window: Int?, of interval: Int?) -> ReportV1.Scan {
    ReportV1.Scan(
      startFrame: 90, startUs: 4_500_000, durationUs: 5_000_000, windowUs: window,
      intervalUs: interval)
  }

  @Test("shared-radio needs slowness, and something else on the radio at that time")
  func sharedRadio() {
    #expect(
      Self.shared(rx: Self.skipping, scan: Self.scan, other: Self.other) == [
        RuleFinding(
          .warning, connection: 1, frames: [90, 100, 150],
          "In 10 of 30 connection events, no data of transfer 1 on \(Hand.uuid) was received; 1 "
            + "other connection and a scan (50 % of the time) used the same radio at that time, "
            + "which may be the cause.",
          evidence: [
            .transfer: .int(1), .connections: .list([.int(2)]), .scans: .int(1),
            .scanPercent: .int(50), .skippedEvents: .int(10),
          ],
          advice: "The app should stop scanning while data is sent. The connections should have "
            + "intervals that are multiples of one another, so that their events do not collide.",
          lostUs: 300_000)
      ])
  }

  @Test("shared-radio blames a scan only for what it can have taken, and where it heard somebody")
  func scanTakesItsShare() {
    // A third of the events brought nothing.
    #expect(Self.shared(rx: Self.skipping, scan: Self.scan(33, of: 100)).count == 1)
    #expect(Self.shared(rx: Self.skipping, scan: Self.scan(32, of: 100)).isEmpty)
    #expect(
      Self.shared(rx: Self.skipping, scan: Self.scan(nil, of: nil)).map(\.message) == [
        "In 10 of 30 connection events, no data of transfer 1 on \(Hand.uuid) was received; a scan "
          + "(share of the time unknown) used the same radio at that time, which may be the cause."
      ])
    for (heard, count) in [(1...99, 0), (1...100, 1), (150...160, 1), (151...160, 0)] {
      #expect(Self.shared(rx: Self.skipping, scan: Self.scan, heard: heard).count == count)
    }
  }

  @Test("shared-radio is quiet when the other traffic does no harm, or is elsewhere")
  func radioAlone() {
    let well = ReportV1.ReceiveFlow(events: 30, skippedEvents: 1, confidence: .high)
    #expect(Self.shared(rx: well, scan: Self.scan, other: Self.other).isEmpty)
    #expect(Self.shared(rx: Self.skipping).isEmpty)
    let unsure = ReportV1.ReceiveFlow(events: 20, skippedEvents: 10, confidence: .low)
    #expect(Self.shared(rx: unsure, scan: Self.scan).isEmpty)
    let before = ReportV1.Scan(startFrame: 1, startUs: 0, durationUs: 4_000_000)
    let after = Hand.connection {
      $0.id = 2
      $0.startUs = 6_000_000
    }
    #expect(Self.shared(rx: Self.skipping, scan: before, other: after).isEmpty)
    let elsewhere = Hand.connection {
      $0.id = 2
      $0.controller = 1
    }
    #expect(Self.shared(rx: Self.skipping, other: elsewhere).isEmpty)
  }

  // MARK: weak-signal

  private static func signal(
    _ rssi: ReportV1.Rssi?, gap: Bool = false, before: ReportV1.Rssi? = nil,
    reason: HCIStatus = 0x13
  ) -> [RuleFinding] {
    let transfer = Hand.transfer {
      if gap { $0.gaps = [.init(frame: 121, afterFrame: 120, gapUs: 400_000)] }
    }
    var capture = Hand.capture(transfer: transfer) {
      $0.rssi = rssi
      $0.rssiBefore = before
      $0.disconnect = .init(frame: 900, reason: reason)
    }
    // Heard over the whole capture, which says nothing about the connection.
    capture.advertisers = [
      ReportV1.Advertiser(
        address: "66:0D:F3:0A:7B:1C", firstFrame: 3, rssi: .init(count: 40, mean: -95, last: -95))
    ]
    return WeakSignalRule.check(capture)
  }

  private static let weak = ReportV1.Rssi(
    count: 10, mean: -87.4, first: -85, last: -89, slopeDbPerS: -0.2,
    series: [-84, nil, -86, -88, -89], durationUs: 5_000_000)

  @Test("weak-signal reports a signal that was weak for long")
  func weakSignal() {
    #expect(
      Self.signal(Self.weak) == [
        RuleFinding(
          .warning, connection: 1, frames: [10, 900],
          "The signal was weak: -87.4 dBm on average over 5 s, -89 dBm at the end.",
          evidence: [
            .source: .string("connection"), .limitDbm: .int(-85), .readings: .int(10),
            .meanDbm: .double(-87.4), .lastDbm: .int(-89), .slopeDbPerS: .double(-0.2),
            .durationUs: .int(5_000_000),
          ],
          advice: "Move the devices closer together and check whether that helps; look at antenna, "
            + "case and transmit power.")
      ])
  }

  @Test("weak-signal reports a fall only when trouble came with it")
  func falling() {
    let fallen = ReportV1.Rssi(
      count: 10, mean: -70, first: -60, last: -82, slopeDbPerS: -4, series: [-60, -70, -82],
      durationUs: 5_000_000)
    #expect(
      Self.signal(fallen, gap: true).map(\.message) == [
        "The signal fell from -60 to -82 dBm over 5 s, and a transfer paused."
      ])
    #expect(Self.signal(fallen, gap: true).map(\.frames) == [[120, 121]])
    #expect(Self.signal(fallen).isEmpty)
  }

  @Test("weak-signal is quiet about a short dip, a good signal, and a lost link")
  func strongEnough() {
    var rssi = Self.weak
    rssi.durationUs = 1_900_000
    #expect(Self.signal(rssi).isEmpty)
    rssi = Self.weak
    rssi.series = [-84, -84, -85, -86]
    #expect(Self.signal(rssi).isEmpty)
    #expect(Self.signal(Self.weak, reason: 0x08).isEmpty)
    #expect(Self.signal(nil).isEmpty)
  }

  @Test("weak-signal takes the advertisements right before a connection that was not measured")
  func advertised() {
    var before = ReportV1.Rssi(count: 4, mean: -88, last: -87, durationUs: 600_000)
    #expect(
      Self.signal(nil, before: before).map(\.message) == [
        "The signal was weak when the peer was connected: its last advertisements had -88 dBm on "
          + "average, the last one -87 dBm."
      ])
    #expect(Self.signal(nil, before: before).map(\.severity) == [.info])
    before.last = -80
    #expect(Self.signal(nil, before: before).isEmpty)
    before.last = -87
    before.count = 2
    #expect(Self.signal(nil, before: before).isEmpty)
  }
}
