import BletraceTestSupport
import Bytes
import CaptureFiles
import LinkLayer
import Testing

@testable import Redaction

/// Packets of a sniffer, in link type 256: ten octets, the access address, the PDU and its CRC.
@Suite struct AirRedactionTests {
  private static let salt = [UInt8](repeating: 7, count: 32)
  private static let header = 14
  private static let advertising: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]
  private static let secret: [UInt8] = Array("a secret".utf8)
  /// A notification of attribute 0x0025 of 40 octets, in its L2CAP PDU.
  private static let long: [UInt8] =
    [43, 0, 4, 0, 0x1B, 0x25, 0] + secret + (0..<32).map { $0 &* 7 }

  /// - Parameter wrong: records that get the CRC of another PDU.
  private func redact(
    _ air: AirStory, wrong: Set<Int> = [], kept: Set<RedactedKind> = []
  ) -> (before: [[UInt8]], after: [[UInt8]], redactor: Redactor) {
    var (records, bytes) = air.story.records()
    var before: [[UInt8]] = []
    for index in records.indices {
      let range = records[index].bytes
      setCRC(range.start..<range.end, &bytes, isWrong: wrong.contains(index))
      before.append(Array(bytes[range.start..<range.end]))
    }
    var redactor = Redactor(salt: Self.salt, markers: [], kept: kept)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    let done = redactor.take()
    #expect(done.map(\.record.number) == records.map(\.number))
    return (before, done.map(\.octets), redactor)
  }

  /// CONNECT_IND of the story has 0x030201.
  private func state(_ octets: [UInt8]) -> LLCRC.State {
    Array(octets[10..<14]) == Self.advertising
      ? LLCRC.advertising : LLCRC.state(initial: 0x03_0201)
  }

  private func setCRC(_ range: Range<Int>, _ bytes: inout [UInt8], isWrong: Bool) {
    let octets = Array(bytes[range])
    let crc = LLCRC.of(octets[Self.header..<octets.count - 3], from: state(octets))
    for index in 0..<3 {
      bytes[range.upperBound - 3 + index] = UInt8(crc >> (8 * UInt32(index)) & 0xFF)
    }
    if isWrong { bytes[range.upperBound - 1] ^= 0x10 }
  }

  private func crcIsRight(_ octets: [UInt8]) -> Bool {
    let pdu = octets[Self.header..<octets.count - 3]
    let crc = octets.suffix(3).reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    return LLCRC.of(pdu, from: state(octets)) == crc
  }

  private func story() -> AirStory {
    var air = AirStory()
    air.advertise(0x40, AirStory.peripheral + [2, 1, 6, 13, 9] + Array("Anna's phone".utf8))
    air.connect()
    return air
  }

  @Test func addressesAndNamesAreReplaced() {
    let (before, after, _) = redact(story())
    for octets in after {
      #expect(!octets.contains(AirStory.peripheral) && !octets.contains(AirStory.central))
      #expect(!octets.contains(Array("Anna".utf8)))
      #expect(crcIsRight(octets))
    }
    // The same in ADV_IND and in CONNECT_IND, with the bits of its type.
    let image = Array(after[0][16..<22])
    #expect(image[5] & 0xC0 == 0xC0 && Array(after[1][22..<28]) == image)
    // The header of the sniffer, the access address and the terms of the connection stay.
    for index in after.indices {
      #expect(after[index].prefix(16) == before[index].prefix(16))
    }
    #expect(after[1][28..<50] == before[1][28..<50])
  }

  @Test func whatIsInFragmentsIsReplacedAsAWhole() {
    var air = story()
    air.event([1], [2] + Self.long.prefix(27))
    air.event([1], [1] + Self.long.dropFirst(27))
    let (before, after, redactor) = redact(air)
    #expect(after.map(\.count) == before.map(\.count))
    // Lengths, channel, opcode and handle stay.
    #expect(after[3].prefix(23) == before[3].prefix(23))
    for index in [3, 5] {
      #expect(crcIsRight(after[index]))
      #expect(after[index] != before[index])
    }
    #expect(!after[3].contains(Self.secret))
    // The value is one: that is what is searched.
    #expect(redactor.mapping.contains { $0.original == Array(Self.long.dropFirst(7)) })
  }

  /// A packet that was sent again is the same one, also before its PDU is complete.
  @Test func whatIsSentAgainStaysEqual() {
    var air = story()
    air.event([1], [2] + Self.long.prefix(27), arrives: (true, false))
    air.event([1], [2] + Self.long.prefix(27))
    air.event([1], [1] + Self.long.dropFirst(27), arrives: (true, false))
    air.event([1], [1] + Self.long.dropFirst(27))
    let (before, after, _) = redact(air)
    for (first, second) in [(3, 5), (7, 9)] {
      for octets in [before, after] {
        #expect(
          octets[first].dropFirst(16).dropLast(3) == octets[second].dropFirst(16).dropLast(3))
      }
      #expect(after[first] != before[first])
    }
    for octets in after { #expect(crcIsRight(octets)) }
  }

  @Test func whatStartsEncryptionAndWhatIsEncrypted() {
    var air = story()
    let request: [UInt8] = [3, 3] + (1...22).map { 0xA0 + $0 }
    let answer: [UInt8] = [3, 4] + (1...12).map { 0xC0 + $0 }
    air.event(request)
    air.event([1], answer)
    air.event([1], [3, 5])
    let sealed: [UInt8] = [2] + (0..<31).map { 0x35 &+ $0 &* 11 }
    air.event([3] + (0..<5).map { 0x77 &+ $0 })
    air.event([1], sealed)
    let (before, after, _) = redact(air)
    // After the opcode nothing of the two halves of the session's key is left.
    for index in [2, 5] {
      #expect(after[index].prefix(17) == before[index].prefix(17))
      for offset in stride(from: 17, to: before[index].count - 3, by: 4) {
        let end = min(offset + 4, before[index].count - 3)
        #expect(after[index][offset..<end] != before[index][offset..<end])
      }
    }
    #expect(after[7] == before[7])
    // The MIC, too. No octet stays but by chance, one of 256.
    for index in before.indices.suffix(4) {
      let sealed = before[index].indices.dropFirst(16).dropLast(3)
      #expect(sealed.count { before[index][$0] == after[index][$0] } <= 2, "\(index)")
      if sealed.count > 4 { #expect(before[index][16..<20] != after[index][16..<20]) }
    }
    for octets in after { #expect(crcIsRight(octets)) }
  }

  @Test func aCRCThatIsWrongStaysWrong() {
    var air = story()
    air.event([1], [2] + Self.long.prefix(27), heard: (.good, .wrongCRC))
    air.event([1], [2] + Self.long.prefix(27))
    air.event([1], [1] + Self.long.dropFirst(27))
    let (before, after, _) = redact(air, wrong: [3])
    #expect(after[3].prefix(16) == before[3].prefix(16))
    #expect(!after[3].contains(Self.secret))
    // Nor is what may be no L2CAP header.
    #expect(after[3][16..<20] != before[3][16..<20] && after[3][20..<23] != before[3][20..<23])
    #expect(!crcIsRight(after[3]) && after[3].suffix(3) != before[3].suffix(3))
    #expect(crcIsRight(after[5]))
  }

  /// A sniffer that writes zeros for CRCs gives no hint at the original.
  @Test func aCRCThatIsNoneStays() {
    let (records, bytes) = story().story.records()
    var redactor = Redactor(salt: Self.salt, markers: [])
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    for record in redactor.take() { #expect(record.octets.suffix(3) == [0, 0, 0]) }
  }

  /// Nordic's sniffer, version 2, which takes each packet on channels 0 to 36 for a connection's,
  /// and writes channel 0 where it does not know any.
  @Test(arguments: [UInt8(0x01), 0x03, 0x0F], [UInt8(0x40), 0x42, 0x46, 0x44])
  func advertisingOnADataChannelIsReplaced(flags: UInt8, type: UInt8) {
    let header: [UInt8] = [1, 34, 0, 2, 0, 0, 6, 10, flags, 0, 40, 0, 0, 0, 0, 0, 0]
    let address: [UInt8] = [0x42, 0xCD, 0xCA, 0x0A, 0x4F, 0x38]
    let packet =
      header + Self.advertising + [type, 15] + address + [8, 0xFF, 6, 0, 1, 9, 0x20, 2, 7] + [
        9, 9, 9,
      ]
    var story = CaptureBuilder()
    story.add(.air, .unknown, packet, detail: UInt8(272 - 128 as Int))
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: Self.salt, markers: [])
    redactor.add(records[0], in: bytes.span)
    redactor.finish()
    let octets = redactor.take()[0].octets
    #expect(Array(octets.prefix(23)) == Array(packet.prefix(23)))
    for start in 0...2 { #expect(!octets.contains(Array(address[start..<start + 4]))) }
    // The search has it to look for, and finds no part of it.
    #expect(redactor.search.count > 0 && redactor.frameOfPart == nil)
    #expect(redactor.report.contains { $0.kind == .addresses && $0.places == 1 })
  }

  /// The start of a PDU that is never complete keeps its headers only where they are some.
  @Test func whatIsNoStartOfAPDUIsReplacedAsAWhole() {
    for (start, stays) in [(Array(Self.long.prefix(27)), true), (Array(0x51...0x6B), false)] {
      var air = story()
      air.event([1], [2] + start)
      let (before, after, _) = redact(air)
      #expect((after[3][16..<20] == before[3][16..<20]) == stays)
      #expect(!after[3].contains(Array(start.dropFirst(7).prefix(8))))
    }
  }

  /// Its fields may say where the sniffer was.
  @Test func fieldsOfPPIAreCleared() throws {
    let field: [UInt8] = [0x32, 0x75, 4, 0, 1, 2, 3, 4]
    let packet: [UInt8] =
      [0, 0, 16, 0, 0xFB, 0, 0, 0] + field + Self.advertising + [0x40, 6] + AirStory.peripheral
      + [9, 9, 9]
    var story = CaptureBuilder()
    story.add(.air, .unknown, packet, detail: 192 - 128)
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: Self.salt, markers: [])
    redactor.add(records[0], in: bytes.span)
    redactor.finish()
    let octets = try #require(redactor.take().first).octets
    #expect(Array(octets.prefix(12)) == Array(packet.prefix(12)))
    #expect(Array(octets[12..<16]) == [0, 0, 0, 0])
    #expect(Array(octets[16..<22]) == Array(packet[16..<22]))
    #expect(!octets.contains(AirStory.peripheral))
  }

  /// The frequency says nothing of anyone, and the report needs it.
  @Test func theFrequencyInPPIStays() throws {
    let packet: [UInt8] =
      [0, 0, 24, 0, 147, 0, 0, 0] + CaptureBuilder.fieldOfLE() + Self.advertising + [0x40, 6]
      + AirStory.peripheral + [9, 9, 9]
    var story = CaptureBuilder()
    story.add(.air, .unknown, packet, detail: 192 - 128)
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: Self.salt, markers: [])
    redactor.add(records[0], in: bytes.span)
    redactor.finish()
    let octets = try #require(redactor.take().first).octets
    #expect(Array(octets.prefix(30)) == Array(packet.prefix(30)))
    #expect(!octets.contains(AirStory.peripheral))
  }

  /// Nothing that is cut short, or makes no sense, may be left as it was, or stop the program.
  @Test func whateverIsCutIsReplaced() {
    var air = story()
    air.event([1], [2] + Self.long.prefix(27))
    let (records, bytes) = air.story.records()
    for record in records {
      for end in record.bytes.start...record.bytes.end {
        var cut = record
        cut.bytes = ByteRange(
          start: record.bytes.start, end: end, originalCount: record.bytes.count)
        var redactor = Redactor(salt: Self.salt, markers: [])
        redactor.add(cut, in: bytes.span)
        redactor.finish()
        let octets = redactor.take().first?.octets ?? []
        #expect(octets.count == end - record.bytes.start)
        #expect(!octets.contains(AirStory.peripheral) && !octets.contains(Self.secret))
      }
    }
  }
}
