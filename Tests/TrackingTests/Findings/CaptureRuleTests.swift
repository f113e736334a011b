import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report

/// The rules that look at the capture and not at what it holds.
@Suite("Rules of the capture")
struct CaptureRuleTests {
  private func capture(
    _ change: (inout ReportV1.Capture) -> Void
  ) -> ReportV1.Capture {
    var capture = ReportV1.Capture(.healthy())
    change(&capture)
    return capture
  }

  private static let all: [any Rule.Type] = [
    CaptureCutRule.self, CaptureDropsRule.self, CaptureTruncatedRule.self, CaptureOneWayRule.self,
    CaptureStartedLateRule.self, ClockStepRule.self, VendorLogRule.self, UndecodableRule.self,
    BoundReachedRule.self,
  ]

  @Test("none has anything to say of a healthy capture, nor of an empty one")
  func quiet() {
    for rule in Self.all {
      #expect(rule.check(capture { _ in }).isEmpty, "\(rule.name)")
      #expect(rule.check(ReportV1.Capture()).isEmpty, "\(rule.name)")
    }
  }

  @Test("capture-cut")
  func cut() throws {
    let finding = try only(CaptureCutRule.self, in: capture { $0.cutShort = true })
    #expect(finding.severity == .warning)
    #expect(finding.message == "The file ends inside record 1000.")
    #expect(finding.frames == [1000])
    let damaged = capture { $0.damage = ReportV1.Damage(offset: 88, reason: "no such length") }
    #expect(
      try only(CaptureCutRule.self, in: damaged).message
        == "Reading stopped at byte 88: no such length.")
  }

  @Test("capture-cut: PacketLogger's note that it lost the device, and no other note")
  func deviceLost() throws {
    func capture(_ note: String) -> ReportV1.Capture {
      var story = CaptureBuilder()
      story.connect()
      story.add(.loggerNote, .unknown, Array(note.utf8))
      story.disconnect()
      return Analysed(story).capture
    }
    let lost = capture("iOS Device connection has been lost")
    #expect(lost.deviceLostFrame == 2)
    let finding = try only(CaptureCutRule.self, in: lost)
    #expect(finding.severity == .warning && finding.frames == [2])
    #expect(finding.message.hasPrefix("The logger lost its connection to the device at record 2:"))
    for other in ["iOS Device connection has been", "An iOS Device connection has been lost"] {
      #expect(CaptureCutRule.check(capture(other)).isEmpty)
    }
  }

  @Test("capture-cut advises by what cut it")
  func cutBy() throws {
    func advice(_ change: (inout ReportV1.Capture) -> Void) throws -> String {
      let finding = try only(CaptureCutRule.self, in: capture(change))
      return finding.message + " " + (finding.advice ?? "")
    }
    #expect(
      try advice { $0.cutShort = true }.hasPrefix(
        "The file ends inside record 1000. Stop the logger before you copy its file"))
    #expect(
      try advice { ($0.cutShort, $0.path) = (true, "-") }.hasPrefix(
        "Standard input ends inside record 1000. Wait until the program that writes the input has "
          + "finished. If it copies a log"))
    #expect(
      try advice { $0.damage = .init(offset: 88, reason: "no such length") }.contains(
        "Fetch the file again"))
    let failed = try advice {
      $0.damage = .init(offset: 88, reason: "the device is gone", sourceFailed: true)
    }
    #expect(
      failed.hasPrefix("The source failed after record 1000: the device is gone. The report covers")
    )
    #expect(!failed.contains("the file"))
    let early = try advice {
      $0.records = 0
      $0.damage = .init(offset: 16, reason: "the device is gone", sourceFailed: true)
    }
    #expect(early.hasPrefix("The source failed before the first record: the device is gone."))
  }

  @Test("capture-drops")
  func drops() throws {
    let one = capture {
      $0.droppedRecords = 4
      $0.dropPoints = [ReportV1.DropPoint(afterFrame: 63, beforeFrame: 64, count: 4)]
    }
    let finding = try only(CaptureDropsRule.self, in: one)
    #expect(finding.severity == .warning)
    #expect(finding.frames == [63, 64])
    #expect(
      finding.message == "The logger lost 4 records, 0.4 % of all, between frames 63 and 64.")
    #expect(
      finding.evidence == [
        .droppedRecords: .int(4), .records: .int(1000), .places: .int(1),
      ])
    let two = capture {
      $0.droppedRecords = 40
      $0.dropPoints = [
        ReportV1.DropPoint(afterFrame: 0, beforeFrame: 9, count: 10),
        ReportV1.DropPoint(afterFrame: 63, beforeFrame: 64, count: 30),
      ]
    }
    let other = try only(CaptureDropsRule.self, in: two)
    #expect(other.frames == [9, 63, 64])
    #expect(
      other.message
        == "The logger lost 40 records, 3.8 % of all, at 2 points; the most, 30, between frames "
        + "63 and 64.")
    let somewhere = capture {
      $0.droppedRecords = Int.mostReported
      $0.dropPoints = [ReportV1.DropPoint(afterFrame: 0, beforeFrame: 1000, count: 4)]
    }
    // Where it was noticed.
    #expect(try only(CaptureDropsRule.self, in: somewhere).frames == [1000])
  }

  @Test("capture-truncated")
  func truncated() throws {
    let finding = try only(CaptureTruncatedRule.self, in: capture { $0.truncatedRecords = 170 })
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "The logger kept only the beginning of 170 records (17 %): their payloads, markers and "
        + "repeated chunks are unknown.")
    #expect(finding.advice?.contains("Android") == true)
    let pcap = capture {
      $0.format = "pcap"
      $0.truncatedRecords = 1
    }
    #expect(try only(CaptureTruncatedRule.self, in: pcap).advice?.contains("tcpdump") == true)
    let btsnooz = capture {
      $0.format = "btsnooz"
      $0.truncatedRecords = 1
    }
    #expect(
      try only(CaptureTruncatedRule.self, in: btsnooz).advice?.contains("developer options") == true
    )
    let btmon = capture {
      $0.format = "btmon"
      $0.truncatedRecords = 170
    }
    let text = try only(CaptureTruncatedRule.self, in: btmon)
    #expect(text.severity == .info && text.message.contains("btmon's text"))
    #expect(text.advice?.contains("btmon -w") == true)
    // The record in which the file ends was not cut by the logger.
    let ends = capture {
      $0.truncatedRecords = 1
      $0.cutShort = true
    }
    #expect(CaptureTruncatedRule.check(ends).isEmpty)
  }

  @Test("capture-one-way")
  func oneWay() throws {
    let half = ReportV1.Connection.healthy().with {
      $0.att.pdus.rx = ["read_by_type_response": 3, "handle_value_notification": 7]
    }
    let finding = try only(CaptureOneWayRule.self, in: ReportV1.Capture(half))
    #expect(finding.severity == .warning)
    #expect(finding.connection == 1)
    #expect(
      finding.message
        == "The capture has only what was received in connection 1: the requests of this host, and "
        + "which of them were not answered, are unknown.")
    let few = half.with { $0.att.pdus.rx = ["read_by_type_response": 3] }
    let notified = half.with { $0.att.pdus.rx = ["handle_value_notification": 900] }
    let whole = half.with { $0.att.pdus.tx = ["read_by_type_request": 3] }
    #expect(CaptureOneWayRule.check(ReportV1.Capture(few, notified, whole)).isEmpty)
  }

  @Test("capture-started-late")
  func startedLate() throws {
    let late = ReportV1.Connection.healthy(peer: nil).with {
      $0.completeFrame = nil
      $0.parameters = []
      $0.mtu = .init()
      $0.notifications = [ReportV1.NotificationStream(valueHandle: 0x10, count: 3)]
    }
    let finding = try only(CaptureStartedLateRule.self, in: ReportV1.Capture(late))
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "Connection 1 began before the capture, or that beginning was left out: the peer, "
        + "the interval, the MTU and the names of the handles are unknown.")
    let known = late.with {
      $0.mtu.effective = 185
      $0.parameters = [ReportV1.Parameters(frame: 40, intervalUs: 30_000)]
      $0.notifications = []
    }
    #expect(
      try only(CaptureStartedLateRule.self, in: ReportV1.Capture(known)).message
        .hasSuffix("left out: the peer is unknown."))
    let nothing = late.with { $0.transport = nil }
    let trailing = late.with { $0.id = 2 }
    #expect(
      CaptureStartedLateRule.check(ReportV1.Capture(.healthy(), nothing, trailing)).isEmpty)
  }

  @Test("capture-started-late over BR/EDR knows of no interval and no MTU")
  func startedLateClassic() throws {
    let classic = ReportV1.Connection.healthy(peer: nil).with {
      $0.transport = .brEDR
      $0.completeFrame = nil
      $0.parameters = []
      $0.mtu.effective = nil
    }
    #expect(
      try only(CaptureStartedLateRule.self, in: ReportV1.Capture(classic)).message
        == "BR/EDR connection 1 began before the capture, or that beginning was left out: the peer "
        + "and the protocol of each L2CAP channel opened before it are unknown.")
    let le = classic.with {
      $0.id = 2
      $0.handle = 65
      $0.transport = .le
    }
    let both = CaptureStartedLateRule.check(ReportV1.Capture(classic, le))
    #expect(both.map(\.connection) == [2, 1], "one each")
    #expect(both.map { $0.evidence[.transport] } == [.string("le"), .string("br-edr")])
    let whole = classic.with { $0.completeFrame = 10 }
    #expect(CaptureStartedLateRule.check(ReportV1.Capture(whole)).isEmpty)
  }

  @Test("clock-step")
  func clockStep() throws {
    let back = capture { $0.clockSteps = [ReportV1.ClockStep(frame: 75, stepUs: -1_500_000)] }
    let finding = try only(ClockStepRule.self, in: back)
    #expect(finding.severity == .warning)
    #expect(finding.message == "The clock went back by 1.5 s at frame 75.")
    #expect(finding.evidence[.stepUs] == .int(-1_500_000))
    let often = capture {
      $0.clockSteps = [
        ReportV1.ClockStep(frame: 75, stepUs: -20_000),
        ReportV1.ClockStep(frame: 80, stepUs: -Int.mostReported),
        ReportV1.ClockStep(frame: 90, stepUs: -9_999),
      ]
    }
    #expect(try only(ClockStepRule.self, in: often).frames == [75, 80])
    let jitter = capture { $0.clockSteps = [ReportV1.ClockStep(frame: 75, stepUs: -9_999)] }
    #expect(ClockStepRule.check(jitter).isEmpty)
  }

  @Test("clock-step: a day or more without a packet")
  func clockForward() throws {
    func capture(_ pause: Int64) -> ReportV1.Capture {
      var story = CaptureBuilder()
      story.advertise(CaptureBuilder.peer, -60)
      story.wait(by: pause)
      story.advertise(CaptureBuilder.peer, -60)
      return Analysed(story).capture
    }
    let finding = try only(ClockStepRule.self, in: capture(8_595_480_000_000))
    #expect(finding.severity == .info && finding.frames == [2])
    #expect(
      finding.message
        == "The clock went forward by 99.5 days before frame 2, or nothing was logged.")
    #expect(ClockStepRule.check(capture(86_000_000_000)).isEmpty)
  }

  @Test("vendor-log")
  func vendorLog() throws {
    let finding = try only(VendorLogRule.self, in: capture { $0.vendorLogRecords = 313 })
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "313 records (31 %) are the controller's own log on handle 0x0EDC or a reserved one, "
        + "which is left out of the report.")
    // The report has the number.
    #expect(VendorLogRule.check(capture { $0.vendorLogRecords = 99 }).isEmpty)
  }

  @Test("undecodable")
  func undecodable() throws {
    let few = try only(UndecodableRule.self, in: capture { $0.undecodableRecords = 9 })
    #expect(few.severity == .info)
    #expect(few.message == "9 records (0.9 %) could not be decoded, and are left out.")
    let many = try only(UndecodableRule.self, in: capture { $0.undecodableRecords = 10 })
    #expect(many.severity == .warning)
    let small = capture {
      $0.records = 20
      $0.undecodableRecords = 2
    }
    #expect(try only(UndecodableRule.self, in: small).severity == .info)
    let cut = capture {
      $0.undecodableRecords = 30
      $0.truncatedRecords = 30
    }
    #expect(UndecodableRule.check(cut).isEmpty)
    let lossy = capture {
      $0.undecodableRecords = 30
      $0.droppedRecords = 4
    }
    #expect(UndecodableRule.check(lossy).isEmpty)
  }

  @Test("bound-reached")
  func bounds() throws {
    let stream = ReportV1.NotificationStream(
      gaps: Array(repeating: ReportV1.Gap(), count: 256), gapCount: nil)
    let many = capture {
      $0.boundsReached = ["gaps"]
      $0.connections = [.init(id: 1, notifications: [stream])]
    }
    let gaps = try only(BoundReachedRule.self, in: many)
    #expect(gaps.severity == .info)
    #expect(
      gaps.message
        == "The capture exceeds a limit: some gaps are left out of the report.")
    // Where each was counted, nothing is lost.
    let counted = capture {
      $0.boundsReached = ["gaps"]
      $0.connections = many.connections
      $0.connections[0].notifications[0].gapCount = 892
    }
    #expect(BoundReachedRule.check(counted).isEmpty)
    // Nor where phases were joined beside.
    let joined = capture {
      $0.boundsReached = ["phases", "gaps"]
      $0.connections = counted.connections
    }
    #expect(BoundReachedRule.check(joined).isEmpty)
    let connections = capture {
      $0.boundsReached = ["connections"]
      $0.connectionsOmitted = 12
      $0.advertiserReportsOmitted = 3
    }
    let finding = try only(BoundReachedRule.self, in: connections)
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "The capture exceeds a limit: 12 connections and 3 advertising reports are left out of "
        + "the report.")
  }
}
