/// Why a server answered a request with ATT_ERROR_RSP.
///
/// Core Vol 3, Part F, 3.4.1.1, table 3.4; from 0xE0 on the Core Specification Supplement, Part B.
package struct ATTErrorCode: NamedCode {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let invalidHandle = ATTErrorCode(0x01)
  package static let readNotPermitted = ATTErrorCode(0x02)
  package static let writeNotPermitted = ATTErrorCode(0x03)
  package static let insufficientAuthentication = ATTErrorCode(0x05)
  package static let requestNotSupported = ATTErrorCode(0x06)
  /// The ordinary end of a discovery, not a failure: there is nothing more to find.
  package static let attributeNotFound = ATTErrorCode(0x0A)
  package static let insufficientEncryptionKeySize = ATTErrorCode(0x0C)
  package static let insufficientEncryption = ATTErrorCode(0x0F)

  /// 0x80...0x9F: the profile or the vendor says what it means.
  package var isApplicationError: Bool {
    (0x80...0x9F).contains(rawValue)
  }

  /// The specification's name, or nil for a code that is reserved for future use.
  package var name: String? {
    if isApplicationError { return "Application Error" }
    return names.name(for: UInt64(rawValue))
  }
}

private let names = NameTable(
  keyDigits: 2,
  """
  01 Invalid Handle
  02 Read Not Permitted
  03 Write Not Permitted
  04 Invalid PDU
  05 Insufficient Authentication
  06 Request Not Supported
  07 Invalid Offset
  08 Insufficient Authorization
  09 Prepare Queue Full
  0A Attribute Not Found
  0B Attribute Not Long
  0C Insufficient Encryption Key Size
  0D Invalid Attribute Value Length
  0E Unlikely Error
  0F Insufficient Encryption
  10 Unsupported Group Type
  11 Insufficient Resources
  12 Database Out Of Sync
  13 Value Not Allowed
  FC Write Request Rejected
  FD Client Characteristic Configuration Descriptor Improperly Configured
  FE Procedure Already in Progress
  FF Out of Range
  """)
