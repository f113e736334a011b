import Report
import Testing

@testable import Judgement

/// Streams whose purpose shows in who waits for whom, each with a near miss.
@Suite("Purposes of streams, by who waits for whom")
struct PurposeKindsTests {
  private static func ask(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 1, size: Int = 8
  ) {
    story.pdu(time, 0x52, isSent: true, handle: 0x10, length: size, value: value)
  }
  private static func answer(
    _ story: inout LogStory, _ time: Int64, _ value: UInt32 = 2, size: Int = 12
  ) {
    story.pdu(time, 0x1B, isSent: false, handle: 0x12, length: size, value: value)
  }
  private func purposes(
    _ build: (inout LogStory) -> Void
  ) throws -> (written: ReportV1.StreamPurpose?, received: ReportV1.StreamPurpose?) {
    var story = LogStory(600_000)
    story.parameters(0, interval: 30)
    build(&story)
    let streams = try story.streams()
    return (
      streams.first { $0.stream.handle == 0x10 }?.purpose,
      streams.first { $0.stream.handle == 0x12 }?.purpose
    )
  }

  @Test("one value for each request, at irregular times", arguments: [true, false])
  func oneToOne(areAnswers: Bool) throws {
    let waits: [Int64] = [80, 574, 997, 640, 750, 384, 1100, 840, 802, 760, 535, 340]
    let found = try purposes { story in
      var time: Int64 = 1000
      var own: Int64 = 1300
      for (turn, wait) in waits.enumerated() {
        Self.ask(&story, time, UInt32(turn))
        if areAnswers, turn != 4 { Self.answer(&story, time + wait, UInt32(turn)) }
        time += turn == 4 ? 7000 : 1250 + Int64(turn * turn % 11) * 90
        while !areAnswers, own < time {
          Self.answer(&story, own, UInt32(own))
          own += 700 + own % 13 * 90
        }
      }
    }
    #expect((found.written == .request) == areAnswers)
    #expect((found.received == .answer) == areAnswers)
  }

  @Test("few requests with an answer soon after each", arguments: [(5, 80), (3, 80), (5, 1900)])
  func few(turns: Int64, wait: Int64) throws {
    let found = try purposes { story in
      for turn in 0..<turns {
        let time = 1000 + turn * 4000 + turn * turn * 300
        Self.ask(&story, time, UInt32(turn))
        Self.answer(&story, time + wait + turn * turn % 7 * 9, UInt32(turn))
      }
    }
    #expect((found.received == .answer) == (turns == 5 && wait == 80))
  }

  @Test("who writes answers values that come by a clock of their own", arguments: [true, false])
  func inverted(hasClock: Bool) throws {
    let found = try purposes { story in
      var time: Int64 = 1000
      for turn: Int64 in 0..<60 {
        Self.answer(&story, time, UInt32(turn))
        let late = turn * turn % 13 * 20
        Self.ask(&story, time + 12, UInt32(turn))
        // Without a clock the value waits for the write.
        if hasClock { Self.ask(&story, time + 20 + late, UInt32(turn + 100)) }
        time += hasClock ? 1000 : 400 + late
      }
    }
    #expect(found.written == (hasClock ? .answer : .request))
    #expect(found.received == (hasClock ? .periodic : .answer))
  }

  @Test("credits that come while data is written, and those that go on", arguments: [false, true])
  func credits(goOn: Bool) throws {
    let found = try purposes { story in
      for block: Int64 in 0..<400 {
        // Most of a picture is white.
        Self.ask(&story, 1000 + block / 4 * 60 + block % 4, UInt32(block % 3), size: 100)
        if block % 4 == 3 { Self.answer(&story, 1030 + block / 4 * 60, 9, size: 2) }
      }
      if goOn {
        for value: Int64 in 0..<200 { Self.answer(&story, 7060 + value * 60, 9, size: 2) }
      }
    }
    #expect((found.received == .acknowledgement) == !goOn)
  }

  @Test("records at a pace, each run of them after a write", arguments: [true, false])
  func records(areAsked: Bool) throws {
    let found = try purposes { story in
      var time: Int64 = 1000
      for count: Int64 in [1, 4, 1, 270] {
        if areAsked || count == 270 { Self.ask(&story, time, UInt32(count)) }
        for value in 0..<count {
          Self.answer(&story, time + 90 + value * 65, UInt32(time + value))
        }
        time += 5000
      }
    }
    #expect(found.received == (areAsked ? nil : .periodic))
  }

  @Test("requests among values that come all the time", arguments: [true, false])
  func among(areAnswered: Bool) throws {
    let found = try purposes { story in
      var write: Int64 = 0
      for value: Int64 in 0..<400 {
        if value == write * 9 + write * write % 7 + 1 {
          let wait = areAnswered ? 60 : write * 37 % 500 + 20
          Self.ask(&story, 1000 + value * 540 - wait, UInt32(write))
          write += 1
        }
        Self.answer(&story, 1000 + value * 540, UInt32(value))
      }
    }
    #expect(found.written == (areAnswered ? .request : nil))
    #expect(found.received == .periodic)
  }

  @Test("what a person sets, while nothing comes back", arguments: [false, true])
  func person(isReported: Bool) throws {
    let found = try purposes { story in
      var time: Int64 = 1000
      for value: Int64 in 0..<60 {
        Self.ask(&story, time, UInt32(value))
        time += value % 12 == 11 ? 9000 + value * 211 : 45
        if isReported, value % 6 == 0 { Self.answer(&story, time - 20, UInt32(value)) }
      }
    }
    #expect((found.written == .events) == !isReported)
  }

  @Test("values that say how many octets arrived", arguments: [0x1400, 0x14, 0x15])
  func lengths(head: UInt32) throws {
    let found = try purposes { story in
      for turn: Int64 in 0..<40 {
        let time = 1000 + turn * 400 + turn * turn % 7 * 30
        Self.ask(&story, time, UInt32(turn), size: 20)
        story.pdu(
          time + 57, 0x1B, isSent: false, handle: 0x12, length: 2, value: head, head: head)
      }
    }
    #expect(found.written == .request)
    #expect(found.received == (head == 0x15 ? .answer : .acknowledgement))
  }
}
