/// Codes and bits of parameters of LE commands and events.
///
/// Core Vol 4, Part E, 7.7.65 and 7.8.
extension CodeNames {
  // MARK: - Advertising

  static let advertisingType: CodeNames = [
    "ADV_IND", "ADV_DIRECT_IND (high duty cycle)", "ADV_SCAN_IND", "ADV_NONCONN_IND",
    "ADV_DIRECT_IND (low duty cycle)",
  ]
  static let advertisingEventType: CodeNames = [
    "ADV_IND", "ADV_DIRECT_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "SCAN_RSP",
  ]
  static let advertisingChannelMap: CodeNames = ["Channel 37", "Channel 38", "Channel 39"]
  static let advertisingFilterPolicy: CodeNames = [
    "None", "Scan requests", "Connection requests", "Scan and connection requests",
  ]
  static let advertisingEventProperties: CodeNames = [
    "Connectable", "Scannable", "Directed", "High duty cycle directed connectable",
    "Legacy PDUs", "Anonymous", "Include TxPower", "Decision PDUs", "Include AdvA", "Include ADI",
  ]
  static let advertisingPHYOptions: CodeNames = [
    "No preference", "S=2 preferred", "S=8 preferred", "S=2 required", "S=8 required",
  ]
  static let advertisingPHY: CodeNames = [
    "No packets", "LE 1M", "LE 2M", "LE Coded", "LE Coded, S=2",
  ]
  static let dataOperation: CodeNames = [
    "Intermediate fragment", "First fragment", "Last fragment", "Complete", "Unchanged data",
  ]
  static let fragmentPreference: CodeNames = ["May fragment", "Should not fragment"]
  static let addressChangeReasons: CodeNames = ["Advertising data", "Scan response data"]
  static let noDuration: CodeNames = [0: "No limit"]
  static let noMaximum: CodeNames = [0: "No maximum"]
  static let noPeriod: CodeNames = [0: "Continuous"]
  static let noSID: CodeNames = [0xFF: "None"]
  static let noPeriodicAdvertising: CodeNames = [0: "No periodic advertising"]
  static let directAddressType: CodeNames = [
    0x00: "Public Device Address", 0x01: "Random Device Address", 0x02: "Public Identity Address",
    0x03: "Random (static) Identity Address", 0xFE: "Unresolved resolvable private address",
  ]
  static let dataStatus: CodeNames = [
    0x00: "Complete", 0x01: "Incomplete, more to come", 0x02: "Incomplete, truncated",
    0xFF: "Failed to receive",
  ]

  // MARK: - Periodic advertising

  static let periodicAdvertisingProperties: CodeNames = [6: "Include TxPower"]
  static let periodicAdvertisingEnable: CodeNames = ["Enabled", "Include ADI"]
  static let receiveEnable: CodeNames = ["Reporting", "Duplicate filtering"]
  static let createSyncOptions: CodeNames = [
    "Use Periodic Advertiser List", "Reporting initially disabled",
    "Duplicate filtering initially enabled",
  ]
  static let syncCTEType: CodeNames = [
    "Not with AoA CTE", "Not with AoD CTE of 1 us slots", "Not with AoD CTE of 2 us slots",
    "Not with type 3 CTE", "Not without CTE",
  ]
  static let syncTransferMode: CodeNames = [
    "No synchronization", "Synchronize, reports disabled", "Synchronize, reports enabled",
    "Synchronize, reports enabled with duplicate filtering",
  ]
  static let responseTXStatus: CodeNames = ["Transmitted", "Not transmitted"]

  // MARK: - Scanning

