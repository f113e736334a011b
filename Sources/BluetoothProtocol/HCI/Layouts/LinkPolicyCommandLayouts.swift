extension HCICommandLayouts {
  /// Link Policy commands.
  ///
  /// OGF 0x02. Core Vol 4, Part E, 7.2.
  static let linkPolicy: [HCICommandLayout] = [
    HCICommandLayout(
      0x0801, "Hold Mode",
      [
        .handle(), .time("Hold_Mode_Max_Interval", .slots).brief,
        .time("Hold_Mode_Min_Interval", .slots),
      ]),
    HCICommandLayout(
      0x0803, "Sniff Mode",
      [
        .handle(), .time("Sniff_Max_Interval", .slots).brief,
        .time("Sniff_Min_Interval", .slots).brief, .time("Sniff_Attempt", .slotPairs),
        .time("Sniff_Timeout", .slotPairs),
      ]),
    HCICommandLayout(0x0804, "Exit Sniff Mode", [.handle()]),
    HCICommandLayout(
      0x0805, "Park State",
      [.handle(), .time("Beacon_Max_Interval", .slots), .time("Beacon_Min_Interval", .slots)]),
    HCICommandLayout(0x0806, "Exit Park State", [.handle()]),
    HCICommandLayout(
      0x0807, "QoS Setup",
      [
        .handle(), .u8("Unused"), .code("Service_Type", .serviceType).brief,
        .u32("Token_Rate", .octetsPerSecond), .u32("Peak_Bandwidth", .octetsPerSecond),
        .u32("Latency", .microseconds), .u32("Delay_Variation", .microseconds),
      ]),
    HCICommandLayout(
      0x0809, "Role Discovery", [.handle()],
      returns: [.status(), .handle(), .code("Current_Role", .role).brief]),
    HCICommandLayout(0x080B, "Switch Role", [.address(), .code("Role", .role).brief]),
    HCICommandLayout(
      0x080C, "Read Link Policy Settings", [.handle()],
      returns: [
        .status(), .handle(), .bits("Link_Policy_Settings", octets: 2, .linkPolicySettings).brief,
      ]),
    HCICommandLayout(
      0x080D, "Write Link Policy Settings",
      [.handle(), .bits("Link_Policy_Settings", octets: 2, .linkPolicySettings).brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x080E, "Read Default Link Policy Settings", [],
      returns: [
        .status(), .bits("Default_Link_Policy_Settings", octets: 2, .linkPolicySettings).brief,
      ]),
    HCICommandLayout(
      0x080F, "Write Default Link Policy Settings",
      [.bits("Default_Link_Policy_Settings", octets: 2, .linkPolicySettings).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x0810, "Flow Specification",
      [
        .handle(), .u8("Unused"), .code("Flow_Direction", .flowDirection).brief,
        .code("Service_Type", .serviceType).brief, .u32("Token_Rate", .octetsPerSecond),
        .u32("Token_Bucket_Size", .octets), .u32("Peak_Bandwidth", .octetsPerSecond),
        .u32("Access_Latency", .microseconds),
      ]),
    HCICommandLayout(
      0x0811, "Sniff Subrating",
      [
        .handle(), .time("Max_Latency", .slots).brief, .time("Min_Remote_Timeout", .slots),
        .time("Min_Local_Timeout", .slots),
      ], returns: [.status(), .handle()]),
  ]
}
