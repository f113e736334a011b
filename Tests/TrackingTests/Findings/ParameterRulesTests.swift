import BluetoothProtocol
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: connection parameters")
struct ParameterRulesTests {
  /// 15 to 30 ms, latency 0, 4 s, asked for by the peer 5 s before the connection's end.
  private static func request(
    _ result: ReportV1.ParameterRequestResult,
    _ change: (inout ReportV1.ParameterRequest) -> Void = { _ in }
  ) -> ReportV1.ParameterRequest {
    var request = ReportV1.ParameterRequest(
      frame: 200, direction: .rx, via: .l2cap, minUs: 15_000, maxUs: 30_000, latency: 0,
      supervisionTimeoutUs: 4_000_000, result: result, timeUs: 15_000_000)
    change(&request)
    return request
  }

  private static func capture(
    _ requests: ReportV1.ParameterRequest..., interval: Int = 50_000,
    change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> ReportV1.Capture {
    Hand.capture(
      Hand.connection {
        $0.parameters[0].intervalUs = interval
        $0.parameterRequests = requests
        change(&$0)
      })
  }

  private static func fast(_ request: inout ReportV1.ParameterRequest) {
    request.minUs = 7_500
    request.maxUs = 7_500
  }

  // MARK: parameter-update-rejected

  @Test("parameter-update-rejected names Apple's rule where one was broken")
  func rejected() {
    #expect(
      ParameterUpdateRejectedRule.check(Self.capture(Self.request(.rejected, Self.fast))) == [
        RuleFinding(
          .warning, connection: 1, frames: [200],
          "The peer requested interval 7.5 ms, latency 0, timeout 4 s; this host rejected it.",
          evidence: [
            .direction: .string("rx"), .via: .string("l2cap"), .minUs: .int(7_500),
            .maxUs: .int(7_500), .latency: .int(0), .supervisionTimeoutUs: .int(4_000_000),
            .rejected: .int(1), .grantedAnother: .bool(false),
            .brokenAppleRules: .list([.string("the interval must be 15 ms or more")]),
            .party: .string("remote"), .role: .string("central"), .transport: .string("le"),
          ],
          advice: "The firmware or app that requested it should request a wider range, and follow "
            + "the rules of the manufacturer of the central (for Apple: see "
            + "parameter-outside-apple-rules).")
      ])
    let apple = Self.capture(Self.request(.rejected, Self.fast)) {
      $0.peer.manufacturer = "Apple, Inc."
    }
    #expect(
      ParameterUpdateRejectedRule.check(apple).map(\.advice) == [
        "By Apple's rules for accessories the interval must be 15 ms or more."
      ])
  }

  @Test("parameter-update-rejected is info where another request was granted")
  func rejectedAndGranted() {
    let granted = Self.request(.accepted) { $0.frame = 100 }
    let findings = ParameterUpdateRejectedRule.check(
      Self.capture(granted, Self.request(.rejected), Self.request(.rejected) { $0.frame = 300 }))
    #expect(findings.map(\.severity) == [.info])
    #expect(findings.map(\.frames) == [[200, 300]])
    #expect(
      findings.map(\.message) == [
        "The peer requested interval 15 ms to 30 ms, latency 0, timeout 4 s twice; this host "
          + "rejected it."
      ])
    #expect(ParameterUpdateRejectedRule.check(Self.capture(granted)).isEmpty)
  }

  // MARK: parameter-update-unanswered

  @Test("parameter-update-unanswered")
  func unanswered() {
    #expect(
      ParameterUpdateUnansweredRule.check(Self.capture(Self.request(.unanswered))) == [
        RuleFinding(
          .warning, connection: 1, frames: [200],
          "The peer requested interval 15 ms to 30 ms, latency 0, timeout 4 s, and got no answer "
            + "in 5 s.",
          evidence: [
            .direction: .string("rx"), .via: .string("l2cap"), .minUs: .int(15_000),
            .maxUs: .int(30_000), .latency: .int(0), .supervisionTimeoutUs: .int(4_000_000),
            .ageUs: .int(5_000_000), .party: .string("remote"), .role: .string("central"),
            .transport: .string("le"),
          ],
          advice: "The central's stack did not answer, perhaps because of power saving. The "
            + "peripheral's firmware should request again after some seconds, and also work "
            + "without the new parameters.")
      ])
  }

  @Test("parameter-update-unanswered has patience, and counts only the last request")
  func perhapsAnswered() {
    let late = Self.request(.unanswered) { $0.timeUs = 18_100_000 }
    #expect(ParameterUpdateUnansweredRule.check(Self.capture(late)).isEmpty)
    let unknown = Self.request(.unanswered) { $0.timeUs = nil }
    #expect(ParameterUpdateUnansweredRule.check(Self.capture(unknown)).isEmpty)
    let again = Self.request(.accepted) { $0.frame = 300 }
    #expect(
      ParameterUpdateUnansweredRule.check(Self.capture(Self.request(.unanswered), again)).isEmpty)
  }

  // MARK: parameter-update-not-applied

  @Test("parameter-update-not-applied")
  func notApplied() {
    let capture = Self.capture(Self.request(.notApplied) { $0.direction = .tx })
    #expect(
      ParameterUpdateNotAppliedRule.check(capture) == [
        RuleFinding(
          .warning, connection: 1, frames: [10, 200],
          "This host requested interval 15 ms to 30 ms, latency 0, timeout 4 s, which was accepted "
            + "but not applied in 5 s: the interval stayed at 50 ms.",
          evidence: [
            .direction: .string("tx"), .via: .string("l2cap"), .minUs: .int(15_000),
            .maxUs: .int(30_000), .latency: .int(0), .supervisionTimeoutUs: .int(4_000_000),
            .ageUs: .int(5_000_000), .intervalUs: .int(50_000), .status: .null,
            .party: .string("local"), .role: .string("central"), .transport: .string("le"),
          ],
          advice: "The requesting side should rely on Connection Update Complete, not on the "
            + "answer; request again later, and choose a supervision timeout and a pace of chunks "
            + "that also work with the old parameters.")
      ])
  }

  @Test("parameter-update-not-applied is quiet when what was asked for is in force already")
  func needless() {
    let request = Self.request(.notApplied)
    #expect(
      ParameterUpdateNotAppliedRule.check(Self.capture(request, interval: 30_000)).isEmpty)
    #expect(
      ParameterUpdateNotAppliedRule.check(Self.capture(request, interval: 600_000)).isEmpty,
      "ten intervals of it have not passed yet")
    let late = Self.request(.notApplied) { $0.timeUs = 18_100_000 }
    #expect(ParameterUpdateNotAppliedRule.check(Self.capture(late)).isEmpty)
    let again = Self.request(.accepted) { $0.frame = 300 }
    #expect(ParameterUpdateNotAppliedRule.check(Self.capture(request, again)).isEmpty)
  }

  @Test("parameter-update-not-applied names the status that refused it, at once")
  func notAppliedWithStatus() throws {
    let capture = Self.capture(
      Self.request(.notApplied) { $0.timeUs = 19_900_000 },
      change: {
        $0.parameterUpdateFailures = [
          .init(frame: 210, status: 0x3B, name: "Unacceptable Connection Parameters")
        ]
      })
    let finding = try #require(ParameterUpdateNotAppliedRule.check(capture).first)
    #expect(finding.frames == [10, 200, 210])
    #expect(
      finding.message
        == "The peer requested interval 15 ms to 30 ms, latency 0, timeout 4 s, which was "
        + "accepted, and the update failed with Unacceptable Connection Parameters (0x3B) in #210: "
        + "the interval stayed at 50 ms.")
    #expect(finding.evidence[.status] == .int(0x3B))
    #expect(finding.advice?.contains("refuses these values") == true)
    let earlier = Self.capture(
      Self.request(.notApplied) { $0.timeUs = 19_900_000 },
      change: { $0.parameterUpdateFailures = [.init(frame: 110, status: 0x3B)] })
    #expect(
      !ParameterUpdateNotAppliedRule.check(earlier).contains { $0.frames.contains(200) },
      "the failure was of another update")
  }

  @Test("an update that our host ordered and that failed is reported too")
  func orderedUpdate() throws {
    func capture(
      _ status: HCIStatus, _ change: (inout ReportV1.Connection) -> Void = { _ in }
    ) -> ReportV1.Capture {
      Hand.capture(
        Hand.connection {
          $0.parameterUpdateFailures = [
            .init(frame: 210, status: status, name: "Invalid HCI Command Parameters")
          ]
          change(&$0)
        })
    }
    let finding = try #require(ParameterUpdateNotAppliedRule.check(capture(0x12)).first)
    #expect(
      finding.message
        == "This host's update of the connection parameters failed with Invalid HCI Command "
        + "Parameters (0x12): the interval stayed at 30 ms.")
    #expect(finding.frames == [10, 210])
    #expect(
      ParameterUpdateNotAppliedRule.check(capture(0x13)).isEmpty, "it ended with the connection")
    #expect(ParameterUpdateNotAppliedRule.check(capture(0x12) { $0.role = .peripheral }).isEmpty)
    let later = capture(0x12) {
      $0.parameters.append(.init(frame: 300, intervalUs: 15_000, supervisionTimeoutUs: 4_000_000))
    }
    #expect(ParameterUpdateNotAppliedRule.check(later).isEmpty)
    let earlier = capture(0x12) {
      $0.parameterRequests = [Self.request(.accepted) { $0.frame = 205 }]
      $0.parameters.append(.init(frame: 300, intervalUs: 15_000, supervisionTimeoutUs: 4_000_000))
    }
    #expect(ParameterUpdateNotAppliedRule.check(earlier).isEmpty, "asked before the failure")
  }

  @Test("values that the connection had before are not what a controller cannot do")
  func hadBefore() throws {
    func finding(
      _ status: HCIStatus = 0x20, _ change: (inout ReportV1.Connection) -> Void = { _ in }
    ) throws -> RuleFinding {
      let capture = Hand.capture(
        Hand.connection {
          $0.parameters.append(
            .init(frame: 100, intervalUs: 7_500, supervisionTimeoutUs: 2_000_000))
          $0.parameterUpdateFailures = [
            .init(
              frame: 210, status: status, commandFrame: 205, minUs: 30_000, maxUs: 30_000,
              latency: 0, supervisionTimeoutUs: 2_000_000)
          ]
          change(&$0)
        })
      return try #require(ParameterUpdateNotAppliedRule.check(capture).first)
    }
    let began = try finding()
    #expect(
      began.message.hasSuffix(
        ": the interval stayed at 7.5 ms; the connection began with these values (#10)."))
    #expect(began.advice?.hasPrefix("Both controllers had accepted these values before") == true)
    let had = try finding {
      $0.parameters.insert(
        .init(frame: 5, intervalUs: 50_000, supervisionTimeoutUs: 2_000_000), at: 0)
    }
    #expect(had.message.hasSuffix("; the connection had these values (#10)."))
    // The controller was busy: the advice is about that.
    #expect(try finding(0x0C).advice?.contains("busy with another procedure") == true)
    let changes: [(inout ReportV1.ParameterUpdateFailure) -> Void] = [
      { ($0.minUs, $0.maxUs) = (45_000, 60_000) }, { $0.latency = 4 },
      { $0.supervisionTimeoutUs = 4_000_000 }, { $0.minUs = nil },
    ]
    for change in changes {
      let other = try finding { change(&$0.parameterUpdateFailures[0]) }
      #expect(!other.message.contains("these values"))
      #expect(other.advice?.hasPrefix("One of the two controllers does not accept") == true)
    }
  }

  // MARK: parameter-outside-apple-rules

  /// As asked for by name.
  private static func outsideApple(_ capture: ReportV1.Capture) -> [RuleFinding] {
    ParameterOutsideAppleRulesRule.check(
      CaseFile(capture, asked: [ParameterOutsideAppleRulesRule.name]))
  }

  @Test("parameter-outside-apple-rules names each rule that is broken")
  func outside() {
    let request = Self.request(.accepted) {
      $0.minUs = 20_000
      $0.maxUs = 30_000
      $0.latency = 40
      $0.supervisionTimeoutUs = 10_000_000
    }
    let rules = [
      "the minimum interval must be a multiple of 15 ms",
      "the maximum interval must be at least 15 ms above the minimum, or both must be 15 ms",
      "the latency must be 30 or less", "the timeout must be 2 to 6 s",
    ]
    #expect(
      Self.outsideApple(Self.capture(request)) == [
        RuleFinding(
          .info, connection: 1, frames: [200],
          "The peer requested interval 20 ms to 30 ms, latency 40, timeout 10 s, which Apple's "
            + "devices refuse: \(rules.joined(separator: ", and ")).",
          evidence: [
            .direction: .string("rx"), .via: .string("l2cap"), .minUs: .int(20_000),
            .maxUs: .int(30_000), .latency: .int(40),
            .supervisionTimeoutUs: .int(10_000_000), .requests: .int(1),
            .brokenRules: .list(rules.map { .string($0) }), .party: .string("remote"),
            .role: .string("central"), .transport: .string("le"),
          ],
          advice: "The peripheral's firmware should request a range within the rules, such as "
            + "15 to 30 ms, latency 0, timeout 4 s, if the product has to work with iPhones.")
      ])
  }

  @Test(
    "Apple's rules at their edges",
    arguments: [
      (15_000, 30_000, 0, 2_000_000, true), (15_000, 15_000, 30, 6_000_000, true),
      (30_000, 45_000, 0, 4_000_000, true), (30_000, 30_000, 0, 4_000_000, false),
      (15_000, 22_500, 0, 4_000_000, false), (11_250, 30_000, 0, 4_000_000, false),
      (15_000, 30_000, 31, 4_000_000, false), (15_000, 30_000, 0, 1_990_000, false),
      (15_000, 30_000, 0, 6_010_000, false),
    ])
  func edges(min: Int, max: Int, latency: Int, timeout: Int, isFine: Bool) {
    let request = Self.request(.accepted) {
      $0.minUs = min
      $0.maxUs = max
      $0.latency = latency
      $0.supervisionTimeoutUs = timeout
    }
    #expect(request.brokenAppleRules().isEmpty == isFine)
  }

  @Test("parameter-outside-apple-rules looks only at what a peripheral asks for and may get")
  func inside() {
    let fast = Self.request(.accepted, Self.fast)
    #expect(Self.outsideApple(Self.capture(fast)).count == 1)
    let ignored = Self.request(.unanswered, Self.fast)
    #expect(
      Self.outsideApple(Self.capture(ignored)).map(\.severity) == [.warning])
    let rejected = Self.request(.rejected, Self.fast)
    #expect(Self.outsideApple(Self.capture(rejected)).isEmpty)
    var own = fast
    own.via = .ll
    own.direction = .tx
    #expect(Self.outsideApple(Self.capture(own)).isEmpty, "we are the central")
    var keyboard = fast
    keyboard.minUs = 11_250
    keyboard.maxUs = 15_000
    #expect(keyboard.brokenAppleRules(true).isEmpty)
    #expect(Self.outsideApple(Self.capture(keyboard)).count == 1)
    #expect(
      Self.outsideApple(
        Self.capture(keyboard) { $0.gatt.services = [.init(uuid: "1812")] }
      ).isEmpty)
  }
}
