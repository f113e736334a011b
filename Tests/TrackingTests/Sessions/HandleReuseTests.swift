import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

/// A file of ACL data alone, in which a handle is used again.
@Suite("Handles that are used again")
struct HandleReuseTests {
  private static let groups: [UInt8] = [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]
  private static let minute: Int64 = 60_000_000

  /// What stands in one file, first and after a pause, and how many connections that is.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var first: @Sendable (inout CaptureBuilder) -> Void
    var pause: Int64
    var then: @Sendable (inout CaptureBuilder) -> Void
    var connections: Int

    var testDescription: String { name }
  }

  static let rows: [Row] = [
    Row(
      name: "Exchange MTU for the second time", first: { $0.exchangeMTU(247, 247) },
      pause: 5_000_000, then: { $0.exchangeMTU(247, 247) }, connections: 2),
    Row(
      name: "Exchange MTU again at once", first: { $0.exchangeMTU(247, 247) }, pause: 100_000,
      then: { $0.exchangeMTU(247, 247) }, connections: 1),
    Row(
      name: "Exchange MTU of the other side", first: { $0.exchangeMTU(247, 247) },
      pause: 5_000_000, then: { $0.att(.rx, [0x02, 247, 0]) }, connections: 1),
    Row(
      name: "a discovery after a long silence", first: { $0.read() }, pause: 2 * minute,
      then: { $0.att(.tx, Self.groups) }, connections: 2),
    Row(
      name: "a discovery after a short one", first: { $0.read() }, pause: minute / 2,
      then: { $0.att(.tx, Self.groups) }, connections: 1),
    Row(
      name: "a discovery that goes on after a long silence", first: { $0.read() },
      pause: 2 * minute, then: { $0.att(.tx, [0x10, 9, 0, 0xFF, 0xFF, 0x00, 0x28]) },
      connections: 1),
    Row(
      name: "a read after a long silence", first: { $0.att(.tx, Self.groups) }, pause: 10 * minute,
      then: { $0.read() }, connections: 1),
    Row(
      name: "declarations again, where the requests are not in the file",
      first: { $0.att(.rx, Self.declarations) }, pause: 2 * minute,
      then: { $0.att(.rx, Self.declarations) }, connections: 2),
    Row(
      name: "declarations for the first time", first: { $0.notify(3, [1]) }, pause: 2 * minute,
      then: { $0.att(.rx, Self.declarations) }, connections: 1),
    Row(
      name: "a value that is read by its type again",
      first: { $0.att(.rx, [0x09, 7, 3, 0, 9, 9, 2, 0, 9]) }, pause: 2 * minute,
      then: { $0.att(.rx, [0x09, 7, 3, 0, 9, 9, 2, 0, 9]) }, connections: 1),
  ]
  private static let declarations: [UInt8] = [0x09, 7, 2, 0, 0x10, 3, 0, 0x00, 0x2A]

  @Test("what a client does once in a connection begins another one", arguments: rows)
  func seams(row: Row) throws {
    var story = CaptureBuilder()
    row.first(&story)
    story.wait(by: row.pause)
    row.then(&story)
    let connections = Analysed(story).connections
    #expect(connections.count == row.connections)
    guard row.connections == 2 else {
      #expect(connections[0].ending == nil)
      return
    }
    let ending = try #require(connections[0].ending)
    #expect(ending.by == .unknown && connections[0].isOpen)
    #expect(ending.after?.connectedFrame == connections[1].firstFrame)
    #expect(connections[1].ending == nil && connections[1].handle == connections[0].handle)
    #expect(connections[0].endUs - connections[0].startUs < row.pause)
  }

  @Test("events end connections: where there are any, a handle is one until its end")
  func withEvents() {
    for row in Self.rows {
      var story = CaptureBuilder()
      story.completed(0)
      row.first(&story)
      story.wait(by: row.pause)
      row.then(&story)
      #expect(Analysed(story).connections.count == 1)
    }
  }

  @Test("what was learned of the connection before does not go on")
  func learned() throws {
    var story = CaptureBuilder()
    story.exchangeMTU(247, 247)
    story.subscribe(0x16)
    story.wait(by: Self.minute)
    story.att(.tx, [0x02, 247, 0])
    let connections = Analysed(story).connections
    #expect(connections.count == 2)
    #expect(connections[0].mtu.effective == 247 && connections[1].mtu.effective == nil)
    #expect(connections[1].gatt.subscriptions.isEmpty)
  }
}