  static let scanningType: CodeNames = ["Passive", "Active"]
  static let scanningFilterPolicy: CodeNames = [
    "Basic unfiltered", "Basic filtered", "Extended unfiltered", "Extended filtered",
  ]
  static let initiatorFilterPolicy: CodeNames = ["Peer address", "Filter Accept List"]
  static let filterDuplicates: CodeNames = ["Disabled", "Enabled", "Enabled, reset each period"]
  static let decisionTypeFlags: CodeNames = ["Resolvable tag present"]
  static let decisionTestFlags: CodeNames = [
    "New test group", "Passes if present and the check passes",
    "Passes if present and the check fails", "Passes if not present",
  ]
  static let decisionTestField = CodeNames(octets: { code in
    switch code {
    case 0x00: "Resolvable Tag"
    case 0x06: "AdvMode"
    case 0x07: "RSSI"
    case 0x08: "Path loss"
    case 0x09: "AdvA"
    case 0x11...0x18: "Arbitrary Data, exactly \(code - 0x10) octets"
    case 0x21...0x28: "Arbitrary Data, at least \(code - 0x20) octets"
    case 0x31...0x38: "Arbitrary Data, at most \(code - 0x30) octets"
    case 0xF0...0xFF: "Vendor specific"
    default: nil
    }
  })
  static let monitoringCondition: CodeNames = [
    "RSSI below the low threshold for longer than the timeout",
    "RSSI at or above the high threshold",
  ]

  // MARK: - Connections

  static let identityAddressType: CodeNames = [
    "Public Identity Address", "Random (static) Identity Address",
  ]
  static let allPHYs: CodeNames = ["No TX preference", "No RX preference"]
  static let phyOptions: CodeNames = ["No preferred coding", "S=2 preferred", "S=8 preferred"]
  static let channelSelectionAlgorithm: CodeNames = ["Algorithm #1", "Algorithm #2"]
  static let clockAccuracyRange: CodeNames = [
    "251 to 500 ppm", "151 to 250 ppm", "101 to 150 ppm", "76 to 100 ppm", "51 to 75 ppm",
    "31 to 50 ppm", "21 to 30 ppm", "0 to 20 ppm",
  ]
  static let sleepClockAction: CodeNames = ["More accurate clock", "Less accurate clock"]
  static let dhKeyType: CodeNames = ["Generated private key", "Debug private key"]
  static let privacyMode: CodeNames = ["Network Privacy Mode", "Device Privacy Mode"]
  static let spacingTypes: CodeNames = [
    "T_IFS_ACL_CP", "T_IFS_ACL_PC", "T_MCES", "T_IFS_CIS", "T_MSS_CIS",
  ]
  static let frameSpaceInitiator: CodeNames = ["Local Host", "Local Controller", "Peer"]

  // MARK: - Power

  static let codedPHY: CodeNames = [
    1: "LE 1M", 2: "LE 2M", 3: "LE Coded, S=8", 4: "LE Coded, S=2",
  ]
  static let txPowerUnavailable: CodeNames = [0x7F: "Not available"]
  static let remoteTXPower: CodeNames = [0x7E: "Not managed", 0x7F: "Not available"]
  static let powerLevelFlags: CodeNames = ["At minimum", "At maximum"]
  static let powerReportingReason: CodeNames = [
    "Local transmit power changed", "Remote transmit power changed",
    "LE Read Remote Transmit Power Level completed",
  ]
  static let pathLossUnused: CodeNames = [0xFF: "Not used"]
  static let pathLossZone: CodeNames = ["Low", "Middle", "High"]

  // MARK: - Direction finding

  static let cteType: CodeNames = [
    0x00: "AoA", 0x01: "AoD with 1 us slots", 0x02: "AoD with 2 us slots", 0xFF: "None",
  ]
  static let cteTypes: CodeNames = ["AoA", "AoD with 1 us slots", "AoD with 2 us slots"]
  static let slotDurations: CodeNames = [1: "1 us", 2: "2 us"]
  static let allCTEs: CodeNames = [0: "All"]
  static let once0: CodeNames = [0: "Once"]
  static let switchingSamplingRates: CodeNames = [
    "1 us switching (AoD transmission)", "1 us sampling (AoD reception)",
    "1 us switching and sampling (AoA reception)",
  ]
  static let ctePacketStatus: CodeNames = [
    0x00: "CRC correct", 0x01: "CRC incorrect, samples by length and time",
    0x02: "CRC incorrect, samples by other means", 0xFF: "Insufficient resources",
  ]
  static let noValidSample: CodeNames = [0x80: "No valid sample"]

