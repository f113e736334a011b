extension LEMetaLayouts {
  /// Events of Channel Sounding, and of tests.
  ///
  /// Core 6.0, Vol 4, Part E, 7.7.65.39 to 7.7.65.46.
  static let leChannelSounding: [UInt8: ParameterLayout] = [
    0x2C: ParameterLayout(
      "LE CS Read Remote Supported Capabilities Complete [v1]",
      [.status(), .handle()] + csCapabilities),
    0x2D: ParameterLayout(
      "LE CS Read Remote FAE Table Complete",
      [.status(), .handle(), .bytes("Remote_FAE_Table", 72)]),
    0x2E: ParameterLayout("LE CS Security Enable Complete", [.status(), .handle()]),
    0x2F: ParameterLayout(
      "LE CS Config Complete",
      [.status(), .handle(), .u8("Config_ID").brief, .code("Action", .csConfigAction).brief]
        + csConfiguration + [
          .time("T_IP1_Time", octets: 1, .microseconds),
          .time("T_IP2_Time", octets: 1, .microseconds),
          .time("T_FCS_Time", octets: 1, .microseconds),
          .time("T_PM_Time", octets: 1, .microseconds),
        ]),
    0x30: ParameterLayout(
      "LE CS Procedure Enable Complete",
      [
        .status(), .handle(), .u8("Config_ID").brief, .code("State", .disabledEnabled).brief,
        .u8("Tone_Antenna_Config_Selection"), .i8("Selected_TX_Power", .dBm),
        .time("Subevent_Len", octets: 3, .microseconds), .u8("Subevents_Per_Event"),
        .time("Subevent_Interval", .slots), .u16("Event_Interval"), .u16("Procedure_Interval"),
        .u16("Procedure_Count"), .time("Max_Procedure_Len", .slots),
      ]),
    0x31: ParameterLayout(
      "LE CS Subevent Result",
      [
        .handle(), .u8("Config_ID").brief, .u16("Start_ACL_Conn_Event_Counter"),
        .u16("Procedure_Counter").brief, .hex("Frequency_Compensation", octets: 2),
        .i8("Reference_Power_Level", .dBm, special: .notAvailable127),
      ] + csSubevent),
    0x32: ParameterLayout(
      "LE CS Subevent Result Continue", [.handle(), .u8("Config_ID").brief] + csSubevent),
    0x33: ParameterLayout("LE CS Test End Complete", [.status()]),
    0x36: ParameterLayout("LE UTP Receive", [.rest("UTP_Data")]),
    0x38: ParameterLayout(
      "LE CS Read Remote Supported Capabilities Complete [v2]",
      [.status(), .handle()] + csCapabilities + csCapabilitiesV2),
  ]
}

private let csSubevent: [Parameter] = [
  .code("Procedure_Done_Status", .csDoneStatus).brief,
  .code("Subevent_Done_Status", .csDoneStatus).brief, .csAbortReason, .u8("Num_Antenna_Paths"),
  .u8("Num_Steps_Reported").brief,
  .list(
    "Steps", countedBy: "Num_Steps_Reported",
    [
      .u8("Step_Mode"), .u8("Step_Channel"), .u8("Step_Data_Length"),
      .bytes("Step_Data", countedBy: "Step_Data_Length"),
    ]),
]
