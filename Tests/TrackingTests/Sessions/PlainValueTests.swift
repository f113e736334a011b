import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Tracking

/// `process(_ record:)` goes through all layers, and is what the quick way is held against.
@Suite("Values that are whole in a packet are taken as through all layers")
struct PlainValueTests {
  @Test("the sessions are the same", arguments: 1...30)
  func sessions(seed: UInt64) {
    let story = CaptureBuilder.bursts(seed: seed)
    let single = Followed(story)

    var tracker = SessionTracker(observer: RecordingObserver())
    let (records, bytes) = story.records()
    #expect(records.contains { PlainValue($0, in: bytes.span) != nil })
    var rest = records[...]
    while !rest.isEmpty {
      tracker.process(Array(rest.prefix(37)), in: bytes.span)
      rest = rest.dropFirst(37)
    }
    tracker.finish()

    let observed = tracker.context.observer
    #expect(observed.values == single.values)
    #expect(observed.events.map { "\($0)" } == single.observed.events.map { "\($0)" })
    #expect(
      observed.advertisements.map { "\($0)" } == single.observed.advertisements.map { "\($0)" })
    #expect(tracker.sessions.undecodableRecords == single.tracker.sessions.undecodableRecords)
    #expect(tracker.now == single.tracker.now)
    #expect(tracker.sessions.connections.count == single.connections.count)
    for (one, other) in zip(tracker.sessions.connections, single.connections) {
      #expect(one.last == other.last)
      #expect(one.lastReceived == other.lastReceived)
      #expect(one.likelyTransport == other.likelyTransport)
      for side in 0..<2 { #expect(one.packets[side] == other.packets[side]) }
      for opcode in PDUCounts.reported {
        for direction in [RecordDirection.tx, .rx] {
          #expect(one.pdus.count(opcode, direction) == other.pdus.count(opcode, direction))
        }
      }
    }
  }

  @Test("what is cut too short to be decoded is no sign of a controller")
  func short() {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.att(.rx, [0x1B, 0x15, 0x00] + Array("one".utf8), 0x40)
    story.add(.acl, .rx, [0x40, 0x20, 0x05], controller: 7, originalLength: 9)
    let (records, bytes) = story.records()
    var tracker = SessionTracker(observer: RecordingObserver())
    tracker.process(records, in: bytes.span)
    #expect(tracker.sessions.controllers.map(\.index) == [0])
    #expect(tracker.sessions.undecodableRecords == 1)
  }
}
