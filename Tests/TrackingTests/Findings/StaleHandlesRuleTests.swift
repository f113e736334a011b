import Testing

@testable import Findings
@testable import Report

@Suite("stale-handles")
struct StaleHandlesRuleTests {
  private let notes = ReportV1.Service(
    uuid: "180F", startHandle: 0x10, endHandle: 0x14,
    characteristics: [
      ReportV1.Characteristic(
        uuid: "2A19", declarationHandle: 0x12, valueHandle: 0x13,
        descriptors: [ReportV1.Descriptor(uuid: "2902", handle: 0x14)])
    ])

  /// A connection that discovered the service.
  private var first: ReportV1.Connection {
    .healthy().with {
      $0.gatt.services = [notes]
      $0.att.pdus.tx = ["read_by_group_type_request": 2]
    }
  }

  /// A later one, which goes by what it remembers.
  private var second: ReportV1.Connection {
    .healthy(id: 2, from: 100).with {
      $0.gatt.services = [notes]
      $0.gatt.remembered = true
    }
  }

  @Test("Invalid Handle on a remembered handle")
  func invalidHandle() throws {
    let capture = ReportV1.Capture(
      first, second.with { $0.att.errors = [.write(110, 0x01, "Invalid Handle", handle: 0x14)] })
    let finding = try only(StaleHandlesRule.self, in: capture)
    #expect(finding.severity == .warning)
    #expect(finding.connection == 2)
    #expect(finding.frames == [110])
    #expect(
      finding.message
        == "The Write Request to remembered handle 0x0014 was answered with Invalid Handle (0x01).")
    #expect(
      finding.evidence == [
        .errors: .int(1), .codes: .list([.int(1)]), .handles: .list([.int(0x14)]),
        .serviceChanges: .int(0), .hashBefore: .null, .hashAfter: .null,
        .discoveredAgain: .bool(false), .party: .string("local"), .transport: .string("le"),
      ])
    #expect(ATTErrorRule.check(capture).isEmpty)
  }

  @Test("also where the client discovered anew afterwards")
  func discoveredAgain() throws {
    let capture = ReportV1.Capture(
      first,
      second.with {
        $0.gatt.remembered = false
        $0.gatt.services = []
        $0.att.pdus.tx = ["find_by_type_value_request": 1]
        $0.att.errors = [.write(110, 0x01, "Invalid Handle", handle: 0x14)]
      })
    #expect(try only(StaleHandlesRule.self, in: capture).severity == .warning)
  }

  @Test("a remembered descriptor that cannot be written, and Database Out Of Sync")
  func others() throws {
    let capture = ReportV1.Capture(
      first,
      second.with {
        $0.att.errors = [
          .write(110, 0x03, "Write Not Permitted", handle: 0x14),
          .read(114, 0x12, "Database Out Of Sync", handle: 0x13),
        ]
      })
    let finding = try only(StaleHandlesRule.self, in: capture)
    #expect(
      finding.message
        == "2 requests to remembered handles 0x0013 and 0x0014 were answered with errors, "
        + "the first with Write Not Permitted (0x03).")
  }

  @Test("an error on a handle that this connection found, or on a value by design, is not stale")
  func ownHandles() {
    let wrong = first.with { $0.att.errors = [.read(40, 0x01, handle: 0x33)] }
    #expect(StaleHandlesRule.check(ReportV1.Capture(wrong)).isEmpty)
    #expect(ATTErrorRule.check(ReportV1.Capture(wrong)).count == 1)
    let design = second.with { $0.att.errors = [.write(110, 0x03, handle: 0x13)] }
    #expect(StaleHandlesRule.check(ReportV1.Capture(first, design)).isEmpty)
    #expect(ATTErrorRule.check(ReportV1.Capture(first, design)).count == 1)
  }

  @Test("Service Changed, where the client went on regardless")
  func serviceChanged() throws {
    let changed = second.with {
      $0.gatt.serviceChanges = [
        ReportV1.ServiceChange(frame: 105, startHandle: 0x10, endHandle: 0xFFFF)
      ]
    }
    #expect(StaleHandlesRule.check(ReportV1.Capture(first, changed)).isEmpty)
    let regardless = changed.with {
      $0.gatt.subscriptions = [ReportV1.Subscription(frame: 120, cccdHandle: 0x14)]
    }
    let worse = try only(StaleHandlesRule.self, in: ReportV1.Capture(first, regardless))
    #expect(worse.severity == .warning)
    #expect(
      worse.message
        == "The server reported that its attributes 0x0010 to 0xFFFF changed, and the client "
        + "continued with remembered handles.")
    // A range that is written the wrong way round must not hurt.
    let odd = regardless.with { $0.gatt.serviceChanges[0].endHandle = 0x01 }
    #expect(StaleHandlesRule.check(ReportV1.Capture(first, odd)).isEmpty)
  }

  @Test("another database hash")
  func hash() throws {
    let before = first.with {
      $0.gatt.databaseHashes = [ReportV1.DatabaseHash(frame: 30, value: "AA")]
    }
    let after = second.with {
      $0.gatt.databaseHashes = [ReportV1.DatabaseHash(frame: 130, value: "BB")]
      $0.gatt.subscriptions = [ReportV1.Subscription(frame: 140, cccdHandle: 0x14)]
    }
    let finding = try only(StaleHandlesRule.self, in: ReportV1.Capture(before, after))
    #expect(finding.severity == .warning)
    #expect(finding.frames == [130])
    #expect(
      finding.message
        == "Its Database Hash differs from that in the previous connection, and the client "
        + "continued with remembered handles.")
    let again = after.with { $0.att.pdus.tx = ["read_by_group_type_request": 2] }
    #expect(StaleHandlesRule.check(ReportV1.Capture(before, again)).isEmpty)
    #expect(finding.evidence[.hashBefore] == .string("AA"))
    let same = after.with { $0.gatt.databaseHashes[0].value = "AA" }
    #expect(StaleHandlesRule.check(ReportV1.Capture(before, same)).isEmpty)
    let stranger = after.with { $0.peer.address = "11:22:33:44:55:66" }
    #expect(StaleHandlesRule.check(ReportV1.Capture(before, stranger)).isEmpty)
  }
}
