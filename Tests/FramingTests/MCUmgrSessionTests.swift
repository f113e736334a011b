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
