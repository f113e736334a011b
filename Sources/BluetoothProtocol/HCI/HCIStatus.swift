/// A Controller error code: why a command failed, or the reason why a connection ended.
///
/// One octet, the same codes in HCI events and in the Link Layer's LL_TERMINATE_IND. A code
/// without a name is legal data: the Controller is newer than this table, or it made one up.
///
/// Core Vol 1, Part F, 1.3.
public struct HCIStatus: NamedCode, ExpressibleByIntegerLiteral {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public init(integerLiteral rawValue: UInt8) {
    self.init(rawValue: rawValue)
  }

  public static let success = HCIStatus(0x00)
  public static let unknownConnectionIdentifier = HCIStatus(0x02)
  public static let authenticationFailure = HCIStatus(0x05)
  public static let pinOrKeyMissing = HCIStatus(0x06)
  public static let connectionTimeout = HCIStatus(0x08)
  public static let remoteUserTerminatedConnection = HCIStatus(0x13)
  public static let remoteDeviceTerminatedLowResources = HCIStatus(0x14)
  public static let remoteDeviceTerminatedPowerOff = HCIStatus(0x15)
  public static let connectionTerminatedByLocalHost = HCIStatus(0x16)
  public static let connectionTerminatedMICFailure = HCIStatus(0x3D)
  public static let connectionFailedToBeEstablished = HCIStatus(0x3E)

  /// The other side hung up. Core Vol 1, Part F, 2.19 to 2.21.
  public var isByPeer: Bool { (0x13...0x15).contains(rawValue) }

  /// The two sides have no key in common, or one has none.
  public var isAboutKeys: Bool {
    [.authenticationFailure, .pinOrKeyMissing, .connectionTerminatedMICFailure].contains(self)
  }

  static let names = NameTable(keyDigits: 2, statusNames)

  /// The specification's name, or nil for a code that it does not name.
  public var name: String? {
    Self.names.name(for: UInt64(rawValue))
  }
}

// 0x2B, 0x31 and 0x33 are reserved. 0x3F is no longer used.
private let statusNames = """
  00 Success
  01 Unknown HCI Command
  02 Unknown Connection Identifier
  03 Hardware Failure
  04 Page Timeout
  05 Authentication Failure
  06 PIN or Key Missing
  07 Memory Capacity Exceeded
  08 Connection Timeout
  09 Connection Limit Exceeded
  0A Synchronous Connection Limit To A Device Exceeded
  0B Connection Already Exists
  0C Command Disallowed
  0D Connection Rejected due to Limited Resources
  0E Connection Rejected Due To Security Reasons
  0F Connection Rejected due to Unacceptable BD_ADDR
  10 Connection Accept Timeout Exceeded
  11 Unsupported Feature or Parameter Value
  12 Invalid HCI Command Parameters
  13 Remote User Terminated Connection
  14 Remote Device Terminated Connection due to Low Resources
  15 Remote Device Terminated Connection due to Power Off
  16 Connection Terminated by Local Host
  17 Repeated Attempts
  18 Pairing Not Allowed
  19 Unknown LMP PDU
  1A Unsupported Remote Feature
  1B SCO Offset Rejected
  1C SCO Interval Rejected
  1D SCO Air Mode Rejected
  1E Invalid LMP Parameters / Invalid LL Parameters
  1F Unspecified Error
  20 Unsupported LMP Parameter Value / Unsupported LL Parameter Value
  21 Role Change Not Allowed
  22 LMP Response Timeout / LL Response Timeout
  23 LMP Error Transaction Collision / LL Procedure Collision
  24 LMP PDU Not Allowed
  25 Encryption Mode Not Acceptable
  26 Link Key cannot be Changed
  27 Requested QoS Not Supported
  28 Instant Passed
  29 Pairing With Unit Key Not Supported
  2A Different Transaction Collision
  2C QoS Unacceptable Parameter
  2D QoS Rejected
  2E Channel Classification Not Supported
  2F Insufficient Security
  30 Parameter Out Of Mandatory Range
  32 Role Switch Pending
  34 Reserved Slot Violation
  35 Role Switch Failed
  36 Extended Inquiry Response Too Large
  37 Secure Simple Pairing Not Supported By Host
  38 Host Busy - Pairing
  39 Connection Rejected due to No Suitable Channel Found
  3A Controller Busy
  3B Unacceptable Connection Parameters
  3C Advertising Timeout
  3D Connection Terminated due to MIC Failure
  3E Connection Failed to be Established / Synchronization Timeout
  3F MAC Connection Failed
  40 Coarse Clock Adjustment Rejected but Will Try to Adjust Using Clock Dragging
  41 Type0 Submap Not Defined
  42 Unknown Advertising Identifier
  43 Limit Reached
  44 Operation Cancelled by Host
  45 Packet Too Long
  """
