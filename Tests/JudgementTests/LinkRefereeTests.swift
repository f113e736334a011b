import BluetoothProtocol
import Report
import Testing

@testable import Judgement

/// Rows of a link, and what breaks the demands on its two sides: each with near misses.
@Suite("The referee of a link")
struct LinkRefereeTests {
  private func breaches(
    window: Int = 1 << 15, tells: Bool = true, _ build: (inout LogStory) -> Void
  ) throws -> [ReportV1.Breach] {
    var story = LogStory(60_000, window: window, tells: tells)
    story.begins()
    build(&story)
    return try story.breaches()
  }

  /// A Read Request of this host, and its answer.
  private static func read(
    _ story: inout LogStory, _ time: Int64, _ handle: UInt16 = 8, octets: Int = 4
  ) {
    story.pdu(time, 0x0A, isSent: true, handle: handle, length: 0)
    story.pdu(time + 60, 0x0B, isSent: false, handle: 0, length: octets)
  }

  private static func error(
    _ story: inout LogStory, _ time: Int64, to request: UInt32, at handle: UInt32 = 8
  ) {
    story.pdu(
      time, 0x01, isSent: false, handle: 0, length: 4, head: request | handle << 8 | 0x0A << 24)
  }

  // MARK: - Answers

  @Test("a second answer to a request, whatever the window", arguments: [1, 2, 1 << 15])
  func secondAnswer(window: Int) throws {
    let found = try breaches(window: window) { story in
      Self.read(&story, 100)
      story.pdu(190, 0x0B, isSent: false, handle: 0, length: 4)
      Self.read(&story, 300)
    }
    #expect(found.map(\.obligation) == [.responseUnmatched] && found.first?.count == 1)
    #expect(found.first?.party == .peer && found.first?.pdu == .readResponse)
    #expect(found.first?.frames == [3] && found.first?.causeFrame == 1)
  }

  @Test("an error for a request that was answered, while another one waits")
  func lateError() throws {
    let found = try breaches { story in
      Self.read(&story, 100)
      story.pdu(200, 0x08, isSent: true, handle: 0, length: 6)
      Self.error(&story, 260, to: 0x0A)
    }
    #expect(found.map(\.obligation) == [.responseUnmatched])
    #expect(found.first?.request == .readRequest && found.first?.pdu == .errorResponse)
    #expect(found.first?.causeFrame == 1 && found.first?.openFrame == 3 && found.first?.handle == 8)
  }

