import Report

/// What the base shows of each device, as far as findings depend on how far a capture goes.
struct ShownByBase {
  private struct Shown {
    var hasEnd = false
    /// The longest of the connections that the capture cut off.
    var lastedUs = 0
    var hasValues = false
  }

  private let runs: [Run]
  private let baseCount: Int
  private var devices: [Shown] = []
  /// The connections of each run by `id`.
  private var positions: [[Int: Int]] = []

  init(_ runs: [Run], _ devices: [[Comparator.RunConnection]], baseCount: Int) {
    (self.runs, self.baseCount) = (runs, baseCount)
    self.devices = devices.map { connections in
      var shown = Shown()
      for (run, connection) in connections where run < baseCount && !connection.isFailedAttempt {
        if !connection.isOpen { shown.hasEnd = true }
        shown.lastedUs = max(shown.lastedUs, connection.lastedUs)
        if !connection.notifications.isEmpty { shown.hasValues = true }
      }
      return shown
    }
    positions = runs.map { run in
      Dictionary(
        run.capture.connections.indices.map { (run.capture.connections[$0].id, $0) },
        uniquingKeysWith: { first, _ in first })
    }
  }

  /// Whether a finding of the new side says something beside the base: the capture did not end
  /// while what it misses could still come, and the base shows what it is about.
  func has(_ finding: ReportV1.Finding, of run: Int, _ device: Int?) -> Bool {
    guard let device, let position = finding.connection.flatMap({ positions[run][$0] }) else {
      return true
    }
    let (own, base) = (runs[run].capture.connections[position], devices[device])
    if own.mayStillCome(finding) { return false }
    switch finding.rule {
    // What no end of the base contradicts, though none of it went so far, may be how it ends.
    case "disconnect-by-peer", "early-disconnect":
      return base.hasEnd || Double(base.lastedUs) >= 0.9 * Double(own.lastedUs)
    case "disconnect-by-fault", "link-loss":
      return base.hasEnd || Double(base.lastedUs) >= 0.5 * Double(own.lastedUs)
    case "undeclared-value": return base.hasValues
    default: return true
    }
  }
}

extension ReportV1.Connection {
  fileprivate var lastedUs: Int {
    let (lasted, isTooLong) = endUs.subtractingReportingOverflow(startUs)
    return isTooLong ? .max : max(0, lasted)
  }
}