  // MARK: - Isochronous streams and tests

  static let packing: CodeNames = ["Sequential", "Interleaved"]
  static let framing: CodeNames = ["Unframed", "Framed, segmentable", "Framed, unsegmented"]
  static let dataPathDirections: CodeNames = ["Input", "Output"]
  static let isoTestPayload: CodeNames = ["Zero length", "Variable length", "Maximum length"]
  static let testPayload: CodeNames = [
    "PRBS9", "11110000", "10101010", "PRBS15", "11111111", "00000000", "00001111", "01010101",
  ]
  static let modulationIndex: CodeNames = ["Standard", "Stable"]
  static let testTXPower: CodeNames = [0x7E: "Minimum", 0x7F: "Maximum"]

  // MARK: - Features

  /// FeatureSet of the Link Layer. Core Vol 6, Part B, 4.6.
  package static let leFeatures: CodeNames = [
    0: "LE Encryption", 1: "Connection Parameters Request procedure",
    2: "Extended Reject Indication", 3: "Peripheral-initiated Features Exchange", 4: "LE Ping",
    5: "LE Data Packet Length Extension", 6: "LL Privacy", 7: "Extended Scanning Filter Policies",
    8: "LE 2M PHY", 9: "Stable Modulation Index - Transmitter",
    10: "Stable Modulation Index - Receiver", 11: "LE Coded PHY", 12: "LE Extended Advertising",
    13: "LE Periodic Advertising", 14: "Channel Selection Algorithm #2", 15: "LE Power Class 1",
    16: "Minimum Number of Used Channels procedure", 17: "Connection CTE Request",
    18: "Connection CTE Response", 19: "Connectionless CTE Transmitter",
    20: "Connectionless CTE Receiver", 21: "Antenna Switching During CTE Transmission (AoD)",
    22: "Antenna Switching During CTE Reception (AoA)", 23: "Receiving Constant Tone Extensions",
    24: "Periodic Advertising Sync Transfer - Sender",
    25: "Periodic Advertising Sync Transfer - Recipient", 26: "Sleep Clock Accuracy Updates",
    27: "Remote Public Key Validation", 28: "Connected Isochronous Stream - Central",
    29: "Connected Isochronous Stream - Peripheral", 30: "Isochronous Broadcaster",
    31: "Synchronized Receiver", 32: "Connected Isochronous Stream (Host Support)",
    33: "LE Power Control Request", 34: "LE Power Control Request (second bit)",
    35: "LE Path Loss Monitoring", 36: "Periodic Advertising ADI support",
    37: "Connection Subrating", 38: "Connection Subrating (Host Support)",
    39: "Channel Classification", 40: "Advertising Coding Selection",
    41: "Advertising Coding Selection (Host Support)", 42: "Decision-Based Advertising Filtering",
    43: "Periodic Advertising with Responses - Advertiser",
    44: "Periodic Advertising with Responses - Scanner", 45: "Unsegmented Framed Mode",
    46: "Channel Sounding", 47: "Channel Sounding (Host Support)",
    48: "Channel Sounding Tone Quality Indication", 63: "LL Extended Feature Set",
    64: "Monitoring Advertisers", 65: "Frame Space Update", 66: "UTP OTA mode", 67: "UTP HCI mode",
    72: "Shorter Connection Intervals", 73: "Shorter Connection Intervals (Host Support)",
    74: "LE Flushable ACL Data", 75: "Channel Sounding Enhancement #1",
  ]
}
