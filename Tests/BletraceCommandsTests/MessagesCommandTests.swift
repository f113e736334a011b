import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

@Suite("bletrace messages") struct MessagesCommandTests {
  /// A battery that answers requests, with a layout of its own:
  /// DD, command, register, length, data, two's complement sum, 77.
  ///
  /// - Parameter switched: What a command writes that comes once.
  static func battery(switched: UInt8 = 0, times: Int = 24) -> [UInt8] {
    var builder = CaptureBuilder()
    builder.connect()
    builder.exchangeMTU(100, 100)
    builder.discover(declaration: 0x0010, value: 0x0011, uuid: [0x01, 0xFF])
    builder.discover(declaration: 0x0014, value: 0x0015, uuid: [0x02, 0xFF])
    builder.subscribe(0x0012)
    func request(_ octets: [UInt8]) {
      builder.wait(by: 300_000)
      builder.att(.tx, [0x52, 0x15, 0x00] + message(octets))
    }
    func answer(_ octets: [UInt8]) {
      builder.wait(by: 40_000)
      builder.notify(0x0011, message(octets))
    }
    for index in 0..<times {
      let noise = UInt8(truncatingIfNeeded: index &* 37 &+ 11)
      request([0xA5, 0x03, 0x00])
      answer([0x03, 0x00, 0x06, 0x0D, noise, 0xC0, 0xFF, 0xEE, UInt8(index)])
      request([0xA5, 0x04, 0x00])
      answer([0x04, 0x00, 0x08, 0x0C, noise ^ 0x55, 0x0C, noise, 0x0C, UInt8(index), 0x0C, 0x80])
      if index == 4 {
        request([0x5A, 0xE1, 0x02, 0x00, switched])
        answer([0xE1, 0x00, 0x00])
      }
    }
    builder.disconnect()
    return builder.btsnoop()
  }

  /// The sum covers what follows the second octet.
  private static func message(_ octets: [UInt8]) -> [UInt8] {
    let sum = octets.dropFirst().reduce(UInt16(0)) { $0 &+ UInt16($1) }
    let check = 0 &- sum
    return [0xDD] + octets + [UInt8(check >> 8), UInt8(truncatingIfNeeded: check), 0x77]
  }

  private static let framing = "start:DD,length:u8@3/payload,twos:16/be/from=2,end:77"
  private static let given = [
    "--framing", "FF01=\(framing)", "--framing", "FF02=\(framing)",
  ]

