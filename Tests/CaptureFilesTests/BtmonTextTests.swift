import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

/// Packets that are put together from what btmon prints of them.
@Suite struct BtmonTextTests {
  /// The text below a first line, which has the arrow, the name and the lengths.
  private static func text(_ packets: [String]) -> String {
    "Bluetooth monitor ver 5.66\n= Note: Linux version 6.1.0 (x86_64)     0.000002\n"
      + packets.enumerated().map { number, packet in
        let lines = packet.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(lines[0])     #\(number + 1) [hci0] \(number).500000\n"
          + lines.dropFirst().map { "        \($0)\n" }.joined()
      }.joined()
  }

  private func packets(_ text: [String]) throws -> [String] {
    try read(Array(Self.text(text).utf8)).records.map {
      $0.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  @Test("a story gives its packets, and those that were cut are cut", arguments: [1, 7, 4096])
  func story(size: Int) throws {
    let story = everyKind()
    let capture = try read(story.btmonText(), readSize: size)
    #expect(capture.format == .btmon && !capture.timeOfDayIsKnown)
    #expect(capture.records.map(\.kind) == story.entries.map(\.kind))
    #expect(capture.records.map(\.direction) == story.entries.map(\.direction))
    #expect(capture.records.map(\.originalCount) == story.entries.map(\.originalLength))
    for (record, entry) in zip(capture.records, story.entries) {
      let isWhole = entry.bytes.count == entry.originalLength
      // Of a packet that was cut, no more than its headers is certain.
      #expect(record.bytes == (isWhole ? entry.bytes : Array(entry.bytes.prefix(8))))
    }
    let start = story.entries[0].time
    #expect(capture.records.map(\.time) == story.entries.map { $0.time - start })
    #expect(capture.truncated == 1 && capture.unreadable == nil && !capture.cutShort)
    #expect(try readNarrowly(story.btmonText()) == capture)
  }

  // MARK: - Forms

  /// Packets and what is to be read of each, behind `=`.
  private static func cases(_ table: String) -> [(String, String)] {
    table.split(separator: "\n\n").map { block in
      let parts = block.split(separator: "\n=", maxSplits: 1)
      return (String(parts[0]), parts[1].filter { $0 != " " })
    }
  }

  private static let stated = """
    > HCI Event: LE Meta Event (0x3e) plen 19
    LE Connection Complete (0x01)
    Status: Success (0x00)
    Handle: 64
    Role: Master (0x00)
    Peer address type: Random (0x01)
    Peer address: C1:02:03:04:05:06 (Static)
    Connection interval: 30.00 msec (0x0018)
    Connection latency: 0.00 msec (0x0000)
    Supervision timeout: 2000 msec (0x00c8)
    Master clock accuracy: 0x05
    = 3e1301004000000106050403 02c1 180000 00c800 05

    > HCI Event: Disconnect Complete (0x05) plen 4
    Status: Success (0x00)
    Handle: 64 Address: C1:02:03:04:05:06 (Static)
    Reason: Timeout (0x08)
    = 0504 00 4000 08

    < HCI Command: Disconnect (0x01|0x0006) plen 3
    Handle: 64
    Reason: Remote (0x13)
    = 060403 4000 13

    > HCI Event: Command Status (0x0f) plen 4
    LE Create Connection (0x08|0x000d) ncmd 1
    Status: Command Disallowed (0x0c)
    = 0f04 0c 01 0d20

    > HCI Event: Command Complete (0x0e) plen 11
    Read Buffer Size (0x04|0x0005) ncmd 2
    Status: Success (0x00)
    ACL MTU: 1021 ACL max packet: 8
    SCO MTU: 64   SCO max packet: 9
    = 0e0b 02 0510 00 fd03 40 0800 0900

    > HCI Event: Number of Completed Packets (0x13) plen 9
    Num handles: 2
    Handle: 64
    Count: 1
    #12: len 27 (1 Kb/s)
    Latency: 15 msec (15-23 msec ~16 msec)
    41 00 02 00                                      A...
    = 1309 02 4000 0100 4100 0200

    > HCI Event: LE Meta Event (0x3e) plen 20
    LE Advertising Report (0x02)
    Num reports: 1
    Event type: Connectable undirected - ADV_IND (0x00)
    Address type: Public (0x00)
    Address: 01:02:03:04:05:06 (Maker)
    Data length: 8
    Flags: 0x06
      LE General Discoverable Mode
    Name (complete): abc
    RSSI: -64 dBm (0xc0)
    = 3e14 02 01 00 00 060504030201 08 020106 0409616263 c0

    < ACL Data TX: Handle 64 [1/6] flags 0x00 dlen 9
    ATT: Write Request (0x12) len 4
    Handle: 0x0012 Type: Battery Level (0x2a19)
      Data[2]: 0100
      Notification (0x01)
    = 4000 0900 0500 0400 12 1200 0100

    > HCI Event: Command Complete (0x0e) plen 6
    Unknown (0x08|0x0084) ncmd 1
    Status: Invalid HCI Command Parameters (0x12)
    0a 0b                                            ..
    = 0e06 01 8420 12 0a0b

    > ACL Data RX: Handle 64 flags 0x02 dlen 9
    ATT: Error Response (0x01) len 4
    Read By Type Request (0x08)
    Handle: 0x0001
    Error: Attribute Not Found (0x0a)
    = 4020 0900 0500 0400 01 08 0100 0a

    > ACL Data RX: Handle 64 flags 0x02 dlen 20
    ATT: Read By Type Response (0x09) len 15
    Attribute data length: 7
    Attribute data list: 2 entries
    Handle: 0x0002
    Value[5]: 020300002a
      Properties: 0x02
      Value Handle: 0x0003
    Handle: 0x0004
    Value[5]: 020500012a
    = 4020 1400 1000 0400 09 07 0200 020300002a 0400 020500012a

    > ACL Data RX: Handle 64 flags 0x02 dlen 26
    ATT: Read By Group Type Response (0x11) len 21
    Attribute data length: 20
    Attribute group list: 1 entry
    Handle range: 0x0001-0x0005
    UUID: Vendor specific (0f0e0d0c-0b0a-0908-0706-050403020100)
    = 4020 1a00 1600 0400 11 14 0100 0500 000102030405060708090a0b0c0d0e0f

    > ACL Data RX: Handle 64 flags 0x02 dlen 11
    SMP: Pairing Request (0x01) len 6
    IO capability: NoInputNoOutput (0x03)
    OOB data: Not present (0x00)
    Authentication requirement: Bonding (0x01)
    Max encryption key size: 16
    Initiator key distribution: EncKey (0x01)
    Responder key distribution: EncKey (0x01)
    = 4020 0b00 0700 0600 01 03 00 01 10 01 01

    > ACL Data RX: Handle 64 flags 0x02 dlen 16
    LE L2CAP: Connection Parameter Update Request (0x12) ident 3 len 8
    Min interval: 6
    Max interval: 12
    Slave latency: 0
    Timeout multiplier: 300
    = 4020 1000 0c00 0500 12 03 0800 0600 0c00 0000 2c01

    > ACL Data RX: Handle 11 flags 0x02 dlen 7
    Channel: 70 len 3 [PSM 31 mode Basic (0x00)] {chan 1}
    ATT: Read Request (0x0a) len 2
    Handle: 0x0003
    = 0b20 0700 0300 4600 0a 0300

    > ACL Data RX: Handle 64 flags 0x02 dlen 7
    unexpected start frame
    03 00 04 00 03 17 00                             .......
    = 4020 0700 0300040003 1700

    > HCI Event: Vendor.. (0xff) plen 3
    01 02 03                                         ...
    = ff03 010203

    > HCI Ev.. (0x10) plen 1
    Code: 0x42
    = 1001 42
    """

  @Test("packets by their fields", arguments: cases(stated))
  func fields(text: String, wanted: String) throws {
    #expect(try packets([text]) == [wanted])
  }

  private static let partly = """
    > HCI Event: Disconnect Complete (0x05) plen 4
    Status: Success (0x00)
    Reason: Timeout (0x08)
    = 050400

    > HCI Event: Disconnect Complete (0x05) plen 4
    Status: Success
    Handle: 64
    = 0504

    > ACL Data RX: Handle 64 flags 0x02 dlen 20
    ATT: Read By Type Response (0x09) len 15
    Attribute data length: 7
    Handle: 0x0002
    Handle: 0x0004
    Value: 020500012a
    = 40201400100004000907 0200

    > ACL Data RX: Handle 64 flags 0x02 dlen 20
    ATT: Read By Type Response (0x09) len 15
    Attribute data length: 7
    Handle: 0x0002
    Value: 0203
    Handle: 0x0004
    Value: 0205
    = 40201400100004000907 0200

    > ACL Data RX: Handle 64 flags 0x02 dlen 8
    ATT: Handle Value Notification (0x1b) len 3
    Handle: 0x0012
    Data: 0102
    = 40200800 0400 0400 1b

    > HCI Event: Disconnect Complete (0x05) plen 4
    Status: Success (0x100)
    Handle: 64
    = 0504

    > HCI Event: Mode Change (0x14) plen 6
    Status: Success (0x00)
    Handle: 1
    Mode: Sniff (0x02)
    Interval: 500.000 msec
    = 1406 00 0100 02

    > ACL Data RX: Handle 64 flags 0x02 dlen 9
    ATT: Handle Value Notification (0x1b) len 3
    Handle: 0x0012
    Data: 01
    = 40200900

    > HCI Event: Vendor (0xff) plen 4
    01 02 03                     ...
    = ff04

    > ACL Data RX: Handle 64 flags 0x02 dlen 12
    ATT: Handle Value Notification (0x1b) len 7
    Handle: 0x0012
    Data: 0102
    = 40200c00 0800 0400 1b 1200 0102

    > ACL Data RX: Handle 64 flags 0x02 dlen 9
    ATT: Handle Value Notification (0x1b) len 4
    Handle: 0x0012
    Data: 01..
    = 40200900 0500 0400 1b 1200

    > ACL Data RX: Handl.. flags 0x02 dlen 7
    ATT: Read Request (0x0a) len 2
    Handle: 0x0003
    = 

    > HCI Event: LE Meta Event (0x3e) plen 20
    LE Advertising Report (0x02)
    Num reports: 1
    Event type: ADV_IND (0x00)
    Address type: Public (0x00)
    Address: 01:02:03:04:05:06 (Maker)
    Data length: 8
    Flags: 0x06
    Name (complete): ab
    RSSI: -64 dBm (0xc0)
    = 3e14 02 01 00 00 060504030201 08

    > HCI Event: LE Meta Event (0x3e) plen 6
    LE Something (0x3a)
    Handle: 64
    = 3e06 3a

    > ACL Data RX: Handle 64 flags 0x02 dlen 9
    Channel: 65 len 5 sdu 3 [PSM 39 mode Enhanced Credit (0x81)] {chan 1}
    ATT: Read Request (0x0a) len 2
    Handle: 0x0003
    = 40200900 0500 4100
    """

  @Test("what is not stated is missing", arguments: cases(partly))
  func missing(text: String, wanted: String) throws {
    #expect(try packets([text]) == [wanted])
  }

  /// A packet of L2CAP is printed below the last of those that hold it.
  @Test func fragments() throws {
    let value = (0..<60).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let parts = [
      "< ACL Data TX: Handle 65 flags 0x00 dlen 27", "> HCI Event: Vendor (0xff) plen 0",
      "< ACL Data TX: Handle 65 flags 0x01 dlen 27",
      "< ACL Data TX: Handle 65 flags 0x01 dlen 13\nATT: Write Command (0x52) len 62\n"
        + "Handle: 0x0012\nData: " + value,
    ]
    let whole = "3f000400521200" + value
    let first = "41001b00" + whole.prefix(54)
    let second = "41101b00" + whole.dropFirst(54).prefix(54)
    let third = "41100d00" + whole.dropFirst(108)
    #expect(try packets(parts) == [first, "ff00", second, third])
    // Where one is missing, no octet has its place.
    #expect(try packets([parts[0], parts[3]]) == ["41001b00", "41100d00"])
    #expect(try packets([parts[2], parts[3]]) == ["41101b00", "41100d00"])
    #expect(try packets(Array(parts[..<3])) == ["41001b00", "ff00", "41101b00"])
    // Not for ever.
    let many = [parts[0]] + [String](repeating: parts[1], count: 1000) + parts[2...]
    #expect(try packets(many).first == "41001b00")
  }

  @Test func controllersAndTimes() throws {
    let text = """
      < HCI Command: Reset (0x03|0x0003) plen 0   #1 [hci1] 2024-02-28 23:59:59.500000
      > > < HCI Command: Reset (0x03|0x0003) plen 0   [#2](https://x/2) [hci0] 2024-02-29 00:00:00
      bluetoothd[9]: < ACL Data TX: Handle 64 flags 0x00 dlen 7   #3 [hci65535] 2024-02-29 00:00:01.5
            ATT: Read Request (0x0a) len 2
      bluetoothd[9]: @ MGMT Open: bluetoothd (privileged) version 1.22  {0x0001}  0.5
              Handle: 0x0003
      """
    let capture = try read(Array(text.utf8))
    #expect(capture.records.map(\.controller) == [1, 0, 65535])
    #expect(capture.records.map(\.time) == [0, 500_000, 2_000_000])
    #expect(capture.records.last?.bytes == hex("40 00 07 00 03 00 04 00 0A"))
  }

  /// A device may call itself as it likes.
  @Test(arguments: ["Name (complete): ", "Name (short): ", "Name: "])
  func namesAreNoPackets(label: String) throws {
    let text = """
      > HCI Event: LE Meta Event (0x3e) plen 12   #1 [hci0] 1.000000
              \(label)HCI Event: a (0x05) plen 4 [hci0] 2.0
              \(label)> ACL Data RX: Handle 64 flags 0x02 dlen 7
      > HCI Event: Hardware Error (0x10) plen 1   #2 [hci0] 3.000000
              Code: 0x01
      """
    let records = try read(Array(text.utf8)).records
    #expect(records.map { $0.bytes[0] } == [0x3E, 0x10])
    #expect(records.map(\.time) == [0, 2_000_000])
  }

  @Test("the end of what belongs to a packet", arguments: ["--", "= x", "@ x", "...", "prose"])
  func ends(line: String) throws {
    let text = """
      > HCI Event: Disconnect Complete (0x05) plen 4   #1 [hci0] 1.000000
              Status: Success (0x00)
      \(line)
              Handle: 64
              Reason: Timeout (0x08)
      """
    #expect(try read(Array(text.utf8)).records.map(\.bytes) == [hex("05 04 00")])
  }

  @Test(
    "a text that may be btmon's",
    arguments: [
      ("> HCI Event: Vendor (0xff) plen 0   #1 [hci0] 1.0", true),
      ("> HCI Event: Vendor (0xff) plen 0   #1 1.000000", true),
      ("> ACL Data RX: Handle 3 flags 0x02 dlen 9", true),
      ("Bluetooth monitor ver 5.80\n> HCI Event: Vendor (0xff) plen 0", true),
      // hcidump's, and words.
      ("2016-01-04 08:13:54.703606 > HCI Event: Vendor (0xff) plen 0", false),
      ("> HCI Event: Vendor (0xff) plen 0", false), ("< HCI Command: Reset plen 0 [hci0]", false),
      ("> ACL data: handle 65 flags 0x02 dlen 5", false), ("> HCI Event: (0xff) plen", false),
      ("> HCI Event: Vendor (0xff) plen 300 [hci0]", false), ("< none > of [hci0] it", false),
      ("> ACL Data RX: Handle 3 flags 0x22 dlen 9 [hci0]", false),
      ("< HCI Command: Reset (0xff|0x0003) plen 0 [hci0]", false),
    ])
  func detection(text: String, isBtmon: Bool) throws {
    guard isBtmon else {
      #expect(readError(Array(text.utf8)) == .foreign(.text))
      return
    }
    #expect(try read(Array(text.utf8)).format == .btmon)
    var wide: [UInt8] = [0xFE, 0xFF]
    for octet in text.utf8 { wide += [0, octet] }
    #expect(try read(wide).format == .btmon)
  }

  @Test("any octets, and lines in any order") func noise() throws {
    var random = SeededRandom(seed: 10)
    let text = everyKind().btmonText() + Array(Self.text(Self.cases(Self.stated).map(\.0)).utf8)
    for round in 0..<400 {
      var bytes = text
      if round % 2 == 0 {
        var lines = bytes.split(separator: 0x0A).map(Array.init)
        lines.swapAt(Int(random.next() % 20), Int(random.next() % 20))
        lines.remove(at: Int(random.next() % UInt64(lines.count)))
        bytes = Array(lines.joined(separator: [0x0A]))
      }
      for _ in 0...random.next() % 6 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      guard readError(bytes) == nil else { continue }
      let capture = try readNarrowly(bytes)
      #expect(try read(bytes) == capture)
      #expect(capture.records.allSatisfy { $0.originalCount >= $0.bytes.count })
    }
  }
}
