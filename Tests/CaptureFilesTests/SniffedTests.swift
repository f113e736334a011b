import BletraceTestSupport
import CaptureFiles
import Testing

/// What sniffers write in other forms than their own link types: PPI, and BlueZ's simulator.
@Suite struct SniffedTests {
  private static let story: CaptureBuilder = {
    var air = AirStory()
    air.advInd()
    air.connect()
    air.idle(3)
    return air.story
  }()

  /// From the access address on.
  private static let packets = story.entries.map { Array($0.bytes.dropFirst(10)) }

  @Test(
    arguments: [
      (UInt32(251), [UInt8]()), (251, CaptureBuilder.fieldOfLE()),
      (147, CaptureBuilder.fieldOfLE()), (162, [1, 0, 2, 0, 9, 9] + CaptureBuilder.fieldOfLE()),
    ] as [(UInt32, [UInt8])])
  func ppiWithLE(link: UInt32, fields: [UInt8]) throws {
    for order in [ByteOrder.little, .big] {
      let capture = try read(Self.story.ppi(link: link, fields: fields, order: order))
      #expect(capture.linkTypeName == "ppi-le-ll")
      #expect(capture.records.map(\.kind) == Self.packets.map { _ in .air })
      #expect(capture.records.map { Array($0.bytes.dropFirst(8 + fields.count)) } == Self.packets)
    }
  }

  /// Nearly all captures of PPI are of Wi-Fi; numbers for private use may mean anything.
  @Test(
    arguments: [
      (UInt32(105), [UInt8](), "802.11 (105)"), (105, CaptureBuilder.fieldOfLE(), "802.11 (105)"),
      (147, [], "user link type 0 (147)"), (163, CaptureBuilder.fieldOfLE(), "not known (163)"),
      (147, Array(CaptureBuilder.fieldOfLE().dropFirst()), "user link type 0 (147)"),
      (162, [1, 0, 2, 0, 9, 0x36, 0x75, 0], "user link type 15 (162)"),
      (150, [0, 0, 0xFF, 0xFF, 0x36, 0x75, 0, 0], "user link type 3 (150)"),
      (0xFFFF_FFFF, [], "not known (4294967295)"),
    ] as [(UInt32, [UInt8], String)])
  func ppiWithoutLE(link: UInt32, fields: [UInt8], name: String) {
    let error = readError(Self.story.ppi(link: link, fields: fields))
    #expect(error == .foreignPPI(.pcap, number: Int(link)))
    let hint = "; bletrace reads Bluetooth LE (251) in PPI only"
    #expect(error?.message.hasSuffix("\(name) in it" + hint) == true)
    #expect(error?.message.hasPrefix("this pcap file contains PPI (192) with ") == true)
  }

  /// What is LE is read, what is not is no packet.
  @Test func ppiWithBoth() throws {
    let wifi = Array(Self.story.ppi(link: 105).dropFirst(24))
    let capture = try read(Self.story.ppi() + wifi)
    #expect(
      capture.records.map(\.kind)
        == Self.packets.map { _ in .air } + Self.packets.map { _ in .unrecognized })
    let swapped = try read(Self.story.ppi(link: 105) + Self.story.ppi().dropFirst(24))
    #expect(swapped.records.count { $0.kind == .air } == Self.packets.count)
  }

  @Test func ppiInPcapng() throws {
    var story = CaptureBuilder()
    story.add(.air, .unknown, [0, 0, 8, 0, 251, 0, 0, 0] + Self.packets[0], detail: 64)
    #expect(try read(story.pcapng(192)).records.map(\.kind) == [.air])
    story = CaptureBuilder()
    story.add(.air, .unknown, [0, 0, 8, 0, 105, 0, 0, 0, 1, 2], detail: 64)
    #expect(readError(story.pcapng(192)) == .foreignPPI(.pcapng, number: 105))
  }

  /// A header that makes no sense says nothing of what is behind it.
  @Test func ppiWithoutAWholeHeader() throws {
    for octets in [[], [0, 0, 8, 0, 251, 0, 0], [0, 0, 7, 0, 251, 0, 0, 0, 1]] as [[UInt8]] {
      var story = CaptureBuilder()
      story.add(.air, .unknown, octets, detail: 64)
      #expect(try read(story.pcap(192)).records.map(\.kind) == [.unrecognized])
    }
    // Fields that are cut.
    var story = CaptureBuilder()
    let field = CaptureBuilder.fieldOfLE()
    story.add(.air, .unknown, [0, 0, 24, 0, 147, 0, 0, 0] + field.prefix(3), detail: 64)
    #expect(readError(story.pcap(192)) == .foreignPPI(.pcap, number: 147))
    #expect(try read(CaptureBuilder().pcap(192)).records.isEmpty)
  }

  @Test func simulator() throws {
    for preamble in [0xAA, 0x55] as [UInt8] {
      let capture = try read(Self.story.simulator(preamble: preamble))
      #expect(capture.format == .btsnoop && capture.linkTypeName == "le-ll")
      #expect(capture.records.map(\.kind) == Self.packets.map { _ in .air })
      #expect(capture.records.map(\.detail) == Self.packets.map { _ in 251 - 128 })
      #expect(capture.records.map(\.bytes) == Self.packets)
      #expect(capture.records.map(\.direction) == Self.packets.map { _ in .unknown })
      #expect(capture.records.map(\.time) == Self.story.entries.map(\.time))
    }
  }

  /// Without the preamble, or the one above the frequency, it is something else.
  @Test func simulatorThatIsNone() throws {
    var bytes = Self.story.simulator(preamble: 0xA5)
    #expect(try read(bytes).records.allSatisfy { $0.kind == .unrecognized })
    bytes = Self.story.simulator()
    bytes[16 + 9] = 0
    #expect(
      try read(bytes).records.map(\.kind)
        == [.unrecognized] + Self.packets.dropFirst().map { _ in .air })
    #expect(try read(bytes.dropLast()).cutShort)
    let empty = bytes.prefix(16) + [UInt8](repeating: 0, count: 8) + [0, 1, 9, 0x62]
    #expect(
      try read(empty + [UInt8](repeating: 0, count: 12)).records.map(\.kind) == [.unrecognized])
  }
}
