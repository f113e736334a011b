extension HCICommandLayouts {
  /// LE Controller commands about transmit power and path loss.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.117 to 7.8.121.
  static let lePower: [HCICommandLayout] = [
    HCICommandLayout(
      0x2076, "LE Enhanced Read Transmit Power Level", [.handle(), .code("PHY", .codedPHY).brief],
      returns: [
        .status(), .handle(), .code("PHY", .codedPHY).brief,
        .i8("Current_TX_Power_Level", .dBm, special: .txPowerUnavailable).brief,
        .i8("Max_TX_Power_Level", .dBm).brief,
      ]),
    HCICommandLayout(
      0x2077, "LE Read Remote Transmit Power Level", [.handle(), .code("PHY", .codedPHY).brief]),
    HCICommandLayout(
      0x2078, "LE Set Path Loss Reporting Parameters",
      [
        .handle(), .u8("High_Threshold", .dB, special: .pathLossUnused).brief,
        .u8("High_Hysteresis", .dB), .u8("Low_Threshold", .dB).brief, .u8("Low_Hysteresis", .dB),
        .u16("Min_Time_Spent"),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x2079, "LE Set Path Loss Reporting Enable",
      [.handle(), .code("Enable", .disabledEnabled).brief], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x207A, "LE Set Transmit Power Reporting Enable",
      [
        .handle(), .code("Local_Enable", .disabledEnabled).brief,
        .code("Remote_Enable", .disabledEnabled).brief,
      ], returns: [.status(), .handle()]),
  ]
}
