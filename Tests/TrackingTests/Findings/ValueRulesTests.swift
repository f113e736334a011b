import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// Stories of one or more connections with the same peer, for rules about ATT, GATT and values.
extension CaptureBuilder {
  fileprivate static let data: [UInt8] = [0xE1, 0xFF]
  fileprivate static let other: [UInt8] = [0xE2, 0xFF]

  /// A characteristic whose value has handle 0x0010, a CCCD at 0x0011 and a User Description at
  /// 0x0012.
  fileprivate mutating func find(_ uuid: [UInt8] = Self.data) {
    discover(declaration: 0x000F, value: 0x0010, uuid: uuid)
    att(.tx, [0x04, 0x11, 0x00, 0xFF, 0xFF])
    att(.rx, [0x05, 0x01, 0x11, 0x00, 0x02, 0x29, 0x12, 0x00, 0x01, 0x29])
    att(.tx, [0x04, 0x13, 0x00, 0xFF, 0xFF])
    att(.rx, [0x01, 0x04, 0x13, 0x00, 0x0A])
  }

  fileprivate mutating func write(_ handle: UInt8, _ value: [UInt8], error: UInt8? = nil) {
    att(.tx, [0x12, handle, 0x00] + value)
    att(.rx, error.map { [0x01, 0x12, handle, 0x00, $0] } ?? [0x13])
  }

  fileprivate mutating func read(_ handle: UInt8, _ value: [UInt8]) {
    att(.tx, [0x0A, handle, 0x00])
    att(.rx, [0x0B] + value)
  }
}

private func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
  var story = CaptureBuilder()
  build(&story)
  return Analysed(story).capture
}

