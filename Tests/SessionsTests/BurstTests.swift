import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Sessions

@Suite("Values that come many at a time")
struct BurstTests {
  /// Counts what it is told together, and tells it on one by one.
  private final class Counting: SessionObserver {
    let told = RecordingObserver()
    var bursts = 0
    var longest = 0

    func observe(
      _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
    ) {
      bursts += 1
      longest = max(longest, records.count)
      told.observe(burst, of: records, in: bytes)
    }

    func observe(_ value: AttributeValue, in bytes: Span<UInt8>) { told.observe(value, in: bytes) }
    func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}
    func observe(_ event: SessionEvent) { told.observe(event) }
  }

  @Test("the sessions are those of the records one by one", arguments: 1...30)
  func sessions(seed: UInt64) {
    let story = CaptureBuilder.bursts(seed: seed)
    let single = Followed(story)

    let observer = Counting()
    var tracker = SessionTracker(observer: observer)
    let (records, bytes) = story.records()
    // In parts, so that some bursts are cut in two.
    var rest = records[...]
    while !rest.isEmpty {
      tracker.process(Array(rest.prefix(37)), in: bytes.span)
      rest = rest.dropFirst(37)
    }
    tracker.finish()

    #expect(observer.bursts > 0)
    #expect(observer.longest > 3)
    #expect(observer.told.values == single.values)
    #expect(
      observer.told.events.map { "\($0)" } == single.told.events.map { "\($0)" })
    #expect(tracker.undecodableRecords == single.tracker.undecodableRecords)
    #expect(tracker.now == single.tracker.now)
    #expect(tracker.connections.count == single.connections.count)
    for (one, other) in zip(tracker.connections, single.connections) {
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
}
