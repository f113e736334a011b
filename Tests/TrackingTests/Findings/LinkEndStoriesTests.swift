import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report

/// Who ended a connection, in what state, and whether the peer had left it.
@Suite("Rules: how a link ended, from packets")
struct LinkEndStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  // MARK: link-loss

  @Test("a peer that advertises before the controller gives up had left: a warning")
  func reboot() throws {
    let capture = Self.story {
      $0.connect()
      $0.read()
      $0.wait(by: 500_000)
      $0.advertise(CaptureBuilder.peer, -52)
      $0.wait(by: 4_000_000)
      $0.disconnect(reason: 0x08)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [3, 4, 5])
    #expect(
      finding.message
        == "The peer left the connection: it advertised again 501 ms after its "
        + "last data (#4, -52 dBm); the connection ended 4 s later (Connection Timeout).")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.evidence[.transport] == .string("le"))
    #expect(finding.evidence[.role] == .string("central"))
  }

  @Test("a link that was dead before this host ended it was lost")
  func deadBefore() throws {
    func capture(silence: Int64, wait: Int64) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.read()
        $0.wait(by: silence)
        $0.command(0x0406, [0x40, 0x00, 0x13])
        $0.wait(by: wait)
        $0.disconnect(reason: 0x08)
      }
    }
    let dead = capture(silence: 4_500_000, wait: 500_000)
    #expect(try only(LinkLossRule.self, in: dead).severity == .error)
    #expect(DisconnectUnansweredRule.check(dead).isEmpty)
    let ended = capture(silence: 10_000, wait: 5_000_000)
    #expect(LinkLossRule.check(ended).isEmpty)
    #expect(try only(DisconnectUnansweredRule.self, in: ended).severity == .info)
  }

  @Test("one that advertises only after the end may have been anywhere: an error")
  func returned() throws {
    let capture = Self.story {
      $0.connect()
      $0.read()
      $0.wait(by: 5_000_000)
      $0.disconnect(reason: 0x08)
      $0.wait(by: 1_000_000)
      $0.advertise(CaptureBuilder.peer, -50)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(finding.severity == .error)
    #expect(
      finding.message.contains(
        "the peer was seen to advertise again 1 s after the end (#5, -50 dBm)"))
    #expect(finding.evidence[.party] == .null)
    let never = Self.story {
      $0.connect()
      $0.advertise(CaptureBuilder.peer, -50)
      $0.read()
      $0.wait(by: 5_000_000)
      $0.disconnect(reason: 0x08)
    }
    #expect(
      try only(LinkLossRule.self, in: never).evidence[.peerHeardFrame] == .null,
      "a report that the connection overtook")
  }

  @Test("a reboot after a large write that the peer answered is meant; one in the middle is not")
  func update() throws {
    func capture(answered: Bool) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.read()
        $0.write(600)
        if answered { $0.notify(0x15, [1]) }
        $0.wait(by: 500_000)
        $0.advertise(CaptureBuilder.peer, -52)
        $0.wait(by: 2_000_000)
        $0.disconnect(reason: 0x08)
      }
    }
    let meant = try only(LinkLossRule.self, in: capture(answered: true))
    #expect(meant.severity == .info)
    #expect(meant.message.contains("after 12,000 bytes had been written to handle 0x0020"))
    #expect(try only(LinkLossRule.self, in: capture(answered: false)).severity == .warning)
  }

  @Test("what was under way, and what had no answer, is said")
  func underWay() throws {
    let capture = Self.story {
      $0.connect()
      for _ in 0..<10 { $0.notify(0x15, "1234") }
      $0.att(.tx, [0x0A] + octets(3))
      $0.wait(by: 5_000_000)
      $0.disconnect(reason: 0x08)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(
      finding.message.contains(
        "A series of 10 notifications of handle 0x0015 (40 bytes, over 9 ms) had not ended"))
    #expect(finding.message.contains("A Read Request to handle 0x0003 (#12) had no answer"))
    #expect(finding.frames == [11, 12, 13])
  }

  @Test("a series that ended while the link still lived is not open", arguments: [true, false])
  func endedSeries(isLater: Bool) throws {
    let capture = Self.story {
      $0.connect()
      for _ in 0..<10 { $0.notify(0x15, "1234") }
      if isLater { $0.wait(by: 20_000_000) }
      $0.write(1)
      $0.completed(1)
      $0.wait(by: 5_000_000)
      $0.disconnect(reason: 0x08)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(finding.message.contains("had not ended") != isLater)
    #expect((finding.evidence[.underWay] == .null) == isLater)
  }

  @Test("nor one that ended long before the supervision timeout began")
  func endedBeforeTimeout() throws {
    let capture = Self.story {
      $0.connect()
      for _ in 0..<10 { $0.notify(0x15, "1234") }
      $0.wait(by: 30_000_000)
      $0.disconnect(reason: 0x08)
    }
    #expect(try only(LinkLossRule.self, in: capture).evidence[.underWay] == .null)
  }

  @Test("the timeout of the beginning is named where the last one cannot be it")
  func firstTimeout() throws {
    let capture = Self.story {
      $0.connect()
      // 30 ms, latency 0, 1 s.
      $0.event(0x3E, [3, 0] + octets(0x40) + octets(24) + octets(0) + octets(100))
      $0.read()
      $0.wait(by: 500_000)
      $0.advertise(CaptureBuilder.peer, -52)
      $0.wait(by: 4_500_000)
      $0.disconnect(reason: 0x08)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(
      finding.message.contains(
        "by its first supervision timeout of 5 s, not the later one of 1 s"))
    #expect(finding.evidence[.eventsInTimeout] == .null)
  }

  @Test("BR/EDR: said as that, and a warning at most")
  func classic() throws {
    let capture = Self.story {
      $0.event(0x03, [0] + octets(0x40) + CaptureBuilder.peer + [1, 0])
      $0.wait(by: 5_000_000)
      $0.disconnect(reason: 0x08)
    }
    let finding = try only(LinkLossRule.self, in: capture)
    #expect(finding.severity == .warning)
    #expect(finding.message.hasPrefix("The BR/EDR link was lost"))
    #expect(finding.evidence[.transport] == .string("br-edr"))
  }

  // MARK: disconnect-unanswered

  @Test("0x22 after our own Disconnect is our own end, and no fault of the link")
  func unacknowledged() throws {
    let capture = Self.story {
      $0.connect()
      $0.hangUp()
      $0.wait(by: 2_000_000)
      $0.disconnect(reason: 0x22)
    }
    let finding = try only(DisconnectUnansweredRule.self, in: capture)
    #expect(finding.severity == .info && finding.frames == [2, 4])
    #expect(finding.message.contains("the controller stopped waiting after 2 s with"))
    #expect(finding.evidence[.party] == .string("local"))
    #expect(DisconnectByFaultRule.check(capture).isEmpty)
    let fault = Self.story {
      $0.connect()
      $0.disconnect(reason: 0x22)
    }
    #expect(DisconnectUnansweredRule.check(fault).isEmpty)
    #expect(DisconnectByFaultRule.check(fault).count == 1)
    let well = Self.story {
      $0.connect()
      $0.hangUp()
      $0.disconnect(reason: 0x16)
    }
    #expect(DisconnectUnansweredRule.check(well).isEmpty)
  }

  @Test("a Disconnect without an end, as long as the capture was watched")
  func neverEnded() throws {
    func capture(_ wait: Int64, again: Bool = false) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.hangUp()
        $0.wait(by: wait)
        if again { $0.hangUp() }
        $0.advertise([1, 2, 3, 4, 5, 0xC6], -70)
      }
    }
    let over = try only(DisconnectUnansweredRule.self, in: capture(8_000_000))
    #expect(over.severity == .warning && over.frames == [2])
    #expect(over.message.contains("although the supervision timeout is 5 s"))
    let young = try only(DisconnectUnansweredRule.self, in: capture(3_000_000))
    #expect(young.severity == .info)
    #expect(young.message.contains("the supervision timeout of 5 s had not passed"))
    let twice = try only(DisconnectUnansweredRule.self, in: capture(3_000_000, again: true))
    #expect(twice.severity == .warning && twice.frames == [2, 4])
    #expect(DisconnectUnansweredRule.check(capture(1_000_000)).isEmpty)
  }

  // MARK: disconnect-refused

  @Test("a Disconnect for a connection that was over; not one that only clears up after the end")
  func refused() throws {
    func capture(after microseconds: Int64, status: UInt8 = 0x12) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.disconnect(reason: 0x13)
        $0.wait(by: microseconds)
        $0.command(0x0406, octets(CaptureBuilder.handle) + [0x13])
        $0.commandStatus(0x0406, status)
      }
    }
    let late = capture(after: 100_000)
    let finding = try only(DisconnectRefusedRule.self, in: late)
    #expect(finding.severity == .info && finding.frames == [2, 3, 4])
    #expect(
      finding.message
        == "This host sent Disconnect (#3) for handle 0x0040 101 ms after the end of that "
        + "connection (#2, Remote User Terminated Connection (0x13)), and the controller refused "
        + "it with Invalid HCI Command Parameters (0x12).")
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.evidence[.afterEndUs] == .int(101_000))
    #expect(late.refusedDisconnects.map(\.resultFrame) == [4])
    #expect(DisconnectRefusedRule.check(capture(after: 10_000)).isEmpty)
    #expect(DisconnectRefusedRule.check(capture(after: 98_000)).isEmpty)
    #expect(DisconnectRefusedRule.check(capture(after: 200_000, status: 0)).isEmpty)
    let unknown = Self.story {
      $0.connect()
      $0.wait(by: 200_000)
      $0.command(0x0406, octets(0x77) + [0x13])
      $0.commandStatus(0x0406, 0x02)
    }
    #expect(unknown.refusedDisconnects.map(\.connection) == [nil])
    #expect(DisconnectRefusedRule.check(unknown).isEmpty)
  }

  @Test("statuses belong to the Disconnect commands in their order")
  func refusedInTurn() {
    let other: UInt16 = 0x0041
    func capture(wait: Int64 = 0) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.connect(other, peer: [1, 2, 3, 4, 5, 0xC6])
        $0.disconnect(reason: 0x13)
        $0.wait(by: 40_000)
        $0.command(0x0406, octets(CaptureBuilder.handle) + [0x13])
        $0.wait(by: wait)
        $0.command(0x0406, octets(other) + [0x13])
        $0.commandStatus(0x0406, 0x02)
        $0.commandStatus(0x0406, 0)
        $0.disconnect(other, reason: 0x16)
      }
    }
    let refused = capture().refusedDisconnects
    #expect(refused.map(\.frame) == [4] && refused.map(\.connection) == [1])
    #expect(refused.map(\.resultFrame) == [6])
    // Two for one handle, both refused.
    let twice = Self.story {
      $0.connect()
      $0.disconnect(reason: 0x13)
      for _ in 0..<2 { $0.command(0x0406, octets(CaptureBuilder.handle) + [0x13]) }
      for _ in 0..<2 { $0.commandStatus(0x0406, 0x02) }
    }.refusedDisconnects
    #expect(twice.map(\.frame) == [3, 4] && twice.map(\.resultFrame) == [5, 6])
    // A status that the capture lacks shifts no later one.
    #expect(capture(wait: 10_000_000).refusedDisconnects.map(\.frame) == [5])
  }

  // MARK: early-disconnect

  private static let primaryServices: [UInt8] = [0x10, 1, 0, 0xFF, 0xFF, 0x00, 0x28]

  @Test("the peer ends the connection in the middle of discovery")
  func inDiscovery() throws {
    let capture = Self.story {
      $0.connect()
      $0.att(.tx, Self.primaryServices)
      $0.wait(by: 300_000)
      $0.disconnect(reason: 0x13)
    }
    let finding = try only(EarlyDisconnectRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [1, 2, 3])
    #expect(
      finding.message
        == "The peer ended the connection 302 ms after it began, during service discovery: Remote "
        + "User Terminated Connection (0x13).")
    #expect(finding.evidence[.party] == .string("remote"))
    let answered = Self.story {
      $0.connect()
      $0.att(.tx, Self.primaryServices)
      $0.att(.rx, [0x01, 0x10, 1, 0, 0x0A])
      $0.disconnect(reason: 0x13)
    }
    #expect(EarlyDisconnectRule.check(answered).isEmpty)
    // A value is asked for, here the Device Name: no search.
    let name = Self.story {
      $0.connect()
      $0.att(.tx, [0x08, 1, 0, 0xFF, 0xFF, 0x00, 0x2A])
      $0.wait(by: 300_000)
      $0.disconnect(reason: 0x13)
    }
    #expect(EarlyDisconnectRule.check(name).isEmpty)
    // This host hangs up: in its own search, or while the peer searches, before or after.
    func hungUp(_ asks: RecordDirection, before: Bool = true) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.att(.tx, Self.primaryServices)
        if asks == .rx {
          $0.att(.rx, [0x01, 0x10, 1, 0, 0x0A])
          if before { $0.att(.rx, Self.primaryServices) }
        }
        $0.hangUp()
        if asks == .rx, !before { $0.att(.rx, Self.primaryServices) }
        $0.disconnect(reason: 0x16)
      }
    }
    #expect(EarlyDisconnectRule.check(hungUp(.tx)).count == 1)
    #expect(EarlyDisconnectRule.check(hungUp(.rx)).isEmpty)
    #expect(EarlyDisconnectRule.check(hungUp(.rx, before: false)).isEmpty)
  }

  @Test("our host ends connections right after they began: one finding with a count")
  func atOnce() throws {
    func capture(_ count: Int, waiting: Int64 = 0) -> ReportV1.Capture {
      Self.story {
        for _ in 0..<count {
          $0.connect()
          $0.wait(by: waiting)
          $0.hangUp()
          $0.disconnect(reason: 0x16)
        }
      }
    }
    let once = try only(EarlyDisconnectRule.self, in: capture(1))
    #expect(once.severity == .info)
    #expect(
      once.message.hasPrefix(
        "This host ended the connection 3 ms after it began, before anything was requested"))
    let often = try only(EarlyDisconnectRule.self, in: capture(3))
    #expect(often.severity == .warning && often.evidence[.count] == .int(3))
    #expect(EarlyDisconnectRule.check(capture(1, waiting: 3_000_000)).isEmpty)
  }

  @Test("the peer ends the connection in the middle of pairing: only pairing-cancelled says so")
  func inPairing() throws {
    func capture(finished: Bool) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        if finished {
          $0.pair()
        } else {
          $0.l2cap(.tx, 6, [1, 3, 0, 1, 16, 1, 1])
          $0.l2cap(.rx, 6, [2, 3, 0, 1, 16, 1, 1])
        }
        $0.wait(by: 300_000)
        $0.disconnect(reason: 0x13)
      }
    }
    let finding = try only(PairingCancelledRule.self, in: capture(finished: false))
    #expect(
      finding.message
        == "The peer ended the connection in the middle of a pairing by Just Works, 301 ms after "
        + "Pairing Response (#3).")
    #expect(PairingFailedRule.check(capture(finished: false)).isEmpty)
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(EarlyDisconnectRule.check(capture(finished: false)).isEmpty)
    #expect(DisconnectByPeerRule.check(capture(finished: false)).isEmpty)
    #expect(PairingCancelledRule.check(capture(finished: true)).isEmpty)
  }
}
