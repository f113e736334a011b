import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Tracking

@Suite("Values that come many at a time")
struct BurstTests {
  /// Counts what comes together, and passes it on one by one.
  private final class Counting: SessionObserver {
    private(set) var observed = RecordingObserver()
    var bursts = 0
    var longest = 0

    func observe(
      _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
    ) {
      bursts += 1
      longest = max(longest, records.count)
      observed.observe(burst, of: records, in: bytes)
    }

    func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
      observed.observe(value, in: bytes)
    }
    func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {
      observed.observe(advertisement, in: bytes)
    }
    func observe(_ event: SessionEvent) { observed.observe(event) }
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
    #expect(observer.observed.values == single.values)
    #expect(
      observer.observed.events.map { "\($0)" } == single.observed.events.map { "\($0)" })
    #expect(
      observer.observed.advertisements.map { "\($0)" }
        == single.observed.advertisements.map { "\($0)" })
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

  /// Notes what it receives of each connection, in order.
  private final class Patient: SessionObserver {
    let takesValuesLate: Bool
    private(set) var observed: [Int: [String]] = [:]
    private(set) var bursts = 0

    init(_ takesValuesLate: Bool) { self.takesValuesLate = takesValuesLate }

    func observe(
      _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
    ) {
      bursts += 1
      for index in records.indices {
        observe(burst.value(of: records[index], in: bytes), in: bytes)
      }
    }

    func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
      var octets: [UInt8] = []
      octets.append(value.value, of: bytes)
      observed[value.connection, default: []].append("\(value.moment.frame) \(value) \(octets)")
    }

    func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}

    func observe(_ event: SessionEvent) {
      switch event {
      // Values received may come behind these.
      case .aclCompleted, .aclSent: break
      case .opened(let link, _, _, _), .rested(let link, _), .closed(let link, _, _),
        .interval(let link, _),
        .subscribed(let link, _, _, _, _), .typeLearned(let link, _, _, _),
        .answered(let link, _, _),
        .rssi(let link, _, _), .qualityRSSI(let link, _, _), .data(let link, _):
        observed[link, default: []].append("\(event)")
      case .buffers: observed[-1, default: []].append("\(event)")
      }
    }
  }

  /// The same story to an observer that is notified at once, and to one that may be notified late.
  private static func observed(_ story: CaptureBuilder) -> [Patient] {
    let (records, bytes) = story.records()
    return [false, true].map { late in
      let observer = Patient(late)
      var tracker = SessionTracker(observer: observer)
      tracker.process(records, in: bytes.span)
      tracker.finish()
      return observer
    }
  }

  @Test("notified late, what a connection brings keeps its order", arguments: 1...30)
  func late(seed: UInt64) {
    let observed = Self.observed(CaptureBuilder.bursts(seed: seed, rounds: 120))
    #expect(observed[0].observed == observed[1].observed)
    #expect(observed[1].bursts < observed[0].bursts)
  }

  @Test(
    "more connections than wait for one another keep their order, too, and more values",
    arguments: [(80, 6), (2, 120)])
  func many(connections: Int, rounds: UInt8) {
    var story = CaptureBuilder()
    let handles = (0..<connections).map { UInt16(0x40 + $0) }
    for handle in handles { story.connect(handle) }
    for round in 0..<rounds {
      for handle in handles {
        for value: UInt8 in 0..<3 {
          story.att(.rx, [0x1B, 0x15, 0x00, round, value, UInt8(handle)], handle)
        }
      }
    }
    let observed = Self.observed(story)
    #expect(observed[0].observed == observed[1].observed)
    #expect(observed[1].observed.count == connections)
    #expect(observed[1].bursts < observed[0].bursts)
  }

  @Test("notified late, values come together, and the packets of those that were sent in time")
  func sent() {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.connect(0x41)
    for round: UInt8 in 0..<4 {
      story.att(.tx, [0x52, 0x15, 0x00, round, 1, 2], 0x40)
      story.att(.tx, [0x52, 0x15, 0x00, round, 3, 4], 0x40)
      story.completed(2, 0x40)
      story.att(.rx, [0x1B, 0x15, 0x00, round], 0x41)
    }
    let (records, bytes) = story.records()
    let observer = Flowing()
    var tracker = SessionTracker(observer: observer)
    tracker.process(records, in: bytes.span)
    #expect(observer.flow == Array(repeating: ["sent 2", "completed 2"], count: 4).flatMap { $0 })
    #expect(observer.bursts == ["writeCommand 8", "notification 4"])
  }

  /// Notes packets as they go, and values as they are reported.
  private final class Flowing: SessionObserver {
    private(set) var flow: [String] = []
    private(set) var bursts: [String] = []
    var takesValuesLate: Bool { true }

    func observe(sent records: Span<CapturedRecord>, on connection: Int) {
      flow.append("sent \(records.count)")
    }
    func observe(completed count: Int, on connection: Int, at moment: Moment) {
      flow.append("completed \(count)")
    }
    func observe(
      _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
    ) {
      #expect(burst.handle?.rawValue == 0x15)
      #expect(burst.octets == (burst.kind == .notification ? 1 : 3))
      bursts.append("\(burst.kind) \(records.count)")
    }
    func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {}
    func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}
    func observe(_ event: SessionEvent) {}
  }

  @Test("nothing is kept back beyond a batch")
  func endOfBatch() {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.att(.rx, [0x1B, 0x15, 0x00] + Array("one".utf8), 0x40)
    story.att(.rx, [0x1B, 0x15, 0x00] + Array("two".utf8), 0x40)
    let (records, bytes) = story.records()
    let observer = Patient(true)
    var tracker = SessionTracker(observer: observer)
    tracker.process(records, in: bytes.span)
    #expect(observer.bursts == 1)
    #expect(observer.observed[0]?.count { $0.contains("notification") } == 2)
  }

  @Test("what is cut too short to be decoded is no sign of a controller, whatever waits")
  func short() {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.att(.rx, [0x1B, 0x15, 0x00] + Array("one".utf8), 0x40)
    story.add(.acl, .rx, [0x40, 0x20, 0x05], controller: 7, originalLength: 9)
    let (records, bytes) = story.records()
    var tracker = SessionTracker(observer: Patient(true))
    tracker.process(records, in: bytes.span)
    #expect(tracker.sessions.controllers.map(\.index) == [0])
    #expect(tracker.sessions.undecodableRecords == 1)
  }
}
