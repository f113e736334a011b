/// Codes and bits of parameters of BR/EDR commands and events, and of those that are for all links.
///
/// Core Vol 4, Part E, 7.1 to 7.7.
extension CodeNames {
  // MARK: - Numbers that are no numbers

  static let none255: CodeNames = [0xFF: "None"]
  static let noneFFFF: CodeNames = [0xFFFF: "None"]
  static let notAvailable127: CodeNames = [0x7F: "Not available"]
  static let notAvailable255: CodeNames = [0xFF: "Not available"]
  static let noPreference127: CodeNames = [0x7F: "No preference"]
  static let unknownFFFF: CodeNames = [0xFFFF: "Unknown"]
  static let doNotCare16: CodeNames = [0xFFFF: "Do not care"]
  static let doNotCare32: CodeNames = [0xFFFF_FFFF: "Do not care"]
  static let unlimited0: CodeNames = [0: "Unlimited"]
  static let noAutomaticFlush: CodeNames = [0: "No automatic flush"]
  static let noTimeout: CodeNames = [0: "No timeout"]

  // MARK: - Connections

  static let linkType: CodeNames = ["SCO", "ACL", "eSCO"]
  static let overflowLinkType: CodeNames = ["Synchronous", "ACL", "ISO"]
  static let roleSwitch: CodeNames = ["Not allowed", "Allowed"]
  static let linkMode: CodeNames = ["Active", "Hold", "Sniff", "Park"]
  static let linkPolicySettings: CodeNames = [
    "Role switch", "Hold mode", "Sniff mode", "Park state",
  ]
  static let serviceType: CodeNames = ["No Traffic", "Best Effort", "Guaranteed"]
  static let flowDirection: CodeNames = ["Outgoing", "Incoming"]
  static let flushPacketType: CodeNames = ["Automatically flushable packets only"]
  static let pageScanRepetitionMode: CodeNames = ["R0", "R1", "R2"]
  static let pageScanPeriodMode: CodeNames = ["P0", "P1", "P2"]
  static let aclPacketTypes: CodeNames = [
    1: "2-DH1 may not be used", 2: "3-DH1 may not be used", 3: "DM1", 4: "DH1",
    8: "2-DH3 may not be used", 9: "3-DH3 may not be used", 10: "DM3", 11: "DH3",
    12: "2-DH5 may not be used", 13: "3-DH5 may not be used", 14: "DM5", 15: "DH5",
  ]

  // MARK: - Synchronous connections

  static let scoPacketTypes: CodeNames = [5: "HV1", 6: "HV2", 7: "HV3"]
  static let synchronousPacketTypes: CodeNames = [
    "HV1", "HV2", "HV3", "EV3", "EV4", "EV5", "2-EV3 may not be used", "3-EV3 may not be used",
    "2-EV5 may not be used", "3-EV5 may not be used",
  ]
  static let retransmissionEffort: CodeNames = [
    0x00: "None", 0x01: "At least one, for power", 0x02: "At least one, for link quality",
    0xFF: "Do not care",
  ]
  /// Coding_Format. Assigned Numbers, 2.11.
  static let codingFormat: CodeNames = [
    0x00: "u-law log", 0x01: "A-law log", 0x02: "CVSD", 0x03: "Transparent", 0x04: "Linear PCM",
    0x05: "mSBC", 0x06: "LC3", 0x07: "G.729A", 0xFF: "Vendor specific",
  ]
  static let airMode: CodeNames = ["u-law log", "A-law log", "CVSD", "Transparent"]
  static let pcmDataFormat: CodeNames = [
    "Not applicable", "1's complement", "2's complement", "Sign-magnitude", "Unsigned",
  ]
  static let dataPathID = CodeNames(octets: { code in
    switch code {
    case 0x00: "HCI"
    case 0xFF: nil
    default: "Vendor specific"
    }
  })
  static let dataPathDirection: CodeNames = [
    "Input (Host to Controller)", "Output (Controller to Host)",
  ]
  static let codecTransport: CodeNames = [
    "BR/EDR ACL", "BR/EDR SCO and eSCO", "LE CIS", "LE BIS",
  ]

  // MARK: - Security

  static let keyFlag: CodeNames = ["Semi-permanent link key", "Temporary link key"]
  static let linkKeyType: CodeNames = [
    "Combination key", "Local unit key", "Remote unit key", "Debug combination key",
    "Unauthenticated combination key (P-192)", "Authenticated combination key (P-192)",
    "Changed combination key", "Unauthenticated combination key (P-256)",
    "Authenticated combination key (P-256)",
  ]
  static let encryptionEnabled: CodeNames = [
    "Off", "On (E0 on BR/EDR, AES-CCM on LE)", "On (AES-CCM on BR/EDR)",
  ]
  static let ioCapability: CodeNames = [
    "DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput",
  ]
  static let oobDataPresent: CodeNames = ["Not present", "P-192", "P-256", "P-192 and P-256"]
  static let authenticationRequirements: CodeNames = [
    "No MITM protection, No Bonding", "MITM protection, No Bonding",
    "No MITM protection, Dedicated Bonding", "MITM protection, Dedicated Bonding",
    "No MITM protection, General Bonding", "MITM protection, General Bonding",
  ]
  static let keypressNotification: CodeNames = [
    "Passkey entry started", "Passkey digit entered", "Passkey digit erased", "Passkey cleared",
    "Passkey entry completed",
  ]
  static let simplePairingOptions: CodeNames = ["Remote public key validation"]

