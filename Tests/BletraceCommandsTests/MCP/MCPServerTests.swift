import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import BletraceCommands

/// `bletrace mcp`; `.ci/check-mcp` runs a session with a public client.
@Suite("Model Context Protocol")
struct MCPServerTests {
  private let folder: TemporaryFolder
  private let inside: String
  private let outside: String

  init() throws {
    folder = try TemporaryFolder()
    (inside, outside) = (folder["inside"], folder["outside"])
    for path in [inside, outside, "\(inside)/deeper"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
  }

  private static let capture: [UInt8] = {
    var story = CaptureBuilder()
    story.event(0xFF, [0x77, 0x01])
    return story.btsnoop()
  }()

  private func server(_ folders: String...) throws -> MCPServer {
    MCPServer(
      MCPAnswers(
        try OpenedFolders((folders.isEmpty ? [inside] : folders).map { Argument($0) }),
        unpackLimit: .standard))
  }

  private func object(_ bytes: [UInt8]?) throws -> [String: Any] {
    let bytes = try #require(bytes)
    #expect(bytes.last == UInt8(ascii: "\n") && bytes.dropLast().allSatisfy { $0 >= 0x20 })
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private func send(_ line: String, to server: MCPServer) throws -> [String: Any] {
    try object(server.answer(to: LineReader.Line(octets: Array(line.utf8))))
  }

  /// The text of a tool's answer, and whether it is an error.
  private func call(
    _ tool: String, _ arguments: [String: Any], _ server: MCPServer
  ) throws -> (text: String, isError: Bool) {
    let message: [String: Any] = [
      "jsonrpc": "2.0", "id": 7, "method": "tools/call",
      "params": ["name": tool, "arguments": arguments],
    ]
    let line = [UInt8](try JSONSerialization.data(withJSONObject: message))
    let answer = try object(server.answer(to: LineReader.Line(octets: line)))
    #expect(answer["id"] as? Int == 7)
    let result = try #require(answer["result"] as? [String: Any])
    let content = try #require((result["content"] as? [[String: Any]])?.first)
    return (
      try #require(content["text"] as? String), try #require(result["isError"] as? Bool)
    )
  }

  // MARK: Messages

  @Test(
    "a version that is known is agreed to; of another the latest is offered",
    arguments: [
      ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25"),
      // It asks for batches, which are not taken.
      ("2025-03-26", "2025-11-25"),
    ])
  func version(wanted: String, agreed: String) throws {
    let answer = try send(
      #"{"jsonrpc":"2.0","id":"x","method":"initialize","params":{"protocolVersion":"\#(wanted)"}}"#,
      to: server())
    #expect(answer["id"] as? String == "x")
    let result = try #require(answer["result"] as? [String: Any])
    #expect(result["protocolVersion"] as? String == agreed)
    #expect((result["capabilities"] as? [String: Any])?.keys.sorted() == ["tools"])
  }

  @Test(
    "what is no request is an error with its code",
    arguments: [
      ("{", -32700), ("", 0), ("[]", -32600), ("7", -32600), (#"{"jsonrpc":"2.0"}"#, -32600),
      (#"{"id":1,"method":"resources/list"}"#, -32601),
      (#"{"id":1,"method":"tools/call","params":{"name":"delete"}}"#, -32602),
      (#"{"id":1,"method":"tools/call"}"#, -32602), ("\u{FEFF}{}", -32700),
      (#"{"id":1,"method":"ping"} {"#, -32700), (#"{"id":1.5,"method":"ping"}"#, -32600),
      (#"{"id":null,"method":"ping"}"#, -32600), (#"{"id":[1],"method":"ping"}"#, -32600),
      (#"{"id":99999999999999999999,"method":"ping"}"#, -32600),
      ("{\"id\":\"\(String(repeating: "x", count: 2000))\",\"method\":\"ping\"}", -32600),
    ])
  func faults(line: String, code: Int) throws {
    guard code != 0 else {
      #expect(try server().answer(to: LineReader.Line(octets: Array(line.utf8))) == nil)
      return
    }
    let answer = try send(line, to: server())
    let error = try #require(answer["error"] as? [String: Any])
    #expect(error["code"] as? Int == code)
  }

  @Test("notifications and answers are not answered")
  func silence() throws {
    for line in [
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
      #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"rule"}}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
    ] {
      #expect(try server().answer(to: LineReader.Line(octets: Array(line.utf8))) == nil)
    }
  }

  @Test("lines come whole, too long or without an end, in pieces of any size")
  func lines() throws {
    let source = PieceSource(Array("ab\n\nccccccc\ncd\nlast".utf8), piece: 3)
    var lines = LineReader(source, longest: 4)
    var found: [LineReader.Line] = []
    while let line = try lines.next() { found.append(line) }
    #expect(
      found == [
        LineReader.Line(octets: Array("ab".utf8)), LineReader.Line(octets: []),
        LineReader.Line(octets: Array("cccc".utf8), isCut: true),
        LineReader.Line(octets: Array("cd".utf8)), LineReader.Line(octets: Array("last".utf8)),
      ])
    let answer = try object(server().answer(to: LineReader.Line(octets: [], isCut: true)))
    #expect((answer["error"] as? [String: Any])?["code"] as? Int == -32600)
  }

  // MARK: Paths

  @Test("a link, .. or an absolute path leads nowhere outside; the words do not say what is there")
  func confinement() throws {
    try folder.write(Self.capture, to: "outside/secret.btsnoop")
    try folder.write(Self.capture, to: "inside/good.btsnoop")
    try folder.write(Self.capture, to: "inside-too.btsnoop")
    try folder.link("inside/link.btsnoop", to: "\(outside)/secret.btsnoop")
    try folder.link("inside/way", to: outside)
    try folder.link("inside/fine.btsnoop", to: "good.btsnoop")
    let server = try server()
    for path in [
      "good.btsnoop", "\(inside)/good.btsnoop", "fine.btsnoop", "deeper/../good.btsnoop",
    ] {
      #expect(try call("summary", ["capture": path], server).isError == false, "\(path)")
    }
    for path in [
      "link.btsnoop", "way/secret.btsnoop", "../outside/secret.btsnoop", "../inside-too.btsnoop",
      "\(outside)/secret.btsnoop", "/etc/passwd", "/nonexistent", "way/none", "-", "deeper",
      "good.btsnoop\u{0}", "deeper/none/../../good.btsnoop",
    ] {
      let (text, isError) = try call("summary", ["capture": path], server)
      #expect(isError, "\(path)")
      #expect(
        text.contains("no such file in the folders that are open") || text.contains("NUL"),
        "\(path): \(text)")
    }
    for path in [outside, "way", "..", "/"] {
      #expect(
        try call("compare", ["base": path, "new": "good.btsnoop"], server).isError, "\(path)")
      #expect(try call("list_captures", ["folder": path], server).isError, "\(path)")
    }
  }

  @Test("what is hidden, linked from outside or no capture is not listed")
  func listing() throws {
    try folder.write(Self.capture, to: "outside/secret.btsnoop")
    try folder.write(Self.capture, to: "inside/good.btsnoop")
    try folder.write(Self.capture, to: "inside/.hidden.btsnoop")
    try folder.write(Self.capture, to: "inside/deeper/b.btsnoop")
    try folder.write(Array("text".utf8), to: "inside/notes.txt")
    try folder.link("inside/link.btsnoop", to: "\(outside)/secret.btsnoop")
    try folder.link("inside/deeper/circle", to: inside)
    let text = try call("list_captures", [:], server()).text
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let files = try #require(answer["files"] as? [[String: Any]])
    #expect(
      try files.map { try #require($0["path"] as? String).split(separator: "/").last }
        == ["good.btsnoop", "b.btsnoop"])
    #expect(answer["is_whole"] as? Bool == true)
  }

  @Test("compare follows no link out of the folders, from a folder neither")
  func comparedFolders() throws {
    let capture = try Data(
      contentsOf: URL(filePath: "\(projectFolder)/samples/pair-good/capture.btsnoop"))
    try folder.write([UInt8](capture), to: "outside/secret.btsnoop")
    try folder.write([UInt8](capture), to: "inside/good.btsnoop")
    try folder.link("inside/deeper/stolen.btsnoop", to: "\(outside)/secret.btsnoop")
    let server = try server()
    let alone = try call("compare", ["base": "deeper", "new": "good.btsnoop"], server)
    #expect(alone.isError && !alone.text.contains("secret"), "\(alone.text)")
    // Beside a file that is there it counts for nothing, nor is it named.
    try folder.write([UInt8](capture), to: "inside/deeper/own.btsnoop")
    let beside = try call("compare", ["base": "deeper", "new": "good.btsnoop"], server)
    #expect(!beside.isError, "\(beside.text)")
    #expect(beside.text.contains("own.btsnoop"), "\(beside.text)")
    #expect(!beside.text.contains("stolen"), "\(beside.text)")
    // A link that leads to an open file is one.
    try folder.link("inside/deeper/fine.btsnoop", to: "../good.btsnoop")
    let more = try call("compare", ["base": "deeper", "new": "good.btsnoop"], server)
    #expect(more.text.contains("2"), "\(more.text)")
    // Whatever a tool is asked to open is held against the folders once more.
    var invocation = Invocation(
      arguments: [], standardInput: -1, output: MemorySink(), errors: MemorySink())
    invocation.openFolders = try OpenedFolders([Argument(inside)])
    for path in ["\(outside)/secret.btsnoop", "\(inside)/deeper/stolen.btsnoop", "-"] {
      #expect(throws: CommandFailure.self) { try invocation.open(Argument(path)) }
    }
    let (descriptor, _) = try invocation.open(Argument("\(inside)/good.btsnoop"))
    try POSIX.close(descriptor)
  }

  @Test("a pipe is not read")
  func pipe() throws {
    let made = unsafe mkfifo("\(inside)/pipe", 0o600)
    #expect(made == 0)
    #expect(try call("summary", ["capture": "pipe"], server()).isError)
  }

  @Test("a folder that is none is an error of the call")
  func noFolder() throws {
    try folder.write(Self.capture, to: "inside/good.btsnoop")
    for path in ["\(inside)/good.btsnoop", "\(inside)/none"] {
      let result = bletrace("mcp", path)
      #expect(result.code == .trouble && result.output.isEmpty)
      #expect(result.errors.hasPrefix("bletrace: \(path): "))
    }
  }

  // MARK: Answers

  @Test("a long answer is cut at its bound, and says so")
  func bound() throws {
    var story = CaptureBuilder()
    for index in 0..<3_000 { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
    try folder.write(story.btsnoop(), to: "inside/long.btsnoop")
    let (text, isError) = try call(
      "frames", ["capture": "long.btsnoop", "frames": "1-3000"], server())
    #expect(!isError && text.contains("[Cut: an answer has at most 24,000 bytes.]"))
    #expect(
      (MCPAnswers.longestAnswer - 200...MCPAnswers.longestAnswer).contains(text.utf8.count))
  }

  @Test("an error is bounded, whatever it repeats")
  func errorBound() throws {
    let long = String(repeating: "x", count: 100_000)
    let server = try server()
    for (tool, arguments) in [
      ("summary", ["capture": long]), ("summary", ["capture": "a", long: "b"]),
      ("rule", ["rule": long]), ("compare", ["base": [long, long], "new": [long]]),
      ("findings", ["capture": "a", "severity": long]),
    ] as [(String, [String: Any])] {
      let (text, isError) = try call(tool, arguments, server)
      #expect(isError && text.utf8.count <= MCPAnswers.longestError, "\(text.utf8.count)")
    }
    for line in [
      "{\"id\":1,\"method\":\"\(long)\"}",
      "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"\(long)\"}}",
    ] {
      let answer = try #require(server.answer(to: LineReader.Line(octets: Array(line.utf8))))
      #expect(answer.count < MCPAnswers.longestError + 200, "\(answer.count)")
    }
  }

  @Test("a list of many files with long names is bounded")
  func listBound() throws {
    let name = String(repeating: "n", count: 200)
    for index in 0..<150 { try folder.write(Self.capture, to: "inside/\(name)\(index).btsnoop") }
    let text = try call("list_captures", [:], server()).text
    #expect(text.utf8.count <= MCPAnswers.longestAnswer)
    #expect(text.contains("\"is_whole\":false"))
  }

  @Test("a word from the client is never an option")
  func options() throws {
    try folder.write(Self.capture, to: "inside/--help")
    try folder.write(Self.capture, to: "inside/good.btsnoop")
    let server = try server()
    #expect(try call("summary", ["capture": "--help"], server).text.contains("1 record"))
    #expect(try call("rule", ["rule": "--help"], server).isError)
    let frames = try call(
      "frames", ["capture": "good.btsnoop", "frames": "1 --output=/tmp/x"], server)
    #expect(frames.isError)
  }

  @Test("messages are listed by their kinds, or in order")
  func messages() throws {
    try folder.write(MessagesCommandTests.battery(), to: "inside/battery.btsnoop")
    let capture = ["capture": "battery.btsnoop"]
    let (kinds, isError) = try call("messages", capture, server())
    #expect(!isError && kinds.contains("DD A5 03 00 FF FD 77"))
    #expect(!kinds.contains("Messages in order"))
    let wanted: [String: Any] = ["capture": "battery.btsnoop", "timeline": true, "layout": 1]
    let (timeline, _) = try call("messages", wanted, server())
    #expect(timeline.contains("Messages in order"))
    #expect(try call("messages", ["capture": "battery.btsnoop", "layout": 9], server()).isError)
  }

  @Test("streams have their purposes, and dialogues are described")
  func conversation() throws {
    let sample = projectFolder + "/samples/framing-oad-central/capture.btsnoop"
    try folder.write([UInt8](Data(contentsOf: URL(filePath: sample))), to: "inside/update.btsnoop")
    func objects(_ tool: String, _ key: String, _ more: [String: Any]) throws -> [[String: Any]] {
      let given = ["capture": "update.btsnoop", "connection": 1].merging(more) { $1 }
      let (text, isError) = try call(tool, given, server())
      #expect(!isError, "\(text)")
      let answer = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return try #require(answer?[key] as? [[String: Any]])
    }
    let purposes = try objects("streams", "streams", [:]).map { $0["purpose"] as? String }
    #expect(purposes.contains("upload") && purposes.contains("answer"))
    let dialogue = try #require(try objects("transfer", "dialogues", ["dialogue": 1]).first)
    #expect(dialogue["unanswered"] as? Int == 0)
    let none = ["capture": "update.btsnoop", "connection": 1, "dialogue": 9] as [String: Any]
    #expect(try call("transfer", none, server()).text.contains("has no dialogue 9"))
  }

  @Test(
    "arguments are checked",
    arguments: [
      ("summary", [:], "summary needs 'capture'"),
      ("summary", ["capture": 7], "'capture' is a text"),
      ("summary", ["capture": "good.btsnoop", "x": 1], "has no parameter 'x'"),
      ("summary", ["capture": ["a": 1]], "'capture' is a text"),
      ("connection", ["capture": "good.btsnoop", "connection": 1.5], "'connection' is an integer"),
      ("connection", ["capture": "good.btsnoop", "connection": 9], "has no connection 9"),
      ("transfer", ["capture": "good.btsnoop", "connection": 1], "has no connection 1"),
      ("findings", ["capture": "good.btsnoop", "severity": "bad"], "'bad' is not a severity"),
      ("findings", ["capture": "good.btsnoop", "rule": "bad"], "bad"),
      ("compare", ["base": [1], "new": "good.btsnoop"], "'base' is a list of texts"),
    ] as [(String, [String: any Sendable], String)])
  func arguments(tool: String, arguments: [String: any Sendable], problem: String) throws {
    try folder.write(Self.capture, to: "inside/good.btsnoop")
    let (text, isError) = try call(tool, arguments, server())
    #expect(isError && text.contains(problem), "\(text)")
  }
}

/// Hands out its octets a few at a time.
private final class PieceSource: ByteSource {
  private var octets: ArraySlice<UInt8>
  private let piece: Int

  init(_ octets: [UInt8], piece: Int) {
    (self.octets, self.piece) = (octets[...], piece)
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    let taken = octets.prefix(min(piece, count))
    buffer.replaceSubrange(offset..<offset + taken.count, with: taken)
    octets = octets.dropFirst(taken.count)
    return taken.count
  }
}
