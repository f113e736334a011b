import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("database-inconsistent")
struct DatabaseInconsistentRuleTests {
  private typealias Kind = ReportV1.DatabaseConflictKind

  /// Services 180F at 0x0010 to 0x0014 and FFF0 from 0x0015 on.
  private func capture(
    second: [UInt8] = [0x15, 0x00, 0x20, 0x00], _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    story.services(second)
    build(&story)
    return Analysed(story).capture
  }

  private func kinds(_ capture: ReportV1.Capture) -> [Kind] {
    capture.connections[0].gatt.conflicts.map(\.kind)
  }

  @Test("a value outside its service")
  func value() throws {
    let finding = try only(
      DatabaseInconsistentRule.self,
      in: capture(second: [0xFB, 0xFF, 0xFE, 0xFF]) { $0.declare(0xFFFE, 0xFFFF) })
    #expect(finding.severity == .warning)
    #expect(finding.frames == [3, 5])
    #expect(
      finding.message
        == "The attributes of the peer contradict each other: the value of FFF4 has handle 0xFFFF "
        + "(#5), and its service FFF0 has the handles 0xFFFB to 0xFFFE (#3).")
    #expect(finding.evidence[.kind] == .string("value-outside-service"))
    #expect(finding.evidence[.party] == .string("remote"))
  }

  @Test("services that overlap, and declarations that name no value of their own")
  func others() throws {
    let overlap = capture(second: [0x14, 0x00, 0x20, 0x00]) { _ in }
    #expect(kinds(overlap) == [.servicesOverlap])
    #expect(
      try only(DatabaseInconsistentRule.self, in: overlap).message.hasSuffix(
        "service FFF0 begins at handle 0x0014 (#3), within service 180F, which has the handles "
          + "0x0010 to 0x0014 (#3)."))
    #expect(kinds(capture { $0.declare(0x12, 0x12) }) == [.valueMisplaced])
    #expect(kinds(capture { $0.declare(0x12, 0x00) }) == [.valueMisplaced])
    let other = capture {
      $0.declare(0x12, 0x18)
      $0.declare(0x18, 0x19, uuid: 0xF5)
    }
    #expect(kinds(other) == [.valueMisplaced])
  }

  @Test("a descriptor behind the end of its service, where only descriptors lie between")
  func descriptor() throws {
    let stray = capture(second: [0x20, 0x00, 0x30, 0x00]) {
      $0.declare(0x12, 0x13)
      $0.information([(0x14, 0x2901), (0x15, 0x2902)])
    }
    #expect(kinds(stray) == [.descriptorOutsideService])
    let finding = try only(DatabaseInconsistentRule.self, in: stray)
    #expect(finding.message.contains("descriptor 2902 has handle 0x0015"))
    // A service or a characteristic that is not known may begin between.
    let gap = capture(second: [0x20, 0x00, 0x30, 0x00]) {
      $0.declare(0x12, 0x13)
      $0.information([(0x14, 0x2901), (0x16, 0x2902)])
    }
    #expect(kinds(gap) == [])
    let between = capture(second: [0x20, 0x00, 0x30, 0x00]) {
      $0.declare(0x12, 0x13)
      $0.information([(0x14, 0x2901), (0x15, 0x2801), (0x16, 0x2902)])
    }
    #expect(kinds(between) == [])
  }

  @Test("quiet about what fits, and about handles of a service that was not found")
  func nearMisses() {
    #expect(
      kinds(
        capture {
          $0.declare(0x12, 0x14)
          $0.declare(0x16, 0x20, uuid: 0xF5)
        }) == [])
    #expect(kinds(capture { $0.declare(0x40, 0x41) }) == [])
  }

  @Test("quiet about what an earlier connection has shown, and where the attributes changed")
  func earlier() {
    func later(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
      var story = CaptureBuilder()
      story.connect()
      story.services([0x15, 0x00, 0x20, 0x00])
      story.disconnect()
      story.connect()
      build(&story)
      return Analysed(story).capture
    }
    // The firmware has another service there now.
    let moved = later { $0.declare(0x12, 0x18) }
    #expect(moved.connections[1].gatt.conflicts.isEmpty)
    let again = later {
      $0.services([0x15, 0x00, 0x20, 0x00])
      $0.declare(0x12, 0x18)
    }
    #expect(again.connections[1].gatt.conflicts.isEmpty)
    var changed = capture { $0.declare(0x12, 0x18) }
    #expect(DatabaseInconsistentRule.check(changed).count == 1)
    changed.connections[0].gatt.serviceChanges = [
      ReportV1.ServiceChange(frame: 4, startHandle: 1, endHandle: 0xFFFF)
    ]
    #expect(DatabaseInconsistentRule.check(changed).isEmpty)
  }

  @Test("a response whose request the capture lacks shows nothing")
  func unasked() {
    let capture = capture {
      $0.att(.rx, [0x09, 7, 0x12, 0x00, 0x10, 0x18, 0x00, 0xF4, 0xFF])
    }
    #expect(kinds(capture) == [])
  }
}

extension CaptureBuilder {
  /// - Parameter second: the range of FFF0.
  fileprivate mutating func services(_ second: [UInt8]) {
    att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
    att(.rx, [0x11, 6, 0x10, 0x00, 0x14, 0x00, 0x0F, 0x18] + second + [0xF0, 0xFF])
  }

  fileprivate mutating func declare(
    _ declaration: UInt16, _ value: UInt16, uuid: UInt8 = 0xF4
  ) {
    att(.tx, [0x08] + octets(declaration) + [0xFF, 0xFF, 0x03, 0x28])
    att(.rx, [0x09, 7] + octets(declaration) + [0x10] + octets(value) + [uuid, 0xFF])
  }

  fileprivate mutating func information(_ entries: [(UInt16, UInt16)]) {
    att(.tx, [0x04] + octets(entries[0].0) + [0xFF, 0xFF])
    att(.rx, [0x05, 0x01] + entries.flatMap { octets($0.0) + octets($0.1) })
  }
}
