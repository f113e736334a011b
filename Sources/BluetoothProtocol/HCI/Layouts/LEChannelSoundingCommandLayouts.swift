extension HCICommandLayouts {
  /// LE Controller commands about Channel Sounding.
  ///
  /// OGF 0x08. Core 6.0, Vol 4, Part E, 7.8.130 to 7.8.143.
  static let leChannelSounding: [HCICommandLayout] = [
    HCICommandLayout(
      0x2089, "LE CS Read Local Supported Capabilities [v1]", [],
      returns: [.status()] + csCapabilities),
    HCICommandLayout(0x208A, "LE CS Read Remote Supported Capabilities", [.handle()]),
    HCICommandLayout(
      0x208B, "LE CS Write Cached Remote Supported Capabilities [v1]", [.handle()] + csCapabilities,
      returns: [.status(), .handle()]),
    HCICommandLayout(0x208C, "LE CS Security Enable", [.handle()]),
    HCICommandLayout(
      0x208D, "LE CS Set Default Settings",
      [
        .handle(), .bits("Role_Enable", .csRoles).brief,
        .code("CS_SYNC_Antenna_Selection", .csAntennaSelection), .i8("Max_TX_Power", .dBm).brief,
      ], returns: [.status(), .handle()]),
    HCICommandLayout(0x208E, "LE CS Read Remote FAE Table", [.handle()]),
    HCICommandLayout(
      0x208F, "LE CS Write Cached Remote FAE Table", [.handle(), .bytes("Remote_FAE_Table", 72)],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2090, "LE CS Create Config",
      [.handle(), .u8("Config_ID").brief, .code("Create_Context", .csCreateContext)]
        + csConfiguration),
    HCICommandLayout(0x2091, "LE CS Remove Config", [.handle(), .u8("Config_ID").brief]),
    HCICommandLayout(
      0x2092, "LE CS Set Channel Classification",
      [.bytes("Channel_Classification", 10).role(.capability(10))],
      returns: [.status()]),
    HCICommandLayout(
      0x2093, "LE CS Set Procedure Parameters",
      [
        .handle(), .u8("Config_ID").brief, .time("Max_Procedure_Len", .slots).brief,
        .u16("Min_Procedure_Interval"), .u16("Max_Procedure_Interval"), .u16("Max_Procedure_Count"),
        .time("Min_Subevent_Len", octets: 3, .microseconds),
        .time("Max_Subevent_Len", octets: 3, .microseconds), .u8("Tone_Antenna_Config_Selection"),
        .code("PHY", .codedPHY), .i8("TX_Power_Delta", .dB, special: .csNoPowerDelta),
        .bits("Preferred_Peer_Antenna", .csAntennas), .code("SNR_Control_Initiator", .csSNRControl),
        .code("SNR_Control_Reflector", .csSNRControl),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2094, "LE CS Procedure Enable",
      [.handle(), .u8("Config_ID").brief, .code("Enable", .disabledEnabled).brief]),
    HCICommandLayout(
      0x2095, "LE CS Test",
      [
        .code("Main_Mode_Type", .csMainMode).brief, .code("Sub_Mode_Type", .csSubMode).brief,
        .u8("Main_Mode_Repetition"), .u8("Mode_0_Steps"), .code("Role", .csRole).brief,
        .code("RTT_Type", .csRTTType), .code("CS_SYNC_PHY", .csSyncPHY),
        .code("CS_SYNC_Antenna_Selection", .csAntennaSelection),
        .time("Subevent_Len", octets: 3, .microseconds), .time("Subevent_Interval", .slots),
        .u8("Max_Num_Subevents"), .i8("Transmit_Power_Level", .dBm, special: .testTXPower),
        .time("T_IP1_Time", octets: 1, .microseconds),
        .time("T_IP2_Time", octets: 1, .microseconds),
        .time("T_FCS_Time", octets: 1, .microseconds), .time("T_PM_Time", octets: 1, .microseconds),
        .time("T_SW_Time", octets: 1, .microseconds), .u8("Tone_Antenna_Config_Selection"),
        .u8("Reserved"), .code("SNR_Control_Initiator", .csSNRControl),
        .code("SNR_Control_Reflector", .csSNRControl), .hex("DRBG_Nonce", octets: 2).role(.secret),
        .u8("Channel_Map_Repetition"), .bits("Override_Config", octets: 2, .csOverrideConfig),
        .u8("Override_Parameters_Length"),
        .bytes("Override_Parameters_Data", countedBy: "Override_Parameters_Length"),
      ], returns: [.status()]),
    HCICommandLayout(0x2096, "LE CS Test End", []),
    HCICommandLayout(
      0x20A5, "LE CS Read Local Supported Capabilities [v2]", [],
      returns: [.status()] + csCapabilities + csCapabilitiesV2),
    HCICommandLayout(
      0x20A6, "LE CS Write Cached Remote Supported Capabilities [v2]",
      [.handle()] + csCapabilities + csCapabilitiesV2, returns: [.status(), .handle()]),
  ]
}

let csCapabilities: [Parameter] = [
  .u8("Num_Config_Supported").brief, .u16("Max_Consecutive_Procedures_Supported"),
  .u8("Num_Antennas_Supported").brief, .u8("Max_Antenna_Paths_Supported").brief,
  .bits("Roles_Supported", .csRoles).brief, .bits("Modes_Supported", .csModes),
  .bits("RTT_Capability", .csRTTCapability), .u8("RTT_AA_Only_N"), .u8("RTT_Sounding_N"),
  .u8("RTT_Random_Payload_N"), .bits("NADM_Sounding_Capability", octets: 2, .csNADMCapability),
  .bits("NADM_Random_Capability", octets: 2, .csNADMCapability),
  .bits("CS_SYNC_PHYs_Supported", .csSyncPHYs),
  .bits("Subfeatures_Supported", octets: 2, .csSubfeatures),
  .bits("T_IP1_Times_Supported", octets: 2, .csInterludeTimes),
  .bits("T_IP2_Times_Supported", octets: 2, .csInterludeTimes),
  .bits("T_FCS_Times_Supported", octets: 2, .csFrequencyChangeTimes),
  .bits("T_PM_Times_Supported", octets: 2, .csPhaseMeasurementTimes),
  .time("T_SW_Time_Supported", octets: 1, .microseconds),
  .bits("TX_SNR_Capability", .csTXSNRCapability),
]

/// What version 2 adds. Public sources differ on whether more follows, so that is left as octets.
let csCapabilitiesV2: [Parameter] = [
  .bits("T_IP2_IPT_Times_Supported", octets: 2, .csInterludeTimes),
  .time("T_SW_IPT_Time_Supported", octets: 1, .microseconds), .rest("Further_parameters"),
]

let csConfiguration: [Parameter] = [
  .code("Main_Mode_Type", .csMainMode).brief, .code("Sub_Mode_Type", .csSubMode).brief,
  .u8("Min_Main_Mode_Steps"), .u8("Max_Main_Mode_Steps"), .u8("Main_Mode_Repetition"),
  .u8("Mode_0_Steps"), .code("Role", .csRole).brief, .code("RTT_Type", .csRTTType),
  .code("CS_SYNC_PHY", .csSyncPHY), .bytes("Channel_Map", 10).role(.capability(10)),
  .u8("Channel_Map_Repetition"),
  .code("Channel_Selection_Type", .csChannelSelection), .code("Ch3c_Shape", .csChannel3cShape),
  .u8("Ch3c_Jump"), .u8("Reserved"),
]
