import BletraceTestSupport
import BluetoothProtocol
import Framing
import Testing

@testable import Report
@testable import Tracking

@Suite("Framings that the user gives")
struct GivenFramingTests {
  static let layout = "start:A55A,length:u8@2,crc:16/xmodem"

  /// Messages with a mark, a length and a CRC, and their payloads.
  static func messages(_ count: Int, seed: UInt64 = 1) -> [(payload: [UInt8], octets: [UInt8])] {
    var numbers = SeededRandom(seed: seed)
    return (0..<count).map { _ in
      let payload = numbers.octets(numbers.within(9...70))
      let body = [0xA5, 0x5A, UInt8(payload.count + 2)] + payload
      let check = ChecksumKind.crc16XMODEM.value(of: body)
      return (payload, body + [UInt8(check & 0xFF), UInt8(check >> 8)])
    }
  }

  static func story(
    uuid: UInt16 = 0xFFF1, _ messages: [[UInt8]], _ tail: (inout CaptureBuilder) -> Void = { _ in }
  ) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    story.discover(
      declaration: 0x14, value: 0x15, uuid: [UInt8(uuid & 0xFF), UInt8(uuid >> 8)])
    story.subscribe(0x16)
    for message in messages { story.send(message) }
    tail(&story)
    return story
  }

  private static func options(_ layout: String = Self.layout) throws -> AnalysisOptions {
    var options = AnalysisOptions()
    guard case .layout(let layout) = try FramingSpec(layout) else { return options }
    options.framingLayouts = [uuid: layout]
    return options
  }

  private static let uuid = BluetoothUUID(uuid16: 0xFFF1)

  private static func connection(_ story: CaptureBuilder) throws -> ReportV1.Connection {
    Analysed(story, try options()).capture.connections[0]
  }

  @Test("messages of several values are transfers, with their payloads")
  func messages() throws {
    let messages = Self.messages(20)
    let connection = try Self.connection(Self.story(messages.map(\.octets)))
    let framing = try #require(connection.framings.first)
    #expect(connection.framings.count == 1)
    #expect(framing.name == "length-prefix" && framing.confidence == .given)
    #expect(framing.layout == Self.layout && framing.oddsLog10 == nil)
    #expect(framing.messagesFromServer == 20 && framing.errors == 0 && framing.strayValues == 0)
    #expect(framing.uuid == "FFF1" && framing.valueHandle == 0x15 && framing.direction == .rx)
    #expect(!framing.evidence.isEmpty)
    let transfers = connection.transfers
    #expect(transfers.map(\.payloadSha256) == messages.map { sha256($0.payload) })
    #expect(transfers.allSatisfy { $0.complete && $0.ending == .framing })
  }

  @Test("a layout that is given is applied to two messages, also if one is damaged")
  func given() throws {
    var messages = Self.messages(2)
    messages[1].octets[5] ^= 1
    let connection = try Self.connection(Self.story(messages.map(\.octets)))
    let framing = try #require(connection.framings.first)
    #expect(framing.messagesFromServer == 2 && framing.errors == 1)
    #expect(connection.transfers.map { $0.framing?.confidence } == [.given, .given])
    #expect(connection.transfers.first?.payloadSha256 == sha256(messages[0].payload))
  }

  @Test("a wrong checksum is an error of one message")
  func damaged() throws {
    var messages = Self.messages(300).map(\.octets)
    messages[280][6] ^= 0x10
    let connection = try Self.connection(Self.story(messages))
    let framing = try #require(connection.framings.first)
    #expect(framing.errors == 1 && framing.messagesFromServer == 300)
  }

  @Test("the capture's end cuts the last message, which is interrupted")
  func cut() throws {
    var messages = Self.messages(20).map(\.octets)
    messages[19] = Array(messages[19].prefix(8))
    let connection = try Self.connection(Self.story(messages))
    #expect(connection.transfers.count == 20)
    #expect(connection.transfers.last?.complete == false)
    #expect(connection.transfers.dropLast().allSatisfy { $0.complete })
  }

  /// What is counted for putting values together, at the end of the records, beside the values in
  /// which messages are looked for.
  private static func held(
    _ values: [[UInt8]], layout: String = Self.layout, ends: Bool = false
  ) throws -> Int {
    let (records, bytes) = story(values) { if ends { $0.disconnect() } }.records()
    var taken: [Int] = []
    for var options in [try options(layout), AnalysisOptions()] {
      options.reportsMessages = false
      let ledger = Ledger()
      var analysis = CaptureAnalysis(options, sink: nil, ledger: ledger)
      analysis.add(records, in: bytes.span)
      taken.append(ledger.held)
    }
    return taken[0] - taken[1]
  }

  @Test("a message of ever more values is cut, and their memory is released")
  func endless() throws {
    // The same value again and again makes its message no longer.
    let values = [[UInt8]](repeating: [9, 0], count: GivenFraming.mostValues + 4000)
    let held = try Self.held(values, layout: "counter:u8")
    #expect(held > 4000 * 16 && held < GivenFraming.mostValues * 16)
    let some = Array(values.prefix(4000))
    let open = try Self.held(some, layout: "counter:u8")
    let ended = try Self.held(some, layout: "counter:u8", ends: true)
    #expect(open - ended > 4000 * 16)
  }

  @Test("of very many messages the first are listed, all are counted, and the report says so")
  func bound() throws {
    let most = Bound.framedMessages.limit
    let capture = Analysed(
      Self.story(Self.messages(most + 10).map(\.octets)), try Self.options()
    ).capture
    let connection = capture.connections[0]
    #expect(connection.framings.first?.messagesFromServer == most + 10)
    #expect(connection.transfers.count == most)
    #expect(capture.boundsReached == ["framed_messages"])
  }
}
