import Judgement
import Report
import Testing

@Suite struct TimeAccountTests {
  @Test("a request of this host is owed an answer until it comes") func request() throws {
    var story = LogStory(200)
    story.parameters(0, interval: 30)
    story.pdu(10, 0x0A, isSent: true)
    story.completion(40)
    story.pdu(70, 0x0B, isSent: false, handle: 0)
    #expect(
      try story.account().sent.story == [
        "0-10 sender", "10-40 answer-peer", "40-70 answer-peer",
        "70-200 sender",
      ])
    #expect(
      try story.account().received.story == [
        "0-10 connection-events", "10-40 answer-peer",
        "40-70 answer-peer", "70-115 connection-events", "115-200 sender?",
      ])
  }

  @Test("a request of the peer is owed an answer by this host") func peerRequest() throws {
    var story = LogStory(100)
    story.parameters(0, interval: 30)
    story.pdu(10, 0x1D, isSent: false)
    story.pdu(25, 0x1E, isSent: true, handle: 0)
    story.completion(50)
    #expect(
      try story.account().sent.story == [
        "0-10 sender", "10-25 answer-local", "25-50 connection-events",
        "50-100 sender",
      ])
  }

  @Test("of a link with one direction it is unknown who waited for whom") func oneWay() throws {
    for isAnswered in [false, true] {
      var story = LogStory(200)
      story.parameters(0, interval: 30)
      story.pdu(10, 0x02, isSent: false, handle: 0)
      if isAnswered { story.pdu(50, 0x0B, isSent: false, handle: 0) }
      story.pdu(100, 0x1B, isSent: false)
      let causes = try Set(story.account().received.shares(from: 0, to: 200_000).map(\.cause))
      // Without an answer this host may just have nothing to say.
      #expect(causes.contains(.unexplained) == isAnswered)
      #expect(causes.contains(.answerLocal) == !isAnswered)
    }
  }

  @Test("a wait while a command was pending and nothing was reported is the command's")
  func pendingCommand() throws {
    var story = LogStory(1500)
    story.parameters(0, interval: 30, latency: 16)
    story.write(100)
    story.command(0x200C, from: 110, to: 1140)
    story.completion(1220)
    #expect(
      try story.account().sent.story == [
        "0-100 sender", "100-110 connection-events",
        "110-1140 controller-command", "1140-1220 unexplained", "1220-1500 sender",
      ])
    let shares = try story.account().sent.shares(from: 0, to: 1_500_000)
    #expect(shares.first { $0.cause == .controllerCommand }?.us == 1_030_000)
  }

  @Test("latency excuses (latency + 1) times the interval, and nothing after") func latency() throws
  {
    var story = LogStory(2000)
    story.parameters(0, interval: 30, latency: 16)
    story.write(100)
    story.completion(1220)
    #expect(
      try story.account().sent.story == [
        "0-100 sender", "100-160 connection-events", "160-610 latency?",
        "610-1220 unexplained", "1220-2000 sender",
      ])
  }

  @Test("a peripheral's own packets are not excused by its latency") func ownLatency() throws {
    var story = LogStory(1000)
    story.isPeripheral()
    story.parameters(0, interval: 30, latency: 16)
    story.write(100)
    story.completion(400)
    #expect(
      try story.account().sent.story == [
        "0-100 sender", "100-160 connection-events",
        "160-400 unexplained", "400-1000 sender",
      ])
  }

  @Test("packets that leave with each event wait for events, however many there are") func stream()
    throws
  {
    var story = LogStory(300)
    story.parameters(0, interval: 30)
    for index in 0..<8 { story.write(10 + Int64(index)) }
    for event in 1...8 { story.completion(Int64(event) * 30) }
    #expect(
      try story.account().sent.story == [
        "0-10 sender", "10-240 connection-events", "240-300 sender",
      ])
  }

  @Test("before a link was lost the peer was silent, whatever was sent") func loss() throws {
    var story = LogStory(9000)
    story.isLost = true
    story.parameters(0, interval: 30, timeout: 5000)
    story.notification(1000)
    story.write(4500)
    #expect(try story.account().sent.story.last == "4000-9000 silence-before-loss")
    #expect(try story.account().received.story.last == "4000-9000 silence-before-loss")
  }

  @Test("where records were lost nothing is known") func losses() throws {
    var story = LogStory(400)
    story.parameters(0, interval: 30)
    story.write(100)
    story.loss()
    story.notification(300)
    #expect(
      try story.account().sent.story == ["0-100 sender", "100-300 not-captured", "300-400 sender"])
  }

  @Test("a step of the clock is as long as the step") func step() throws {
    var story = LogStory(10_000)
    story.parameters(0, interval: 30)
    story.notification(100)
    story.step(3_000_000)
    story.notification(9000)
    #expect(
      try story.account().sent.story == [
        "0-100 sender", "100-3100 clock-step", "3100-10000 sender",
      ])
  }

  @Test("sides that wait for each other owe each other answers") func turns() throws {
    var story = LogStory(1000)
    story.parameters(0, interval: 10)
    for turn in 0..<5 {
      let time = Int64(turn) * 200
      story.write(time + 10)
      story.completion(time + 20)
      story.notification(time + 150)
    }
    let shares = try story.account().sent.shares(from: 10_000, to: 810_000)
    #expect(shares.map(\.cause) == [.connectionEvents, .answerPeer, .sender])
    #expect(shares.map(\.us) == [40_000, 520_000, 240_000])
    #expect(shares.map(\.inferredUs) == [0, 520_000, 0])
    let owed = try story.account().received.shares(from: 150_000, to: 950_000)
    #expect(owed.map(\.cause) == [.connectionEvents, .answerLocal, .answerPeer])
    #expect(owed.map(\.us).total == 800_000)
  }

  @Test("without completions nothing shows that this side could have sent") func blind() throws {
    var story = LogStory(500, tells: false)
    story.parameters(0, interval: 30)
    story.write(100)
    #expect(
      try story.account().sent.story == [
        "0-100 sender?", "100-160 connection-events?",
        "160-500 sender?",
      ])
  }

  @Test("windows of few rows give the same account", arguments: [1, 2, 7, 50]) func windows(
    rows: Int
  ) throws {
    var stories = [LogStory(2000), LogStory(2000, window: rows)]
    for index in stories.indices {
      stories[index].parameters(0, interval: 30, latency: 2)
      for turn in 0..<20 {
        let time = Int64(turn) * 90
        stories[index].write(time + 10)
        stories[index].completion(time + 40)
        if turn % 3 == 0 { stories[index].pdu(time + 50, 0x0A, isSent: true) }
        if turn % 3 == 0 { stories[index].pdu(time + 80, 0x0B, isSent: false, handle: 0) }
        if turn % 4 == 0 { stories[index].notification(time + 85) }
      }
    }
    let whole = try stories[0].account()
    let folded = try stories[1].account()
    #expect(folded.sent.spans == whole.sent.spans)
    #expect(folded.received.spans == whole.received.spans)
  }

  @Test("where spans find no room, sums stay exact") func coarse() throws {
    var stories = [LogStory(4000), LogStory(4000, window: 16, mostSpans: 20)]
    for index in stories.indices {
      stories[index].parameters(0, interval: 10)
      for turn in 0..<60 {
        let time = Int64(turn) * 60
        stories[index].pdu(time + 10, 0x0A, isSent: true)
        stories[index].pdu(time + 30, 0x0B, isSent: false, handle: 0)
      }
    }
    let whole = try stories[0].account()
    let coarse = try stories[1].account()
    #expect(coarse.sent.spans.count < whole.sent.spans.count)
    func sums(_ line: TimeLine) -> [Int] { line.shares(from: 0, to: 4_000_000).map(\.us) }
    #expect(sums(coarse.sent) == sums(whole.sent))
    #expect(sums(coarse.received) == sums(whole.received))
  }

  @Test("shares of any stretch add up to its length", arguments: 1...40) func sums(seed: Int) throws
  {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15
    func next(_ most: Int) -> Int {
      random ^= random << 13
      random ^= random >> 7
      random ^= random << 17
      return Int(random % UInt64(most))
    }
    var story = LogStory(20_000, tells: seed % 4 > 0)
    story.isLost = next(3) == 0
    if next(2) == 0 { story.isPeripheral() }
    var time: Int64 = 0
    for _ in 0..<200 {
      time += Int64(next(150)) - 10
      switch next(9) {
      case 0: story.parameters(time, interval: 8 + next(100), latency: next(5))
      case 1: story.completion(time, next(3))
      case 2: story.write(time)
      case 3: story.notification(time)
      case 4: story.pdu(time, 0x12, isSent: next(2) == 0)
      case 5: story.pdu(time, 0x13, isSent: next(2) == 0)
      case 6: story.pdu(time, 0x1D, isSent: next(2) == 0)
      case 7: story.command(0x200C, from: time, to: time + Int64(next(400)))
      default: story.pdu(time, 0x1E, isSent: next(2) == 0)
      }
      if next(60) == 0 { story.loss() }
      if next(60) == 0 { story.step(Int64(next(100_000))) }
    }
    let account = try story.account()
    for line in [account.sent, account.received] {
      #expect(line.spans.first?.start == 0)
      #expect(line.spans.last?.end == 20_000_000)
      #expect(zip(line.spans, line.spans.dropFirst()).allSatisfy { $0.end == $1.start })
      for _ in 0..<10 {
        let start = next(19_000_000)
        let end = start + next(20_000_000 - start)
        let shares = line.shares(from: Int64(start), to: Int64(end))
        #expect(shares.map(\.us).total == end - start)
        #expect(shares.allSatisfy { $0.inferredUs <= $0.us && $0.frames.count <= 5 })
      }
    }
  }
}
