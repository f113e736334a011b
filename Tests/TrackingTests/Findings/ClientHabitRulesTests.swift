import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

private func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
  var story = CaptureBuilder()
  story.connect()
  build(&story)
  return Analysed(story).capture
}

@Suite("polling")
struct PollingRuleTests {
  private let battery: [UInt8] = [0x19, 0x2A]

  /// Reads of a characteristic that can notify, a second apart; the value changes each fifth time.
  private func reads(_ count: Int, every period: Int64 = 1_000_000) -> ReportV1.Capture {
    story {
      $0.discover(declaration: 0x0F, value: 0x10, uuid: battery)
      for index in 0..<count {
        $0.att(.tx, [0x0A, 0x10, 0x00])
        $0.att(.rx, [0x0B, UInt8(index / 5)])
        $0.wait(by: period - 2 * $0.step)
      }
    }
  }

  @Test("the same read, ten times")
  func reads() throws {
    let finding = try only(PollingRule.self, in: reads(10))
    #expect(finding.severity == .info)
    #expect(finding.frames == [4, 22])
    #expect(
      finding.message
        == "This host read 2A19 (Battery Level, handle 0x0010) 10 times, every 1 s on average; "
        + "the value changed once.")
    #expect(finding.evidence[.changes] == .int(1))
    #expect(finding.evidence[.canNotify] == .bool(true))
    #expect(finding.advice?.contains("subscribe to it instead") == true)
  }

  @Test("quiet about fewer reads, slow ones, and those that were refused")
  func nearMisses() {
    #expect(PollingRule.check(reads(9)).isEmpty)
    #expect(PollingRule.check(reads(10, every: 61_000_000)).isEmpty)
    let refused = story {
      for _ in 0..<20 {
        $0.att(.tx, [0x0A, 0x10, 0x00])
        $0.att(.rx, [0x01, 0x0A, 0x10, 0x00, 0x02])
      }
    }
    #expect(PollingRule.check(refused).isEmpty)
    let several = story {
      for index in 0..<20 {
        $0.att(.tx, [0x0A, UInt8(index), 0x00])
        $0.att(.rx, [0x0B, 0x01])
      }
    }
    #expect(PollingRule.check(several).isEmpty)
  }

  @Test("quiet about an index register: each read follows a write to it", arguments: [10, 5])
  func register(writes: Int) {
    let capture = story {
      for index in 0..<10 {
        if index < writes {
          $0.att(.tx, [0x12, 0x10, 0x00, UInt8(index)])
          $0.att(.rx, [0x13])
        }
        $0.att(.tx, [0x0A, 0x10, 0x00])
        $0.att(.rx, [0x0B, UInt8(index)])
        $0.wait(by: 1_000_000)
      }
    }
    #expect(PollingRule.check(capture).isEmpty == (writes == 10))
    // As many writes before the reads select nothing.
    let before = story {
      for index in 0..<10 { $0.att(.tx, [0x52, 0x10, 0x00, UInt8(index)]) }
      for index in 0..<10 {
        $0.att(.tx, [0x0A, 0x10, 0x00])
        $0.att(.rx, [0x0B, UInt8(index)])
        $0.wait(by: 1_000_000)
      }
    }
    #expect(!PollingRule.check(before).isEmpty)
  }

  /// The same command again and again, each answered by a value.
  private func writes(
    _ count: Int, every period: Int64 = 2_000_000, _ opcode: UInt8 = 0x12, isNew: Bool = false
  ) -> ReportV1.Capture {
    story {
      $0.subscribe(0x11)
      for index in 0..<count {
        let value: [UInt8] = [0xAA, 1, 2, 3, 4, 5, 6, isNew ? UInt8(index) : 0xAB]
        $0.att(.tx, [opcode, 0x10, 0x00] + value)
        if opcode == 0x12 { $0.att(.rx, [0x13]) } else { $0.notify(0x14, [1]) }
        $0.notify(0x10, value)
        $0.wait(by: period - 3 * $0.step)
      }
    }
  }

  @Test("the same value written ten times in a row", arguments: [UInt8(0x12), 0x52])
  func writes(opcode: UInt8) throws {
    let finding = try only(PollingRule.self, in: writes(10, opcode))
    #expect(
      finding.message
        == "This host wrote the same value to the attribute (handle 0x0010) 10 times, with no other "
        + "value in between, every 2 s on average.")
    #expect(finding.evidence[.count] == .int(10))
    #expect(finding.evidence[.party] == .string("local"))
  }

  @Test("quiet about other values, fewer, and equal chunks of data")
  func otherWrites() {
    #expect(PollingRule.check(writes(9)).isEmpty)
    #expect(PollingRule.check(writes(40, isNew: true)).isEmpty)
    let chunks = story {
      for _ in 0..<40 {
        $0.att(.tx, [0x52, 0x10, 0x00, 0xAA, 1, 2, 3, 4, 5, 6, 0xAB])
        $0.wait(by: 99_000 - $0.step)
      }
    }
    #expect(PollingRule.check(chunks).isEmpty)
  }
}

