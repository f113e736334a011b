import Findings
import Report

/// What the base shows of each device, as far as findings depend on how far a capture goes.
struct ShownByBase {
  private struct Shown {
    var hasEnd = false
    /// Of the longest connection.
    var lastedUs = 0
    var hasValues = false
  }

  private let devices: [Shown]

  init(_ devices: [[Comparator.RunConnection]], baseCount: Int) {
    self.devices = devices.map { connections in
      var shown = Shown()
      for (run, connection) in connections where run < baseCount && !connection.isFailedAttempt {
        if !connection.isOpen { shown.hasEnd = true }
        shown.lastedUs = max(shown.lastedUs, connection.lastedUs)
        if !connection.notifications.isEmpty { shown.hasValues = true }
      }
      return shown
    }
  }

  /// Whether a finding of the new side says something beside the base: the capture did not end
  /// while what it misses could still come, and the base shows what it is about.
  func has(
    _ finding: ReportV1.Finding, of connection: ReportV1.Connection?, _ device: Int?
  ) -> Bool {
    guard let device, let own = connection else { return true }
    let base = devices[device]
    if own.mayStillCome(finding) { return false }
    let traits = RuleCatalog.traits(of: finding.rule)
    // What no end of the base contradicts, though none of it went so far, may be how it ends.
    if traits.contains(.ending) {
      return base.hasEnd || Double(base.lastedUs) >= 0.9 * Double(own.lastedUs)
    }
    if traits.contains(.faultyEnding) {
      return base.hasEnd || Double(base.lastedUs) >= 0.5 * Double(own.lastedUs)
    }
    return !traits.contains(.values) || base.hasValues
  }
}

extension ReportV1.Connection {
  fileprivate var lastedUs: Int { max(0, endUs - startUs) }
}
