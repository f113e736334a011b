import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

/// Logs that print packets as text.
@Suite struct TextLogTests {
  /// Without a packet that was cut, which a text does not show.
  private static func story(_ form: TextForm) -> CaptureBuilder {
    var story = everyKind()
    story.entries.removeAll { $0.originalLength > $0.bytes.count || !form.holds($0) }
    return story
  }

  @Test("each dialect gives the packets of a story", arguments: TextForm.allCases)
  func dialects(form: TextForm) throws {
    let story = Self.story(form)
    let text = story.text(form)
    let capture = try read(text)
    #expect(capture.format == .text && capture.linkTypeName == "hci-h4")
    #expect(!capture.timeOfDayIsKnown)
    #expect(capture.records.map(\.bytes) == story.entries.map(\.bytes))
    #expect(capture.records.map(\.kind) == story.entries.map(\.kind))
    #expect(capture.records.map(\.direction) == story.entries.map(\.direction))
    #expect(capture.records.map(\.number) == Array(1...story.entries.count))
    let start = story.entries[0].time
    #expect(
      capture.records.map(\.time)
        == story.entries.map { form.hasTimes ? $0.time - start : 0 })
    #expect(capture.unreadable == nil && !capture.cutShort)
    #expect(try readNarrowly(text) == capture)
    for size in [1, 7, 4096] { #expect(try read(text, readSize: size) == capture) }
  }

  @Test(
    "other lines may be between, colours too, and any end of line", arguments: TextForm.allCases)
  func otherLines(form: TextForm) throws {
    let story = Self.story(form)
    let wanted = try read(story.text(form)).records
    var text = Array("rst:0x1 (POWERON_RESET),boot:0x13\r\nI (29) boot: ESP-IDF\r\n\r\n".utf8)
    text += [0x00, 0xFF, 0x80, 0x0A]
    var isFirst = true
    for line in story.text(form).split(separator: 0x0A, omittingEmptySubsequences: false) {
      // A packet in several lines stays together.
      let begins = ![0x20, 0x30].contains(line.first ?? 0x20)
      if begins, !isFirst {
        text += Array("\u{1B}[0;32mI (1563) app: value 0x12, C: 3\u{1B}[0m\r\n".utf8)
      }
      isFirst = false
      text += line + [0x0D, 0x0A]
    }
    let capture = try read(text)
    #expect(capture.records == wanted)
    #expect(capture.unreadable == nil)
  }

  /// As in bluekitchen/btstack, issue 59; events from 0x60 on are its own.
  @Test func btstack() throws {
    let text = """
      [00:00:01.561] LOG -- hci.c.3635: BTSTACK_EVENT_STATE 1
      [00:00:01.561] EVT <= 60 01 01
      [00:00:01.562] CMD => 03 0C 00
      I (1563) uart_send_task: uart_send_task start
      [00:00:01.571] EVT <= 6E 00
      [00:00:01.587] EVT <= 0E 04 05 03 0C 00
      """
    let records = try read(Array(text.utf8)).records
    #expect(records.map(\.bytes) == [hex("03 0C 00"), hex("0E 04 05 03 0C 00")])
    #expect(records.map(\.time) == [0, 25_000])
  }

  /// As in arduino-libraries/ArduinoBLE, issue 206, in a monitor that adds the time.
  @Test func arduino() throws {
    let text = """
      12:00:00.100 -> HCI ACLDATA RX <- 02002005000100040013
      12:00:00.250 -> HCI COMMAND TX -> 0113200E0000100018000000580204000600
      12:00:00.251 -> HCI EVENT RX <- 040F0400051320
      """
    let records = try read(Array(text.utf8)).records
    #expect(records.map(\.kind) == [.acl, .command, .event])
    #expect(records.map(\.time) == [0, 150_000, 151_000])
  }

