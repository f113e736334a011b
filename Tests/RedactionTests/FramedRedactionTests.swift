import BletraceTestSupport
import BluetoothProtocol
import Bytes
import CaptureFiles
import SystemLibraries
import Testing

@testable import Framing
@testable import Redaction

/// Headers of framed transfers stay; digests and CRCs become those of what replaces the data.
@Suite struct FramedRedactionTests {
  // DA2E7828-FBCE-4E01-AE9E-261174997C48, 8EC90001- and 8EC90002-F315-4F60-9FB8-838830DAEA50.
  private static let smp = hex("48 7C 99 74 11 26 9E AE 01 4E CE FB 28 78 2E DA")
  private static let control = hex("50 EA DA 30 88 83 B8 9F 60 4F 15 F3 01 00 C9 8E")
  private static let packet = hex("50 EA DA 30 88 83 B8 9F 60 4F 15 F3 02 00 C9 8E")
  private static let (smpHandle, controlHandle, packetHandle) =
    (0x25, 0x27, 0x29)
    as (
      UInt16, UInt16, UInt16
    )

  private static func begin() -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x24, value: smpHandle, uuid: smp)
    story.discover(declaration: 0x26, value: controlHandle, uuid: control)
    story.discover(declaration: 0x28, value: packetHandle, uuid: packet)
    return story
  }

  /// The values of the packets after the beginning, as they are redacted.
  private func values(_ story: CaptureBuilder) -> [[UInt8]] {
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 9, count: 32), markers: [])
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    let beginning = Self.begin().records().records.count
    // Headers of HCI, L2CAP and ATT.
    return redactor.take().map(\.octets).dropFirst(beginning).map { Array($0.dropFirst(11)) }
  }

  private func write(_ value: [UInt8], to handle: UInt16, _ story: inout CaptureBuilder) {
    story.l2cap(.tx, 4, [0x52, UInt8(handle), 0] + value)
  }

  // MARK: - MCUmgr

  private static let image = (0..<150).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }

  /// A request to upload: write, image management, upload. SMP's header is big-endian.
  private func request(_ map: [UInt8], _ sequence: UInt8) -> [UInt8] {
    [2, 0, 0, UInt8(map.count), 0, 1, sequence, 1] + map
  }

  private func bytes(_ octets: [UInt8]) -> [UInt8] { [0x58, UInt8(octets.count)] + octets }

  /// Two requests with `len`, `off`, `sha` and `data`, and with `off` and `data`, in CBOR.
  private func upload(digest: [UInt8]) -> [[UInt8]] {
    var story = Self.begin()
    var first = hex("A4 63 6C656E 18 96 63 6F6666 00 63 736861") + bytes(digest)
    first += hex("64 64617461") + bytes(Array(Self.image[..<90]))
    let second = hex("A2 63 6F6666 18 5A 64 64617461") + bytes(Array(Self.image[90...]))
    write(request(first, 0), to: Self.smpHandle, &story)
    write(request(second, 1), to: Self.smpHandle, &story)
    return values(story)
  }

  @Test func theDigestOfAnImageIsThatOfWhatReplacesIt() {
    let digest = SHA256.octets(of: Self.image.span)
    let found = upload(digest: digest)
    // 8 octets of header; a map, with len, off and sha before the digest.
    let (sha, data) = (found[0][26..<58], found[0][65...] + found[1][22...])
    let header: [UInt8] = [2, 0, 0, 147, 0, 1, 0, 1]
    #expect(found[0].starts(with: header))
    #expect(found[0][8..<26].elementsEqual(hex("A4 63 6C656E 18 96 63 6F6666 00 63 736861 58 20")))
    #expect(data.count == 150 && Array(data) != Self.image)
    #expect(Array(sha) == SHA256.octets(of: Array(data).span))
  }

  @Test func aDigestThatWasWrongStaysWrong() {
    let digest = [UInt8](repeating: 0x5A, count: 31) + [1]
    let found = upload(digest: digest)
    let (sha, data) = (found[0][26..<58], found[0][65...] + found[1][22...])
    #expect(Array(sha) != digest)
    #expect(Array(sha) != SHA256.octets(of: Array(data).span))
  }

  /// What becomes of a map in an answer to a read of a group.
  private func answer(_ group: UInt8, _ map: [UInt8], cutAt length: Int? = nil) -> [UInt8] {
    var story = Self.begin()
    let frame = [1, 0, 0, UInt8(map.count), 0, group, 0, 0] + map
    let first = length ?? frame.count
    story.notify(Self.smpHandle, Array(frame[..<first]))
    if first < frame.count { story.notify(Self.smpHandle, Array(frame[first...])) }
    return Array(values(story).flatMap(\.self).dropFirst(8))
  }

  @Test func keysAndNumbersOfUnknownMapsAreReplaced() {
    // {"lat": 48.2082, "pin": 12345, "n": 7, "on": true, "x": null}
    let map = hex(
      "A5 63 6C6174 FB 40481AA64C2F837B 63 70696E 19 3039 61 6E 07 62 6F6E F5 61 78 F6")
    let found = answer(64, map)
    #expect(found.count == map.count)
    #expect(found[2..<5] != map[2..<5] && found[6..<14] != map[6..<14])
    #expect(found[15..<18] != map[15..<18] && found[19..<21] != map[19..<21])
    // The types stay: a map, texts, a double, an integer of two octets, a small one, a boolean.
    for index in [0, 1, 5, 14, 18, 21, 24, 28, 30] { #expect(found[index] == map[index]) }
    #expect(found[23] < 24)
    #expect(found[27] == 0xF4 || found[27] == 0xF5)
  }

  @Test func errorsOfAnyGroupStay() {
    // {"rc": 8}, {"err": {"group": 64, "rc": 3}}
    let (first, second) = (
      hex("A1 62 7263 08"), hex("A1 63 657272 A2 65 67726F7570 18 40 62 7263 03")
    )
    #expect(answer(64, first) == first)
    #expect(answer(64, second) == second)
    // {"off": 1000} is no error.
    #expect(answer(64, hex("A1 63 6F6666 19 03E8"))[5...] != hex("A1 63 6F6666 19 03E8")[5...])
  }

  @Test func aKeyInTwoValuesIsKnownAtItsEnd() {
    let known = hex("A1 63 6F6666 19 03E8")
    // {"off": 1000} of file management, divided within the key; and {"ofx": 1000}.
    #expect(answer(8, known, cutAt: 11) == known)
    let other = hex("A1 63 6F6678 19 03E8")
    #expect(answer(8, other, cutAt: 12)[4] != 0x78)
    #expect(answer(8, other)[2..<5] != other[2..<5])
  }

  @Test func theSearchLooksForFramedData() {
    var story = Self.begin()
    let data = Array(Self.image[..<90])
    write(request(hex("A2 63 6F6666 00 64 64617461") + bytes(data), 0), to: Self.smpHandle, &story)
    let (records, octets) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 9, count: 32), markers: [])
    for record in records { redactor.add(record, in: octets.span) }
    redactor.finish()
    var search = redactor.search
    search.search(data)
    #expect(search.found == .values)
  }

  // MARK: - What is longer than its message

  private static let secret = Array("name=John Smith;glucose=142".utf8)

  /// What becomes of the secret behind a message on a characteristic.
  private func rest(_ uuid: String, _ message: [UInt8], isFromServer: Bool) -> [UInt8] {
    let digits = uuid.filter { $0 != "-" }
    let octets = hex(digits).reversed()
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x24, value: Self.smpHandle, uuid: Array(octets))
    let value = message + Self.secret
    if isFromServer {
      story.notify(Self.smpHandle, value)
    } else {
      story.att(.tx, [0x12, UInt8(Self.smpHandle), 0] + value)
    }
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 9, count: 32), markers: [])
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return Array((redactor.take().last?.octets ?? []).suffix(value.count))
  }

  @Test(
    arguments: [
      "0201", "080A00", "05", "01 04", "03", "04", "06", "07",
      "> 100101", "> 10070100000010", "> 1100010000", "> 10",
    ])
  func legacyDFU(message: String) {
    expectReplaced("00001531-1212-EFDE-1523-785FEABCD123", message)
  }

  @Test(
    arguments: [
      "010110000000", "03", "04", "0601", "020A00", "07", "> 600101",
      "> 600601 00000000 00000000 00000000",
      "> 60030B02", "> 600302", "> 600301 00000000 00000000", "> 600701",
    ])
  func secureDFU(message: String) {
    expectReplaced("8EC90001-F315-4F60-9FB8-838830DAEA50", message)
  }

  @Test(arguments: ["656C 04000000 4300 04", "> 656C 04 4300 04", "4565", "0501 1000"])
  func matterBTP(message: String) {
    expectReplaced("18EE2EF5-263D-4559-959F-4F9C429F9D11", message)
  }

  @Test(arguments: ["0011", "0B 01", "00 FF 0000"])
  func mcumgr(message: String) {
    expectReplaced("DA2E7828-FBCE-4E01-AE9E-261174997C48", message)
  }

  /// - Parameter message: with `>` before one of the server.
  private func expectReplaced(_ uuid: String, _ message: String) {
    let isFromServer = message.hasPrefix(">")
    let octets = hex(message.filter { $0 != ">" })
    let found = rest(uuid, octets, isFromServer: isFromServer)
    #expect(found.count == octets.count + Self.secret.count)
    let secret = Array(found.suffix(Self.secret.count))
    // Of all its octets chance may leave one or two.
    #expect(zip(secret, Self.secret).count { $0 == $1 } < 4, "\(message)")
  }

  @Test func whatBeginsNoFrameIsReplacedFromItsFirstOctet() {
    let uuids = [
      "DA2E7828-FBCE-4E01-AE9E-261174997C48", "18EE2EF5-263D-4559-959F-4F9C429F9D11",
    ]
    for uuid in uuids {
      let firsts = (0x90...0xFF as ClosedRange<UInt8>).filter { $0 & 0x90 != 0 }
      let kept = firsts.count { rest(uuid, [$0], isFromServer: false).first == $0 }
      #expect(kept < 6)
    }
  }

  // MARK: - Nordic DFU

  @Test func numbersOfUnknownFieldsOfAnInitPacketAreReplaced() {
    // Of the init command: 1 the version, 7 the application size, 15 what there is not.
    let packet: [UInt8] = hex("0A 0D 08 01 12 09 08 05 38 96 01 78 FE 95 03")
    var scanner = InitPacketScanner()
    let parts = packet.map { scanner.part($0) }
    #expect(parts[..<12].allSatisfy { $0 == .header })
    #expect(parts[12...].allSatisfy { $0 == .varint })
    var story = Self.begin()
    write([6, 1], to: Self.controlHandle, &story)
    write([1, 1, 15, 0, 0, 0], to: Self.controlHandle, &story)
    write(packet, to: Self.packetHandle, &story)
    let found = values(story)[2]
    #expect(found.prefix(12) == packet.prefix(12))
    #expect(found.suffix(3) != packet.suffix(3))
    // Whether more follows stays.
    #expect(found.suffix(3).map { $0 >> 7 } == [1, 1, 0])
  }

  private func crc(_ octets: [UInt8]) -> [UInt8] {
    var crc = CRC32()
    crc.add(ByteRange(start: 0, end: octets.count), in: octets.span)
    return (0..<4).map { UInt8(truncatingIfNeeded: crc.value >> (8 * $0)) }
  }

  /// Creates an object of 150 octets, sends it in two packets, and asks for the CRC.
  private func object(answering crc: [UInt8]) -> [[UInt8]] {
    var story = Self.begin()
    write([1, 2, 150, 0, 0, 0], to: Self.controlHandle, &story)
    write(Array(Self.image[..<90]), to: Self.packetHandle, &story)
    write(Array(Self.image[90...]), to: Self.packetHandle, &story)
    write([3], to: Self.controlHandle, &story)
    story.notify(Self.controlHandle, [0x60, 3, 1, 150, 0, 0, 0] + crc)
    return values(story)
  }

  @Test func theCRCOfAnObjectIsThatOfWhatReplacesIt() {
    let found = object(answering: crc(Self.image))
    let data = found[1] + found[2]
    #expect(found[0] == [1, 2, 150, 0, 0, 0] && found[3] == [3])
    #expect(data.count == 150 && data != Self.image)
    #expect(found[4] == [0x60, 3, 1, 150, 0, 0, 0] + crc(data))
  }

  @Test func aCRCThatWasWrongStaysWrong() {
    let found = object(answering: [1, 2, 3, 4])
    #expect(found[4].prefix(7) == [0x60, 3, 1, 150, 0, 0, 0])
    #expect(found[4].suffix(4) != [1, 2, 3, 4])
    #expect(Array(found[4].suffix(4)) != crc(found[1] + found[2]))
  }
}
