import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Bytes
@testable import Tracking

@Suite("Packets that are sent many at a time are measured as one by one")
struct SentStateTests {
  /// Bursts of a few packets and of many, with a clock that steps back now and then.
  private static func burst(
    from number: Int, _ time: inout Int64, _ random: inout SeededRandom
  ) -> [CapturedRecord] {
    let count = random.next() % 4 == 0 ? 1 + random.next() % 40 : 1 + random.next() % 6
    return (0..<Int(count)).map { index in
      time += [0, 400, 30_000, 200_000, -700][Int(random.next() % 5)]
      return CapturedRecord(
        number: number + index, time: TraceTime(microseconds: time),
        bytes: ByteRange(start: 0, end: 31), controller: 0, kind: .acl, direction: .tx, detail: 2)
    }
  }

  private static func moment(_ record: CapturedRecord) -> Moment {
    Moment(frame: record.number, time: record.time)
  }

  @Test("what the link had done by each is known later, too", arguments: 1...40)
  func states(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var (together, single) = (FlowMeasure(), FlowMeasure())
    var controllers = (ControllerFlow(), ControllerFlow())
    controllers.0.buffers = Int(seed % 5) * 4
    controllers.1.buffers = controllers.0.buffers
    var bounds = (BoundsReached(Ledger()), BoundsReached(Ledger()))
    var time: Int64 = 0
    var number = 1
    for _ in 0..<30 {
      let before = single.packets
      var sent: [CapturedRecord] = []
      var expected: [StreamMeasure.LinkState] = []
      // The values of several bursts are reported together, whatever was completed in between.
      for _ in 0..<(1 + random.next() % 4) {
        let burst = Self.burst(from: number, &time, &random)
        number += burst.count
        together.send(burst.span, &controllers.0)
        for record in burst {
          single.send(at: Self.moment(record), &controllers.1)
          expected.append(
            StreamMeasure.LinkState(
              busy: single.busy.until(record.time), full: controllers.1.full.until(record.time)))
        }
        sent += burst
        guard random.next() % 3 > 0 else { continue }
        time += Int64(random.next() % 900_000)
        let count = Int(random.next() % 12)
        let now = Moment(frame: number, time: TraceTime(microseconds: time))
        number += 1
        together.complete(count, at: now, interval: 0, &controllers.0, &bounds.0)
        single.complete(count, at: now, interval: 0, &controllers.1, &bounds.1)
      }
      let states = LinkStates(packets: before, sent: together.unreported)
      together.unreported.removeAll()
      for (index, record) in sent.enumerated() {
        let state = states[index + 1, record.time]
        #expect(state.busy == expected[index].busy)
        #expect(state.full == expected[index].full)
      }
      #expect(together.packets == single.packets)
      #expect(together.outstanding == single.outstanding)
      #expect(together.outstandingMaximum == single.outstandingMaximum)
      #expect(together.completed == single.completed)
      #expect(together.stalls == single.stalls)
      #expect(controllers.0.outstanding == controllers.1.outstanding)
      #expect(controllers.0.fullSince == controllers.1.fullSince)
    }
    #expect(together.completion.max == single.completion.max)
    #expect(together.completion.mean == single.completion.mean)
  }

  @Test("what links had done is kept no longer than values wait: there may be thousands of links")
  func room() {
    var tracker = SessionTracker(
      observer: CaptureObserver(AnalysisOptions(), sink: nil, Ledger()))
    var story = CaptureBuilder()
    for link: UInt16 in 0..<80 {
      story.connect(link)
      for number: UInt8 in 0..<100 { story.att(.tx, [0x52, 0x15, 0x00, number], link) }
      if link % 2 == 0 { story.disconnect(link) }
    }
    let (records, bytes) = story.records()
    tracker.process(records, in: bytes.span)
    let links = tracker.context.observer.measures.links
    #expect(links.count == 80)
    #expect(links.allSatisfy { $0.flow.packets == 100 })
    #expect(links.allSatisfy { $0.flow.unreported.capacity == 0 })
  }
}
