import BluetoothProtocol
import Framing
import Report
import Testing

@testable import Workbench

@Suite("Layout files") struct LayoutFileTests {
  private func file(_ text: String) throws(LayoutFileError) -> LayoutFile {
    try LayoutFile(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) })
  }

  private static let battery = """
    # a battery
    layout = battery
    characteristic = FFF1
    characteristic = 0x0012
    framing = start:DD
    framing = length:u8@3/payload

    framing = end:77
    message = state: DD 03 00 .. .. .. +4
    field = state: voltage u16be@4 *0.01 V
    field = state: change i8@4
    field = state: name text:2@4
    """

  @Test("give values the names of their fields")
  func words() throws {
    let file = try file(Self.battery)
    #expect(file.sections.count == 1)
    #expect(file.sections[0].framing.spec == "start:DD,length:u8@3/payload,end:77")
    #expect(file.sections[0].places.count == 2)
    let value: [UInt8] = [0xDD, 3, 0, 2, 0x05, 0x29, 0x77]
    let words = "state: voltage 13.21 V, change 5, name \u{5})"
    let uuid = BluetoothUUID(parsing: "FFF1")
    #expect(file.words(of: value, uuid: uuid, handle: 7) == words)
    #expect(file.words(of: value, uuid: nil, handle: 0x12) == words)
    #expect(file.words(of: value, uuid: nil, handle: 7) == nil)
    #expect(file.words(of: [0xDD, 4, 0, 2, 0x05, 0x29, 0x77], uuid: uuid, handle: 7) == nil)
    #expect(file.words(of: [0xDD, 3, 0, 2, 5], uuid: uuid, handle: 7) == "state: change 5")
    #expect(file.words(of: [0xDD, 3], uuid: uuid, handle: 7) == nil)
    #expect(file.words(of: [], uuid: uuid, handle: 7) == nil)
  }

  @Test(
    "name the line and what is wrong",
    arguments: [
      ("x", 1, "key = value"), ("colour = red", 1, "unknown key 'colour'"),
      ("framing = ", 1, "no value"), ("framing = length:u9", 1, "u16le"),
      ("characteristic = FFF1\n\nframing = crc:17", 3, "crc:17"),
      ("characteristic = FFF1\nlayout = b", 1, "framing = ITEM"),
      ("framing = each-value", 1, "characteristic = UUID"),
      ("characteristic = hello", 1, "neither a UUID"),
      (
        "characteristic = FFF1\nframing = counter:u8\nframing = flags:80/40\nframing = flags:80/40",
        2, "already"
      ),
      ("message = a: DD\nmessage = a: DE", 2, "already"),
      ("message = a: D", 1, "hexadecimal"), ("message = a: DD +0", 1, "+N"),
      ("message = a: DD +2 DD", 1, "at the end"), ("message = DD", 1, "colon"),
      ("field = a: b u8@1", 1, "no line message = a"),
      ("message = a: DD ..\nfield = a: b u8", 2, "TYPE@OFFSET"),
      ("message = a: DD ..\nfield = a: b u12le@0", 2, "TYPE@OFFSET"),
      ("message = a: DD ..\nfield = a: b u16@0", 2, "TYPE@OFFSET"),
      ("message = a: DD ..\nfield = a: b u16le@1", 2, "ends after"),
      ("message = a: DD ..\nfield = a: b u8@1 *x", 2, "factor"),
      ("message = a: DD ..\nfield = a: b u8@1 V V", 2, "unit"),
      ("message = a: DD ..\nfield = a: b", 2, "NAME TYPE@OFFSET"),
    ])
  func mistakes(text: String, line: Int, what: String) {
    do throws(LayoutFileError) {
      _ = try file(text)
      Issue.record("no error in \(text)")
    } catch {
      #expect(error.line == line, "\(text): \(error.message)")
      #expect(error.message.contains(what), "\(error.message)")
    }
  }

  @Test("are read as they were written", arguments: LayoutSample.all.map(\.spec))
  func round(spec: String) throws {
    var trace = try #require(LayoutSample(spec)?.trace)
    var field = ReportV1.MessageField()
    (field.offset, field.bytes, field.kind, field.bigEndian) = (0, 2, .slow, true)
    trace.messages.kinds[0].fields = [field]
    let file = try file(LayoutFile.text(of: [trace], version: "1"))
    let section = try #require(file.sections.first)
    #expect(section.framing == trace.layout)
    #expect(section.places.count == 2)
    #expect(section.kinds.map(\.name) == ["kind 1", "kind 2"])
    #expect(section.kinds[0].fields.map(\.name) == ["slow_0"])
    for kind in trace.messages.kinds {
      let known = try #require(section.kinds.first { $0.pattern.covers(KindPattern(kind)) })
      for message in trace.traced where message.kind == kind.id {
        #expect(known.pattern.matches(message.octets))
      }
    }
  }

  @Test("keep the octets by which a message is known, and no other ones")
  func essence() throws {
    var messages = ReportV1.Messages()
    messages.layout = "start:DD,length:u8@2/payload,sum:8"
    messages.kinds = ["DD0302AABB12", "DD0302AACC13", "DD0403010203FF", "DD05"].enumerated().map {
      index, text in
      var kind = ReportV1.MessageKind()
      (kind.id, kind.example, kind.bytes) = (index + 1, text, text.utf8.count / 2)
      kind.bytesMax = kind.bytes
      return kind
    }
    let trace = try #require(MessageTrace(messages, []))
    let patterns = trace.messages.kinds.map { trace.essence(of: $0).text }
    #expect(
      patterns == ["DD 03 02 AA BB ..", "DD 03 02 AA CC ..", "DD 04 03 .. .. .. ..", "DD 05"])
  }

  @Test("name the fields of a report")
  func annotate() throws {
    let file = try file(Self.battery)
    var kind = ReportV1.MessageKind()
    (kind.bytes, kind.bytesMax, kind.example) = (7, 7, "DD030002052977")
    kind.varying = ["4..5"]
    var found = ReportV1.MessageField()
    (found.offset, found.bytes, found.kind, found.text) = (4, 2, .slow, "changes little")
    kind.fields = [found]
    var messages = ReportV1.Messages()
    messages.kinds = [kind]
    var stream = ReportV1.MessageStream()
    (stream.valueHandle, stream.direction) = (0x12, kind.direction)
    messages.streams = [stream]
    var connection = ReportV1.Connection()
    connection.messages = [messages]
    var capture = ReportV1.Capture()
    capture.connections = [connection]
    let fields = capture.named(by: [file]).connections[0].messages[0].kinds[0].fields
    #expect(fields.first?.text == "state: voltage x 0.01 V")
    #expect(fields.first?.kind == .slow && fields.first?.bigEndian == true)
  }

  @Test("name messages of their characteristics only")
  func places() throws {
    let sample = try #require(LayoutSample("each-value,start:F0,sum:8"))
    let trace = try #require(sample.trace)
    let text = LayoutFile.text(of: [trace], version: "1")
    func names(on places: String) throws -> [String] {
      let kept = text.split(separator: "\n").filter { !$0.hasPrefix("characteristic") }
      let file = try file(
        (["layout = a", places] + kept.filter { !$0.hasPrefix("layout") }.map(String.init))
          .joined(separator: "\n"))
      var capture = ReportV1.Capture()
      var connection = ReportV1.Connection()
      connection.messages = [trace.messages]
      capture.connections = [connection]
      let named = capture.named(by: [file]).connections[0].messages[0]
      return named.kinds.map { named.named($0, by: file.names)?.name ?? "-" }
    }
    #expect(try names(on: "characteristic = FFF2") == ["kind 1", "-"])
    #expect(try names(on: "characteristic = 0x0015") == ["-", "kind 2"])
    #expect(try names(on: "characteristic = 0x0099") == ["-", "-"])
  }

  @Test("keep the user's own names when they are written again")
  func ownNames() throws {
    let file = try file(Self.battery.replacing("voltage u16be@4 *0.01 V", with: "größe u16be@4 °C"))
    let sample = try #require(LayoutSample("start:DD,length:u8@3/payload,end:77"))
    var trace = try #require(sample.trace)
    trace.messages.streams[0].uuid = "FFF1"
    trace.names = file.names
    trace.names[0].pattern = KindPattern(trace.messages.kinds[0])
    let text = LayoutFile.text(of: [trace], version: "1")
    #expect(text.contains("field = state: größe u16be@4 °C\n"))
  }
}
