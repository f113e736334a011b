import BletraceTestSupport
import Findings
import Testing

@testable import Report
@testable import Tracking

/// Pairing over BR/EDR, as HCI shows it; sizes of keys, names and roles.
@Suite("Pairing over BR/EDR")
struct ClassicPairingTests {
  private static func connection(
    _ build: (inout CaptureBuilder) -> Void
  ) throws -> ReportV1.Connection {
    var story = CaptureBuilder()
    story.completeClassic()
    build(&story)
    return try #require(Analysed(story).connections.first)
  }

  /// A whole pairing.
  private static func pairing(
    local: (io: UInt8, requirements: UInt8) = (1, 3),
    peer: (io: UInt8, requirements: UInt8) = (1, 3),
    byPeer: Bool = false, key: UInt8 = 0x08, status: UInt8 = 0, refuses: Bool = false
  ) throws -> ReportV1.Pairing {
    let connection = try Self.connection {
      $0.pairClassic(
        local: local, peer: peer, byPeer: byPeer, key: key, status: status, refuses: refuses)
    }
    #expect(connection.pairing.count == 1)
    return try #require(connection.pairing.first)
  }

  @Test("who began, the method, the key, how long")
  func whole() throws {
    let ours = try Self.pairing()
    #expect(ours.initiator == .local && ours.result == .completed && ours.reason == nil)
    #expect(ours.method == "numeric-comparison" && ours.authenticated == true)
    #expect(ours.secureConnections == true && ours.bonding == true && ours.mitm == true)
    #expect(ours.ioCapabilityInitiator == "display-yes-no")
    #expect(ours.firstFrame == 3 && ours.lastFrame == 10)
    #expect(ours.durationUs == 4_007_000, "to Authentication Complete")
    #expect(ours.longestWaitUs == 4_001_000 && ours.waitFrame == 7 && ours.waitSide == .local)
    let theirs = try Self.pairing(peer: (3, 4), byPeer: true, key: 0x04)
    #expect(theirs.initiator == .peer && theirs.method == "just-works")
    #expect(theirs.ioCapabilityInitiator == "no-input-no-output")
    #expect(theirs.authenticated == false && theirs.secureConnections == false)
  }

  @Test(
    "the method follows from what both sides can do",
    arguments: [
      (0, 1, 1, 1, "just-works"), (1, 2, 1, 2, "just-works"), (1, 1, 1, 0, "numeric-comparison"),
      (2, 1, 0, 1, "passkey-entry"), (2, 0, 3, 1, "just-works"), (0, 5, 2, 0, "passkey-entry"),
    ] as [(UInt8, UInt8, UInt8, UInt8, String)])
  func methods(_ local: UInt8, _ one: UInt8, _ peer: UInt8, _ other: UInt8, _ method: String) throws
  {
    let found = try Self.pairing(local: (local, one), peer: (peer, other))
    #expect(found.method == method)
  }

  @Test("the phase lasts from the first request to the last event")
  func phase() throws {
    let connection = try Self.connection { $0.pairClassic() }
    let phases = connection.phases.filter { $0.name == .pair }
    #expect(phases.count == 1)
    #expect(phases.first?.firstFrame == 3 && phases.first?.lastFrame == 10)
    #expect(phases.first?.durationUs == 4_007_000)
  }

  @Test("a failure names the status, and the host where that refused")
  func failures() throws {
    let failed = try Self.pairing(status: 0x05)
    #expect(failed.result == .failed && failed.reasonName == "Authentication Failure")
    #expect(failed.failedBy == nil && failed.reason == nil)
    #expect(failed.lastStep == "User Confirmation Request Reply" && failed.lastStepBy == .local)
    let refused = try Self.pairing(status: 0x05, refuses: true)
    #expect(refused.failedBy == .local)
  }

  @Test("a finding gives the status in words, and no reason of the Security Manager")
  func finding() throws {
    var story = CaptureBuilder()
    story.completeClassic()
    story.pairClassic(status: 0x05)
    story.disconnect(reason: 0x13)
    let found = Analysed(story)
    let finding = try #require(found.finding("pairing-failed"))
    #expect(finding.message == "Pairing by Numeric Comparison failed with Authentication Failure.")
    #expect(finding.severity == .warning && found.finding("pairing-cancelled") == nil)
    var good = CaptureBuilder()
    good.completeClassic()
    good.pairClassic()
    good.disconnect(reason: 0x13)
    #expect(Analysed(good).finding("pairing-failed") == nil)
    var headset = CaptureBuilder()
    headset.completeClassic()
    headset.pairClassic(peer: (3, 4), key: 0x04)
    #expect(Analysed(headset).connections[0].pairing.map(\.authenticated) == [false])
    #expect(Analysed(headset).finding("pairing-unauthenticated") == nil)
  }

