import BletraceTestSupport
import BluetoothProtocol
import Findings
import Testing

@testable import Report
@testable import Tracking

@Suite("Runs")
struct RunTests {
  /// The event in which the connection interval of 30 ms brings the next packets.
  static let interval: Int64 = 30_000

  private static func runs(
    _ options: AnalysisOptions = AnalysisOptions(), buffers: UInt8? = 8,
    _ build: (inout CaptureBuilder) -> Void
  ) -> [ReportV1.Run] {
    story(buffers: buffers, build).analysedRuns(options)
  }

  static func story(
    buffers: UInt8? = 8, _ build: (inout CaptureBuilder) -> Void
  ) -> CaptureBuilder {
    var story = CaptureBuilder(step: 100)
    if let buffers { story.commandComplete(0x2002, [0, 251, 0, buffers]) }
    story.connect()
    story.subscribe(0x16)
    if buffers != nil { story.completed(1) }
    build(&story)
    return story
  }

  func close(_ value: Int?, _ expected: Int, within percent: Int = 3) -> Bool {
    value.map { abs($0 - expected) <= expected * percent / 100 } ?? false
  }

  @Test("a silence in which our packet was not delivered is the link's, and waits for no answer")
  func undelivered() throws {
    func run(isStalled: Bool) throws -> ReportV1.Run {
      let story = Self.story {
        for _ in 0..<20 {
          for _ in 0..<10 { $0.notify(0x15, [UInt8](repeating: 7, count: 20)) }
          $0.wait(by: 30_000)
        }
        $0.att(.tx, [0x12, 0x20, 0, 1])
        if !isStalled { $0.completed(1) }
        $0.wait(by: 1_000_000)
        for _ in 0..<10 { $0.notify(0x15, [UInt8](repeating: 8, count: 20)) }
        if isStalled { $0.completed(1) }
        $0.att(.rx, [0x13])
        for _ in 0..<20 {
          for _ in 0..<10 { $0.notify(0x15, [UInt8](repeating: 9, count: 20)) }
          $0.wait(by: 30_000)
        }
      }
      return try #require(story.analysedRuns(AnalysisOptions()).first)
    }
    let stalled = try run(isStalled: true)
    // The events in which it may have been answered at once are no part of the pause.
    #expect(close(stalled.waitsUs.gaps, 1_030_000, within: 15))
    #expect(stalled.waitsUs.answer ?? 0 <= 61_000)
    let answered = try run(isStalled: false)
    #expect(close(answered.waitsUs.answer, 1_030_000, within: 5) && answered.waitsUs.gaps == 0)
  }

  @Test("an app that stops a stream and starts it again ends a run, one that only asks does not")
  func stopped() {
    func story(writes: Int) -> CaptureBuilder {
      Self.story { story in
        for round in 0..<3 {
          for _ in 0..<120 {
            story.notify(0x15, [UInt8](repeating: UInt8(round), count: 20))
            story.wait(by: 30_000)
          }
          for write in 0..<writes {
            story.att(.tx, [0x52, 0x20, 0, UInt8(write)])
            story.completed(1)
            story.wait(by: 4_000_000 / Int64(writes))
          }
        }
      }
    }
    #expect(story(writes: 2).analysedRuns(AnalysisOptions()).map(\.values) == [120, 120, 120])
    #expect(story(writes: 1).analysedRuns(AnalysisOptions()).map(\.values) == [360])
  }

  // MARK: - Pacing

  @Test("one in flight: the next is sent when the one before is completed")
  func oneInFlight() throws {
    let run = try #require(Self.runs(buffers: 8) { $0.writeOneInFlight(200) }.first)
    #expect(run.kind == .writeCommand && run.direction == .tx && run.values == 200)
    #expect(run.bytes == 4000 && run.valueBytes == ["20": 200])
    #expect(run.pacing == .oneInFlight && run.inFlightMax == 1)
    #expect(close(run.packetsPerEvent.map { Int($0 * 100) }, 100))
    #expect(close(run.durationUs, 200 * 30_000))
    let waits = run.waitsUs
    // 20 octets: 27 in a link layer packet.
    #expect(close(waits.air, 200 * 708, within: 10))
    #expect(close(waits.connectionEvents, 200 * (29_600 - 708)))
    #expect(waits.completion ?? 0 < 300_000 && waits.answer == 0 && waits.gaps == 0)
    #expect(close(waits.sender, 199 * 400, within: 10))
    #expect(waits.unexplained == 0)
  }

