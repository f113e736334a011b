import BletraceTestSupport
import BluetoothProtocol
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

@Suite struct RedactorTests {
  private static let salt = [UInt8](repeating: 7, count: 32)
  private static let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66]

  private func redact(
    _ story: CaptureBuilder, kept: Set<RedactedKind> = []
  ) -> (records: [[UInt8]], redactor: Redactor) {
    let (records, bytes) = story.records()
    var redactor = Redactor(
      salt: Self.salt, markers: [Array("EOM".utf8), Array("PIC_END".utf8)], kept: kept)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return (redactor.take().map(\.octets), redactor)
  }

  /// The values of notifications, as they are redacted.
  private func values(_ values: [[UInt8]]) -> [[UInt8]] {
    var story = CaptureBuilder()
    story.connect()
    for value in values { story.notify(0x0025, value) }
    return redact(story).records.dropFirst().map { Array($0.dropFirst(11)) }
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func addressesAreTheSameEverywhere() throws {
    var story = CaptureBuilder()
    story.advertise(Self.peer, -50, data: [8, 0x1B] + Self.peer + [1])
    story.connect(0x0040, peer: Self.peer)
    // Identity Address Information: a public address.
    story.l2cap(.rx, 6, [9, 0] + Self.peer)
    let (records, _) = redact(story)
    let image = Array(records[0][6..<12])
    #expect(image != Self.peer)
    #expect(image[5] & 0xC0 == Self.peer[5] & 0xC0)
    #expect(Array(records[0][15..<21]) == image)
    for octets in records.dropFirst() { #expect(octets.contains(image)) }
    for octets in records { #expect(!octets.contains(Self.peer)) }
  }

  @Test func namesBecomeLetters() {
    var story = CaptureBuilder()
    let name = text("Anna's phone")
    story.advertise(Self.peer, -50, data: [13, 9] + name)
    story.advertise(Self.peer, -50, data: [13, 9] + name)
    let (records, _) = redact(story)
    let images = records.map { Array($0[15..<27]) }
    #expect(images[0] == images[1])
    #expect(images[0].allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A })
    #expect(redact(story, kept: [.names]).records[0].contains(name))
  }

  @Test func keysAreReplacedAndZerosStay() {
    let key = (1...16).map { UInt8($0) }
    var story = CaptureBuilder()
    story.connect()
    // LE Enable Encryption, of a pairing without and with EDIV and Rand.
    story.command(0x2019, [0x40, 0] + [UInt8](repeating: 0, count: 10) + key)
    story.command(0x2019, [0x40, 0] + [UInt8](1...10) + key)
    let (records, _) = redact(story)
    #expect(records[1][5..<15].allSatisfy { $0 == 0 })
    #expect(!records[2].contains([UInt8](1...8)))
    #expect(!records[1].contains(key))
    #expect(records[1].suffix(16) == records[2].suffix(16))
  }

  @Test func equalValuesStayEqualAndDifferentOnesDifferent() {
    let originals = (0..<200).map {
      [UInt8(truncatingIfNeeded: $0 / 20), 1, 2, 3, 4, 5, 6, 7, 8, 9]
    }
    let images = values(originals)
    #expect(images.map(\.count) == originals.map(\.count))
    #expect(Set(images).count == Set(originals).count)
    for (image, original) in zip(images, originals) {
      #expect(image != original)
      #expect((image == images[0]) == (original == originals[0]))
    }
    // All values of an octet, and of two.
    #expect(Set(values((0...255).map { [UInt8($0)] })).count == 256)
    #expect(Set(values((0..<1000).map { [UInt8($0 % 256), UInt8($0 / 256)] })).count == 1000)
  }

  @Test func markersStay() {
    let images = values([
      text("EOM"), text("some dataEOM"), text("eom"), text("EOM\n"), text("dataEOMdata"),
    ])
    #expect(images[0] == text("EOM"))
    #expect(images[1].suffix(3) == text("EOM") && images[1] != text("some dataEOM"))
    // What is nearly a marker is a finding.
    #expect(images[2] == text("eom"))
    #expect(images[3] == text("EOM\n"))
    // What ends no message is data.
    #expect(Array(images[4][4..<7]) != text("EOM"))
  }

  @Test func aValueOfFewDifferentOctetsGetsOneOfAsFew() {
    let plain = [UInt8](repeating: 0, count: 20)
    let images = values([plain, [UInt8](repeating: 3, count: 10) + plain])
    #expect(Set(images[0]).count == 1 && images[0] != plain)
    #expect(Set(images[1]).count == 2)
  }

  /// Pictures of two colours, for instance.
  @Test func whereTheFewDifferentOctetsAreDoesNotStay() {
    let pictures = (1..<200).map { number in
      (0..<64).map { UInt8(number >> ($0 % 8) & 1) &* 0xFF }
    }
    let images = values(pictures)
    func places(_ value: [UInt8]) -> [Bool] { value.map { $0 == value[0] } }
    #expect(zip(images, pictures).count { places($0) == places($1) } < 3)
    #expect(Set(images).count == Set(pictures).count)
    #expect(zip(images, pictures).allSatisfy { Set($0).count == Set($1).count })
    #expect(values([pictures[4], pictures[4]]) == [images[4], images[4]])
  }

  @Test func fragmentsAreReplacedAsOnePDU() {
    let value = (0..<40).map { UInt8($0) }
    var whole = CaptureBuilder()
    whole.connect()
    whole.notify(0x0025, value)
    var parts = CaptureBuilder()
    parts.connect()
    let pdu: [UInt8] = [43, 0, 4, 0, 0x1B, 0x25, 0] + value
    parts.add(.acl, .rx, [0x40, 0x20, 9, 0] + pdu[..<9])
    parts.completed(1)
    parts.add(.acl, .rx, [0x40, 0x10, 38, 0] + pdu[9...])
    let (fragments, _) = redact(parts)
    let image = fragments[1][4...] + fragments[3][4...]
    #expect(Array(image) == Array(redact(whole).records[1][4...]))
  }

  @Test func whatIsNotCompleteIsReplacedWhole() {
    var story = CaptureBuilder()
    story.connect()
    let secret = text("a secret that is not complete")
    story.add(.acl, .rx, [0x40, 0x20, 36, 0, 200, 0, 4, 0, 0x1B, 0x25, 0] + secret)
    story.event(0xFF, [0x11] + secret)
    story.command(0xFC11, secret)
    story.add(.acl, .rx, [0xDC, 0x2E, 29, 0] + secret)
    let (records, redactor) = redact(story)
    #expect(records.count == 5)
    for octets in records { #expect(!octets.contains(secret.prefix(6))) }
    #expect(records[1].prefix(8) == [0x40, 0x20, 36, 0, 200, 0, 4, 0])
    #expect(redactor.report.contains { $0.kind == .undecoded })
  }

  @Test func subscriptionsAndDeclarationsStay() {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x0024, value: 0x0025, uuid: [0x37, 0x2A])
    story.subscribe(0x0026)
    let (records, bytes) = story.records()
    let (redacted, _) = redact(story)
    for (record, octets) in zip(records, redacted).dropFirst() {
      #expect(Array(bytes[record.bytes.start..<record.bytes.end]) == octets)
    }
  }

  @Test func theSearchFindsEachForm() {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: Self.peer)
    let (_, redactor) = redact(story)
    func finds(_ octets: [UInt8]) -> Bool {
      var search = redactor.search
      // In pieces, as a file is read.
      let text = [UInt8](repeating: 0xA5, count: 50) + octets + [UInt8](repeating: 0xA5, count: 9)
      search.search(Array(text[..<53]))
      search.search(Array(text[53...]))
      return search.found == .addresses
    }
    #expect(finds(Self.peer))
    #expect(finds(Self.peer.reversed()))
    #expect(finds(text("66:0D:F3:0A:7B:1C")))
    #expect(finds(text("660df30a7b1c")))
    #expect(finds(text("Zg3zCnsc")))
    #expect(!finds(Self.peer.dropLast() + [0]))
  }

  @Test func hostileFragmentsDoNotPileUp() {
    var redactor = Redactor(salt: Self.salt, markers: [])
    var story = CaptureBuilder()
    story.connect()
    story.add(.acl, .rx, [0x40, 0x20, 4, 0, 0xFF, 0xFF, 4, 0])
    for _ in 0..<40_000 { story.add(.acl, .rx, [0x40, 0x10, 0, 0]) }
    let (records, bytes) = story.records()
    var most = 0
    var done = 0
    for record in records {
      redactor.add(record, in: bytes.span)
      let ready = redactor.take().count
      done += ready
      most = max(most, ready)
    }
    redactor.finish()
    done += redactor.take().count
    #expect(done == records.count)
    #expect(most <= 1 << 15)
  }
}

extension Array where Element == UInt8 {
  fileprivate func contains(_ part: some Collection<UInt8>) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
