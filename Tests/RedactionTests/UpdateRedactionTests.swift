import BletraceTestSupport
import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Testing

@testable import Redaction

/// Of updates by the protocols of chip makers, headers stay, and checksums become those of what
/// replaces the data; one that was wrong stays wrong.
@Suite struct UpdateRedactionTests {
  private static let image = (0..<48).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }

  private static func little(_ number: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
  }

  private struct Value {
    var framing: FramingProtocol
    var role: FramingRole
    var octets: [UInt8]
    var isFromServer = false
  }

  private func redacted(_ values: [Value]) -> [[UInt8]] {
    var redaction = FramedRedaction()
    var replacements = Replacements(
      salt: [UInt8](repeating: 9, count: 32), markers: [], kept: [], known: nil,
      isLearning: false)
    return values.map { value in
      redaction.replace(
        FramedOctets(
          octets: value.octets, originalCount: value.octets.count, role: value.role,
          isFromServer: value.isFromServer),
        value.framing, connection: 0, server: .peer, &replacements
      ).image
    }
  }

  // MARK: - ESP BLE OTA

  private static func packet(_ numbers: UInt16...) -> [UInt8] {
    let octets = numbers.flatMap(little) + [UInt8](repeating: 0, count: 12)
    return octets + little(ESPOTAPacket.checksum(of: octets))
  }

  private func sector(_ crc: UInt16) -> [[UInt8]] {
    redacted([
      Value(framing: .espOTA, role: .control, octets: Self.packet(1, 48, 0)),
      Value(framing: .espOTA, role: .data, octets: [0, 0, 0] + Self.image[..<24]),
      Value(
        framing: .espOTA, role: .data,
        octets: [0, 0, 255] + Self.image[24...] + Self.little(crc)),
      Value(framing: .espOTA, role: .data, octets: Self.packet(0, 0, 1), isFromServer: true),
    ])
  }

  @Test func theCRCOfASectorIsThatOfWhatReplacesIt() {
    let found = sector(ESPOTAPacket.checksum(of: Self.image))
    #expect(found[0] == Self.packet(1, 48, 0) && found[3] == Self.packet(0, 0, 1))
    #expect(found[1].starts(with: [0, 0, 0]) && found[2].starts(with: [0, 0, 255]))
    let data = found[1][3...] + found[2][3..<27]
    #expect(Array(data) != Self.image)
    #expect(Array(found[2].suffix(2)) == Self.little(ESPOTAPacket.checksum(of: data)))
  }

  @Test func aCRCInTwoPartsIsThatOfWhatReplacesIt() {
    for wrong in [0, 1, 256] as [UInt16] {
      let crc = Self.little(ESPOTAPacket.checksum(of: Self.image) ^ wrong)
      let found = redacted([
        Value(framing: .espOTA, role: .control, octets: Self.packet(1, 48, 0)),
        Value(framing: .espOTA, role: .data, octets: [0, 0, 0] + Self.image + [crc[0]]),
        Value(framing: .espOTA, role: .data, octets: [0, 0, 255, crc[1]]),
      ])
      let data = found[1][3..<51]
      let isRight = [found[1][51], found[2][3]] == Self.little(ESPOTAPacket.checksum(of: data))
      #expect(Array(data) != Self.image && isRight == (wrong == 0))
    }
  }

  @Test func aWrongCRCOfASectorStaysWrong() {
    let found = sector(ESPOTAPacket.checksum(of: Self.image) ^ 1)
    let data = found[1][3...] + found[2][3..<27]
    #expect(Array(found[2].suffix(2)) != Self.little(ESPOTAPacket.checksum(of: data)))
  }

  @Test func otherValuesOnTheSameUUIDAreReplaced() {
    let secret: [UInt8] = Array("a pass phrase that is long".utf8)
    let found = redacted([
      Value(framing: .espOTA, role: .data, octets: secret),
      Value(framing: .espOTA, role: .control, octets: Array(secret.prefix(20))),
    ])
    #expect(found[0] != secret && found[0].prefix(3) != secret.prefix(3))
    #expect(found[1] != Array(secret.prefix(20)))
  }

  // MARK: - Telink OTA

  private func block(_ number: UInt16, _ octets: [UInt8], wrong: UInt16 = 0) -> [UInt8] {
    let block = Self.little(number) + octets
    let crc = TelinkOTABlock.checksum(of: ByteRange(start: 0, end: block.count), in: block.span)
    return block + Self.little(crc ^ wrong)
  }

  @Test func theCRCOfABlockIsThatOfWhatReplacesIt() {
    for wrong in [0, 1] as [UInt16] {
      let octets = block(1, Array(Self.image[..<16]), wrong: wrong)
      let found = redacted([
        Value(framing: .telinkOTA, role: .control, octets: [1, 0xFF]),
        Value(framing: .telinkOTA, role: .control, octets: octets),
        Value(framing: .telinkOTA, role: .control, octets: [6, 0xFF, 3], isFromServer: true),
      ])
      #expect(found[0] == [1, 0xFF] && found[2] == [6, 0xFF, 3])
      #expect(found[1].prefix(2) == [1, 0] && found[1] != octets)
      // The size of the firmware, of the second block.
      #expect(found[1][10..<14] == octets[10..<14])
      #expect((found[1] == block(1, Array(found[1][2..<18]))) == (wrong == 0))
    }
  }

  // MARK: - TI OAD, Gecko OTA, MIDI

  @Test func lengthsAndNumbersOfADownloadStay() {
    let identify =
      Array("SECRETID".utf8) + [1, 1, 0xFF, 0xFF, 1, 0, 48, 0, 0, 0] + Array("0001".utf8)
    let found = redacted([
      Value(framing: .tiOAD, role: .announcement, octets: identify),
      Value(framing: .tiOAD, role: .control, octets: [0x12, 0, 1, 0, 0, 0], isFromServer: true),
      Value(framing: .tiOAD, role: .data, octets: [1, 0, 0, 0] + Self.image),
    ])
    #expect(found[0][14..<18] == [48, 0, 0, 0] && found[0].prefix(8) != identify.prefix(8))
    #expect(found[1] == [0x12, 0, 1, 0, 0, 0])
    #expect(found[2].prefix(4) == [1, 0, 0, 0] && Array(found[2][4...]) != Self.image)
  }

  private func crc(_ octets: some Collection<UInt8>) -> [UInt8] {
    var crc = CRC32()
    for octet in octets { crc.add(octet) }
    return (0..<4).map { UInt8(truncatingIfNeeded: crc.value >> (8 * $0)) }
  }

  @Test func tagsOfAFileStayAndItsCRCIsThatOfWhatReplacesIt() {
    var file = hex("EB17A603 08000000 00000003 00000000 FE0101FE 30000000") + Self.image
    file += hex("FC0404FC 04000000")
    file += crc(file)
    let found = redacted([
      Value(framing: .geckoOTA, role: .control, octets: [0]),
      Value(framing: .geckoOTA, role: .data, octets: Array(file[..<50])),
      Value(framing: .geckoOTA, role: .data, octets: Array(file[50...])),
      Value(framing: .geckoOTA, role: .control, octets: [3]),
    ])
    let image = found[1] + found[2]
    #expect(found[0] == [0] && found[3] == [3] && image.count == file.count)
    #expect(image.prefix(8) == file.prefix(8) && image[16..<24] == file[16..<24])
    #expect(image[72..<80] == file[72..<80] && image[24..<72] != file[24..<72])
    #expect(Array(image.suffix(4)) == crc(image.dropLast(4)))
  }

  @Test func dataOfMIDIStayData() {
    let octets = hex("80 80 F0 01 02 03 04 05 06 07 81 F7")
    let found = redacted([Value(framing: .midi, role: .data, octets: octets)])[0]
    #expect(found != octets && found.map { $0 >> 7 } == octets.map { $0 >> 7 })
    #expect(found[2] == 0xF0 && found.suffix(2) == octets.suffix(2))
  }

  @Test func whatIsNoMIDIIsReplaced() {
    let secret = [0x41] + [UInt8](0x90...0xBF)
    let found = redacted([Value(framing: .midi, role: .data, octets: secret)])[0]
    #expect(found[0] & 0xC0 != 0x80 && found[0] != secret[0])
    #expect(zip(found, secret).count { $0 == $1 } < 5)
  }
}
