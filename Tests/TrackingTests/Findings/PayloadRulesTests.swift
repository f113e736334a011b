import Testing

@testable import Findings
@testable import Report

@Suite("Rules: what arrived")
struct PayloadRulesTests {
  // MARK: resend

  private static func doubled(
    _ certainty: ReportV1.Certainty, type: String, intact: Bool?
  ) -> ReportV1.Capture {
    Hand.capture(
      transfer: Hand.transfer {
        $0.payloadBytes = 336
        $0.payloadType = type
        $0.payloadIntact = intact
        $0.payloadWithoutResends = .init(bytes: 316)
        $0.resends = [.init(frame: 112, ofFrame: 111, certainty: certainty)]
      })
  }

  @Test("resend is an error when the payload is broken with it and whole without")
  func proven() {
    #expect(
      ResendRule.check(Self.doubled(.proven, type: "json", intact: false)) == [
        RuleFinding(
          .error, connection: 1, frames: [111, 112],
          "1 chunk of transfer 1 on \(Hand.uuid) was sent twice: the JSON payload is invalid "
            + "with the second copy, and valid without it.",
          evidence: [
            .transfer: .int(1), .resends: .int(1), .certainty: .string("proven"),
            .doubledBytes: .int(20),
          ],
          advice: "The sending app should send a chunk again only when updateValue returned NO for "
            + "it, and continue with the next one when it returned YES.",
          lostBytes: 336)
      ])
  }

  @Test("resend is a warning when it is likely, and quiet when a checksum contradicts it")
  func likely() {
    let findings = ResendRule.check(Self.doubled(.likely, type: "text", intact: true))
    #expect(findings.map(\.severity) == [.warning])
    #expect(
      findings.map(\.message) == [
        "1 chunk of transfer 1 on \(Hand.uuid) was sent twice, or the data itself contains "
          + "repetitions."
      ])
    #expect(ResendRule.check(Self.doubled(.likely, type: "png", intact: true)).isEmpty)
    var written = Self.doubled(.likely, type: "text", intact: true)
    written.connections[0].transfers[0].kind = .write
    written.connections[0].transfers[0].direction = .tx
    let write = ResendRule.check(written)
    #expect(write.map(\.message) == findings.map(\.message))
    #expect(
      write.first?.advice
        == "The sending app should send a chunk again only when its stack refused "
        + "it, and otherwise the next one.")
    #expect(ResendRule.check(Hand.capture(transfer: Hand.transfer())).isEmpty)
  }

  // MARK: transfer-incomplete

  private static func incomplete(_ ending: ReportV1.TransferEnding) -> RuleFinding? {
    let transfer = Hand.transfer {
      $0.complete = false
      $0.marker = nil
      $0.markerStyle = nil
      $0.markerFrame = nil
      $0.payloadBytes = 728
      $0.chunks = 4
      $0.ending = ending
    }
    return TransferIncompleteRule.check(
      Hand.capture(transfer: transfer) {
        $0.disconnect = .init(frame: 400, reason: 0x13, name: "Remote User Terminated Connection")
        $0.gatt.subscriptions = [
          .init(frame: 90, valueHandle: 0x10), .init(frame: 160, valueHandle: 0x11, value: .off),
          .init(frame: 170, valueHandle: 0x10, value: .off), .init(frame: 180, valueHandle: 0x10),
        ]
      }
    ).first
  }

  @Test("transfer-incomplete is an error when the connection ended first")
  func linkClosed() {
    #expect(
      Self.incomplete(.linkClosed)
        == RuleFinding(
          .error, connection: 1, frames: [100, 150, 400],
          "Transfer 1 on \(Hand.uuid) is incomplete: the connection ended (Remote User "
            + "Terminated Connection) after 728 bytes in 4 chunks.",
          evidence: [
            .transfer: .int(1), .ending: .string("link-closed"), .bytes: .int(728),
            .chunks: .int(4),
          ],
          advice: "The receiver has only a part, and must discard it or request the rest: the "
            + "sending app should begin each transfer with its length, or number the chunks.",
          lostBytes: 728, lostUs: 1_000_000))
  }

  @Test("transfer-incomplete says how else a transfer can end")
  func otherEndings() throws {
    let left = try #require(Self.incomplete(.unsubscribed))
    #expect(left.severity == .warning && left.frames == [100, 150, 170])
    #expect(left.message.contains("is incomplete: the receiver unsubscribed after 728 bytes"))
    let anew = try #require(Self.incomplete(.resubscribed))
    #expect(anew.severity == .warning && anew.frames == [100, 150, 180])
    #expect(anew.message.contains("is incomplete: the receiver subscribed again after 728 bytes"))
    let cut = try #require(Self.incomplete(.captureEnded))
    #expect(cut.severity == .info && cut.frames == [100, 150] && cut.lostBytes == 0)
    #expect(Self.incomplete(.marker) == nil)
    #expect(TransferIncompleteRule.check(Hand.capture(transfer: Hand.transfer())).isEmpty)
  }

  // MARK: marker-split, marker-glued, marker-in-data

  @Test("marker-split")
  func split() {
    let capture = Hand.capture(transfer: Hand.transfer { $0.markerStyle = .split })
    #expect(
      MarkerSplitRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [150, 151],
          "The marker of transfer 1 on \(Hand.uuid), 'EOM', was split over several values: a "
            + "receiver that compares each value with the marker never detects the end.",
          evidence: [.transfer: .int(1), .marker: .string("EOM")],
          advice: "The sending app should send the marker in one value of its own; when "
            + "updateValue returns NO for it, send the whole marker again.")
      ])
    #expect(MarkerGluedRule.check(capture).isEmpty)
    let written = Hand.transfer {
      $0.markerStyle = .split
      $0.kind = .write
    }
    #expect(
      MarkerSplitRule.check(Hand.capture(transfer: written)).first?.advice
        == "The sending app should send the marker in one value of its own; when the stack refuses "
        + "it, send the whole marker again.")
  }

  @Test("marker-glued")
  func glued() {
    let capture = Hand.capture(
      transfer: Hand.transfer {
        $0.markerStyle = .glued
        $0.markerFrame = 150
      })
    #expect(
      MarkerGluedRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [150],
          "The last chunk of transfer 1 on \(Hand.uuid) ends with the marker 'EOM': a receiver "
            + "that compares each value with the marker never detects the end.",
          evidence: [.transfer: .int(1), .marker: .string("EOM")],
          advice: "The sending app should send the marker in a value of its own: look for code "
            + "that appends the marker to the data before it cuts the data into chunks.")
      ])
    #expect(MarkerSplitRule.check(capture).isEmpty)
  }

  @Test("marker-in-data")
  func inData() {
    let capture = Hand.capture(transfer: Hand.transfer { $0.markerInData = 4 })
    #expect(
      MarkerInDataRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [100, 150, 151],
          "The data of transfer 1 on \(Hand.uuid) contains the marker 'EOM' 4 times.",
          evidence: [.transfer: .int(1), .marker: .string("EOM"), .occurrences: .int(4)],
          advice: "The sending app should begin each transfer with its length, instead of ending "
            + "it with a text that the data may contain.")
      ])
  }

  @Test("a marker of its own, and not in the data, is as it should be")
  func ownMarker() {
    let capture = Hand.capture(transfer: Hand.transfer())
    for rule in [MarkerSplitRule.self, MarkerGluedRule.self, MarkerInDataRule.self]
      as [any Rule.Type]
    {
      #expect(rule.check(capture).isEmpty)
    }
  }

  // MARK: value-over-512

  @Test("value-over-512 looks at notifications, long values and written chunks")
  func longValues() {
    func findings(_ bytes: Int) -> [RuleFinding] {
      ValueOver512Rule.check(
        Hand.capture(
          Hand.connection {
            $0.notifications = [
              .init(valueHandle: 0x10, uuid: "2A37", firstFrame: 50, lastFrame: 60, maxBytes: bytes)
            ]
            $0.longValues = [
              .init(kind: .write, valueHandle: 0x12, firstFrame: 70, lastFrame: 80, bytes: bytes)
            ]
            $0.transfers = [
              Hand.transfer {
                $0.kind = .write
                $0.chunkBytes = ["20": 3, "\(bytes)": 1]
              }
            ]
          }))
    }
    let limit = "is 514 bytes long; an attribute's value may have at most 512."
    #expect(
      findings(514).map(\.message) == [
        "A notification of 2A37 \(limit)", "The long write of handle 0x0012 \(limit)",
        "A chunk of transfer 1 on \(Hand.uuid) \(limit)",
      ])
    #expect(
      findings(514)[1]
        == RuleFinding(
          .warning, connection: 1, frames: [70, 80],
          "The long write of handle 0x0012 \(limit)",
          evidence: [
            .valueHandle: .int(0x12), .bytes: .int(514), .limit: .int(512),
            .party: .string("local"), .transport: .string("le"),
          ],
          advice: "The sending app should send at most 512 bytes in a value, even if the MTU has "
            + "room for more."))
    #expect(findings(512).isEmpty)
  }
}
