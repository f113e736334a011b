import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import Findings
@testable import Rendering
@testable import Report
@testable import Text

@Suite("Rules: how a link ended")
struct LinkEndRulesTests {
  private static func ended(_ reason: HCIStatus, _ name: String? = nil) -> ReportV1.Capture {
    ReportV1.Capture(
      .healthy().with {
        $0.disconnect = ReportV1.Disconnect(frame: 90, reason: reason, name: name)
        $0.lastRxFrame = 88
      })
  }

  // MARK: disconnect-by-fault

  @Test("disconnect-by-fault says what the reason means")
  func fault() throws {
    let finding = try only(
      DisconnectByFaultRule.self, in: Self.ended(0x28, "Instant Passed"))
    #expect(finding.severity == .error)
    #expect(finding.frames == [88, 90])
    #expect(
      finding.message
        == "The connection ended with Instant Passed (0x28): an update was received after the "
        + "instant at which it should take effect.")
    #expect(
      finding.evidence == [
        .reason: .int(0x28), .reasonName: .string("Instant Passed"),
        .incompleteBytes: .int(0), .party: .null, .role: .string("central"),
        .transport: .string("le"),
      ])
  }

  @Test(
    "each reason has a severity that fits",
    arguments: [
      (HCIStatus(0x22), ReportV1.Severity.error), (0x28, .error), (0x1E, .error), (0x2A, .error),
      (0x14, .warning), (0x1F, .warning), (0x29, .warning), (0x3A, .warning), (0x3B, .warning),
      (0x77, .warning), (0x15, .info),
    ])
  func severities(reason: HCIStatus, severity: ReportV1.Severity) throws {
    let finding = try only(DisconnectByFaultRule.self, in: Self.ended(reason))
    #expect(finding.severity == severity)
    #expect(finding.advice != nil)
  }

  @Test("it is quiet where somebody hung up, and where another rule reports it")
  func quiet() {
    for reason: HCIStatus in [0x00, 0x05, 0x06, 0x08, 0x13, 0x16, 0x3D, 0x3E] {
      #expect(DisconnectByFaultRule.check(Self.ended(reason)).isEmpty)
    }
    let open = ReportV1.Connection.healthy().with { $0.disconnect = nil }
    #expect(DisconnectByFaultRule.check(ReportV1.Capture(open)).isEmpty)
  }

  // MARK: controller-reset

  private static func lost(
    _ id: Int = 1, _ cause: ReportV1.EndCause = .controllerReset
  ) -> ReportV1.Connection {
    .healthy(id: id).with {
      $0.disconnect = nil
      $0.end = ReportV1.End(frame: 97, timeUs: 9_000_000, cause: cause)
    }
  }

  @Test("controller-reset reports which connections went with the controller")
  func reset() throws {
    let finding = try only(
      ControllerResetRule.self, in: ReportV1.Capture(Self.lost(1), Self.lost(2)))
    #expect(finding.severity == .warning && finding.connection == nil)
    #expect(finding.frames == [97])
    #expect(finding.message == "Controller 0 was reset: connections 1 and 2 ended with it.")
  }

  @Test("switching Bluetooth off is information, pulling the adapter out a warning")
  func offAndGone() throws {
    let off = try only(
      ControllerResetRule.self, in: ReportV1.Capture(Self.lost(1, .controllerOff)))
    #expect(off.severity == .info && off.connection == 1)
    #expect(off.message == "Controller 0 was switched off: connection 1 ended with it.")
    let gone = try only(
      ControllerResetRule.self, in: ReportV1.Capture(Self.lost(1, .controllerGone)))
    #expect(gone.severity == .warning)
  }

  @Test("a hardware error is an error, and reports the reset that followed")
  func hardwareError() throws {
    var capture = ReportV1.Capture(Self.lost(1))
    capture.hardwareErrors = [
      ReportV1.HardwareError(frame: 95, timeUs: 8_900_000, controller: 0, code: 0x0C)
    ]
    let finding = try only(ControllerResetRule.self, in: capture)
    #expect(finding.severity == .error && finding.connection == 1)
    #expect(finding.frames == [95, 97])
    #expect(
      finding.message
        == "Controller 0 reported a hardware error (code 0x0C); connection 1 ended with the reset "
        + "that followed (#97).")
    capture.connections = []
    #expect(
      try only(ControllerResetRule.self, in: capture).message
        == "Controller 0 reported a hardware error (code 0x0C).")
    capture.hardwareErrors = Array(repeating: capture.hardwareErrors[0], count: 1000)
    #expect(ControllerResetRule.check(capture).count == 16)
  }

  @Test("it is quiet where connections were closed, or none was open")
  func quietReset() {
    #expect(ControllerResetRule.check(ReportV1.Capture(.healthy())).isEmpty)
    let story = Analysed {
      $0.disconnect()
      $0.commandComplete(0x0C03)
    }
    #expect(ControllerResetRule.check(story.capture).isEmpty)
  }

  @Test("from the packets to the report")
  func packets() throws {
    let capture = Analysed {
      $0.event(0x10, [0x0C])
      $0.commandComplete(0x0C03)
    }.capture
    #expect(capture.hardwareErrors.map(\.frame) == [4])
    #expect(capture.connections[0].disconnect == nil)
    #expect(
      capture.connections[0].end
        == ReportV1.End(frame: 5, timeUs: 4000, cause: .controllerReset))
    let text = String(
      decoding: TextRenderer.render(
        ReportV1(captures: [capture]), options: TextOptions(width: 120)), as: UTF8.self)
    #expect(text.contains("#5 its controller was reset"))
  }
}
