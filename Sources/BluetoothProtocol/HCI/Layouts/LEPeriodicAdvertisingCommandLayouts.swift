extension HCICommandLayouts {
  /// LE Controller commands about periodic advertising and its synchronization.
  ///
  /// OGF 0x08. Core Vol 4, Part E, 7.8.
  static let lePeriodicAdvertising: [HCICommandLayout] = [
    HCICommandLayout(
      0x203E, "LE Set Periodic Advertising Parameters [v1]",
      [
        .u8("Advertising_Handle").brief,
        .time("Periodic_Advertising_Interval_Min", .slotPairs).brief,
        .time("Periodic_Advertising_Interval_Max", .slotPairs).brief,
        .bits("Periodic_Advertising_Properties", octets: 2, .periodicAdvertisingProperties),
      ], returns: [.status()]),
    HCICommandLayout(
      0x203F, "LE Set Periodic Advertising Data",
      [
        .u8("Advertising_Handle").brief, .code("Operation", .dataOperation),
        .u8("Advertising_Data_Length"),
        .advertisingData("Advertising_Data", .counted("Advertising_Data_Length")),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2040, "LE Set Periodic Advertising Enable",
      [.bits("Enable", .periodicAdvertisingEnable).brief, .u8("Advertising_Handle").brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2044, "LE Periodic Advertising Create Sync",
      [
        .bits("Options", .createSyncOptions), .u8("Advertising_SID").brief,
        .code("Advertiser_Address_Type", .addressType), .address("Advertiser_Address"),
        .u16("Skip"), .time("Sync_Timeout", .hundredths).brief,
        .bits("Sync_CTE_Type", .syncCTEType),
      ]),
    HCICommandLayout(
      0x2045, "LE Periodic Advertising Create Sync Cancel", [], returns: [.status()]),
    HCICommandLayout(
      0x2046, "LE Periodic Advertising Terminate Sync", [.hex("Sync_Handle", octets: 2).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x2047, "LE Add Device To Periodic Advertiser List",
      [
        .code("Advertiser_Address_Type", .addressType), .address("Advertiser_Address"),
        .u8("Advertising_SID").brief,
      ], returns: [.status()]),
    HCICommandLayout(
      0x2048, "LE Remove Device From Periodic Advertiser List",
      [
        .code("Advertiser_Address_Type", .addressType), .address("Advertiser_Address"),
        .u8("Advertising_SID").brief,
      ], returns: [.status()]),
    HCICommandLayout(0x2049, "LE Clear Periodic Advertiser List", [], returns: [.status()]),
    HCICommandLayout(
      0x204A, "LE Read Periodic Advertiser List Size", [],
      returns: [.status(), .u8("Periodic_Advertiser_List_Size").brief]),
    HCICommandLayout(
      0x2059, "LE Set Periodic Advertising Receive Enable",
      [.hex("Sync_Handle", octets: 2).brief, .bits("Enable", .receiveEnable).brief],
      returns: [.status()]),
    HCICommandLayout(
      0x205A, "LE Periodic Advertising Sync Transfer",
      [
        .handle(), .hex("Service_Data", octets: 2).role(.appData),
        .hex("Sync_Handle", octets: 2).brief,
      ],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x205B, "LE Periodic Advertising Set Info Transfer",
      [.handle(), .hex("Service_Data", octets: 2).role(.appData), .u8("Advertising_Handle").brief],
      returns: [.status(), .handle()]),
    HCICommandLayout(
      0x205C, "LE Set Periodic Advertising Sync Transfer Parameters",
      [
        .handle(), .code("Mode", .syncTransferMode).brief, .u16("Skip"),
        .time("Sync_Timeout", .hundredths), .bits("CTE_Type", .syncCTEType),
      ], returns: [.status(), .handle()]),
    HCICommandLayout(
      0x205D, "LE Set Default Periodic Advertising Sync Transfer Parameters",
      [
        .code("Mode", .syncTransferMode).brief, .u16("Skip"), .time("Sync_Timeout", .hundredths),
        .bits("CTE_Type", .syncCTEType),
      ], returns: [.status()]),
    HCICommandLayout(
      0x2082, "LE Set Periodic Advertising Subevent Data",
      [
        .u8("Advertising_Handle").brief, .u8("Num_Subevents_With_Data"),
        .list(
          "Subevents", countedBy: "Num_Subevents_With_Data",
          [
            .u8("Subevent").brief, .u8("Response_Slot_Start"), .u8("Response_Slot_Count"),
            .u8("Subevent_Data_Length"),
            .advertisingData("Subevent_Data", .counted("Subevent_Data_Length")),
          ]),
      ], returns: [.status(), .u8("Advertising_Handle").brief]),
    HCICommandLayout(
      0x2083, "LE Set Periodic Advertising Response Data",
      [
        .hex("Sync_Handle", octets: 2).brief, .u16("Request_Event"), .u8("Request_Subevent"),
        .u8("Response_Subevent").brief, .u8("Response_Slot").brief, .u8("Response_Data_Length"),
        .advertisingData("Response_Data", .counted("Response_Data_Length")),
      ], returns: [.status(), .hex("Sync_Handle", octets: 2).brief]),
    HCICommandLayout(
      0x2084, "LE Set Periodic Sync Subevent",
      [
        .hex("Sync_Handle", octets: 2).brief,
        .bits("Periodic_Advertising_Properties", octets: 2, .periodicAdvertisingProperties),
        .u8("Num_Subevents_To_Sync"),
        .list("Subevents", countedBy: "Num_Subevents_To_Sync", [.u8("Subevent").brief]),
      ], returns: [.status(), .hex("Sync_Handle", octets: 2).brief]),
    HCICommandLayout(
      0x2086, "LE Set Periodic Advertising Parameters [v2]",
      [
        .u8("Advertising_Handle").brief,
        .time("Periodic_Advertising_Interval_Min", .slotPairs).brief,
        .time("Periodic_Advertising_Interval_Max", .slotPairs).brief,
        .bits("Periodic_Advertising_Properties", octets: 2, .periodicAdvertisingProperties),
        .u8("Num_Subevents"), .time("Subevent_Interval", octets: 1, .slotPairs),
        .time("Response_Slot_Delay", octets: 1, .slotPairs),
        .time("Response_Slot_Spacing", octets: 1, .frames), .u8("Num_Response_Slots"),
      ], returns: [.status(), .u8("Advertising_Handle").brief]),
  ]
}