@Suite("tiny-values")
struct TinyValuesRuleTests {
  private func capture(
    _ count: Int, _ octets: Int = 1, every period: Int64 = 1000
  ) -> ReportV1.Capture {
    story {
      $0.subscribe(0x16)
      for index in 0..<count {
        $0.notify(0x15, Array(repeating: UInt8(index & 0xFF), count: octets))
        $0.wait(by: period - $0.step)
      }
    }
  }

  @Test("200 of a byte, several in each connection event")
  func flood() throws {
    let finding = try only(TinyValuesRule.self, in: capture(200))
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "The notifications of handle 0x0015 had 1 byte on average, and most were sent within a "
        + "connection interval of the previous one: 200 packets carried 200 bytes, and the MTU "
        + "allows 20 in each.")
    #expect(finding.evidence[.party] == .string("remote"))
  }

  @Test("of several connections the one with the most values speaks")
  func largest() throws {
    let capture = story {
      for count in [210, 400, 300] {
        if count != 210 { $0.connect() }
        $0.subscribe(0x16)
        for _ in 0..<count { $0.notify(0x15, [1]) }
        $0.disconnect()
      }
    }
    let found = RuleCatalog.findings(in: [capture], rules: [TinyValuesRule.self])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.message.contains(": 400 packets carried 400 bytes,"))
    #expect(finding.message.hasSuffix("happened twice more in connections 1 and 3."))
  }

  @Test("quiet about fewer, longer ones, and a sensor's")
  func nearMisses() {
    #expect(TinyValuesRule.check(capture(199)).isEmpty)
    #expect(TinyValuesRule.check(capture(200, 4)).isEmpty)
    #expect(TinyValuesRule.check(capture(200, every: 30_000)).isEmpty)
  }
}

