import Testing

@testable import Findings
@testable import Report

/// The pieces of hand-made reports that tests of rules are put together from.
extension ReportV1.Capture {
  init(_ first: ReportV1.Connection, _ others: ReportV1.Connection...) {
    self.init(format: "btsnoop", records: 1000, connections: [first] + others)
  }
}

extension ReportV1.Connection {
  /// A healthy LE connection of 10 s with an interval of 30 ms.
  static func healthy(
    id: Int = 1, peer: String? = "C4:1D:66:F0:83:29", from frame: Int = 10
  ) -> ReportV1.Connection {
    ReportV1.Connection(
      id: id, handle: 64, transport: .le, role: .central,
      peer: ReportV1.Peer(address: peer, addressType: "random-static"), completeFrame: frame,
      firstFrame: frame, lastFrame: frame + 80, startUs: 0, endUs: 10_000_000,
      disconnect: ReportV1.Disconnect(
        frame: frame + 80, reason: 0x16, name: "Connection Terminated by Local Host"),
      parameters: [
        ReportV1.Parameters(frame: frame, intervalUs: 30_000, supervisionTimeoutUs: 2_000_000)
      ],
      mtu: ReportV1.MTU(effective: 23), gatt: ReportV1.GATT(server: .peer))
  }

  func with(_ change: (inout ReportV1.Connection) -> Void) -> ReportV1.Connection {
    var copy = self
    change(&copy)
    return copy
  }
}

extension ReportV1.ATTError {
  static func read(
    _ frame: Int, _ code: Int, _ name: String? = nil, handle: Int = 0x13
  ) -> ReportV1.ATTError {
    ReportV1.ATTError(
      frame: frame, request: .readRequest, handle: handle, code: code, name: name)
  }

  static func write(
    _ frame: Int, _ code: Int, _ name: String? = nil, handle: Int = 0x13
  ) -> ReportV1.ATTError {
    ReportV1.ATTError(
      frame: frame, request: .writeRequest, handle: handle, code: code, name: name)
  }
}

/// The only finding that a rule has.
func only(
  _ rule: any Rule.Type, in capture: ReportV1.Capture,
  _ sourceLocation: SourceLocation = #_sourceLocation
) throws -> RuleFinding {
  let findings = rule.check(capture)
  #expect(findings.count == 1, sourceLocation: sourceLocation)
  return try #require(findings.first, sourceLocation: sourceLocation)
}
