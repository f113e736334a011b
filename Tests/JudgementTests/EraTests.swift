import Testing

@testable import Judgement

/// What requests begin with, and how long answers take with each interval.
@Suite("Requests and answers of a dialogue, by their octets and by the interval")
struct EraTests {
  private static func turn(
    _ story: inout LogStory, _ time: Int64, head: UInt32, answeredAfter wait: Int64?
  ) {
    story.pdu(time, 0x52, isSent: true, handle: 0x10, length: 8, value: head, head: head)
    guard let wait else { return }
    story.pdu(time + wait, 0x1B, isSent: false, handle: 0x12, length: 8, value: 1)
  }

  private func request(_ build: (inout LogStory) -> Void) throws -> ConversedStream {
    var story = LogStory(600_000)
    story.parameters(0, interval: 50)
    build(&story)
    return try #require(try story.streams().first { $0.stream.handle == 0x10 })
  }

  @Test("the octets that all have in common, up to four and no more than the shortest has")
  func common() {
    func octets(_ values: [(UInt32, Int)]) -> [UInt8] {
      var common = CommonOctets()
      for (head, length) in values { common.add(head: head, length: length) }
      return common.octets
    }
    let head: UInt32 = 0x263A_0020
    #expect(octets([(head, 9), (head, 9), (head, 9)]) == [0x20, 0, 0x3A, 0x26])
    #expect(octets([(0x263A_0020, 9), (0x273A_0020, 9), (0x263A_0020, 9)]) == [0x20, 0, 0x3A])
    #expect(octets([(0x20, 1), (0x20, 2), (0x20, 3)]) == [0x20])
    #expect(octets([(1, 9), (2, 9), (1, 9)]).isEmpty)
    #expect(octets([(1, 9), (1, 9)]).isEmpty, "too few")
    #expect(octets([(0, 0), (0, 0), (0, 0)]).isEmpty)
  }

  @Test("what requests with an answer begin with, and those without")
  func prefixes() throws {
    let found = try request { story in
      for turn: Int64 in 0..<40 {
        let isStray = turn % 10 == 5
        Self.turn(
          &story, 1000 + turn * 2000,
          head: isStray ? 0x263A_0020 : 0x00A2_263A &+ UInt32(turn) << 24,
          answeredAfter: isStray ? nil : 60)
      }
    }
    let dialogue = try #require(found.dialogues.first)
    #expect(dialogue.answeredOctets == [0x3A, 0x26, 0xA2])
    #expect(dialogue.unansweredOctets == [0x20, 0, 0x3A, 0x26])
    #expect(found.commonOctets.isEmpty)
  }

  @Test("answers by the interval in force, and what a change cuts is of none")
  func eras() throws {
    let found = try request { story in
      for turn: Int64 in 0..<20 {
        Self.turn(&story, 1000 + turn * 120, head: 1, answeredAfter: 100)
      }
      story.pdu(4000, 0x52, isSent: true, handle: 0x10, length: 8, value: 1, head: 1)
      story.parameters(4010, interval: 200)
      // The same again is no other one.
      story.parameters(4020, interval: 200)
      story.pdu(4100, 0x1B, isSent: false, handle: 0x12, length: 8, value: 1)
      for turn: Int64 in 0..<30 {
        Self.turn(&story, 5000 + turn * 420, head: 1, answeredAfter: 400)
      }
      story.parameters(30_000, interval: 50)
      for turn: Int64 in 0..<10 {
        Self.turn(&story, 31_000 + turn * 120, head: 1, answeredAfter: 100)
      }
    }
    let dialogue = try #require(found.dialogues.first)
    #expect(dialogue.eras.map(\.interval) == [50_000, 200_000])
    #expect(dialogue.eras.map(\.count) == [30, 30])
    #expect(dialogue.eras.map(\.latency) == [100_000, 400_000])
    #expect(dialogue.eras.map(\.pace) == [120_000, 420_000])
    #expect(dialogue.eras.map(\.frame) == [1, 43])
    #expect(dialogue.waitedUs == 30 * 100_000 + 30 * 400_000 + 100_000)
  }

  @Test("no more intervals than there is room for")
  func many() throws {
    let found = try request { story in
      for turn: Int64 in 0..<600 {
        story.parameters(turn * 900, interval: Int(turn) % 300 + 8)
        Self.turn(&story, turn * 900 + 100, head: 1, answeredAfter: 60)
      }
    }
    #expect(try #require(found.dialogues.first).eras.count == ConversationLimits.mostEras)
  }

  @Test("the middle of many times, of which some are kept")
  func sampled() throws {
    var times = SampledTimes()
    #expect(times.middle == nil)
    for time: Int64 in 0..<100_000 { times.add(time) }
    let middle = try #require(times.middle)
    #expect(abs(middle - 50_000) < 2_000 && times.count == 100_000)
    times.add(.max)
    times.add(-1)
    #expect(times.count == 100_002)
  }
}
