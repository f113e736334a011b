import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Bytes
@testable import Report
@testable import Tracking

/// A capture that grows: what is reported of each part, as `kind: text`.
private struct Growing {
  private var analysis: RunningAnalysis
  private var added = 0
  private(set) var events: [LiveEvent] = []

  init(_ options: AnalysisOptions = AnalysisOptions()) {
    analysis = RunningAnalysis(options: options, payloads: nil, keepsEvents: true)
  }

  /// What the story's further records report.
  mutating func report(
    _ story: CaptureBuilder, openingFrames: Int = 0, looksForStalls: Bool = false,
    at now: Int64? = nil
  ) -> [String] {
    let (records, bytes) = story.records()
    analysis.add(Array(records[added...]), in: bytes.span)
    added = records.count
    if looksForStalls { analysis.lookForStalls() }
    return take(openingFrames, at: now)
  }

  mutating func end() -> [String] {
    analysis.close()
    defer { _ = analysis.finish(path: "", CaptureFacts()) }
    return take(0)
  }

  private mutating func take(_ openingFrames: Int, at now: Int64? = nil) -> [String] {
    events = analysis.takeEvents(losses: [], openingFrames: openingFrames, at: now)
    #expect(now != nil || analysis.eventCount == 0)
    return events.map { "\($0.kind.rawValue): \($0.text)".replacing("\u{A0}", with: " ") }
  }

  /// What a whole story reports, before its end.
  static func reported(_ build: (inout CaptureBuilder) -> Void) -> [String] {
    var story = CaptureBuilder()
    build(&story)
    var growing = Growing()
    return growing.report(story)
  }
}

@Suite("Events of a live capture")
struct LiveEventsTests {
  // MARK: Connections

