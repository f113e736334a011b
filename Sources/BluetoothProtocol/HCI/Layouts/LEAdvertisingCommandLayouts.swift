extension HCICommandLayouts {
  /// LE Controller commands about advertising.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let leAdvertising: [HCICommandLayout] = [
    HCICommandLayout(
      0x2006, "LE Set Advertising Parameters",
      [
        .time("Advertising_Interval_Min", .slots).brief,
        .time("Advertising_Interval_Max", .slots).brief,
        .code("Advertising_Type", .advertisingType).brief,
        .code("Own_Address_Type", .ownAddressType), .code("Peer_Address_Type", .addressType),
        .address("Peer_Address"), .bits("Advertising_Channel_Map", .advertisingChannelMap),
        .code("Advertising_Filter_Policy", .advertisingFilterPolicy),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2007, "LE Read Advertising Physical Channel Tx Power", [],
      returns: [.status(), .i8("TX_Power_Level", .dBm).brief]),
    HCICommandLayout(
      0x2008, "LE Set Advertising Data",
      [
        .u8("Advertising_Data_Length"),
        .advertisingData("Advertising_Data", .counted("Advertising_Data_Length")),
        .rest("Unused octets").role(.filling),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2009, "LE Set Scan Response Data",
      [
        .u8("Scan_Response_Data_Length"),
        .advertisingData("Scan_Response_Data", .counted("Scan_Response_Data_Length")),
        .rest("Unused octets").role(.filling),
      ], returns: [.status()]),
    HCICommandLayout(
      0x200A, "LE Set Advertising Enable", [.code("Advertising_Enable", .disabledEnabled).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2035, "LE Set Advertising Set Random Address",
      [.u8("Advertising_Handle").brief, .address("Random_Address")], returns: [.status()]),
    HCICommandLayout(
      0x2036, "LE Set Extended Advertising Parameters [v1]", extendedAdvertising,
      returns: [.status(), .i8("Selected_TX_Power", .dBm).brief]),
    HCICommandLayout(
      0x2037, "LE Set Extended Advertising Data",
      [
        .u8("Advertising_Handle").brief, .code("Operation", .dataOperation),
        .code("Fragment_Preference", .fragmentPreference), .u8("Advertising_Data_Length"),
        .advertisingData("Advertising_Data", .counted("Advertising_Data_Length")),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2038, "LE Set Extended Scan Response Data",
      [
        .u8("Advertising_Handle").brief, .code("Operation", .dataOperation),
        .code("Fragment_Preference", .fragmentPreference), .u8("Scan_Response_Data_Length"),
        .advertisingData("Scan_Response_Data", .counted("Scan_Response_Data_Length")),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2039, "LE Set Extended Advertising Enable",
      [
        .code("Enable", .disabledEnabled).brief, .u8("Num_Sets"),
        .list(
          "Sets", countedBy: "Num_Sets",
          [
            .u8("Advertising_Handle").brief, .time("Duration", .hundredths, special: .noDuration),
            .u8("Max_Extended_Advertising_Events", special: .noMaximum),
          ]),
      ], returns: [.status()]),
    HCICommandLayout(
      0x203A, "LE Read Maximum Advertising Data Length", [],
      returns: [.status(), .u16("Max_Advertising_Data_Length", .octets).brief]),
    HCICommandLayout(
      0x203B, "LE Read Number Of Supported Advertising Sets", [],
      returns: [.status(), .u8("Num_Supported_Advertising_Sets").brief]),
    HCICommandLayout(
      0x203C, "LE Remove Advertising Set", [.u8("Advertising_Handle").brief], returns: [.status()]),
    HCICommandLayout(0x203D, "LE Clear Advertising Sets", [], returns: [.status()]),
    HCICommandLayout(
      0x207C, "LE Set Data Related Address Changes",
      [.u8("Advertising_Handle").brief, .bits("Change_Reasons", .addressChangeReasons).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x207F, "LE Set Extended Advertising Parameters [v2]",
      extendedAdvertising + [
        .code("Primary_Advertising_PHY_Options", .advertisingPHYOptions),
        .code("Secondary_Advertising_PHY_Options", .advertisingPHYOptions),
      ], returns: [.status(), .i8("Selected_TX_Power", .dBm).brief]),
    HCICommandLayout(
      0x2080, "LE Set Decision Data",
      [
        .u8("Advertising_Handle").brief, .bits("Decision_Type_Flags", .decisionTypeFlags),
        .u8("Decision_Data_Length"), .bytes("Decision_Data", countedBy: "Decision_Data_Length"),
      ], returns: [.status()]),
  ]
}

private let extendedAdvertising: [Parameter] = [
  .u8("Advertising_Handle").brief,
  .bits("Advertising_Event_Properties", octets: 2, .advertisingEventProperties).brief,
  .time("Primary_Advertising_Interval_Min", octets: 3, .slots).brief,
  .time("Primary_Advertising_Interval_Max", octets: 3, .slots).brief,
  .bits("Primary_Advertising_Channel_Map", .advertisingChannelMap),
  .code("Own_Address_Type", .ownAddressType), .code("Peer_Address_Type", .addressType),
  .address("Peer_Address"), .code("Advertising_Filter_Policy", .advertisingFilterPolicy),
  .i8("Advertising_TX_Power", .dBm, special: .noPreference127),
  .code("Primary_Advertising_PHY", .phy).brief, .u8("Secondary_Advertising_Max_Skip"),
  .code("Secondary_Advertising_PHY", .phy).brief, .u8("Advertising_SID"),
  .code("Scan_Request_Notification_Enable", .disabledEnabled),
]
