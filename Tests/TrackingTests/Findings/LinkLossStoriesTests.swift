import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// Which losses are alike, what was written before, and silences that are not the timeout.
@Suite("Rules: lost links, from packets")
struct LinkLossStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  /// What `bletrace` prints: like findings are one.
  private static func merged(_ capture: ReportV1.Capture) -> [RuleFinding] {
    RuleFinding.merged(LinkLossRule.check(capture))
  }

  @Test("losses are one finding where they are alike, and only there")
  func alike() {
    func capture(_ last: [(inout CaptureBuilder) -> Void]) -> ReportV1.Capture {
      Self.story {
        for end in last {
          $0.connect()
          $0.read()
          end(&$0)
          $0.wait(by: 500_000)
          $0.advertise(CaptureBuilder.peer, -52)
          $0.wait(by: 4_500_000)
          $0.disconnect(reason: 0x08)
        }
      }
    }
    func write(_ builder: inout CaptureBuilder) {
      builder.att(.tx, [0x12, 0x20, 0, 1])
      builder.att(.rx, [0x13])
    }
    func pendingWrite(_ builder: inout CaptureBuilder) { builder.att(.tx, [0x12, 0x20, 0, 1]) }
    func otherWrite(_ builder: inout CaptureBuilder) { builder.att(.tx, [0x12, 0x30, 0, 1]) }
    func discovery(_ builder: inout CaptureBuilder) {
      builder.att(.tx, [0x04, 1, 0, 0xFF, 0xFF])
    }
    let like = Self.merged(capture([write, write, write]))
    #expect(like.count == 1 && like[0].evidence[.count] == .int(3))
    #expect(like[0].message.hasSuffix("The same happened twice more in connections 2 and 3."))
    #expect(!like[0].message.contains("losses followed"))
    #expect(like[0].frames == [7, 14, 21], "of each the end")
    #expect(Self.merged(capture([write, discovery])).count == 2)
    #expect(Self.merged(capture([write, otherWrite])).count == 2)
    // An answered write and an open one are not alike; what they share is said.
    let open = Self.merged(capture([write, write, pendingWrite]))
    #expect(open.count == 2)
    for finding in open {
      #expect(
        finding.message.contains(
          "; 3 of this device's losses followed a write to it."))
    }
    let two = Self.merged(capture([write, pendingWrite]))
    #expect(two.count == 2 && !two.contains { $0.message.contains("losses followed") })
  }

  /// The peer leaves after something, and is heard 100 ms later.
  private static func leaving(
    _ after: [(inout CaptureBuilder) -> Void], held: Int64, updates: Bool = true
  ) -> ReportV1.Capture {
    story {
      for end in after {
        $0.connect()
        $0.wait(by: 200_000)
        if updates { $0.update(interval: 24, timeout: 300) }
        $0.read()
        end(&$0)
        $0.wait(by: 100_000)
        $0.advertise(CaptureBuilder.peer, -52)
        $0.wait(by: held)
        $0.disconnect(reason: 0x08)
        $0.wait(by: 1_000_000)
      }
    }
  }

  @Test("losses are alike by what went on before them, by whichever timeout the controller gave up")
  func heldByFirstTimeout() throws {
    let write: (inout CaptureBuilder) -> Void = {
      $0.att(.tx, [0x12, 0x20, 0, 1])
      $0.att(.rx, [0x13])
    }
    let pending: (inout CaptureBuilder) -> Void = { $0.att(.tx, [0x12, 0x20, 0, 1]) }
    let discovery: (inout CaptureBuilder) -> Void = { $0.att(.tx, [0x04, 1, 0, 0xFF, 0xFF]) }
    // The connection begins with a timeout of 5 s, and 3 s is set then.
    let held = Self.merged(Self.leaving([discovery, write, write], held: 4_700_000))
    try #require(held.count == 2, "a discovery, and the same write")
    #expect(held.allSatisfy { $0.evidence[.firstTimeoutUs] == .int(5_000_000) })
    let search = try #require(held.first { $0.evidence[.count] == nil })
    #expect(
      search.message.hasSuffix(
        " later by its first supervision timeout of 5 s, not the later one of 3 s. A Find "
          + "Information Request to handle 0x0001 (#5) had no answer."))
    let writes = try #require(held.first { $0.evidence[.count] != nil })
    #expect(writes.evidence[.count] == .int(2))
    #expect(writes.evidence[.connections] == .list([.int(2), .int(3)]))
    // The last timeout ran: the write is part of what is alike.
    let last = Self.merged(Self.leaving([write, discovery], held: 2_900_000))
    #expect(last.count == 2 && last.allSatisfy { $0.evidence[.firstTimeoutUs] == .null })
    #expect(
      Self.merged(Self.leaving([write, discovery], held: 4_700_000, updates: false)).count == 2)
    #expect(Self.merged(Self.leaving([write, pending], held: 2_900_000)).count == 2)
  }

  @Test("the close of a connection that the peer had left begins there, whatever timeout ran")
  func closeOfLeft() throws {
    func close(_ held: Int64, heard: Bool = true) throws -> ReportV1.Phase {
      let capture = Self.story {
        $0.connect()
        $0.wait(by: 200_000)
        $0.update(interval: 24, timeout: 100)
        $0.read()
        if heard {
          $0.wait(by: 100_000)
          $0.advertise(CaptureBuilder.peer, -52)
        }
        $0.wait(by: held)
        $0.disconnect(reason: 0x08)
      }
      let phases = capture.connections[0].phases
      #expect(phases.contains { $0.name == .idle } == !heard)
      return try #require(phases.last)
    }
    // 5 s is the first timeout, and 8 s is neither.
    for held in [4_700_000, 8_000_000] as [Int64] {
      let left = try close(held)
      #expect(left.name == .close && left.durationUs == Int(held) + 102_000)
    }
    let silent = try close(4_700_000, heard: false)
    #expect(silent.name == .close && silent.durationUs == 1_000_000)
  }

  @Test("the last write is named, unless something else came after it")
  func lastWrite() throws {
    func capture(_ pause: Int64) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.write(1, to: 0x20)
        $0.att(.tx, [0x12, 0x21, 0, 1])
        $0.att(.rx, [0x13])
        $0.wait(by: pause)
        $0.read()
        $0.wait(by: 5_000_000)
        $0.disconnect(reason: 0x08)
      }
    }
    let finding = try only(LinkLossRule.self, in: capture(500_000))
    #expect(finding.message.hasSuffix(". The last write was to handle 0x0021 (#3)."))
    #expect(finding.evidence[.lastWriteFrame] == .int(3))
    #expect(finding.frames == [3, 6, 7])
    let older = try only(LinkLossRule.self, in: capture(3_000_000))
    #expect(!older.message.contains("The last write") && older.evidence[.lastWrite] == .null)
  }

  @Test("something that was heard within the timeout: the silence of the frames is said")
  func heardWithinTimeout() throws {
    func finding(_ acknowledged: Bool, _ silence: Int64) throws -> RuleFinding {
      let capture = Self.story {
        $0.connect()
        $0.read()
        if acknowledged {
          $0.wait(by: 3_000_000)
          $0.write(1)
          $0.completed(2)
        }
        $0.wait(by: silence)
        $0.disconnect(reason: 0x08)
      }
      return try only(LinkLossRule.self, in: capture)
    }
    #expect(
      try finding(false, 3_000_000).message
        == "The link was lost with Connection Timeout: the last data was received 3 s before the "
        + "end, less than the current supervision timeout of 5 s.")
    let acknowledged = try finding(true, 3_000_000)
    #expect(
      acknowledged.message.contains(
        "the last packet of this host was acknowledged 3 s before the "
          + "end, less"))
    #expect(acknowledged.evidence[.silenceUs] == .int(3_001_000))
    #expect(acknowledged.evidence[.eventsInTimeout] == .null)
    let flushed = Self.story {
      $0.connect()
      $0.read()
      $0.wait(by: 5_000_000)
      $0.completed(1)
      $0.disconnect(reason: 0x08)
    }
    #expect(
      try only(LinkLossRule.self, in: flushed).message.hasSuffix(
        "; the last data was received 5 s before the end."), "buffers that came back with the end")
    let well = try finding(true, 4_990_000)
    #expect(
      well.message.hasPrefix("The link was lost: nothing was received for the supervision timeout"))
    #expect(well.evidence[.eventsInTimeout] == .int(166))
  }

  @Test("a packet that waited longer than the timeout: the silence of the frames is said")
  func silentForLonger() throws {
    func finding(waiting: Bool) throws -> RuleFinding {
      let capture = Self.story {
        $0.connect()
        $0.write(1)
        $0.completed(1)
        if waiting { $0.write(1) }
        $0.wait(by: 20_000_000)
        $0.disconnect(reason: 0x08)
      }
      return try only(LinkLossRule.self, in: capture)
    }
    let waited = try finding(waiting: true)
    #expect(
      waited.message.hasPrefix(
        "The link was lost with Connection Timeout: the last packet of this host was acknowledged "
          + "20 s before the end, more than the current supervision timeout of 5 s"))
    let idle = try finding(waiting: false)
    #expect(
      idle.message.hasPrefix("The link was lost: nothing was received for the supervision timeout"))
  }

  @Test("losses as long after the connection began, whenever the last data came")
  func ofOneAge() throws {
    /// Connections that last as long in all, with their last data after some time.
    func messages(_ last: [Int64], lasting all: [Int64] = [10_000_000]) -> [String] {
      let capture = Self.story {
        for (number, wait) in last.enumerated() {
          $0.connect()
          $0.wait(by: wait)
          $0.read()
          $0.wait(by: all[number % all.count] - wait)
          $0.disconnect(reason: 0x08)
        }
      }
      return LinkLossRule.check(capture).map(\.message)
    }
    for message in messages([1_000_000, 3_000_000, 2_000_000]) {
      #expect(
        message.contains(
          "; all 3 losses of this device came 10 s after the connection began, whenever the last "
            + "data was received"), "\(message)")
    }
    let more = messages(
      [1_000_000, 3_000_000, 2_000_000, 500_000],
      lasting: [10_000_000, 10_000_000, 10_000_000, 8_000_000])
    #expect(more[0].contains("; 3 of 4 losses of this device came 10 s"))
    #expect(!more[3].contains("losses of this device came"))
    // Two; as long after the last data; at different ages.
    for others in [
      messages([1_000_000, 3_000_000]), messages([1_000_000, 1_000_000, 1_000_000]),
      messages([1_000_000, 3_000_000, 2_000_000], lasting: [10_000_000, 9_000_000, 11_000_000]),
    ] {
      #expect(!others.contains { $0.contains("losses of this device came") })
    }
  }

  @Test("a poll that was always answered did not request the end")
  func poll() throws {
    func advice(polls: Int, value: (Int) -> UInt8 = { _ in 7 }) throws -> String {
      let capture = Self.story {
        $0.connect()
        $0.subscribe(0x13)
        for turn in 0..<polls {
          $0.att(.tx, [0x12, 0x10, 0x00, 0xA0, value(turn), 1, 2, 3, 4])
          $0.att(.rx, [0x13])
          $0.wait(by: 50_000)
          $0.notify(0x12, [0xB0, UInt8(turn % 3)])
          $0.wait(by: 950_000)
        }
        $0.att(.tx, [0x12, 0x10, 0x00, 0xA0, 7, 1, 2, 3, 4])
        $0.wait(by: 500_000)
        $0.advertise(CaptureBuilder.peer, -52)
        $0.wait(by: 4_500_000)
        $0.disconnect(reason: 0x08)
      }
      return try #require(try only(LinkLossRule.self, in: capture).advice)
    }
    let words = "The last write may have requested it."
    #expect(try !advice(polls: 30).contains(words))
    #expect(try advice(polls: 5).contains(words), "few")
    #expect(try advice(polls: 30) { UInt8($0) }.contains(words), "each is another one")
  }

  @Test("a host that has connected again is not advised to")
  func again() throws {
    func advice(_ build: (inout CaptureBuilder) -> Void) throws -> String {
      let capture = Self.story {
        $0.connect()
        $0.read()
        $0.wait(by: 5_000_000)
        $0.disconnect(reason: 0x08)
        $0.wait(by: 10_000)
        build(&$0)
      }
      return try #require(try only(LinkLossRule.self, in: capture).advice)
    }
    #expect(try advice { _ in }.hasPrefix("The app should reconnect. If the signal was good"))
    let back = try advice {
      $0.askToConnect()
      $0.wait(by: 2_000_000)
      $0.connect()
    }
    #expect(back.hasPrefix("The connection was made again 2.01 s after the end (#7). If the"))
    let tried = try advice { $0.askToConnect() }
    #expect(tried.hasPrefix("This host tried to connect again (#5). If the signal was good"))
    let other = try advice { $0.askToConnect([1, 2, 3, 4, 5, 0xC6]) }
    #expect(other.hasPrefix("The app should reconnect."))
  }

  @Test("the controller's report right before the loss gives the signal that the host did not read")
  func reported() throws {
    func finding(_ dBm: Int8, age: Int64 = 0, reads: Bool = false) throws -> RuleFinding {
      let capture = Self.story {
        $0.connect()
        $0.signal(-40)
        $0.wait(by: 30_000_000)
        $0.read()
        $0.wait(by: 5_000_000)
        if reads { for _ in 0..<3 { $0.signal(-62) } }
        // Approaching the link supervision timeout; nothing was counted.
        $0.event(
          0xFF,
          hex("58 02 03") + octets(CaptureBuilder.handle) + [0, 8, UInt8(bitPattern: dBm)]
            + [UInt8](repeating: 0, count: 41))
        $0.wait(by: age)
        $0.disconnect(reason: 0x08)
      }
      return try only(LinkLossRule.self, in: capture)
    }
    let good = try finding(-67)
    #expect(
      good.message.contains(
        ". The controller's quality report right before the end (#5) has an RSSI of -67 dBm."))
    #expect(good.advice?.contains("The signal was not weak: look for a side that") == true)
    #expect(good.evidence[.rssiLast] == .int(-67))
    #expect(try finding(-92).advice?.hasPrefix("The signal was weak: the devices were far") == true)
    // None was measured; it is old; the host read it.
    for finding in [
      try finding(127), try finding(-67, age: 7_000_000), try finding(-67, reads: true),
    ] {
      #expect(!finding.message.contains("quality report"), "\(finding.message)")
    }
  }

  // MARK: disconnect-unanswered

  private static let other: [UInt8] = [1, 2, 3, 4, 5, 0xC6]

  @Test("a peer that is back at once: no word of waiting for it, and none of when it left")
  func backAtOnce() throws {
    func capture(_ peer: [UInt8], after wait: Int64) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.hangUp()
        $0.wait(by: 2_000_000)
        $0.disconnect(reason: 0x22)
        $0.wait(by: wait)
        $0.connect(0x41, peer: peer)
      }
    }
    let back = try only(DisconnectUnansweredRule.self, in: capture(CaptureBuilder.peer, after: 0))
    #expect(back.severity == .info && back.frames == [2, 4, 5])
    #expect(
      back.message.hasSuffix(
        ". The peer was available again: connection 2 to it was established (#5) 1 ms later."
      ))
    #expect(back.advice?.contains("wait for its advertisements") == false)
    #expect(back.advice?.contains("it may have received the Disconnect, and only its") == true)
    #expect(back.evidence[.peerBackFrame] == .int(5))
    for capture in [capture(CaptureBuilder.peer, after: 3_000_000), capture(Self.other, after: 0)] {
      let finding = try only(DisconnectUnansweredRule.self, in: capture)
      #expect(finding.frames == [2, 4] && finding.evidence[.peerBackFrame] == .null)
    }
  }

  @Test("a Disconnect that never completed although the peer is back: a warning")
  func backWithoutEnd() throws {
    func capture(_ peer: [UInt8], _ handle: UInt16) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.hangUp()
        $0.wait(by: 2_500_000)
        $0.connect(handle, peer: peer)
        $0.wait(by: 100_000)
        $0.disconnect(handle)
      }
    }
    let back = try only(DisconnectUnansweredRule.self, in: capture(CaptureBuilder.peer, 0x41))
    #expect(back.severity == .warning && back.frames == [2, 4])
    #expect(
      back.message.hasSuffix(
        ". The peer is back: connection 2 to it was established (#4) 2.5 s after the command."))
    let other = try only(DisconnectUnansweredRule.self, in: capture(Self.other, 0x41))
    #expect(other.severity == .info && other.evidence[.peerBackFrame] == .null)
    let taken = try only(DisconnectUnansweredRule.self, in: capture(Self.other, 0x40))
    #expect(taken.message.contains("in the 2.5 s until connection 2 got the same handle (#4)"))
    let heard = try only(
      DisconnectUnansweredRule.self,
      in: Self.story {
        $0.connect()
        $0.hangUp()
        $0.wait(by: 1_000_000)
        $0.advertise(CaptureBuilder.peer, -50)
        $0.wait(by: 2_000_000)
        $0.advertise(Self.other, -50)
      })
    #expect(heard.severity == .warning && heard.frames == [2, 4])
    #expect(heard.message.contains(". The peer is back: it advertised (#4) 1 s after the command."))
  }
}