@Suite("subscription-toggled")
struct SubscriptionToggledRuleTests {
  /// A CCCD at 0x0011, and what is written to it.
  private func capture(
    _ bits: [UInt16], _ meanwhile: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    story {
      $0.discover(declaration: 0x0F, value: 0x10, uuid: [0xE1, 0xFF])
      $0.att(.tx, [0x04, 0x11, 0x00, 0x11, 0x00])
      $0.att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29])
      for value in bits {
        $0.subscribe(0x11, value)
        meanwhile(&$0)
      }
    }
  }

  @Test("on and off around each command")
  func toggled() throws {
    let finding = try only(
      SubscriptionToggledRule.self, in: capture([1, 0, 1, 0, 1, 0, 1, 0]))
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "This host switched the subscription to FFE1 off and on again 3 times.")
    #expect(finding.frames == [10, 14, 18])
    #expect(finding.evidence[.turnedOnAgain] == .int(3))
    #expect(finding.evidence[.subscriptionTo] == .string("FFE1"))
  }

  @Test("the same value again")
  func doubled() throws {
    let finding = try only(SubscriptionToggledRule.self, in: capture([1, 1, 1, 1]))
    #expect(
      finding.message.hasSuffix(" 3 times with the value that it already had."))
    #expect(finding.frames == [6, 8, 10, 12] && finding.evidence[.writtenAgain] == .int(3))
    #expect(SubscriptionToggledRule.check(capture([1, 1, 1])).isEmpty)
  }

  @Test("quiet about two of them, about another kind of value, and where encryption began")
  func nearMisses() {
    #expect(SubscriptionToggledRule.check(capture([1])).isEmpty)
    #expect(SubscriptionToggledRule.check(capture([1, 0, 1, 0, 1])).isEmpty)
    #expect(SubscriptionToggledRule.check(capture([1, 2, 1, 2, 1, 2])).isEmpty)
    // What is off is not toggled by writing that again, nor by a first time on.
    #expect(SubscriptionToggledRule.check(capture([0, 0, 0, 0, 0])).isEmpty)
    #expect(SubscriptionToggledRule.check(capture([0, 1, 0, 0, 0, 0])).isEmpty)
    #expect(SubscriptionToggledRule.check(capture([1, 0, 0, 1, 0, 0, 1])).isEmpty)
    let encrypted = capture([1, 1, 1, 1]) {
      $0.event(0x08, [0x00, 0x40, 0x00, 0x01])
    }
    #expect(SubscriptionToggledRule.check(encrypted).isEmpty)
  }

  @Test("the connections of a device count together")
  func connections() throws {
    let capture = story {
      for index in 0..<3 {
        if index > 0 { $0.connect() }
        $0.discover(declaration: 0x0F, value: 0x10, uuid: [0xE1, 0xFF])
        $0.att(.tx, [0x04, 0x11, 0x00, 0x11, 0x00])
        $0.att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29])
        for value: UInt16 in [1, 0, 1, 0] { $0.subscribe(0x11, value) }
        $0.disconnect()
      }
    }
    let findings = RuleCatalog.findings(in: [capture], rules: [SubscriptionToggledRule.self])
    #expect(findings.count == 1)
    #expect(findings.first?.evidence[.count] == .int(3))
  }

  @Test("a rewrite is no toggle: only connections with the same of both are counted together")
  func both() {
    func messages(_ second: [UInt16]) -> [String] {
      let capture = story {
        for (index, values) in [[1, 1, 0, 1], second].enumerated() {
          if index > 0 { $0.connect() }
          $0.discover(declaration: 0x0F, value: 0x10, uuid: [0xE1, 0xFF])
          $0.att(.tx, [0x04, 0x11, 0x00, 0x11, 0x00])
          $0.att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29])
          for value in values { $0.subscribe(0x11, value) }
          $0.disconnect()
        }
      }
      return RuleCatalog.findings(in: [capture], rules: [SubscriptionToggledRule.self])
        .map(\.message)
    }
    #expect(
      messages([1, 1, 0, 1]) == [
        "This host switched the subscription to FFE1 off and on again once, and wrote it once with "
          + "the value that it already had. The same happened once more in connection 2."
      ])
    #expect(messages([1, 0, 1]).count == 2)
    #expect(messages([1, 1, 1, 0, 1]).count == 2)
  }

  @Test("of another characteristic it is another finding, and counts for the same device")
  func otherCharacteristics() throws {
    let capture = story {
      for index in 0..<3 {
        if index > 0 { $0.connect() }
        for first: UInt16 in [0x0F, 0x1F] {
          $0.discover(declaration: first, value: first + 1, uuid: [UInt8(first), 0xFF])
          let descriptor = UInt8(first + 2)
          $0.att(.tx, [0x04, descriptor, 0x00, descriptor, 0x00])
          $0.att(.rx, [0x05, 0x01, descriptor, 0x00, 0x02, 0x29])
        }
        for value: UInt16 in [1, 0, 1] { $0.subscribe(index < 2 ? 0x11 : 0x21, value) }
        $0.disconnect()
      }
    }
    let findings = RuleCatalog.findings(in: [capture], rules: [SubscriptionToggledRule.self])
    try #require(findings.count == 2)
    let first = try #require(findings.first { $0.connection == 1 })
    #expect(
      first.message.contains("This host switched the subscription to FF0F off and on again once."))
    #expect(first.message.hasSuffix("The same happened once more in connection 2."))
    // The writes that subscribed again.
    #expect(first.frames == [14, 30])
    let other = try #require(findings.first { $0.connection == 3 })
    #expect(
      other.message.contains("This host switched the subscription to FF1F off and on again once."))
  }
}

