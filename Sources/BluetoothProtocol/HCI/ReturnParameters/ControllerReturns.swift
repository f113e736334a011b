import Bytes

// Return parameters of HCI_Command_Complete begin with a status. If it is not success, the others
// may be missing or mean nothing, so they are then nil and not asked for. A connection handle that
// follows the status comes in any case. Core Vol 4, Part E, 7.7.14.

/// Return parameters of HCI_Read_BD_ADDR: the Controller's own public address.
///
///     octet   0         1...6
///             status    BD_ADDR (LE)
///
/// Core Vol 4, Part E, 7.4.6.
package struct ReadBDADDRReturn: Hashable, Sendable {
  package let status: HCIStatus
  package let address: DeviceAddress?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      address = nil
      return
    }
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
  }
}

/// Return parameters of HCI_Read_Local_Version_Information: what the Controller is.
///
///     octet   0        1             2...3                 4             5...6
///             status   HCI_Version   HCI_Subversion (LE)   LMP_Version   Company_Identifier (LE)
///     octet   7...8
///             LMP_Subversion (LE)
///
/// Core Vol 4, Part E, 7.4.1. Older editions call HCI_Subversion HCI_Revision.
package struct ReadLocalVersionInformationReturn: Hashable, Sendable {
  package struct Information: Hashable, Sendable {
    package let hciVersion: CoreVersion
    package let hciSubversion: UInt16
    package let lmpVersion: CoreVersion
    /// Who made the Controller.
    package let companyIdentifier: UInt16
    package let lmpSubversion: UInt16

    init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
      hciVersion = CoreVersion(try cursor.u8(in: bytes))
      hciSubversion = try cursor.u16le(in: bytes)
      lmpVersion = CoreVersion(try cursor.u8(in: bytes))
      companyIdentifier = try cursor.u16le(in: bytes)
      lmpSubversion = try cursor.u16le(in: bytes)
    }
  }

  package let status: HCIStatus
  package let information: Information?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      information = nil
      return
    }
    information = try Information(&cursor, in: bytes)
  }
}

/// Return parameters of HCI_Read_Local_Name: the name that the local device gives itself.
///
///     octet   0         1...248
///             status    name in UTF-8, ended by a zero octet if it is shorter
///
/// Core Vol 4, Part E, 7.3.12.
package struct ReadLocalNameReturn: Hashable, Sendable {
  package let status: HCIStatus
  /// Up to the zero octet. A name that the capture cut short is marked cut; its length is then
  /// that of the whole field, as the end is not known.
  package let name: ByteRange?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    guard status == .success else {
      name = nil
      return
    }
    let field = try cursor.range(248)
    for offset in field.start..<field.end where bytes[offset] == 0 {
      name = ByteRange(start: field.start, end: offset)
      return
    }
    name = field
  }
}

/// Return parameters of HCI_LE_Read_Local_Supported_Features: what the Controller's Link Layer can
/// do.
///
///     octet   0         1...8
///             status    features (LE)
///
/// Core Vol 4, Part E, 7.8.3. Core 6.0 names it page 0 of the features.
package struct LEReadLocalSupportedFeaturesReturn: Hashable, Sendable {
  package let status: HCIStatus
  package let features: LEFeatureSet?

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    status = HCIStatus(try cursor.u8(in: bytes))
    features = status == .success ? LEFeatureSet(rawValue: try cursor.u64le(in: bytes)) : nil
  }
}
