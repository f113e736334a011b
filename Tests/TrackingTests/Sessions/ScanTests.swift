import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

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

  @Test("every report of an event is told")
  func advertisements() {
    let heard = Followed { story in
      story.advertise([1, 2, 3, 4, 5, 6], -69, data: hex("02 01 06"))
      story.event(
        0x3E, hex("02 02 00 00 010203040506 00 B0 04 01 111213141516 02 AABB 7F"))
    }
    #expect(heard.told.advertisements.map(\.rssi) == [-69, -80, nil])
    #expect(heard.told.advertisements.map(\.data.count) == [3, 0, 2])
    #expect(heard.told.advertisements.map(\.moment.frame) == [1, 2, 2])
  }
}
