extension HCICommandLayouts {
  /// LE Controller commands about scanning and monitoring.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let leScanning: [HCICommandLayout] = [
    HCICommandLayout(
      0x200B, "LE Set Scan Parameters",
      [
        .code("LE_Scan_Type", .scanningType).brief, .time("LE_Scan_Interval", .slots).brief,
        .time("LE_Scan_Window", .slots).brief, .code("Own_Address_Type", .ownAddressType),
        .code("Scanning_Filter_Policy", .scanningFilterPolicy),
      ], returns: [.status()]),
    HCICommandLayout(
      0x200C, "LE Set Scan Enable",
      [
        .code("LE_Scan_Enable", .disabledEnabled).brief,
        .code("Filter_Duplicates", .disabledEnabled).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x200F, "LE Read Filter Accept List Size", [],
      returns: [.status(), .u8("Filter_Accept_List_Size").brief]),
    HCICommandLayout(0x2010, "LE Clear Filter Accept List", [], returns: [.status()]),
    HCICommandLayout(
      0x2011, "LE Add Device To Filter Accept List",
      [.code("Address_Type", .addressType), .address("Address")], returns: [.status()]),
    HCICommandLayout(
      0x2012, "LE Remove Device From Filter Accept List",
      [.code("Address_Type", .addressType), .address("Address")], returns: [.status()]),
    HCICommandLayout(
      0x2041, "LE Set Extended Scan Parameters",
      [
        .code("Own_Address_Type", .ownAddressType),
        .code("Scanning_Filter_Policy", .scanningFilterPolicy),
        .bits("Scanning_PHYs", .phyBits).brief,
        .list(
          "PHYs", perBitOf: "Scanning_PHYs",
          [
            .code("Scan_Type", .scanningType).brief, .time("Scan_Interval", .slots).brief,
            .time("Scan_Window", .slots).brief,
          ]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2042, "LE Set Extended Scan Enable",
      [
        .code("Enable", .disabledEnabled).brief,
        .code("Filter_Duplicates", .filterDuplicates).brief,
        .time("Duration", .hundredths, special: .noDuration),
        .time("Period", .inquiryUnits, special: .noPeriod),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2081, "LE Set Decision Instructions",
      [
        .u8("Num_Tests").brief,
        .list(
          "Tests", countedBy: "Num_Tests",
          [
            .bits("Test_Flags", .decisionTestFlags), .code("Test_Field", .decisionTestField).brief,
            .bytes("Test_Parameters", 16),
          ]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2098, "LE Add Device To Monitored Advertisers List",
      [
        .code("Address_Type", .addressType), .address("Address"),
        .i8("RSSI_Threshold_Low", .dBm).brief, .i8("RSSI_Threshold_High", .dBm).brief,
        .u8("Timeout", .seconds).brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x2099, "LE Remove Device From Monitored Advertisers List",
      [.code("Address_Type", .addressType), .address("Address")], returns: [.status()]),
    HCICommandLayout(0x209A, "LE Clear Monitored Advertisers List", [], returns: [.status()]),
    HCICommandLayout(
      0x209B, "LE Read Monitored Advertisers List Size", [],
      returns: [.status(), .u8("Monitored_Advertisers_List_Size").brief]),
    HCICommandLayout(
      0x209C, "LE Enable Monitoring Advertisers", [.code("Enable", .disabledEnabled).brief],
      returns: [.status()]),
  ]
}
