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
    /// Octets that the logger cut off.
    var cut = 0
  }

  private func redacted(_ values: [Value]) -> [[UInt8]] {
    var redaction = FramedRedaction()
    var replacements = Replacements(
      salt: [UInt8](repeating: 9, count: 32), markers: [], kept: [], known: nil,
      isLearning: false)
    var images: [[UInt8]] = []
    var waiting: [Int: (value: Int, range: Range<Int>)] = [:]
    for value in values {
      let found = redaction.replace(
        FramedOctets(
          octets: value.octets, originalCount: value.octets.count + value.cut, role: value.role,
          isFromServer: value.isFromServer),
        value.framing, connection: 0, server: .peer, &replacements)
      images.append(found.image)
      for step in found.steps {
        switch step {
        case .wait(let id, let range): waiting[id] = (images.count - 1, range)
        case .write(let id, _, let image):
          guard let own = waiting.removeValue(forKey: id), !image.isEmpty else { continue }
          images[own.value].replaceSubrange(own.range, with: image)
        }
      }
    }
    return images
  }

  /// Whether four octets in a row stay in the same place.
  private func hasKept(_ image: some Collection<UInt8>, _ original: some Collection<UInt8>) -> Bool
  {
    var count = 0
    return zip(image, original).contains {
      count = $0 == $1 ? count + 1 : 0
      return count == 4
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

  @Test func partsBehindTheEndOfTheFirmwareAreReplaced() {
    let found = redacted(
      [Value(framing: .espOTA, role: .control, octets: Self.packet(1, 6, 0))]
        + (0..<4).map { number in
          Value(
            framing: .espOTA, role: .data, octets: [0, 0, UInt8(number)] + Self.image[..<12])
        })
    for (number, image) in found.dropFirst().enumerated() {
      #expect(image.count == 15 && Array(image[..<3]) == [0, 0, UInt8(number)])
      #expect(!hasKept(image[3...], Self.image[..<12]))
    }
  }

  @Test func twentyZerosAreNoPacketOfAnUpdate() {
    let found = redacted([
      Value(
        framing: .espOTA, role: .control, octets: [UInt8](repeating: 0, count: 20),
        isFromServer: true),
      Value(framing: .espOTA, role: .data, octets: Array("secret text".utf8)),
    ])
    #expect(found[1].prefix(3) != Array("sec".utf8)[...])
  }

  @Test func whatFollowsACommandToStopIsReplaced() {
    let found = redacted([
      Value(framing: .espOTA, role: .control, octets: Self.packet(1, 48, 0)),
      Value(framing: .espOTA, role: .control, octets: Self.packet(2, 0x4553, 0x5243)),
      Value(framing: .espOTA, role: .control, octets: Self.packet(2, 0, 0)),
    ])
    #expect(found[1][2..<6] != Self.packet(2, 0x4553, 0x5243)[2..<6])
    #expect(found[2] == Self.packet(2, 0, 0))
  }

  @Test func theOnlySectorHasItsCRCAtItsEnd() {
    let image = [0, 0, 0, 0] + Self.image
    let count = UInt16(image.count)
    let found = redacted([
      Value(framing: .espOTA, role: .control, octets: Self.packet(1, count, 0)),
      Value(framing: .espOTA, role: .data, octets: [255, 255, 0] + image),
      Value(
        framing: .espOTA, role: .data,
        octets: [255, 255, 255] + Self.little(ESPOTAPacket.checksum(of: image))),
    ])
    let data = found[1][3...]
    // Not the CRC-16 of nothing, and its inversion.
    #expect(data.prefix(2) != [0, 0] && data.prefix(2) != [0, 255] && data.prefix(2) != [255, 0])
    #expect(Array(found[2].suffix(2)) == Self.little(ESPOTAPacket.checksum(of: data)))
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
      // Where the size would be if there was a mark before it.
      #expect(!hasKept(found[1][2...], octets[2...]))
      #expect((found[1] == block(1, Array(found[1][2..<18]))) == (wrong == 0))
    }
  }

  private func firmware(_ marks: [Int], size: Int = 16, isShown: Bool = true) -> [[UInt8]] {
    var image = (0..<64).map { UInt8(truncatingIfNeeded: $0 &* 53 &+ 7) }
    for mark in marks { image.replaceSubrange(mark..<mark + 4, with: "KNLT".utf8) }
    var values: [[UInt8]] = isShown ? [[1, 0xFF]] : []
    for offset in stride(from: 0, to: image.count, by: size) {
      let octets = Array(image[offset..<offset + size])
      values.append(block(UInt16(offset / size), octets, wrong: isShown ? 0 : 1))
    }
    return values
  }

  private func redacted(telink values: [[UInt8]]) -> [[UInt8]] {
    redacted(values.map { Value(framing: .telinkOTA, role: .control, octets: $0) })
  }

  @Test func anImageWithoutTheMarkKeepsNothing() {
    for size in [16, 32] {
      let values = firmware([], size: size)
      let found = redacted(telink: values)
      for (image, original) in zip(found, values).dropFirst() {
        #expect(image.prefix(2) == original.prefix(2) && !hasKept(image[2...], original[2...]))
        #expect(image == block(UInt16(image[0]), Array(image[2..<2 + size])))
      }
    }
  }

  @Test(arguments: [[8], [32], [8, 32]], [16, 32, 64])
  func theMarkAndTheSizeStay(_ marks: [Int], _ size: Int) {
    let values = firmware(marks, size: size)
    let found = redacted(telink: values)
    let original = values.dropFirst().flatMap { $0[2..<2 + size] }
    let image = found.dropFirst().flatMap { $0[2..<2 + size] }
    #expect(image[24..<28] == original[24..<28])
    for mark in [8, 32] {
      #expect((image[mark..<mark + 4] == original[mark..<mark + 4]) == marks.contains(mark))
    }
    for range in [0..<8, 12..<24, 36..<64] {
      #expect(!hasKept(image[range], original[range]))
    }
    for value in found.dropFirst() {
      #expect(value == block(UInt16(value[0]), Array(value[2..<2 + size])))
    }
  }

  @Test func aMarkAfterAMissingBlockIsData() {
    var values = firmware([8, 32])
    values.remove(at: 1)
    let found = redacted(telink: values)
    for (image, original) in zip(found, values).dropFirst() {
      #expect(!hasKept(image[2...], original[2...]))
    }
  }

  @Test func valuesThatAreNoBlocksAreReplaced() {
    let values = firmware([8], isShown: false)
    let found = redacted(telink: values)
    for (image, original) in zip(found, values) {
      #expect(image.prefix(2) != original.prefix(2) && !hasKept(image, original))
    }
  }

  @Test func whatFollowsTheFieldsOfATelinkCommandIsReplaced() {
    let secret = Array("SECRETPASS".utf8)
    let headers: [([UInt8], Bool)] = [
      ([1, 0xFF], false), ([0, 0xFF], false), ([2, 0xFF], false),
      ([2, 0xFF, 7, 0, 0xF8, 0xFF], false), ([3, 0xFF, 16, 0], false), ([6, 0xFF, 3], true),
      ([8, 0xFF, 1, 0], true), ([9, 0xFF, 1, 0, 0, 0], true), ([10, 0xFF], true),
    ]
    let found = redacted(
      [Value(framing: .telinkOTA, role: .control, octets: [1, 0xFF])]
        + headers.map {
          Value(framing: .telinkOTA, role: .control, octets: $0.0 + secret, isFromServer: $0.1)
        })
    for (image, header) in zip(found.dropFirst(), headers) {
      let count = header.0.count
      #expect(Array(image[..<count]) == header.0 && !hasKept(image[count...], secret))
      #expect(image[count..<count + 2] != secret[..<2])
    }
  }

  // MARK: - TI OAD, Gecko OTA, MIDI

  @Test func whatFollowsTheFieldsOfADownloadIsReplaced() {
    let secret = Array("SECRETPASSWORD".utf8)
    let headers: [(FramingRole, [UInt8], Bool)] = [
      (.control, [1], false), (.control, [4], false), (.control, [1, 20, 0], true),
      (.control, [0x12, 0, 1, 0, 0, 0], true), (.control, [3, 0], true), (.status, [0], true),
    ]
    let found = redacted(
      headers.map {
        Value(framing: .tiOAD, role: $0.0, octets: $0.1 + secret, isFromServer: $0.2)
      })
    for (image, header) in zip(found, headers) {
      let count = header.1.count
      #expect(Array(image[..<count]) == header.1 && !hasKept(image[count...], secret))
      #expect(image[count..<count + 2] != secret[..<2])
    }
  }

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

  @Test func dataAfterACutValueAreNoTags() {
    // What follows the octets that are missing looks like a tag in its place.
    let head = hex("EB17A603 08000000 00000003 00000000 FE0101FE 30000000")
    let secret = Self.image[..<24] + hex("FE0101FE 53454352")
    let found = redacted([
      Value(framing: .geckoOTA, role: .control, octets: [0]),
      Value(framing: .geckoOTA, role: .data, octets: head + Self.image[..<24], cut: 24),
      Value(framing: .geckoOTA, role: .data, octets: Array(secret)),
    ])
    #expect(found[1].prefix(8) == head.prefix(8) && !hasKept(found[2], secret))
  }

  @Test func aTagOfAnotherFormatIsData() {
    let head = hex("EB17A603 08000000 00000003 00000000")
    for text in ["TEXT", "\u{FE}ABC"] {
      let secret = [UInt8](text.unicodeScalars.map { UInt8($0.value) }) + [0, 0, 0, 0]
      let tags = Array([secret, secret, secret].joined())
      let found = redacted([
        Value(framing: .geckoOTA, role: .control, octets: [0]),
        Value(framing: .geckoOTA, role: .data, octets: head + tags),
      ])
      #expect(found[1].prefix(8) == head.prefix(8) && !hasKept(found[1][16...], tags))
    }
  }

  @Test func onlyCommandsOfAnUploadStay() {
    let secret = Array("SECRET".utf8)
    let found = redacted([
      Value(framing: .geckoOTA, role: .control, octets: secret),
      Value(framing: .geckoOTA, role: .control, octets: [3] + secret, isFromServer: true),
      Value(framing: .geckoOTA, role: .data, octets: secret, isFromServer: true),
      Value(framing: .geckoOTA, role: .control, octets: [3] + secret),
    ])
    #expect(found[0][0] != secret[0] && found[1][0] != 3 && found[2][0] != secret[0])
    #expect(found[3][0] == 3 && !hasKept(found[3][1...], secret))
  }

  @Test func whatIsNoCommandOfAnUploadBecomesNone() {
    for octet in UInt8.min ... .max where GeckoOTACommand(rawValue: octet) == nil {
      let found = redacted([Value(framing: .geckoOTA, role: .control, octets: [octet])])
      #expect(GeckoOTACommand(rawValue: found[0][0]) == nil)
    }
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
