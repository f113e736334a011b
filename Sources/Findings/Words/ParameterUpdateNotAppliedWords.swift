import BluetoothProtocol
import Report

extension ParameterUpdateNotAppliedRule {
  static let summary = "New connection parameters were accepted or commanded, and never applied."
  static let explanation = """
    Accepting a request is only the first step: the central's controller must then update the \
    connection, and Connection Update Complete reports that. The rule reports the status when that \
    event or the command failed, or that the event was missing for \(patience) and \
    \(leastIntervals.word) connection intervals: the update takes effect at an instant six \
    intervals or more ahead. It also covers updates that this host commands as central without a \
    request of the peer. It reports nothing if the parameters in force are already those \
    requested, within the controller's step of 1.25 ms, if the same side repeated its request, or \
    if a later update succeeded. An update of this host that failed before the peer requested \
    other parameters is info. If the connection had the refused values before, the finding says so: \
    then it is not the values that a controller does not accept. If the link was lost, only the time up to the last data of the peer \
    counts.
    """

  var message: String {
    let named = failure.map { Wording.named($0.name, $0.status) } ?? ""
    let still = current.map { ": the interval stayed at \(Wording.interval($0.intervalUs))" } ?? ""
    switch update {
    case .requested(let request, let watchedUs):
      let outcome =
        failure.map { "accepted, and the update failed with \(named) in #\($0.frame)" }
        ?? "accepted but not applied in \(Wording.duration(watchedUs))"
      return "\(request.words(connection.sides)), which was \(outcome)\(still)\(hadBefore)."
    case .commanded(let later):
      return "This host's update of the connection parameters\(wanted) failed with \(named)\(still)"
        + "\(later.map(until) ?? "")\(hadBefore)."
    }
  }

  /// `; the connection began with these values (#317)`
  private var hadBefore: String {
    proof.map {
      "; the connection \($0.frame == connection.parameters.first?.frame ? "began with" : "had") "
        + "these values (#\($0.frame))"
    } ?? ""
  }

  /// ` to an interval of 45 ms (#398)`
  private var wanted: String {
    guard let frame = failure?.commandFrame, let least = failure?.minUs, let most = failure?.maxUs
    else { return "" }
    return " to an interval of \(Wording.interval(least, most)) (#\(frame))"
  }

  /// `; the peer's request then changed it to 22.5 ms (#451), and the supervision timeout from 5 s
  /// to 1 s`
  private func until(_ later: ReportV1.Parameters) -> String {
    let change =
      "; the peer's request then changed it to \(Wording.interval(later.intervalUs)) "
      + "(#\(later.frame))"
    let timeout = later.supervisionTimeoutUs
    guard let before = current?.supervisionTimeoutUs, before != timeout else { return change }
    return "\(change), and the supervision timeout from \(Wording.duration(before)) to "
      + Wording.duration(timeout)
  }

  var advice: String? {
    if proof != nil, failure.map({ Self.blamesValues($0.status) }) ?? false {
      return "Both controllers had accepted these values before, so that the values alone are not "
        + "the cause: request them again later, or the parameters that the peer requests."
    }
    return failure.map { Self.advice($0.status) }
      ?? "The requesting side should rely on Connection Update Complete, not on the answer; "
      + "request again later, and choose a supervision timeout and a pace of chunks that also "
      + "work with the old parameters."
  }

  private static func blamesValues(_ status: HCIStatus) -> Bool {
    [0x20, 0x11, 0x12, 0x1E, 0x3B].contains(status)
  }

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static func advice(_ status: HCIStatus) -> String {
    switch status {
    case 0x0C, 0x3A, 0x23, 0x2A:
      "The controller was probably busy with another procedure: request the update again a "
        + "second later."
    case 0x20:
      "One of the two controllers does not accept these values; if the refusal took a round trip, "
        + "it was the controller of the peer. Request a wider range, or the parameters that the "
        + "peer requests."
    case 0x11, 0x12, 0x1E:
      "The central's controller does not accept such values: keep the interval between 7.5 ms and "
        + "4 s, the timeout above twice (latency + 1) x the maximum interval, and the minimum "
        + "interval not above the maximum."
    case 0x1A:
      "The peer's controller does not support the procedure: the central has to set the parameters "
        + "without a request to it."
    case 0x3B:
      "The other controller refuses these values, and will do so again: request a wider range, or "
        + "the parameters that it offers; if several connections share a radio, an interval that "
        + "is a multiple of the others."
    case 0x28: "The update was received too late: look at the radio, and request it again."
    default: "Look at the central's controller and its log; request the update again later."
    }
  }
}
