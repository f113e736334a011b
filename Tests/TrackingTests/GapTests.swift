import BletraceTestSupport
import Testing

@testable import Bytes
@testable import Findings
@testable import Report
@testable import Tracking

@Suite("Gaps and rhythms")
struct GapTests {
  /// Values every 30 ms, and one after each of the silences given, in milliseconds.
  private func gaps(
    _ silences: [Int64], interval: UInt16 = 24, options: AnalysisOptions = AnalysisOptions()
  ) -> [ReportV1.Gap] {
    var story = CaptureBuilder()
    story.connect(interval: interval)
    story.subscribe(0x16)
    var number = 0
    let send = { (story: inout CaptureBuilder, after: Int64) in
      story.wait(by: after * 1000 - story.step)
      story.send("value \(number)")
      number += 1
    }
    for _ in 0..<10 { send(&story, 30) }
    for silence in silences {
      send(&story, silence)
      for _ in 0..<5 { send(&story, 30) }
    }
    return Analysed(story, options).streams[0].gaps
  }

  @Test("longer than 100 ms, four medians and four intervals")
  func threshold() {
    // Median 30 ms, interval 30 ms: 120 ms.
    #expect(gaps([120]).isEmpty)
    #expect(gaps([121]).map(\.gapUs) == [121_000])
    // The connection interval weighs in: 50 ms makes 200 ms.
    #expect(gaps([200], interval: 40).isEmpty)
    #expect(gaps([201], interval: 40).map(\.gapUs) == [201_000])
    // An interval of 7.5 ms leaves it to the median.
    #expect(gaps([120, 121], interval: 6).map(\.gapUs) == [121_000])
  }

  @Test("the floor is 100 ms")
  func floor() {
    let gaps = Analysed { story in
      for index in 0..<20 {
        if index == 10 { story.wait(by: 99_000) }
        if index == 15 { story.wait(by: 99_001) }
        story.send("value \(index)")
      }
    }.streams[0].gaps
    // The interval of 30 ms makes it 120 ms here.
    #expect(gaps.isEmpty)
    var story = CaptureBuilder()
    story.subscribe(0x16)
    for index in 0..<20 {
      if index == 10 { story.wait(by: 99_000) }
      if index == 15 { story.wait(by: 99_001) }
      story.send("value \(index)")
    }
    let found = Analysed(story).streams[0].gaps
    #expect(found.map(\.gapUs) == [100_001])
    #expect(found.map(\.missedEvents) == [nil])
  }

  @Test("frames, start and missed events")
  func facts() throws {
    let gap = try #require(gaps([1200]).first)
    #expect(gap.afterFrame == 13 && gap.frame == 14)
    // From the first record: connection and subscription 3 ms, less one, then ten values.
    #expect(gap.startUs == 2000 + 300_000)
    #expect(gap.missedEvents == 39)
    #expect(gap.explainedBy == "link-silence")
  }

  @Test("a threshold set by hand takes the place of the rule")
  func byHand() {
    var options = AnalysisOptions()
    options.gapThresholdMicroseconds = 40_000
    #expect(gaps([40, 41, 50], options: options).map(\.gapUs) == [41_000, 50_000])
    options.gapThresholdMicroseconds = 500_000
    #expect(gaps([300], options: options).isEmpty)
  }

  @Test("slow by nature: a value a second has no gap of a second, but one of five")
  func slow() {
    let gaps = Analysed { story in
      for index in 0..<20 {
        story.wait(by: index == 10 ? 5_000_000 : 1_000_000)
        story.send("\(index)")
      }
    }.streams[0].gaps
    #expect(gaps.map(\.gapUs) == [5_001_000])
  }

  @Test("a clock that steps back makes no gap and no negative number")
  func stepBack() {
    let stream = Analysed { story in
      for index in 0..<20 {
        if index == 10 { story.wait(by: -3_600_000_000) }
        story.wait(by: 29_000)
        story.send("value \(index)")
      }
    }.streams[0]
    #expect(stream.gaps.isEmpty)
    #expect(stream.gapUs.count == 18 && stream.gapUs.min == 30_000)
    #expect(stream.count == 20)
  }

