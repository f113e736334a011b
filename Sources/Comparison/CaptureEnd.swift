import Findings
import Report

/// What a capture that ended in the middle of a connection does not show: it may have come later.
extension ReportV1.Connection {
  /// Devices agree on the MTU and on the data length within the first seconds.
  private static let settledUs = 5_000_000

  /// The procedure timeout of the link layer, within which an update is applied or the link is
  /// given up. Core Vol 6, Part B, 5.2.
  private static let procedureUs = 40_000_000

  /// An update takes effect six connection events or more after it was granted.
  private static let patienceUs = 2_000_000

  /// The capture shows only the beginning of the connection.
  var isCutEarly: Bool {
    guard isOpen else { return false }
    return endUs - startUs < Self.settledUs
  }

  /// The capture ended before the peer was heard: the controller may give the attempt up yet.
  var mayStillFail: Bool { isCutEarly && completeFrame != nil && lastRxFrame == nil }

  /// No MTU was exchanged as far as the capture goes, which is not far.
  var mayExchangeMTU: Bool {
    isOpen && mtu.frame == nil
      && (isCutEarly || att.pending.contains { $0.request == .exchangeMTURequest })
  }

  /// Nothing had the time to come before the capture ended, or before this host ended the
  /// connection.
  var isCutOff: Bool { isOpen || disconnect?.reason == .connectionTerminatedByLocalHost }

  /// Whether a request for other parameters had no result yet when the capture or the connection
  /// ended.
  func mayStillApply(_ request: ReportV1.ParameterRequest) -> Bool {
    guard request.result == .unanswered || request.result == .notApplied,
      let watched = watchedUs(after: request.timeUs)
    else { return false }
    return watched < (isOpen ? Self.procedureUs : Self.patienceUs)
  }

  /// Whether what a finding misses may have come after the capture ended.
  func mayStillCome(_ finding: ReportV1.Finding) -> Bool {
    guard isOpen else { return false }
    let traits = RuleCatalog.traits(of: finding.rule)
    if traits.contains(.awaitsUpdate) {
      let failure = parameterUpdateFailures.last.flatMap { watchedUs(after: $0.timeUs) }
      guard let age = finding.evidence[.ageUs]?.int ?? failure else { return false }
      return age < Self.procedureUs
    }
    if traits.contains(.awaitsEnd) {
      // Its end is reported at the latest when the supervision timeout has passed.
      guard let waited = finding.evidence[.waitedUs]?.int,
        let timeout = finding.evidence[.supervisionTimeoutUs]?.int
      else { return false }
      return waited <= timeout
    }
    return false
  }
}

extension ReportV1.ATT {
  /// The connection or the capture ended in the middle of one.
  var hasUnfinishedDiscovery: Bool {
    pending.contains { $0.request.isDiscovery }
  }
}
