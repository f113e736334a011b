import Report

/// What a capture that ended in the middle of a connection does not show: it may have come later.
extension ReportV1.Connection {
  /// Devices agree on the MTU and on the data length within the first seconds.
  private static let settledUs = 5_000_000

  /// The procedure timeout of the link layer, within which an update is applied or the link is
  /// given up. Core Vol 6, Part B, 5.2.
  private static let procedureUs = 40_000_000

  /// The capture shows only the beginning of the connection.
  var isCutEarly: Bool {
    guard isOpen else { return false }
    let (lasted, isTooLong) = endUs.subtractingReportingOverflow(startUs)
    return !isTooLong && lasted < Self.settledUs
  }

  /// No MTU was exchanged as far as the capture goes, which is not far.
  var mayExchangeMTU: Bool {
    isOpen && mtu.frame == nil
      && (isCutEarly || att.pending.contains { $0.request == "exchange_mtu_request" })
  }

  /// Whether a request for other parameters had no result yet when the capture ended.
  func mayStillApply(_ request: ReportV1.ParameterRequest) -> Bool {
    guard isOpen, request.result == .unanswered || request.result == .notApplied,
      let time = request.timeUs
    else { return false }
    let (age, isTooOld) = endUs.subtractingReportingOverflow(time)
    return !isTooOld && age < Self.procedureUs
  }
}
