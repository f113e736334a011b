import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("Telink OTA: session")
struct TelinkOTASessionTests {
  /// With the mark at octet 8 and the size at 24.
  private static let image: [UInt8] = {
    var octets = (0..<150).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    octets.replaceSubrange(8..<12, with: Array("KNLT".utf8))
    octets.replaceSubrange(24..<28, with: [150, 0, 0, 0])
    return octets
  }()

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func block(_ number: Int, _ size: Int = 16) -> [UInt8] {
    var octets = Array(image[(number * size)..<min((number + 1) * size, image.count)])
    while octets.count % 16 != 0 { octets.append(0xFF) }
    octets = little(number) + octets
    let crc = TelinkOTABlock.checksum(of: ByteRange(start: 0, end: octets.count), in: octets.span)
    return octets + little(Int(crc))
  }

  private static func end(_ last: Int) -> [UInt8] { [2, 0xFF] + little(last) + little(~last) }

  @Test("the CRC-16 of a block, and commands, as they were recorded elsewhere")
  func vectors() throws {
    let octets = hex("0000 2680000000005D024B4E4C5430048800 1CA3")
    guard
      case .block(let block)? = try TelinkOTAMessage(
        ByteRange(start: 0, end: octets.count), in: octets.span)
    else {
      Issue.record("no block")
      return
    }
    #expect(block.isIntact && block.number == 0 && block.crc == 0xA31C)
    let end = hex("02FF FA14 05EB")
    #expect(
      try TelinkOTAMessage(ByteRange(start: 0, end: 6), in: end.span) == .end(last: 0x14FA))
  }

  @Test("the older protocol: no result, the last block filled up")
  func older() {
    var story = Story<TelinkOTASession>()
    story.add("00FF")
    story.add("01FF")
    for number in 0..<10 { story.add(Self.block(number)) }
    story.add(Self.end(9))
    story.close()
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
    #expect(story.faults.isEmpty && story.facts.first?.announced == 150)
  }

  private func extended(blocks: Range<Int> = 0..<5) -> Story<TelinkOTASession> {
    var story = Story<TelinkOTASession>()
    story.add("04FF 0301 00")
    story.add("05FF 0201 01", fromServer: true)
    story.add(hex("03FF 20 00") + [UInt8](repeating: 0, count: 16))
    for number in blocks { story.add(Self.block(number, 32)) }
    return story
  }

  @Test("the extended protocol, with version and result")
  func withResult() {
    var story = extended()
    story.add(Self.end(4))
    story.add("06FF 00", fromServer: true)
    #expect(story.payload(0) == Self.image && story.endings == [.complete])
    #expect(story.facts.first?.acknowledged == 150 && story.counts.answered == 2)
  }

  @Test("a firmware without a mark keeps what it is filled up with")
  func unmarked() {
    var story = Story<TelinkOTASession>()
    story.add("01FF")
    var octets: [UInt8] = [0, 0] + [UInt8](repeating: 5, count: 16)
    let crc = TelinkOTABlock.checksum(of: ByteRange(start: 0, end: 18), in: octets.span)
    octets += Self.little(Int(crc))
    story.add(octets)
    story.add(Self.end(0))
    story.add("06FF 00", fromServer: true)
    #expect(story.payload(0) == [UInt8](repeating: 5, count: 16))
  }

  @Test("a block is missing, and the device says so")
  func gap() {
    var story = extended(blocks: 0..<2)
    story.add(Self.block(3, 32))
    #expect(story.faults.isEmpty)
    story.add("06FF 01", fromServer: true)
    #expect(story.faults.map(\.kind) == [.sequenceGap, .errorAnswered])
    #expect(story.faults.first?.expected == 2 && story.faults.last?.subject.kind == .update)
    #expect(story.faults.last?.ofFrame == story.faults.first?.frame)
    #expect(story.endings == [.refused] && story.faults.last?.name == "block repeated or lost")
    // What was under way to the device belongs to what it has refused.
    story.add(Self.block(4, 32))
    story.close()
    #expect(story.payload(0) == Array(Self.image[..<64]) && story.endings == [.refused])
  }

  @Test("a block that the capture missed: the device has all, so the client skipped nothing")
  func missed() {
    for missed in 1..<5 {
      var story = extended(blocks: 0..<missed)
      for number in (missed + 1)..<6 where number < 5 { story.add(Self.block(number, 32)) }
      story.add(Self.end(4))
      story.add("06FF 00", fromServer: true)
      #expect(story.endings == [.complete])
      #expect(!story.faults.contains { $0.kind == .sequenceGap })
      #expect(story.payload(0) == Array(Self.image[..<(32 * missed)]) || missed == 4)
    }
  }

  @Test("values that the logger cut: complete, with the size that the first block has")
  func cutValues() {
    var story = Story<TelinkOTASession>()
    story.add(hex("03FF 30 00") + [UInt8](repeating: 0, count: 16))
    for number in 0..<4 { story.add(Self.block(number, 48), cut: 40) }
    story.add(Self.end(3))
    story.add("06FF 00", fromServer: true)
    #expect(story.endings == [.complete] && story.faults.isEmpty && story.payload(0).isEmpty)
    #expect(story.facts.first?.acknowledged == 150 && story.facts.first?.isContiguous == false)
  }

  @Test("a device cannot acknowledge more than was sent")
  func acknowledged() {
    var story = extended(blocks: 0..<2)
    story.add("09FF FFFFFFFF", fromServer: true)
    story.add("06FF 05", fromServer: true)
    #expect(story.facts.first?.acknowledged == 64 && story.endings == [.refused])
    #expect(story.faults.first?.ofFrame == nil)
  }

  @Test("a wrong CRC-16, a repeated block, a wrong number at the end")
  func faults() {
    var story = extended(blocks: 0..<1)
    var wrong = Self.block(1, 32)
    wrong[10] ^= 1
    story.add(wrong)
    story.add(Self.block(1, 32))
    story.add(Self.end(7))
    #expect(story.faults.map(\.kind) == [.crcMismatch, .sentAgain, .malformed])
    #expect(story.faults.last?.expected == 1 && story.faults.last?.found == 7)
    story.microseconds += 2_000_000
    story.close()
    #expect(story.faults.last?.kind == .answerMissing && story.endings == [.interrupted])
  }

  @Test("a version that is refused")
  func version() {
    var story = Story<TelinkOTASession>()
    story.add("04FF 0101 01")
    story.add("05FF 0201 00", fromServer: true)
    #expect(story.faults.first?.name == "version refused")
  }

  @Test("cut anywhere: never complete, and what was sent up to there")
  func cut() {
    for count in 0...5 {
      var story = extended(blocks: 0..<count)
      story.close()
      #expect(story.endings == [.interrupted] && Self.image.starts(with: story.payload(0)))
      #expect(story.payload(0).count == min(32 * count, 150))
    }
  }

  @Test("a capture that begins within the blocks has no payload, and no error")
  func late() {
    var story = Story<TelinkOTASession>()
    for number in 3..<10 { story.add(Self.block(number)) }
    story.add(Self.end(9))
    story.add("06FF 00", fromServer: true)
    #expect(story.endings == [.complete] && story.faults.isEmpty && story.payload(0).isEmpty)
  }

  @Test("other values on the same characteristic are no such update")
  func other() {
    var story = Story<TelinkOTASession>()
    for octets in [Array("hello".utf8), [UInt8](repeating: 3, count: 20), [6, 0xFF, 0]] {
      story.add(octets)
      story.add(octets, fromServer: true)
    }
    story.close()
    #expect(story.events.isEmpty && !story.isRecognized && story.counts.stray == 6)
  }
}
