import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import Rendering
@testable import Report
@testable import Text
@testable import Tracking

private func options(_ words: TimelineVocabulary) -> AnalysisOptions {
  var options = AnalysisOptions()
  options.timeline = words
  return options
}

private func events(
  _ words: TimelineVocabulary, _ build: (inout CaptureBuilder) -> Void
) throws -> [ReportV1.TimelineEvent] {
  var story = CaptureBuilder()
  build(&story)
  return try #require(Analysed(story, options(words)).capture.timeline)
}

private func sample(
  _ story: String, _ words: TimelineVocabulary
) throws -> [ReportV1.TimelineEvent] {
  let file = try #require(Samples.files.first { $0.hasPrefix(story + "/") })
  return try #require(Samples.report(of: Samples.bytes(file), options(words)).timeline)
}

@Suite("Timeline")
struct TimelineTests {
  // MARK: - Samples

  @Test("a business card, in both words", arguments: TimelineVocabulary.allCases)
  func golden(words: TimelineVocabulary) throws {
    let events = try sample("bizcard-central", words)
    let report = ReportV1(captures: [ReportV1.Capture(timeline: events)])
    let text = String(
      decoding: TextRenderer.render(report, options: TextOptions(width: 120)), as: UTF8.self)
    let start = try #require(text.range(of: "Timeline\n")).lowerBound
    try expectGolden(
      String(text[start...].split(separator: "\n\n")[0]),
      "bizcard-central-\(words.rawValue).txt")
  }

  @Test("there is none unless it is asked for")
  func absent() throws {
    #expect(try Samples.report("bizcard-central").timeline == nil)
  }

  @Test("what the peer found on this host's server is not taken for its own")
  func servicesOfThisHost() throws {
    let events = try events(.packets) {
      $0.connect()
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.att(.rx, [0x11, 6, 0x01, 0x00, 0x05, 0x00, 0x00, 0x18])
      $0.att(.rx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.att(.tx, [0x11, 6, 0x01, 0x00, 0x09, 0x00, 0x01, 0x18])
    }
    #expect(events.map(\.event).suffix(2) == ["services found", "services of this host found"])
  }

  @Test("reads, writes and refusals on the peripheral's side")
  func peripheral() throws {
    let events = try sample("read-write-notify-peripheral", .coreBluetooth)
    let reads = events.filter { $0.event == "peripheralManager:didReceiveReadRequest:" }
    // Three of the random byte, and the protected one, once it is allowed. The refusal in #132 is
    // the system's, and the app is not asked.
    #expect(reads.map(\.frame) == [97, 101, 104, 158])
    #expect(events.allSatisfy { $0.frame != 131 })
    let writes = events.filter { $0.event == "peripheralManager:didReceiveWriteRequests:" }
    #expect(writes.map(\.frame) == [107, 114, 121, 128])
    #expect(writes.map(\.connection) == [1, 2, 1, 1])
    #expect(writes[3].detail.hasSuffix("answered with CBATTError 3 (Write Not Permitted)"))
    let subscribed = events.filter {
      $0.event == "peripheralManager:central:didSubscribeToCharacteristic:"
    }
    #expect(subscribed.map(\.frame) == [55, 86])
    // Advertising is started again for the second central; the app started it once.
    #expect(
      events.filter { $0.event == "peripheralManagerDidStartAdvertising:error:" }.map(\.frame)
        == [35])
    #expect(!events.contains { $0.event.hasPrefix("centralManager:") })
  }

