import BletraceTestSupport
import Bytes
import Testing

@testable import Framing

@Suite("Gecko OTA: session")
struct GeckoOTASessionTests {
  /// Header, a program of 40 octets, end.
  private static let file: [UInt8] = {
    var octets = hex("EB17A603 08000000 00000003 00000000 FE0101FE 28000000")
    octets += (0..<40).map { UInt8($0) } + hex("FC0404FC 04000000")
    var crc = CRC32()
    crc.add(ByteRange(start: 0, end: octets.count), in: octets.span)
    return octets + (0..<4).map { UInt8(truncatingIfNeeded: crc.value >> (8 * $0)) }
  }()

  private func sent(_ file: [UInt8], end: Bool = true) -> Story<GeckoOTASession> {
    var story = Story<GeckoOTASession>()
    story.add("00")
    for start in stride(from: 0, to: file.count, by: 20) {
      story.add(Array(file[start..<min(start + 20, file.count)]), .data)
    }
    if end { story.add("03") }
    return story
  }

  @Test("a GBL file")
  func whole() {
    let story = sent(Self.file)
    #expect(story.payload(0) == Self.file && story.endings == [.complete])
    #expect(story.faults.isEmpty && story.facts.first?.announced == Self.file.count)
  }

  @Test("a wrong octet shows in the CRC-32")
  func mismatch() {
    var file = Self.file
    file[30] ^= 1
    let story = sent(file)
    #expect(story.faults.map(\.kind) == [.crcMismatch] && story.endings == [.broken])
  }

  @Test("the device accepts a file whose end the capture does not have: the capture missed a part")
  func short() {
    let story = sent(Array(Self.file.dropLast(20)))
    #expect(story.faults.isEmpty && story.endings == [.complete])
    #expect(story.facts.map(\.isContiguous) == [false])
    #expect(story.facts.first?.announced == nil && story.facts.first?.acknowledged == nil)
  }

  @Test("what is no GBL file, or has a tag of its maker, is not checked")
  func unknown() {
    var file = Self.file
    file.insert(contentsOf: hex("AABBCCDD 04000000 01020304"), at: file.count - 12)
    for octets in [[UInt8](repeating: 9, count: 100), file] {
      let story = sent(octets)
      #expect(story.faults.isEmpty && story.endings == [.complete] && story.payload(0) == octets)
      #expect(story.facts.map(\.isContiguous) == [true])
    }
  }

  @Test("cut anywhere: never complete, and what was sent up to there")
  func cut() {
    for count in 0..<Self.file.count {
      var story = sent(Array(Self.file[..<count]), end: false)
      story.close()
      #expect(story.payload(0) == Array(Self.file[..<count]) && story.endings == [.interrupted])
    }
  }

  @Test("values that the logger cut: complete, and what comes before them")
  func cutValues() {
    var story = Story<GeckoOTASession>()
    story.add("00")
    story.add(Array(Self.file[..<20]), .data)
    story.add(Array(Self.file[20...]), .data, cut: 30)
    story.add("03")
    #expect(story.payload(0) == Array(Self.file[..<20]) && story.endings == [.complete])
    #expect(story.faults.isEmpty && story.facts.first?.isContiguous == false)
    #expect(story.facts.first?.announced == Self.file.count)
  }

  @Test("a capture that begins later has no payload, and no error")
  func late() {
    var story = Story<GeckoOTASession>()
    story.add(Array(Self.file[40...]), .data)
    story.add("03")
    #expect(story.endings == [.complete] && story.faults.isEmpty && story.payload(0).isEmpty)
  }
}
