@testable import Findings
@testable import Report

/// Hand-made reports for the tests of rules: a connection at 30 ms with MTU 185, seen from its
/// beginning, in which everything is well.
enum Hand {
  static let uuid = "9D534E8B-2153-4F6D-B2B0-8C68665A7274"

  static func connection(
    _ change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> ReportV1.Connection {
    var connection = ReportV1.Connection(
      id: 1, handle: 0x40, transport: .le, role: .central,
      peer: .init(address: "66:0D:F3:0A:7B:1C"), completeFrame: 10, firstFrame: 10, lastFrame: 900,
      startUs: 1_000_000, endUs: 20_000_000,
      parameters: [.init(frame: 10, intervalUs: 30_000, supervisionTimeoutUs: 2_000_000)],
      mtu: .init(client: 185, server: 185, effective: 185, frame: 20))
    change(&connection)
    return connection
  }

  /// 3640 bytes in 20 chunks of 182, from frame 100 on, within a second.
  static func transfer(
    _ change: (inout ReportV1.Transfer) -> Void = { _ in }
  ) -> ReportV1.Transfer {
    var transfer = ReportV1.Transfer(
      id: 1, valueHandle: 0x10, uuid: uuid, direction: .rx, marker: "EOM", markerStyle: .own,
      complete: true, payloadBytes: 3640, chunks: 20, chunkBytes: ["182": 20], chunkLimit: 182,
      firstFrame: 100, lastFrame: 150, markerFrame: 151, startUs: 5_000_000, durationUs: 1_000_000)
    change(&transfer)
    return transfer
  }

  static func capture(
    _ connections: ReportV1.Connection...,
    change: (inout ReportV1.Capture) -> Void = { _ in }
  ) -> ReportV1.Capture {
    var capture = ReportV1.Capture(
      records: 1000,
      controllers: [.init(index: 0, leACLBuffers: .init(bytes: 251, count: 8))],
      connections: connections)
    change(&capture)
    return capture
  }

  /// A capture with one connection and one transfer in it.
  static func capture(
    transfer: ReportV1.Transfer, _ change: (inout ReportV1.Connection) -> Void = { _ in }
  ) -> ReportV1.Capture {
    capture(
      connection {
        $0.transfers = [transfer]
        change(&$0)
      })
  }
}

extension Rule {
  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] { check(CaseFile(capture)) }
}

/// What a rule is expected to find, word by word.
private struct ExpectedFacts: RuleFacts {
  let message: String
  let evidence: EvidenceList
  let advice: String?
}

extension RuleFinding {
  init(
    _ severity: ReportV1.Severity, connection: Int? = nil, frames: [Int] = [], _ message: String,
    evidence: EvidenceList = [:], advice: String? = nil, lostBytes: Int = 0, lostUs: Int = 0
  ) {
    self.init(
      ExpectedFacts(message: message, evidence: evidence, advice: advice), severity, connection,
      frames, lostBytes: lostBytes, lostUs: lostUs)
  }
}
