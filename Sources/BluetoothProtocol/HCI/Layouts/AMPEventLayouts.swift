extension HCIEventLayouts {
  /// Events of Alternate MAC/PHY Controllers, which Core 5.3 removed.
  ///
  /// Core 5.2, Vol 4, Part E, 7.7.42 to 7.7.58.
  static let amp: [UInt8: ParameterLayout] = [
    0x40: ParameterLayout(
      "Physical Link Complete", [.status(), .u8("Physical_Link_Handle").brief]),
    0x41: ParameterLayout("Channel Selected", [.u8("Physical_Link_Handle").brief]),
    0x42: ParameterLayout(
      "Disconnection Physical Link Complete",
      [.status(), .u8("Physical_Link_Handle").brief, .code("Reason", .status).brief]),
    0x43: ParameterLayout(
      "Physical Link Loss Early Warning",
      [.u8("Physical_Link_Handle").brief, .code("Link_Loss_Reason", .ampLinkLossReason).brief]),
    0x44: ParameterLayout("Physical Link Recovery", [.u8("Physical_Link_Handle").brief]),
    0x45: ParameterLayout(
      "Logical Link Complete",
      [
        .status(), .handle("Logical_Link_Handle"), .u8("Physical_Link_Handle").brief,
        .u8("Tx_Flow_Spec_ID"),
      ]),
    0x46: ParameterLayout(
      "Disconnection Logical Link Complete",
      [.status(), .handle("Logical_Link_Handle"), .code("Reason", .status).brief]),
    0x47: ParameterLayout("Flow Spec Modify Complete", [.status(), .handle("Handle")]),
    0x49: ParameterLayout("AMP Start Test", [.status(), .u8("Test_Scenario")]),
    0x4A: ParameterLayout("AMP Test End", [.status(), .u8("Test_Scenario")]),
    0x4B: ParameterLayout(
      "AMP Receiver Report",
      [
        .code("Controller_Type", .ampControllerType), .code("Reason", .ampReceiverReason),
        .u32("Event_Type"), .u16("Number_Of_Frames"), .u16("Number_Of_Error_Frames"),
        .u32("Number_Of_Bits"), .u32("Number_Of_Error_Bits"),
      ]),
    0x4C: ParameterLayout(
      "Short Range Mode Change Complete",
      [
        .status(), .u8("Physical_Link_Handle").brief,
        .code("Short_Range_Mode_State", .disabledEnabled).brief,
      ]),
    0x4D: ParameterLayout("AMP Status Change", [.status(), .u8("AMP_Status").brief]),
  ]
}