  // MARK: - The Controller

  static let notRequiredRequired: CodeNames = ["Not required", "Required"]
  static let eventFilterType: CodeNames = [
    "Clear All Filters", "Inquiry Result", "Connection Setup",
  ]
  static let filterCondition: CodeNames = ["All devices", "Class of Device", "BD_ADDR"]
  static let autoAccept: CodeNames = [
    1: "Do not accept", 2: "Accept, no role switch", 3: "Accept, with role switch",
  ]
  static let pinType: CodeNames = ["Variable", "Fixed"]
  static let scanEnable: CodeNames = ["Inquiry Scan", "Page Scan"]
  static let scanType: CodeNames = ["Standard", "Interlaced"]
  static let inquiryMode: CodeNames = ["Standard", "With RSSI", "With RSSI or extended"]
  static let holdModeActivity: CodeNames = [
    "Suspend Page Scan", "Suspend Inquiry Scan", "Suspend Periodic Inquiries",
  ]
  static let currentMaximum: CodeNames = ["Current", "Maximum"]
  static let hostFlowControl: CodeNames = ["Off", "ACL", "Synchronous", "ACL and synchronous"]
  static let flowControlMode: CodeNames = ["Packet based", "Data block based"]
  static let countryCode: CodeNames = ["North America, Europe, Japan", "France"]
  static let whichClock: CodeNames = ["Local clock", "Piconet clock"]
  static let loopbackMode: CodeNames = ["None", "Local", "Remote"]
  static let fragment: CodeNames = [
    "Continuation fragment", "Starting fragment", "Ending fragment", "No fragmentation",
  ]
  static let receptionStatus: CodeNames = ["Received", "Not received"]

  // MARK: - Coexistence, and Alternate MAC/PHY Controllers

  static let mwsChannelType: CodeNames = ["TDD", "FDD"]
  static let mwsPeriodType: CodeNames = ["Downlink", "Uplink", "Bi-directional", "Guard period"]
  static let mwsTransportLayer: CodeNames = ["Disabled", "WCI-1", "WCI-2"]
  static let mwsPatternIntervalType: CodeNames = [
    "No transmission or reception", "Transmission", "Reception", "Transmission and reception",
    "As in the external frame configuration",
  ]
  static let ampControllerType: CodeNames = ["BR/EDR", "802.11"]
  static let ampLinkLossReason: CodeNames = [
    "Unknown", "Range related", "Bandwidth related", "Resolving conflict", "Interference",
  ]
  static let ampReceiverReason: CodeNames = ["Interval", "Test ended"]

  // MARK: - Features

  /// Link Manager features, page 0. Core Vol 2, Part C, 3.3.
  static let lmpFeatures: CodeNames = [
    0: "3 slot packets", 1: "5 slot packets", 2: "Encryption", 3: "Slot offset",
    4: "Timing accuracy", 5: "Role switch", 6: "Hold mode", 7: "Sniff mode", 8: "Park state",
    9: "Power control requests", 10: "Channel quality driven data rate", 11: "SCO link",
    12: "HV2 packets", 13: "HV3 packets", 14: "u-law log synchronous data",
    15: "A-law log synchronous data", 16: "CVSD synchronous data",
    17: "Paging parameter negotiation", 18: "Power control", 19: "Transparent synchronous data",
    20: "Flow control lag, bit 0", 21: "Flow control lag, bit 1", 22: "Flow control lag, bit 2",
    23: "Broadcast Encryption", 25: "Enhanced Data Rate ACL 2 Mb/s mode",
    26: "Enhanced Data Rate ACL 3 Mb/s mode", 27: "Enhanced inquiry scan",
    28: "Interlaced inquiry scan", 29: "Interlaced page scan", 30: "RSSI with inquiry results",
    31: "Extended SCO link (EV3 packets)", 32: "EV4 packets", 33: "EV5 packets",
    35: "AFH capable Peripheral", 36: "AFH classification Peripheral", 37: "BR/EDR Not Supported",
    38: "LE Supported (Controller)", 39: "3-slot Enhanced Data Rate ACL packets",
    40: "5-slot Enhanced Data Rate ACL packets", 41: "Sniff subrating", 42: "Pause encryption",
    43: "AFH capable Central", 44: "AFH classification Central",
    45: "Enhanced Data Rate eSCO 2 Mb/s mode", 46: "Enhanced Data Rate eSCO 3 Mb/s mode",
    47: "3-slot Enhanced Data Rate eSCO packets", 48: "Extended Inquiry Response",
    49: "Simultaneous LE and BR/EDR to Same Device Capable (Controller)",
    51: "Secure Simple Pairing (Controller Support)", 52: "Encapsulated PDU",
    53: "Erroneous Data Reporting", 54: "Non-flushable Packet Boundary Flag",
    56: "HCI_Link_Supervision_Timeout_Changed event",
    57: "Variable Inquiry TX Power Level", 58: "Enhanced Power Control", 63: "Extended features",
  ]
}