  @Test("refusals are NSErrors on the central's side")
  func central() throws {
    let events = try sample("read-write-notify-central", .coreBluetooth)
    let refused = events.filter { $0.detail.contains("CBATTErrorDomain") }
    #expect(refused.map(\.frame) == [86, 89])
    #expect(refused[0].event == "peripheral:didWriteValueForCharacteristic:error:")
    #expect(
      refused[0].detail.hasSuffix("error CBATTErrorDomain code 3 (Write Not Permitted)"))
    #expect(refused[1].event == "peripheral:didUpdateValueForCharacteristic:error:")
    #expect(
      refused[1].detail.contains("code 5 (Insufficient Authentication); requested again in #111"))
    let end = try #require(events.last)
    #expect(end.event == "centralManager:didDisconnectPeripheral:error:")
    #expect(end.detail.hasSuffix("error nil"))
  }

  @Test("subscribers may be updated again after each time the queue was full")
  func ready() throws {
    let capture = try Samples.report("bizcard-stall-peripheral")
    let events = try sample("bizcard-stall-peripheral", .coreBluetooth)
    let ready = events.filter { $0.event == "peripheralManagerIsReadyToUpdateSubscribers:" }
    let stalls = capture.connections[0].flow.stalls.filter { $0.kind == .credit }
    #expect(stalls.count == 2)
    for stall in stalls {
      #expect(ready.contains { $0.frame == stall.lastFrame }, "after \(stall.lastFrame)")
    }
    let packets = try sample("bizcard-stall-peripheral", .packets)
    #expect(
      packets.filter { $0.event == "credit stall begins" }.map(\.frame) == stalls.map(\.firstFrame))
    #expect(
      packets.filter { $0.event == "credit stall ends" }.map(\.frame) == stalls.map(\.lastFrame))
    // Where the queue was never full, no one waits for it.
    #expect(
      try !sample("read-write-notify-peripheral", .coreBluetooth)
        .contains { $0.event.contains("IsReady") })
  }

  @Test("a lost link is an error, and the scan goes on to another connection")
  func linkLoss() throws {
    let events = try sample("transfer-link-loss-central", .coreBluetooth)
    let ends = events.filter { $0.event == "centralManager:didDisconnectPeripheral:error:" }
    #expect(ends.map(\.frame) == [107, 165])
    #expect(ends[0].detail.contains("CBErrorDomain code 6 (CBErrorConnectionTimeout)"))
    #expect(ends[1].detail.hasSuffix("error nil"))
    let heard = events.filter { $0.event.hasPrefix("centralManager:didDiscoverPeripheral:") }
    #expect(heard.map(\.frame) == [36, 112])
    let signal = events.filter { $0.event == "peripheral:didReadRSSI:error:" }
    #expect(signal.contains { $0.detail.hasPrefix("15 calls, #74–#102") })
  }

  @Test("a long value is one call")
  func longValues() throws {
    let events = try sample("long-read-write-central", .coreBluetooth)
    let values = events.filter { $0.event == "peripheral:didUpdateValueForCharacteristic:error:" }
    #expect(values.map(\.frame) == [97, 193])
    #expect(values.allSatisfy { $0.detail.hasSuffix(", 300 B, error nil") })
    let written = events.filter { $0.event == "peripheral:didWriteValueForCharacteristic:error:" }
    #expect(written.map(\.frame) == [151])
    #expect(written[0].detail.hasSuffix(", 300 B, error nil"))
  }

  @Test("every sample's is in the order of its frames", arguments: TimelineVocabulary.allCases)
  func order(words: TimelineVocabulary) throws {
    for file in Samples.files {
      let capture = try Samples.report(of: Samples.bytes(file), options(words))
      let events = try #require(capture.timeline)
      #expect(!events.isEmpty, "\(file)")
      #expect(events.map(\.frame) == events.map(\.frame).sorted(), "\(file)")
      #expect(events.allSatisfy { (1...capture.records).contains($0.frame) }, "\(file)")
      #expect(capture.timelineOmitted == 0)
    }
  }

  // MARK: - Folding

  @Test("three values stand for themselves, four are one line")
  func folding() throws {
    let three = try events(.packets) { story in
      story.connect()
      story.send("a", "bb", "ccc")
    }
    #expect(three.dropFirst().map(\.event) == ["notification", "notification", "notification"])
    #expect(three.map(\.frame) == [1, 2, 3, 4])
    let four = try events(.packets) { story in
      story.connect()
      story.send("a", "bb", "ccc", "dddd")
    }
    #expect(four.dropFirst().map(\.event) == ["4 notifications"])
    #expect(four[1].detail == "handle 0x0015, 10 B, #2–#5, 3 ms")
  }

  @Test("streams do not part each other's runs, steps do")
  func interleaved() throws {
    let found = try events(.packets) { story in
      story.connect()
      for index in 0..<5 {
        story.notify(0x15, "x")
        story.notify(0x18, "yy")
        if index == 4 { story.signal(-50) }
      }
      story.subscribe(0x16)
      story.send("later")
    }
    #expect(
      found.map(\.event) == [
        "connected", "5 notifications", "5 notifications", "RSSI", "subscribed", "notification",
      ])
    #expect(found[1].detail.hasPrefix("handle 0x0015, 5 B, #2–#10"))
    #expect(found[2].detail.hasPrefix("handle 0x0018, 10 B, #3–#11"))
  }

  @Test("a marker ends a run, and the transfer's line speaks for it")
  func markers() throws {
    let found = try events(.packets) { story in
      story.connect()
      story.subscribe(0x16)
      story.send(chunk[0], chunk[1], chunk[2], chunk[3], "EOM", "more")
    }
    #expect(
      found.map(\.event) == [
        "connected", "subscribed", "4 notifications", "transfer complete", "notification",
        "transfer incomplete",
      ])
    #expect(found[3].detail.hasPrefix("\"EOM\" on handle 0x0015: 80 B"))
  }

  // MARK: - Searches

  /// 180D at 0x0001...0x0005 by one search, 180F by another.
  @Test("searches for several services in a row are one call")
  func services() throws {
    let found = try events(.coreBluetooth) { story in
      story.connect()
      story.att(.tx, [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0D, 0x18])
      story.att(.rx, [0x07, 0x01, 0x00, 0x05, 0x00])
      story.att(.tx, [0x06, 0x06, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0D, 0x18])
      story.att(.rx, [0x01, 0x06, 0x06, 0x00, 0x0A])
      story.att(.tx, [0x06, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28, 0x0F, 0x18])
      story.att(.rx, [0x07, 0x06, 0x00, 0xFF, 0xFF])
      story.att(.tx, [0x0A, 0x03, 0x00])
      story.att(.rx, [0x0B, 0x2A])
    }
    #expect(found.count == 3)
    #expect(found[1].event == "peripheral:didDiscoverServices:")
    #expect(found[1].frame == 7)
    #expect(found[1].detail == "180F Battery Service, 180D Heart Rate, error nil")
    #expect(found[2].event == "peripheral:didUpdateValueForCharacteristic:error:")
  }

  @Test("a search that is refused is an error")
  func refusedSearch() throws {
    let found = try events(.coreBluetooth) { story in
      story.connect()
      story.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      story.att(.rx, [0x01, 0x10, 0x01, 0x00, 0x0E])
    }
    #expect(found.last?.event == "peripheral:didDiscoverServices:")
    #expect(found.last?.detail == "none, error CBATTErrorDomain code 14 (Unlikely Error)")
  }

  // MARK: - Connections

  @Test("an attempt that failed is one that was asked for, and not cancelled")
  func failures() throws {
    func story(_ status: UInt8, asked: Bool) throws -> [ReportV1.TimelineEvent] {
      try events(.coreBluetooth) { story in
        if asked {
          story.command(
            0x200D,
            [0x60, 0, 0x30, 0, 0, 1] + CaptureBuilder.peer
              + [1, 24, 0, 40, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0])
        }
        story.event(0x3E, [0x01, status, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 13))
      }
    }
    let failed = try story(0x3E, asked: true)
    #expect(failed.map(\.event) == ["centralManager:didFailToConnectPeripheral:error:"])
    #expect(failed[0].detail.hasPrefix("66:0D:F3:0A:7B:1C, error CBErrorDomain code 10"))
    #expect(try story(0x02, asked: true).isEmpty)
    #expect(try story(0x3C, asked: false).isEmpty)
  }

  @Test("the end of the connection ends the peer's subscriptions")
  func lostSubscriber() throws {
    let found = try events(.coreBluetooth) { story in
      story.connect(isPeripheral: true)
      story.att(.rx, [0x12, 0x16, 0x00, 0x01, 0x00])
      story.att(.tx, [0x13])
      story.disconnect(reason: 0x08)
    }
    #expect(
      found.map(\.event) == [
        "peripheralManager:central:didSubscribeToCharacteristic:",
        "peripheralManager:central:didUnsubscribeFromCharacteristic:",
      ])
    #expect(found[1].frame == 4)
  }

  // MARK: - What a capture may try

  @Test("a name cannot pretend to be something else")
  func hostileNames() throws {
    let name = Array("\u{1B}[2J\"; \\ \n#99 connected \u{202E}".utf8)
    let found = try events(.coreBluetooth) { story in
      story.advertise(
        CaptureBuilder.peer, -40, data: [UInt8(name.count + 1), 0x09] + name)
      story.connect()
    }
    #expect(found.count == 2)
    #expect(found[0].detail.contains("\\\"; \\\\ "))
    let report = ReportV1(captures: [ReportV1.Capture(timeline: found)])
    for unicode in [true, false] {
      let bytes = TextRenderer.render(report, options: TextOptions(unicode: unicode))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
      #expect(text.contains("\\x1B[2J"))
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("#99") })
    }
  }

  @Test("beyond the bound events are counted, and the bound is named")
  func bound() throws {
    // More characteristics than runs are kept open, so that no two values fall into one.
    let rounds = 5_100
    var story = CaptureBuilder()
    story.connect()
    for _ in 0..<rounds {
      for handle in 0..<20 { story.notify(UInt16(0x20 + handle), [1]) }
    }
    let capture = Analysed(story, options(.packets)).capture
    #expect(capture.timeline?.count == 100_000)
    // The connection and 4,999 rounds and 19 values fill it. Of the rest, those of the 16 runs that
    // are open then still find their place; one value, and 100 rounds of four, do not.
    #expect(capture.timelineOmitted == 1 + 100 * 4)
    #expect(capture.boundsReached.contains("timeline"))
    let short = ReportV1.Capture(
      timeline: Array(capture.timeline?.prefix(2) ?? []), timelineOmitted: capture.timelineOmitted)
    let text = String(
      decoding: TextRenderer.render(ReportV1(captures: [short])), as: UTF8.self)
    #expect(text.contains("… 401 more events are not listed"))
  }
}

/// Compares with a file in `Tests/Goldens/Timeline`, or writes it where the variable asks for that.
private func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Goldens/Timeline")
  let file = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] != nil {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
  let golden = try String(contentsOf: file, encoding: .utf8)
  #expect(text == golden, "\(name) differs", sourceLocation: sourceLocation)
}
