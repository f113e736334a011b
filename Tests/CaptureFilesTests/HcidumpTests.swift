import BletraceTestSupport
import CaptureFiles
import Testing

@Suite struct HcidumpTests {
  /// As in BlueZ's hcidump.c: length, incoming, an octet that is never set, seconds, microseconds.
  static let vector = hex(
    """
    04 00  00 7F  00 F1 53 65  05 00 00 00   // 4 octets, sent, 1700000000 s, 5 us
    01  03 0C 00                             // command: Reset
    07 00  01 7F  00 F1 53 65  3F 42 0F 00   // 7 octets, received, 999999 us
    04  0E 04 01 03 0C 00                    // event: Command Complete
    05 00  01 7F  01 F1 53 65  00 00 00 00
    02  40 20 00 00                          // ACL data, received
    """)

  @Test func readsTheVector() throws {
    let capture = try read(Self.vector)
    #expect(capture.format == .hcidump)
    #expect(capture.linkTypeName == "hci-h4")
    #expect(capture.timeOfDayIsKnown)
    #expect(
      capture.records == [
        ReadRecord(
          number: 1, time: 1_700_000_000_000_005, kind: .command, direction: .tx, controller: 0,
          detail: 1, bytes: hex("03 0C 00"), originalCount: 3),
        ReadRecord(
          number: 2, time: 1_700_000_000_999_999, kind: .event, direction: .rx, controller: 0,
          detail: 4, bytes: hex("0E 04 01 03 0C 00"), originalCount: 6),
        ReadRecord(
          number: 3, time: 1_700_000_001_000_000, kind: .acl, direction: .rx, controller: 0,
          detail: 2, bytes: hex("40 20 00 00"), originalCount: 4),
      ])
  }

  /// Nothing marks the format, so that one thing that cannot be is enough to refuse it.
  @Test(
    "one octet that cannot be, in any of the first records",
    arguments: [0, 16, 35].flatMap { record in
      [(0, 9), (2, 2), (11, 0xFF), (7, 0x10), (12, 6)].map { (record + $0.0, UInt8($0.1)) }
    })
  func nearMisses(index: Int, octet: UInt8) {
    var bytes = Self.vector
    bytes[index] = octet
    #expect(readError(bytes) == .notACapture(firstBytes: Array(bytes[..<16])))
  }

  @Test func directionsThatCannotBe() {
    for index in [2, 18] {
      var bytes = Self.vector
      bytes[index] ^= 1
      #expect(readError(bytes) != nil)
    }
  }

  /// What comes live is recognized when the third record is there.
  @Test func shortFiles() throws {
    #expect(try read(Array(Self.vector[..<16])).records.count == 1)
    #expect(try read(Array(Self.vector[..<35])).records.count == 2)
    #expect(readError(Array(Self.vector[..<15])) != nil)
  }
}
