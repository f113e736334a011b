import Foundation
import Framing
import Report
import Testing

@testable import Workbench

/// The functions of the scripts, run by Python on messages of many layouts.
@Suite("Scripts in Python") struct PythonScriptTests {
  private static let python = OtherProgram.python

  /// For each script: takes its messages apart and makes them again, cuts them into values of 20
  /// octets, and puts these together again. The values go to standard output.
  private static let driver = """
    import importlib.util, sys
    for number in range(int(sys.argv[1])):
      spec = importlib.util.spec_from_file_location("script", f"{number}.py")
      script = importlib.util.module_from_spec(spec)
      spec.loader.exec_module(script)
      messages = [bytes.fromhex(line) for line in open(f"{number}.txt")]
      sender, receiver, back = script.Sender(20), script.Receiver(), []
      for message in messages:
        parts = script.decode(message)
        assert parts["intact"], (number, message.hex())
        assert script.encode(parts) == message, (number, message.hex())
        for value in sender.values(message):
          assert len(value) <= 20 or script.CHUNK_HEADER == 0, number
          print(number, value.hex())
          back += receiver.feed(value)
      assert back + receiver.flush() == messages, number
      for _, parts in script.REQUESTS:
        assert script.encode(parts) in messages, number
        words = script.describe(script.encode(parts), True)
        assert words.startswith("kind 1 ") and "does not fit" not in words, words
    """

  @Test("make, read, cut and join messages of every layout", .enabled(if: python.isExpected))
  func framing() throws {
    let samples = LayoutSample.all
    #expect(samples.count == LayoutSample.specs.count)
    let folder = try Folder()
    for (number, sample) in samples.enumerated() {
      let trace = try #require(sample.trace)
      try folder.write(PythonScript.text(of: trace, version: "1"), to: "\(number).py")
      try folder.write(
        sample.messages.map { hexText($0) }.joined(separator: "\n"), to: "\(number).txt")
    }
    try folder.write(Self.driver, to: "driver")
    let printed = try Self.python.run(["-B", "driver", "\(samples.count)"], folder: folder.url)
    // What the script sends is what bletrace reads.
    var values: [Int: [[UInt8]]] = [:]
    for line in printed.split(separator: "\n") {
      let words = line.split(separator: " ")
      values[Int(words[0]) ?? -1, default: []].append(
        octets(hex: words.count > 1 ? words[1] : "") ?? [])
    }
    for (number, sample) in samples.enumerated() {
      var framed = FramedMessages(sample.layout)
      var found: [FramedMessage] = []
      for (index, value) in (values[number] ?? []).enumerated() {
        found += framed.add(value, number: index)
      }
      found += framed.finish()
      #expect(found.map(\.whole) == sample.messages, "\(sample.spec)")
      #expect(found.allSatisfy { $0.checksumIsRight != false }, "\(sample.spec)")
    }
  }

  @Test("compute every checksum", .enabled(if: python.isExpected))
  func checksums() throws {
    let message = Array("123456789".utf8) + [0, 0xFF, 0x80]
    var driver = "message = bytes.fromhex('\(hexText(message))')\n"
    for kind in ChecksumKind.allCases {
      var layout = FramingLayout(boundary: .value)
      layout.checksum = FramingLayout.Checksum(kind, isBigEndian: true)
      let sample = try #require(LayoutSample(layout.spec))
      let trace = try #require(sample.trace)
      let script = PythonScript.text(of: trace, version: "1")
      let start = try #require(script.range(of: "def checksum(octets):"))
      let end = try #require(script.range(of: "def encode("))
      driver += script[start.lowerBound..<end.lowerBound] + "print(checksum(message))\n"
    }
    let folder = try Folder()
    try folder.write(driver, to: "driver")
    let printed = try Self.python.run(["-B", "driver"], folder: folder.url)
    let expected = ChecksumKind.allCases.map { String($0.value(of: message)) }
    #expect(printed.split(separator: "\n").map(String.init) == expected)
  }

  @Test("send as it was what the layout does not make", .enabled(if: python.isExpected))
  func whole() throws {
    var trace = try #require(LayoutSample("each-value,start:F0,sum:8", count: 6)?.trace)
    // An escaped octet, which the checksum does not count.
    trace.traced[0].octets = [0xF0, 0x10, 0x7D, 0x5E, 0x62]
    let folder = try Folder()
    try folder.write(PythonScript.text(of: trace, version: "1"), to: "script.py")
    let list = try Self.python.run(["-B", "script.py", "--list"], folder: folder.url)
    #expect(list.contains("F0 10 7D 5E 62  (does not fit the layout)"))
  }

  @Test("have the checksum of nothing that the device has", .enabled(if: python.isExpected))
  func nothing() throws {
    var trace = try #require(LayoutSample("length:u8@0,crc:16/ibm-3740/at=1", count: 6)?.trace)
    trace.traced[0].octets = [0x02, 0x00, 0x00]
    let folder = try Folder()
    try folder.write(PythonScript.text(of: trace, version: "1"), to: "script.py")
    let list = try Self.python.run(["-B", "script.py", "--list"], folder: folder.url)
    #expect(list.contains("02 00 00") && !list.contains("does not fit"))
  }

