extension HCICommandLayouts {
  /// Controller & Baseband commands of the Controller as a whole and of its links.
  ///
  /// OGF 0x03. Core Vol 4, Part E, 7.3.
  static let baseband: [HCICommandLayout] = [
    HCICommandLayout(
      0x0C01, "Set Event Mask", [.bits("Event_Mask", octets: 8, .eventMask)], returns: [.status()]),
    HCICommandLayout(0x0C03, "Reset", [], returns: [.status()]),
    HCICommandLayout(
      0x0C05, "Set Event Filter",
      [
        .code("Filter_Type", .eventFilterType).brief,
        .choice(
          by: "Filter_Type",
          [
            1: [.code("Filter_Condition_Type", .filterCondition).brief, filteredDevices],
            2: [
              .code("Filter_Condition_Type", .filterCondition).brief, filteredDevices,
              .code("Auto_Accept_Flag", .autoAccept),
            ],
          ]),
      ], returns: [.status()]),
    HCICommandLayout(0x0C08, "Flush", [.handle()], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x0C09, "Read PIN Type", [], returns: [.status(), .code("PIN_Type", .pinType).brief]),
    HCICommandLayout(
      0x0C0A, "Write PIN Type", [.code("PIN_Type", .pinType).brief], returns: [.status()]),
    HCICommandLayout(0x0C0B, "Create New Unit Key", [], returns: [.status()]),
    HCICommandLayout(
      0x0C0D, "Read Stored Link Key", [.address(), .code("Read_All", .noYes)],
      returns: [.status(), .u16("Max_Num_Keys"), .u16("Num_Keys_Read").brief]),
    HCICommandLayout(
      0x0C11, "Write Stored Link Key",
      [
        .u8("Num_Keys_To_Write").brief,
        .list("Keys", countedBy: "Num_Keys_To_Write", [.address(), .secret("Link_Key", 16)]),
      ], returns: [.status(), .u8("Num_Keys_Written").brief]),
    HCICommandLayout(
      0x0C12, "Delete Stored Link Key", [.address(), .code("Delete_All", .noYes)],
      returns: [.status(), .u16("Num_Keys_Deleted").brief]),
    HCICommandLayout(
      0x0C13, "Write Local Name", [.text("Local_Name", 248).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C14, "Read Local Name", [], returns: [.status(), .text("Local_Name", 248).brief]),
    HCICommandLayout(
      0x0C15, "Read Connection Accept Timeout", [],
      returns: [.status(), .time("Connection_Accept_Timeout", .slots).brief]),
    HCICommandLayout(
      0x0C16, "Write Connection Accept Timeout", [.time("Connection_Accept_Timeout", .slots).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C17, "Read Page Timeout", [], returns: [.status(), .time("Page_Timeout", .slots).brief]),
    HCICommandLayout(
      0x0C18, "Write Page Timeout", [.time("Page_Timeout", .slots).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C19, "Read Scan Enable", [], returns: [.status(), .bits("Scan_Enable", .scanEnable).brief]),
    HCICommandLayout(
      0x0C1A, "Write Scan Enable", [.bits("Scan_Enable", .scanEnable).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C1B, "Read Page Scan Activity", [],
      returns: [
        .status(), .time("Page_Scan_Interval", .slots).brief,
        .time("Page_Scan_Window", .slots).brief,
      ]),
    HCICommandLayout(
      0x0C1C, "Write Page Scan Activity",
      [.time("Page_Scan_Interval", .slots).brief, .time("Page_Scan_Window", .slots).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C1D, "Read Inquiry Scan Activity", [],
      returns: [
        .status(), .time("Inquiry_Scan_Interval", .slots).brief,
        .time("Inquiry_Scan_Window", .slots).brief,
      ]),
    HCICommandLayout(
      0x0C1E, "Write Inquiry Scan Activity",
      [.time("Inquiry_Scan_Interval", .slots).brief, .time("Inquiry_Scan_Window", .slots).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C1F, "Read Authentication Enable", [],
      returns: [.status(), .code("Authentication_Enable", .notRequiredRequired).brief]),
    HCICommandLayout(
      0x0C20, "Write Authentication Enable",
      [.code("Authentication_Enable", .notRequiredRequired).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C21, "Read Encryption Mode", [],
      returns: [.status(), .code("Encryption_Mode", .notRequiredRequired).brief]),
    HCICommandLayout(
      0x0C22, "Write Encryption Mode", [.code("Encryption_Mode", .notRequiredRequired).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C23, "Read Class of Device", [],
      returns: [.status(), .hex("Class_Of_Device", octets: 3).brief]),
    HCICommandLayout(
      0x0C24, "Write Class of Device", [.hex("Class_Of_Device", octets: 3).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C25, "Read Voice Setting", [], returns: [.status(), .voiceSetting("Voice_Setting")]),
    HCICommandLayout(
      0x0C26, "Write Voice Setting", [.voiceSetting("Voice_Setting")], returns: [.status()]),
    HCICommandLayout(
      0x0C27, "Read Automatic Flush Timeout", [.handle()],
      returns: [
        .status(), .handle(), .time("Flush_Timeout", .slots, special: .noAutomaticFlush).brief,
      ]),
    HCICommandLayout(
      0x0C28, "Write Automatic Flush Timeout",
      [.handle(), .time("Flush_Timeout", .slots, special: .noAutomaticFlush).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x0C29, "Read Num Broadcast Retransmissions", [],
      returns: [.status(), .u8("Num_Broadcast_Retransmissions").brief]),
    HCICommandLayout(
      0x0C2A, "Write Num Broadcast Retransmissions", [.u8("Num_Broadcast_Retransmissions").brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C2B, "Read Hold Mode Activity", [],
      returns: [.status(), .bits("Hold_Mode_Activity", .holdModeActivity).brief]),
    HCICommandLayout(
      0x0C2C, "Write Hold Mode Activity", [.bits("Hold_Mode_Activity", .holdModeActivity).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C2D, "Read Transmit Power Level", [.handle(), .code("Type", .currentMaximum).brief],
      returns: [.status(), .handle(), .i8("TX_Power_Level", .dBm).brief]),
    HCICommandLayout(
      0x0C2E, "Read Synchronous Flow Control Enable", [],
      returns: [.status(), .code("Synchronous_Flow_Control_Enable", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C2F, "Write Synchronous Flow Control Enable",
      [.code("Synchronous_Flow_Control_Enable", .disabledEnabled).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C31, "Set Controller To Host Flow Control",
      [.code("Flow_Control_Enable", .hostFlowControl).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C33, "Host Buffer Size",
      [
        .u16("Host_ACL_Data_Packet_Length", .octets).brief,
        .u8("Host_Synchronous_Data_Packet_Length", .octets),
        .u16("Host_Total_Num_ACL_Data_Packets").brief,
        .u16("Host_Total_Num_Synchronous_Data_Packets"),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C35, "Host Number Of Completed Packets",
      [
        .u8("Num_Handles"),
        .list(
          "Handles", countedBy: "Num_Handles",
          [.handle(), .u16("Host_Num_Completed_Packets").brief]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C36, "Read Link Supervision Timeout", [.handle("Handle")],
      returns: [
        .status(), .handle("Handle"),
        .time("Link_Supervision_Timeout", .slots, special: .noTimeout).brief,
      ]),
    HCICommandLayout(
      0x0C37, "Write Link Supervision Timeout",
      [.handle("Handle"), .time("Link_Supervision_Timeout", .slots, special: .noTimeout).brief],
      returns: [.status(), .handle("Handle")]),
    HCICommandLayout(
      0x0C38, "Read Number Of Supported IAC", [],
      returns: [.status(), .u8("Num_Supported_IAC").brief]),
    HCICommandLayout(
      0x0C39, "Read Current IAC LAP", [],
      returns: [
        .status(), .u8("Num_Current_IAC"),
        .list("IACs", countedBy: "Num_Current_IAC", [.hex("IAC_LAP", octets: 3).brief]),
      ]),
    HCICommandLayout(
      0x0C3A, "Write Current IAC LAP",
      [
        .u8("Num_Current_IAC"),
        .list("IACs", countedBy: "Num_Current_IAC", [.hex("IAC_LAP", octets: 3).brief]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C3B, "Read Page Scan Period Mode", [],
      returns: [.status(), .code("Page_Scan_Period_Mode", .pageScanPeriodMode).brief]),
    HCICommandLayout(
      0x0C3C, "Write Page Scan Period Mode",
      [.code("Page_Scan_Period_Mode", .pageScanPeriodMode).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C3D, "Read Page Scan Mode", [], returns: [.status(), .u8("Page_Scan_Mode").brief]),
    HCICommandLayout(
      0x0C3E, "Write Page Scan Mode", [.u8("Page_Scan_Mode").brief], returns: [.status()]),
    HCICommandLayout(
      0x0C3F, "Set AFH Host Channel Classification",
      [.bytes("AFH_Host_Channel_Classification", 10).role(.capability(10))], returns: [.status()]),
    HCICommandLayout(
      0x0C42, "Read Inquiry Scan Type", [],
      returns: [.status(), .code("Inquiry_Scan_Type", .scanType).brief]),
    HCICommandLayout(
      0x0C43, "Write Inquiry Scan Type", [.code("Scan_Type", .scanType).brief], returns: [.status()]
    ),
    HCICommandLayout(
      0x0C44, "Read Inquiry Mode", [],
      returns: [.status(), .code("Inquiry_Mode", .inquiryMode).brief]),
    HCICommandLayout(
      0x0C45, "Write Inquiry Mode", [.code("Inquiry_Mode", .inquiryMode).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C46, "Read Page Scan Type", [],
      returns: [.status(), .code("Page_Scan_Type", .scanType).brief]),
    HCICommandLayout(
      0x0C47, "Write Page Scan Type", [.code("Page_Scan_Type", .scanType).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C48, "Read AFH Channel Assessment Mode", [],
      returns: [.status(), .code("AFH_Channel_Assessment_Mode", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C49, "Write AFH Channel Assessment Mode",
      [.code("AFH_Channel_Assessment_Mode", .disabledEnabled).brief], returns: [.status()]),
  ]
}

/// The devices that an event filter is about.
private let filteredDevices = Parameter.choice(
  by: "Filter_Condition_Type",
  [
    1: [.hex("Class_Of_Device", octets: 3), .hex("Class_Of_Device_Mask", octets: 3)],
    2: [.address()],
  ])
