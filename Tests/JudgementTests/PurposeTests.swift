import Report
import Testing

@testable import Judgement

/// What streams are for where the frames show it, each with a near miss.
@Suite("Purposes of streams")
struct PurposeTests {
  private static func ask(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 1, size: Int = 8
  ) {
    story.pdu(time, 0x12, isSent: true, handle: 0x10, length: size, value: value)
  }
  private static func answer(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 2, size: Int = 12
  ) {
    story.pdu(time, 0x1B, isSent: false, handle: 0x12, length: size, value: value)
  }

  private func streams(
    interval: Int? = 30, _ build: (inout LogStory) -> Void
  ) throws -> [UInt16: ConversedStream] {
    var story = LogStory(600_000)
    if let interval { story.parameters(0, interval: interval) }
    build(&story)
    return Dictionary(uniqueKeysWithValues: try story.streams().map { ($0.stream.handle, $0) })
  }

  // MARK: - Turns

  struct Turns: Sendable {
    var name: String
    var count: Int
    /// From a request to its answer, and from that to the next request, again and again.
    var waits: [Int64]
    var thinks: [Int64]
    /// A value comes before the first request.
    var valueFirst = false
    /// A request in the middle has two answers.
    var twice = false
    var isDialogue: Bool
  }

  @Test(
    "few requests that take turns with their answers, however long each side takes",
    arguments: [
      Turns(
        name: "the app asks at once, or thinks", count: 7, waits: [60, 90],
        thinks: [1, 90, 30, 1, 120], isDialogue: true),
      Turns(
        name: "five are too few", count: 5, waits: [60, 90], thinks: [1, 90, 30, 1, 120],
        isDialogue: false),
      Turns(
        name: "the device began", count: 7, waits: [60, 90], thinks: [1, 90, 30, 1, 120],
        valueFirst: true, isDialogue: false),
      Turns(
        name: "not one for one", count: 7, waits: [60, 90], thinks: [1, 90, 30, 1, 120],
        twice: true, isDialogue: false),
      Turns(
        name: "two timers of one period", count: 12, waits: [300, 290, 310, 305],
        thinks: [200, 215, 190, 195, 207], isDialogue: false),
    ])
  func turns(_ row: Turns) throws {
    let streams = try streams { story in
      var time: Int64 = 1000
      if row.valueFirst { Self.answer(&story, time - 500, 77) }
      for turn in 0..<row.count {
        Self.ask(&story, time, UInt32(turn))
        time += row.waits[turn % row.waits.count]
        Self.answer(&story, time, UInt32(turn + 100))
        if row.twice, turn % 3 == 1 { Self.answer(&story, time + 20, UInt32(turn + 200)) }
        time += row.thinks[turn % row.thinks.count]
      }
    }
    #expect((streams[0x10]?.purpose == .request) == row.isDialogue, "\(row.name)")
    #expect((streams[0x12]?.purpose == .answer) == row.isDialogue, "\(row.name)")
  }

  // MARK: - Requests of several values

  struct Parts: Sendable {
    var name: String
    /// The lengths of what is written for one answer, and how far apart.
    var sizes: [Int]
    var step: Int64 = 60
    var requests: Int
  }

  @Test(
    "a request that its MTU cuts counts once",
    arguments: [
      Parts(name: "two parts", sizes: [20, 7], requests: 20),
      Parts(name: "four parts at once", sizes: [20, 20, 20, 14], step: 1, requests: 20),
      Parts(name: "too short to be cut", sizes: [12, 7], requests: 40),
      Parts(name: "all are as long", sizes: [20, 20], requests: 40),
      Parts(name: "too far apart for parts", sizes: [20, 7], step: 150, requests: 40),
    ])
  func parts(_ row: Parts) throws {
    let streams = try streams { story in
      // Each third request is in parts.
      for turn: Int64 in 0..<60 {
        var time = 1000 + turn * 900 + turn * turn % 7 * 20
        let sizes = turn % 3 > 0 ? [row.sizes[0]] : row.sizes
        for (place, size) in sizes.enumerated() {
          Self.ask(&story, time, UInt32(turn) * 8 + UInt32(place), size: size)
          time += row.step
        }
        Self.answer(&story, time + 40, UInt32(turn))
      }
    }
    let dialogue = try #require(streams[0x10]?.dialogues.first, "\(row.name)")
    #expect(dialogue.requests == row.requests + 40, "\(row.name)")
  }

  @Test("a rest that comes late is no request of its own")
  func lateRest() throws {
    let streams = try streams { story in
      for turn: Int64 in 0..<40 {
        let start = 1000 + turn * 900 + turn * turn % 7 * 20
        let step: Int64 = turn == 30 ? 540 : 50
        Self.ask(&story, start, UInt32(turn) * 2, size: 20)
        Self.ask(&story, start + step, UInt32(turn) * 2 + 1, size: 7)
        Self.answer(&story, start + step + 60, UInt32(turn))
      }
    }
    let dialogue = try #require(streams[0x10]?.dialogues.first)
    #expect(dialogue.requests == 40 && dialogue.unanswered == 0)
  }

