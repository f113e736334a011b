import Bytes
import Testing

@testable import BluetoothProtocol

@Suite struct RecorderNoteTests {
  private func read(_ octets: [UInt8]) -> RecorderNote? {
    RecorderNote(ByteRange(start: 0, end: octets.count), in: octets.span)
  }

  @Test(
    "what is written is read",
    arguments: [
      .lostAtEnd, .clockSet(microseconds: 86_400_000_000), .clockSet(microseconds: -10_000),
      .clockSet(microseconds: 1), .clockSet(microseconds: .max), .clockSet(microseconds: -.max),
    ] as [RecorderNote])
  func there(note: RecorderNote) {
    #expect(read(note.octets) == note)
  }

  @Test("the text is for people, too")
  func text() {
    let octets = RecorderNote.clockSet(microseconds: 86_400_050_000).octets
    #expect(
      String(decoding: octets[11...], as: UTF8.self)
        == "clock set forward by 86400.050000 s, left out of the times\0")
  }

  @Test("what another program wrote is none of ours, nor what was cut")
  func others() {
    let own = RecorderNote.clockSet(microseconds: 86_400_050_000).octets
    for count in 0..<own.count { #expect(read(Array(own.prefix(count))) == nil) }
    for index in own.indices {
      var other = own
      other[index] ^= 0x40
      let note = read(other)
      #expect(note == nil || note != .clockSet(microseconds: 86_400_050_000))
    }
    for text in ["", "clock set forward by 1 s", "clock set back by 99999999999999999999.000000 s"]
    {
      #expect(read([6, 9] + Array("bletrace\0\(text), left out of the times\0".utf8)) == nil)
    }
    let zero = "clock set back by 0.000000 s, left out of the times\0"
    #expect(read([6, 9] + Array("bletrace\0\(zero)".utf8)) == nil)
  }
}