  @Test("a new subscription breaks the silence", arguments: [false, true])
  func resubscribed(off: Bool) {
    let stream = Analysed { story in
      for index in 0..<10 { story.send("a\(index)") }
      if off { story.subscribe(0x16, 0) }
      story.wait(by: 10_000_000)
      story.subscribe(0x16, 1)
      for index in 0..<10 { story.send("b\(index)") }
    }.streams[0]
    #expect(stream.gaps.isEmpty)
    #expect(stream.gapUs.count == 18)
  }

  @Test("a pause in front of a marker of its own is the sender's choice")
  func markerDelay() throws {
    let analysed = Analysed { story in
      for index in 0..<8 { story.send(chunk[index]) }
      story.wait(by: 150_000)
      story.send("EOM")
      story.wait(by: 800_000)
      for index in 0..<8 { story.send(chunk[index]) }
      story.wait(by: 300_000)
      story.send("tail", "EOM")
    }
    #expect(
      analysed.streams[0].gaps.map(\.explainedBy)
        == ["marker-delay", "link-silence", "link-silence"])
    #expect(analysed.transfers.map { $0.gaps.map(\.gapUs) } == [[151_000], [301_000]])
    #expect(analysed.transfers[0].gaps.map(\.explainedBy) == ["marker-delay"])
  }

  @Test("the longest silences are kept, in their order, when there are too many to count")
  func bound() {
    var candidates = GapCandidates()
    var bounds = BoundsReached(Ledger())
    let lengths = (0..<5000).map { (index: Int) -> Int64 in
      Int64(index * 7919 % 5000 + 1) * 1000
    }
    for (index, length) in lengths.enumerated() {
      candidates.add(
        Silence(
          frame: index + 2, afterFrame: index + 1, start: TraceTime(microseconds: 0),
          microseconds: length, interval: 0), &bounds)
    }
    let longest = lengths.sorted().suffix(256)
    #expect(bounds.names == [.gaps] && !candidates.isComplete)
    #expect(bounds.ledger.held == 256 * Bound.gaps.weight)
    #expect(candidates.silences.map(\.microseconds).sorted() == Array(longest))
    #expect(candidates.silences.map(\.frame) == candidates.silences.map(\.frame).sorted())
  }

  @Test("silences beyond the list are counted as long as memory lasts")
  func countedUntilFull() {
    var candidates = GapCandidates()
    var bounds = BoundsReached(Ledger(limit: 1_000 * Bound.gaps.weight))
    func add(_ count: Int) {
      for index in 1...count {
        candidates.add(
          Silence(
            frame: index + 1, afterFrame: index, start: TraceTime(microseconds: 0),
            microseconds: Int64(index), interval: 0), &bounds)
      }
    }
    add(800)
    #expect(candidates.isComplete && candidates.silences.count == 800)
    // Whether they are gaps, and too many to list, is not known yet.
    #expect(bounds.names.isEmpty)
    add(800)
    #expect(!candidates.isComplete && candidates.silences.count == 256)
    #expect(Set(bounds.names) == [.gaps, .memory])
    #expect(bounds.ledger.held == 256 * Bound.gaps.weight)
  }

  @Test("a stream in bursts: every gap is counted and added up, the longest are listed")
  func bursts() throws {
    let analysed = Analysed { story in
      for index in 0..<400 {
        story.wait(by: 300_000 + Int64(index) * 100)
        for _ in 0..<3 { story.send("value \(index)") }
      }
      story.send("EOM")
    }
    let stream = analysed.streams[0]
    // From a burst to the next, and not in front of the first.
    let lengths: [Int] = (1..<400).map { (index: Int) -> Int in 301_000 + index * 100 }
    let total: Int = lengths.reduce(0, +)
    #expect(stream.gapCount == 399 && stream.gapTotalUs == total)
    #expect(stream.gaps.map(\.gapUs) == Array(lengths.suffix(256)))
    #expect(stream.gapCauses.map(\.count).reduce(0, +) == 399)
    #expect(stream.gapCauses.map(\.us).reduce(0, +) == stream.gapTotalUs)
    #expect(analysed.capture.boundsReached == ["gaps"])
    let transfer = try analysed.only()
    #expect(transfer.gapCount == 399 && transfer.gapTotalUs == stream.gapTotalUs)
    #expect(transfer.gaps == stream.gaps)
    let reported = NotificationGapRule.check(Hand.capture(transfer: transfer))
    #expect(reported.first?.evidence[.gaps] == .int(399))
    #expect(reported.first?.evidence[.totalUs] == .int(total))
  }

  @Test("silences that are the stream's own rhythm reach no bound, however many they are")
  func rhythm() {
    let analysed = Analysed { story in
      for index in 0..<1200 {
        story.wait(by: 120_000)
        story.send("value \(index)")
      }
    }
    #expect(analysed.streams[0].gaps.isEmpty)
    #expect(analysed.capture.boundsReached.isEmpty)
  }

  @Test("each transfer has the gaps in front of its values, and no other")
  func gapsOfTransfers() {
    let analysed = Analysed { story in
      for round in 0..<3 {
        story.wait(by: 2_000_000)
        for index in 0..<6 {
          if index == 3 { story.wait(by: 400_000 + Int64(round) * 100_000) }
          story.send("value \(index)")
        }
        story.send("EOM")
      }
    }
    #expect(analysed.streams[0].gapCount == 5)
    #expect(analysed.transfers.map(\.gapCount) == [1, 1, 1])
    #expect(analysed.transfers.map(\.gapTotalUs) == [401_000, 501_000, 601_000])
    #expect(analysed.transfers.map { $0.gaps.map(\.gapUs) } == [[401_000], [501_000], [601_000]])
  }

  @Test("a silence that the link outlived is the sender's, whatever our side sees of it")
  func senderPauses() {
    var story = CaptureBuilder()
    // With a supervision timeout of 5 s.
    story.connect()
    story.subscribe(0x16)
    for silence: Int64 in [0, 4_900_000, 5_100_000, 500_000] {
      story.wait(by: silence)
      // An answer shows that the link carries something.
      if silence == 500_000 {
        story.att(.rx, hex("0A 16 00"))
        story.att(.tx, hex("0B 01"))
      }
      for index in 0..<6 { story.send("value \(silence + Int64(index))") }
    }
    let stream = Analysed(story).streams[0]
    #expect(stream.gaps.map(\.explainedBy) == ["link-silence", "sender-pause", "sender-pause"])
    #expect(
      stream.gapCauses.map(\.explainedBy) == ["link-silence", "sender-pause"]
        && stream.gapCauses.map(\.count) == [1, 2])
  }

  @Test("absurd times end nothing")
  func absurd() {
    var story = CaptureBuilder(time: .min, step: .max)
    story.connect()
    story.subscribe(0x16)
    story.send("a", "b", "c", "EOM")
    story.disconnect()
    #expect(Analysed(story).streams.map(\.count) == [4])
  }
}

