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

  // MARK: - Cases

  private func times(_ text: String) throws -> [Int64] {
    try read(Array(text.utf8)).records.map(\.time)
  }

  /// Whatever `tshark -t` was asked for.
  @Test(
    "times that tshark prints",
    arguments: [
      ("0.000000000", "1.500000001", 1_500_000), ("0.0", "1.5", 1_500_000),
      ("1700000000.000000", "1700000005.000000", 5_000_000),
      ("10:00:00.000000", "10:00:05.5", 5_500_000),
      ("2024-02-28 23:00:00.000", "2024-03-01 01:00:00.000", 26 * 3_600_000_000),
      ("2023-02-28 23:00:00.000", "2023-03-01 01:00:00.000", 2 * 3_600_000_000),
      ("11:22:33:44:55:66", "11:22:33:44:55:77", 0), ("x", "y", 0),
    ])
  func tsharkTimes(first: String, second: String, wanted: Int64) throws {
    let mark = "\u{FEFF}"
    let text = """
      \(mark)    1 \(first) host → controller HCI_CMD 4 Sent Reset
      0000  01 03 0c 00                                      ....

          2 \(second) controller → host HCI_EVT 7 Rcvd Command Complete
      0000  04 0e 04 01 03 0c 00                             .......
      """
    #expect(try times(text) == [0, wanted])
    // With nothing before the first packet but the mark.
    let dumps = "\(mark)0000  01 03 0c 00   ....\n\n0000  04 0e 04 01 03 0c 00   ....\n"
    #expect(try times(dumps) == [0, 0])
  }

  @Test(
    "times before a tag",
    arguments: [
      ("[100:00:00.000]", "[100:00:01.000]", 1_000_000), ("[99:59:59]", "[100:00:00]", 1_000_000),
      ("[2026-11-29 10:00:00.000]", "[2026-11-30 10:00:00.500]", 86_400_500_000),
      ("(5000) dev 11:22:33:44:55:66", "(7000) dev 11:22:33:44:55:66", 2_000_000),
      ("dev 11:22:33:44:55:66", "dev 11:22:34:44:55:66", 0), ("1234:00:00", "1234:00:01", 0),
    ])
  func tagTimes(first: String, second: String, wanted: Int64) throws {
    #expect(try times("\(first) CMD => 03 0C 00\n\(second) EVT <= FF 00\n") == [0, wanted])
  }

  @Test func nimBLECommandTimes() throws {
    let line = "ble_hs_hci_cmd_send: ogf=0x03 ocf=0x0003 len=0\n0x03 0x0c 0x00\n"
    #expect(try times("I (1000) NimBLE: \(line)I (9000) NimBLE: \(line)") == [0, 8_000_000])
  }

  /// The second octet of the time is the length that an event would have, and so on.
  @Test(
    "a packet that is whole with its time and without",
    arguments: [
      ("C:10 00 00 00 00 00 00 00 03 0c 00", "E:77 0d 01 00 00 00 00 00 0e 05 04 05 01 00 13", 7),
      ("E:77 0d 01 00 00 00 00 00 0e 05 04 05 01 00 13", "C:03 0c 00", 7),
      ("C:10 00 00 00 00 00 00 00 03 0c 00", "E:13 0d 01 00 00 00 00 00 0e 05 04 05 01 00 13", 7),
      ("C:03 0c 00", "E:0e 0d 01 00 00 00 00 00 0e 05 04 05 01 00 13", 15),
      ("C:03 0c 00", "E:77 0d 01 00 00 00 00 00 0e 05 04 05 01 00 13", 15),
    ])
  func ticks(first: String, second: String, count: Int) throws {
    let records = try read(Array("e0 \(first)\ne1 \(second)\n".utf8)).records
    #expect(records.first { $0.kind == .event }?.bytes.count == count)
  }

  /// ESP-IDF prints its packets, then its advertising reports, of the same time.
  @Test func buffers() throws {
    func line(_ tag: String, _ time: UInt64, _ packet: String) -> String {
      let ticks = (0..<8).map { octet in
        let text = String(time >> (8 * octet) & 0xFF, radix: 16)
        return text.count == 1 ? "0" + text : text
      }
      return "e0 \(tag)\((ticks + [packet]).joined(separator: " "))\n"
    }
    let report = "05 02 01 00 00 00"
    let dump =
      line("C:", 5_000_000, "03 0c 00") + line("E:", 9_000_000, "0e 04 01 03 0c 00")
      + line("", 1_000_000, report) + line("", 6_000_000, report) + line("", 99_000_000, report)
    // The board is reset, and the same goes on.
    let capture = try read(Array((dump + dump).utf8))
    let seconds = capture.records.map { $0.time / 1_000_000 }
    #expect(seconds == [0, 4, 5, 8, 98, 98, 102, 103, 106, 196])
    #expect(capture.records[..<5].map(\.kind) == [.event, .command, .event, .event, .event])
    #expect(try readNarrowly(Array((dump + dump).utf8)) == capture)
    // Any numbers.
    let wild = [UInt64.max, 0, .max, 1 << 63, 5, .max].map { line("C:", $0, "03 0c 00") }.joined()
    #expect(try times(wild).allSatisfy { $0 >= 0 })
  }

  @Test func smallStepsBack() throws {
    let lines = (0..<50).map { "[00:00:00.\($0 % 2 == 0 ? 900 : 100)] EVT <= FF 00\n" }
    #expect(Set(try times(lines.joined())) == [0, -800_000])
  }

  @Test(
    "lines that should hold packets",
    arguments: [
      ("e2 E:0e 04 01 03 0\n", 1), ("e4 C:\n", 1), ("e4 C: \r\n", 1),
      ("e1 E:0e 04 01 03I (123) wifi: up\n 0c 00\n", 1), ("e1 E:0e 04 01 zz\ne2 C:0\n", 1),
      ("I (1) x: 0x12 C: 3\n", 0), ("at 25 C: 10 20\n", 0), ("12 E:what\n", 0),
      ("10 > 05\n1 < 2\n", 0), ("> 04 0E 04 01 03 0C 00\n> 05\n", 1),
      ("> 04 0E 04 01 03 0C 00\n> 04", 1),
      ("HCI EVENT RX <- " + String(repeating: "0", count: 1 << 19), 1),
    ])
  func counted(rest: String, wanted: Int) throws {
    let capture = try read(Array(("e0 C:03 0c 00\n" + rest).utf8))
    let reason = capture.unreadable?.reason
    #expect(
      reason == (wanted == 0 ? nil : "a line that should hold a packet makes no sense"))
    #expect((capture.unreadable?.skippedOctets ?? 1) > 0)
    #expect((capture.unreadable?.offset ?? 14) >= 14)
  }

  @Test(
    "a text that may be a log",
    arguments: [
      ("e0 C:03 0c 00", true), ("e0 E:77 02 00 00", false),
      ("e0 E:77 02 00 00\ne1 E:77 02 00 00", true), ("sensor at 25 C: 10 20 00", false),
      ("12 E: 00 00\n13 E: 00 00", false), ("{\"a\": 1,\n\"x\":\n 25 C: 01 02 00\n}", false),
      ("[00:00:01.000] ISO => 60 20 04 00 01 00 00 00", true),
      // Ethernet, to addresses of Docker.
      ("0000  02 42 c0 03 00 01 02 03\n\n0000  02 42 c0 03 00 01 02 03", false),
      ("0000  02 40 20 03 00 01 02 03\n\n0000  02 40 20 03 00 01 02 03", true),
      // Of Linux's monitor.
      ("0000  00 00 00 02 03 0c 00\n\n0000  00 00 00 03 0e 04 01 03 0c 00", true),
      ("0000  00 00 00 08 03 0c 00\n\n0000  00 00 00 09 0e 04 01 03 0c 00", false),
    ])
  func texts(text: String, isLog: Bool) {
    let error = readError(Array(text.utf8))
    if isLog { #expect(error == nil) } else { #expect(error != nil) }
    // After text of another alphabet.
    let cyrillic = String(repeating: "Запуск устройства\n", count: 300)
    #expect((readError(Array((cyrillic + text).utf8)) == nil) == isLog)
  }

  /// A text that is made while it is read, a line at a time.
  private final class Lines: ByteSource {
    private var lines: [String]
    private(set) var given = 0

    init(_ lines: [String]) { self.lines = lines }

    func read(
      into buffer: inout [UInt8], at offset: Int, upTo count: Int
    ) throws(CaptureFileError) -> Int {
      guard given < lines.count else { return 0 }
      let line = Array(lines[given].utf8)
      given += 1
      buffer.replaceSubrange(offset..<offset + line.count, with: line)
      return line.count
    }
  }

  @Test("a log is known by its first packet, and other text at once")
  func live() throws {
    let packet = "HCI EVENT RX <- 040E0401030C00\n"
    let later = [String](repeating: "and more of it\n", count: 100)
    func lines(_ first: [String]) -> (Lines, CaptureFileError?) {
      let source = Lines(first + later)
      let expectation = CaptureExpectation(textNow: { TraceTime(microseconds: 5) })
      do {
        _ = try CaptureReader(source, readsText: false, expectation: expectation)
        return (source, nil)
      } catch { return (source, error) }
    }
    for first in [[packet], ["I (29) boot: x\n", "\u{1}\u{2}\u{3}\n", packet]] {
      let (source, error) = lines(first)
      #expect(error == nil && source.given <= first.count + 2)
    }
    let foreign: [(String, ForeignContent)] = [
      ("{ \"frames\": [1, 2\n", .json), ("<?xml version=\"1.0\"?>\n", .xml),
    ]
    for (first, content) in foreign {
      let (source, error) = lines([first])
      #expect(error == .foreign(content) && source.given <= 3)
    }
    #expect(lines(["Bluetooth monitor of mine\n", packet]).1 == nil)
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

  @Test("a file is what it begins with, in whatever pieces it comes", arguments: TextForm.allCases)
  func firstForm(form: TextForm) throws {
    let story = Self.story(form)
    let text = story.text(form) + [0x0A]
    let zephyr = story.zephyr()
    for rest in [zephyr, [UInt8](repeating: 0, count: 3000)] {
      for size in [1, 16, 300, 5000] {
        #expect(try read(text + rest, readSize: size).format == .text)
      }
    }
    for size in [1, 16, 300, 5000] {
      #expect(try read([0, 1, 2, 3] + zephyr + text, readSize: size).format == .zephyr)
    }
  }
}
