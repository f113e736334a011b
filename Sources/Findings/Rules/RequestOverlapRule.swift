import BluetoothProtocol
import Report

/// A client that sends a request before the one before it is answered.
struct RequestOverlapRule: Rule, RuleFacts {
  static let name = "request-overlap"
  static let severity = ReportV1.Severity.warning
  static let limits = [longest]
  static let longest = RuleLimit(
    "longest_open_us", ATTLimits.transactionTimeoutUs, .microseconds)

  let connection: ReportV1.Connection
  let overlap: ReportV1.RequestOverlap
  let attribute: AttributeName?
  /// What another rule reports of them.
  let stall: UnansweredStall?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections { !$0[$1].att.overlaps.isEmpty }.findings { connection, _ in
      guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return [] }
      let stalls = UnansweredStall.all(in: connection)
      return connection.att.overlaps.filter { showsServer($0.asked, connection) }
        .compactMap { overlap in
          let within = stalls.filter { overlap.holds($0.first) }
          guard !isCovered(overlap, by: within), !isSecondExchange(overlap, connection) else {
            return nil
          }
          let name = overlap.handle.map { AttributeName($0, of: overlap.asked, in: connection) }
          let found = Self(
            connection: connection, overlap: overlap, attribute: name, stall: within.first)
          let isWarning = overlap.answered > 0 && found.unanswered > 0 && found.stall == nil
          return found.finding(
            isWarning ? .warning : .info, connection.id,
            frames: Array(Set([overlap.frame, overlap.nextFrame, overlap.lastFrame]))
          ).about(connection, overlap.asked.rawValue, count: overlap.count)
        }
    }
  }

  /// Whether the capture holds anything that this side sent.
  private static func showsServer(
    _ server: ReportV1.PairingSide, _ connection: ReportV1.Connection
  ) -> Bool {
    server == .peer ? connection.lastRxFrame != nil : !connection.att.pdus.tx.isEmpty
  }

  /// Whether a stall is all that came of it.
  private static func isCovered(
    _ overlap: ReportV1.RequestOverlap, by stalls: [UnansweredStall]
  ) -> Bool {
    overlap.answered == 0 && !stalls.isEmpty || stalls.contains { $0.openFrame == overlap.frame }
  }

  /// Whether it is Exchange MTU twice, which has a rule of its own.
  private static func isSecondExchange(
    _ overlap: ReportV1.RequestOverlap, _ connection: borrowing ReportV1.Connection
  ) -> Bool {
    overlap.request == .exchangeMTURequest
      && connection.breaches.contains { $0.obligation == .mtuExchangedAgain && $0.request != nil }
  }

  var unanswered: Int { overlap.count - overlap.answered }
  var isOurs: Bool { overlap.asked == .peer }

  var evidence: EvidenceList {
    [
      .count: .of(overlap.count), .answered: .of(overlap.answered),
      .request: .of(overlap.request), .handle: .of(overlap.handle),
      .attribute: attribute?.uuidEvidence ?? .null, .nextRequest: .of(overlap.nextRequest),
    ] + connection.by(isOurs ? .local : .remote)
  }
}
