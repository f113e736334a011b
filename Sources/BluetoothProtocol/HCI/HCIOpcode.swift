/// The number of an HCI command: a group (OGF) and a command within it (OCF).
///
///     bit     15...10   9...0
///             OGF       OCF
///
/// Core Vol 4, Part E, 5.4.1. OGF 0x3F belongs to the maker of the Controller.
package struct HCIOpcode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  package init(_ rawValue: UInt16) {
    self.init(rawValue: rawValue)
  }

  package init(ogf: UInt8, ocf: UInt16) {
    self.init(UInt16(ogf & 0x3F) << 10 | ocf & 0x03FF)
  }

  package var ogf: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 10) }
  package var ocf: UInt16 { rawValue & 0x03FF }

  package var isVendorSpecific: Bool { ogf == 0x3F }

  /// In events: no command is meant, the event is about how many more the Controller takes.
  package static let noOperation = HCIOpcode(0x0000)

  package static let inquiry = HCIOpcode(0x0401)
  package static let inquiryCancel = HCIOpcode(0x0402)
  package static let createConnection = HCIOpcode(0x0405)
  package static let disconnect = HCIOpcode(0x0406)
  package static let createConnectionCancel = HCIOpcode(0x0408)
  package static let acceptConnectionRequest = HCIOpcode(0x0409)
  package static let setConnectionEncryption = HCIOpcode(0x0413)
  package static let remoteNameRequest = HCIOpcode(0x0419)

  package static let switchRole = HCIOpcode(0x080B)

  package static let reset = HCIOpcode(0x0C03)
  package static let readLocalName = HCIOpcode(0x0C14)
  package static let writeScanEnable = HCIOpcode(0x0C1A)

  package static let readLocalVersionInformation = HCIOpcode(0x1001)
  package static let readBufferSize = HCIOpcode(0x1005)
  package static let readBDADDR = HCIOpcode(0x1009)

  package static let readRSSI = HCIOpcode(0x1405)
  package static let readEncryptionKeySize = HCIOpcode(0x1408)

  package static let leReadBufferSizeV1 = HCIOpcode(0x2002)
  package static let leReadLocalSupportedFeatures = HCIOpcode(0x2003)
  package static let leSetAdvertisingEnable = HCIOpcode(0x200A)
  package static let leSetScanParameters = HCIOpcode(0x200B)
  package static let leSetScanEnable = HCIOpcode(0x200C)
  package static let leCreateConnection = HCIOpcode(0x200D)
  package static let leCreateConnectionCancel = HCIOpcode(0x200E)
  package static let leClearFilterAcceptList = HCIOpcode(0x2010)
  package static let leAddDeviceToFilterAcceptList = HCIOpcode(0x2011)
  package static let leRemoveDeviceFromFilterAcceptList = HCIOpcode(0x2012)
  package static let leConnectionUpdate = HCIOpcode(0x2013)
  package static let leEnableEncryption = HCIOpcode(0x2019)
  package static let leLongTermKeyRequestReply = HCIOpcode(0x201A)
  package static let leLongTermKeyRequestNegativeReply = HCIOpcode(0x201B)
  package static let leRemoteConnectionParameterRequestReply = HCIOpcode(0x2020)
  package static let leAddDeviceToResolvingList = HCIOpcode(0x2027)
  package static let leRemoveDeviceFromResolvingList = HCIOpcode(0x2028)
  package static let leClearResolvingList = HCIOpcode(0x2029)
  package static let leSetAddressResolutionEnable = HCIOpcode(0x202D)
  package static let leRemoteConnectionParameterRequestNegativeReply = HCIOpcode(0x2021)
  package static let leSetExtendedAdvertisingEnable = HCIOpcode(0x2039)
  package static let leSetExtendedScanParameters = HCIOpcode(0x2041)
  package static let leSetExtendedScanEnable = HCIOpcode(0x2042)
  package static let leExtendedCreateConnectionV1 = HCIOpcode(0x2043)
  package static let leReadBufferSizeV2 = HCIOpcode(0x2060)
  package static let leExtendedCreateConnectionV2 = HCIOpcode(0x2085)
}

extension HCIOpcode {
  /// The specification's name without `HCI_`, its underscores as spaces: `LE Set Scan Enable`. Nil
  /// for the vendor's commands and for those that are newer than `HCICommandLayouts`.
  package var name: String? { HCICommandLayouts.layout(self)?.name }
}

extension HCIOpcode: CustomStringConvertible {
  /// `LE Set Scan Enable (0x200C)`, or `0xFD53`.
  package var description: String {
    let number = "0x" + hexDigits(rawValue, 4)
    guard let name else { return number }
    return "\(name) (\(number))"
  }
}
