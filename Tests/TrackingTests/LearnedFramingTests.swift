import BletraceTestSupport
import BluetoothProtocol
import Framing
import Testing

@testable import Report
@testable import Tracking

@Suite("Framings without a specification")
struct LearnedFramingTests {
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

  private static var learning: AnalysisOptions {
    var options = AnalysisOptions()
    options.learnsFramings = true
    return options
  }

  private static let uuid = BluetoothUUID(uuid16: 0xFFF1)

  private static func connection(
    _ story: CaptureBuilder, _ set: (inout AnalysisOptions) -> Void = { _ in }
  ) -> ReportV1.Connection {
    var options = learning
    set(&options)
    return Analysed(story, options).connections[0]
  }

  @Test("messages of several values are transfers, with their payloads, and the odds stand there")
  func learned() throws {
    let messages = Self.messages(20)
    let connection = Self.connection(Self.story(messages.map(\.octets)))
    let framing = try #require(connection.framings.first)
    #expect(connection.framings.count == 1)
    #expect(framing.name == "length-prefix" && framing.confidence == .learned)
    #expect(framing.layout == Self.layout)
    #expect(try #require(framing.oddsLog10) <= FramingLearner.mostOdds)
    #expect(framing.messagesFromServer == 20 && framing.errors == 0 && framing.strayValues == 0)
    #expect(framing.uuid == "FFF1" && framing.valueHandle == 0x15 && framing.direction == .rx)
    #expect(!framing.evidence.isEmpty)
    let transfers = connection.transfers
    #expect(transfers.map(\.payloadSha256) == messages.map { sha256($0.payload) })
    #expect(transfers.allSatisfy { $0.isLearned && $0.complete && $0.ending == .framing })
  }

  @Test("nothing is learned where the user says so")
  func unlearned() {
    let story = Self.story(Self.messages(20).map(\.octets))
    for connection in [
      Self.connection(story) { $0.learnsFramings = false },
      Self.connection(story) { $0.unframedUUIDs = [Self.uuid] },
    ] {
      #expect(connection.framings.isEmpty && connection.transfers.isEmpty)
    }
  }

  @Test("a layout that is given is applied to two messages, also if one is damaged")
  func given() throws {
    var messages = Self.messages(2)
    messages[1].octets[5] ^= 1
    guard case .layout(let layout) = try FramingSpec(Self.layout) else { return }
    let connection = Self.connection(Self.story(messages.map(\.octets))) {
      $0.learnsFramings = false
      $0.framingLayouts = [Self.uuid: layout]
    }
    let framing = try #require(connection.framings.first)
    #expect(framing.confidence == .given && framing.oddsLog10 == nil)
    #expect(framing.messagesFromServer == 2 && framing.errors == 1)
    #expect(connection.transfers.map { $0.framing?.confidence } == [.given, .given])
    #expect(connection.transfers.first?.payloadSha256 == sha256(messages[0].payload))
  }

  @Test("a wrong checksum after the layout was learned is an error of one message")
  func damaged() throws {
    // More values than the learner looks at.
    var messages = Self.messages(300).map(\.octets)
    messages[280][6] ^= 0x10
    let connection = Self.connection(Self.story(messages))
    let framing = try #require(connection.framings.first)
    #expect(framing.errors == 1 && framing.messagesFromServer == 300)
  }

  @Test("a marker, and a characteristic whose values are specified, come first")
  func outranked() {
    let messages = Self.messages(20).map(\.octets)
    let marked = Self.connection(Self.story(messages) { $0.send("EOM") })
    #expect(marked.framings.isEmpty)
    #expect(marked.transfers.map(\.marker) == ["EOM"])
    let specified = Self.connection(Self.story(uuid: 0x2A37, messages))
    #expect(specified.framings.isEmpty && specified.transfers.isEmpty)
  }

  @Test("what does not hold to the end is not reported")
  func withdrawn() {
    let messages = Self.messages(300).map(\.octets)
    var numbers = SeededRandom(seed: 9)
    let noise = (0..<300).map { _ in numbers.octets(20) }
    let connection = Self.connection(Self.story(messages + noise))
    #expect(connection.framings.isEmpty && connection.transfers.isEmpty)
  }

  @Test("the capture's end cuts the last message, which is interrupted")
  func cut() {
    var messages = Self.messages(20).map(\.octets)
    messages[19] = Array(messages[19].prefix(8))
    let connection = Self.connection(Self.story(messages))
    #expect(connection.transfers.count == 20)
    #expect(connection.transfers.last?.complete == false)
    #expect(connection.transfers.dropLast().allSatisfy { $0.complete })
  }

  /// What is counted for learning alone, at the end of the records.
  private static func held(
    _ values: [[UInt8]], ends: Bool = false, _ set: (inout AnalysisOptions) -> Void = { _ in }
  ) -> Int {
    let (records, bytes) = story(values) { if ends { $0.disconnect() } }.records()
    var options = learning
    set(&options)
    var unlearned = AnalysisOptions()
    unlearned.learnsFramings = false
    let taken = [options, unlearned].map { options in
      let ledger = Ledger()
      var analysis = CaptureAnalysis(options, sink: nil, ledger: ledger)
      analysis.add(records, in: bytes.span)
      return ledger.held
    }
    return taken[0] - taken[1]
  }

  @Test("what the learner held is released when it is decided, and when the stream ends")
  func memory() {
    var numbers = SeededRandom(seed: 3)
    let noise = (0..<600).map { _ in numbers.octets(100) }
    // While it learns.
    #expect(Self.held(Array(noise.prefix(20))) > 20 * 100)
    // It is decided that there is no framing.
    #expect(Self.held(noise) <= Bound.learner)
    #expect(Self.held(Array(noise.prefix(20)), ends: true) == 0)
    // The same with a framing; its messages are transfers, and counted as those.
    let framed = Self.messages(600).map(\.octets)
    #expect(Self.held(Array(framed.prefix(20))) > 20 * 40)
    #expect(Self.held(framed) - Self.held(framed, ends: true) < 1024)
  }

  @Test("a message of ever more values is cut, and their memory is released")
  func endless() throws {
    guard case .layout(let layout) = try FramingSpec("counter:u8") else { return }
    // The same value again and again makes its message no longer.
    let values = [[UInt8]](repeating: [9, 0], count: StreamLearner.mostValues + 4000)
    let held = Self.held(values) { $0.framingLayouts = [Self.uuid: layout] }
    #expect(held > 4000 * 16 && held < StreamLearner.mostValues * 16)
  }

  @Test("of very many messages the first are listed, all are counted, and the report says so")
  func bound() {
    let most = Bound.framedMessages.limit
    let capture = Analysed(
      Self.story(Self.messages(most + 10).map(\.octets)), Self.learning
    ).capture
    let connection = capture.connections[0]
    #expect(connection.framings.first?.messagesFromServer == most + 10)
    #expect(connection.transfers.count == most)
    #expect(capture.boundsReached == ["framed_messages"])
  }
}
