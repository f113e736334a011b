import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@testable import Redaction

/// Markers stay where analysis finds them, and nothing that only looks like a part of one.
@Suite struct MarkerRedactionTests {
  private static let markers = ["EOM", "PIC_END", "TEXT_END"].map { Array($0.utf8) }

  private func redact(
    _ story: CaptureBuilder, salt: UInt8 = 7, markers: [[UInt8]] = markers
  ) -> [[UInt8]] {
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: salt, count: 32), markers: markers)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    return redactor.take().map(\.octets)
  }

  /// What becomes of values that are notified one after the other.
  private func values(_ values: [[UInt8]], salt: UInt8 = 7) -> [[UInt8]] {
    var story = CaptureBuilder()
    story.connect()
    for value in values { story.notify(0x25, value) }
    return redact(story, salt: salt).dropFirst().map { Array($0.dropFirst(11)) }
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func loneLettersOfMarkersAreReplaced() {
    // Values from 61 to 100 with a step back each time, so that no marker comes of them.
    let levels = (61...100).flatMap { [[UInt8($0)], [UInt8($0 - 40)]] }
    for salt in 1...3 as ClosedRange<UInt8> {
      let images = values(levels, salt: salt)
      let kept = zip(levels, images).count { $0 == $1 }
      // Chance leaves one of 256.
      #expect(kept < 4)
    }
    let letters = text("EOMPIC_NDTX").map { [$0, 0x2A, 0x2B] }
    #expect(zip(letters, values(letters)).allSatisfy { $0 != $1 })
    let parts = [text("TEXT"), text("EXT_"), text("PI")]
    #expect(zip(parts, values(parts)).allSatisfy { $0 != $1 })
  }

  @Test func lettersOfMarkersReplaceOthersToo() {
    // Of all values of an octet, each becomes another, and letters of markers are among them.
    let images = Set(values((0...255).map { [UInt8($0)] }).map { $0[0] })
    #expect(images.isSuperset(of: text("EOMPICNDTX_")))
  }

  @Test(arguments: [["E", "OM"], ["EO", "M"], ["E", "O", "M"], ["PIC", "_E", "ND"]])
  func aMarkerInSeveralValuesStays(parts: [String]) {
    let images = values([text("some data")] + parts.map(text) + [text("more data")])
    #expect(images[1...parts.count].elementsEqual(parts.map(text)))
  }

  @Test func whatIsNotContinuedIsNoMarker() {
    #expect(values([text("E"), text("xy"), text("OM")])[0] != text("E"))
    #expect(values([text("EO"), text("E"), text("OM")])[1...] == [text("E"), text("OM")])
    #expect(values([text("EO"), text("E"), text("OM")])[0] != text("EO"))
    // At the end of the capture.
    #expect(values([text("PIC_")])[0] != text("PIC_"))
    // Of another characteristic.
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x25, text("EO"))
    story.notify(0x27, text("M"))
    #expect(redact(story)[1].suffix(2) != text("EO")[...])
  }

  @Test func aMarkerThatEndsNoMessageIsReplaced() {
    // In the middle of a value, and at the end of one that is as long as those before it.
    let images = values([text("a TEXT_END b"), text("at the end "), text("more of it EOM")])
    #expect(!images[0].contains(text("TEXT_END")) && !images[0].contains(text("END")))
    #expect(images[2].suffix(3) != text("EOM")[...])
    // At the end of one that is shorter, and of the first one after it.
    let ends = values([
      text("at the end "), text("this EOM"), text("another EOM"), text("the next"),
    ])
    #expect(ends[1].suffix(3) == text("EOM")[...] && ends[1].prefix(5) != text("this ")[...])
    #expect(ends[2].suffix(3) == text("EOM")[...] && ends[2].prefix(8) != text("another ")[...])
  }

  @Test func whatStaysIsCounted() {
    var story = CaptureBuilder()
    story.connect()
    for value in ["data 1", "EOM", "data 2", "EO", "M", "text", "TEXT_END", "in EOM data"] {
      story.notify(0x25, text(value))
    }
    let (records, bytes) = story.records()
    var redactor = Redactor(salt: [UInt8](repeating: 7, count: 32), markers: Self.markers)
    for record in records { redactor.add(record, in: bytes.span) }
    redactor.finish()
    #expect(redactor.keptMarkers == [text("EOM"): 2, text("TEXT_END"): 1])
  }

  @Test func lowerCaseInAValueIsReplaced() {
    let images = values([text("Leomund Geometry"), text("pic_end of it")])
    #expect(images[0][1..<4] != text("eom")[...] && images[0][9..<12] != text("eom")[...])
    #expect(images[1].prefix(7) != text("pic_end")[...])
  }

  @Test func replacementsMakeUpNoMarker() {
    let marker = text("OK")
    func images(_ values: [[UInt8]]) -> [[UInt8]] {
      var story = CaptureBuilder()
      story.connect()
      for value in values { story.notify(0x25, value) }
      return redact(story, markers: [marker]).dropFirst().map { Array($0.dropFirst(11)) }
    }
    // A zero after each, so that nothing follows an O.
    let all = (UInt8.min...UInt8.max).map { [$0] }
    let single = images(all.flatMap { [$0, [0]] })
    let pair = marker.compactMap { letter in all.first { single[2 * Int($0[0])] == [letter] } }
    #expect(pair.count == 2)
    #expect(images(pair).flatMap(\.self) != marker)
    #expect(images([pair[0], [0], pair[1]]).flatMap(\.self) == [0x4F, single[0][0], 0x4B])
  }

  @Test func aValueThatWaitsDoesNotHoldUpTheRest() {
    var redactor = Redactor(salt: [UInt8](repeating: 7, count: 32), markers: Self.markers)
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x25, text("P"))
    // Fragments that are under way do not suffer from it.
    story.acl(.rx, boundary: 2, [7, 0, 4, 0, 0x1B, 0x27, 0])
    for _ in 0..<9000 { story.notify(0x29, text("0123456789")) }
    story.acl(.rx, boundary: 1, text("abcd"))
    let (records, bytes) = story.records()
    var done = 0
    for record in records {
      redactor.add(record, in: bytes.span)
      done += redactor.take().count
    }
    redactor.finish()
    #expect(done + redactor.take().count == records.count)
  }
}
