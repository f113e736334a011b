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

  @Test("a name longer than one PDU goes on in Read Blob Responses")
  func long() {
    var byType = CaptureBuilder()
    byType.connect()
    byType.att(.tx, hex("08 01 00 FF FF 00 2A"))
    byType.att(.rx, hex("09 15 03 00") + Array("OnePlus BulletsWire".utf8))
    byType.att(.tx, hex("0C 03 00 13 00"))
    byType.att(.rx, [0x0D] + Array("less Z2 ANC\0".utf8))
    #expect(name(byType) == ["OnePlus BulletsWireless Z2 ANC", "gatt"])
    var byHandle = CaptureBuilder()
    byHandle.connect()
    byHandle.discover(declaration: 0x02, value: 0x03, uuid: [0x00, 0x2A])
    byHandle.att(.tx, hex("0A 03 00"))
    byHandle.att(.rx, [0x0B] + Array("A name of 22 octets or".utf8))
    byHandle.att(.tx, hex("0C 03 00 16 00"))
    byHandle.att(.rx, [0x0D] + Array(" more".utf8))
    #expect(name(byHandle) == ["A name of 22 octets or more", "gatt"])
    // The same, once more and shorter: cut by the MTU, it changes nothing.
    byHandle.att(.tx, hex("0A 03 00"))
    byHandle.att(.rx, [0x0B] + Array("A name of 22 octets or".utf8))
    #expect(name(byHandle) == ["A name of 22 octets or more", "gatt"])
    // A part that does not follow on what was read, and one of another handle.
    var gap = CaptureBuilder()
    gap.connect()
    gap.discover(declaration: 0x02, value: 0x03, uuid: [0x00, 0x2A])
    gap.att(.tx, hex("0A 03 00"))
    gap.att(.rx, [0x0B] + Array("A name of 22 octets or".utf8))
    gap.att(.tx, hex("0C 03 00 20 00"))
    gap.att(.rx, [0x0D] + Array(" more".utf8))
    #expect(name(gap) == ["A name of 22 octets or", "gatt"])
  }

  @Test("text in Generic Access is the name, where the handle's type is not in the capture")
  func generic() {
    func story(_ service: String, _ value: [UInt8], isWhole: Bool = false) -> CaptureBuilder {
      var story = CaptureBuilder()
      story.connect()
      story.att(.tx, hex("10 01 00 FF FF 00 28"))
      story.att(.rx, hex("11 06 01 00 09 00 \(service)"))
      story.att(.tx, hex("0A 03 00"))
      story.att(.rx, [0x0B] + value)
      return story
    }
    let text = Array("SmartShunt HQ20234NXYN".utf8)
    #expect(name(story("00 18", text)) == ["SmartShunt HQ20234NXYN", "gatt"])
    #expect(name(story("0F 18", text)) == [nil, nil])
    #expect(name(story("00 18", hex("06 00 0C 00 00 00 C8 00"))) == [nil, nil])
    #expect(name(story("00 18", Array("AB".utf8))) == [nil, nil])
    // The service is found between the read and its empty end.
    var late = CaptureBuilder()
    late.connect()
    late.att(.tx, hex("0A 03 00"))
    late.att(.rx, [0x0B] + text)
    late.att(.tx, hex("10 01 00 FF FF 00 28"))
    late.att(.rx, hex("11 06 01 00 09 00 00 18"))
    #expect(name(late) == [nil, nil])
    late.att(.tx, hex("0C 03 00 16 00"))
    late.att(.rx, [0x0D])
    #expect(name(late) == ["SmartShunt HQ20234NXYN", "gatt"])
  }

  // MARK: - Device Information

  private static let texts: [(uuid: UInt8, text: String)] = [
    (0x29, "Nordic"), (0x24, "nRF52"), (0x25, "S-123"), (0x27, "rev 2"), (0x26, "1.2.0"),
    (0x28, "3.4"),
  ]

  private func informing(_ texts: [(uuid: UInt8, text: String)] = Self.texts) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    for (index, (uuid, text)) in texts.enumerated() {
      let declaration = UInt16(0x10 + 2 * index)
      story.discover(declaration: declaration, value: declaration + 1, uuid: [uuid, 0x2A])
      story.att(.tx, [0x0A] + octets(declaration + 1))
      story.att(.rx, [0x0B] + Array(text.utf8))
    }
    return story
  }

  @Test("the strings of the peer's Device Information Service")
  func information() {
    let peer = Analysed(informing()).connections[0].peer
    #expect(
      [peer.maker, peer.model, peer.serial, peer.hardware, peer.firmware, peer.software]
        == ["Nordic", "nRF52", "S-123", "rev 2", "1.2.0", "3.4"])
    var byType = CaptureBuilder()
    byType.connect()
    byType.att(.tx, hex("08 01 00 FF FF 26 2A"))
    byType.att(.rx, hex("09 06 21 00") + Array("2.00".utf8))
    #expect(Analysed(byType).connections[0].peer.firmware == "2.00")
  }

  @Test("a later connection keeps what an update cannot change; our own strings are none")
  func later() {
    var story = informing()
    story.disconnect()
    story.connect()
    story.att(.tx, hex("0A 19 00"))
    story.att(.rx, [0x0B] + Array("1.3.0".utf8))
    story.disconnect()
    story.connect()
    let peers = Analysed(story).connections.map(\.peer)
    #expect(peers.map(\.serial) == ["S-123", "S-123", "S-123"])
    #expect(peers.map(\.firmware) == ["1.2.0", "1.3.0", nil])
    #expect(peers.map(\.software) == ["3.4", nil, nil])
    var ours = CaptureBuilder()
    ours.connect()
    ours.att(.rx, hex("08 01 00 FF FF 25 2A"))
    ours.att(.tx, hex("09 06 21 00") + Array("2.00".utf8))
    #expect(Analysed(ours).connections[0].peer.serial == nil)
  }

  @Test("what is read again counts; a text that was cut by the MTU does not")
  func again() {
    func firmware(_ texts: [String]) -> String? {
      var story = informing([(0x26, texts[0])])
      for text in texts.dropFirst() {
        story.att(.tx, hex("0A 11 00"))
        story.att(.rx, [0x0B] + Array(text.utf8))
      }
      return Analysed(story).connections[0].peer.firmware
    }
    #expect(firmware(["1.2.0", "1.3.0"]) == "1.3.0")
    #expect(firmware(["1.2.0", "1.2"]) == "1.2")
    #expect(firmware(["1.2.0", ""]) == "1.2.0")
    #expect(firmware([String(repeating: "x", count: 300)])?.utf8.count == 248)
  }
}