  /// As in h2zero/NimBLE-Arduino, issue 250.
  @Test func nimBLE() throws {
    let text = """
      ble_hs_hci_cmd_send: ogf=0x08 ocf=0x0016 len=2
      0x16 0x20 0x02 0x00 0x00 
      ble_hs_hci_evt_acl_process(): conn_handle=0 pb=2 len=11 data=0x07 0x00 0x04 0x00 0x10 \
      0x01 0x00 0xff 0xff 0x00 0x28 
      host tx hci data; handle=0 length=9
      ble_hs_hci_acl_tx(): 0x00 0x00 0x09 0x00 0x05 0x00 0x04 0x00 0x01 0x10 0x00 0x00 0x01
      """
    let records = try read(Array(text.utf8)).records
    #expect(
      records.map(\.bytes) == [
        hex("16 20 02 00 00"), hex("00 20 0B 00 07 00 04 00 10 01 00 FF FF 00 28"),
        hex("00 00 09 00 05 00 04 00 01 10 00 00 01"),
      ])
    #expect(records.map(\.direction) == [.tx, .rx, .tx])
  }

  /// As in esp-idf's README; a report without a kind, and a time before a packet.
  @Test func espIDF() throws {
    let text = """
      e6 C:35 0c 05 01 01 00 01 00
      e8 E:13 05 01 01 00 01 00
      07 0d 02 01 03 00 01 02 03 04 05 06 01 aa c0
      e9 D:40 42 0f 00 00 00 00 00 01 20 05 00 01 00 04 00 13
      ea D:41 42 0f 00 00 00 00 00 01 20 05 00 01 00 04 00 13
      """
    let records = try read(Array(text.utf8)).records
    #expect(records.map(\.kind) == [.command, .event, .event, .acl, .acl])
    #expect(records[2].bytes == hex("3E 0D 02 01 03 00 01 02 03 04 05 06 01 AA C0"))
    #expect(records.map(\.time) == [0, 0, 0, 0, 1])
  }

  /// As `tshark -x` prints a packet that is the last of several, and one behind a direction word.
  @Test func tshark() throws {
    let text = """
      0000  04 ff 00                                          ...

      Frame (8 bytes):
      0000  02 40 10 03 00 01 02 03                           .@......
      Reassembled BTHCI ACL (3 bytes):
      0000  04 ff 00                                          ...

      0000  00 00 00 01 04 0e 04 01  03 0c 00                 ...........
      """
    let records = try read(Array(text.utf8)).records
    #expect(
      records.map(\.bytes) == [hex("FF 00"), hex("40 10 03 00 01 02 03"), hex("0E 04 01 03 0C 00")])
    #expect(records.map(\.direction) == [.rx, .unknown, .rx])
  }

  @Test("a line that was cut, or mixed with another, is passed over, and counted")
  func damagedLines() throws {
    let text = """
      HCI COMMAND TX -> 01030C00
      HCI EVENT RX <- 040E0401030CHello
      HCI EVENT RX <- 040E0401030C0000
      HCI EVENT RX <- 040E0401030C00
      """
    let capture = try read(Array(text.utf8))
    #expect(capture.records.map(\.kind) == [.command, .event])
    #expect(capture.unreadable?.reason == "2 lines that should hold packets make no sense")
    #expect(capture.unreadable?.offset == 27)
    #expect(capture.unreadable?.skippedOctets == 65)
    // What the program printed no more of.
    let short = try read(Array("HCI EVENT RX <- 040E0401030C00\nHCI EVENT RX <- 040E04".utf8))
    #expect(short.records.last?.bytes == hex("0E 04") && short.records.last?.originalCount == 6)
    #expect(short.truncated == 1)
  }

  @Test(
    "text that is no log of packets",
    arguments: [
      "> 04 is a number\n", "I (29) boot: C: 12\n", "0000  de ad be ef\n0004  01 02\n",
      "e6 C:xx\n", "CMD => what\n", "< HCI Command: Reset (0x03|0x0003) plen 0\n  0000: 01 02\n",
      "> 04 0E 04 01 03 0C\n> 11 22\n",
    ])
  func otherText(text: String) {
    #expect(readError(Array(text.utf8)) == .foreign(.text))
  }

  /// Of a form without a mark, more than one packet is needed; at the end, one.
  @Test func unmarked() throws {
    #expect(try read(Array("> 04 0E 04 01 03 0C 00\n".utf8)).records.count == 1)
    let noise = [UInt8](repeating: 0x41, count: 1000) + [0x0A]
    let text = (0..<900).flatMap { _ in noise } + Array("> 04 FF 00\n> 04 FF 00\n".utf8)
    #expect(try read(text).records.count == 2)
    #expect(readError((0..<200).flatMap { _ in noise } + text) == .foreign(.text))
  }

  /// The clock of a board begins again when it is reset, and that of the day at midnight.
  @Test func clocks() throws {
    let times = ["23:59:59.900", "00:00:00.100", "00:00:00.000", "05:00:00.000", "01:00:00.000"]
    let text = times.map { "[\($0)] EVT <= FF 00\n" }.joined()
    let records = try read(Array(text.utf8)).records
    let hours: Int64 = 5 * 3_600_000_000
    #expect(
      records.map(\.time) == [0, 200_000, 100_000, 100_000 + hours, 100_000 + hours])
  }

  // MARK: - A serial line

  private func serial(
    _ bytes: [UInt8], readSize: Int = 1
  ) throws(CaptureFileError) -> (CaptureFormat, Int, Bool) {
    var reader = try CaptureReader(
      MemorySource(bytes, readSize: readSize),
      expectation: CaptureExpectation(isZephyr: true, now: { TraceTime(microseconds: 5) }))
    var batch: [CapturedRecord] = []
    var count = 0
    while try reader.nextBatch(into: &batch) { count += batch.count }
    return (reader.format, count, reader.timeOfDayIsKnown)
  }

  @Test("a line brings Zephyr's monitor, or a log", arguments: TextForm.allCases)
  func serialLine(form: TextForm) throws {
    let story = Self.story(form)
    for noise in [[], [0x00, 0x80, 0xFF], Array("0c 00\nboot\n".utf8)] {
      let text = try serial(noise + [0x0A] + story.text(form))
      #expect(text.0 == .text && text.1 == story.entries.count && text.2)
      let zephyr = try serial(noise + story.zephyr())
      #expect(zephyr.0 == .zephyr && zephyr.1 == story.entries.count)
    }
  }

  @Test("any octets in a log", arguments: TextForm.allCases)
  func noise(form: TextForm) throws {
    var random = SeededRandom(seed: 9)
    let text = everyKind().text(form)
    for _ in 0..<300 {
      var bytes = text
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
