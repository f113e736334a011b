import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("MCUmgr: session")
struct MCUmgrSessionTests {
  private static func frame(_ head: String, _ sequence: UInt8, _ body: String) -> [UInt8] {
    let octets = hex(body)
    return hex(head) + [0, UInt8(octets.count), 0, 1, sequence, 1] + octets
  }

  private static func upload(_ sequence: UInt8, _ body: String) -> [UInt8] {
    frame("0A00", sequence, body)
  }

  private static func answer(_ sequence: UInt8, _ body: String) -> [UInt8] {
    frame("0B00", sequence, body)
  }

  /// {"off": 0, "len": 6, "data": h'010203'}
  private static let opening = "A3 63 6F6666 00 63 6C656E 06 64 64617461 43 010203"
  /// {"off": 3, "data": h'040506'}
  private static let rest = "A2 63 6F6666 03 64 64617461 43 040506"

  @Test("an upload in two requests, the first spread over three values")
  func upload() {
    var story = Story<MCUmgrSession>()
    let first = Self.upload(1, Self.opening)
    story.add(Array(first[..<5]))
    story.add(Array(first[5..<20]))
    story.add(Array(first[20...]))
    story.add(Self.answer(1, "A2 62 7263 00 63 6F6666 03"), fromServer: true)
    story.add(Self.upload(2, Self.rest))
    // Of an indefinite length, as some devices encode it.
    story.add(Self.answer(2, "BF 62 7263 00 63 6F6666 06 FF"), fromServer: true)
    #expect(story.payload(0) == [1, 2, 3, 4, 5, 6])
    #expect(story.endings == [.complete] && story.faults.isEmpty)
    #expect(story.facts.first?.messages == 2 && story.facts.first?.acknowledged == 6)
    #expect(story.counts.answered == 2)
  }

  @Test("a request that is sent again after a lost answer counts once in the payload")
  func again() {
    var story = Story<MCUmgrSession>()
    story.add(Self.upload(1, Self.opening))
    story.add(Self.upload(2, Self.opening))
    story.add(Self.answer(2, "A1 63 6F6666 03"), fromServer: true)
    story.add(Self.upload(3, Self.rest))
    story.add(Self.answer(3, "A1 63 6F6666 06"), fromServer: true)
    #expect(story.payload(0) == [1, 2, 3, 4, 5, 6] && story.endings == [.complete])
    #expect(story.faults.map(\.kind) == [.answerMissing] && story.faults[0].frame == 1)
    #expect(story.counts.retries == 1 && story.counts.unanswered == 1)
  }

  @Test("errors of both versions")
  func errors() {
    for (body, name) in [
      ("A1 62 7263 02", "not enough memory"),
      ("A1 63 657272 A2 65 67726F7570 01 62 7263 0A", nil as String?),
    ] {
      var story = Story<MCUmgrSession>()
      story.add(Self.upload(1, Self.opening))
      story.add(Self.answer(1, body), fromServer: true)
      #expect(story.endings == [.refused] && story.payload(0) == [1, 2, 3])
      #expect(story.faults.map(\.kind) == [.errorAnswered] && story.faults[0].name == name)
    }
  }

  @Test("what was sent is the payload of an interrupted upload; a young request is no fault")
  func interrupted() {
    var story = Story<MCUmgrSession>()
    story.add(Self.upload(1, Self.opening))
    story.add(Self.answer(1, "A1 63 6F6666 03"), fromServer: true)
    story.add(Self.upload(2, Self.rest))
    story.close()
    #expect(story.endings == [.interrupted] && story.payload(0) == [1, 2, 3, 4, 5, 6])
    #expect(story.facts[0].acknowledged == 3 && story.faults.isEmpty)
    story.add(Self.upload(1, Self.opening))
    story.microseconds += 2_000_000
    story.close()
    #expect(story.faults.map(\.kind) == [.answerMissing])
  }

