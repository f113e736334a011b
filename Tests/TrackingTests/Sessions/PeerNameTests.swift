import BletraceTestSupport
import Testing

@testable import Report

/// The peer's name: what it advertises, else its Device Name (2A00).
@Suite("Names of peers")
struct PeerNameTests {
  private func name(_ story: CaptureBuilder, _ index: Int = 0) -> [String?] {
    let peer = Analysed(story).connections[index].peer
    return [peer.name, peer.nameSource?.rawValue]
  }

  @Test("read by type, or by handle where discovery showed what it is; for all its connections")
  func read() {
    var byType = CaptureBuilder()
    byType.connect()
    byType.att(.tx, hex("08 01 00 FF FF 00 2A"))
    byType.att(.rx, hex("09 07 03 00") + Array("Lamp1".utf8))
    byType.disconnect()
    byType.connect()
    #expect(name(byType) == ["Lamp1", "gatt"] && name(byType, 1) == ["Lamp1", "gatt"])
    var byHandle = CaptureBuilder()
    byHandle.connect()
    byHandle.discover(declaration: 0x02, value: 0x03, uuid: [0x00, 0x2A])
    byHandle.att(.tx, hex("0A 03 00"))
    byHandle.att(.rx, [0x0B] + Array("Lamp 2\0\0".utf8))
    #expect(name(byHandle) == ["Lamp 2", "gatt"])
  }

  @Test("what it advertises goes first; a read of another value, or of our own name, is none")
  func others() {
    var story = CaptureBuilder()
    story.advertise(CaptureBuilder.peer, -60, data: [5, 0x09] + Array("Bulb".utf8))
    story.connect()
    story.att(.tx, hex("08 01 00 FF FF 00 2A"))
    story.att(.rx, hex("09 07 03 00") + Array("Lamp1".utf8))
    #expect(name(story) == ["Bulb", "advertising"])
    var other = CaptureBuilder()
    other.connect()
    other.att(.rx, hex("08 01 00 FF FF 00 2A"))
    other.att(.tx, hex("09 07 03 00") + Array("Phone".utf8))
    other.att(.tx, hex("0A 05 00"))
    other.att(.rx, [0x0B] + Array("value".utf8))
    #expect(name(other) == [nil, nil])
  }
}
