import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Scans")
struct ScanTests {
  private let enable: UInt16 = 0x200C

  @Test("a scan from its start to its stop, with its type")
  func scan() {
    let heard = Followed { story in
      story.command(0x200B, hex("01 1000 1000 00 00"))
      story.commandComplete(0x200B)
      story.command(enable, hex("01 00"))  // 3
      story.commandComplete(enable)
      story.command(enable, hex("00 00"))  // 5
      story.commandComplete(enable)
    }
    let scans = heard.tracker.sessions.scans
    #expect(scans.map(\.start.frame) == [3] && scans.map(\.stop?.frame) == [5])
    #expect(scans.map(\.isActive) == [true] && scans.map(\.filtersDuplicates) == [false])
  }

  @Test("for how much of the time it listens; on two layers in turns")
  func rhythm() {
    func rhythms(_ opcode: UInt16, _ parameters: String, enable: UInt16 = 0x200C) -> [ScanRhythm?] {
      Followed { story in
        story.command(opcode, hex(parameters))
        story.commandComplete(opcode)
        story.command(enable, hex(enable == 0x200C ? "01 00" : "01 00 0000 0000"))
        story.commandComplete(enable)
      }.tracker.sessions.scans.map(\.rhythm)
    }
    // 832 and 96 slots of 0.625 ms.
    let part = ScanRhythm(windowMicroseconds: 60_000, intervalMicroseconds: 520_000)
    #expect(rhythms(0x200B, "01 4003 6000 00 00") == [part])
    #expect(rhythms(0x2041, "00 00 01 01 4003 6000", enable: 0x2042) == [part])
    let both = ScanRhythm(windowMicroseconds: 120_000, intervalMicroseconds: 520_000)
    #expect(rhythms(0x2041, "00 00 05 01 4003 6000 01 4003 6000", enable: 0x2042) == [both])
    #expect(rhythms(0x2041, "00 00 05 01 4003 6000 01 4103 6000", enable: 0x2042) == [nil])
    // The command was not captured.
    #expect(rhythms(0x0C03, "") == [nil])
  }

  @Test("how long the controller took to end it")
  func slowStop() {
    let capture = Analysed(
      CaptureBuilder.scanning {
        $0.command(0x200C, hex("00 00"))
        $0.wait(by: 1_040_000)
        $0.commandComplete(0x200C)
      }
    ).capture
    #expect(capture.scans.map(\.stopAnswerUs) == [1_041_000])
    let refused = Analysed(
      CaptureBuilder.scanning {
        $0.command(0x200C, hex("00 00"))
        $0.commandComplete(0x200C, [0x0C])
      }
    ).capture
    #expect(refused.scans.map(\.stopAnswerUs) == [nil])
  }

  /// Devices that advertise each second, each at its own time; heard only in windows.
  private func heard(
    devices: Int, window: Int64, each period: Int64, _ rhythm: String = "01 1000 1000 00 00",
    filter: String = "00", seed: UInt64 = 4
  ) -> ReportV1.Scan {
    var numbers = SeededRandom(seed: seed)
    let offsets = (0..<devices).map { _ in Int64(numbers.within(0...999)) * 1000 }
    var times: [(Int64, Int)] = []
    for (device, offset) in offsets.enumerated() {
      for second in 0..<30 {
        let time = offset + Int64(second) * 1_000_000 + Int64(numbers.within(0...9)) * 1000
        if time % period < window { times.append((time, device)) }
      }
    }
    times.sort { $0 < $1 }
    var story = CaptureBuilder()
    story.command(0x200B, hex(rhythm))
    story.commandComplete(0x200B)
    story.command(0x200C, hex("01 \(filter)"))
    story.commandComplete(0x200C)
    let start = story.time
    for (time, device) in times {
      story.time = start + time
      story.advertise([UInt8(device), 2, 3, 4, 5, 0xC6], -60)
    }
    return Analysed(story).capture.scans[0]
  }

  @Test("many devices that are silent at the same time: the receiver was deaf")
  func bursts() throws {
    let bursts = try #require(heard(devices: 40, window: 200_000, each: 1_280_000).bursts)
    #expect(bursts.count > 15 && bursts.devices >= 10)
    #expect((1_200_000...1_360_000).contains(bursts.periodUs))
    #expect(bursts.shortestPauseUs > 900_000 && bursts.silentUs > 15_000_000)
  }

