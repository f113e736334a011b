import BluetoothProtocol

/// LL Control PDUs by their opcode, without the opcode. Core Vol 6, Part B, 2.4.2; the last of them
/// came with Core 6.2.
package enum LLControlLayouts {
  package static func layout(_ opcode: UInt8) -> ParameterLayout? { all[opcode] }

  /// Octets of CtrData; nil where it is not one number.
  package static func length(_ opcode: UInt8) -> Int? {
    lengths.indices.contains(Int(opcode)) ? lengths[Int(opcode)] : nil
  }

  /// By opcode, from 0x00 on. The length of LL_OTA_UTP_IND is as its message needs it.
  private static let lengths: [Int?] =
    [11, 7, 1, 22, 12, 0, 0, 1, 8, 8, 0, 0, 5, 1, 8, 23, 23, 2, 0, 0, 8, 8, 2, 2, 4, 2, 1, 0]
    + [34, 1, 1, 35, 8, 15, 3, 3, 4, 4, 10, 10, 3, 10, 42, 26, 26]
    + [20, 25, 25, 27, 1, 28, 21, 18, 4, 0, 72, 12, 20, 4] + [7, 5, nil, 26, 14]

  package static let names = CodeNames(all.map { (UInt64($0.key), $0.value.name.description) })

  static let all: [UInt8: ParameterLayout] = connection.merging(later) { one, _ in one }
    .merging(LLSoundingLayouts.all) { one, _ in one }

  private static let connection: [UInt8: ParameterLayout] = [
    0x00: ParameterLayout(
      "LL_CONNECTION_UPDATE_IND",
      [
        .time("WinSize", octets: 1, .slotPairs), .time("WinOffset", .slotPairs),
        .time("Interval", .slotPairs).brief, .u16("Latency").brief,
        .time("Timeout", .hundredths).brief, .u16("Instant").brief,
      ]),
    0x01: ParameterLayout(
      "LL_CHANNEL_MAP_IND", [.hex("ChM", octets: 5).brief, .u16("Instant").brief]),
    0x02: ParameterLayout("LL_TERMINATE_IND", [.status("ErrorCode")]),
    0x03: ParameterLayout(
      "LL_ENC_REQ",
      [
        .hex("Rand", octets: 8).role(.secret), .hex("EDIV", octets: 2).role(.secret).brief,
        .hex("SKD_C", octets: 8).role(.secret),
        .hex("IV_C", octets: 4).role(.secret),
      ]),
    0x04: ParameterLayout(
      "LL_ENC_RSP", [.hex("SKD_P", octets: 8).role(.secret), .hex("IV_P", octets: 4).role(.secret)]),
    0x05: ParameterLayout("LL_START_ENC_REQ", []),
    0x06: ParameterLayout("LL_START_ENC_RSP", []),
    0x07: ParameterLayout("LL_UNKNOWN_RSP", [.code("UnknownType", opcodes).brief]),
    0x08: ParameterLayout("LL_FEATURE_REQ", [.bits("FeatureSet", octets: 8, .leFeatures)]),
    0x09: ParameterLayout("LL_FEATURE_RSP", [.bits("FeatureSet", octets: 8, .leFeatures)]),
    0x0A: ParameterLayout("LL_PAUSE_ENC_REQ", []),
    0x0B: ParameterLayout("LL_PAUSE_ENC_RSP", []),
    0x0C: ParameterLayout(
      "LL_VERSION_IND",
      [
        .code("Version", .coreVersion).brief, .company("Company_Identifier").brief,
        .hex("Subversion", octets: 2),
      ]),
    0x0D: ParameterLayout("LL_REJECT_IND", [.status("ErrorCode")]),
    0x0E: ParameterLayout(
      "LL_PERIPHERAL_FEATURE_REQ", [.bits("FeatureSet", octets: 8, .leFeatures)]),
    0x0F: ParameterLayout("LL_CONNECTION_PARAM_REQ", parameters),
    0x10: ParameterLayout("LL_CONNECTION_PARAM_RSP", parameters),
    0x11: ParameterLayout(
      "LL_REJECT_EXT_IND", [.code("RejectOpcode", opcodes).brief, .status("ErrorCode")]),
    0x12: ParameterLayout("LL_PING_REQ", []),
    0x13: ParameterLayout("LL_PING_RSP", []),
    0x14: ParameterLayout("LL_LENGTH_REQ", dataLengths),
    0x15: ParameterLayout("LL_LENGTH_RSP", dataLengths),
    0x16: ParameterLayout("LL_PHY_REQ", [.bits("TX_PHYS", phys), .bits("RX_PHYS", phys)]),
    0x17: ParameterLayout("LL_PHY_RSP", [.bits("TX_PHYS", phys), .bits("RX_PHYS", phys)]),
    0x18: ParameterLayout(
      "LL_PHY_UPDATE_IND",
      [
        .bits("PHY_C_To_P", phys).brief, .bits("PHY_P_To_C", phys).brief, .u16("Instant").brief,
      ]),
    0x19: ParameterLayout(
      "LL_MIN_USED_CHANNELS_IND", [.bits("PHYS", phys), .u8("MinUsedChannels").brief]),
    0x1A: ParameterLayout(
      "LL_CTE_REQ",
      [
        .split(
          "CTE request", octets: 1,
          [
            Parameter.Part("MinCTELenReq", bit: 0, width: 5),
            Parameter.Part("CTETypeReq", bit: 6, width: 2),
          ])
      ]),
    0x1B: ParameterLayout("LL_CTE_RSP", []),
    0x1C: ParameterLayout("LL_PERIODIC_SYNC_IND", periodicSync),
    0x1D: ParameterLayout("LL_CLOCK_ACCURACY_REQ", [.code("SCA", .clockAccuracy).brief]),
    0x1E: ParameterLayout("LL_CLOCK_ACCURACY_RSP", [.code("SCA", .clockAccuracy).brief]),
  ]

  private static let later: [UInt8: ParameterLayout] = [
    0x1F: ParameterLayout(
      "LL_CIS_REQ",
      [
        .u8("CIG_ID").brief, .u8("CIS_ID").brief, .bits("PHY_C_To_P", phys),
        .bits("PHY_P_To_C", phys),
        .split(
          "Max_SDU_C_To_P and Framed", octets: 2,
          [
            Parameter.Part("Max_SDU_C_To_P", bit: 0, width: 12),
            Parameter.Part("Framing_Mode", bit: 14), Parameter.Part("Framed", bit: 15),
          ]), .hex("Max_SDU_P_To_C", octets: 2),
        .time("SDU_Interval_C_To_P", octets: 3, .microseconds),
        .time("SDU_Interval_P_To_C", octets: 3, .microseconds),
        .u16("Max_PDU_C_To_P", .octets), .u16("Max_PDU_P_To_C", .octets), .u8("NSE"),
        .time("Sub_Interval", octets: 3, .microseconds),
        .split(
          "BN", octets: 1,
          [
            Parameter.Part("BN_C_To_P", bit: 0, width: 4),
            Parameter.Part("BN_P_To_C", bit: 4, width: 4),
          ]), .u8("FT_C_To_P"), .u8("FT_P_To_C"), .time("ISO_Interval", .slotPairs),
        .time("CIS_Offset_Min", octets: 3, .microseconds),
        .time("CIS_Offset_Max", octets: 3, .microseconds), .u16("connEventCount"),
      ]),
    0x20: ParameterLayout(
      "LL_CIS_RSP",
      [
        .time("CIS_Offset_Min", octets: 3, .microseconds),
        .time("CIS_Offset_Max", octets: 3, .microseconds), .u16("connEventCount"),
      ]),
    0x21: ParameterLayout(
      "LL_CIS_IND",
      [
        .hex("AA", octets: 4).brief, .time("CIS_Offset", octets: 3, .microseconds),
        .time("CIG_Sync_Delay", octets: 3, .microseconds),
        .time("CIS_Sync_Delay", octets: 3, .microseconds), .u16("connEventCount"),
      ]),
    0x22: ParameterLayout(
      "LL_CIS_TERMINATE_IND", [.u8("CIG_ID"), .u8("CIS_ID"), .status("ErrorCode")]),
    0x23: ParameterLayout(
      "LL_POWER_CONTROL_REQ",
      [.bits("PHY", codedPHYs), .i8("Delta", .dB).brief, .i8("TxPower", .dBm).brief]),
    0x24: ParameterLayout(
      "LL_POWER_CONTROL_RSP",
      [
        .bits("Power flags", ["Min", "Max"]), .i8("Delta", .dB).brief, .i8("TxPower", .dBm).brief,
        .u8("APR", .dB),
      ]),
    0x25: ParameterLayout(
      "LL_POWER_CHANGE_IND",
      [
        .bits("PHY", codedPHYs), .bits("Power flags", ["Min", "Max"]), .i8("Delta", .dB).brief,
        .i8("TxPower", .dBm).brief,
      ]),
    0x26: ParameterLayout("LL_SUBRATE_REQ", subrates),
    0x27: ParameterLayout(
      "LL_SUBRATE_IND",
      [
        .u16("SubrateFactor").brief, .u16("SubrateBaseEvent"), .u16("Latency").brief,
        .u16("ContinuationNumber"), .time("Timeout", .hundredths).brief,
      ]),
    0x28: ParameterLayout(
      "LL_CHANNEL_REPORTING_IND",
      [.code("Enable", .disabledEnabled).brief, .u8("Min_Spacing"), .u8("Max_Delay")]),
    0x29: ParameterLayout(
      "LL_CHANNEL_STATUS_IND", [.bytes("Channel_Classification", 10).role(.capability(10))]),
    0x2A: ParameterLayout(
      "LL_PERIODIC_SYNC_WR_IND",
      periodicSync + [
        .hex("RspAA", octets: 4), .u8("NumSubevents"),
        .time("SubeventInterval", octets: 1, .slotPairs),
        .time("ResponseSlotDelay", octets: 1, .slotPairs),
        .u8("ResponseSlotSpacing"),
      ]),
    0x2B: ParameterLayout(
      "LL_FEATURE_EXT_REQ",
      [.u8("MaxPage"), .u8("PageNumber").brief, .bytes("FeaturePage", 24).role(.capability(24))]),
    0x2C: ParameterLayout(
      "LL_FEATURE_EXT_RSP",
      [.u8("MaxPage"), .u8("PageNumber").brief, .bytes("FeaturePage", 24).role(.capability(24))]),
    0x3B: ParameterLayout(
      "LL_FRAME_SPACE_REQ",
      [.time("FS_Min", .microseconds).brief, .time("FS_Max", .microseconds).brief] + spacing),
    0x3C: ParameterLayout(
      "LL_FRAME_SPACE_RSP", [.time("FS", .microseconds).brief] + spacing),
    0x3D: ParameterLayout("LL_OTA_UTP_IND", [.rest("UTP_Message")]),
    0x3E: ParameterLayout(
      "LL_CONNECTION_RATE_REQ",
      [
        .time("Interval_Min", .frames).brief, .time("Interval_Max", .frames).brief,
        .u16("SubrateFactorMin").brief, .u16("SubrateFactorMax").brief, .u16("Max_Latency"),
        .u16("ContinuationNumber"), .time("Timeout", .hundredths).brief,
        .time("PreferredPeriodicity", .frames), .u16("ReferenceConnEventCount"),
        .time("Offset0", .frames, special: noOffset), .time("Offset1", .frames, special: noOffset),
        .time("Offset2", .frames, special: noOffset), .time("Offset3", .frames, special: noOffset),
      ]),
    0x3F: ParameterLayout(
      "LL_CONNECTION_RATE_IND",
      [
        .time("WinOffset", .frames), .time("Interval", .frames).brief, .u16("Instant").brief,
        .u16("SubrateFactor").brief, .u16("Latency").brief, .u16("ContinuationNumber"),
        .time("Timeout", .hundredths).brief,
      ]),
  ]

  private static let parameters: [Parameter] = [
    .time("Interval_Min", .slotPairs).brief, .time("Interval_Max", .slotPairs).brief,
    .u16("Latency").brief, .time("Timeout", .hundredths).brief,
    .time("PreferredPeriodicity", octets: 1, .slotPairs), .u16("ReferenceConnEventCount"),
    .u16("Offset0"), .u16("Offset1"), .u16("Offset2"), .u16("Offset3"), .u16("Offset4"),
    .u16("Offset5"),
  ]

  private static let dataLengths: [Parameter] = [
    .u16("MaxRxOctets", .octets).brief, .time("MaxRxTime", .microseconds),
    .u16("MaxTxOctets", .octets).brief, .time("MaxTxTime", .microseconds),
  ]

  private static let subrates: [Parameter] = [
    .u16("SubrateFactorMin").brief, .u16("SubrateFactorMax").brief, .u16("Max_Latency"),
    .u16("ContinuationNumber"), .time("Timeout", .hundredths).brief,
  ]

  private static let periodicSync: [Parameter] = [
    .hex("ID", octets: 2), .bytes("SyncInfo", 18), .u16("connEventCount"),
    .u16("lastPaEventCounter"),
    .split(
      "SID, AType and SCA", octets: 1,
      [
        Parameter.Part("SID", bit: 0, width: 4), Parameter.Part("AType", bit: 4),
        Parameter.Part("SCA", bit: 5, width: 3),
      ]), .code("PHY", [1: "LE 1M", 2: "LE 2M", 4: "LE Coded"]), .address("AdvA"),
    .u16("syncConnEventCount"),
  ]

  private static let spacing: [Parameter] = [
    .bits("PHYS", phys), .bits("Spacing_Types", octets: 2, spacingTypes),
  ]

  private static let spacingTypes: CodeNames = [
    "T_IFS_ACL_CP", "T_IFS_ACL_PC", "T_MCES", "T_IFS_CIS", "T_MSS_CIS",
  ]
  private static let noOffset: CodeNames = [0xFFFF: "Not valid"]

  static let phys: CodeNames = ["LE 1M", "LE 2M", "LE Coded"]
  private static let codedPHYs: CodeNames = ["LE 1M", "LE 2M", "LE Coded S=8", "LE Coded S=2"]

  /// A PDU is named in others by its opcode alone.
  private static let opcodes: CodeNames = .none
}