  @Test("a PIN, and an authentication with the key that there was")
  func others() throws {
    let pin = try Self.connection {
      $0.command(0x0411, octets(CaptureBuilder.handle))
      $0.event(0x16, CaptureBuilder.peer)
      $0.command(0x040D, CaptureBuilder.peer + [4] + [UInt8](repeating: 0x30, count: 16))
      $0.event(0x18, CaptureBuilder.peer + [UInt8](repeating: 9, count: 16) + [0])
      $0.event(0x06, [0] + octets(CaptureBuilder.handle))
    }
    #expect(pin.pairing.map(\.method) == ["pin"])
    #expect(pin.pairing.map(\.result) == [.completed] && pin.pairing[0].authenticated == nil)
    let known = try Self.connection {
      $0.command(0x0411, octets(CaptureBuilder.handle))
      $0.event(0x17, CaptureBuilder.peer)
      $0.command(0x040B, CaptureBuilder.peer + [UInt8](repeating: 9, count: 16))
      $0.event(0x06, [0] + octets(CaptureBuilder.handle))
    }
    #expect(known.pairing.isEmpty)
    let other = try Self.connection { $0.event(0x31, [1, 2, 3, 4, 5, 6]) }
    #expect(other.pairing.isEmpty, "another device")
  }

  @Test("two attempts are two pairings, and cut events are none")
  func twice() throws {
    let twice = try Self.connection {
      $0.pairClassic(status: 0x05)
      $0.pairClassic()
    }
    #expect(twice.pairing.map(\.result) == [.failed, .completed])
    let cut = try Self.connection {
      $0.event(0x32, CaptureBuilder.peer)
      $0.event(0x36, [0])
      $0.event(0x18, CaptureBuilder.peer)
      $0.event(0x06, [])
    }
    #expect(cut.pairing.isEmpty)
  }

  @Test("the size of the key, of a link that is encrypted")
  func keySize() throws {
    func size(_ isOn: Bool, status: UInt8 = 0) throws -> Int? {
      try Self.connection {
        if isOn { $0.event(0x08, [0] + octets(CaptureBuilder.handle) + [1]) }
        $0.commandComplete(0x1408, [status] + octets(CaptureBuilder.handle) + [16])
      }.encryption.last?.keySize
    }
    #expect(try size(true) == 16)
    #expect(try size(true, status: 0x0C) == nil)
    #expect(try size(false) == nil)
  }

  @Test("the name that the device gives when it is asked")
  func name() throws {
    func name(_ status: UInt8, of peer: [UInt8] = CaptureBuilder.peer) throws -> ReportV1.Peer {
      try Self.connection {
        $0.event(0x07, [status] + peer + Array("Speaker".utf8) + [UInt8](repeating: 0, count: 241))
      }.peer
    }
    #expect(try name(0).name == "Speaker")
    #expect(try name(0).nameSource == .remoteName)
    #expect(try name(4).name == nil)
    #expect(try name(0, of: [1, 2, 3, 4, 5, 6]).name == nil)
  }

  @Test("who pages is central, and who accepts without wanting more is peripheral")
  func roles() {
    func role(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Role? {
      var story = CaptureBuilder()
      build(&story)
      return Analysed(story).connections.last?.role
    }
    func accept(_ role: UInt8) -> (inout CaptureBuilder) -> Void {
      {
        $0.event(0x04, CaptureBuilder.peer + [0, 0, 0, 1])
        $0.command(0x0409, CaptureBuilder.peer + [role])
        $0.completeClassic()
      }
    }
    #expect(role(accept(1)) == .peripheral)
    #expect(role(accept(0)) == nil, "the controllers may not have changed roles")
    #expect(
      role {
        $0.command(0x0405, CaptureBuilder.peer + [0, 0, 1, 0, 0, 0, 1])
        $0.completeClassic()
      } == .central)
    #expect(
      role {
        $0.command(0x0405, CaptureBuilder.peer + [0, 0, 1, 0, 0, 0, 1])
        $0.event(0x12, [0] + CaptureBuilder.peer + [1])
        $0.completeClassic()
      } == .peripheral)
  }
}

extension CaptureBuilder {
  fileprivate mutating func completeClassic() {
    event(0x03, [0] + octets(Self.handle) + Self.peer + [1, 0])
  }

  /// Simple Pairing with a number that a person accepts after 4 s.
  fileprivate mutating func pairClassic(
    local: (io: UInt8, requirements: UInt8) = (1, 3),
    peer: (io: UInt8, requirements: UInt8) = (1, 3),
    byPeer: Bool = false, key: UInt8 = 0x08, status: UInt8 = 0, refuses: Bool = false
  ) {
    if !byPeer { command(0x0411, octets(Self.handle)) }
    let response = Self.peer + [peer.io, 0, peer.requirements]
    if byPeer { event(0x32, response) }
    event(0x31, Self.peer)
    command(0x042B, Self.peer + [local.io, 0, local.requirements])
    if !byPeer { event(0x32, response) }
    event(0x33, Self.peer + [1, 2, 3, 0])
    wait(by: 4_000_000)
    command(refuses ? 0x042D : 0x042C, Self.peer)
    event(0x36, [status] + Self.peer)
    if status == 0 { event(0x18, Self.peer + [UInt8](repeating: 9, count: 16) + [key]) }
    if !byPeer { event(0x06, [status] + octets(Self.handle)) }
  }
}