  @Test("not where it listens all the time, hears few, filters, or listens for a part of the time")
  func noBursts() {
    #expect(heard(devices: 40, window: 1_280_000, each: 1_280_000).bursts == nil)
    for seed in 1...20 {
      #expect(heard(devices: 1, window: 1_000, each: 1_000, seed: UInt64(seed)).bursts == nil)
      #expect(heard(devices: 5, window: 1_000, each: 1_000, seed: UInt64(seed)).bursts == nil)
      #expect(heard(devices: 9, window: 1_000, each: 1_000, seed: UInt64(seed)).bursts == nil)
    }
    #expect(heard(devices: 40, window: 200_000, each: 1_280_000, filter: "01").bursts == nil)
    // A window of 200 ms each 1.28 s: 320 of 2048 slots.
    #expect(
      heard(devices: 40, window: 200_000, each: 1_280_000, "01 0008 4001 00 00").bursts == nil)
  }

  @Test("a refused scan is none", arguments: [false, true])
  func refused(byStatus: Bool) {
    let heard = Followed { story in
      story.command(enable, hex("01 00"))
      if byStatus {
        story.commandStatus(enable, 0x0C)
      } else {
        story.commandComplete(enable, [0x0C])
      }
    }
    #expect(heard.tracker.sessions.scans.isEmpty)
  }

  @Test("enabled again, a running scan goes on; with other filtering it is a new one")
  func enabledAgain() {
    let heard = Followed { story in
      for parameters in ["01 00", "01 00", "01 01", "00 00"] {
        story.command(enable, hex(parameters))
        story.commandComplete(enable)
      }
    }
    #expect(heard.tracker.sessions.scans.map(\.start.frame) == [1, 5])
    #expect(heard.tracker.sessions.scans.map(\.stop?.frame) == [5, 7])
    #expect(heard.tracker.sessions.scans.map(\.filtersDuplicates) == [false, true])
  }

  @Test("enabled again and refused, the running scan goes on")
  func enabledAgainRefused() {
    let heard = Followed { story in
      story.command(enable, hex("01 00"))
      story.commandComplete(enable)
      story.command(enable, hex("01 00"))
      story.commandComplete(enable, [0x0C])
      story.command(enable, hex("00 00"))
      story.commandComplete(enable)
    }
    #expect(heard.tracker.sessions.scans.map(\.start.frame) == [1])
    #expect(heard.tracker.sessions.scans.map(\.stop?.frame) == [5])
  }

  @Test("extended scanning, ended by its timeout")
  func extended() {
    let heard = Followed { story in
      story.command(0x2041, hex("00 00 01 00 1000 1000"))
      story.command(0x2042, hex("01 01 E803 0000"))  // 2
      story.commandComplete(0x2042)
      story.event(0x3E, hex("11"))  // 4
    }
    #expect(heard.tracker.sessions.scans.map(\.start.frame) == [2])
    #expect(heard.tracker.sessions.scans.map(\.stop?.frame) == [4])
    #expect(heard.tracker.sessions.scans.map(\.isActive) == [false])
    #expect(heard.tracker.sessions.scans.map(\.filtersDuplicates) == [true])
  }

  @Test("a reset stops it; at the end of the capture it still runs")
  func reset() {
    let heard = Followed { story in
      story.command(enable, hex("01 00"))
      story.commandComplete(0x0C03)
      story.command(enable, hex("01 00"))
    }
    #expect(heard.tracker.sessions.scans.map(\.stop?.frame) == [2, nil])
    #expect(heard.tracker.sessions.scans.map(\.isActive) == [nil, nil])
  }

  @Test("every report of an event is reported")
  func advertisements() {
    let heard = Followed { story in
      story.advertise([1, 2, 3, 4, 5, 6], -69, data: hex("02 01 06"))
      story.event(
        0x3E, hex("02 02 00 00 010203040506 00 B0 04 01 111213141516 02 AABB 7F"))
    }
    #expect(heard.observed.advertisements.map(\.rssi) == [-69, -80, nil])
    #expect(heard.observed.advertisements.map(\.data.count) == [3, 0, 2])
    #expect(heard.observed.advertisements.map(\.moment.frame) == [1, 2, 2])
  }
}

extension CaptureBuilder {
  /// A scan that runs.
  fileprivate static func scanning(_ build: (inout CaptureBuilder) -> Void) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.command(0x200C, hex("01 00"))
    story.commandComplete(0x200C)
    build(&story)
    return story
  }
}