@Suite("value-before-subscription")
struct ValueBeforeSubscriptionRuleTests {
  private func capture(
    isLate: Bool = false, _ build: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    var builder = CaptureBuilder()
    if !isLate { builder.connect() }
    builder.discover(declaration: 0x0F, value: 0x10, uuid: [0xE1, 0xFF])
    builder.att(.tx, [0x04, 0x11, 0x00, 0x11, 0x00])
    builder.att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29])
    build(&builder)
    return Analysed(builder).capture
  }

  @Test("a value in front of the subscription, and values without one")
  func early() throws {
    let first = try only(
      ValueBeforeSubscriptionRule.self,
      in: capture {
        $0.notify(0x10, [1])
        $0.subscribe(0x11)
        $0.notify(0x10, [2])
      })
    #expect(first.severity == .info)
    #expect(first.frames == [6, 7])
    #expect(
      first.message
        == "A notification of FFE1 at handle 0x0010 was sent (#6) before this host subscribed "
        + "to it (#7).")
    let never = try only(
      ValueBeforeSubscriptionRule.self,
      in: capture {
        $0.notify(0x10, [1])
        $0.notify(0x10, [2])
      })
    #expect(
      never.message
        == "2 notifications of FFE1 at handle 0x0010 were sent; this host had not subscribed to "
        + "them.")
    #expect(never.evidence[.party] == .string("remote"))
  }

  @Test("subscribed in an earlier connection of the peer, and not in this one")
  func earlierConnection() throws {
    func later(
      _ peer: [UInt8] = CaptureBuilder.peer, _ first: (inout CaptureBuilder) -> Void
    ) throws -> RuleFinding {
      try only(
        ValueBeforeSubscriptionRule.self,
        in: capture {
          first(&$0)
          $0.disconnect()
          $0.connect(peer: peer)
          $0.discover(declaration: 0x0F, value: 0x10, uuid: [0xE1, 0xFF])
          $0.att(.tx, [0x04, 0x11, 0x00, 0x11, 0x00])
          $0.att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29])
          $0.notify(0x10, [1])
        })
    }
    let kept = try later { $0.subscribe(0x11) }
    #expect(
      kept.message
        == "1 notification of FFE1 at handle 0x0010 was sent; this host had subscribed to it in "
        + "connection 1 (#6), not in this one: the peer kept the subscription without a bond, or "
        + "does not check subscriptions.")
    #expect(
      kept.advice?.hasPrefix(
        "The app on this host's side should subscribe (write the Client Characteristic "
          + "Configuration descriptor)") == true)
    #expect(kept.evidence[.subscribedEarlierIn] == .int(1) && kept.frames.first == 6)
    let encrypted = try later {
      $0.event(0x08, [0x00, 0x40, 0x00, 0x01])
      $0.subscribe(0x11)
    }
    #expect(
      encrypted.message.hasSuffix(
        "the peer kept the subscription although this link was not encrypted."))
    let others = [
      try later { _ in },
      try later([1, 2, 3, 4, 5, 0xC6]) { $0.subscribe(0x11) },
      try later {
        $0.subscribe(0x11)
        $0.att(.tx, [0x12, 0x11, 0x00, 0x00, 0x00])
        $0.att(.rx, [0x13])
      },
    ]
    for other in others {
      #expect(other.message.hasSuffix("was sent; this host had not subscribed to it."))
      #expect(
        other.advice?.hasPrefix(
          "The server has to check the Client Characteristic Configuration descriptor") == true)
      #expect(other.evidence[.subscribedEarlierIn] == .null)
    }
  }

  @Test("quiet where it was subscribed, bonded, refused, or is not known")
  func nearMisses() {
    let value: (inout CaptureBuilder) -> Void = { $0.notify(0x10, [1]) }
    let captures = [
      capture {
        $0.subscribe(0x11)
        value(&$0)
      },
      capture {
        $0.event(0x08, [0x00, 0x40, 0x00, 0x01])
        value(&$0)
      },
      capture {
        $0.att(.tx, [0x12, 0x11, 0x00, 0x01, 0x00])
        $0.att(.rx, [0x01, 0x12, 0x11, 0x00, 0x03])
        value(&$0)
      },
      // Right behind the request: the response may come later.
      capture {
        $0.att(.tx, [0x12, 0x11, 0x00, 0x01, 0x00])
        value(&$0)
        $0.att(.rx, [0x13])
      },
      capture(isLate: true, value), story(value),
    ]
    for capture in captures {
      #expect(ValueBeforeSubscriptionRule.check(capture).isEmpty)
    }
  }
}