@Suite("Who, in findings about ATT")
struct ATTPartyTests {
  @Test("a descriptor that is no CCCD is named as what it is")
  func descriptor() throws {
    func error(writing value: [UInt8]) throws -> RuleFinding {
      let capture = story {
        $0.connect()
        $0.find()
        $0.write(0x12, value, error: 0x03)
      }
      return try only(ATTErrorRule.self, in: capture)
    }
    let mistaken = try error(writing: [0x01, 0x00])
    #expect(
      mistaken.message
        == "The Write Request to the Characteristic User Description descriptor (handle 0x0012) of "
        + "FFE1 was answered with Write Not Permitted (0x03): a write of 0x0001 or 0x0002 "
        + "was sent to a descriptor that is not the Client Characteristic Configuration "
        + "descriptor.")
    #expect(mistaken.evidence[.written] == .string("0100"))
    #expect(mistaken.evidence[.attribute] == .string("2901"))
    #expect(mistaken.evidence[.party] == .string("local"))
    #expect(mistaken.evidence[.transport] == .string("le"))
    let text = try error(writing: Array("Pump".utf8))
    #expect(text.message.hasSuffix("the attribute cannot be written."))
    #expect(text.evidence[.written] == .null)
  }

  @Test("what the peer asks of this host is the peer's, and no stale handle of ours")
  func peersRequest() throws {
    func capture(isPeripheral: Bool) -> ReportV1.Capture {
      story {
        $0.connect(isPeripheral: isPeripheral)
        $0.att(.rx, [0x12, 0x00, 0x00, 0x02, 0x00])
        $0.att(.tx, [0x01, 0x12, 0x00, 0x00, 0x01])
        $0.att(.rx, [0x0A, 0x44, 0x00])
        $0.att(.tx, [0x01, 0x0A, 0x44, 0x00, 0x01])
      }
    }
    let ofCentral = ATTErrorRule.check(capture(isPeripheral: false))
    #expect(
      ofCentral.map(\.message) == [
        "The peer's Write Request of 0200 to handle 0x0000 was answered by this host with Invalid "
          + "Handle (0x01): no attribute has that handle.",
        "The peer's Read Request to handle 0x0044 was answered by this host with Invalid Handle "
          + "(0x01): the server has no such attribute.",
      ])
    #expect(ofCentral.allSatisfy { $0.severity == .info })
    #expect(ofCentral.allSatisfy { $0.evidence[.party] == .string("remote") })
    #expect(StaleHandlesRule.check(capture(isPeripheral: false)).isEmpty)
    // The server of a peripheral is the app's own, and the peer may remember what it was.
    let stale = try only(StaleHandlesRule.self, in: capture(isPeripheral: true))
    #expect(
      stale.message
        == "The peer's Read Request to remembered handle 0x0044 was answered with Invalid Handle "
        + "(0x01).")
    #expect(stale.evidence[.party] == .string("remote"))
    #expect(try only(ATTErrorRule.self, in: capture(isPeripheral: true)).severity == .warning)
  }

  @Test("of a connection that is older than the capture it is not known what it discovered")
  func late() {
    let capture = story {
      $0.read(0x10, [0x01])
      $0.att(.tx, [0x0A, 0x44, 0x00])
      $0.att(.rx, [0x01, 0x0A, 0x44, 0x00, 0x01])
    }
    #expect(StaleHandlesRule.check(capture).isEmpty)
    #expect(ATTErrorRule.check(capture).count == 1)
  }

  @Test("the side that was slow, or did not answer, is named")
  func waiting() throws {
    let slow = story {
      $0.connect()
      $0.find()
      $0.att(.tx, [0x0A, 0x10, 0x00])
      $0.wait(by: 3_000_000)
      $0.att(.rx, [0x0B, 0x01])
    }
    let finding = try only(SlowResponseRule.self, in: slow)
    #expect(finding.message.hasPrefix("The Read Request to FFE1 at handle 0x0010 was answered "))
    #expect(finding.evidence[.party] == .string("remote"))
    let ours = story {
      $0.connect()
      $0.att(.rx, [0x0A, 0x10, 0x00])
      $0.wait(by: 4_000_000)
      $0.send("x")
    }
    let unanswered = try only(ATTRequestUnansweredRule.self, in: ours)
    #expect(
      unanswered.message.hasPrefix(
        "The peer's Read Request to handle 0x0010 was not answered by this host in "))
    #expect(unanswered.evidence[.party] == .string("local"))
  }

  @Test("a malformed PDU has its frame, and the side that sent it")
  func malformed() throws {
    let capture = story {
      $0.connect()
      $0.att(.tx, [0x0A, 0x10])
      $0.att(.rx, [0x01, 0x0A, 0x00, 0x00, 0x04])
    }
    let finding = try only(UndecodableRule.self, in: capture)
    #expect(finding.frames == [2])
    #expect(finding.connection == 1)
    #expect(
      finding.message.hasSuffix(
        ": this host sent a malformed ATT PDU, with 1 byte instead of at least 2."))
    #expect(finding.evidence[.party] == .string("local"))
    #expect(finding.advice?.hasPrefix("Look in this host's stack or app") == true)
    // The answer is no fault of a write, and a missing one is none of the server.
    let error = try only(ATTErrorRule.self, in: capture)
    #expect(error.advice?.contains("the bytes of the request") == true)
    let silent = story {
      $0.connect()
      $0.att(.tx, [0x0A, 0x10])
      $0.wait(by: 6_000_000)
      $0.disconnect()
    }
    #expect(silent.connections[0].att.pending.count == 1)
    #expect(ATTRequestUnansweredRule.check(silent).isEmpty)
    // Below ATT it may be the logger, or the controller.
    let low = story {
      $0.connect()
      $0.event(0x3E, [])
    }
    let other = try only(UndecodableRule.self, in: low)
    #expect(other.frames == [2])
    #expect(other.evidence[.party] == .null)
  }
}

@Suite("The same fault is one finding")
struct MergedFindingTests {
  private func capture(_ peers: [[UInt8]]) -> ReportV1.Capture {
    story {
      for (index, peer) in peers.enumerated() {
        $0.connect(peer: peer)
        $0.find()
        $0.write(0x10, [0x01], error: 0x0E)
        if index == 0 { $0.write(0x10, [0x01], error: 0x0E) }
        $0.disconnect()
      }
    }
  }

