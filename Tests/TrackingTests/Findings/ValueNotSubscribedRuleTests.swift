import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("value-not-subscribed")
struct ValueNotSubscribedRuleTests {
  /// FFF4 at 0x0015 with its descriptor at 0x0016, which is looked up.
  private func capture(
    properties: UInt8 = 0x10, isLookedUp: Bool = true, _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28])
    story.att(.rx, [0x09, 7, 0x14, 0x00, properties, 0x15, 0x00, 0xF4, 0xFF])
    if isLookedUp {
      story.att(.tx, [0x04, 0x16, 0x00, 0x16, 0x00])
      story.att(.rx, [0x05, 0x01, 0x16, 0x00, 0x02, 0x29])
    }
    build(&story)
    return Analysed(story).capture
  }

  @Test("indications to a client that wrote 0x0001, as a device with Notify alone sends them")
  func indications() throws {
    let finding = try only(
      ValueNotSubscribedRule.self,
      in: capture {
        $0.write([0x01, 0x00])
        for number in 0..<3 { $0.indicate(UInt8(number)) }
      })
    #expect(finding.severity == .warning)
    #expect(finding.frames == [6, 8, 12])
    #expect(
      finding.message
        == "3 indications of FFF4 at handle 0x0015, which is declared with Notify, were sent by the "
        + "peer (from #8 on), although this host had subscribed to notifications alone (#6).")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.evidence[.subscribed] == .string("notify"))
    #expect(finding.evidence[.properties] == .list([.string("notify")]))
    #expect(finding.advice?.hasPrefix("The server's firmware has to send notifications") == true)
  }

  @Test("notifications to a client that wrote 0x0002, from the second value on")
  func notifications() throws {
    let finding = try only(
      ValueNotSubscribedRule.self,
      in: capture(properties: 0x30) {
        $0.notify(0x15, [1])
        $0.write([0x02, 0x00])
        $0.notify(0x15, [2])
      })
    #expect(finding.message.hasPrefix("Notifications of FFF4"))
    #expect(finding.advice?.hasPrefix("The server's firmware has to send indications") == true)
  }

  @Test("where the characteristic does not have what was asked for, the client is at fault")
  func client() throws {
    let capture = capture(properties: 0x20) {
      $0.write([0x01, 0x00])
      $0.indicate(1)
    }
    let finding = try only(ValueNotSubscribedRule.self, in: capture)
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.advice?.contains("has to write 0x0002") == true)
    // One fault, one finding.
    #expect(PropertyViolatedRule.check(capture).isEmpty)
  }

  @Test("a server on this host is judged the same")
  func local() throws {
    var story = CaptureBuilder()
    story.connect()
    story.att(.rx, [0x04, 0x16, 0x00, 0x16, 0x00])
    story.att(.tx, [0x05, 0x01, 0x16, 0x00, 0x02, 0x29])
    story.att(.rx, [0x12, 0x16, 0x00, 0x02, 0x00])
    story.att(.tx, [0x13])
    story.att(.tx, [0x1B, 0x15, 0x00, 1])
    let finding = try only(ValueNotSubscribedRule.self, in: Analysed(story).capture)
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.message.contains("although the peer had subscribed to indications alone"))
  }

  @Test(
    "quiet about both kinds at once, the right kind, a change of mind, and none at all",
    arguments: [[[3, 0]], [[2, 0]], [[1, 0], [2, 0]], [[1, 0], [3, 0]], [[0, 0]], []] as [[[UInt8]]]
  )
  func nearMisses(writes: [[UInt8]]) {
    let capture = capture {
      for write in writes { $0.write(write) }
      $0.indicate(1)
    }
    #expect(ValueNotSubscribedRule.check(capture).isEmpty)
  }

  @Test("quiet about a guess, a write that was not answered, a value after it was switched off")
  func doubts() {
    let guess = capture(isLookedUp: false) {
      $0.write([1, 0])
      $0.indicate(1)
    }
    #expect(guess.connections[0].gatt.subscriptions.map(\.guessed) == [true])
    #expect(ValueNotSubscribedRule.check(guess).isEmpty)
    let open = capture {
      $0.att(.tx, [0x12, 0x16, 0x00, 0x01, 0x00])
      $0.indicate(1)
    }
    #expect(ValueNotSubscribedRule.check(open).isEmpty)
    let off = capture {
      $0.write([1, 0])
      $0.write([0, 0])
      $0.indicate(1)
    }
    #expect(ValueNotSubscribedRule.check(off).isEmpty)
    var lossy = capture {
      $0.write([1, 0])
      $0.indicate(1)
    }
    #expect(ValueNotSubscribedRule.check(lossy).count == 1)
    lossy.droppedRecords = 1
    #expect(ValueNotSubscribedRule.check(lossy).isEmpty)
  }
}

extension CaptureBuilder {
  fileprivate mutating func write(_ value: [UInt8]) {
    att(.tx, [0x12, 0x16, 0x00] + value)
    att(.rx, [0x13])
  }

  fileprivate mutating func indicate(_ octet: UInt8) {
    att(.rx, [0x1D, 0x15, 0x00, octet])
    att(.tx, [0x1E])
  }
}
