import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("att-request-unanswered")
struct ATTRequestUnansweredRuleTests {
  private func connection(age: Int, reason: HCIStatus? = 0x16) -> ReportV1.Connection {
    .healthy().with {
      $0.att.pending = [
        ReportV1.PendingRequest(frame: 76, request: .readRequest, handle: 0x13, ageUs: age)
      ]
      $0.disconnect = reason.map { ReportV1.Disconnect(frame: 90, reason: $0) }
    }
  }

  @Test("after 30 s it is an error")
  func timeout() throws {
    let finding = try only(
      ATTRequestUnansweredRule.self, in: ReportV1.Capture(connection(age: 30_008_983)))
    #expect(finding.severity == .error)
    #expect(finding.frames == [76])
    #expect(
      finding.message
        == "The Read Request to handle 0x0013 was not answered in 30 s: "
        + "the ATT transaction timed out.")
    #expect(
      finding.evidence == [
        .request: .string("read_request"), .handle: .int(0x13), .ageUs: .int(30_008_983),
        .disconnectReason: .int(0x16), .droppedRecords: .int(0),
        .attribute: .null, .repeatedUs: .null, .sentMeanwhile: .int(0), .party: .null,
        .transport: .string("le"),
      ])
    #expect(finding.lostUs == 30_008_983)
  }

  @Test("before that it is a warning, unless it is young")
  func waiting() throws {
    let finding = try only(
      ATTRequestUnansweredRule.self, in: ReportV1.Capture(connection(age: 5_000_000)))
    #expect(finding.severity == .warning)
    #expect(finding.message == "The Read Request to handle 0x0013 was not answered in 5 s.")
    for age in [0, 78_888, 999_999] {
      #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(connection(age: age))).isEmpty)
    }
  }

  @Test("in a capture of data packets alone a lost link cannot be seen: information")
  func withoutEvents() throws {
    let bare = connection(age: 40_000_000, reason: nil).with {
      $0.completeFrame = nil
      $0.parameters = []
    }
    let finding = try only(ATTRequestUnansweredRule.self, in: ReportV1.Capture(bare))
    #expect(finding.severity == .info)
    #expect(
      finding.message
        == "The Read Request to handle 0x0013 was not answered in 40 s; the capture has no events, "
        + "so the link may have been lost before.")
    // One event is enough to know that the logger keeps them.
    let completed = bare.with { $0.flow.tx.completed = 1 }
    #expect(
      try only(ATTRequestUnansweredRule.self, in: ReportV1.Capture(completed)).severity == .error)
  }

  @Test("on a subrated link it has to be older")
  func subrated() {
    let slow = connection(age: 3_500_000).with { $0.parameters[0].subrateFactor = 15 }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(slow)).isEmpty)
  }

  @Test("on a slow link it has to be older")
  func slowLink() {
    let slow = connection(age: 3_500_000).with { $0.parameters[0].intervalUs = 400_000 }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(slow)).isEmpty)
    func skipping(_ latency: Int) -> ReportV1.Connection {
      connection(age: 3_500_000).with { $0.parameters[0].latency = latency }
    }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(skipping(120))).isEmpty)
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(skipping(15))).count == 1)
  }

  @Test("in the silence before a link loss it is left to link-loss")
  func linkLoss() {
    let silent = connection(age: 2_000_000, reason: 0x08).with { $0.lastRxFrame = 75 }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(silent)).isEmpty)
    let spoke = connection(age: 8_000_000, reason: 0x08).with { $0.lastRxFrame = 85 }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(spoke)).count == 1)
  }

  @Test("where one direction is missing, so may the answers be")
  func oneWay() {
    let half = connection(age: 40_000_000).with {
      $0.att.pdus.rx = ["read_by_type_response": 3, "handle_value_notification": 8]
    }
    #expect(ATTRequestUnansweredRule.check(ReportV1.Capture(half)).isEmpty)
  }

  @Test("where records were lost, the answer may be among them")
  func drops() throws {
    var capture = ReportV1.Capture(connection(age: 30_000_000))
    capture.droppedRecords = 7
    let finding = try only(ATTRequestUnansweredRule.self, in: capture)
    #expect(finding.severity == .warning)
    #expect(
      finding.message
        == "The Read Request to handle 0x0013 was not answered in 30 s, "
        + "unless the answer is among the records that the logger lost.")
  }

  @Test("an indication that was not confirmed is owed by the client, and its stack")
  func indication() throws {
    func finding(_ asked: ReportV1.PairingSide) throws -> RuleFinding {
      // One that ended at the client's timer has a rule of its own.
      let connection = connection(age: 31_008_983).with {
        $0.att.pending[0].request = .handleValueIndication
        $0.att.pending[0].asked = asked
      }
      return try only(ATTRequestUnansweredRule.self, in: ReportV1.Capture(connection))
    }
    let peer = try finding(.peer)
    #expect(
      peer.message
        == "This host's Handle Value Indication of handle 0x0013 was not confirmed by the peer in "
        + "31 s: the ATT transaction timed out.")
    #expect(peer.advice?.hasPrefix("The peer is the client and has to confirm") == true)
    #expect(peer.evidence[.party] == .string("remote"))
    let host = try finding(.local)
    #expect(host.message.hasPrefix("The peer's Handle Value Indication of handle 0x0013 was not"))
    #expect(host.message.contains("confirmed by this host"))
    #expect(host.evidence[.party] == .string("local"))
  }
}
