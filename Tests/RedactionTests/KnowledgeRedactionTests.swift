import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

/// What one part of a capture shows of people and devices is nowhere in the others; and what only a
/// damaged packet calls private is no reason to refuse.
@Suite struct KnowledgeRedactionTests {
  private static let peer: [UInt8] = [0xE4, 0xD3, 0x91, 0x2B, 0x4F, 0x0C]

  private func redact(_ story: CaptureBuilder) -> (records: [[UInt8]], redactor: Redactor) {
    let (records, bytes) = story.records()
    var learner = Redactor(salt: [], markers: [], isLearning: true)
    for record in records { learner.add(record, in: bytes.span) }
    learner.finish()
    var redactor = Redactor(
      salt: [UInt8](repeating: 7, count: 32), markers: [], known: learner.knowledge)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return (redactor.take().map(\.octets), redactor)
  }

  private func finds(_ redactor: Redactor, in records: [[UInt8]]) -> RedactedKind? {
    var search = redactor.search
    for record in records { search.search(record) }
    return search.found
  }

  // MARK: - Damage

  private static let uuid: [UInt8] = [
    0xE0, 0x7F, 0x0A, 0xE8, 0x00, 0xBB, 0x47, 0xF5, 0x94, 0xF4, 0x4A, 0x71, 0x74, 0xEA, 0x30, 0x32,
  ]
  private static let services: [UInt8] = [0x11, 20, 1, 0, 5, 0] + uuid
  private static let declaration: [UInt8] = [0x09, 7, 2, 0, 0x12, 3, 0, 0, 0x2A]

  @Test(arguments: [services, declaration]) func aCutPacketIsNoReasonToRefuse(pdu: [UInt8]) {
    for cut in 1...3 {
      var story = CaptureBuilder()
      story.connect()
      story.att(
        .tx, pdu[0] == 0x11 ? [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28] : [0x08, 1, 0, 9, 0, 3, 0x28])
      story.att(.rx, pdu)
      story.l2cap(.rx, 4, pdu, keeping: 8 + pdu.count - cut)
      let (records, redactor) = redact(story)
      #expect(finds(redactor, in: records) == nil, "\(cut)")
      #expect(records[2].suffix(pdu.count) == pdu[...])
    }
  }

  @Test(arguments: [services, declaration]) func aLostFragmentIsNoReasonToRefuse(pdu: [UInt8]) {
    var story = CaptureBuilder()
    story.connect()
    story.att(.rx, pdu)
    let whole = HCIPacket.l2cap(4, pdu)
    for start in [0, 4] { story.acl(.rx, boundary: 1, Array(whole[start...])) }
    // The channel of the Security Manager, by a wrong bit.
    story.l2cap(.rx, 6, pdu)
    // Another opcode of ATT.
    story.att(.rx, [0x1B] + pdu.dropFirst())
    let (records, redactor) = redact(story)
    #expect(finds(redactor, in: records) == nil)
    for record in records.dropFirst(2) { #expect(record.suffix(8) != pdu.suffix(8)) }
  }

  @Test func whatIsNotKeptAnywhereIsFound() {
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x25, Array("a secret value".utf8))
    let (records, redactor) = redact(story)
    #expect(finds(redactor, in: records + [Array("... a secret value".utf8)]) == .values)
  }

  // MARK: - Addresses and names in what is kept

