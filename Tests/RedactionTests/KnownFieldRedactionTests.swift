import BletraceTestSupport
import BluetoothProtocol
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

/// Fields that are kept stay as long as the specification has them, and hold no more than it says.
@Suite struct KnownFieldRedactionTests {
  private static let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0xD6]
  private static let secret = Array("anna's secret text".utf8)

  private func redact(
    _ story: CaptureBuilder, kept: Set<RedactedKind> = [], readsTwice: Bool = false
  ) -> (records: [[UInt8]], redactor: Redactor) {
    let (records, bytes) = story.records()
    func pass(_ known: RedactionKnowledge?) -> Redactor {
      var redactor = Redactor(
        salt: [UInt8](repeating: 7, count: 32), markers: [], kept: kept, known: known)
      for record in records { redactor.add(record, in: bytes.span) }
      redactor.finish()
      return redactor
    }
    var redactor = pass(readsTwice ? pass(nil).knowledge : nil)
    return (redactor.take().map(\.octets), redactor)
  }

  /// The octets from an offset of the last record, as they are redacted.
  private func last(
    from offset: Int, kept: Set<RedactedKind> = [], _ add: (inout CaptureBuilder) -> Void
  ) -> [UInt8] {
    var story = CaptureBuilder()
    story.connect()
    add(&story)
    return Array((redact(story, kept: kept).records.last ?? []).dropFirst(offset))
  }

  /// The data of a structure of an LE Advertising Report, as they are redacted.
  private func advertised(_ type: UInt8, _ data: [UInt8]) -> [UInt8] {
    let structure = [UInt8(data.count + 1), type] + data
    return Array(
      last(from: 15) { $0.advertise(Self.peer, -50, data: structure) }.prefix(data.count))
  }

  // MARK: - Advertising

  @Test func aCompanyStaysUnlessItIsTheBeginningOfAnAddress() {
    #expect(advertised(0xFF, [0xB3, 0] + Self.secret).prefix(2) == [0xB3, 0])
    let digits = Array("d60DF30A7B1C".utf8)
    for address in [Self.peer, Array(Self.peer.reversed()), digits] {
      let found = advertised(0xFF, address)
      #expect(found.count == address.count)
      #expect(found.prefix(2) != address.prefix(2))
      let company = UInt16(found[0]) | UInt16(found[1]) << 8
      #expect(CompanyNames.name(for: company) == nil)
    }
  }

  @Test func aDeviceIDHasEightOctets() {
    let identifier: [UInt8] = [1, 0, 0x5D, 0, 3, 0, 1, 2]
    #expect(advertised(0x10, identifier) == identifier)
    let key = identifier + [UInt8](9...16)
    let found = advertised(0x10, key)
    #expect(found.prefix(8) != key.prefix(8) && found.suffix(8) != key.suffix(8))
  }

  @Test func flagsAndFeaturesHaveAnEnd() {
    let flags = advertised(0x01, [6] + Self.secret)
    #expect(flags[0] == 6 && Array(flags[1...]) != Self.secret)
    #expect(advertised(0x01, [6, 0, 0]) == [6, 0, 0])
    let features = advertised(0x27, Self.secret)
    #expect(features.prefix(8) == Self.secret.prefix(8))
    #expect(features.suffix(10) != Self.secret.suffix(10))
  }

  // MARK: - Attributes

  /// A Read By Type Response with a value of an attribute type.
  private func read(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
    last(from: 12) {
      $0.att(.tx, [0x08, 1, 0, 0xFF, 0xFF, UInt8(type & 0xFF), UInt8(type >> 8)])
      $0.att(.rx, [0x09, UInt8(value.count + 2), 3, 0] + value)
    }
  }

  @Test(
    arguments: [
      (0x2A01, 2), (0x2A04, 8), (0x2A05, 4), (0x2AA6, 1), (0x2900, 2), (0x2902, 2), (0x2904, 7),
      (0x2908, 2), (0x290C, 11),
    ] as [(UInt16, Int)])
  func attributesStayAtTheirLength(_ type: UInt16, _ length: Int) {
    let value = Array(Self.secret.prefix(length))
    #expect(read(type, value).suffix(length) == value[...])
    #expect(read(type, Self.secret).suffix(18) != Self.secret[...])
  }

  @Test(arguments: [0x2906, 0x290A, 0x290D] as [UInt16])
  func descriptorsWithValuesAreReplaced(_ type: UInt16) {
    for length in [2, 4, 18] {
      let value = Self.secret.prefix(length)
      #expect(read(type, Array(value)).suffix(length) != value)
    }
  }

  // MARK: - Other packets

  @Test func whatExceedsASignallingPacketIsReplaced() {
    let reject = last(from: 12) { $0.signalling(.rx, 0x01, 5, [2, 0] + Self.secret) }
    #expect(reject.suffix(14) != Self.secret.suffix(14))
    let info = last(from: 12) { $0.signalling(.rx, 0x0B, 5, [2, 0, 0, 0] + Self.secret) }
    #expect(info[4..<8] == Self.secret[..<4] && info.suffix(14) != Self.secret.suffix(14))
    // Options: an MTU, and one that there is not.
    let options: [UInt8] = [0x40, 0, 0, 0, 1, 2, 0x40, 1, 0x7F, 18] + Self.secret
    let request = last(from: 12) {
      $0.l2cap(.rx, 1, [0x04, 5, UInt8(options.count), 0] + options)
    }
    #expect(request.dropLast(18).suffix(10) == options.prefix(10))
    #expect(request.suffix(18) != Self.secret[...])
  }

  @Test func aCountThatLiesIsNotBelieved() {
    let lie = last(from: 0) { $0.event(0x13, [255] + Self.secret) }
    #expect(lie.prefix(3) == [0x13, 19, 255])
    #expect(lie.suffix(18) != Self.secret[...])
    #expect(last(from: 0) { $0.event(0x13, [1, 0x40, 0, 3, 0]) } == [0x13, 5, 1, 0x40, 0, 3, 0])
  }

  // MARK: - What is kept

  @Test func aFragmentThatMayHoldAKeyIsReplacedWhateverIsKept() {
    let lone = last(from: 4, kept: [.undecoded]) { $0.acl(.rx, boundary: 1, Self.secret) }
    #expect(lone != Self.secret)
    // The beginning of a PDU of the Security Manager, and of one of ATT.
    for (channel, isKept) in [(6, false), (4, true)] as [(UInt8, Bool)] {
      let begun = last(from: 8, kept: [.undecoded]) {
        $0.acl(.rx, boundary: 2, [200, 0, channel, 0] + Self.secret)
      }
      #expect((begun == Self.secret) == isKept)
    }
  }

  @Test(arguments: [RedactedKind.values, .advertising])
  func addressesInWhatIsKeptAreReplaced(_ kind: RedactedKind) {
    var story = CaptureBuilder()
    story.connect(peer: Self.peer)
    let (value, data) = (
      [0x5D, 0, 9, 9] + Self.peer + [8, 8], [0x5D, 0, 7, 6] + Self.peer + [5, 4]
    )
    let held = kind == .values ? value : data
    story.notify(0x25, value)
    story.advertise(Self.peer, -50, data: [UInt8(data.count + 1), 0xFF] + data)
    let (records, redactor) = redact(story, kept: [kind], readsTwice: true)
    let found =
      kind == .values
      ? Array(records[1].dropFirst(11)) : Array(records[2].dropFirst(15).prefix(held.count))
    #expect(found.prefix(4) == held.prefix(4) && found.suffix(2) == held.suffix(2))
    #expect(found[4..<10] != held[4..<10])
    var search = redactor.search
    for record in records { search.search(record) }
    #expect(search.found == nil)
  }

  @Test func aValueThatIsAKeptUUIDIsNoFind() {
    let uuid: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x24, value: 0x25, uuid: uuid)
    story.notify(0x25, uuid)
    let (records, redactor) = redact(story)
    #expect(Array(records[records.count - 1].dropFirst(11)) != uuid)
    var search = redactor.search
    for record in records { search.search(record) }
    #expect(search.found == nil)
  }

  @Test func theSearchSaysWhere() {
    var story = CaptureBuilder()
    story.connect(peer: Self.peer)
    var search = redact(story).redactor.search
    search.search([1, 2, 3])
    search.search([UInt8](repeating: 0xA5, count: 40) + Self.peer.prefix(2))
    search.search(Array(Self.peer.dropFirst(2)))
    #expect(search.found == .addresses && search.position == 43)
  }
}