  /// A device in place of bleak: it answers each write with the octets of an answer.
  private static let bleak = """
    import asyncio
    class Characteristic:
      def __init__(self, uuid, handle, properties):
        self.uuid, self.handle, self.properties = uuid, handle, properties
    class Services:
      characteristics = {
        1: Characteristic("0000fff2-0000-1000-8000-00805f9b34fb", 0x11, ["write-without-response"]),
        2: Characteristic("0000fff1-0000-1000-8000-00805f9b34fb", 0x14, ["notify"]),
      }
    class BleakClient:
      mtu_size, services = 23, Services()
      def __init__(self, address): self.address, self.heard = address, None
      async def __aenter__(self): return self
      async def __aexit__(self, *_): pass
      async def start_notify(self, characteristic, heard):
        assert characteristic.handle == 0x14
        self.heard = heard
      async def write_gatt_char(self, characteristic, value, response):
        assert characteristic.handle == 0x11 and not response and len(value) <= 20
        print("write", bytes(value).hex())
        self.heard(characteristic, bytearray(value))
    """

  @Test("send requests and print answers", .enabled(if: python.isExpected))
  func session() throws {
    let spec = "start:DD,length:u8@3/payload,twos:16/be/from=2,end:77"
    let sample = try #require(LayoutSample(spec, count: 6))
    var trace = try #require(sample.trace)
    let pattern = KindPattern(octets: [0xDD], least: 1, most: 200)
    let field = MessageFieldName(
      name: "volts", offset: 4, octets: 2, type: .number(isSigned: false, isBigEndian: true),
      factor: 0.5, unit: "V")
    trace.names = [
      NamedKind(name: "state", pattern: pattern, fields: [field], places: [.handle(0x0015)])
    ]
    // The device echoes requests, which are to be known as answers.
    trace.messages.kinds[1].example = trace.messages.kinds[0].example
    trace.messages.kinds[1].varying = ["1..63"]
    trace.messages.kinds[1].bytes = 7
    trace.messages.kinds[1].bytesMax = 200
    let folder = try Folder()
    try folder.write(PythonScript.text(of: trace, version: "1"), to: "script.py")
    try folder.write(Self.bleak, to: "bleak.py")
    let printed = try Self.python.run(
      ["-B", "script.py", "AA:BB", "--wait", "0.05"], folder: folder.url)
    let requests = sample.messages.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    let lines = printed.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("->") } == requests.count)
    #expect(lines.count { $0.hasPrefix("<-      state  DD") } == requests.count)
    #expect(lines.contains { $0.contains("volts=") && $0.hasSuffix(" V") })
    let written = lines.filter { $0.hasPrefix("write ") }.map { $0.dropFirst(6) }.joined()
    #expect(octets(hex: written) == requests.flatMap(\.self))
    let only = try Self.python.run(
      ["-B", "script.py", "AA:BB", "--only", "2", "--wait", "0.05"], folder: folder.url)
    #expect(only.split(separator: "\n").count { $0.hasPrefix("->") } == 1)
    let list = try Self.python.run(["-B", "script.py", "--list"], folder: folder.url)
    #expect(list.split(separator: "\n").count == requests.count)
  }

  @Test("count the counters of requests on", .enabled(if: python.isExpected))
  func counters() throws {
    let sample = try #require(LayoutSample("each-value,counter:u8@1,xor:8", count: 8))
    let trace = try #require(sample.trace)
    let folder = try Folder()
    try folder.write(PythonScript.text(of: trace, version: "1"), to: "script.py")
    let driver = """
      import script
      for _, parts in script.REQUESTS:
        message = script.numbered(script.encode(parts))
        assert script.decode(message)["intact"]
        print(message[1])
      """
    try folder.write(driver, to: "driver.py")
    let printed = try Self.python.run(["-B", "driver.py"], folder: folder.url)
    #expect(printed.split(separator: "\n") == ["250", "251", "252", "253"])
  }

  @Test("hold nothing but octets, numbers, UUIDs and plain names")
  func hostile() throws {
    var trace = try #require(LayoutSample("each-value,start:F0,sum:8")?.trace)
    let evil = "\"]\"\"\"\n--[[ ]]os.execute('x')\u{202E}\\"
    trace.messages.streams[0].uuid = evil
    trace.names = [
      NamedKind(
        name: evil, pattern: KindPattern(octets: [], least: 0, most: 999),
        fields: [
          MessageFieldName(name: evil, offset: 1, octets: 1, type: .text, unit: evil)
        ], places: [.handle(0x0012), .handle(0x0015)])
    ]
    // A file of the user's own keeps the user's own signs.
    let file = LayoutFile.text(of: [trace], version: evil)
    #expect(file.contains("]os.execute('x')"))
    #expect(!file.unicodeScalars.contains("\u{202E}"))
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(try LayoutFile(lines.map { Array($0.utf8) }).sections[0].kinds.count == 2)
    let texts = [
      PythonScript.text(of: trace, version: evil),
      WiresharkDissector.text(of: trace, version: evil),
    ]
    for text in texts {
      #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
      #expect(!text.contains("os.execute("))
      #expect(!text.contains("--[["))
      #expect(!text.contains("]]os"))
    }
    if Self.python.isExpected {
      let folder = try Folder()
      try folder.write(texts[0], to: "script.py")
      #expect(
        try Self.python.run(["-B", "script.py", "--list"], folder: folder.url).contains("F0"))
    }
  }
}
