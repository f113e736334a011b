import BluetoothProtocol
import Report

/// A request or an indication without an answer.
struct ATTRequestUnansweredRule: Rule, RuleFacts {
  static let name = "att-request-unanswered"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = .passesUnlessError

  static let limits = [timeout, leastAge, leastIntervals]
  static let timeout = RuleLimit("timeout_us", ATTLimits.transactionTimeoutUs, .microseconds)
  static let leastAge = RuleLimit(
    "least_age_us", ReportV1.PendingRequest.leastWaitUs, .microseconds)
  static let leastIntervals = RuleLimit(
    "least_age_intervals", ReportV1.PendingRequest.leastWaitIntervals, .times)
  /// The clocks of host and capture may differ by a little.
  private static let clockUs = 1_000_000

  let connection: ReportV1.Connection
  let stall: UnansweredStall
  let name: AttributeName?
  let showsEvents: Bool
  let droppedRecords: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let malformed = Set(file.capture.undecodable.map(\.frame))
    return file.connections { !$0[$1].att.pending.isEmpty }.findings { connection, _ in
      let timed = ClosedByTimerRule(connection)?.waiting.frame
      return UnansweredStall.all(in: connection).filter {
        !malformed.contains($0.first.frame) && !$0.holds(timed)
          && !HostBuffersKeptRule.explains($0.first.frame, in: file.capture)
      }
      .map { stall in
        let name = stall.first.handle.map {
          AttributeName($0, of: stall.first.server, in: connection)
        }
        let found = Self(
          connection: connection, stall: stall, name: name, showsEvents: file.showsEvents,
          droppedRecords: file.capture.droppedRecords)
        return found.finding
      }
    }
  }

  var pending: ReportV1.PendingRequest { stall.first }
  /// It is the client that owes something.
  var isIndication: Bool { pending.request == .handleValueIndication }
  var isTimeout: Bool { pending.ageUs >= Self.timeout.value - Self.clockUs }
  /// The logger may have lost the answer.
  var mayBeLost: Bool { droppedRecords > 0 }

  private var finding: RuleFinding {
    finding(
      !showsEvents ? .info : isTimeout && !mayBeLost ? .error : .warning, connection.id,
      frames: Wording.handful(
        [stall.openFrame, pending.frame, pending.repeatedFrame] + stall.later.map(\.frame)),
      lostUs: pending.ageUs
    ).about(
      connection, "\(pending.asked?.rawValue ?? "") \(pending.request.word) \(name?.words ?? "")")
  }

  var evidence: EvidenceList {
    [
      .request: .of(pending.request), .handle: .of(pending.handle), .ageUs: .of(pending.ageUs),
      .disconnectReason: .of(connection.disconnect?.reason),
      .droppedRecords: .of(droppedRecords), .attribute: name?.uuidEvidence ?? .null,
      .repeatedUs: .of(pending.repeatedUs), .sentMeanwhile: .of(stall.later.count),
    ] + connection.by(pending.asked.map(Party.init))
  }
}

extension ReportV1.Capture {
  var showsEvents: Bool {
    !advertisers.isEmpty || !connectionFailures.isEmpty || !adapterStates.isEmpty
      || !scans.isEmpty || !hardwareErrors.isEmpty || !qualityReports.isEmpty
      || controllers.contains {
        $0.leACLBuffers != nil || $0.address != nil && $0.addressSource != .note
      }
      || connections.containsInPlace { $0.showsEvents }
  }
}

extension ReportV1.Connection {
  fileprivate var showsEvents: Bool {
    completeFrame != nil || disconnect != nil || end != nil || flow.tx.completed > 0
      || !parameters.isEmpty || !phys.isEmpty || !dataLengths.isEmpty || !encryption.isEmpty
      || !encryptionFailures.isEmpty || rssi != nil
  }
}
