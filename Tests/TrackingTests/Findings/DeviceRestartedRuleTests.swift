import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("Rule: a device that restarted after its update")
struct DeviceRestartedRuleTests {
  /// A connection that ended by itself 4 s after the last data, which answered an update.
  private static func updated(
    _ reason: HCIStatus = .connectionTimeout, content: String = "firmware", isWhole: Bool = true,
    quietAfter quiet: Int = 100_000
  ) -> ReportV1.Connection {
    .healthy().with {
      $0.transfers = [
        ReportV1.Transfer(
          id: 1, valueHandle: 0x2F, direction: .tx, complete: isWhole, payloadBytes: 48_388,
          firstFrame: 20, lastFrame: 80, startUs: 1_000_000, durationUs: 4_000_000,
          ending: isWhole ? .framing : .linkClosed,
          framing: ReportV1.TransferFraming(name: "telink-ota", content: content))
      ]
      $0.lastRxFrame = 82
      $0.lastRxUs = 5_000_000 + quiet
      $0.endUs = 9_000_000 + quiet
      $0.disconnect = ReportV1.Disconnect(frame: 90, reason: reason, name: reason.name)
    }
  }

  private static func heard(
    _ connection: ReportV1.Connection, _ frame: Int, at time: Int
  ) -> ReportV1.Connection {
    connection.with { $0.peerHeard = ReportV1.Heard(frame: frame, timeUs: time) }
  }

  private static func next(at time: Int) -> ReportV1.Connection {
    .healthy(id: 2, from: 200).with {
      $0.startUs = time
      $0.endUs = time + 1_000_000
    }
  }

  private func rules(in capture: ReportV1.Capture) -> [String] {
    RuleCatalog.findings(in: [capture]).map(\.rule)
  }

  @Test("silence, and then it advertises: information, in the place of a loss") func silence()
    throws
  {
    let capture = ReportV1.Capture(Self.heard(Self.updated(), 120, at: 14_300_000))
    let finding = try only(DeviceRestartedRule.self, in: capture)
    #expect(finding.severity == .info)
    #expect(finding.frames == [80, 90, 120])
    #expect(
      finding.message
        == "The device seems to have restarted after its update: all 48,388 bytes of the firmware "
        + "(telink-ota) had been sent (#80), the link was lost 4 s after its last data (#90), and it "
        + "was seen to advertise again 5.2 s after that (#120).")
    #expect(finding.evidence[.backAfterUs] == .int(5_200_000))
    #expect(!rules(in: capture).contains("link-loss"))
  }

  @Test("it hung up, and this host was connected again") func connected() throws {
    let capture = ReportV1.Capture(
      Self.updated(.remoteUserTerminatedConnection, content: "image-upload"),
      Self.next(at: 20_000_000))
    let finding = try only(DeviceRestartedRule.self, in: capture)
    #expect(finding.advice == nil && finding.frames == [80, 90, 200])
    #expect(finding.message.contains("it ended the connection (#90), and it was connected again"))
  }

  @Test("it advertised before the timeout had passed") func before() throws {
    let capture = ReportV1.Capture(Self.heard(Self.updated(), 85, at: 6_100_000))
    let finding = try only(DeviceRestartedRule.self, in: capture)
    #expect(
      finding.message.contains(
        "it was seen to advertise again 3 s before the loss was reported (#85)"))
    #expect(finding.frames == [80, 85, 90])
  }

  @Test("times at the ends of what a report holds") func farTimes() throws {
    let least = -Int.mostReported
    let far = Self.heard(Self.updated(), 85, at: least).with {
      $0.transfers[0].startUs = least
      $0.transfers[0].durationUs = 0
      $0.lastRxUs = least
      $0.endUs = Int.mostReported
    }
    let finding = try only(DeviceRestartedRule.self, in: .init(far))
    #expect(finding.evidence[.backAfterUs] == .int(-Int.mostReported))
    #expect(finding.evidence[.silenceUs] == .int(Int.mostReported))
  }

  @Test("of an update whose beginning the capture missed the size is left out") func size() throws {
    let part = Self.heard(Self.updated(), 120, at: 14_300_000).with {
      $0.transfers[0].payloadBytes = 0
      $0.transfers[0].framing?.capturedBytes = 9000
    }
    let finding = try only(DeviceRestartedRule.self, in: .init(part))
    #expect(finding.message.contains("all of the firmware (telink-ota) had been sent"))
  }

  @Test("a loss stays one") func losses() {
    var untrue = ReportV1.Capture(Self.heard(Self.updated(), 120, at: 14_300_000))
    untrue.timeFault = .init(kind: .steps, stepUs: 4_294_967_296, packets: 90)
    let losses: [(String, ReportV1.Capture)] = [
      ("the times cannot be true", untrue),
      ("no one saw the device again", .init(Self.updated())),
      ("it came back minutes later", .init(Self.updated(), Self.next(at: 200_000_000))),
      (
        "another device came",
        .init(
          Self.updated(),
          Self.next(at: 20_000_000).with {
            $0.peer.address = "C4:1D:66:F0:83:30"
          })
      ),
      (
        "the update was cut",
        .init(
          Self.heard(Self.updated(isWhole: false), 120, at: 14_300_000))
      ),
      (
        "a file is no update",
        .init(
          Self.heard(Self.updated(content: "file-upload"), 120, at: 14_300_000))
      ),
      (
        "it worked on after the update",
        .init(
          Self.heard(Self.updated(quietAfter: 60_000_000), 120, at: 70_000_000))
      ),
    ]
    for (what, capture) in losses {
      #expect(DeviceRestartedRule.check(capture).isEmpty, "\(what)")
      #expect(rules(in: capture).contains("link-loss"), "\(what)")
    }
    let closed = Self.updated(.connectionTerminatedByLocalHost)
    #expect(
      DeviceRestartedRule.check(.init(Self.heard(closed, 120, at: 14_300_000))).isEmpty,
      "this host ended the connection")
  }
}