  @Test("how long an app waits after a request without an answer")
  func wait() throws {
    let streams = try streams { story in
      for turn: Int64 in 0..<30 {
        let start = 1000 + turn * 400 + (turn > 12 ? 10_000 : 0)
        Self.ask(&story, start, UInt32(turn))
        if turn != 12 { Self.answer(&story, start + 60, UInt32(turn)) }
      }
    }
    let dialogue = try #require(streams[0x10]?.dialogues.first)
    #expect(dialogue.unanswered == 1 && dialogue.unansweredWaits == [10_400_000])
  }

  @Test("requests that come again in the same order")
  func sequence() throws {
    func found(_ values: (Int64) -> [UInt32]) throws -> (values: Int, times: Int)? {
      try streams { story in
        var time: Int64 = 1000
        for round: Int64 in 0..<6 {
          for value in values(round) {
            Self.ask(&story, time, value)
            Self.answer(&story, time + 60, value)
            time += 400
          }
          time += 3000
        }
      }[0x10]?.dialogues.first?.sequence
    }
    let equal = try #require(try found { _ in Array(1...14) })
    #expect(equal == (14, 6))
    // One of them is another each time.
    let clock = try #require(
      try found { round in (1...14).map { $0 == 5 ? UInt32(100 + round) : $0 } })
    #expect(clock == (14, 6))
    #expect(try found { _ in [1, 2] } == nil)
    #expect(try found { round in (1...14).map { $0 + UInt32(round) * 14 } } == nil)
    let mixed = try found { round in
      (0..<14).map { UInt32(($0 * (2 * Int64(round) + 3) + round * 5) % 14) }
    }
    #expect(mixed == nil)
  }

  // MARK: - Setup

  struct Setup: Sendable {
    var name: String
    var writes = 5
    /// From one to the next.
    var pace: Int64 = 20
    /// Values that follow, and how far apart.
    var values = 200
    var step: Int64 = 300
    var valuesFirst = false
    var isSetup: Bool
  }

  @Test(
    "what is written once, and starts values that go on",
    arguments: [
      Setup(name: "it starts a stream", isSetup: true),
      Setup(name: "nothing follows", values: 0, isSetup: true),
      Setup(name: "as many values at once: their answers", values: 5, step: 5, isSetup: false),
      Setup(name: "the stream was there before", valuesFirst: true, isSetup: false),
      Setup(name: "few values, which may be requests", writes: 4, isSetup: false),
      Setup(name: "each waits for something", pace: 110, isSetup: false),
      Setup(name: "two values", writes: 2, values: 0, isSetup: false),
    ])
  func setup(_ row: Setup) throws {
    let streams = try streams { story in
      if row.valuesFirst {
        for value: Int64 in 0..<10 { Self.answer(&story, 100 + value * 70, UInt32(value)) }
      }
      for write: Int64 in 0..<Int64(row.writes) {
        Self.ask(&story, 1000 + write * row.pace, UInt32(write))
      }
      for value: Int64 in 0..<Int64(row.values) {
        Self.answer(&story, 1530 + value * row.step + value * value % 89, UInt32(value))
      }
    }
    #expect((streams[0x10]?.purpose == .setup) == row.isSetup, "\(row.name)")
  }

  // MARK: - The link's pace

  @Test("a download is judged by the interval while it ran", arguments: [true, false])
  func intervalOfItsTime(changes: Bool) throws {
    let streams = try streams(interval: 15) { story in
      for value: Int64 in 0..<300 {
        // Two in most events, at 15 ms each.
        Self.answer(&story, 1000 + value / 2 * 15 + value % 2, UInt32(value), size: 20)
      }
      for value: Int64 in 300..<500 {
        Self.answer(&story, 3250 + (value - 300) * 11, UInt32(value), size: 20)
      }
      if changes { story.parameters(9000, interval: 4) }
    }
    #expect(streams[0x12]?.purpose == .download)
  }

  @Test("records whose values are spread over several events are at a period, too")
  func spreadRecords() throws {
    for interval in [nil, 11] {
      let streams = try streams(interval: interval) { story in
        var state: UInt32 = 1
        for record: Int64 in 0..<60 {
          var time = 1000 + record * 500
          for part: UInt32 in 0..<4 {
            Self.answer(&story, time, UInt32(record) * 4 + part, size: 128)
            state = state &* 1_664_525 &+ 1_013_904_223
            time += 20 + Int64(state >> 8) % 50
          }
        }
      }
      #expect(streams[0x12]?.purpose == .periodic)
    }
  }
}
