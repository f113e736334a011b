import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("property-violated")
struct PropertyViolatedRuleTests {
  /// FFF4, declared at 0x0014, with its descriptor at 0x0016.
  private func capture(
    _ properties: UInt8, _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    story.declare(properties)
    build(&story)
    return Analysed(story).capture
  }

  @Test("Write Commands to a characteristic that has Write alone")
  func commands() throws {
    let finding = try only(
      PropertyViolatedRule.self,
      in: capture(0x08) {
        for number in 0..<3 { $0.att(.tx, [0x52, 0x15, 0x00, UInt8(number)]) }
      })
    #expect(finding.severity == .info)
    #expect(finding.frames == [6])
    #expect(
      finding.message
        == "This host sent 3 Write Commands to FFF4 at handle 0x0015, which is declared with Write, "
        + "not with Write Without Response.")
    #expect(finding.evidence[.property] == .string("write_without_response"))
    #expect(finding.evidence[.count] == .int(3))
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.advice?.contains("WRITE_TYPE_DEFAULT") == true)
  }

  @Test("commands and requests to one characteristic are told apart")
  func both() throws {
    let finding = try only(
      PropertyViolatedRule.self,
      in: capture(0x04) {
        $0.att(.tx, [0x52, 0x15, 0x00, 1])
        $0.att(.tx, [0x12, 0x15, 0x00, 2])
        $0.att(.rx, [0x13])
        $0.att(.tx, [0x52, 0x15, 0x00, 3])
      })
    #expect(finding.evidence[.property] == .string("write"))
    #expect(finding.evidence[.count] == .int(1) && finding.frames == [7])
    #expect(finding.message.hasPrefix("This host wrote 1 value with a response to FFF4"))
  }

  @Test("a read that was answered all the same, and a subscription")
  func readsAndSubscriptions() throws {
    let read = try only(
      PropertyViolatedRule.self,
      in: capture(0x08) {
        $0.att(.tx, [0x0A, 0x15, 0x00])
        $0.att(.rx, [0x0B, 1])
      })
    #expect(
      read.message
        == "This host read FFF4 at handle 0x0015 once, which is declared with Write, not with Read."
    )
    let subscribed = try only(
      PropertyViolatedRule.self,
      in: capture(0x20) {
        $0.att(.tx, [0x12, 0x16, 0x00, 0x01, 0x00])
        $0.att(.rx, [0x13])
      })
    #expect(subscribed.message.hasPrefix("This host subscribed to notifications of FFF4"))
    #expect(subscribed.message.hasSuffix("declared with Indicate, not with Notify."))
  }

  @Test("quiet about what the properties allow, and about what the server refused")
  func nearMisses() {
    let allowed: [(UInt8, (inout CaptureBuilder) -> Void)] = [
      (0x04, { $0.att(.tx, [0x52, 0x15, 0x00, 1]) }),
      // A signed write needs a property of its own, and is counted as a command.
      (0x40, { $0.att(.tx, [0x52, 0x15, 0x00, 1]) }),
      (
        0x08,
        {
          $0.att(.tx, [0x12, 0x15, 0x00, 1])
          $0.att(.rx, [0x13])
        }
      ),
      // Both bits, of which the characteristic has one.
      (
        0x20,
        {
          $0.att(.tx, [0x12, 0x16, 0x00, 0x03, 0x00])
          $0.att(.rx, [0x13])
        }
      ),
      (
        0x08,
        {
          $0.att(.tx, [0x0A, 0x15, 0x00])
          $0.att(.rx, [0x01, 0x0A, 0x15, 0x00, 0x02])
        }
      ),
      (
        0x02,
        {
          $0.att(.tx, [0x12, 0x15, 0x00, 1])
          $0.att(.rx, [0x01, 0x12, 0x15, 0x00, 0x03])
        }
      ),
      (
        0x02,
        {
          $0.att(.tx, [0x12, 0x16, 0x00, 0x00, 0x00])
          $0.att(.rx, [0x13])
        }
      ),
    ]
    for (index, (properties, build)) in allowed.enumerated() {
      #expect(PropertyViolatedRule.check(capture(properties, build)).isEmpty, "\(index)")
    }
  }

  @Test("quiet where the declaration was not read in this connection, or may hold no longer")
  func undeclared() {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, [0x52, 0x15, 0x00, 1])
    #expect(PropertyViolatedRule.check(Analysed(story).capture).isEmpty)
    var later = CaptureBuilder()
    later.connect()
    later.declare(0x08)
    later.disconnect()
    later.connect()
    later.att(.tx, [0x52, 0x15, 0x00, 1])
    #expect(PropertyViolatedRule.check(Analysed(later).capture).isEmpty)
    var changed = capture(0x08) { $0.att(.tx, [0x52, 0x15, 0x00, 1]) }
    changed.connections[0].gatt.serviceChanges = [
      ReportV1.ServiceChange(frame: 3, startHandle: 1, endHandle: 0xFFFF)
    ]
    #expect(PropertyViolatedRule.check(changed).isEmpty)
  }
}

extension CaptureBuilder {
  fileprivate mutating func declare(_ properties: UInt8) {
    att(.tx, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28])
    att(.rx, [0x09, 7, 0x14, 0x00, properties, 0x15, 0x00, 0xF4, 0xFF])
    att(.tx, [0x04, 0x16, 0x00, 0x16, 0x00])
    att(.rx, [0x05, 0x01, 0x16, 0x00, 0x02, 0x29])
  }
}
