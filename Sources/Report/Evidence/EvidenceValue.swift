import BluetoothProtocol

/// What a fact may be to stand in the evidence as it is.
package protocol EvidenceValue {
  var asEvidence: ReportV1.Evidence { get }
}

extension ReportV1.Evidence {
  package static func of(_ value: (some EvidenceValue)?) -> Self { value?.asEvidence ?? .null }
}

extension Int: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .int(self) }
}

extension Double: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .double(self) }
}

extension Bool: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .bool(self) }
}

extension String: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .string(self) }
}

extension HCIStatus: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .status(self) }
}

extension ATTOpcode: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .string(word) }
}

extension ReportWord {
  package var asEvidence: ReportV1.Evidence { .string(rawValue) }
}

extension Array: EvidenceValue where Element: EvidenceValue {
  package var asEvidence: ReportV1.Evidence { .list(map(\.asEvidence)) }
}
