import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: attempts that were given up, or could not succeed")
struct ConnectGivenUpRuleTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  private static let null = [UInt8](repeating: 0, count: 6)

  /// Attempts that were given up after some time each, and perhaps one that worked.
  private static func givenUp(
    _ times: [Int64], works: Bool = false, pause: Int64 = 2_000_000, isHeard: Bool = false
  ) -> ReportV1.Capture {
    story {
      for time in times {
        $0.askToConnect()
        if isHeard { $0.hear() }
        $0.wait(by: time)
        $0.giveUp()
        $0.wait(by: pause)
      }
      if works {
        $0.askToConnect()
        $0.connect()
      }
    }
  }

  // MARK: connect-given-up

  @Test("how many, how long, and what came of it")
  func givenUp() throws {
    let finding = try only(
      ConnectGivenUpRule.self, in: Self.givenUp([6_000_000, 2_000_000], works: true))
    #expect(finding.severity == .warning && finding.evidence[.count] == .int(2))
    #expect(finding.evidence[.connectedLater] == .bool(true))
    #expect(
      finding.message
        == "This host gave up 2 attempts to connect to 66:0D:F3:0A:7B:1C (the first in #1) after "
        + "2 s to 6 s, 8.01 s in total; the next attempt, 2 s later, succeeded after 2 ms (#13).")
    let brief = try only(ConnectGivenUpRule.self, in: Self.givenUp([2_000_000, 2_000_000]))
    #expect(brief.severity == .info)
    #expect(brief.message.hasSuffix("; it was not tried again."))
    let heard = try only(ConnectGivenUpRule.self, in: Self.givenUp([6_000_000], isHeard: true))
    #expect(
      heard.message.contains("heard meanwhile or in the ten seconds before (the last report in"))
    #expect(heard.severity == .warning && heard.advice?.contains("wait longer") == true)
    // One attempt to a device that was not there, and came back much later or never.
    for works in [true, false] {
      let away = Self.givenUp([6_000_000], works: works, pause: 120_000_000)
      let finding = try only(ConnectGivenUpRule.self, in: away)
      #expect(finding.severity == .info && finding.advice?.hasPrefix("Scan before") == true)
    }
    #expect(ConnectGivenUpRule.check(Self.givenUp([600_000])).isEmpty)
    #expect(ConnectionFailedRule.check(Self.givenUp([6_000_000])).isEmpty, "reported once")
  }

  @Test("one that the next attempt mends at once is information")
  func mended() throws {
    let capture = Self.givenUp([8_000_000], works: true, pause: 300_000)
    #expect(try only(ConnectGivenUpRule.self, in: capture).severity == .info)
    let two = Self.givenUp([8_000_000, 8_000_000], works: true, pause: 300_000)
    #expect(try only(ConnectGivenUpRule.self, in: two).severity == .warning)
  }

  @Test("waiting by the list for a device that is not there is silent")
  func background() throws {
    func capture(_ time: Int64, isHeard: Bool) -> ReportV1.Capture {
      Self.story {
        $0.list()
        $0.askToConnect(Self.null, usesList: true)
        if isHeard { $0.hear() }
        $0.wait(by: time)
        $0.giveUp(Self.null)
        $0.unlist()
        $0.wait(by: 5_000_000)
        $0.hear(AttemptTests.other)
      }
    }
    #expect(ConnectGivenUpRule.check(capture(60_000_000, isHeard: false)).isEmpty)
    let heard = try only(ConnectGivenUpRule.self, in: capture(60_000_000, isHeard: true))
    #expect(heard.severity == .warning)
    #expect(heard.message.contains("66:0D:F3:0A:7B:1C by the Filter Accept List (#3) after 1 min"))
    let short = try only(ConnectGivenUpRule.self, in: capture(30_000_000, isHeard: false))
    #expect(short.severity == .info)
  }

  /// An attempt that is cancelled beside a connection, and what the host does around that.
  private static func switchedOff(_ build: (inout CaptureBuilder) -> Void) -> [RuleFinding] {
    ConnectGivenUpRule.check(
      story {
        $0.connect(0x41, peer: AttemptTests.other)
        $0.askToConnect()
        $0.hear()
        $0.wait(by: 20_000_000)
        build(&$0)
        $0.wait(by: 20_000_000)
        $0.hear(AttemptTests.other)
      })
  }

  @Test("what is cancelled as Bluetooth is switched off is not given up")
  func switchedOff() {
    let found = Self.switchedOff { $0.giveUp() }
    #expect(found.count == 1)
    // A reset, soon or later.
    for (wait, count) in [(500_000, 0), (5_000_000, 1)] as [(Int64, Int)] {
      let reset = Self.switchedOff {
        $0.giveUp()
        $0.wait(by: wait)
        $0.command(0x0C03, [])
        $0.commandComplete(0x0C03)
      }
      #expect(reset.count == count)
    }
    func invisible(_ scan: UInt8 = 0, ends: Bool = true, triesAgain: Bool = false) -> Int {
      Self.switchedOff {
        $0.command(0x0C1A, [scan])
        if ends { $0.command(0x0406, octets(0x41) + [0x13]) }
        $0.giveUp()
        if ends { $0.disconnect(0x41, reason: 0x16) }
        if triesAgain { $0.askToConnect(AttemptTests.other) }
      }.count
    }
    #expect(invisible() == 0)
    #expect(invisible(2) == 1, "others may still connect to it")
    #expect(invisible(ends: false) == 1, "the connection goes on")
    #expect(invisible(triesAgain: true) == 1, "it goes on with another device")
  }

  @Test("without a connection, a host says more than once that it is invisible")
  func invisible() {
    func found(_ count: Int) -> Int {
      ConnectGivenUpRule.check(
        Self.story {
          $0.askToConnect()
          $0.hear()
          $0.wait(by: 20_000_000)
          for _ in 0..<count { $0.command(0x0C1A, [0]) }
          $0.giveUp()
          $0.wait(by: 20_000_000)
          $0.hear(AttemptTests.other)
        }
      ).count
    }
    #expect(found(1) == 1)
    #expect(found(2) == 0)
  }

  @Test("editing the list is no give-up, and a needless request has its own rule")
  func noGiveUp() {
    let edited = Self.story {
      $0.list()
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 20_000_000)
      $0.giveUp(Self.null)
      $0.list(AttemptTests.other)
      $0.askToConnect(Self.null, usesList: true)
      $0.connect()
    }
    #expect(ConnectGivenUpRule.check(edited).isEmpty)
    let needless = Self.story {
      $0.askToConnect()
      $0.connect()
      $0.askToConnect()
      $0.wait(by: 20_000_000)
      $0.giveUp()
    }
    #expect(ConnectGivenUpRule.check(needless).isEmpty)
    #expect(NeedlessRequestRule.check(needless).count == 1)
  }

  @Test("an attempt by address that is not given up, while which no other can begin")
  func neverGivenUp() throws {
    func capture(
      _ time: Int64, isHeard: Bool = true, byList: Bool = false, resets: Bool = false
    ) -> ReportV1.Capture {
      Self.story {
        if byList { $0.list() }
        $0.askToConnect(byList ? Self.null : CaptureBuilder.peer, usesList: byList)
        if isHeard { $0.hear() }
        $0.wait(by: time)
        if resets {
          $0.command(0x0C03, [])
          $0.commandComplete(0x0C03)
        }
        $0.hear(AttemptTests.other)
      }
    }
    let finding = try only(ProcedureUnfinishedRule.self, in: capture(90_000_000))
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasPrefix(
        "This host asked for a connection to 66:0D:F3:0A:7B:1C (#1), got none"))
    #expect(finding.message.contains("did not cancel the attempt in 1 min 30 s; the device was"))
    #expect(
      try only(ProcedureUnfinishedRule.self, in: capture(90_000_000, isHeard: false)).severity
        == .info)
    #expect(ProcedureUnfinishedRule.check(capture(90_000_000, resets: true)).count == 1)
    #expect(ProcedureUnfinishedRule.check(capture(50_000_000)).isEmpty)
    #expect(ProcedureUnfinishedRule.check(capture(90_000_000, byList: true)).isEmpty)
    #expect(ProcedureUnfinishedRule.check(Self.givenUp([90_000_000])).isEmpty)
  }

  // MARK: connect-wrong-address-type

  @Test("the device advertises with the other type of address")
  func wrongType() throws {
    func capture(_ types: [UInt8], works: Bool = false) -> ReportV1.Capture {
      Self.story {
        $0.askToConnect()
        for type in types { $0.hear(type: type) }
        $0.wait(by: 10_000_000)
        $0.giveUp()
        if works {
          $0.askToConnect()
          $0.connect()
        }
      }
    }
    let finding = try only(ConnectWrongAddressTypeRule.self, in: capture([0]))
    #expect(finding.severity == .error && finding.frames == [1, 3, 6])
    #expect(
      finding.message.contains(
        "with the address type random-resolvable (#1), but the device advertises with the type "
          + "public (#3)"))
    #expect(ConnectGivenUpRule.check(capture([0])).isEmpty, "reported once")
    #expect(ConnectWrongAddressTypeRule.check(capture([1])).isEmpty)
    #expect(ConnectWrongAddressTypeRule.check(capture([0, 1])).isEmpty, "it has both")
    #expect(ConnectWrongAddressTypeRule.check(capture([0], works: true)).isEmpty)
    #expect(ConnectWrongAddressTypeRule.check(capture([])).isEmpty)
    let both = Self.story {
      $0.command(0x2011, [0] + CaptureBuilder.peer)
      $0.commandComplete(0x2011)
      $0.list()
      $0.askToConnect(Self.null, usesList: true)
      for _ in 0..<3 { $0.hear(kind: 3) }
      $0.wait(by: 10_000_000)
      $0.giveUp(Self.null)
    }
    #expect(ConnectWrongAddressTypeRule.check(both).isEmpty, "the list has both types")
    #expect(ConnectNotConnectableRule.check(both).count == 1)
  }

  // MARK: connect-not-connectable

  @Test("the device advertises that it cannot be connected to")
  func notConnectable() throws {
    func capture(_ kinds: [UInt8], works: Bool = false) -> ReportV1.Capture {
      Self.story {
        $0.askToConnect()
        for kind in kinds { $0.hear(kind: kind) }
        $0.wait(by: 10_000_000)
        $0.giveUp()
        if works {
          $0.askToConnect()
          $0.connect()
        }
      }
    }
    let finding = try only(ConnectNotConnectableRule.self, in: capture([3, 3, 2]))
    #expect(finding.severity == .error && finding.frames == [1, 5, 6])
    #expect(
      finding.message.contains("not connectable (all of its 3 reports, the last before that in #5)")
    )
    #expect(ConnectGivenUpRule.check(capture([3, 3, 2])).isEmpty, "reported once")
    #expect(ConnectNotConnectableRule.check(capture([3, 3])).isEmpty, "too few")
    #expect(ConnectNotConnectableRule.check(capture([3, 3, 3, 0])).isEmpty, "it is now")
    #expect(ConnectNotConnectableRule.check(capture([0, 3, 3, 3])).isEmpty, "in turn")
    #expect(ConnectNotConnectableRule.check(capture([4, 4, 4])).isEmpty, "scan responses")
    #expect(ConnectNotConnectableRule.check(capture([3, 3, 3], works: true)).isEmpty)
  }

  // MARK: accept-list-misses

  /// 00:1E:22:33:44:77, as a device gives it in a pairing.
  private static let identity: [UInt8] = [0x77, 0x44, 0x33, 0x22, 0x1E, 0x00]
  private static let rotated: [UInt8] = [0x66, 0x44, 0x33, 0x22, 0x11, 0x6B]

  private static func missed(
    _ heard: [UInt8] = rotated, name: String = "Aid", scan seconds: Int64 = 60,
    isListed: Bool = false, pairs: Bool = true
  ) -> ReportV1.Capture {
    story {
      $0.hear(name: "Aid")
      $0.askToConnect()
      $0.connect()
      if pairs {
        $0.pair()
        $0.l2cap(.rx, 6, [8] + [UInt8](repeating: 3, count: 16))
        $0.l2cap(.rx, 6, [9, 0] + identity)
      }
      $0.disconnect()
      $0.command(0x2011, [0] + identity)
      $0.commandComplete(0x2011)
      if isListed { $0.list(heard) }
      $0.scan(onlyList: true)
      $0.wait(by: seconds * 1_000_000)
      $0.endScan()
      $0.scan()
      $0.hear(heard, name: name)
    }
  }

  @Test("the list has the identity address, and the device advertises under another one")
  func acceptList() throws {
    let finding = try only(AcceptListMissesRule.self, in: Self.missed())
    #expect(finding.severity == .warning && finding.connection == 1)
    #expect(
      finding.message.contains(
        "The list has 00:1E:22:33:44:77 (#13, the identity address of connection 1 (#11)), but the "
          + "device 'Aid' advertises as 6B:11:22:33:44:66"))
    #expect(finding.evidence[.scans] == .int(1))
    #expect(AcceptListMissesRule.check(Self.missed(name: "Other")).isEmpty)
    #expect(AcceptListMissesRule.check(Self.missed(scan: 4)).isEmpty, "too short")
    #expect(AcceptListMissesRule.check(Self.missed(isListed: true)).isEmpty)
    #expect(AcceptListMissesRule.check(Self.missed(pairs: false)).isEmpty, "who it is, is unknown")
    #expect(
      AcceptListMissesRule.check(Self.missed(AttemptTests.other)).isEmpty, "another device like it")
  }

  /// 70:81:94:0D:FB:AA, which the key of the specification's sample data made. Core Vol 3, Part H,
  /// D.7.
  private static let made: [UInt8] = [0xAA, 0xFB, 0x0D, 0x94, 0x81, 0x70]
  private static let key: [UInt8] = [
    0x9B, 0x7D, 0x39, 0x0A, 0xA6, 0x10, 0x10, 0x34, 0x05, 0xAD, 0xC8, 0x57, 0xA3, 0x34, 0x02, 0xEC,
  ]

  private static func resolving(
    enabled: Bool, listed: [UInt8] = identity, heard: [UInt8] = made
  ) -> ReportV1.Capture {
    story {
      // LE Add Device To Resolving List, LE Set Address Resolution Enable.
      $0.command(0x2027, [0] + identity + key + [UInt8](repeating: 0, count: 16))
      $0.command(0x202D, [enabled ? 1 : 0])
      $0.command(0x2011, [0] + listed)
      $0.commandComplete(0x2011)
      $0.scan(onlyList: true)
      $0.wait(by: 60_000_000)
      $0.endScan()
      $0.scan()
      $0.hear(heard, name: "Any")
    }
  }

  @Test("a key in the capture shows whose address it is")
  func resolved() throws {
    let capture = Self.resolving(enabled: false)
    #expect(capture.advertisers.first?.identity == "00:1E:22:33:44:77")
    #expect(capture.scans.first?.listed.map(\.resolved) == [false])
    let finding = try only(AcceptListMissesRule.self, in: capture)
    #expect(
      finding.message.contains(
        "advertises as 70:81:94:0D:FB:AA (#15), which its key in the capture shows to be its own."))
    let works = Self.resolving(enabled: true)
    #expect(works.scans.first?.listed.map(\.resolved) == [true])
    #expect(AcceptListMissesRule.check(works).isEmpty, "the controller resolves it")
    let other = Self.resolving(enabled: false, heard: Self.rotated)
    #expect(other.advertisers.first?.identity == nil)
    #expect(AcceptListMissesRule.check(other).isEmpty, "made with another key")
    #expect(
      AcceptListMissesRule.check(Self.resolving(enabled: false, listed: AttemptTests.other))
        .isEmpty,
      "another device is listed")
  }

  @Test("an attempt knows its device under an address that a key made")
  func heardUnderAnother() throws {
    let attempt = try #require(
      Self.story {
        $0.command(0x2027, [0] + Self.identity + Self.key + [UInt8](repeating: 0, count: 16))
        $0.command(0x2011, [0] + Self.identity)
        $0.commandComplete(0x2011)
        $0.askToConnect(Self.null, usesList: true)
        $0.hear(Self.made)
        $0.hear(kind: 3, Self.made)
        $0.wait(by: 10_000_000)
        $0.giveUp(Self.null)
      }.attempts.first)
    let heard = try #require(attempt.heard)
    #expect(attempt.target == "00:1E:22:33:44:77")
    #expect(heard.address == "70:81:94:0D:FB:AA" && heard.reports == 2)
    #expect(heard.connectable == false && heard.addressType == "random-resolvable")
  }
}
