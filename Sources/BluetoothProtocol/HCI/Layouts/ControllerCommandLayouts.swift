extension HCICommandLayouts {
  /// Controller & Baseband commands that came with version 2.1 and later.
  ///
  /// OGF 0x03. Core Vol 4, Part E, 7.3.
  static let controller: [HCICommandLayout] = [
    HCICommandLayout(
      0x0C51, "Read Extended Inquiry Response", [],
      returns: [
        .status(), .code("FEC_Required", .noYes),
        .advertisingData("Extended_Inquiry_Response", .fixed(240)),
      ]),
    HCICommandLayout(
      0x0C52, "Write Extended Inquiry Response",
      [.code("FEC_Required", .noYes), .advertisingData("Extended_Inquiry_Response", .fixed(240))],
      returns: [.status()]),
    HCICommandLayout(0x0C53, "Refresh Encryption Key", [.handle()]),
    HCICommandLayout(
      0x0C55, "Read Simple Pairing Mode", [],
      returns: [.status(), .code("Simple_Pairing_Mode", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C56, "Write Simple Pairing Mode", [.code("Simple_Pairing_Mode", .disabledEnabled).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C57, "Read Local OOB Data", [], returns: [.status(), .secret("C", 16), .secret("R", 16)]),
    HCICommandLayout(
      0x0C58, "Read Inquiry Response Transmit Power Level", [],
      returns: [.status(), .i8("TX_Power", .dBm).brief]),
    HCICommandLayout(
      0x0C59, "Write Inquiry Transmit Power Level", [.i8("TX_Power", .dBm).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C5A, "Read Default Erroneous Data Reporting", [],
      returns: [.status(), .code("Erroneous_Data_Reporting", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C5B, "Write Default Erroneous Data Reporting",
      [.code("Erroneous_Data_Reporting", .disabledEnabled).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C5F, "Enhanced Flush", [.handle("Handle"), .code("Packet_Type", .flushPacketType)]),
    HCICommandLayout(
      0x0C60, "Send Keypress Notification",
      [.address(), .code("Notification_Type", .keypressNotification).brief],
      returns: [.status(), .address()]),
    HCICommandLayout(
      0x0C61, "Read Logical Link Accept Timeout", [],
      returns: [.status(), .time("Logical_Link_Accept_Timeout", .slots).brief]),
    HCICommandLayout(
      0x0C62, "Write Logical Link Accept Timeout",
      [.time("Logical_Link_Accept_Timeout", .slots).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C63, "Set Event Mask Page 2", [.bits("Event_Mask_Page_2", octets: 8, .eventMaskPage2)],
      returns: [.status()]),
    HCICommandLayout(
      0x0C64, "Read Location Data", [],
      returns: [
        .status(), .code("Location_Domain_Aware", .noYes),
        .hex("Location_Domain", octets: 2).role(.place),
        .u8("Location_Domain_Options"), .u8("Location_Options"),
      ]),
    HCICommandLayout(
      0x0C65, "Write Location Data",
      [
        .code("Location_Domain_Aware", .noYes), .hex("Location_Domain", octets: 2).role(.place),
        .u8("Location_Domain_Options"), .u8("Location_Options"),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C66, "Read Flow Control Mode", [],
      returns: [.status(), .code("Flow_Control_Mode", .flowControlMode).brief]),
    HCICommandLayout(
      0x0C67, "Write Flow Control Mode", [.code("Flow_Control_Mode", .flowControlMode).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C68, "Read Enhanced Transmit Power Level",
      [.handle(), .code("Type", .currentMaximum).brief],
      returns: [
        .status(), .handle(), .i8("TX_Power_Level_GFSK", .dBm).brief,
        .i8("TX_Power_Level_DQPSK", .dBm).brief, .i8("TX_Power_Level_8DPSK", .dBm).brief,
      ]),
    HCICommandLayout(
      0x0C69, "Read Best Effort Flush Timeout", [.handle("Logical_Link_Handle")],
      returns: [.status(), .u32("Best_Effort_Flush_Timeout", .microseconds).brief]),
    HCICommandLayout(
      0x0C6A, "Write Best Effort Flush Timeout",
      [.handle("Logical_Link_Handle"), .u32("Best_Effort_Flush_Timeout", .microseconds).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C6B, "Short Range Mode",
      [.u8("Physical_Link_Handle").brief, .code("Short_Range_Mode", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C6C, "Read LE Host Support", [],
      returns: [.status(), .code("LE_Supported_Host", .disabledEnabled).brief, .u8("Unused")]),
    HCICommandLayout(
      0x0C6D, "Write LE Host Support",
      [.code("LE_Supported_Host", .disabledEnabled).brief, .u8("Unused")], returns: [.status()]),
    HCICommandLayout(
      0x0C74, "Set Reserved LT_ADDR", [.u8("LT_ADDR").brief],
      returns: [.status(), .u8("LT_ADDR").brief]),
    HCICommandLayout(
      0x0C75, "Delete Reserved LT_ADDR", [.u8("LT_ADDR").brief],
      returns: [.status(), .u8("LT_ADDR").brief]),
    HCICommandLayout(
      0x0C76, "Set Connectionless Peripheral Broadcast Data",
      [
        .u8("LT_ADDR").brief, .code("Fragment", .fragment), .u8("Data_Length"),
        .bytes("Data", countedBy: "Data_Length"),
      ], returns: [.status(), .u8("LT_ADDR").brief]),
    HCICommandLayout(
      0x0C77, "Read Synchronization Train Parameters", [],
      returns: [
        .status(), .time("Sync_Train_Interval", .slots).brief,
        .time("Synchronization_Train_Timeout", octets: 4, .slots),
        .hex("Service_Data", octets: 1).role(.appData),
      ]),
    HCICommandLayout(
      0x0C78, "Write Synchronization Train Parameters",
      [
        .time("Interval_Min", .slots).brief, .time("Interval_Max", .slots).brief,
        .time("Sync_Train_Timeout", octets: 4, .slots),
        .hex("Service_Data", octets: 1).role(.appData),
      ], returns: [.status(), .time("Sync_Train_Interval", .slots).brief]),
    HCICommandLayout(
      0x0C79, "Read Secure Connections Host Support", [],
      returns: [.status(), .code("Secure_Connections_Host_Support", .disabledEnabled).brief]),
    HCICommandLayout(
      0x0C7A, "Write Secure Connections Host Support",
      [.code("Secure_Connections_Host_Support", .disabledEnabled).brief], returns: [.status()]),
    HCICommandLayout(
      0x0C7B, "Read Authenticated Payload Timeout", [.handle()],
      returns: [.status(), .handle(), .time("Authenticated_Payload_Timeout", .hundredths).brief]),
    HCICommandLayout(
      0x0C7C, "Write Authenticated Payload Timeout",
      [.handle(), .time("Authenticated_Payload_Timeout", .hundredths).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x0C7D, "Read Local OOB Extended Data", [],
      returns: [
        .status(), .secret("C_192", 16), .secret("R_192", 16), .secret("C_256", 16),
        .secret("R_256", 16),
      ]),
    HCICommandLayout(
      0x0C7E, "Read Extended Page Timeout", [],
      returns: [.status(), .time("Extended_Page_Timeout", .slots).brief]),
    HCICommandLayout(
      0x0C7F, "Write Extended Page Timeout", [.time("Extended_Page_Timeout", .slots).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C80, "Read Extended Inquiry Length", [],
      returns: [.status(), .time("Extended_Inquiry_Length", .slots).brief]),
    HCICommandLayout(
      0x0C81, "Write Extended Inquiry Length", [.time("Extended_Inquiry_Length", .slots).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C82, "Set Ecosystem Base Interval", [.time("Interval", .slotPairs).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0C83, "Configure Data Path",
      [
        .code("Data_Path_Direction", .dataPathDirection).brief,
        .code("Data_Path_ID", .dataPathID).brief, .u8("Vendor_Specific_Config_Length"),
        .bytes("Vendor_Specific_Config", countedBy: "Vendor_Specific_Config_Length"),
      ], returns: [.status()]),
    HCICommandLayout(
      0x0C84, "Set Min Encryption Key Size", [.u8("Min_Encryption_Key_Size", .octets).brief],
      returns: [.status()]),
  ]
}
