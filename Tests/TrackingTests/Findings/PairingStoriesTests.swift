import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: pairing, from packets")
struct PairingStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  @Test("just works gives no protection, whatever was asked for")
  func unauthenticated() throws {
    func capture(_ io: UInt8, _ authentication: UInt8) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.pair(io, io, authentication: authentication)
      }
    }
    let weak = capture(3, 5)
    let finding = try only(PairingUnauthenticatedRule.self, in: weak)
    #expect(finding.severity == .info && finding.frames == [2, 6])
    #expect(weak.connections[0].pairing[0].mitm == true)
    #expect(weak.connections[0].pairing[0].authenticated == false)
    #expect(PairingUnauthenticatedRule.check(capture(4, 5)).isEmpty)
    #expect(capture(4, 5).connections[0].pairing[0].authenticated == true)
    #expect(PairingUnauthenticatedRule.check(capture(3, 1)).isEmpty, "not asked for")
  }

  @Test("a person who types is no fault; a side that is slow may be one")
  func slow() throws {
    func capture(_ io: UInt8, _ wait: Int64) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.pair(io, io, authentication: 5, typing: wait)
      }
    }
    let typed = try only(PairingSlowRule.self, in: capture(4, 8_000_000))
    #expect(typed.severity == .info && typed.frames == [2, 4, 6])
    #expect(
      typed.message
        == "The pairing by Passkey Entry took 8 s; 8 s of it passed before this host sent #4: a "
        + "user had to read, type or confirm.")
    let slow = try only(PairingSlowRule.self, in: capture(3, 8_000_000))
    #expect(slow.severity == .warning && slow.evidence[.party] == .string("local"))
    #expect(PairingSlowRule.check(capture(3, 4_000_000)).isEmpty)
  }

  @Test("paired once more although there was a bond")
  func again() throws {
    func capture(
      _ authentication: UInt8, times: Int = 2, _ before: (inout CaptureBuilder) -> Void = { _ in }
    ) -> ReportV1.Capture {
      Self.story {
        for time in 0..<times {
          $0.connect()
          if time > 0 { before(&$0) }
          $0.pair(authentication: authentication)
          $0.disconnect()
        }
      }
    }
    let finding = try only(PairedAgainRule.self, in: capture(1))
    #expect(finding.severity == .info && finding.frames == [6, 9])
    #expect(
      finding.message.contains("was paired in connection 1 (#6), and again in connection 2 (#9)"))
    #expect(try only(PairedAgainRule.self, in: capture(1, times: 3)).severity == .warning)
    #expect(PairedAgainRule.check(capture(0)).isEmpty, "without bonding no key is kept")
    #expect(PairedAgainRule.check(capture(1, times: 1)).isEmpty)
    #expect(PairedAgainRule.check(capture(1) { $0.encrypt(status: 6) }).isEmpty)
  }

  @Test("values that went before the encryption")
  func inTheClear() throws {
    let capture = Self.story {
      $0.connect()
      $0.write(2)
      $0.pair()
    }
    let finding = try only(DataBeforeEncryptionRule.self, in: capture)
    #expect(finding.severity == .info && finding.frames == [2, 8])
    #expect(finding.message.hasSuffix("(#8): 2 writes of handle 0x0020."))
    #expect(finding.evidence[.party] == .string("local"))
    let refused = Self.story {
      $0.connect()
      $0.write(1)
      $0.att(.tx, [0x0A] + octets(0x20))
      $0.att(.rx, [0x01, 0x0A] + octets(0x20) + [0x05])
      $0.pair()
    }
    #expect(try only(DataBeforeEncryptionRule.self, in: refused).severity == .warning)
    // Service Changed, which the stack of a server sends by itself.
    var changed = capture
    changed.connections[0].writes[0].uuid = "2A05"
    #expect(DataBeforeEncryptionRule.check(changed).isEmpty)
    // By its form, where nothing was discovered; a value of another kind or size is none.
    let forms: [(UInt8, [UInt8], Bool)] = [
      (0x1D, [1, 0, 0xFF, 0xFF], false), (0x1B, [1, 0, 0xFF, 0xFF], true), (0x1D, [1, 0, 0], true),
    ]
    for (opcode, value, isFound) in forms {
      let early = Self.story {
        $0.connect()
        $0.att(.tx, [opcode] + octets(3) + value)
        $0.pair()
      }
      #expect(DataBeforeEncryptionRule.check(early).isEmpty != isFound)
    }
    let after = Self.story {
      $0.connect()
      $0.pair()
      $0.write(2)
    }
    #expect(DataBeforeEncryptionRule.check(after).isEmpty)
    let never = Self.story {
      $0.connect()
      $0.write(2)
    }
    #expect(DataBeforeEncryptionRule.check(never).isEmpty)
  }

  /// A Pairing Public Key. Core Vol 3, Part H, 2.3.5.6.1 prints it, the octet of most weight first.
  private static let debugKey: [UInt8] =
    [0x0C]
    + hex("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6").reversed()
    + hex("dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b").reversed()

  private static func paired(
    _ keys: [(Bool, [UInt8])], failing: Bool = false
  ) -> ReportV1.Capture {
    story {
      $0.connect()
      $0.l2cap(.tx, 0x0006, hex("01 03 00 0D 10 00 00"))
      $0.l2cap(.rx, 0x0006, hex("02 03 00 0D 10 00 00"))
      for (isOwn, key) in keys { $0.l2cap(isOwn ? .tx : .rx, 0x0006, key) }
      if failing { return $0.l2cap(.rx, 0x0006, hex("05 0B")) }
      $0.event(0x08, [0] + octets(CaptureBuilder.handle) + [1])
    }
  }

  @Test("a key pair that everybody has")
  func debugKey() throws {
    var other = Self.debugKey
    other[64] ^= 1
    let capture = Self.paired([(true, other), (false, Self.debugKey)])
    let finding = try only(PairingDebugKeyRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [5])
    #expect(finding.message.hasPrefix("The peer paired with the public key that"))
    #expect(finding.evidence[.party] == .string("remote"))
    let both = try only(
      PairingDebugKeyRule.self, in: Self.paired([(true, Self.debugKey), (false, Self.debugKey)]))
    #expect(both.frames == [4, 5] && both.evidence[.party] == .null)
    #expect(both.message.hasPrefix("This host and the peer paired with"))
    let failed = try only(
      PairingDebugKeyRule.self, in: Self.paired([(true, Self.debugKey)], failing: true))
    #expect(failed.severity == .info)
    #expect(PairingDebugKeyRule.check(Self.paired([(true, other), (false, other)])).isEmpty)
    let cut = Array(Self.debugKey.dropLast())
    #expect(PairingDebugKeyRule.check(Self.paired([(true, cut)])).isEmpty)
  }
}
