extension HCICommandLayouts {
  /// Link Control commands about finding devices and about connections.
  ///
  /// OGF 0x01. Core Vol 4, Part E, 7.1.
  static let linkControl: [HCICommandLayout] = [
    HCICommandLayout(
      0x0401, "Inquiry",
      [
        .hex("LAP", octets: 3).brief, .time("Inquiry_Length", octets: 1, .inquiryUnits).brief,
        .u8("Num_Responses", special: .unlimited0),
      ]),
    HCICommandLayout(0x0402, "Inquiry Cancel", [], returns: [.status()]),
    HCICommandLayout(
      0x0403, "Periodic Inquiry Mode",
      [
        .time("Max_Period_Length", .inquiryUnits), .time("Min_Period_Length", .inquiryUnits),
        .hex("LAP", octets: 3).brief, .time("Inquiry_Length", octets: 1, .inquiryUnits).brief,
        .u8("Num_Responses", special: .unlimited0),
      ], returns: [.status()]),
    HCICommandLayout(0x0404, "Exit Periodic Inquiry Mode", [], returns: [.status()]),
    HCICommandLayout(
      0x0405, "Create Connection",
      [
        .address(), .bits("Packet_Type", octets: 2, .aclPacketTypes),
        .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode), .u8("Reserved"),
        .hex("Clock_Offset", octets: 2), .code("Allow_Role_Switch", .roleSwitch),
      ]),
    HCICommandLayout(0x0406, "Disconnect", [.handle(), .code("Reason", .status).brief]),
    HCICommandLayout(
      0x0408, "Create Connection Cancel", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(
      0x0409, "Accept Connection Request", [.address(), .code("Role", .role).brief]),
    HCICommandLayout(
      0x040A, "Reject Connection Request", [.address(), .code("Reason", .status).brief]),
    HCICommandLayout(
      0x040F, "Change Connection Packet Type",
      [.handle(), .bits("Packet_Type", octets: 2, .aclPacketTypes)]),
    HCICommandLayout(
      0x0419, "Remote Name Request",
      [
        .address(), .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode), .u8("Reserved"),
        .hex("Clock_Offset", octets: 2),
      ]),
    HCICommandLayout(
      0x041A, "Remote Name Request Cancel", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(0x041B, "Read Remote Supported Features", [.handle()]),
    HCICommandLayout(0x041C, "Read Remote Extended Features", [.handle(), .u8("Page_Number")]),
    HCICommandLayout(0x041D, "Read Remote Version Information", [.handle()]),
    HCICommandLayout(0x041F, "Read Clock Offset", [.handle()]),
    HCICommandLayout(
      0x0420, "Read LMP Handle", [.handle()],
      returns: [.status(), .handle(), .u8("LMP_Handle"), .u32("Reserved")]),
    HCICommandLayout(
      0x043F, "Truncated Page",
      [
        .address(), .code("Page_Scan_Repetition_Mode", .pageScanRepetitionMode),
        .hex("Clock_Offset", octets: 2),
      ]),
    HCICommandLayout(
      0x0440, "Truncated Page Cancel", [.address()], returns: [.status(), .address()]),
    HCICommandLayout(
      0x0441, "Set Connectionless Peripheral Broadcast",
      [
        .code("Enable", .disabledEnabled).brief, .u8("LT_ADDR"), .code("LPO_Allowed", .noYes),
        .bits("Packet_Type", octets: 2, .aclPacketTypes), .time("Interval_Min", .slots),
        .time("Interval_Max", .slots), .time("Supervision_Timeout", .slots),
      ], returns: [.status(), .u8("LT_ADDR"), .time("Interval", .slots)]),
    HCICommandLayout(
      0x0442, "Set Connectionless Peripheral Broadcast Receive",
      [
        .code("Enable", .disabledEnabled), .address(), .u8("LT_ADDR"), .time("Interval", .slots),
        .u32("Clock_Offset"), .u32("Next_Connectionless_Peripheral_Broadcast_Clock"),
        .time("Supervision_Timeout", .slots), .u8("Remote_Timing_Accuracy", .partsPerMillion),
        .u8("Skip"), .bits("Packet_Type", octets: 2, .aclPacketTypes),
        .bytes("AFH_Channel_Map", 10).role(.capability(10)),
      ], returns: [.status(), .address(), .u8("LT_ADDR")]),
    HCICommandLayout(0x0443, "Start Synchronization Train", []),
    HCICommandLayout(
      0x0444, "Receive Synchronization Train",
      [
        .address(), .time("Sync_Scan_Timeout", .slots), .time("Sync_Scan_Window", .slots),
        .time("Sync_Scan_Interval", .slots),
      ]),
  ]
}
