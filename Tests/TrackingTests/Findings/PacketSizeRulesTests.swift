import Testing

@testable import Findings
@testable import Report

@Suite("Rules: chunks, packets and intervals")
struct PacketSizeRulesTests {
  /// 3159 bytes in 158 chunks of 20 within 1.2 s.
  private static func small(
    _ change: (inout ReportV1.Transfer) -> Void = { _ in }
  ) -> ReportV1.Transfer {
    Hand.transfer {
      $0.payloadBytes = 3159
      $0.chunks = 158
      $0.chunkBytes = ["20": 157, "19": 1]
      $0.durationUs = 1_580_000
      change(&$0)
    }
  }

  // MARK: chunk-below-mtu

  @Test("chunk-below-mtu counts the chunks that would have done")
  func belowMTU() {
    #expect(
      ChunkBelowMTURule.check(Hand.capture(transfer: Self.small())) == [
        RuleFinding(
          .warning, connection: 1, frames: [20, 100, 150],
          "Transfer 1 on \(Hand.uuid) took 158 chunks of 20 bytes; 18 of 182 bytes would "
            + "be enough.",
          evidence: [
            .transfer: .int(1), .bytes: .int(3159), .chunks: .int(158), .chunkBytes: .int(20),
            .chunkLimit: .int(182), .chunksNeeded: .int(18),
          ],
          advice: "The sending app should query the size instead of assuming 20: "
            + "maximumUpdateValueLength of the central, maximumWriteValueLength of the peripheral, "
            + "or MTU - 3.",
          lostUs: 1_400_000)
      ])
  }

  @Test("chunk-below-mtu is quiet about little data, large chunks, MTU 23 and a late exchange")
  func notBelowMTU() {
    func findings(
      _ transfer: ReportV1.Transfer, _ change: (inout ReportV1.Connection) -> Void = { _ in }
    ) -> [RuleFinding] {
      ChunkBelowMTURule.check(Hand.capture(transfer: transfer, change))
    }
    #expect(findings(Hand.transfer()).isEmpty)
    #expect(findings(Self.small { $0.payloadBytes = 999 }).isEmpty)
    #expect(
      findings(
        Hand.transfer {
          $0.chunks = 37
          $0.chunkBytes = ["100": 37]
        }
      ).isEmpty)
    #expect(findings(Self.small()) { $0.mtu = .init(effective: 23) }.isEmpty)
    #expect(findings(Self.small()) { $0.mtu = .init() }.isEmpty)
    #expect(findings(Self.small()) { $0.mtu.frame = 120 }.isEmpty)
  }

  @Test("chunk-below-mtu judges a stream whose values look like pieces of something")
  func streams() {
    var stream = ReportV1.NotificationStream(
      valueHandle: 0x20, uuid: "FFF1", count: 300, bytes: 6000, firstFrame: 50, lastFrame: 400,
      gapUs: .init(count: 299, p50: 700), maxBytes: 20)
    func messages() -> [String] {
      ChunkBelowMTURule.check(Hand.capture(Hand.connection { $0.notifications = [stream] }))
        .map(\.message)
    }
    #expect(
      messages() == [
        "The notifications of FFF1 took 300 values of 20 bytes; 33 of 182 bytes would be enough."
      ])
    stream.gapUs.p50 = 30_000
    #expect(messages().isEmpty, "one a connection event is a pace, not a queue")
    stream.gapUs.p50 = 700
    stream.maxBytes = 60
    #expect(messages().isEmpty, "values of many lengths are no pieces")
    stream.maxBytes = 20
    stream.bytes = 3900
    stream.count = 195
    #expect(messages().isEmpty)
  }

  // MARK: mtu-not-exchanged

  @Test("mtu-not-exchanged compares with what phones offer")
  func noExchange() {
    let capture = Hand.capture(transfer: Self.small()) { $0.mtu = .init(effective: 23) }
    #expect(
      MTUNotExchangedRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [10, 100, 150],
          "No MTU was exchanged: transfer 1 on \(Hand.uuid) took 158 chunks of 20 bytes, although "
            + "MTU 185 needs 18.",
          evidence: [
            .transfer: .int(1), .bytes: .int(3159), .chunks: .int(158), .mtu: .int(23),
            .comparedWithMtu: .int(185), .chunksNeeded: .int(18), .party: .null,
            .transport: .string("le"),
          ],
          advice: "The central has to exchange the MTU after connecting: iOS and BlueZ do so "
            + "automatically, on Android the app calls requestMtu. The peripheral's firmware has "
            + "to offer more than 23.",
          lostUs: 1_400_000)
      ])
  }

  @Test("mtu-not-exchanged names messages in pieces of 20 bytes, and is quiet about shorter values")
  func fullValues() {
    func found(bytes: Int) -> [RuleFinding] {
      let stream = ReportV1.NotificationStream(
        valueHandle: 0x20, uuid: "FFF1", kind: .write, count: 100, bytes: bytes, firstFrame: 50,
        lastFrame: 400, gapUs: .init(count: 99, p50: 60_000), maxBytes: 20)
      return MTUNotExchangedRule.check(
        Hand.capture(
          Hand.connection {
            $0.writes = [stream]
            $0.mtu = .init(effective: 23)
          }))
    }
    #expect(found(bytes: 1950).map(\.severity) == [.info])
    #expect(found(bytes: 1950).first?.message.contains(", 1,950 bytes) had the 20 bytes") == true)
    #expect(found(bytes: 1500).isEmpty)
  }

  @Test("mtu-not-exchanged is quiet where it cost little, is unknown, or is of no use")
  func noExchangeNoMatter() {
    func findings(
      _ transfer: ReportV1.Transfer, _ mtu: ReportV1.MTU = .init(effective: 23), buffers: Int = 251
    ) -> [RuleFinding] {
      var capture = Hand.capture(transfer: transfer) { $0.mtu = mtu }
      capture.controllers[0].leACLBuffers?.bytes = buffers
      return MTUNotExchangedRule.check(capture)
    }
    #expect(findings(Self.small()).count == 1)
    #expect(findings(Self.small { $0.payloadBytes = 999 }).isEmpty)
    #expect(findings(Self.small(), .init()).isEmpty)
    #expect(
      findings(Self.small(), .init(client: 158, server: 23, effective: 23, frame: 30)).isEmpty)
    #expect(findings(Self.small(), buffers: 27).isEmpty)
  }

  @Test("of a stream it is not known how many messages it is")
  func streamWithoutExchange() throws {
    let stream = ReportV1.NotificationStream(
      valueHandle: 0x0010, uuid: "FFF4", count: 786, bytes: 15_277, firstFrame: 743,
      lastFrame: 2560, gapUs: .init(count: 785, p50: 700), maxBytes: 20)
    let capture = Hand.capture(
      Hand.connection {
        $0.notifications = [stream]
        $0.mtu = .init(effective: 23)
      })
    let finding = try #require(MTUNotExchangedRule.check(capture).first)
    #expect(finding.severity == .info && finding.lostUs == 0)
    #expect(
      finding.message == "No MTU was exchanged: the notifications of FFF4 took 786 values of up to "
        + "20 bytes, although MTU 185 needs at least 84, and more if they are complete messages.")
  }

  @Test("mtu-not-exchanged is quiet where the exchange was asked for", arguments: [false, true])
  func exchangeRefused(byPeer: Bool) {
    let capture = Hand.capture(transfer: Self.small()) {
      $0.mtu = .init(effective: 23)
      if byPeer {
        $0.att.pdus.rx = ["exchange_mtu_request": 1]
      } else {
        $0.att.pdus.tx = ["exchange_mtu_request": 1]
      }
    }
    #expect(MTUNotExchangedRule.check(capture).isEmpty)
  }

  @Test("no MTU makes one of two messages")
  func messages() {
    func finding(_ sizes: ReportV1.KeyedList<Int>) -> RuleFinding? {
      let transfer = Self.small {
        $0.payloadBytes = 15_277
        $0.chunks = 786
        $0.chunkBytes = sizes
      }
      return MTUNotExchangedRule.check(
        Hand.capture(transfer: transfer) { $0.mtu = .init(effective: 23) }
      ).first
    }
    let several = finding(["20": 683, "19": 68, "12": 21, "7": 14])
    #expect(several?.severity == .info && several?.lostUs == 0)
    #expect(several?.evidence[.chunksNeeded] == .int(103))
    #expect(
      several?.message == "No MTU was exchanged: transfer 1 on \(Hand.uuid) took 786 chunks of 20 "
        + "bytes, although MTU 185 needs at least 103, because many of them are complete messages.")
    // One chunk in twenty may be cut short by chance.
    let one = finding(["20": 747, "12": 39])
    #expect(one?.severity == .warning && one?.evidence[.chunksNeeded] == .int(84))
  }

  // MARK: value-over-mtu

  private static func over(
    _ bytes: Int, _ change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> [RuleFinding] {
    ValueOverMTURule.check(
      Hand.capture(
        Hand.connection {
          $0.att.pdus = .init(rx: ["handle_value_notification": 9], tx: ["write_request": 1])
          $0.notifications = [
            .init(valueHandle: 0x10, uuid: "2A37", firstFrame: 100, lastFrame: 150, maxBytes: bytes)
          ]
          change(&$0)
        }))
  }

  @Test("value-over-mtu reports a value longer than the MTU less 3")
  func overMTU() {
    #expect(Self.over(182).isEmpty)
    #expect(
      Self.over(183) == [
        RuleFinding(
          .warning, connection: 1, frames: [20, 100, 150],
          "A notification of 2A37 is 183 bytes long: MTU 185 allows 182.",
          evidence: [
            .valueHandle: .int(0x10), .bytes: .int(183), .mtu: .int(185), .limit: .int(182),
            .mtuFrame: .int(20), .party: .string("remote"), .transport: .string("le"),
          ],
          advice: "The sending app should cut its values to the MTU - 3 bytes that its stack "
            + "reports.")
      ])
    let noExchange = Self.over(60) { $0.mtu = .init() }
    #expect(noExchange.map(\.severity) == [.info])
    #expect(
      noExchange.map(\.message) == [
        "A notification of 2A37 is 60 bytes long: without an MTU exchange 20 bytes are allowed: "
          + "the exchange is not in the capture, or the sender violates ATT."
      ])
  }

  @Test("value-over-mtu is quiet where the capture cannot know")
  func overUnknownMTU() {
    #expect(Self.over(20) { $0.mtu = .init() }.isEmpty)
    #expect(Self.over(183) { $0.completeFrame = nil }.isEmpty)
    #expect(Self.over(183) { $0.transport = .brEDR }.isEmpty)
    #expect(Self.over(183) { $0.channels = [.init(kind: .eatt)] }.isEmpty)
    #expect(Self.over(183) { $0.att.pdus.tx = [:] }.isEmpty)
  }

  // MARK: mtu-exchanged-late

  @Test("mtu-exchanged-late reports an exchange inside a transfer")
  func late() {
    let transfer = Self.small {
      $0.payloadBytes = 622
      $0.chunks = 15
      $0.chunkBytes = ["20": 12, "182": 2, "18": 1]
    }
    #expect(
      MTUExchangedLateRule.check(Hand.capture(transfer: transfer) { $0.mtu.frame = 120 }) == [
        RuleFinding(
          .warning, connection: 1, frames: [100, 120, 150],
          "MTU 185 was exchanged in the middle of transfer 1 on \(Hand.uuid): chunks had at most "
            + "20 bytes before the exchange, and may have 182 after it.",
          evidence: [
            .transfer: .int(1), .mtu: .int(185), .mtuFrame: .int(120),
            .insideTransfer: .bool(true), .chunks: .int(15), .chunksNeeded: .int(4),
            .party: .null, .transport: .string("le"),
          ],
          advice: "The central should exchange the MTU before it subscribes, and the sending app "
            + "should query the chunk size again with each transfer.")
      ])
  }

  @Test("mtu-exchanged-late reports one after a transfer only where that was large")
  func afterwards() {
    func findings(
      _ bytes: Int, mtu: ReportV1.MTU = .init(effective: 185, frame: 160)
    ) -> [RuleFinding] {
      MTUExchangedLateRule.check(
        Hand.capture(transfer: Self.small { $0.payloadBytes = bytes }) { $0.mtu = mtu })
    }
    #expect(findings(3159).map(\.frames) == [[100, 150, 160]])
    #expect(
      findings(3159)[0].message.hasPrefix("MTU 185 was exchanged only after transfer 1 on "))
    #expect(findings(152).isEmpty)
    #expect(findings(3159, mtu: .init(effective: 185, frame: 20)).isEmpty)
    #expect(findings(3159, mtu: .init(effective: 23, frame: 120)).isEmpty)
  }

  // MARK: data-length-27

  private static func fragments(_ connection: inout ReportV1.Connection) {
    connection.flow.rx = .init(packets: 147, pdus: 24, fragmentedPdus: 21)
  }

  @Test("data-length-27 counts the link layer packets of a chunk")
  func dataLength() {
    #expect(
      DataLength27Rule.check(Hand.capture(transfer: Hand.transfer(), Self.fragments)) == [
        RuleFinding(
          .warning, connection: 1, frames: [10, 100, 150],
          "Each chunk of 182 bytes of transfer 1 on \(Hand.uuid) took 7 Link Layer packets of "
            + "27 bytes, although 1 of 251 bytes would be enough.",
          evidence: [
            .transfer: .int(1), .chunkBytes: .int(182), .llOctets: .int(27),
            .llPacketsPerChunk: .int(7), .llPacketsNeeded: .int(1), .bytes: .int(3640),
          ],
          advice: "The stack or firmware of one side has to request 251 bytes (LE Set Data "
            + "Length); both sides need Bluetooth 4.2. Phones request it automatically when the "
            + "peripheral's firmware supports it.",
          lostUs: 500_000)
      ])
  }

  @Test("data-length-27 is quiet where nothing shows it, and where it does not matter")
  func dataLengthNoMatter() {
    func findings(
      _ transfer: ReportV1.Transfer = Hand.transfer(),
      _ change: (inout ReportV1.Connection) -> Void = { _ in }
    ) -> [RuleFinding] {
      DataLength27Rule.check(
        Hand.capture(transfer: transfer) {
          Self.fragments(&$0)
          change(&$0)
        })
    }
    #expect(findings().count == 1)
    #expect(findings(Self.small()).isEmpty)
    #expect(findings { $0.completeFrame = nil }.isEmpty)
    #expect(findings { $0.flow.rx = .init(packets: 24, pdus: 24) }.isEmpty)
    #expect(findings { $0.dataLengths = [.init(frame: 15, txOctets: 251, rxOctets: 251)] }.isEmpty)
    #expect(findings(Hand.transfer { $0.direction = .tx }).isEmpty)
    let reported = findings(Hand.transfer { $0.direction = .tx }) {
      $0.dataLengths = [.init(frame: 15, txOctets: 27, rxOctets: 251)]
    }
    #expect(reported.map(\.frames) == [[15, 100, 150]])
  }

  // MARK: acl-fragmentation

  private static func sent(buffers: Int, octets: Int?, fragmented: Int = 20) -> [RuleFinding] {
    var capture = Hand.capture(transfer: Hand.transfer { $0.direction = .tx }) {
      $0.flow.tx.fragmentedPdus = fragmented
      $0.dataLengths = octets.map { [.init(frame: 15, txOctets: $0, rxOctets: 251)] } ?? []
    }
    capture.controllers[0].leACLBuffers = .init(bytes: buffers, count: 4)
    return ACLFragmentationRule.check(capture)
  }

  @Test("acl-fragmentation distinguishes buffer, data length and chunk")
  func aclFragmentation() {
    #expect(
      Self.sent(buffers: 64, octets: 251) == [
        RuleFinding(
          .warning, connection: 1, frames: [15, 100, 150],
          "The host cut each chunk of 182 bytes into 3 pieces for the controller's buffers of 64 "
            + "bytes. With the link's data length of 251 bytes, one packet would be enough.",
          evidence: [
            .transfer: .int(1), .chunkBytes: .int(182), .bufferBytes: .int(64),
            .buffers: .int(4), .llOctets: .int(251), .pieces: .int(3),
            .fragmentedPdus: .int(20),
          ],
          advice: "The app cannot change this: the controller's firmware should offer ACL buffers "
            + "of 251 bytes.",
          lostUs: 500_000)
      ])
  }

  @Test("acl-fragmentation is quiet where the link would cut as small")
  func aclFragmentationNoMatter() {
    #expect(Self.sent(buffers: 27, octets: 27).isEmpty)
    #expect(Self.sent(buffers: 27, octets: nil).isEmpty)
    #expect(Self.sent(buffers: 251, octets: 251).isEmpty)
    #expect(Self.sent(buffers: 64, octets: 251, fragmented: 0).isEmpty)
    #expect(Self.sent(buffers: 64, octets: 0).isEmpty)
  }

  // MARK: interval-too-slow

  private static func slow(
    interval: Int, chunks: Int = 40, duration: Int = 4_000_000
  ) -> [RuleFinding] {
    let transfer = Hand.transfer {
      $0.chunks = chunks
      $0.durationUs = duration
    }
    return IntervalTooSlowRule.check(
      Hand.capture(transfer: transfer) { $0.parameters[0].intervalUs = interval })
  }

  @Test("interval-too-slow reports what the chunks waited for")
  func interval() {
    #expect(
      Self.slow(interval: 200_000) == [
        RuleFinding(
          .warning, connection: 1, frames: [10, 100, 150],
          "Transfer 1 on \(Hand.uuid) took 4 s: its 40 chunks waited for 20 connection events 200 "
            + "ms apart.",
          evidence: [
            .transfer: .int(1), .intervalUs: .int(200_000), .limitUs: .int(50_000),
            .durationUs: .int(4_000_000), .connectionEvents: .int(20), .chunks: .int(40),
            .durationAt30MsUs: .int(600_000),
          ],
          advice: "The peripheral's firmware or the central's app should request 15 to 30 ms while "
            + "data is sent (Connection Parameter Update, or Android's requestConnectionPriority), "
            + "and the long interval again afterwards.",
          lostUs: 3_400_000)
      ])
  }

  @Test("interval-too-slow is quiet at usual intervals, and when the sender was slower")
  func intervalNoMatter() {
    #expect(Self.slow(interval: 50_000).isEmpty)
    #expect(Self.slow(interval: 200_000, chunks: 19).isEmpty)
    #expect(Self.slow(interval: 200_000, duration: 1_900_000).isEmpty)
  }
}