  @Test("over all connections of a device, with a count and the frames")
  func merged() throws {
    let same = CaptureBuilder.peer
    let findings = RuleCatalog.findings(
      in: [capture([same, same, same])], rules: [ATTErrorRule.self])
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.connection == 1)
    #expect(finding.frames == [9, 11, 21, 31])
    #expect(
      finding.message
        == "2 Write Requests to FFE1 at handle 0x0010 were answered with Unlikely Error (0x0E): "
        + "the server failed for a reason that it does not give. The same happened twice more in "
        + "connections 2 and 3.")
    #expect(finding.evidence[.count] == .int(4))
    #expect(finding.evidence[.connections] == .list([.int(1), .int(2), .int(3)]))
  }

  @Test("another device, or an unknown one, has a finding of its own")
  func apart() {
    var other = CaptureBuilder.peer
    other[0] ^= 1
    let two = capture([CaptureBuilder.peer, other])
    #expect(RuleCatalog.findings(in: [two], rules: [ATTErrorRule.self]).count == 2)
    var nameless = capture([CaptureBuilder.peer, CaptureBuilder.peer])
    for index in nameless.connections.indices { nameless.connections[index].peer.address = nil }
    #expect(RuleCatalog.findings(in: [nameless], rules: [ATTErrorRule.self]).count == 2)
  }

  @Test("the worst speaks for all, and what was lost adds up")
  func worst() throws {
    let connection = ReportV1.Connection.healthy()
    let mild = RuleFinding(.info, connection: 1, frames: [9, 10], "Mild.", lostUs: 5)
      .about(connection, "x")
    let grave = RuleFinding(.warning, connection: 1, frames: [3, 4, 5, 6], "Grave.", lostUs: 2)
      .about(connection, "x")
    let alone = RuleFinding(.info, connection: 1, frames: [1], "Alone.").about(connection, "y")
    let merged = RuleFinding.merged([mild, grave, alone])
    #expect(merged.map(\.severity) == [.warning, .info])
    #expect(merged[0].message == "Grave. The same happened once more in connection 1.")
    #expect(merged[0].frames == [3, 4, 5, 6, 9])
    #expect(merged[0].lostUs == 7)
    #expect(merged[1] == alone)
  }
}

@Suite("subscription-lost, in captures")
struct SubscriptionLostStoryTests {
  /// Values in a first connection, and a second one of 20 s.
  private func findings(
    _ second: (inout CaptureBuilder) -> Void, streams: Int = 1
  ) -> [RuleFinding] {
    SubscriptionLostRule.check(
      story {
        $0.connect()
        $0.find()
        if streams == 2 {
          $0.discover(declaration: 0x0014, value: 0x0015, uuid: CaptureBuilder.other)
          $0.subscribe(0x16)
          for index in 0..<5 { $0.send("b\(index)") }
        }
        $0.subscribe(0x11)
        for index in 0..<14 { $0.notify(0x10, "value \(index)") }
        $0.disconnect()
        $0.connect()
        second(&$0)
        $0.wait(by: 20_000_000)
        $0.disconnect()
      })
  }

  @Test("the client discovered, and did no more")
  func lost() throws {
    let found = findings { $0.find() }
    #expect(found.count == 1)
    #expect(found.first?.evidence[.party] == .string("local"))
    let two = findings({ $0.read(0x10, [1]) }, streams: 2)
    #expect(two.count == 1)
    #expect(two.first?.message.hasPrefix("5 notifications of FFE2 and 14 notifications of") == true)
  }

