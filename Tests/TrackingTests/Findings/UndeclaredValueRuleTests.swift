import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("undeclared-value")
struct UndeclaredValueRuleTests {
  private func capture(
    isWhole: Bool = true, _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    story.find(isWhole: isWhole)
    build(&story)
    return Analysed(story).capture
  }

  @Test("values with the handle of a descriptor, as a device with a misplaced table sends them")
  func descriptor() throws {
    let finding = try only(
      UndeclaredValueRule.self,
      in: capture {
        $0.att(.tx, [0x04, 0x12, 0x00, 0x12, 0x00])
        $0.att(.rx, [0x05, 0x01, 0x12, 0x00, 0xF3, 0xFF])
        for number in 0..<3 { $0.notify(0x12, [5, UInt8(number)]) }
      })
    #expect(finding.severity == .warning)
    #expect(finding.frames == [8, 10])
    #expect(
      finding.message
        == "3 notifications were sent with handle 0x0012, which is not that of a characteristic's "
        + "value but of descriptor FFF3 of characteristic FFF3. This host's app may never receive "
        + "them.")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.evidence[.characteristic] == .string("FFF3"))
  }

  @Test("values with the handle of a declaration, and of nothing")
  func others() throws {
    let declaration = try only(
      UndeclaredValueRule.self, in: capture { $0.notify(0x10, [1]) })
    #expect(
      declaration.message.contains("not that of a characteristic's value but of a declaration"))
    let nothing = try only(UndeclaredValueRule.self, in: capture { $0.notify(0x40, [1]) })
    #expect(nothing.message.contains("found no characteristic there"))
  }

  @Test("an earlier connection with the same peer teaches it, unless the attributes changed")
  func earlier() throws {
    func later(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
      capture {
        $0.disconnect()
        $0.connect()
        build(&$0)
      }
    }
    let known = later { $0.notify(0x40, [1]) }
    #expect(try only(UndeclaredValueRule.self, in: known).connection == 2)
    var changed = known
    changed.connections[1].gatt.serviceChanges = [
      ReportV1.ServiceChange(frame: 8, startHandle: 1, endHandle: 0xFFFF)
    ]
    #expect(UndeclaredValueRule.check(changed).isEmpty)
  }

  @Test("quiet about values, about handles that were not searched, and about a late capture")
  func nearMisses() {
    #expect(UndeclaredValueRule.check(capture { $0.notify(0x11, [1]) }).isEmpty)
    // The client stopped in the middle: behind that nothing is known.
    #expect(UndeclaredValueRule.check(capture(isWhole: false) { $0.notify(0x40, [1]) }).isEmpty)
    var late = CaptureBuilder()
    late.notify(0x12, [1])
    late.att(.tx, [0x04, 0x12, 0x00, 0x12, 0x00])
    late.att(.rx, [0x05, 0x01, 0x12, 0x00, 0xF3, 0xFF])
    late.notify(0x12, [1])
    #expect(UndeclaredValueRule.check(Analysed(late).capture).isEmpty)
    var lossy = capture { $0.notify(0x40, [1]) }
    lossy.droppedRecords = 1
    #expect(UndeclaredValueRule.check(lossy).isEmpty)
  }
}

extension CaptureBuilder {
  /// A service of all handles with the characteristic FFF3, declared at 0x0010.
  fileprivate mutating func find(isWhole: Bool) {
    att(.tx, [0x08, 0x01, 0x00, 0xFF, 0xFF, 0x03, 0x28])
    att(.rx, [0x09, 7, 0x10, 0x00, 0x18, 0x11, 0x00, 0xF3, 0xFF])
    guard isWhole else { return }
    att(.tx, [0x08, 0x11, 0x00, 0xFF, 0xFF, 0x03, 0x28])
    att(.rx, [0x01, 0x08, 0x11, 0x00, 0x0A])
  }
}