  @Test("answers in their order, of both sides, are none; nor is what the capture may lack")
  func answers() throws {
    #expect(
      try breaches { story in
        story.pdu(100, 0x08, isSent: true, handle: 0, length: 6)
        story.pdu(110, 0x0A, isSent: false, handle: 3, length: 0)
        story.pdu(120, 0x0A, isSent: true, handle: 8, length: 0)
        story.pdu(150, 0x0B, isSent: true, handle: 0, length: 4)
        Self.error(&story, 160, to: 0x08)
        story.pdu(170, 0x0B, isSent: false, handle: 0, length: 4)
      }.isEmpty)
    // A file that holds one direction.
    #expect(
      try breaches { story in
        for time: Int64 in 1..<6 {
          story.pdu(time * 100, 0x0B, isSent: false, handle: 0, length: 4)
        }
      }.isEmpty)
    // Its request may be among the records that were lost.
    #expect(
      try breaches { story in
        Self.read(&story, 100)
        story.loss()
        story.pdu(300, 0x13, isSent: false, handle: 0, length: 0)
      }.isEmpty)
    #expect(
      try breaches { story in
        story.hasManyBearers()
        Self.read(&story, 100)
        story.pdu(190, 0x0B, isSent: false, handle: 0, length: 4)
      }.isEmpty)
    // More answers than requests: the capture lacks requests.
    #expect(
      try breaches { story in
        Self.read(&story, 100)
        for time: Int64 in 2..<6 {
          story.pdu(time * 100, 0x13, isSent: false, handle: 0, length: 0)
        }
      }.isEmpty)
  }

  // MARK: - Exchange MTU

  private static func exchange(
    _ story: inout LogStory, _ time: Int64, _ mtu: UInt32, answer: UInt32? = 247
  ) {
    story.pdu(time, 0x02, isSent: true, handle: 0, length: 2, head: mtu)
    guard let answer else { return }
    story.pdu(time + 60, 0x03, isSent: false, handle: 0, length: 2, head: answer)
  }

  @Test("the MTU is exchanged once by a client in a connection")
  func exchangedAgain() throws {
    let found = try breaches { story in
      Self.exchange(&story, 100, 503)
      Self.exchange(&story, 900, 517)
      Self.exchange(&story, 1900, 517)
    }
    #expect(found.map(\.obligation) == [.mtuExchangedAgain] && found[0].count == 2)
    #expect(found[0].party == .local && found[0].limit == 503 && found[0].value == 517)
    #expect(found[0].causeFrame == 1 && found[0].frames == [3, 5] && found[0].request == nil)
    let open = try breaches { story in
      Self.exchange(&story, 100, 517, answer: nil)
      Self.exchange(&story, 150, 517)
    }
    #expect(open.map(\.request) == [.exchangeMTURequest])
  }

  @Test("each side may exchange it, and without events another one is another connection's")
  func exchangedByBoth() throws {
    #expect(
      try breaches { story in
        Self.exchange(&story, 100, 517)
        story.pdu(200, 0x02, isSent: false, handle: 0, length: 2, head: 247)
        story.pdu(210, 0x03, isSent: true, handle: 0, length: 2, head: 517)
      }.isEmpty)
    var late = LogStory(60_000, tells: false)
    Self.exchange(&late, 100, 517)
    Self.exchange(&late, 900, 517)
    #expect(try late.breaches().isEmpty)
  }

  // MARK: - Values that were cut

  @Test("reads of 22 octets after a larger MTU was agreed")
  func cutReads() throws {
    let found = try breaches { story in
      Self.exchange(&story, 100, 517)
      for attribute: UInt16 in 8...10 {
        Self.read(&story, Int64(attribute) * 100, attribute, octets: 22)
      }
      Self.read(&story, 2000, 12, octets: 4)
    }
    #expect(found.map(\.obligation) == [.valuesCutAtMTU] && found[0].count == 3)
    #expect(found[0].party == .peer && found[0].limit == 246 && found[0].causeFrame == nil)
    let refused = try breaches { story in
      Self.exchange(&story, 100, 517)
      story.pdu(200, 0x02, isSent: false, handle: 0, length: 2, head: 247)
      story.pdu(210, 0x01, isSent: true, handle: 0, length: 4, head: 0x0600_0002)
      for turn: Int64 in 3...4 { Self.read(&story, turn * 100, octets: 22) }
    }
    #expect(refused.map(\.causeFrame) == [4] && refused.first?.handle == 8)
  }

  @Test(
    "one attribute, a longer value, or a client that reads on: nothing was cut",
    arguments: [0, 1, 2, 3])
  func wholeReads(kind: Int) throws {
    let found = try breaches { story in
      if kind != 3 { Self.exchange(&story, 100, 517) }
      Self.read(&story, 300, 8, octets: 22)
      if kind == 2 {
        story.pdu(400, 0x0C, isSent: true, handle: 8, length: 2, head: 22)
        story.pdu(460, 0x0D, isSent: false, handle: 0, length: 9)
      }
      Self.read(&story, 500, kind == 0 ? 8 : 9, octets: 22)
      if kind == 1 { Self.read(&story, 700, 10, octets: 40) }
    }
    #expect(found.isEmpty)
  }

  // MARK: - Completions

  @Test("packets that were never completed while the peer went on")
  func neverCompleted() throws {
    func found(_ last: Int64, completes: Int = 1) throws -> [ReportV1.Breach] {
      try breaches { story in
        story.write(1000)
        story.completion(1040)
        story.write(2000)
        story.write(2100)
        if completes > 1 { story.completion(2200, completes) }
        for time in stride(from: Int64(2500), through: last, by: 500) { story.notification(time) }
      }
    }
    let breach = try #require(try found(9000).first)
    #expect(breach.obligation == .completionsMissing && breach.party == .controller)
    #expect(breach.count == 2 && breach.frames == [3, 4] && breach.value == 1 && breach.limit == 3)
    // Too short, completed after all, and more than there were packets.
    #expect(try found(5000).isEmpty && found(9000, completes: 2).isEmpty)
    #expect(try found(9000, completes: 4).isEmpty)
  }
}
