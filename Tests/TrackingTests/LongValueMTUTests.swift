import BletraceTestSupport
import Testing

@Suite("The MTU of values that are too long for it")
struct LongValueMTUTests {
  private func analysed(octets: Int, exchange: Bool = false) -> Analysed {
    var story = CaptureBuilder()
    story.connect()
    if exchange { story.exchangeMTU(185, 185) }
    story.subscribe(0x16)
    for _ in 0..<3 { story.notify(0x15, [UInt8](repeating: 0x61, count: octets)) }
    story.send("EOM")
    return Analysed(story)
  }

  @Test("values that fit say nothing about the MTU")
  func fits() throws {
    let analysed = analysed(octets: 20)
    #expect(analysed.connections[0].mtu.effective == 23)
    #expect(try analysed.only().chunkLimit == 20)
  }

  @Test("a longer one shows that the MTU is not known")
  func unknown() throws {
    let analysed = analysed(octets: 21)
    #expect(analysed.connections[0].mtu == .init())
    #expect(try analysed.only().chunkLimit == nil)
  }

  @Test("a response whose request is not in the capture leaves the MTU unknown")
  func oneWay() throws {
    var story = CaptureBuilder()
    story.connect()
    story.att(.rx, [0x03, 0xB9, 0x00])
    story.send("EOM")
    let mtu = Analysed(story).connections[0].mtu
    #expect(mtu.effective == nil && mtu.server == 185)
    // The same once more after an exchange changes nothing.
    var again = CaptureBuilder()
    again.connect()
    again.exchangeMTU(185, 185)
    again.att(.rx, [0x03, 0xB9, 0x00])
    #expect(Analysed(again).connections[0].mtu.effective == 185)
  }

  @Test("what was exchanged stays known, whatever is sent")
  func exchanged() throws {
    let analysed = analysed(octets: 183, exchange: true)
    #expect(analysed.connections[0].mtu.effective == 185)
    #expect(try analysed.only().chunkLimit == 182)
  }
}
