extension HCICommandLayouts {
  /// Testing commands.
  ///
  /// OGF 0x06. Core Vol 4, Part E, 7.6.
  static let testing: [HCICommandLayout] = [
    HCICommandLayout(
      0x1801, "Read Loopback Mode", [],
      returns: [.status(), .code("Loopback_Mode", .loopbackMode).brief]),
    HCICommandLayout(
      0x1802, "Write Loopback Mode", [.code("Loopback_Mode", .loopbackMode).brief],
      returns: [.status()]),
    HCICommandLayout(0x1803, "Enable Implementation Under Test Mode", [], returns: [.status()]),
    HCICommandLayout(
      0x1804, "Write Simple Pairing Debug Mode",
      [.code("Simple_Pairing_Debug_Mode", .disabledEnabled).brief], returns: [.status()]),
    HCICommandLayout(
      0x1807, "Enable AMP Receiver Reports",
      [.code("Enable", .disabledEnabled).brief, .u8("Interval", .seconds)], returns: [.status()]),
    HCICommandLayout(0x1808, "AMP Test End", []),
    HCICommandLayout(
      0x1809, "AMP Test", [.code("Controller_Type", .ampControllerType), .rest("Test_Parameters")]),
    HCICommandLayout(
      0x180A, "Write Secure Connections Test Mode",
      [
        .handle(), .code("DM1_ACL-U_Mode", .disabledEnabled),
        .code("eSCO_Loopback_Mode", .disabledEnabled),
      ], returns: [.status(), .handle()]),
  ]
}