  @Test(arguments: [peer, peer.reversed(), Array("Johanna".utf8)])
  func aUUIDHoldsNoAddressAndNoName(part: [UInt8]) {
    let uuid = [0x00, 0x11] + part + [UInt8](0x40...0x4D).prefix(14 - part.count)
    var story = CaptureBuilder()
    story.discover(declaration: 0x11, value: 0x12, uuid: Self.uuid)
    story.connect(peer: Self.peer)
    story.att(.tx, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    story.att(.rx, [0x11, 20, 1, 0, 5, 0] + uuid)
    story.advertise(Self.peer, -50, data: [17, 7] + uuid + [8, 9] + Array("Johanna".utf8))
    let (records, redactor) = redact(story)
    #expect(finds(redactor, in: records) == nil)
    let found = Array(records[4].suffix(16))
    #expect(found.prefix(2) == uuid.prefix(2) && found != uuid)
    #expect(found.suffix(14 - part.count) == uuid.suffix(14 - part.count))
    // The same wherever it stands.
    #expect(records[5][15..<31].elementsEqual(found))
  }

  @Test func anAddressThatComesLaterIsKnown() {
    for structure in [[0xFF] + Self.peer, [0x16] + Self.peer] {
      var story = CaptureBuilder()
      // LE Set Advertising Data; then Read BD_ADDR.
      let data = [UInt8(structure.count)] + structure
      let filling = [UInt8](repeating: 0, count: 31 - data.count)
      story.command(0x2008, [UInt8(data.count)] + data + filling)
      story.commandComplete(0x1009, [0] + Self.peer)
      let found = redact(story).records[0][6..<12]
      #expect(found.prefix(2) != Self.peer.prefix(2) && Array(found) != Self.peer)
    }
  }

  // MARK: - The search

  @Test(
    arguments: [
      "0c4F2b91D3e4", "0C-4F-2B-91-D3-E4", "e4 d3 91 2b 4f 0c", "eAxPK5HT5Hl6", "eHgMTyuR0+R5",
      "enp4DE8rkdPkeXo=",
    ])
  func otherSpellingsAreFound(text: String) {
    var story = CaptureBuilder()
    story.connect(peer: Self.peer)
    let (_, redactor) = redact(story)
    #expect(finds(redactor, in: [Array("xyz \(text) xyz".utf8)]) == .addresses)
  }

  @Test func anAddressOfTwoDifferentOctetsIsFound() {
    let address: [UInt8] = [0xAA, 0xBB, 0xAA, 0xBB, 0xAA, 0xBB]
    var story = CaptureBuilder()
    story.connect(peer: address)
    let (_, redactor) = redact(story)
    #expect(redactor.search.count == 1)
    #expect(finds(redactor, in: [[1, 2] + address]) == .addresses)
  }

  @Test func manyValuesLeaveRoomForAnAddress() {
    var replacements = Replacements(
      salt: [1], markers: [], kept: [], known: nil, isLearning: false)
    replacements.limit = 10
    for number in 0..<11 as Range<UInt8> { _ = replacements.raw([number, 1, 2], .undecoded) }
    #expect(replacements.isIncomplete)
    _ = replacements.address(Self.peer)
    #expect(replacements.originals.keys.contains { $0.kind == .addresses })
  }

  // MARK: - Where, and which controller

  @Test func theCountryIsReplaced() {
    var story = CaptureBuilder()
    story.command(0x0C65, [1, 0x44, 0x45, 0x20, 1])
    story.commandComplete(0x0C64, [0, 1, 0x44, 0x45, 0x20, 1])
    story.commandComplete(0x1007, [0, 1])
    let (records, _) = redact(story)
    #expect(records[0].suffix(5) != [1, 0x44, 0x45, 0x20, 1])
    #expect(records[0].suffix(2) == [0x20, 1] && records[0][3] == 1)
    #expect(records[0][4..<6] == records[1][7..<9] && records[0][4..<6] != [0x44, 0x45])
    #expect(records[2].last != 1)
  }

  @Test func onlyTheKernelsNameOfAControllerStays() {
    for (name, isKept) in [
      ("hci0", true), ("hci12", true), ("hciJohnS", false), ("hci\0Joh", false),
      ("hci0 Joe", false),
    ] {
      let text = Array(name.utf8) + [UInt8](repeating: 0, count: 8 - name.utf8.count)
      var story = CaptureBuilder()
      story.add(.newIndex, .unknown, [0, 1] + Self.peer + text)
      #expect((redact(story).records[0].suffix(8) == text[...]) == isKept, "\(name)")
    }
  }
}
