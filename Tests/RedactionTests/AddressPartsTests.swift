import BletraceTestSupport
import Testing

@testable import Redaction

/// Four octets and more of an address, in what is not replaced.
@Suite struct AddressPartsTests {
  private static let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66]

  @Test func partsAreFoundInBothOrders() {
    var parts = AddressParts()
    parts.insert(Self.peer)
    for octets in [Self.peer, Self.peer.reversed()] {
      for count in 1...6 {
        for start in 0...6 - count {
          let text = [9, 9] + octets[start..<start + count] + [9]
          #expect(parts.left(in: text, of: text).isEmpty == (count < 4), "\(start) \(count)")
        }
      }
    }
    // What replaced something is no part by anything but chance.
    let text = [9] + Self.peer.prefix(4)
    #expect(parts.left(in: text, of: [8] + text.dropFirst()) == [1..<5])
    #expect(parts.left(in: text, of: text.dropLast() + [0]).isEmpty)
    #expect(parts.left(in: text, of: text, from: 2).isEmpty)
  }

  /// Zeros and the like are in each header.
  @Test func octetsOfEachHeaderAreNoParts() {
    var parts = AddressParts()
    parts.insert([0, 0, 1, 2, 0xFF, 0xFF])
    let text: [UInt8] = [0, 0, 1, 2, 0xFF, 0xFF]
    #expect(parts.left(in: text, of: text).isEmpty)
  }

  /// - Returns: what became of the last record, read twice as `export` does.
  private func redact(_ story: CaptureBuilder) -> (octets: [UInt8], redactor: Redactor) {
    let (records, bytes) = story.records()
    let salt = [UInt8](repeating: 7, count: 32)
    var learner = Redactor(salt: salt, markers: [], isLearning: true)
    for record in records { learner.add(record, in: bytes.span) }
    learner.finish()
    #expect(learner.take().count == records.count)
    var redactor = Redactor(salt: salt, markers: [], known: learner.knowledge)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return (redactor.take().last?.octets ?? [], redactor)
  }

  @Test func aPartInAUUIDIsReplaced() {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: Self.peer)
    // A Find Information Response with a UUID of 16 octets.
    let uuid: [UInt8] = [0xA1, 0xA2, 0xA3, 0xA4] + Self.peer.prefix(4) + [UInt8](0xB1...0xB8)
    story.att(.rx, [0x05, 2, 0x25, 0] + uuid)
    let (octets, redactor) = redact(story)
    #expect(!octets.contains(Array(Self.peer.prefix(4))))
    #expect(octets.contains([0xA1, 0xA2, 0xA3, 0xA4]) && octets.contains(Array(0xB1...0xB8)))
    #expect(redactor.frameOfPart == nil)
  }

  /// A header is needed as it is: then the search says that it is there.
  @Test func aPartInAHeaderIsFound() {
    var story = CaptureBuilder()
    // The channel of ATT, a notification, and the first octet of its handle.
    story.connect(0x0040, peer: [0x04, 0x00, 0x1B, 0x25, 0x0D, 0x66])
    story.notify(0x25, [1, 2, 3, 4, 5])
    #expect(redact(story).redactor.frameOfPart == 2)
  }
}