  @Test("no cut of a frame, and no octet of it changed, ends the program or holds much")
  func damage() {
    let frame = Self.upload(1, Self.opening)
    for end in 0...frame.count {
      var story = Story<MCUmgrSession>()
      story.add(Array(frame[..<end]))
      story.close()
      #expect(story.heldOctets < 4096)
    }
    for index in frame.indices {
      for value: UInt8 in [0, 0x7F, 0x9F, 0xBF, 0xDB, 0xFF] {
        var damaged = frame
        damaged[index] = value
        var story = Story<MCUmgrSession>()
        story.add(damaged)
        story.add(damaged, fromServer: true)
        story.close()
        #expect(story.payload(0).count <= frame.count)
      }
    }
  }

  /// Ends of 32 and of 64 bits, and what is beside them.
  private static let numbers: [UInt64] = [
    1 << 32 - 2, 1 << 32 - 1, 1 << 32, 1 << 63 - 2, 1 << 63 - 1, 1 << 63, .max - 1, .max,
  ]

  private static func wide(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return "1B" + String(repeating: "0", count: 16 - digits.count) + digits
  }

  @Test("an offset beyond 32 bits begins no transfer; one within them is taken", arguments: numbers)
  func farOffset(number: UInt64) {
    let isTaken = number < 1 << 32
    let data = "A2 63 6F6666 \(Self.wide(number)) 64 64617461 43 010203"
    var story = Story<MCUmgrSession>()
    story.add(Self.upload(1, data))
    story.add(Self.answer(1, "A1 63 6F6666 \(Self.wide(number))"), fromServer: true)
    // Of a file, in the other direction.
    story.add(hex("0800 0005 0008 02 00 A1 63 6F6666 00"))
    story.add(
      hex("0900") + [0, UInt8(hex(data).count), 0, 8, 2, 0] + hex(data), fromServer: true)
    #expect(story.counts.answered == 2 && story.counts.stray == 0)
    story.close()
    #expect(story.endings == (isTaken ? [.interrupted, .interrupted] : []))
    #expect(story.payload(0) == (isTaken ? [1, 2, 3] : []))
    let most = story.facts.map { $0.acknowledged ?? 0 }.max() ?? 0
    #expect(most == (isTaken ? Int(number) + 3 : 0))
  }

  @Test("a far offset in the midst of an upload changes nothing of it", arguments: numbers)
  func farAnswer(number: UInt64) {
    var story = Story<MCUmgrSession>()
    story.add(Self.upload(1, Self.opening))
    story.add(Self.answer(1, "A1 63 6F6666 03"), fromServer: true)
    if number >= 1 << 32 {
      story.add(Self.upload(2, "A2 63 6F6666 \(Self.wide(number)) 64 64617461 41 FF"))
      story.add(Self.answer(2, "A1 63 6F6666 \(Self.wide(number))"), fromServer: true)
    }
    story.add(Self.upload(3, Self.rest))
    story.add(Self.answer(3, "A1 63 6F6666 06"), fromServer: true)
    #expect(story.payload(0) == [1, 2, 3, 4, 5, 6] && story.endings == [.complete])
  }

  @Test("a length beyond 32 bits is not known", arguments: numbers)
  func farLength(number: UInt64) {
    var story = Story<MCUmgrSession>()
    story.add(
      Self.upload(1, "A3 63 6F6666 00 63 6C656E \(Self.wide(number)) 64 64617461 43 010203"))
    story.close()
    #expect(story.facts.map(\.announced) == [number < 1 << 32 ? Int(number) : nil])
  }

  @Test("an error whose number is beyond all codes is one still", arguments: numbers)
  func farError(number: UInt64) {
    for head in ["1B", "3B"] {
      var story = Story<MCUmgrSession>()
      story.add(Self.upload(1, Self.opening))
      let code = head + Self.wide(number).dropFirst(2)
      story.add(Self.answer(1, "A1 62 7263 \(code)"), fromServer: true)
      #expect(story.endings == [.refused] && story.faults.map(\.kind) == [.errorAnswered])
      #expect(story.faults.first?.code?.magnitude ?? 0 <= 1 << 32)
    }
  }

  @Test("nesting without end is no CBOR")
  func nesting() {
    for octets in [
      [UInt8](repeating: 0x81, count: 60_000), [UInt8](repeating: 0xC1, count: 60_000),
    ] {
      var reader = CBORReader(ByteRange(start: 0, end: octets.count))
      if let item = reader.item(in: octets.span) {
        let isWhole = reader.skip(item, in: octets.span)
        #expect(!isWhole)
      }
    }
  }
}
