import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct PcapngTests {
  static let vector = hex(
    """
    0A 0D 0D 0A  1C 00 00 00  4D 3C 2B 1A    // section, little-endian
    01 00 00 00  FF FF FF FF  FF FF FF FF  1C 00 00 00
    01 00 00 00  14 00 00 00                 // interface
    BB 00 00 00  00 00 00 00  14 00 00 00    // link type 187, no snap length
    06 00 00 00  30 00 00 00  00 00 00 00    // enhanced packet of interface 0
    24 0A 06 00  05 40 1E 18                 // 1700000000.000005 s in microseconds
    03 00 00 00  09 00 00 00  02 40 20 00    // 3 of 9 octets
    02 00 04 00  01 00 00 00                 // flags: received
    00 00 00 00  30 00 00 00
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .pcapng)
    #expect(capture.linkTypeName == "hci-h4")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 1_700_000_000_000_005, kind: .acl, direction: .rx, controller: 0,
          detail: 2, bytes: hex("40 20"), originalCount: 8)
      ])
  }

  @Test func sectionsMayDifferInOrder() throws {
    var writer = PcapngWriter(.big)
    writer.section()
    writer.interface(1)
    writer.interface(201)
    writer.packet(hex("00 00 00 01 04 0F 00"), interface: 1, ticks: 10)
    writer.order = .little
    writer.section()
    writer.interface(187)
    writer.packet(hex("04 10 00"), interface: 0, ticks: 20)
    // The second section has no interface 1.
    writer.packet(hex("04 10 00"), interface: 1, ticks: 30)
    let capture = try read(writer.bytes)
    #expect(capture.records.map(\.bytes) == [[0x0F, 0], [0x10, 0], [4, 0x10, 0]])
    #expect(capture.records.map(\.kind) == [.event, .event, .unrecognized])
    #expect(capture.records.map(\.time) == [10, 20, 30])
    #expect(capture.records.map(\.controller) == [0, 0, 0])
    #expect(capture.linkTypeName == "mixed")
    #expect(capture.unreadable == nil)
  }

  @Test func otherInterfacesAreSkippedAndNumbered() throws {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(1)
    writer.interface(201)
    writer.interface(254)
    writer.interface(201)
    writer.packet([1, 2, 3], interface: 0, ticks: 1)
    writer.packet(hex("00 00 00 01 04 0F 00"), interface: 1, ticks: 2)
    writer.packet([1, 2, 3], interface: 0, ticks: 3)
    writer.packet(hex("00 00 00 01 04 0F 00"), interface: 3, ticks: 4)
    writer.packet(hex("00 07 00 03 0F 00"), interface: 2, ticks: 5)
    let capture = try read(writer.bytes)
    #expect(capture.records.map(\.number) == [2, 4, 5])
    #expect(capture.records.map(\.controller) == [0, 1, 7])
    #expect(capture.records.map(\.kind) == [.event, .event, .event])
    #expect(capture.skipped == 2)
    #expect(capture.linkTypeName == "mixed")
  }

  @Test func noBluetoothInterface() {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(255)
    let interfaceAlone = writer.bytes
    writer.packet([1, 2, 3], ticks: 1)
    for bytes in [interfaceAlone, writer.bytes, Array(writer.bytes.dropLast(8))] {
      #expect(readError(bytes) == .unsupportedLinkType(.pcapng, number: 255))
    }
  }

  @Test func packetOfNoInterface() throws {
    var writer = PcapngWriter()
    writer.section()
    #expect(try read(writer.bytes).linkTypeName == "unknown")
    writer.packet([1, 2, 3], interface: .max, ticks: 7)
    let capture = try read(writer.bytes)
    #expect(capture.records.map(\.kind) == [.unrecognized])
    #expect(capture.records[0].time == 7)
  }

  @Test func simpleAndObsoletePackets() throws {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(187, snapLength: 3)
    writer.simplePacket(hex("04 0F 00"))
    writer.obsoletePacket(hex("04 10 00"), drops: 4, ticks: 99, [writer.direction(.rx)])
    writer.simplePacket(hex("02 11 00"), originalLength: 20)
    writer.obsoletePacket(hex("02 12 00"), drops: .max, ticks: 100, [writer.direction(.tx)])
    let capture = try read(writer.bytes)
    #expect(capture.records.map(\.time) == [0, 99, 99, 100])
    #expect(capture.records.map(\.bytes) == [[0x0F, 0], [0x10, 0], [0x11, 0], [0x12, 0]])
    #expect(capture.records.map(\.originalCount) == [2, 2, 19, 2])
    #expect(capture.records.map(\.direction) == [.rx, .rx, .unknown, .tx])
    #expect(capture.dropped == 4)
    #expect(capture.truncated == 1)
  }

  @Test func drops() throws {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(187)
    writer.interface(187)
    writer.packet(hex("04 0F 00"), ticks: 1, [writer.dropCount(3)])
    writer.packet(hex("04 0F 00"), ticks: 1, [writer.dropCount(.max)])
    #expect(try read(writer.bytes).dropped == 3)
    // The same losses again, and two more.
    writer.statistics([writer.option(5, 4 as UInt64), writer.option(7, 1 as UInt64)])
    #expect(try read(writer.bytes).dropped == 5)
    writer.packet(hex("04 0F 00"), ticks: 1, [writer.dropCount(1)])
    #expect(try read(writer.bytes).dropped == 5)
    writer.packet(hex("04 0F 00"), interface: 1, ticks: 1, [writer.dropCount(UInt64.max - 1)])
    writer.packet(hex("04 0F 00"), interface: 1, ticks: 1, [writer.dropCount(UInt64.max - 1)])
    writer.statistics(interface: 9, [writer.option(5, 4 as UInt64)])
    #expect(try read(writer.bytes).dropped == 1 << 53 - 1)
  }

  @Test func unknownBlocksAreSkippedUnbuffered() throws {
    var writer = PcapngWriter()
    writer.section([writer.option(4, Array("test".utf8))])
    writer.block(0x0BAD, [1, 2, 3])
    writer.interface(201)
    writer.block(4, [UInt8](repeating: 7, count: 5 << 20))
    writer.packet(hex("00 00 00 01 04 0F 00"), ticks: 1)
    for readSize in [5000, .max] {
      let capture = try read(writer.bytes, readSize: readSize)
      #expect(capture.records.map(\.bytes) == [[0x0F, 0]])
      #expect(!capture.cutShort)
    }
    let cut = try read(Array(writer.bytes[..<(4 << 20)]))
    #expect(cut.records.isEmpty)
    #expect(cut.cutShort)
  }

  @Test(
    arguments: [
      // resolution, offset in seconds, ticks, microseconds
      (6, 0, 1_700_000_000_123_456, 1_700_000_000_123_456),
      (0, 0, 1_700_000_000, 1_700_000_000_000_000),
      (3, 0, 1_700_000_000_123, 1_700_000_000_123_000),
      (9, 0, 1_700_000_000_123_456_999, 1_700_000_000_123_456),
      (12, 0, 5_999_999, 5),
      (25, 0, UInt64.max, 1),
      (26, 0, UInt64.max, 0),
      (50, 0, UInt64.max, 0),
      (127, 0, UInt64.max, 0),
      (0, 0, UInt64.max, Int64.max),
      (6, 0, UInt64.max, Int64.max),
      (0x80, 0, 7, 7_000_000),
      (0x80, 0, UInt64.max, Int64.max),
      (0x80 | 20, 0, 3 << 19, 1_500_000),
      (0x80 | 32, 0, 0xFFFF_FFFF_8000_0000, 4_294_967_295_500_000),
      (0x80 | 63, 0, UInt64.max, 1_999_999),
      (0x80 | 100, 0, UInt64.max, 0),
      (0xFF, 0, UInt64.max, 0),
      (9, -1, 999, -1_000_000),
      (9, -1, 1_001, -999_999),
      (6, 1_000, 5, 1_000_000_005),
      (6, Int64.min, 5, Int64.min + 5),
      (6, Int64.max, 5, Int64.max),
      (6, Int64.max, UInt64.max, Int64.max),
    ] as [(UInt8, Int64, UInt64, Int64)])
  func clock(resolution: UInt8, offset: Int64, ticks: UInt64, microseconds: Int64) throws {
    for order in [ByteOrder.big, .little] {
      var writer = PcapngWriter(order)
      writer.section()
      writer.interface(
        187, [writer.option(2, [0x61]), writer.option(9, resolution), writer.option(14, offset)])
      writer.packet(hex("04 0F 00"), ticks: ticks)
      #expect(try read(writer.bytes).records.map(\.time) == [microseconds])
    }
  }

  @Test func damage() throws {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(187)
    writer.packet(hex("04 0F 00"), ticks: 1)
    let start = writer.bytes
    writer.packet(hex("04 0F 00"), ticks: 1)
    func garbled(_ offset: Int, _ octets: String) throws -> CaptureDamage? {
      var bytes = writer.bytes
      let value = hex(octets)
      let at = start.count + offset
      bytes.replaceSubrange(at..<at + value.count, with: value)
      let capture = try read(bytes)
      #expect(capture.records.count == 1)
      #expect(!capture.cutShort)
      return capture.unreadable
    }
    #expect(try garbled(4, "0B 00 00 00")?.reason == "block length 11 makes no sense")
    #expect(try garbled(4, "00 00 00 70")?.reason == "block length 1879048192 makes no sense")
    #expect(try garbled(32, "28 00 00 00")?.reason == "the two lengths of a block differ")
    #expect(try garbled(20, "05 00 00 00")?.offset == start.count)
    #expect(try garbled(20, "FF FF FF FF")?.offset == start.count)
    #expect(
      try garbled(0, "0A 0D 0D 0A")?.reason == "a section without a byte-order magic")
  }

  @Test func endlessInterfaces() throws {
    var writer = PcapngWriter()
    writer.section()
    for _ in 0...4096 { writer.interface(187) }
    #expect(try read(writer.bytes).unreadable?.reason == "over 4096 interfaces")
  }

  @Test func otherVersions() throws {
    var writer = PcapngWriter(.big)
    writer.section(major: 2)
    #expect(readError(writer.bytes) == .unsupportedVersion(.pcapng, version: 2))
    var second = PcapngWriter(.big)
    second.section()
    let size = second.bytes.count
    #expect(try read(second.bytes + writer.bytes).unreadable?.offset == size)
  }

  /// Options that run over their block end the options, not the packet.
  @Test func optionsThatMakeNoSense() throws {
    var writer = PcapngWriter()
    writer.section()
    writer.interface(187, [writer.option(9, [1, 2, 3])])
    writer.packet(hex("02 0F 00"), ticks: 1, [writer.option(2, [1]), writer.direction(.rx)])
    #expect(try read(writer.bytes).records.map(\.direction) == [.rx])
    var bytes = writer.bytes
    bytes[bytes.count - 14 - 8] = 0xFF
    #expect(try read(bytes).records.count == 1)
  }
}
