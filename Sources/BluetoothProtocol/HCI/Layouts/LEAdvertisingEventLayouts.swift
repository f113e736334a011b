extension LEMetaLayouts {
  /// Events of advertising and scanning.
  ///
  /// Core Vol 4, Part E, 7.7.65.
  static let leAdvertising: [UInt8: ParameterLayout] = [
    0x02: ParameterLayout(
      "LE Advertising Report",
      [
        .u8("Num_Reports"),
        .list(
          "Reports", countedBy: "Num_Reports",
          [
            .code("Event_Type", .advertisingEventType).brief, .code("Address_Type", .addressType),
            .address("Address"), .u8("Data_Length"),
            .advertisingData("Data", .counted("Data_Length")),
            .i8("RSSI", .dBm, special: .notAvailable127).brief,
          ]),
      ]),
    0x0B: ParameterLayout(
      "LE Directed Advertising Report",
      [
        .u8("Num_Reports"),
        .list(
          "Reports", countedBy: "Num_Reports",
          [
            .code("Event_Type", .advertisingEventType).brief, .code("Address_Type", .addressType),
            .address("Address"), .code("Direct_Address_Type", .directAddressType),
            .address("Direct_Address"), .i8("RSSI", .dBm, special: .notAvailable127).brief,
          ]),
      ]),
    0x0D: ParameterLayout(
      "LE Extended Advertising Report",
      [
        .u8("Num_Reports"),
        .list(
          "Reports", countedBy: "Num_Reports",
          [
            .extendedAdvertisingEventType, .code("Address_Type", .addressType), .address("Address"),
            .code("Primary_PHY", .advertisingPHY), .code("Secondary_PHY", .advertisingPHY),
            .u8("Advertising_SID", special: .noSID),
            .i8("TX_Power", .dBm, special: .notAvailable127),
            .i8("RSSI", .dBm, special: .notAvailable127).brief,
            .time("Periodic_Advertising_Interval", .slotPairs, special: .noPeriodicAdvertising),
            .code("Direct_Address_Type", .directAddressType), .address("Direct_Address"),
            .u8("Data_Length"), .advertisingData("Data", .counted("Data_Length")),
          ]),
      ]),
    0x11: ParameterLayout("LE Scan Timeout", []),
    0x12: ParameterLayout(
      "LE Advertising Set Terminated",
      [
        .status(), .u8("Advertising_Handle").brief, .handle(),
        .u8("Num_Completed_Extended_Advertising_Events"),
      ]),
    0x13: ParameterLayout(
      "LE Scan Request Received",
      [
        .u8("Advertising_Handle").brief, .code("Scanner_Address_Type", .addressType),
        .address("Scanner_Address"),
      ]),
    0x34: ParameterLayout(
      "LE Monitored Advertisers Report",
      [
        .code("Address_Type", .addressType), .address("Address"),
        .code("Condition", .monitoringCondition).brief,
      ]),
  ]
}
