import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("Matter BTP: session")
struct MatterBTPSessionTests {
  private func begun(window: String = "04") -> Story<MatterBTPSession> {
    var story = Story<MatterBTPSession>()
    story.add("65 6C 04000000 4300 \(window)", .data)
    story.add("65 6C 04 4000 \(window)", fromServer: true, .data)
    return story
  }

  @Test("a message in two segments, and its answer with the acknowledgement")
  func exchange() {
    var story = begun()
    story.add("09 00 00 0500 01 02 03", .data)
    story.add("06 01 04 05", .data)
    story.add("0D 01 01 0200 0A 0B", fromServer: true, .data)
    story.add("08 01 02", .data)
    story.close()
    #expect(story.payload(0) == [1, 2, 3, 4, 5] && story.payload(1) == [0x0A, 0x0B])
    #expect(story.endings == [.complete, .complete] && story.faults.isEmpty)
    #expect(story.facts[0].messages == 2 && story.counts.stray == 0)
  }

  @Test("a number that is missing")
  func gap() {
    var story = begun()
    story.add("01 00 0500 01 02 03", .data)
    story.add("06 02 04 05", .data)
    #expect(story.faults.map(\.kind) == [.sequenceGap])
    #expect(story.faults[0].expected == 1 && story.faults[0].found == 2)
    #expect(story.endings == [.complete] && story.payload(0) == [1, 2, 3, 4, 5])
  }

  @Test("a segment that is missing: the payload is what came before it")
  func hole() {
    var story = begun()
    story.add("01 00 0600 01 02 03", .data)
    story.add("06 02 05 06", .data)
    #expect(story.endings == [.broken] && story.payload(0) == [1, 2, 3])
    #expect(story.faults.map(\.kind) == [.sequenceGap, .malformed])
  }

  @Test("segments past the window")
  func window() {
    var story = begun(window: "02")
    for number in 0..<3 { story.add("01 0\(number) 0100 FF", .data) }
    #expect(story.faults.map(\.kind) == [.windowExceeded])
  }

  @Test("an acknowledgement that comes late, or never; one just in time is none")
  func late() {
    for (wait, kinds) in [
      (14_000_000, []), (16_000_000, [FramingFaultKind.acknowledgementLate]),
    ] as [(Int64, [FramingFaultKind])] {
      var story = begun()
      story.add("0D 00 00 0100 FF", .data)
      story.microseconds += wait
      story.add("08 00 01", fromServer: true, .data)
      #expect(story.faults.map(\.kind) == kinds)
      story = begun()
      story.add("0D 00 00 0100 FF", .data)
      story.microseconds += wait
      story.close()
      #expect(story.faults.map(\.kind) == kinds)
    }
  }

  @Test("numbers wrap after 255")
  func wrap() {
    var story = begun()
    for number in 0..<300 {
      story.add([0x05, UInt8(truncatingIfNeeded: number), 1, 0, 7], .data)
      story.add(
        [0x08, UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number + 1)],
        fromServer: true, .data)
    }
    #expect(story.faults.isEmpty && story.endings.count == 300)
  }
}
