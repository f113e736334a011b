import Report

/// A controller's own log, among the Bluetooth traffic.
struct VendorLogRule: Rule, RuleFacts {
  static let name = "vendor-log"
  static let severity = ReportV1.Severity.info
  static let limits = [leastShare]
  /// Of all records: of less the report says how many there are.
  static let leastShare = RuleLimit("least_share", 10, .percent)

  let logged: Int
  let records: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.vendorLogRecords > 0,
      capture.vendorLogRecords >= capture.records / (100 / leastShare.value)
    else { return [] }
    return [
      Self(logged: capture.vendorLogRecords, records: capture.records)
        .finding(.info, nil, frames: capture.framesOrLast([capture.firstVendorLogFrame]))
    ]
  }

  var evidence: EvidenceList { [.vendorLogRecords: .of(logged), .records: .of(records)] }
}
