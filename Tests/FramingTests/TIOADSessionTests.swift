import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("TI OAD: session")
struct TIOADSessionTests {
  private static let image = (0..<100).map { UInt8($0) }

  /// Identified and started, with blocks of 28 octets and their numbers of four.
  private func extended() -> Story<TIOADSession> {
    var story = Story<TIOADSession>()
    story.add("01")
    story.add("01 2000", fromServer: true)
    story.add(
      hex("4F4144494D472020 03 01 FF FF 01 00 64000000 30303031"), .announcement)
    story.add("00", fromServer: true, .announcement)
    story.add("03")
    return story
  }

  private func block(_ number: Int, _ story: inout Story<TIOADSession>) {
    let end = min(28 * (number + 1), Self.image.count)
    story.add([UInt8(number), 0, 0, 0] + Self.image[(28 * number)..<end], .data)
  }

  private func request(_ number: Int, _ status: UInt8 = 0, _ story: inout Story<TIOADSession>) {
    story.add([0x12, status, UInt8(number), 0, 0, 0], fromServer: true)
  }

  @Test("the extended form, up to the image that is enabled")
  func whole() {
    var story = extended()
    for number in 0..<4 {
      request(number, 0, &story)
      block(number, &story)
    }
    request(4, 14, &story)
    story.add("04")
    story.add("04 00", fromServer: true)
    story.close()
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
    #expect(story.faults.isEmpty && story.facts.first?.acknowledged == 100)
    #expect(story.facts.first?.announced == 100 && story.counts.answered == 8)
  }

  @Test("a block that lies beyond 32 bits is none of the image")
  func far() {
    var story = extended()
    request(0, 0, &story)
    block(0, &story)
    story.add("12 00 FFFFFFFF", fromServer: true)
    story.add("FFFFFFFF 0102", .data)
    story.add("12 0E 00000000", fromServer: true)
    story.close()
    #expect(story.endings == [.complete] && story.facts.first?.isContiguous == false)
    #expect(story.facts.first?.acknowledged == 100)
  }

  @Test("the device asks for a block again; one comes that it did not ask for")
  func again() {
    var story = extended()
    request(0, 0, &story)
    block(0, &story)
    request(0, 0, &story)
    block(0, &story)
    #expect(story.faults.map(\.kind) == [.sentAgain] && story.counts.retries == 1)
    request(1, 0, &story)
    block(2, &story)
    request(0, 3, &story)
    let gap = story.faults.first { $0.kind == .sequenceGap }
    #expect(gap?.expected == 1 && gap?.found == 2)
    #expect(story.faults.last?.name == "wrong block number" && story.endings == [.refused])
    #expect(story.payload(0) == Array(Self.image[..<28]))
  }

  @Test("a block that the capture missed: the device asked for the next one, so it came")
  func missed() {
    for missed in 0..<4 {
      var story = extended()
      for number in 0..<4 {
        request(number, 0, &story)
        if number != missed { block(number, &story) }
      }
      request(4, 14, &story)
      story.close()
      #expect(story.endings == [.complete] && story.faults.isEmpty)
      #expect(story.facts.first?.acknowledged == 100)
      #expect(story.facts.first?.isContiguous == false)
      #expect(story.payload(0) == Array(Self.image[..<(28 * missed)]))
    }
  }

  @Test("values that the logger cut: complete")
  func cutValues() {
    var story = extended()
    for number in 0..<4 {
      request(number, 0, &story)
      let end = min(28 * (number + 1), Self.image.count)
      story.add([UInt8(number), 0, 0, 0] + Self.image[(28 * number)..<end], .data, cut: 10)
    }
    request(4, 14, &story)
    #expect(story.endings == [.complete] && story.faults.isEmpty && story.payload(0).isEmpty)
    #expect(story.facts.first?.acknowledged == 100 && story.facts.first?.isContiguous == false)
  }

  @Test("a block that does not come: the client has not answered")
  func unanswered() {
    var story = extended()
    request(0, 0, &story)
    request(0, 0, &story)
    #expect(story.faults.map(\.kind) == [.answerMissing])
    #expect(story.faults.first?.byServer == false)
  }

  @Test("an image that is refused, a download that is cancelled")
  func refused() {
    var story = Story<TIOADSession>()
    story.add([UInt8](repeating: 1, count: 22), .announcement)
    story.add("09", fromServer: true, .announcement)
    #expect(story.faults.first?.name == "incompatible image")
    story = extended()
    request(0, 0, &story)
    block(0, &story)
    story.add("05")
    #expect(story.endings == [.cancelled] && story.payload(0) == Array(Self.image[..<28]))
  }

  /// Version, length in units of 4, identification.
  private static let olderHeader = hex("0100 1900 45454545")

  @Test("the older form: it ends with a status, or with a restart")
  func older() {
    for hasStatus in [false, true] {
      var story = Story<TIOADSession>()
      story.add(Self.olderHeader, .announcement)
      for number in 0..<7 {
        story.add([UInt8(number), 0], fromServer: true, .data)
        let end = min(16 * (number + 1), Self.image.count)
        var data = Array(Self.image[(16 * number)..<end])
        data += [UInt8](repeating: 0xFF, count: 16 - data.count)
        story.add([UInt8(number), 0] + data, .data)
      }
      if hasStatus { story.add("00", fromServer: true, .status) }
      story.close()
      #expect(story.payload(0) == Self.image && story.endings == [.complete])
      #expect(story.faults.isEmpty)
    }
  }

  @Test("the older form: an image that is refused, a CRC that is wrong")
  func olderRefused() {
    var story = Story<TIOADSession>()
    story.add(Self.olderHeader, .announcement)
    story.add(Self.olderHeader, fromServer: true, .announcement)
    #expect(story.faults.first?.name == "image refused")
    story.add("0000", fromServer: true, .data)
    story.add([0, 0] + Self.image[..<16], .data)
    story.add("01", fromServer: true, .status)
    #expect(story.endings == [.refused] && story.faults.last?.name == "CRC error")
  }

  @Test("cut anywhere: never complete, and what was sent up to there")
  func cut() {
    for count in 1...4 {
      var story = extended()
      for number in 0..<count {
        request(number, 0, &story)
        block(number, &story)
      }
      story.close()
      #expect(story.endings == [.interrupted])
      #expect(story.payload(0) == Array(Self.image[..<min(28 * count, 100)]))
    }
  }

  @Test("other values are no such download; hostile numbers hold nothing")
  func other() {
    var story = Story<TIOADSession>()
    story.add(Array("hello".utf8), .data)
    story.add(Array("hi".utf8), fromServer: true, .data)
    story.add([0x10, 0x20, 1], .data)
    #expect(story.endings.isEmpty && !story.isRecognized)
    story = extended()
    for number in 0..<200 {
      story.add(
        [0xFF, 0xFF, UInt8(number), 0xFF] + [UInt8](repeating: 1, count: 240), .data)
    }
    #expect(story.heldOctets < 1024)
  }
}