  @Test("each step is reported once, in the order of the frames")
  func once() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect()
    story.exchangeMTU(185, 100)
    #expect(
      growing.report(story) == [
        "connected: 66:0D:F3:0A:7B:1C, as central",
        "parameters: interval 30 ms, latency 0, supervision timeout 5 s", "mtu: 100",
      ])
    #expect(growing.events.map(\.frame) == [1, 1, 3])
    #expect(growing.events.map(\.timeUs) == [0, 0, 2000])
    #expect(growing.events.map(\.connection) == [1, 1, 1])
    #expect(growing.report(story) == [])
    story.update(interval: 39)
    story.event(0x08, hex("00 4000 01"))
    story.event(0x3E, hex("0C 00 4000 02 02"))
    story.disconnect()
    #expect(
      growing.report(story) == [
        "parameters: interval 48.75 ms, latency 0, supervision timeout 5 s", "encryption: on",
        "phy: tx 2M, rx 2M", "disconnected: Remote User Terminated Connection",
      ])
    #expect(growing.end() == [])
  }

  @Test("what did not come about is reported")
  func failures() {
    let reported = Growing.reported { story in
      story.connect()
      story.event(0x08, hex("06 4000 00"))
      story.update(status: 0x3B, interval: 24)
    }
    #expect(
      reported.dropFirst(2) == [
        "encryption: not switched on: PIN or Key Missing",
        "parameters: not updated: Unacceptable Connection Parameters",
      ])
  }

  @Test("a request that the host called off is no failure; one that failed names the peer")
  func attempts() {
    let reported = Growing.reported { story in
      for status: UInt8 in [0x02, 0x3E] {
        story.command(
          0x200D,
          hex("6000 3000 00 01") + CaptureBuilder.peer + [UInt8](repeating: 0, count: 13))
        story.event(0x3E, [0x01, status] + [UInt8](repeating: 0, count: 17))
      }
    }
    #expect(
      reported == [
        "connection called off: 66:0D:F3:0A:7B:1C",
        "connection failed: 66:0D:F3:0A:7B:1C: Connection Failed to be Established / "
          + "Synchronization Timeout",
      ])
  }

  @Test("a connection from before the capture says so, and what becomes known of its peer")
  func noticed() {
    let note = KernelConnectionNote(
      handle: ConnectionHandle(0x0040), transport: .le, role: .peripheral,
      peer: DeviceAddress(parsing: "66:0D:F3:41:90:E7")!)
    var growing = Growing()
    var story = CaptureBuilder()
    story.notify(0x15, "one")
    #expect(growing.report(story) == ["connected: unknown address, beginning not in the capture"])
    story.add(.userLogging, .unknown, note.octets)
    story.add(.userLogging, .unknown, note.octets)
    let line =
      "66:0D:F3:41:90:E7, as peripheral, began before the capture, known from the kernel"
    #expect(growing.report(story) == ["peer known: " + line])
    #expect(growing.events.map(\.frame) == [2])
    // Known at once, it is one line.
    #expect(
      Growing.reported { $0.add(.userLogging, .unknown, note.octets) } == ["connected: " + line])
  }

  @Test("a controller takes its connections along; how things stood at the start is no news")
  func controllers() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.add(.openIndex, .unknown, [])
    story.connect()
    #expect(growing.report(story, openingFrames: 1).count == 2)
    story.add(.deleteIndex, .unknown, [])
    #expect(
      growing.report(story, openingFrames: 1) == [
        "controller: unplugged", "disconnected: its controller was unplugged",
      ])
    #expect(growing.events.map(\.controller) == [0, nil])
    #expect(growing.end() == [])
  }

  @Test("a controller that is pulled out is closed by the kernel, and not switched off")
  func pulled() {
    let reported = Growing.reported { story in
      story.add(.openIndex, .unknown, [])
      story.connect()
      story.add(.closeIndex, .unknown, [])
      story.wait(by: 2_100_000)
      story.add(.deleteIndex, .unknown, [])
    }
    #expect(
      reported.suffix(2) == [
        "disconnected: its controller was unplugged", "controller: unplugged",
      ])
    // Who switches it off has time to pull it.
    let off = Growing.reported { story in
      story.connect()
      story.add(.closeIndex, .unknown, [])
      story.wait(by: 4_000_000)
      story.add(.deleteIndex, .unknown, [])
    }
    #expect(
      off.suffix(3) == [
        "controller: switched off", "disconnected: its controller was switched off",
        "controller: unplugged",
      ])
  }

  @Test("a controller that was closed is spoken of when it is certain whether it was pulled")
  func pulledLater() {
    var story = CaptureBuilder()
    var growing = Growing()
    story.add(.openIndex, .unknown, [])
    story.connect()
    #expect(growing.report(story, at: story.time).count == 3)
    story.wait(by: 500_000)
    story.add(.closeIndex, .unknown, [])
    let closed = story.time
    #expect(growing.report(story, at: closed) == [])
    #expect(growing.report(story, at: closed + 2_900_000) == [])
    // Nothing came meanwhile.
    var off = growing
    #expect(
      off.report(story, at: closed + 3_100_000) == [
        "controller: switched off", "disconnected: its controller was switched off",
      ])
    story.wait(by: 2_000_000)
    story.add(.deleteIndex, .unknown, [])
    #expect(
      growing.report(story, at: story.time) == [
        "disconnected: its controller was unplugged", "controller: unplugged",
      ])
  }

  @Test("the end is reported once, however often the controller says it")
  func endedTwice() {
    let reported = Growing.reported { story in
      story.connect()
      story.disconnect()
      story.disconnect()
    }
    #expect(reported.dropFirst(2) == ["disconnected: Remote User Terminated Connection"])
  }

  @Test("subscriptions name the characteristic, but for those that are refused at once")
  func subscriptions() {
    let reported = Growing.reported { story in
      story.connect()
      story.discover(declaration: 0x14, value: 0x15, uuid: [0x37, 0x2A])
      story.subscribe(0x16)
      story.subscribe(0x16, 0)
      story.subscribe(0x31, 2)
      story.att(.tx, hex("12 4100 0100"))
      story.att(.rx, hex("01 12 4100 05"))
    }
    #expect(
      reported.dropFirst(2) == [
        "subscribed: Heart Rate Measurement, notifications", "unsubscribed: Heart Rate Measurement",
        "subscribed: Heart Rate Measurement, indications",
      ])
  }

  // MARK: Transfers

  @Test("a transfer begins and ends; the first on a characteristic shows at its marker")
  func transfers() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send(chunk[0])
    #expect(growing.report(story).count == 3)
    story.send("EOM")
    #expect(growing.report(story) == ["transfer complete: 0x0015, 20 B of text, 1 chunk, 1 ms"])
    #expect(growing.events.map(\.frame) == [5] && growing.events.map(\.timeUs) == [4000])
    // Only its marker once more, which is no transfer.
    story.send("EOM")
    #expect(growing.report(story) == [])
    story.send(chunk[1], chunk[2])
    #expect(growing.report(story) == ["transfer begun: 0x0015"])
    #expect(growing.events[0].frame == 7 && growing.events[0].facts["transfer"] == .int(3))
    story.send(chunk[3])
    #expect(growing.report(story) == [])
    story.wait(by: 30_000)
    story.send("EOM", chunk[4])
    #expect(
      growing.report(story) == [
        "transfer complete: 0x0015, 60 B of text, 3 chunks, 33 ms, 1,818 B/s",
        "transfer begun: 0x0015",
      ])
    #expect(growing.events[0].facts["transfer"] == .int(3))
    #expect(
      growing.end() == [
        "transfer incomplete: 0x0015, 20 B of text, 1 chunk, 0 s, the capture ended"
      ])
  }

  @Test("a transfer that goes on is not broken; one that the connection's end breaks is")
  func broken() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send(chunk[0], "EOM", chunk[1])
    #expect(
      growing.report(story).suffix(2).map { $0.prefix(17) } == [
        "transfer complete", "transfer begun: 0",
      ])
    story.disconnect(reason: 0x08)
    let reported = growing.report(story)
    #expect(
      reported == [
        "transfer incomplete: 0x0015, 20 B of text, 1 chunk, 0 s, the connection ended",
        "disconnected: Connection Timeout",
      ])
  }

  @Test("what broke off before any marker was seen is reported when another connection shows one")
  func brokenBefore() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send(chunk[0])
    story.disconnect(reason: 0x08)
    #expect(growing.report(story).allSatisfy { !$0.contains("transfer") })
    story.connect()
    story.subscribe(0x16)
    story.send(chunk[0], "EOM")
    #expect(
      growing.report(story).filter { $0.contains("transfer") } == [
        "transfer incomplete: 0x0015, 20 B of text, 1 chunk, 0 s, the connection ended",
        "transfer complete: 0x0015, 20 B of text, 1 chunk, 1 ms",
      ])
    #expect(growing.events[0].connection == 1)
  }

  @Test("a glued marker may turn out to be data: it is reported when the next value shows")
  func glued() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send(chunk[0], "rest EOM")
    #expect(growing.report(story).count == 3)
    #expect(growing.end().map { $0.prefix(17) } == ["transfer complete"])
  }

  @Test("what is queued is complete when the controller is done with it")
  func queued() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.push("x")
    story.completed(1)
    for value in [chunk[0], "EOM"] { story.push(value) }
    #expect(growing.report(story).count == 2)
    story.wait(by: 1_000_000)
    story.completed(2)
    #expect(
      growing.report(story).first { $0.hasPrefix("transfer") }
        == "transfer complete: 0x0015, 21 B of text, 2 chunks, 1 s, 21 B/s")
  }

  @Test("what never left is not complete, at the end of the connection or of the capture")
  func undelivered() {
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.push("x")
    story.completed(1)
    for value in [chunk[0], "EOM"] { story.push(value) }
    var open = Growing()
    _ = open.report(story)
    #expect(
      open.end() == ["transfer complete: 0x0015, 21 B of text, 2 chunks, queued in 3 ms"])
    story.disconnect()
    var closed = Growing()
    #expect(
      closed.report(story).dropFirst(2).first
        == "transfer incomplete: 0x0015, 21 B of text, 2 chunks, queued in 3 ms, "
        + "2 packets of it never completed")
    #expect(closed.end() == [])
  }

  @Test("where no completions are captured nothing is waited for")
  func noCompletions() {
    let reported = Growing.reported { story in
      story.connect(isPeripheral: true)
      for value in [chunk[0], "EOM"] { story.push(value) }
    }
    #expect(
      reported.dropFirst(2) == ["transfer complete: 0x0015, 20 B of text, 1 chunk, queued in 1 ms"])
  }

  // MARK: Stalls

  @Test("a stall is reported while it lasts, and not again when it ends")
  func lastingStall() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.push("x")
    story.completed(1)
    story.push(chunk[0])
    _ = growing.report(story)
    story.wait(by: 600_000)
    story.signal(-60)
    #expect(growing.report(story, looksForStalls: true) == ["stall: completion, 601 ms"])
    #expect(growing.events.map(\.frame) == [4] && growing.events.map(\.timeUs) == [3000])
    story.wait(by: 600_000)
    story.signal(-60)
    #expect(growing.report(story, looksForStalls: true) == [])
    story.completed(1)
    #expect(growing.report(story) == [])
    // Another, of which only the end is seen.
    story.push(chunk[1])
    story.wait(by: 700_000)
    story.completed(1)
    #expect(growing.report(story) == ["stall: completion, 701 ms"])
    #expect(growing.end() == [])
  }

  @Test("a stall that lasts to the end is reported there")
  func stallAtTheEnd() {
    var growing = Growing()
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.push("x")
    story.completed(1)
    story.push(chunk[0])
    story.wait(by: 600_000)
    story.signal(-60)
    _ = growing.report(story)
    #expect(growing.end() == ["stall: completion, 601 ms"])
  }

  @Test("a pause of the app within a transfer is a stall: reported when it ends, if that is known")
  func pauses() {
    var growing = Growing()
    var story = CaptureBuilder()
    func send(_ values: String...) {
      for value in values {
        story.push(value)
        story.completed(1)
      }
    }
    story.connect(isPeripheral: true)
    send(chunk[0], chunk[1])
    story.wait(by: 800_000)
    send(chunk[2])
    #expect(growing.report(story).count == 2)
    send("EOM")
    #expect(
      growing.report(story).map { $0.prefix(17) } == ["stall: resume, 80", "transfer complete"])
    #expect(growing.events[0].frame == 4)
    send(chunk[0], chunk[1])
    story.wait(by: 900_000)
    send(chunk[2])
    #expect(growing.report(story) == ["transfer begun: 0x0015", "stall: resume, 902 ms"])
    // Between transfers an app may do as it likes.
    send("EOM")
    _ = growing.report(story)
    story.wait(by: 900_000)
    send(chunk[3])
    #expect(growing.report(story) == ["transfer begun: 0x0015"])
  }

  // MARK: Bounds

  @Test("steps that no one asks for are not kept, nor more than there is room for")
  func bounds() {
    var queue = StepQueue()
    let moment = Moment(frame: 1, time: TraceTime(microseconds: 0))
    queue.add(.noticed(connection: 0), at: moment)
    #expect(queue.take().steps.isEmpty)
    queue.isOn = true
    for _ in 0..<200_000 { queue.add(.noticed(connection: 0), at: moment) }
    let taken = queue.take()
    #expect(taken.steps.count == 1 << 17 && taken.omitted == 200_000 - 1 << 17)
    #expect(queue.take().steps.isEmpty && queue.take().omitted == 0)
  }

  @Test("values on which no marker comes do not pile up")
  func unsure() {
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    for index in 0..<200 {
      story.push(chunk[index % 8])
      story.completed(1)
      story.wait(by: 1_000_000)
    }
    var options = AnalysisOptions()
    options.gapThresholdMicroseconds = 100_000
    var growing = Growing(options)
    #expect(growing.report(story).count == 2)
    story.push("EOM")
    story.completed(1)
    // Those at the beginning are known.
    let reported = growing.report(story)
    // So many steps are kept: the beginning of the transfer, which has no line, and pauses. Its end
    // is one more.
    #expect(reported.count == 64 - 1 + 1)
    #expect(reported.contains { $0.hasPrefix("transfer complete") })
  }

  /// A story is analyzed in one piece and in pieces of its records: the same lines, if they are
  /// reported at the same times.
  @Test("pieces of records give the same events", arguments: [1, 3, 7])
  func pieces(size: Int) {
    let (records, bytes) = CaptureBuilder.bursts(seed: 5).records()
    func events(_ size: Int) -> [String] {
      var analysis = RunningAnalysis(
        options: AnalysisOptions(), payloads: nil, keepsEvents: true)
      for start in stride(from: 0, to: records.count, by: size) {
        analysis.add(Array(records[start..<min(start + size, records.count)]), in: bytes.span)
      }
      analysis.close()
      return analysis.takeEvents(losses: []).map { $0.line(unicode: false) }
    }
    #expect(events(size) == events(records.count))
    #expect(events(size).count > 10)
  }
}

extension CaptureBuilder {
  fileprivate mutating func push(_ value: String) {
    att(.tx, [0x1B, 0x15, 0x00] + Array(value.utf8))
  }
}