  @Test("streamed: several packets are out")
  func streamed() throws {
    let run = try #require(Self.runs(buffers: 8) { $0.writeStreamed(50) }.first)
    #expect(run.pacing == .streamed && run.inFlightMax == 4 && run.values == 200)
    #expect(close(run.packetsPerEvent.map { Int($0 * 100) }, 400))
    #expect(close(run.waitsUs.total, run.durationUs, within: 1))
  }

  @Test("answered: each Write Request waits for its response")
  func answered() throws {
    let run = try #require(
      Self.runs { story in
        for number in 0..<120 {
          story.att(.tx, [0x12, 0x20, 0x00] + runValue(number))
          story.wait(by: 49_800)
          story.att(.rx, [0x13])
        }
      }.first)
    #expect(run.kind == .write && run.pacing == .answered && run.packetsPerEvent == nil)
    #expect(close((run.waitsUs.answer ?? 0) + (run.waitsUs.air ?? 0), 119 * 49_900))
    #expect(run.waitsUs.completion == nil && run.waitsUs.unexplained == 0)
  }

  @Test("answered by notifications: a window of ten writes awaits one")
  func window() throws {
    let run = try #require(
      Self.runs { story in
        for _ in 0..<20 {
          story.writeOneInFlight(10)
          story.wait(by: 60_000)
          story.notify(0x15, [1])
          story.wait(by: 5000)
        }
      }.first)
    #expect(run.pacing == .oneInFlight)
    #expect(close(run.waitsUs.answer, 19 * 60_000, within: 5))
    #expect(close(run.waitsUs.total, run.durationUs, within: 1))
  }

  @Test("telemetry beside a run answers nothing")
  func telemetryBeside() throws {
    let run = try #require(
      Self.runs { story in
        for number in 0..<200 {
          story.writeOneInFlight(1)
          // Now and then, as it happens, between a completion and the next packet.
          if number % 7 == 0 { story.notify(0x15, [1]) }
          story.wait(by: 20_000)
        }
      }.first)
    #expect(run.waitsUs.answer == 0)
    #expect(close(run.waitsUs.sender, 199 * 20_400, within: 5))
  }

  @Test("a timer: nothing is out for most of the time, and the period is steady")
  func timer() throws {
    let run = try #require(
      Self.runs { story in
        for number in 0..<150 {
          story.writeCommand(number)
          story.wait(by: 9800)
          story.completed(1)
          story.wait(by: 90_000)
        }
      }.first)
    #expect(run.pacing == .timer)
    #expect(close(run.waitsUs.sender, 149 * 90_100))
  }

  @Test("received: four values in each connection event")
  func received() throws {
    let run = try #require(Self.runs { $0.notifyEvents(60) }.first)
    #expect(run.direction == .rx && run.kind == .notification && run.inFlightMax == nil)
    #expect(run.pacing == .streamed && close(run.packetsPerEvent.map { Int($0) }, 4))
    #expect(close(run.waitsUs.total, run.durationUs, within: 1))
    #expect(run.waitsUs.completion == nil && run.waitsUs.answer == 0)
    #expect((run.waitsUs.sender ?? 0) < run.durationUs / 20)
  }

  @Test("received on request: silences in which our side sent something are no pauses")
  func requested() throws {
    let run = try #require(
      Self.runs { story in
        for _ in 0..<6 {
          story.notifyEvents(10)
          story.wait(by: 700_000)
          story.writeCommand(1)
          story.wait(by: 300_000)
        }
      }.first)
    #expect(run.waitsUs.gaps == 0)
    #expect(close(run.waitsUs.answer, 5 * 1_000_000, within: 5))
  }

  // MARK: - What is a run

  @Test("2 kB make a run, 1.9 kB do not")
  func least() {
    #expect(Self.runs { $0.writeOneInFlight(100) }.map(\.bytes) == [2000])
    #expect(Self.runs { $0.writeOneInFlight(95) }.isEmpty)
  }

  @Test("a steady period of its own is telemetry", arguments: [UInt8(0x1B), 0x1D])
  func telemetry(opcode: UInt8) {
    let runs = Self.runs { story in
      for number in 0..<400 {
        story.att(.rx, [opcode, 0x15, 0x00] + runValue(number))
        if opcode == 0x1D { story.att(.tx, [0x1E]) }
        story.wait(by: 120_000)
      }
    }
    #expect(runs.isEmpty)
  }

  @Test("signs of life that are written every two seconds are none")
  func keepAlive() {
    let runs = Self.runs { story in
      for number in 0..<200 {
        story.writeCommand(number)
        story.wait(by: 15_000)
        story.completed(1)
        story.wait(by: 1_985_000 + Int64(number % 3) * 400_000)
      }
    }
    #expect(runs.isEmpty)
  }

  @Test("a characteristic that is named by hand has runs, and nothing that is incomplete")
  func named() {
    var options = AnalysisOptions()
    options.transferUUIDs = [BluetoothUUID(uuid16: 0xFFF1)]
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x14, value: 0x15, uuid: [0xF1, 0xFF])
    story.subscribe(0x16)
    story.send(chunk[0], chunk[1])
    let analysed = Analysed(story, options)
    #expect(analysed.connections[0].runs.map(\.bytes) == [40])
    #expect(analysed.transfers.isEmpty)
    #expect(
      RuleCatalog.findings(in: [analysed.capture]).allSatisfy { $0.rule != "transfer-incomplete" })
  }

  @Test("a run names its transfers")
  func transfers() throws {
    let run = try #require(
      Self.runs { story in
        for _ in 0..<3 {
          story.notifyEvents(20)
          story.notify(0x15, "EOM")
        }
      }.first)
    #expect(run.transfers == [1, 2, 3])
  }

  // MARK: - Ends

  @Test("a pause of more than 10 s ends a run, one of less does not")
  func pause() throws {
    func runs(_ pause: Int64) -> [ReportV1.Run] {
      Self.runs { story in
        story.notifyEvents(40)
        story.wait(by: pause)
        story.notifyEvents(40)
      }
    }
    #expect(runs(10_100_000).map(\.values) == [160, 160])
    let one = runs(9_800_000)
    #expect(one.map(\.values) == [320])
    #expect(close(one.first?.waitsUs.gaps, 9_830_000))
  }

  @Test("where values are slow, a pause is longer: 20 times the usual gap")
  func slowPause() {
    func runs(_ pause: Int64) -> [ReportV1.Run] {
      var random = SeededRandom(seed: 3)
      let steps = (0..<80).map { _ in [100_000, 650_000, 800_000, 1_000_000][random.below(4)] }
      return Self.runs { story in
        for number in 0..<80 {
          story.notify(0x15, [UInt8](repeating: UInt8(number), count: 240))
          story.wait(by: number == 40 ? pause : Int64(steps[number]))
        }
      }
    }
    #expect(runs(12_000_000).map(\.values) == [80])
    #expect(runs(25_000_000).map(\.values) == [41, 39])
  }

  @Test("half of it does, where the app turned to another characteristic")
  func mode() {
    func runs(_ isWritten: Bool) -> [ReportV1.Run] {
      Self.runs { story in
        story.notifyEvents(40)
        story.wait(by: 3_000_000)
        if isWritten { story.att(.tx, [0x52, 0x30, 0x00, 1, 2, 3]) }
        story.wait(by: 3_000_000)
        story.notifyEvents(40)
      }
    }
    #expect(runs(true).map(\.values) == [160, 160])
    #expect(runs(false).map(\.values) == [320])
  }

  @Test("unsubscribing ends it")
  func unsubscribed() {
    let runs = Self.runs { story in
      story.notifyEvents(40)
      story.subscribe(0x16, 0)
      story.subscribe(0x16)
      story.notifyEvents(40)
    }
    #expect(runs.map(\.values) == [160, 160])
  }

  @Test("two characteristics that take turns are two runs")
  func interleaved() {
    let runs = Self.runs { story in
      for number in 0..<200 {
        story.notify(0x15, runValue(number))
        story.notify(0x18, runValue(number) + [1])
        story.wait(by: 7000)
      }
    }
    #expect(runs.map(\.valueHandle) == [0x15, 0x18])
    #expect(runs.map(\.values) == [200, 200])
    #expect(runs.map(\.valueBytes) == [["20": 200], ["21": 200]])
  }

  @Test("without completions nothing is said of what was in flight")
  func withoutCompletions() throws {
    let run = try #require(
      Self.runs(buffers: nil) { story in
        for number in 0..<200 {
          story.writeCommand(number)
          story.wait(by: 29_900)
        }
      }.first)
    #expect(run.inFlightMax == nil && run.packetsPerEvent == nil && run.waitsUs.answer == nil)
    #expect(run.waitsUs.completion == nil)
  }

  @Test("a clock that goes back does no harm")
  func clock() {
    let runs = Self.runs { story in
      story.notifyEvents(40)
      story.wait(by: -100_000_000)
      story.notifyEvents(40)
    }
    #expect(!runs.isEmpty && runs.allSatisfy { $0.durationUs >= 0 })
  }

  @Test("times that grow without end are no trouble")
  func hostileTimes() {
    let runs = Self.runs { story in
      var wait: Int64 = 1000
      for _ in 0..<14 {
        story.notifyEvents(10)
        story.wait(by: wait)
        wait = wait.multipliedReportingOverflow(by: 20).overflow ? wait : wait * 20
      }
    }
    #expect(runs.allSatisfy { $0.durationUs >= 0 })
  }

  @Test("no more than 64 of a characteristic")
  func bound() {
    let story = Self.story { story in
      for number: Int64 in 0..<80 {
        story.notifyEvents(25)
        // Not at a period.
        story.wait(by: 60_000_000 + number * number * 1_000_000)
      }
    }
    let capture = Analysed(story).capture
    #expect(capture.connections[0].runs.count == 64)
    #expect(capture.boundsReached.contains("runs"))
  }
}