  @Test("lists layouts and kinds")
  func table() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.battery(), to: "a.btsnoop")
    let result = bletrace("messages", path)
    #expect(result.code == .success && result.errors == "")
    #expect(result.output.contains("\(Self.framing)\n"))
    #expect(result.output.contains("FF02 (0x0015) to the device"))
    #expect(result.output.contains("DD A5 03 00 FF FD 77"))
    let json = bletrace("messages", "--format", "json", "--timeline", path)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "bletrace-messages/1")
    #expect((object["layouts"] as? [Any])?.count == 1)
    let timeline = try #require(object["timeline"] as? [[String: Any]])
    #expect(timeline.count == 98)
    #expect(timeline[1]["answers_after_us"] as? Int == 41_000)
    let lines = bletrace("messages", "--timeline", path).output.split(separator: "\n")
    #expect(lines.count { $0.contains(" -> ") } == 49)
    #expect(lines.contains { $0.contains("DD 5A E1 02 00 00 FF 1D 77") })
  }

  @Test("puts the lines of a log between messages")
  func log() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.battery(), to: "a.btsnoop")
    // One second after the first packet.
    let log = try folder.write(Array("2023-11-14T22:13:21.000Z tapped\n".utf8), to: "app.log")
    let result = bletrace("messages", "--merge-log", log, path)
    #expect(result.code == .success && result.errors == "")
    let lines = result.output.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains("| 2023-11-14T22:13:21.000Z tapped") })
    #expect(lines[..<index].count { $0.contains(" -> ") } == 3)
  }

  @Test("names the octets that two actions differ in")
  func differences() throws {
    let folder = try TemporaryFolder()
    let a = try folder.write(Self.battery(switched: 1), to: "a.btsnoop")
    let b = try folder.write(Self.battery(switched: 2), to: "b.btsnoop")
    let result = bletrace(["messages", "--diff", a, b] + Self.given)
    #expect(result.code == .success && result.errors == "")
    #expect(result.output.contains("octet 5: 01 -> 02"))
    #expect(result.output.contains("DD 5A E1 02 00 01 FF 1C 77"))
    let same = bletrace(["messages", "--diff", a, a] + Self.given)
    #expect(same.output.contains("29 messages with the same octets in both"))
  }

  @Test("writes programs and layout files")
  func programs() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.battery(), to: "a.btsnoop")
    let script = bletrace(["messages", "--script", "bleak", path] + Self.given)
    #expect(script.code == .success && script.errors == "")
    #expect(script.output.hasPrefix("#!/usr/bin/env python3\n"))
    let dissector = bletrace(["messages", "--dissector", "wireshark", path] + Self.given)
    #expect(dissector.output.contains("handles:add(0x0015, proto)"))
    let layout = folder["battery.layout"]
    let written = bletrace(["messages", "--write-layout", layout, "-o", "-", path] + Self.given)
    #expect(written.code == .success && written.errors == "")
    let again = bletrace("messages", "--write-layout", layout, path)
    #expect(again.code == .trouble && again.errors.contains("will not be overwritten"))
    var text = try String(contentsOfFile: layout, encoding: .utf8)
    #expect(text.contains("characteristic = FF01\n"))
    // The user names a message and a field.
    let line = try #require(
      text.split(separator: "\n").first { $0.hasPrefix("message = ") && $0.contains(": DD 03 ") })
    let name = try #require(line.dropFirst(10).split(separator: ":").first)
    text = text.replacing("\(name):", with: "state:")
    text = text.split(separator: "\n").filter { !$0.hasPrefix("field = ") }.joined(separator: "\n")
    text += "\nfield = state: voltage u16be@4 *0.01 V\n"
    try folder.write(Array(text.utf8), to: "battery.layout")
    let named = bletrace("messages", "--timeline", "--layout", layout, path)
    #expect(named.code == .success && named.errors == "")
    #expect(named.output.contains("voltage=33.39 V"))
    let decoded = bletrace("decode", "--layout", layout, path)
    #expect(decoded.output.contains("state: voltage 33.39 V"))
    let analyzed = bletrace("analyze", "--layout", layout, "--format", "json", path)
    #expect(analyzed.output.contains("state: voltage x 0.01 V"))
    try folder.write(Array("layout = battery.layout\n".utf8), to: "config")
    let configured = bletrace("messages", "--timeline", "--config", folder["config"], path)
    #expect(configured.output == named.output)
  }

  @Test("keeps no octet of what was said where that is not wanted")
  func redacted() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.battery(), to: "secret-name.btsnoop")
    let layout = folder["new.layout"]
    let outputs = [
      bletrace("messages", "--redact", "--full", "--timeline", path),
      bletrace("messages", "--redact", "--format", "json", "--timeline", path),
      bletrace("messages", "--redact", "--script", "bleak", path),
      bletrace("messages", "--redact", "--dissector", "wireshark", path),
      bletrace("messages", "--redact", "--diff", path, path),
      bletrace("messages", "--redact", "--write-layout", layout, path),
    ]
    var texts = outputs.map(\.output)
    texts.append(try String(contentsOfFile: layout, encoding: .utf8))
    for text in texts {
      let plain = text.filter { !$0.isWhitespace }.lowercased()
      #expect(!plain.isEmpty)
      for secret in ["c0ffee", "dda503", "dda504", "dd5ae1", "secret-name"] {
        #expect(!plain.contains(secret))
      }
    }
    #expect(outputs.allSatisfy { $0.code == .success && $0.errors == "" })
    let log = try folder.write(Array("2024-01-01 00:00:00 x\n".utf8), to: "log")
    #expect(bletrace("messages", "--redact", "--merge-log", log, path).code == .trouble)
  }

  @Test(
    "says what cannot be",
    arguments: [
      (["--diff", "A"], "needs two captures"), (["A", "A"], "'--diff' compares two"),
      (["--script", "bleak", "--dissector", "wireshark", "A"], "cannot be combined"),
      (["--script", "bleak", "--timeline", "A"], "cannot be combined"),
      (["--number", "0", "A"], "is not a number of a layout"),
      (["--number", "17", "A"], "has no layout 17; it has 1 to 1"),
      (["--script", "bleak", "E"], "no layout of messages was found"),
      (["--layout", "L", "A"], "L:2: unknown key 'colour'"),
      (["--layout", "N", "A"], "N: "), (["--script", "perl", "A"], "it takes bleak"),
    ])
  func mistakes(words: [String], what: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.battery(), to: "A")
    var empty = CaptureBuilder()
    empty.connect()
    try folder.write(empty.btsnoop(), to: "E")
    try folder.write(Array("# a comment\ncolour = red\n".utf8), to: "L")
    let result = bletrace(["messages"] + words.map { $0.count == 1 ? folder[$0] : $0 })
    #expect(result.code == .trouble && result.output == "")
    #expect(result.errors.contains(what), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