@Suite("Flow of outgoing packets")
struct FlowTests {
  @Test("outstanding packets, and the time until each is completed")
  func flow() {
    var story = CaptureBuilder()
    story.connect()
    for index in 0..<4 { story.att(.tx, [0x52, 0x20, 0x00, UInt8(index)]) }  // 1, 2, 3, 4 ms
    story.completed(1)  // 5
    story.completed(2)  // 6
    story.att(.tx, hex("52 20 00 09"))  // 7
    story.completed(2)  // 8
    let flow = Analysed(story).connections[0].flow.tx
    #expect(flow.packets == 5 && flow.completed == 5)
    #expect(flow.outstandingMax == 4)
    // 5 - 1, 6 - 2, 6 - 3, 8 - 4, 8 - 7 ms.
    #expect(flow.completionUs.count == 5)
    #expect(flow.completionUs.min == 1000 && flow.completionUs.max == 4000)
    #expect(flow.completionUs.p50 == 4000 && flow.completionUs.mean == 3200)
  }

  @Test("fragments are packets")
  func fragments() {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, hex("52 20 00") + [UInt8](repeating: 1, count: 60), fragments: [27, 27])
    story.completed(3)
    let flow = Analysed(story).connections[0].flow.tx
    #expect(flow.packets == 3 && flow.completed == 3 && flow.outstandingMax == 3)
  }

  @Test("completions of packets that were not captured are counted, and measure nothing")
  func unseen() {
    var story = CaptureBuilder()
    story.connect()
    story.completed(7)
    let flow = Analysed(story).connections[0].flow.tx
    #expect(flow.completed == 7 && flow.packets == 0 && flow.completionUs.count == 0)
  }

  @Test("completions that never come do not pile up without end")
  func lost() {
    var measure = FlowMeasure()
    var bounds = BoundsReached(Ledger())
    var controller = ControllerFlow()
    for index in 0..<5000 {
      let moment = Moment(frame: index + 1, time: TraceTime(microseconds: Int64(index)))
      measure.send(at: moment, &controller)
    }
    #expect(measure.packets == 5000)
    #expect(measure.outstanding == 1024 && measure.outstandingMaximum == 1024)
    let end = Moment(frame: 5001, time: TraceTime(microseconds: 5000))
    measure.complete(65_535, at: end, interval: 0, &controller, &bounds)
    #expect(measure.outstanding == 0 && controller.outstanding == 0)
    // The last 1024 were still known.
    #expect(measure.completion.count == 1024 && measure.completion.max == 1024)
  }

  @Test("each packet is completed in its turn, however many are out")
  func turns() {
    var measure = FlowMeasure()
    var bounds = BoundsReached(Ledger())
    var controller = ControllerFlow()
    func moment(_ time: Int) -> Moment {
      Moment(frame: 1, time: TraceTime(microseconds: Int64(time)))
    }
    var (sent, completed) = (0, 0)
    for (more, fewer) in [(10, 7), (13, 12), (12, 16), (90, 30), (10, 70)] {
      for _ in 0..<more {
        measure.send(at: moment(sent * 1000), &controller)
        sent += 1
      }
      for _ in 0..<fewer {
        measure.complete(
          1, at: moment(completed * 1000 + 400_000), interval: 0, &controller, &bounds)
        completed += 1
      }
      #expect(measure.outstanding == sent - completed)
    }
    let reported = measure.completion.distribution
    #expect(reported.count == 135 && reported.min == 400_000 && reported.max == 400_000)
    #expect(measure.outstandingMaximum == 90 && controller.outstanding == 0)
  }

  @Test("what is sent after the end of the link stays little")
  func sentAfterTheEnd() {
    var measure = FlowMeasure()
    var bounds = BoundsReached(Ledger())
    var controller = ControllerFlow()
    let moment = Moment(frame: 1, time: TraceTime(microseconds: 0))
    measure.close(at: moment, interval: 0, &controller, &bounds)
    for _ in 0..<100 { measure.send(at: moment, &controller) }
    #expect(measure.packets == 100)
    #expect(measure.outstanding == 16 && controller.outstanding == 16)
  }

  @Test("a capture without completions has no stall: it is unknown what was outstanding")
  func noCompletions() {
    var measure = FlowMeasure()
    var bounds = BoundsReached(Ledger())
    var controller = ControllerFlow()
    let start = Moment(frame: 1, time: TraceTime(microseconds: 0))
    let end = Moment(frame: 2, time: TraceTime(microseconds: 236_000_000))
    measure.send(at: start, &controller)
    measure.close(at: end, interval: 30_000, &controller, &bounds)
    #expect(measure.stalls.isEmpty)
  }

  @Test(
    "packets that are out when the link is lost were stalled, if completions are reported at all")
  func stalledAtTheEnd() {
    var measure = FlowMeasure()
    var bounds = BoundsReached(Ledger())
    var controller = ControllerFlow()
    controller.buffers = 2
    for (frame, time) in [(1, 0), (2, 1000), (3, 2000)] {
      let moment = Moment(frame: frame, time: TraceTime(microseconds: Int64(time)))
      if frame == 2 {
        measure.complete(1, at: moment, interval: 30_000, &controller, &bounds)
      } else {
        measure.send(at: moment, &controller)
      }
    }
    let more = Moment(frame: 4, time: TraceTime(microseconds: 5000))
    measure.send(at: more, &controller)
    let end = Moment(frame: 5, time: TraceTime(microseconds: 2_005_000))
    measure.close(at: end, interval: 30_000, &controller, &bounds)
    #expect(measure.stalls.map(\.kind) == [.completion, .credit])
    #expect(measure.stalls.map(\.microseconds) == [2_003_000, 2_000_000])
    #expect(measure.stalls.map(\.first.frame) == [3, 4])
    #expect(controller.outstanding == 0)
  }
}
