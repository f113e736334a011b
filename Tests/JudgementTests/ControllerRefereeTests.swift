import BluetoothProtocol
import Report
import Testing

@testable import Judgement

/// Commands and events of a controller, times in milliseconds and a frame each, and what a host and
/// its controller then owe each other.
@Suite("The referee of a controller")
struct ControllerRefereeTests {
  private struct Story {
    var referee = ControllerReferee()
    var frame = 0

    mutating func take(
      _ kind: HCIRow.Kind, _ code: UInt16, at time: Int64, _ head: UInt64 = 0
    ) {
      frame += 1
      referee.take(
        HCIRow(kind, code, at: time * 1000, frame: frame, head: head, length: 8))
    }

    /// A command that is done.
    mutating func done(_ opcode: UInt16, at time: Int64, _ head: UInt64 = 0, status: UInt64 = 0) {
      take(.command, opcode, at: time, head)
      take(.complete, opcode, at: time + 1, status)
    }

    mutating func data(at time: Int64) {
      frame += 1
      referee.receive(at: time * 1000, frame: frame)
    }
  }

  private func breaches(
    until end: Int64 = 60_000, losses: [UInt32] = [], _ build: (inout Story) -> Void
  ) -> [ReportV1.Breach] {
    var story = Story()
    // Controllers that answer.
    for turn: Int64 in 0..<3 { story.done(0x1001 + UInt16(turn), at: turn * 2) }
    build(&story)
    return story.referee.finish(at: end * 1000, losses: losses).map(\.report)
  }

  // MARK: - Commands

  @Test("commands that were refused, once each with its status")
  func refused() {
    let found = breaches { story in
      story.done(0x2064, at: 100, 5, status: 0x0C)
      story.done(0x2064, at: 200, 5, status: 0x0C)
      story.done(0x2064, at: 300, 5, status: 0x12)
      story.done(0x200A, at: 400, 1, status: 0x0C)
      story.done(0x200A, at: 500, 1)
    }
    #expect(found.map(\.obligation) == [.commandRefused, .commandRefused, .commandRefused])
    #expect(found.map(\.count) == [2, 1, 1])
    #expect(found.map { $0.status?.rawValue } == [0x0C, 0x12, 0x0C])
    #expect(found.map(\.worked) == [false, false, true])
    #expect(found[0].frames == [8, 10] && found[0].causeFrame == 7)
  }

  @Test("a controller that answers nothing any more")
  func silent() {
    func found(until end: Int64, _ opcode: UInt16 = 0x200C, later: Bool = false) -> [ReportV1
      .Breach]
    {
      breaches(until: end) { story in
        story.take(.command, opcode, at: 100)
        story.take(.command, 0x2042, at: 200)
        if later { story.done(0x1009, at: 400) }
      }
    }
    let breach = found(until: 3000).first
    #expect(breach?.obligation == .controllerSilent && breach?.frames == [7, 8])
    #expect(breach?.openUs == 2_900_000)
    #expect(found(until: 2000).isEmpty && found(until: 3000, later: true).isEmpty)
    // What a vendor defines may have no answer.
    #expect(found(until: 3000, 0xFD53).first?.frames == [8])
  }

  // MARK: - Questions

  @Test("each question of a controller, unanswered and answered", arguments: 0..<10)
  func questions(index: Int) {
    let asked = HostObligation.all[index]
    // The handle 0x40 in both places, or an address.
    let head: UInt64 = asked.isSubevent ? 0x0040_0040 : 0xC811_2233_4401
    func found(
      until end: Int64, answer: UInt16? = nil, to other: UInt64 = 0, over: Int64? = nil,
      losses: [UInt32] = []
    ) -> [ReportV1.Breach] {
      breaches(until: end, losses: losses) { story in
        story.take(.subevent, 0x01, at: 50, 0x4000)
        story.take(asked.isSubevent ? .subevent : .event, asked.code, at: 100, head)
        if let answer { story.done(answer, at: 140, head ^ other) }
        if let over {
          let isOfLink = asked.over == 0
          story.take(.event, isOfLink ? 0x05 : asked.over, at: over, isOfLink ? 0x4000 : 0)
        }
      }
    }
    let breach = found(until: 40_000).first
    #expect(breach?.obligation == .hostRequestUnanswered && breach?.party == .local)
    #expect(breach?.frames == [8] && breach?.name?.isEmpty == false)
    #expect(breach?.openUs == 39_900_000)
    // Over by an event: then even a user has not answered.
    #expect(found(until: 9000, over: 4100).first?.openUs == 4_000_000)
    #expect(found(until: 9000).isEmpty == asked.isForUser)
    #expect(found(until: 9000, over: 900).isEmpty)
    #expect(found(until: 40_000, losses: [9]).isEmpty)
    for answer in asked.answers { #expect(found(until: 40_000, answer: answer).isEmpty) }
    #expect(found(until: 40_000, answer: asked.answers[0], to: 1).count == 1)
  }

  @Test("a capture without the host's commands shows no missing answer")
  func noCommands() {
    var story = Story()
    story.take(.subevent, 0x05, at: 100, 0x40)
    story.take(.event, 0x05, at: 40_000, 0x4000)
    #expect(story.referee.finish(at: 60_000_000, losses: []).isEmpty)
  }

  // MARK: - Buffers, and what has ended

  @Test("buffers of a host that are not given back")
  func buffers() {
    func found(_ packets: Int64, givenBack: UInt64, until end: Int64 = 9000) -> [ReportV1.Breach] {
      breaches(until: end) { story in
        // 4 buffers for data.
        story.done(0x0C33, at: 20, 4 << 24)
        story.done(0x0C31, at: 30, 1)
        story.data(at: 100)
        if givenBack > 0 { story.take(.command, 0x0C35, at: 110, 1 | 0x40 << 8 | givenBack << 24) }
        for packet in 1..<packets { story.data(at: 100 + packet * 100) }
      }
    }
    let breach = found(5, givenBack: 1).first
    #expect(breach?.obligation == .hostBuffersKept && breach?.party == .local)
    #expect(breach?.value == 1 && breach?.limit == 4 && breach?.openUs == 8_500_000)
    // One is left; it was too short; and a controller that goes on counts otherwise.
    #expect(found(4, givenBack: 1).isEmpty && found(5, givenBack: 1, until: 2000).isEmpty)
    #expect(found(6, givenBack: 1).isEmpty)
  }

  @Test("commands for a connection that has ended; not those that cross with the end")
  func sentAfterEnd() {
    func found(after wait: Int64, _ opcode: UInt16 = 0x2013, again: Bool = false) -> [ReportV1
      .Breach]
    {
      breaches { story in
        story.take(.event, 0x05, at: 1000, 0x13_0040_00)
        if again { story.take(.subevent, 0x0A, at: 1010, 0x4000) }
        story.take(.command, opcode, at: 1000 + wait, 0x40)
        story.take(.command, opcode, at: 1000 + wait, 0x40)
        story.take(.status, opcode, at: 1001 + wait, 0)
        story.take(.status, opcode, at: 1001 + wait, 0)
      }
    }
    let breach = found(after: 150).first
    #expect(breach?.obligation == .sentAfterEnd && breach?.count == 2 && breach?.handle == 0x40)
    #expect(breach?.causeFrame == 7 && breach?.openUs == 150_000)
    #expect(found(after: 90).isEmpty && found(after: 150, again: true).isEmpty)
    // Disconnect has a rule of its own.
    #expect(found(after: 150, 0x0406).isEmpty)
  }
}
