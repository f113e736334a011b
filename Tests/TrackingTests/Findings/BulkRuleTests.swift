import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// Each on a made-up capture of a run.
@Suite("Bulk rules")
struct BulkRuleTests {
  private func findings(_ story: CaptureBuilder) -> [ReportV1.Finding] {
    Analysed(story).findings
  }

  private func bulk(_ story: CaptureBuilder) -> [ReportV1.Finding] {
    findings(story).filter { $0.rule.hasPrefix("bulk-") }
  }

  private func story(
    interval: UInt16 = 24, mtu: UInt16 = 23, _ build: (inout CaptureBuilder) -> Void
  ) -> CaptureBuilder {
    var story = CaptureBuilder(step: 100)
    story.commandComplete(0x2002, [0, 251, 0, 8])
    story.connect(interval: interval)
    story.exchangeMTU(mtu, mtu)
    // 251 octets, both ways.
    story.event(
      0x3E,
      [0x07] + octets(CaptureBuilder.handle) + octets(251) + octets(2120) + octets(251)
        + octets(2120))
    story.subscribe(0x16)
    story.completed(2)
    build(&story)
    return story
  }

  private func full(_ number: Int, _ size: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
      + [UInt8](repeating: 9, count: size - 2)
  }

  @Test("values of 20 bytes where the MTU allows 244 are named first")
  func smallValues() throws {
    let found = bulk(story(mtu: 247) { $0.writeOneInFlight(400) })
    #expect(found.map(\.rule) == ["bulk-small-values"])
    let finding = try #require(found.first)
    #expect(finding.severity == .warning)
    #expect(finding.message.contains("values had 20 bytes, although the MTU allows 244"))
    #expect(finding.message.contains("one packet in flight"))
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.evidence[.transport] == .string("le"))
    #expect(finding.evidence[.inFlightMax] == .int(1))
  }

  @Test("longer packets are no advice where the features of a side exclude them")
  func features() throws {
    func changes(_ local: UInt8?, _ peer: UInt8?) throws -> [ReportV1.WhatIf] {
      var story = CaptureBuilder(step: 100)
      story.commandComplete(0x2002, [0, 251, 0, 8])
      if let local { story.commandComplete(0x2003, [0, local, 1, 0, 0, 0, 0, 0, 0]) }
      story.connect()
      if let peer {
        story.event(
          0x3E, [0x04, 0] + octets(CaptureBuilder.handle) + [peer, 0, 0, 0, 0, 0, 0, 0])
      }
      story.subscribe(0x16)
      story.completed(2)
      story.writeOneInFlight(400)
      let connection = try #require(Analysed(story).capture.connections.first)
      return connection.runs.flatMap { $0.ceiling?.whatIf ?? [] }
    }
    let unknown = try changes(nil, nil)
    #expect(unknown.contains { $0.llOctets == 251 })
    for known in [try changes(0xDF, nil), try changes(nil, 0x01), try changes(0xFF, 0x01)] {
      #expect(known.allSatisfy { $0.llOctets == nil })
      #expect(known.contains { $0.change == "MTU 185 instead of 23" })
    }
    #expect(try changes(0xFF, 0xFF).contains { $0.llOctets == 251 })
  }

  @Test(
    "full values with one packet in flight",
    arguments: [
      (
        0x52,
        "without response as long as the stack accepts them (canSendWriteWithoutResponse; on "
          + "Android, "
      ),
      (
        0x1B,
        "as long as updateValue returns YES (on Android, the next one directly from "
          + "onNotificationSent)."
      ),
    ])
  func oneInFlight(opcode: UInt8, calls: String) throws {
    let found = bulk(
      story(mtu: 247) { story in
        for number in 0..<400 {
          story.att(.tx, [opcode, 0x20, 0x00] + full(number, 244))
          story.wait(by: 29_500)
          story.completed(1)
          story.wait(by: 300)
        }
      })
    #expect(found.map(\.rule) == ["bulk-one-in-flight"])
    #expect(found.first?.message.contains("waited for the completion of each packet") == true)
    #expect(found.first?.advice?.contains(calls) == true)
  }

  @Test("the same with several in flight is in order")
  func streamed() {
    let found = bulk(
      story(mtu: 247) { story in
        for number in 0..<100 {
          for index in 0..<4 {
            story.att(.tx, [0x52, 0x20, 0x00] + full(4 * number + index, 244))
          }
          story.wait(by: 29_300)
          story.completed(4)
          story.wait(by: 200)
        }
      })
    #expect(found.isEmpty)
  }

  @Test("one in flight does not gain from a shorter interval more than its model gives")
  func interval() throws {
    let capture = Analysed(story(mtu: 23) { $0.writeOneInFlight(400) }).capture
    let run = try #require(capture.connections[0].runs.first)
    let ceiling = try #require(run.ceiling)
    let shorter = try #require(ceiling.whatIf.first { $0.intervalUs == 15_000 })
    // Half of the connection events, and no more of the rest.
    #expect(abs(shorter.durationUs - run.durationUs / 2) < run.durationUs / 20)
    let several = try #require(ceiling.whatIf.first { $0.kind == .severalInFlight })
    #expect(several.durationUs < shorter.durationUs)
    #expect(ceiling.waterfall.map(\.us).reduce(0, +) == run.durationUs)
  }

  @Test("write requests that wait for their responses")
  func answered() {
    let found = bulk(
      story(mtu: 247) { story in
        for number in 0..<200 {
          story.att(.tx, [0x12, 0x20, 0x00] + full(number, 244))
          story.wait(by: 59_800)
          story.att(.rx, [0x13])
        }
      })
    #expect(found.map(\.rule) == ["bulk-answered"])
  }

  @Test("an app that takes longer than the responses gains little without them")
  func ownPace() {
    let found = bulk(
      story(mtu: 247) { story in
        for number in 0..<200 {
          story.att(.tx, [0x12, 0x20, 0x00] + full(number, 244))
          story.wait(by: 59_800)
          story.att(.rx, [0x13])
          story.wait(by: 70_000 + Int64(number % 7) * 9_000)
        }
      })
    #expect(!found.contains { $0.rule == "bulk-answered" })
  }

  @Test("writes on a timer")
  func timer() {
    let found = bulk(
      story(mtu: 247) { story in
        for number in 0..<120 {
          story.att(.tx, [0x52, 0x20, 0x00] + full(number, 244))
          story.wait(by: 9800)
          story.completed(1)
          story.wait(by: 90_000)
        }
      })
    #expect(found.map(\.rule) == ["bulk-timer"])
  }

  @Test("an interval of 100 ms")
  func slowInterval() {
    let found = bulk(
      story(interval: 80, mtu: 247) { story in
        for number in 0..<80 {
          for index in 0..<4 { story.notify(0x15, full(4 * number + index, 244)) }
          story.wait(by: 99_600)
        }
      })
    #expect(found.map(\.rule) == ["bulk-slow-interval"])
  }

  @Test("who made the interval long: this host, or the peer whose request it applied")
  func whoseInterval() throws {
    func message(peerAsks: Bool) throws -> String {
      let found = bulk(
        story(interval: 6, mtu: 247) { story in
          if peerAsks {
            story.signalling(.rx, 0x12, 1, octets(40) + octets(80) + octets(0) + octets(500))
            story.signalling(.tx, 0x13, 1, octets(0))
          }
          story.command(
            0x2013,
            octets(CaptureBuilder.handle) + octets(40) + octets(80) + octets(0) + octets(500)
              + octets(0) + octets(0))
          story.commandStatus(0x2013, 0)
          story.update(interval: 80)
          for number in 0..<80 {
            for index in 0..<4 { story.notify(0x15, full(4 * number + index, 244)) }
            story.wait(by: 99_600)
          }
        })
      return try #require(found.first).message
    }
    let own = try message(peerAsks: false)
    #expect(own.contains(" The interval was 7.5 ms until this host changed it (#"), "\(own)")
    let asked = try message(peerAsks: true)
    #expect(asked.contains(" The interval was 7.5 ms until the peer's request (#"), "\(asked)")
    #expect(asked.contains(", applied in #"), "\(asked)")
  }

  @Test("pauses, and pauses that cost less than a fifth")
  func pauses() {
    func found(_ pause: Int64) -> [ReportV1.Finding] {
      bulk(
        story(mtu: 247) { story in
          for part in 0..<6 {
            for number in 0..<50 {
              for index in 0..<4 { story.notify(0x15, full(part + 4 * number + index, 244)) }
              story.wait(by: 29_600)
            }
            story.wait(by: pause)
          }
        })
    }
    #expect(found(2_000_000).map(\.rule) == ["bulk-pauses"])
    #expect(found(2_000_000).first?.evidence[.party] == .string("remote"))
    #expect(found(200_000).isEmpty)
  }

  @Test("the runs of several connections are one finding")
  func once() {
    var story = CaptureBuilder(step: 100)
    story.commandComplete(0x2002, [0, 251, 0, 8])
    for _ in 0..<3 {
      story.connect()
      story.subscribe(0x16)
      story.completed(1)
      story.writeOneInFlight(200)
      story.disconnect()
    }
    let found = bulk(story)
    #expect(found.count == 1)
    #expect(found.first?.evidence[.runs] == .int(3))
    #expect(found.first?.message.contains("in 3 runs") == true)
  }

  @Test("what a bulk rule says no other rule says again")
  func noRepetition() {
    let names = Set(findings(story(mtu: 247) { $0.notifyEvents(200) }).map(\.rule))
    #expect(names.isDisjoint(with: ["chunk-below-mtu", "mtu-not-exchanged", "notification-gap"]))
    #expect(names.contains("bulk-small-values"))
  }

  @Test("transfers are left to their rules, but for one packet in flight")
  func transfers() {
    let found = bulk(
      story(mtu: 247) { story in
        story.writeOneInFlight(400)
        story.att(.tx, [0x52, 0x20, 0x00] + Array("EOM".utf8))
        story.completed(1)
      })
    #expect(found.isEmpty)
  }

  /// `answer` values of so many octets for each write of 12.
  private func questions(_ answer: Int) -> CaptureBuilder {
    story(mtu: 247) { story in
      for number in 0..<400 {
        story.att(.tx, [0x12, 0x15, 0x00] + full(number, 12))
        story.wait(by: 29_000)
        story.att(.rx, [0x13])
        story.completed(1)
        story.notify(0x15, Array(full(number, 12).prefix(answer)))
        story.wait(by: 10_000)
      }
    }
  }

  @Test("questions and answers are no data in bulk, each way")
  func dialogue() throws {
    let capture = Analysed(questions(10)).capture
    #expect(capture.connections[0].runs.isEmpty)
    #expect(bulk(questions(10)).isEmpty)
    // An answer that only acknowledges: an upload.
    let upload = Analysed(questions(1)).capture.connections[0].runs
    #expect(upload.map(\.direction) == [.tx])
    // Questions and answers in several values each.
    let both = Analysed(
      story(mtu: 247) { story in
        for number in 0..<100 {
          for index in 0..<4 { story.att(.tx, [0x52, 0x15, 0x00] + full(number * 4 + index, 12)) }
          story.completed(4)
          for index in 0..<4 { story.notify(0x15, full(number * 4 + index, 10)) }
          story.wait(by: 10_000)
        }
      }
    ).capture.connections[0].runs
    #expect(both.isEmpty)
  }

  @Test("records that come at a steady period are no data in bulk; irregular pauses are named")
  func records() {
    func pauses(_ length: (Int) -> Int64) -> [ReportV1.Finding] {
      bulk(
        story(mtu: 247) { story in
          for number in 0..<60 {
            for index in 0..<4 { story.notify(0x15, full(number * 4 + index, 80)) }
            story.wait(by: length(number))
          }
        })
    }
    #expect(pauses { _ in 500_000 }.filter { $0.rule == "bulk-pauses" }.isEmpty)
    #expect(
      pauses { [200_000, 900_000, 400_000, 2_000_000][$0 * $0 / 3 % 4] }.map(\.rule)
        == ["bulk-pauses"])
    // An upload that pauses while each block is written to flash.
    let blocks = bulk(
      story(mtu: 247) { story in
        for number in 0..<60 {
          for index in 0..<4 {
            story.att(.tx, [0x52, 0x15, 0x00] + full(number * 4 + index, 244))
            story.wait(by: 15_000)
            story.completed(1)
          }
          story.wait(by: 400_000)
        }
      })
    #expect(blocks.map(\.rule) == ["bulk-pauses"])
  }
}

private func octets(_ value: Int) -> [UInt8] {
  [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
}

private func octets(_ value: UInt16) -> [UInt8] {
  octets(Int(value))
}
