import BletraceTestSupport
import Framing
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// Messages of an app, from packets on.
@Suite("Messages without a specification")
struct FramingDamagedRuleTests {
  private static func message(_ kind: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let body = [0x5A, kind, UInt8(payload.count)] + payload
    return body + [UInt8(truncatingIfNeeded: ChecksumKind.sum8.value(of: body))]
  }

  /// Commands to 0x10 and their answers from 0x12.
  private static func capture(
    _ count: Int, damaged: Set<Int> = [], glued: Set<Int> = []
  ) -> ReportV1.Capture {
    var numbers = SeededRandom(seed: 5)
    var story = CaptureBuilder(step: 1000)
    story.connect()
    story.subscribe(0x13)
    for turn in 0..<count {
      let kind = UInt8(turn % 3)
      var command = message(kind, numbers.octets(2 + turn % 4))
      if glued.contains(turn) { command += message(kind, numbers.octets(3)) }
      story.att(.tx, [0x52, 0x10, 0x00] + command)
      story.wait(by: 50_000)
      var answer = message(kind | 0x80, numbers.octets(4 + turn % 5))
      if damaged.contains(turn) { answer[4] ^= 0x20 }
      story.notify(0x12, answer)
      story.wait(by: 950_000)
    }
    return Analysed(story).capture
  }

  private static func found(_ capture: ReportV1.Capture) -> [ReportV1.Finding] {
    RuleCatalog.findings(in: [capture]).filter { $0.rule == "framing-damaged" }
  }

  @Test("both directions have one layout, and kinds with their answers")
  func messages() throws {
    let messages = try #require(Self.capture(60).connections[0].messages.first)
    #expect(messages.confidence == .learned && messages.streams.count == 2)
    #expect(messages.layout == "each-value,start:5A,length:u8@2/payload,sum:8")
    #expect(
      messages.count == 120 && messages.damagedCount == 0 && messages.checked
        && messages.kindsTotal == 6)
    for kind in messages.kinds where kind.direction == .tx {
      let answer = try #require(messages.kinds.first { $0.id == kind.answeredBy })
      #expect(answer.direction == .rx && answer.count == 20)
    }
  }

  @Test("damaged and glued messages are reported; few, and nothing else")
  func damaged() throws {
    #expect(Self.found(Self.capture(60)).isEmpty)
    let finding = try #require(Self.found(Self.capture(60, damaged: [30], glued: [40, 50])).first)
    #expect(finding.message.hasPrefix("3 of 122 messages on handle 0x0010"))
    #expect(finding.message.contains("2 written together"))
    #expect(finding.advice?.hasPrefix("Two messages") == true)
    // A quarter that does not fit is no damage.
    let many = Self.capture(60, damaged: Set(stride(from: 0, to: 60, by: 2)))
    #expect(Self.found(many).isEmpty)
  }

  @Test("nothing is looked for where the user says so")
  func none() {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for turn in 0..<40 { story.notify(0x12, Self.message(1, [UInt8(turn), 7, UInt8(turn * 3)])) }
    var options = AnalysisOptions()
    options.findsMessages = false
    #expect(Analysed(story, options).capture.connections[0].messages.isEmpty)
    #expect(!Analysed(story).capture.connections[0].messages.isEmpty)
  }

  @Test("characteristics that are searched apart share the entry of their layout")
  func shared() throws {
    var numbers = SeededRandom(seed: 6)
    var story = CaptureBuilder(step: 1000)
    story.connect()
    // More than are searched together.
    for turn in 0..<320 {
      let handle = UInt16(0x20 + turn % 8 * 3)
      story.notify(handle, Self.message(UInt8(turn % 3), numbers.octets(2 + turn % 5)))
      story.wait(by: 20_000 + Int64(turn * 7919 % 30_000))
    }
    let found = Analysed(story).capture.connections[0].messages
    let messages = try #require(found.first)
    #expect(found.count == 1 && messages.streams.count == 8)
    #expect(messages.count == 320 && messages.values == 320)
  }

  @Test("values without a layout are listed by their kinds")
  func plain() throws {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    let commands: [[UInt8]] = [[0x01, 0x64, 0x10], [0x02, 0x07], [0x33, 0x01, 0xFF, 0x7F]]
    for turn in [0, 1, 1, 2, 0, 2, 1, 0, 0, 2, 1, 2] {
      story.att(.tx, [0x52, 0x10, 0x00] + commands[turn])
      story.wait(by: 700_000)
    }
    let messages = try #require(Analysed(story).capture.connections[0].messages.first)
    #expect(messages.layout == nil && messages.oddsLog10 == nil && !messages.checked)
    #expect(messages.count == 12 && messages.kindsTotal == 3)
    #expect(Set(messages.kinds.map(\.example)) == ["016410", "0207", "3301ff7f"])
  }

  @Test("a long stream leaves room for the others, and says what was not looked at")
  func omitted() throws {
    var story = CaptureBuilder(step: 1)
    story.connect()
    for turn in 0..<5000 {
      story.notify(0x30, Self.message(1, [UInt8(turn & 0xFF), UInt8(turn >> 8), 9, 9]))
    }
    for turn in 0..<40 {
      story.att(.tx, [0x52, 0x10, 0x00] + Self.message(2, [UInt8(turn), UInt8(turn * 5 & 0xFF)]))
      story.wait(by: 250_000)
    }
    let found = Analysed(story).capture.connections[0].messages
    #expect(found.reduce(0) { $0 + $1.omitted } == 5000 - MessageStore.mostValues)
    #expect(found.contains { $0.streams.contains { $0.valueHandle == 0x10 } })
  }

  @Test("what is kept of a connection has a bound; a little of each stream is kept all the same")
  func bound() throws {
    var numbers = SeededRandom(seed: 9)
    var story = CaptureBuilder(step: 100)
    story.connect()
    story.exchangeMTU(247, 247)
    for turn in 0..<5500 {
      story.notify(UInt16(0x20 + turn / 1100 * 3), numbers.octets(240))
    }
    let capture = Analysed(story).capture
    #expect(capture.boundsReached == ["messages"])
    let messages = try #require(capture.connections[0].messages.first)
    #expect(messages.layout == nil && messages.streams.count == 5)
    #expect(messages.values + messages.omitted == 5500)
    #expect(messages.omitted > 1000 && messages.omitted <= 1300)
  }

  @Test("a layout of another device needs values that show it")
  func others() throws {
    var numbers = SeededRandom(seed: 10)
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for turn in 0..<200 {
      story.notify(0x20, [UInt8(truncatingIfNeeded: turn)] + numbers.octets(6))
    }
    story.disconnect()
    story.connect(peer: [1, 2, 3, 4, 5, 0xC6])
    for _ in 0..<30 { story.notify(0x20, numbers.octets(7)) }
    let connections = Analysed(story).capture.connections
    #expect(connections[0].messages.first?.layout == "each-value,counter:u8")
    #expect(connections[1].messages.allSatisfy { $0.layout == nil })
  }

  @Test("nothing is said of values that were replaced")
  func redacted() {
    var options = AnalysisOptions()
    options.reportsMessages = false
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for turn in 0..<40 { story.notify(0x12, Self.message(1, [UInt8(turn), 7, UInt8(turn * 3)])) }
    #expect(Analysed(story, options).capture.connections[0].messages.isEmpty)
  }
}