  @Test("quiet where the table is another one, as in a bootloader")
  func otherTable() { #expect(findings { $0.find(CaptureBuilder.other) }.isEmpty) }

  @Test("quiet where the app subscribed to something else")
  func otherMode() {
    let found = findings {
      $0.find()
      $0.discover(declaration: 0x0014, value: 0x0015, uuid: CaptureBuilder.other)
      $0.subscribe(0x16)
    }
    #expect(found.isEmpty)
  }

  @Test("quiet where discovery did not end, or the link was dead after it")
  func cutOff() {
    #expect(
      findings {
        $0.find()
        $0.att(.tx, [0x08, 0x13, 0x00, 0xFF, 0xFF, 0x03, 0x28])
      }.isEmpty)
    let dead = story {
      $0.connect()
      $0.find()
      $0.subscribe(0x11)
      for index in 0..<14 { $0.notify(0x10, "value \(index)") }
      $0.disconnect()
      $0.connect()
      $0.find()
      $0.wait(by: 20_000_000)
      $0.disconnect(reason: 0x08)
    }
    #expect(SubscriptionLostRule.check(dead).isEmpty)
  }
}

@Suite("Gaps that are none")
struct GapStoryTests {
  /// Values every 30 ms, and a silence of 5 s in the middle.
  private func capture(
    connects: Bool = true, period: Int64 = 30_000, _ meanwhile: (inout CaptureBuilder) -> Void
  ) -> ReportV1.Capture {
    story {
      if connects { $0.connect() }
      $0.subscribe(0x16)
      for index in 0..<60 {
        $0.wait(by: period - $0.step)
        $0.send("value \(index)")
        if index == 30 {
          $0.wait(by: 2_000_000)
          meanwhile(&$0)
          $0.wait(by: 3_000_000)
        }
      }
    }
  }

  @Test("a silence in which the client wrote something is no gap: what ends it may be the answer")
  func request() {
    let silent = capture { _ in }
    #expect(silent.connections[0].notifications[0].gaps.map(\.explainedBy) == ["sender-pause"])
    #expect(NotificationGapRule.check(silent).count == 1)
    let reported: [(inout CaptureBuilder) -> Void] = [
      { $0.write(0x20, [0x01]) }, { $0.att(.tx, [0x52, 0x20, 0x00, 0x01]) }, { $0.read(0x20, [1]) },
    ]
    for meanwhile in reported {
      let capture = capture(meanwhile)
      #expect(capture.connections[0].notifications[0].gaps.isEmpty)
      #expect(capture.connections[0].notifications[0].gapCount == 0)
      #expect(NotificationGapRule.check(capture).isEmpty)
    }
    // What the peer asks of us is no request for its values.
    let others = capture {
      $0.att(.rx, [0x0A, 0x03, 0x00])
      $0.att(.tx, [0x0B, 0x01])
    }
    #expect(NotificationGapRule.check(others).count == 1)
  }

  @Test("telemetry of a steady period, and a link of which nothing is known, have none")
  func others() {
    #expect(
      NotificationGapRule.check(capture(period: 1_000_000) { $0.wait(by: 5_000_000) }).isEmpty)
    #expect(NotificationGapRule.check(capture(connects: false) { _ in }).isEmpty)
  }

  @Test("inside a transfer that ends with a marker the client may ask")
  func transfer() {
    let capture = story {
      $0.connect()
      $0.subscribe(0x16)
      for index in 0..<20 {
        $0.wait(by: 29_000)
        $0.send("value \(index)")
        if index == 10 {
          $0.wait(by: 1_000_000)
          $0.write(0x20, [0x01])
        }
      }
      $0.send("EOM")
    }
    #expect(capture.connections[0].transfers[0].gaps.map(\.explainedBy) == ["sender-pause"])
  }

  @Test("between two transfers what comes after a request is no pause of the sender")
  func betweenTransfers() {
    func gaps(asks: Bool) -> [ReportV1.TimeCause?] {
      let capture = story {
        $0.connect()
        $0.subscribe(0x16)
        for round in 0..<2 {
          if round == 1 {
            $0.wait(by: 900_000)
            if asks { $0.write(0x20, [0x01]) }
          }
          for index in 0..<20 {
            $0.wait(by: 29_000)
            $0.send("value \(index)")
          }
          $0.send("EOM")
        }
      }
      return capture.connections[0].notifications[0].gaps.map(\.explainedBy)
    }
    #expect(gaps(asks: true).isEmpty)
    #expect(gaps(asks: false) == ["link-silence"])
  }
}
