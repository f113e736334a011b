import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct PcapTests {
  static let vector = hex(
    """
    A1 B2 3C 4D  00 02 00 04         // big-endian, nanoseconds, version 2.4
    00 00 00 00  00 00 00 00
    00 00 FF FF  00 00 00 C9         // link type 201
    65 53 F1 00  00 00 07 CF         // 1700000000 s, 1999 ns
    00 00 00 06  00 00 00 09
    00 00 00 01  04 FF               // received, event
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .pcap)
    #expect(capture.linkTypeName == "hci-h4-phdr")
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 1_700_000_000_000_001, kind: .event, direction: .rx, controller: 0,
          detail: 4, bytes: [0xFF], originalCount: 4)
      ])
    #expect(capture.truncated == 1)
  }

  @Test(arguments: [ByteOrder.big, .little], [false, true])
  func ordersAndResolutions(order: ByteOrder, nanoseconds: Bool) throws {
    let story = everyKind()
    for link in [187, 201, 254] as [UInt32] {
      let capture = try read(story.pcap(link, order: order, nanoseconds: nanoseconds))
      #expect(capture.records.map(\.time) == story.entries.map(\.time))
      #expect(capture.records.map(\.kind) == story.entries.map(\.kind))
      #expect(capture.records.map(\.bytes) == story.entries.map(\.bytes))
    }
  }

  /// Commands and events go one way; for the rest H4 alone does not say.
  @Test func plainH4HasNoDirection() throws {
    let capture = try read(everyKind().pcap(187))
    #expect(capture.linkTypeName == "hci-h4")
    for record in capture.records {
      switch record.kind {
      case .command: #expect(record.direction == .tx)
      case .event: #expect(record.direction == .rx)
      default: #expect(record.direction == .unknown)
      }
    }
  }

  @Test(arguments: [
    ("00 00 00 00", RecordDirection.tx), ("00 00 00 01", .rx), ("FF FF FF FF", .unknown),
    ("00 00 00 FF", .unknown), ("00 00 00 02", .tx),
  ])
  func directionWord(word: String, direction: RecordDirection) throws {
    var bytes = CaptureBuilder().acl(.tx, [1, 2]).pcap(201)
    bytes.replaceSubrange(40..<44, with: hex(word))
    #expect(try read(bytes).records[0].direction == direction)
  }

  @Test func tooShortForItsFraming() throws {
    for (link, least) in [(187, 1), (201, 5), (254, 4)] as [(UInt32, Int)] {
      for count in 0..<least {
        var writer = ByteWriter(.little)
        writer.put(CaptureBuilder().pcap(link))
        writer.put(0 as UInt64)
        writer.put(UInt32(count))
        writer.put(UInt32(count))
        writer.put([UInt8](repeating: 0, count: count))
        let capture = try read(writer.bytes)
        #expect(capture.records.map(\.kind) == [.unrecognized])
        #expect(!capture.cutShort)
      }
    }
  }

  @Test func upperBitsOfTheLinkTypeAreNotPartOfIt() throws {
    #expect(try read(everyKind().pcap(0xF400_00C9)).records.count > 0)
  }

  @Test(
    arguments: [
      (1, "Ethernet (1)"), (105, "802.11 (105)"),
      (186, "USB of FreeBSD (186): bletrace reads HCI over USB as Linux, USBPcap and macOS"),
      (127, "802.11 with radiotap header (127), not Bluetooth HCI"),
      (147, "user link type 0 (147), which means what its writer wanted"),
      (157, "-T KIND FILE OUT' (nordic_ble: older sniffers of Nordic's wrote this number)"),
      (
        255,
        "Bluetooth BR/EDR baseband (255), what a sniffer heard of Bluetooth Classic: bletrace reads "
          + "sniffed packets of Bluetooth LE only; of Classic, capture HCI on one of the two devices"
      ),
      (9999, "unknown link type (9999)"),
    ] as [(Int, String)])
  func otherLinkTypesAreNamed(number: Int, name: String) {
    let error = readError(everyKind().pcap(UInt32(number)))
    #expect(error == .unsupportedLinkType(.pcap, number: number))
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
  }

  @Test("a link type that is not known: the message lists those that are read")
  func knownLinkTypes() {
    #expect(
      readError(everyKind().pcap(9999))?.message
        == "this pcap file contains an unknown link type (9999); bletrace reads Bluetooth HCI H4 "
        + "(187), H4 with direction (201), Linux monitor (254), HCI over USB (189, 220, 249, "
        + "266), and sniffed LE packets (192, 251, 256, 272)")
  }

  @Test func otherVersionsAreRefused() {
    var bytes = everyKind().pcap(201)
    bytes[4] = 3
    #expect(readError(bytes) == .unsupportedVersion(.pcap, version: 3))
  }

  @Test func secondsAreUnsigned() throws {
    let late = try read(CaptureBuilder(time: 4_294_967_295_000_000).event([1, 0]).pcap(201))
    #expect(late.records[0].time == 4_294_967_295_000_000)
  }

  @Test func oversizedLengthIsDamage() throws {
    var bytes = CaptureBuilder().event([0xFF, 0]).pcap(201)
    bytes.replaceSubrange(32..<36, with: hex("FF FF FF FF"))
    let capture = try read(bytes)
    #expect(capture.records.isEmpty)
    #expect(capture.unreadable?.offset == 24)
  }
}
