import BluetoothProtocol

/// LL Control PDUs of Channel Sounding by their opcode, without the opcode. Core 6.0, Vol 6,
/// Part B, 2.4.2.
enum LLSoundingLayouts {
  static let all: [UInt8: ParameterLayout] = [
    0x2D: ParameterLayout(
      "LL_CS_SEC_RSP",
      [
        .hex("CS_IV_P", octets: 8).role(.secret), .hex("CS_IN_P", octets: 4).role(.secret),
        .hex("CS_PV_P", octets: 8).role(.secret),
      ]),
    0x2E: ParameterLayout("LL_CS_CAPABILITIES_REQ", capabilities),
    0x2F: ParameterLayout("LL_CS_CAPABILITIES_RSP", capabilities),
    0x30: ParameterLayout(
      "LL_CS_CONFIG_REQ",
      [
        .split(
          "Config_ID and Action", octets: 1,
          [
            Parameter.Part("Config_ID", bit: 0, width: 6),
            Parameter.Part("Action", bit: 6, width: 2, ["Remove", "Create"]),
          ]), .bytes("ChM", 10), .u8("ChM_Repetition"), .u8("Main_Mode").brief, .u8("Sub_Mode"),
        .u8("Main_Mode_Min_Steps"), .u8("Main_Mode_Max_Steps"), .u8("Main_Mode_Repetition"),
        .u8("Mode_0_Steps"), .bits("CS_SYNC_PHY", LLControlLayouts.phys),
        .split(
          "RTT_Type and Role", octets: 1,
          [
            Parameter.Part("RTT_Type", bit: 0, width: 4),
            Parameter.Part("Role", bit: 4, width: 2, ["Initiator", "Reflector"]),
          ]),
        .split(
          "ChSel and Ch3cShape", octets: 1,
          [
            Parameter.Part("ChSel", bit: 0, width: 4),
            Parameter.Part("Ch3cShape", bit: 4, width: 4),
          ]), .u8("Ch3cJump"), .u8("T_IP1"), .u8("T_IP2"), .u8("T_FCS"), .u8("T_PM"), .u8("RFU"),
      ]),
    0x31: ParameterLayout("LL_CS_CONFIG_RSP", [configuration]),
    0x32: ParameterLayout(
      "LL_CS_REQ",
      [configuration, .u16("connEventCount"), offset("Offset_Min"), offset("Offset_Max")]
        + [.time("Max_Procedure_Len", .slots)] + events
        + [
          .u16("Procedure_Interval"), .u16("Procedure_Count"), .u8("ACI"),
          .hex("Preferred_Peer_Ant", octets: 1), phy, .i8("Pwr_Delta", .dB),
          .split(
            "TX_SNR", octets: 1,
            [
              Parameter.Part("TX_SNR_I", bit: 0, width: 4),
              Parameter.Part("TX_SNR_R", bit: 4, width: 4),
            ]),
        ]),
    0x33: ParameterLayout(
      "LL_CS_RSP",
      [configuration, .u16("connEventCount"), offset("Offset_Min"), offset("Offset_Max")]
        + events + [.u8("ACI"), phy, .i8("Pwr_Delta", .dB), .u8("RFU")]),
    0x34: ParameterLayout(
      "LL_CS_IND",
      [configuration, .u16("connEventCount"), offset("Offset")] + events
        + [.u8("ACI"), phy, .i8("Pwr_Delta", .dB), .u8("RFU")]),
    0x35: ParameterLayout("LL_CS_TERMINATE_REQ", end),
    0x36: ParameterLayout("LL_CS_FAE_REQ", []),
    0x37: ParameterLayout("LL_CS_FAE_RSP", [.bytes("ChFAE", 72)]),
    0x38: ParameterLayout("LL_CS_CHANNEL_MAP_IND", [.bytes("ChM", 10), .u16("Instant").brief]),
    0x39: ParameterLayout(
      "LL_CS_SEC_REQ",
      [
        .hex("CS_IV_C", octets: 8).role(.secret), .hex("CS_IN_C", octets: 4).role(.secret),
        .hex("CS_PV_C", octets: 8).role(.secret),
      ]),
    0x3A: ParameterLayout("LL_CS_TERMINATE_RSP", end),
  ]

  private static let configuration = Parameter.split(
    "Config_ID", octets: 1, [Parameter.Part("Config_ID", bit: 0, width: 6)])

  private static func offset(_ name: StaticString) -> Parameter {
    .time(name, octets: 3, .microseconds)
  }

  private static let phy = Parameter.bits(
    "PHY", ["LE 1M", "LE 2M", "LE Coded S=8", "LE Coded S=2"])

  private static let events: [Parameter] = [
    .u16("Event_Interval"), .u8("Subevents_Per_Event"), .time("Subevent_Interval", .slots),
    .time("Subevent_Len", octets: 3, .microseconds),
  ]

  private static let end: [Parameter] = [configuration, .u16("ProcCount"), .status("ErrorCode")]

  private static let nadm: CodeNames = ["Phase-based NADM"]

  private static let capabilities: [Parameter] = [
    .hex("Mode_Types", octets: 1), .hex("RTT_Capability", octets: 1), .u8("RTT_AA_Only_N"),
    .u8("RTT_Sounding_N"), .u8("RTT_Random_Sequence_N"),
    .bits("NADM_Sounding_Capability", octets: 2, nadm),
    .bits("NADM_Random_Capability", octets: 2, nadm),
    .hex("CS_SYNC_PHY_Capability", octets: 1),
    .split(
      "Num_Ant and Max_Ant_Path", octets: 1,
      [
        Parameter.Part("Num_Ant", bit: 0, width: 4),
        Parameter.Part("Max_Ant_Path", bit: 4, width: 4),
      ]),
    .split(
      "Role and features", octets: 1,
      [
        Parameter.Part("Role", bit: 0, width: 2), Parameter.Part("No_FAE", bit: 3),
        Parameter.Part("Channel_Selection_3c", bit: 4),
        Parameter.Part("Sounding_PCT_Estimate", bit: 5),
      ]), .u8("Num_Configs"), .u16("Max_Procedures_Supported"),
    .time("T_SW", octets: 1, .microseconds),
    .hex("T_IP1_Capability", octets: 2), .hex("T_IP2_Capability", octets: 2),
    .hex("T_FCS_Capability", octets: 2), .hex("T_PM_Capability", octets: 2),
    .hex("TX_SNR_Capability", octets: 1),
  ]
}