/// 20 octets, none like another.
func runValue(_ number: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    + [UInt8](repeating: 7, count: 18)
}

extension CaptureBuilder {
  fileprivate func analysedRuns(_ options: AnalysisOptions) -> [ReportV1.Run] {
    Analysed(self, options).connections[0].runs
  }

  mutating func writeCommand(_ number: Int, _ attribute: UInt8 = 0x20) {
    att(.tx, [0x52, attribute, 0x00] + runValue(number))
  }

  /// Each is completed 29.6 ms later, and followed by the next 0.4 ms after that.
  mutating func writeOneInFlight(_ count: Int) {
    for number in 0..<count {
      writeCommand(number)
      wait(by: 29_500)
      completed(1)
      wait(by: 300)
    }
  }

  /// Four at a time, completed in the next event.
  mutating func writeStreamed(_ events: Int) {
    for number in 0..<events {
      for index in 0..<4 { writeCommand(4 * number + index) }
      wait(by: 29_300)
      completed(4)
      wait(by: 200)
    }
  }

  /// Four values in each connection event of 30 ms.
  mutating func notifyEvents(_ events: Int, _ attribute: UInt16 = 0x15) {
    for number in 0..<events {
      for index in 0..<4 { notify(attribute, runValue(4 * number + index)) }
      wait(by: 29_600)
    }
  }
}

extension ReportV1.RunWaits {
  /// Of all that is known.
  var total: Int {
    [air, connectionEvents, completion, sender, answer, gaps, unexplained].compactMap { $0 }
      .reduce(0, +)
  }
}
