import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Bytes
@testable import Findings
@testable import Report
@testable import Tracking

@Suite("Transfers that are sent: when they had left")
struct DeliveryTests {
  /// A peripheral, on which the values are notified as #2 and on.
  private static func sent(_ values: [String], fragments: [Int] = []) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    for value in values { story.push(value, fragments) }
    return story
  }

  private static let four = [chunk[0], chunk[1], chunk[2], "EOM"]

  @Test("the rate is that at which the controller was done, not that of the host's queue")
  func rate() throws {
    var story = Self.sent(Self.four)
    story.completed(2)
    story.wait(by: 60_000)
    story.completed(2)  // 7
    let transfer = try Analysed(story).only()
    #expect(transfer.durationUs == 3000 && transfer.throughputBytesPerS == nil)
    let rate: Double = 60 * 1_000_000 / 65_000
    #expect(
      transfer.delivery
        == .init(
          completedFrame: 7, durationUs: 65_000, bytesPerS: rate, uncompletedPackets: 0,
          uncompletedBytes: 0))
    #expect(transfer.outcome == .complete && transfer.paceUs == 65_000)
  }

  @Test("each fragment is a packet of its own")
  func fragments() throws {
    var story = Self.sent(Self.four, fragments: [10, 10])  // 3, 3, 3 and 1
    story.completed(9)
    #expect(try Analysed(story).only().delivery == nil)
    story.completed(1)
    #expect(try Analysed(story).only().delivery?.completedFrame == 13)
  }

  @Test("of several transfers each has its own completion")
  func several() {
    var story = Self.sent(Self.four)
    story.completed(3)  // 6
    for value in Self.four { story.push(value) }  // 7 to 10
    story.completed(1)
    story.completed(3)
    story.completed(1)  // 13
    #expect(Analysed(story).transfers.map(\.delivery?.completedFrame) == [11, 13])
  }

  @Test("where the end shows only with the next value, the completion is known all the same")
  func glued() {
    var story = Self.sent([chunk[0], "rest EOM"])
    story.completed(2)  // 4
    story.push(chunk[1])
    #expect(Analysed(story).transfers.map(\.markerStyle) == [.glued, nil])
    #expect(Analysed(story).transfers.map(\.delivery?.completedFrame) == [4, nil])
  }

  @Test("what is still out when the connection ends never left", arguments: [0x13, 0x16, 0x08])
  func uncompleted(reason: UInt8) throws {
    var story = Self.sent(Self.four)
    story.completed(1)
    story.disconnect(reason: reason)  // 7
    let analysed = Analysed(story)
    let transfer = try analysed.only()
    #expect(transfer.complete && transfer.outcome == .undelivered)
    #expect(transfer.delivery == .init(uncompletedPackets: 3, uncompletedBytes: 40))
    #expect(transfer.paceBytesPerS == nil)
    let findings = SentNotDeliveredRule.check(analysed.capture)
    #expect(findings.map(\.severity) == [reason == 0x13 ? .warning : .error])
    #expect(findings.map(\.frames) == [[2, 5, 7]])
    #expect(
      findings.first?.message.contains(
        "at its end up to 3 packets (up to 40 of 60 bytes) were not reported as completed: ")
        == true)
  }

  @Test("a reset of the controller throws away what it has, too")
  func reset() throws {
    var story = Self.sent(Self.four)
    story.completed(1)
    story.command(0x0C03)
    story.commandComplete(0x0C03)  // 8
    let analysed = Analysed(story)
    #expect(try analysed.only().outcome == .undelivered)
    let finding = try #require(SentNotDeliveredRule.check(analysed.capture).first)
    #expect(finding.severity == .error && finding.frames == [2, 5, 8])
    #expect(
      finding.message.hasSuffix(
        "at its end up to 3 packets (up to 40 of 60 bytes) were not reported as completed: the "
          + "controller was reset first."))
  }

  @Test("a receiver that hangs up at the marker most likely had it")
  func onlyTheMarker() throws {
    var story = Self.sent(Self.four)
    story.completed(3)
    story.disconnect(reason: 0x13)
    let finding = try #require(SentNotDeliveredRule.check(Analysed(story).capture).first)
    #expect(
      finding.severity == .info
        && finding.advice?.contains("most likely it had received the marker") == true)
  }

  @Test("one packet left is reported in the singular")
  func onePacket() {
    var story = Self.sent(Self.four)
    story.completed(3)
    story.disconnect()
    let message = SentNotDeliveredRule.check(Analysed(story).capture).first?.message
    #expect(
      message?.contains(
        "was queued, but its last packet was not reported as completed: ") == true)
  }

  @Test("the end of the capture says nothing, nor does a capture without completions")
  func unknown() throws {
    var story = Self.sent(Self.four)
    let open = Analysed(story)
    #expect(try open.only().delivery == nil)
    story.wait(by: 60_000)
    story.completed(1)
    // Completions are reported, so the pace is theirs, and not known yet.
    #expect(try Analysed(story).only().delivery == nil)
    #expect(try Analysed(story).only().throughputBytesPerS == nil)
    var silent = Self.sent(Self.four)
    silent.disconnect()
    let analysed = Analysed(silent)
    #expect(try analysed.only().delivery == nil && analysed.only().outcome == .complete)
    #expect(SentNotDeliveredRule.check(analysed.capture).isEmpty)
  }

  @Test("an answer shows that what was sent before the question arrived")
  func answered() throws {
    var story = CaptureBuilder()
    story.connect()
    for value in Self.four { story.att(.tx, [0x52, 0x15, 0x00] + Array(value.utf8)) }
    story.completed(1)
    var without = story
    story.att(.tx, [0x0A, 0x18, 0x00])
    story.att(.rx, [0x0B, 0x01])
    story.disconnect(reason: 0x16)
    #expect(try Analysed(story).only().delivery?.uncompletedPackets == 0)
    #expect(SentNotDeliveredRule.check(Analysed(story).capture).isEmpty)
    without.att(.tx, [0x0A, 0x18, 0x00])
    without.disconnect(reason: 0x16)
    #expect(try Analysed(without).only().delivery?.uncompletedPackets == 3)
  }

  @Test("a transfer without an end reports how much of it never left")
  func incomplete() throws {
    var story = Self.sent(Self.four)
    story.completed(4)
    story.push(chunk[3])
    story.push(chunk[4])
    story.disconnect(reason: 0x08)
    let analysed = Analysed(story)
    #expect(analysed.transfers.map(\.outcome) == [.complete, .incomplete])
    #expect(
      analysed.transfers[1].delivery == .init(uncompletedPackets: 2, uncompletedBytes: 40))
    #expect(SentNotDeliveredRule.check(analysed.capture).isEmpty)
    #expect(
      TransferIncompleteRule.check(analysed.capture).first?.message.hasSuffix(
        "after 40 bytes in 2 chunks, and the controller never reported its last 2 packets, "
          + "with 40 bytes, as completed."
      ) == true)
  }

  @Test("values that were received within a connection event have no rate")
  func received() {
    let rate = { (wait: Int64) -> Double? in
      Analysed { story in
        story.send(chunk[0], chunk[1])
        story.wait(by: wait)
        story.send("EOM")
      }.transfers.first?.throughputBytesPerS
    }
    #expect(rate(5_000) == nil)
    #expect(rate(20_000) == nil)
    let expected: Double = 40 * 1_000_000 / 30_000
    #expect(rate(28_000) == expected)
  }

  @Test("read in one go, or record by record: the same", arguments: 1...30)
  func anyBatch(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    for number in 0..<400 {
      switch random.next() % 10 {
      case 0: story.push("EOM")
      case 1: story.push("part \(number) EOM")
      case 2...4: story.completed(UInt16(random.next() % 7))
      case 5: story.att(.tx, [0x1B, 0x18, 0x00] + Array(chunk[number % 8].utf8))
      default: story.push(chunk[number % 8])
      }
    }
    story.disconnect()
    let (records, bytes) = story.records()
    var single = CaptureAnalysis(AnalysisOptions(), sink: nil)
    for record in records { single.add([record], in: bytes.span) }
    let one = single.finish().connections[0].transfers
    let other = Analysed(story).connections[0].transfers
    #expect(one.map(\.delivery) == other.map(\.delivery))
    #expect(one.contains { $0.delivery?.durationUs != nil })
  }

  // MARK: - The log

  private static func moment(_ frame: Int) -> Moment {
    Moment(frame: frame, time: TraceTime(microseconds: Int64(frame)))
  }

  @Test("of old completions it is not known any more")
  func log() {
    var log = CompletionLog()
    #expect(log.moment(of: 1) == nil)
    for frame in 1...1000 { log.add(frame * 10, at: Self.moment(frame * 10 + 1)) }
    #expect(log.last == 10_000)
    #expect(log.moment(of: 9_991)?.frame == 10_001 && log.moment(of: 9_990)?.frame == 9_991)
    #expect(log.moment(of: 10_001) == nil && log.moment(of: 10) == nil)
    log.skip(10_020)
    log.add(10_030, at: Self.moment(10_031))
    #expect(log.moment(of: 10_010) == nil && log.moment(of: 10_030)?.frame == 10_031)
  }
}

extension CaptureBuilder {
  /// A notification that this side sends.
  fileprivate mutating func push(_ value: String, _ fragments: [Int] = []) {
    att(.tx, [0x1B, 0x15, 0x00] + Array(value.utf8), fragments: fragments)
  }
}
