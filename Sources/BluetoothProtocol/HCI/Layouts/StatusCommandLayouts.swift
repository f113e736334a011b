extension HCICommandLayouts {
  /// Status parameters.
  ///
  /// OGF 0x05. Core Vol 4, Part E, 7.5.
  static let status: [HCICommandLayout] = [
    HCICommandLayout(
      0x1401, "Read Failed Contact Counter", [.handle("Handle")],
      returns: [.status(), .handle("Handle"), .u16("Failed_Contact_Counter").brief]),
    HCICommandLayout(
      0x1402, "Reset Failed Contact Counter", [.handle("Handle")],
      returns: [.status(), .handle("Handle")]),
    HCICommandLayout(
      0x1403, "Read Link Quality", [.handle("Handle")],
      returns: [.status(), .handle("Handle"), .u8("Link_Quality").brief]),
    HCICommandLayout(
      0x1405, "Read RSSI", [.handle("Handle")],
      returns: [.status(), .handle("Handle"), .i8("RSSI", .dBm, special: .notAvailable127).brief]),
    HCICommandLayout(
      0x1406, "Read AFH Channel Map", [.handle()],
      returns: [
        .status(), .handle(), .code("AFH_Mode", .disabledEnabled).brief,
        .bytes("AFH_Channel_Map", 10).role(.capability(10)),
      ]),
    HCICommandLayout(
      0x1407, "Read Clock", [.handle(), .code("Which_Clock", .whichClock).brief],
      returns: [
        .status(), .handle(), .time("Clock", octets: 4, .halfSlots).brief,
        .time("Accuracy", .halfSlots, special: .unknownFFFF),
      ]),
    HCICommandLayout(
      0x1408, "Read Encryption Key Size", [.handle()],
      returns: [.status(), .handle(), .u8("Key_Size", .octets).brief]),
    HCICommandLayout(
      0x1409, "Read Local AMP Info", [],
      returns: [
        .status(), .u8("AMP_Status").brief, .u32("Total_Bandwidth"),
        .u32("Max_Guaranteed_Bandwidth"), .u32("Min_Latency", .microseconds),
        .u32("Max_PDU_Size", .octets), .code("Controller_Type", .ampControllerType),
        .hex("PAL_Capabilities", octets: 2), .u16("AMP_ASSOC_Length", .octets),
        .u32("Max_Flush_Timeout", .microseconds), .u32("Best_Effort_Flush_Timeout", .microseconds),
      ]),
    HCICommandLayout(
      0x140A, "Read Local AMP ASSOC",
      [.u8("Physical_Link_Handle").brief, .u16("Length_So_Far"), .u16("AMP_ASSOC_Length")],
      returns: [
        .status(), .u8("Physical_Link_Handle").brief, .u16("AMP_ASSOC_Remaining_Length"),
        .rest("AMP_ASSOC_Fragment"),
      ]),
    HCICommandLayout(
      0x140B, "Write Remote AMP ASSOC",
      [
        .u8("Physical_Link_Handle").brief, .u16("Length_So_Far"),
        .u16("AMP_ASSOC_Remaining_Length"), .rest("AMP_ASSOC_Fragment"),
      ], returns: [.status(), .u8("Physical_Link_Handle").brief]),
    HCICommandLayout(
      0x140D, "Set Triggered Clock Capture",
      [
        .handle(), .code("Enable", .disabledEnabled).brief, .code("Which_Clock", .whichClock).brief,
        .code("LPO_Allowed", .noYes), .u8("Num_Clock_Captures_To_Filter"),
      ], returns: [.status()]),
  ]
}
