/// The reason in a Pairing Failed PDU.
///
/// Core Vol 3, Part H, 3.5.5, table 3.7.
package struct SMPReason: NamedCode {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let authenticationRequirements = SMPReason(0x03)

  /// The specification's name, or nil for a reason that is reserved for future use.
  package var name: String? {
    names.name(for: UInt64(rawValue))
  }
}

private let names = NameTable(
  keyDigits: 2,
  """
  01 Passkey Entry Failed
  02 OOB Not Available
  03 Authentication Requirements
  04 Confirm Value Failed
  05 Pairing Not Supported
  06 Encryption Key Size
  07 Command Not Supported
  08 Unspecified Reason
  09 Repeated Attempts
  0A Invalid Parameters
  0B DHKey Check Failed
  0C Numeric Comparison Failed
  0D BR/EDR Pairing in Progress
  0E Cross-transport Key Derivation/Generation Not Allowed
  0F Key Rejected
  """)
